package kernel

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"raido/kernel/wire"
	"raido/tests/kernel/fake"
)

// bound is a kernel without front ends, to take requests one step at a time.
func bound(t *testing.T) *kernel {
	t.Helper()
	conn := wire.Connection{Transport: "ipc", IP: filepath.Join(t.TempDir(), "k"), ShellPort: 1, IOPubPort: 2, StdinPort: 3, ControlPort: 4, HBPort: 5}
	k := newKernel(context.Background(), conn, fake.New(), io.Discard)
	if err := k.bind(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		k.stop(errShutdown)
		k.closeSockets(0)
	})
	return k
}

func (k *kernel) cell(code string) *request {
	return &request{shell: k.shells.main, Message: &wire.Message{Header: wire.Header{ID: "id", Type: "execute_request"},
		Raw: []byte("{}"), Content: fmt.Appendf(nil, `{"code":%q}`, code)}}
}

// TestInterruptOrders: an interrupt at each moment of a cell's life ends it or lets it be, and never the cell after it. A step is:
// busy, run and end of a cell; m, an interrupt_request; s, a SIGINT that has arrived at the process.
func TestInterruptOrders(t *testing.T) {
	const ok, interrupted = "ok", "Interrupted"
	for _, x := range []struct{ steps, first, second string }{
		{"m busy run end", ok, ok},
		{"s busy run end", ok, ok},
		{"s s m busy run end", ok, ok},
		{"busy m run end", interrupted, ok},
		{"busy s run end", interrupted, ok},
		{"busy m m run end", interrupted, ok},
		{"busy s s run end", interrupted, ok},
		{"busy s m run end", interrupted, ok},
		{"busy run m end", ok, ok},
		{"busy run s end", ok, ok},
		{"busy run end m", ok, ok},
		{"busy run end s", ok, ok},
		{"busy run end s s", ok, ok},
	} {
		t.Run(x.steps, func(t *testing.T) {
			k := bound(t)
			got := []string{k.lives("sleep 20", x.steps), k.lives("sleep 20", "busy run end")}
			if got[0] != x.first || got[1] != x.second {
				t.Errorf("cells end with %v, want %s and %s", got, x.first, x.second)
			}
		})
	}
}

// lives takes a cell through steps.
func (k *kernel) lives(code, steps string) (how string) {
	r := k.cell(code)
	signals := 0
	for step := range strings.FieldsSeq(steps) {
		switch step {
		case "busy":
			k.begins(r)
		case "run":
			if signals > 0 {
				<-r.cell.ctx.Done() // the cell has taken it
			}
			c, err := k.execute(r)
			if how = fmt.Sprint(c["status"]); how == "error" {
				how = fmt.Sprint(c["ename"])
			}
			if err != nil {
				how = err.Error()
			}
		case "end":
			k.end(r)
			k.ends(r)
		case "m":
			k.interrupt()
		case "s":
			select {
			case k.sigint <- syscall.SIGINT:
			default: // as package signal does
			}
			if r.cell != nil {
				signals++
			}
		}
	}
	return how
}

// TestInterruptsInARow: whatever interrupts come while cells follow each other, each means one cell at most and none comes late.
func TestInterruptsInARow(t *testing.T) {
	k := bound(t)
	for range 200 {
		r := k.cell("value 1")
		var interrupts sync.WaitGroup
		for range 2 {
			interrupts.Go(func() {
				k.interrupt()
				select {
				case k.sigint <- syscall.SIGINT:
				default:
				}
			})
		}
		k.begins(r)
		k.execute(r)
		interrupts.Wait()
		k.end(r)
		k.ends(r)
		if how := k.lives("sleep 1", "busy run end"); how != "ok" {
			t.Fatalf("the cell after it ends with %s", how)
		}
	}
}
