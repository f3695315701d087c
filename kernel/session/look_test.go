package session

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// look runs a cell beside the notebook.
func (n *notebookTest) look(code string) string {
	l := n.nb.Look()
	defer l.Shutdown(false)
	r := l.Execute(context.Background(), code, ExecuteOptions{Count: 99}, noOutput{})
	if r.Err != nil {
		return strings.Join(append([]string{r.Err.Value}, r.Err.Traceback...), "\n")
	}
	return strings.TrimSpace(r.Value.Plain())
}

// TestLook: a cell beside the notebook sees its state and changes nothing.
func TestLook(t *testing.T) {
	n := newNotebookTest(t)
	n.want("def f (x: f64) = x * x\nlet xs = map f [1, 2, 3]\nlet ys = xs\n7i32", "7")
	for code, want := range map[string]string{
		"f64.sum xs + ys[0]": "15", "it": "7", "vjp f 3 1": "6", "%who": "name", "%type f 1": "f64", "%help time": "%time",
		"let a = 1i32": "nothing can be defined in a subshell", "def f (x: i32) = x": "nothing can be defined in a subshell",
		"%reset": "%reset changes the notebook", "%reactive on": "%reactive changes", "nowhere": "unknown name", "1 + ": "",
	} {
		if got := n.look(code); !strings.HasPrefix(got, want) {
			t.Errorf("%s\ngives %s\nwant  %s", code, got, want)
		}
	}
	n.want("it", "7")
	n.want("f64.sum xs", "14")
	inUse := n.nb.slot.engine.MemoryInUse()
	for range 10 {
		n.look("map (* 2) xs")
	}
	if now := n.nb.slot.engine.MemoryInUse(); now != inUse {
		t.Errorf("looking holds %d bytes", now-inUse)
	}

	// What the notebook lets go of meanwhile is still there for who looks.
	l := n.nb.Look()
	n.want("%reset", "all")
	r := l.Execute(context.Background(), "f64.sum xs", ExecuteOptions{Count: 1}, noOutput{})
	if got := r.Value.Plain(); !strings.HasPrefix(got, "14") {
		t.Errorf("after %%reset: %s %v", got, r.Err)
	}
	l.Shutdown(false)
	if now := n.nb.slot.engine.MemoryInUse(); now != 0 {
		t.Errorf("%d bytes are held after %%reset", now)
	}
	n.want("1 + 1i32", "2")
}

// TestBeside: completion, inspection and cells of subshells run beside cells. The race detector has the last word.
func TestBeside(t *testing.T) {
	n := newNotebookTest(t)
	n.cell("module m = { def a = 1i32 def b = 2i32 }\nopen m\ntype pair 'a = (a, a)")
	stop := make(chan struct{})
	var all sync.WaitGroup
	for _, beside := range []func(){
		func() {
			if c := n.nb.Complete("f64.sq", 6); len(c.Matches) == 0 {
				t.Error("nothing is offered")
			}
			n.nb.Complete("f", 1)
		},
		func() {
			n.nb.Inspect("f xs", 0, 1)
			n.nb.Inspect("xs + 1", 0, 0)
			n.nb.IsComplete("def f x =")
			n.nb.Info()
		},
		func() {
			n.nb.Complete("xs[0].", 6)
			n.nb.Complete("def g (p: pair f64) = p.", 24)
			n.nb.Inspect("(1, m.a).0", 10, 0)
		},
		func() { n.look("%who") },
		func() { n.look("map f xs") },
		func() { n.look("f true\nf 1") },
		func() { n.look("%grad f 2") },
	} {
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					beside()
				}
			}
		})
	}
	for i := range 15 {
		n.cell(fmt.Sprintf("def f (x: f64) = x * %d + f64.i32 (a + b)", i%3))
		n.cell("let xs = map f [1, 2, 3]")
		n.cell("it")
		n.cell("f64.sum xs")
		n.cell("module m = { def a = 1i32 def b = 2i32 }\n%who")
		n.cell("def f (x: f64) = y")
		if i%5 == 4 {
			n.cell("%reset")
			n.cell("module m = { def a = 1i32 def b = 2i32 }\nopen m")
		}
	}
	close(stop)
	all.Wait()
}
