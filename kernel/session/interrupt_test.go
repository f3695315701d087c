package session

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"raido/lang/diag"
	"raido/tests/load"
)

// many joins n pieces.
func many(n int, sep string, piece func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(piece(i))
	}
	return b.String()
}

// longWork are cells each of which keeps another phase busy.
var longWork = map[string]string{
	"parsing":         "-- a cell\n" + many(20_000, "\n", func(i int) string { return fmt.Sprintf("type t%d = {a: i64, b: [3]f64}", i) }),
	"checking":        "def f (x: i64) =\n" + many(4_000, "\n", func(i int) string { return fmt.Sprintf("let y%d = (x + %d) * (x - %d) + x", i, i, i) }) + "\nin x\nf 1",
	"sizes":           many(1_000, " ++ ", func(int) string { return "[1]" }),
	"lowering":        "def f0 (g: i64 -> i64) (x: i64) = g (g x)\n" + many(10, "\n", func(i int) string { return fmt.Sprintf("def f%d (g: i64 -> i64) (x: i64) = f%d (f%d g) x", i+1, i, i) }) + "\nf10 (+ 1) 1",
	"passes":          "def g (x: []i64) =\n" + many(1_000, "\n", func(int) string { return "let x = map (+ 1) x" }) + "\nin x\ng [1]",
	"differentiating": "def g (x: f64) =\n" + many(1_500, "\n", func(int) string { return "let x = f64.sin x * x" }) + "\nin x\nvjp g 1 1",
	"nested":          "def w0 (x: f64, y: f64) = (f64.sin (x * y), x / y)\n" + many(20, "\n", func(i int) string { return fmt.Sprintf("def w%d p = vjp w%d p (1, 1)", i+1, i) }) + "\nw20 (1, 2)",
	"literals":        "[" + many(20_000, ", ", func(i int) string { return fmt.Sprint(i%2 == 0) }) + "]",
	"numbers":         "[" + many(300_000, ", ", func(i int) string { return fmt.Sprint(i) }) + "]",
	"wrong numbers":   "let xs : []u8 = [" + many(20_000, ", ", func(i int) string { return fmt.Sprint(i) }) + "]",
	"wrong bytes":     strings.Repeat("\x00\x01", 200_000),
	"magics":          many(60_000, "\n", func(int) string { return "%who" }),
	"errors":          "[" + many(30_000, ", ", func(int) string { return "nosuch" }) + "]",
	"brackets":        strings.Repeat("(", 1_000_000),
}

// eachLongWork runs f with each of them, on the interpreter, and on the device if there is one.
func eachLongWork(t *testing.T, f func(t *testing.T, engine, code string)) {
	for name, code := range longWork {
		for _, engine := range []string{"interp", ""} {
			t.Run(strings.TrimSpace(name+" "+engine), func(t *testing.T) { f(t, engine, code) })
		}
	}
}

// TestInterruptsReachEveryPhase: a cell is interrupted again and again, later each time, until it ends by itself. It ends soon
// after the interrupt, with an error that says so, and the notebook goes on.
func TestInterruptsReachEveryPhase(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	eachLongWork(t, func(t *testing.T, engine, code string) {
		n := New(engine)
		defer n.Shutdown(false)
		cut, worst := 0, time.Duration(0)
		for after := time.Millisecond; after < time.Second; after *= 3 {
			ctx, cancel := context.WithTimeout(context.Background(), after)
			begin := time.Now()
			r := n.Execute(ctx, code, ExecuteOptions{Count: 1, Store: true}, noOutput{})
			late := time.Since(begin) - after
			cancel()
			if r.Err == nil || r.Err.Name != string(diag.Interrupt) {
				break
			}
			cut++
			if worst = max(worst, late); late > load.Bound(time.Second) {
				t.Errorf("interrupted after %v, it ended %v later", after, late)
			}
		}
		t.Logf("%d times interrupted, it ended within %v", cut, worst)
		if cut == 0 {
			t.Error("it was never interrupted")
		}
		if r := n.Execute(context.Background(), "1 + 1", ExecuteOptions{Count: 2}, noOutput{}); r.Err != nil {
			t.Errorf("afterwards: %v", r.Err.Value)
		}
	})
}

// TestPollsAreNear: no long time passes between two polls, in whatever phase.
func TestPollsAreNear(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: computes with large inputs")
	}
	eachLongWork(t, func(t *testing.T, engine, code string) {
		var mu sync.Mutex
		last, polls, worst := time.Now(), 0, time.Duration(0)
		poll := func() {
			mu.Lock()
			defer mu.Unlock()
			now := time.Now()
			polls, worst, last = polls+1, max(worst, now.Sub(last)), now
		}
		n := New(engine)
		defer n.Shutdown(false)
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second) // "lowering" has no end
		defer cancel()
		end := diag.WatchPolls(poll)
		n.Execute(ctx, code, ExecuteOptions{Count: 1, Store: true}, noOutput{})
		end()
		poll()
		t.Logf("%d polls, at most %v apart", polls, worst)
		if worst > load.Bound(time.Second) {
			t.Errorf("%v passed between two polls", worst)
		}
	})
}
