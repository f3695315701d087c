package session

import (
	"context"
	"testing"

	"raido/backend"
	"raido/backend/engines"
	"raido/lang/core"
)

// watchedEngine is an engine that notes whether it was closed, and may have a bug.
type watchedEngine struct {
	backend.Engine
	closed int
	bug    bool
}

func (e *watchedEngine) Close() { e.closed++; e.Engine.Close() }

func (e *watchedEngine) Compile(ctx context.Context, p *core.Prog) (backend.Program, error) {
	if e.bug {
		panic("told to")
	}
	return e.Engine.Compile(ctx, p)
}

func watched(t *testing.T) *watchedEngine {
	t.Helper()
	e, err := engines.Open("interp")
	if err != nil {
		t.Fatal(err)
	}
	return &watchedEngine{Engine: e}
}

// TestBugInCompiler: a panic in the compiler fails the cell, which changes nothing, and the notebook goes on.
func TestBugInCompiler(t *testing.T) {
	n := newNotebookTest(t)
	e := watched(t)
	n.nb.slot.set(e)
	n.want("let kept = 41i32\nkept", "41")
	e.bug = true
	_, r := n.out(context.Background(), "let kept = 1i32\nkept + 2")
	if r.Err == nil || r.Err.Name != "InternalError" || len(r.Err.Traceback) == 0 {
		t.Errorf("fails with %+v", r.Err)
	}
	if _, err := n.nb.Evaluate(context.Background(), "kept + 3"); err == nil || err.Name != "InternalError" {
		t.Errorf("an expression fails with %+v", err)
	}
	e.bug = false
	n.want("kept + 1", "42")
}

// TestDevicesOfOneCell: a cell that changes the device twice closes the one between and the one before, also when what comes after fails.
func TestDevicesOfOneCell(t *testing.T) {
	for _, fails := range []bool{false, true} {
		n := newNotebookTest(t)
		n.want("let xs = iota 3", "")
		first, second, third := watched(t), watched(t), watched(t)
		next := []backend.Engine{second, third}
		n.nb.slot.set(first).Close()
		openEngine = func(string) (backend.Engine, error) {
			e := next[0]
			next = next[1:]
			return e, nil
		}
		t.Cleanup(func() { openEngine = engines.Open })
		code := "%device interp\n%device interp\nxs"
		if fails {
			code += "[7]"
		}
		n.cell(code)
		if got := [3]bool{first.closed > 0, second.closed > 0, third.closed > 0}; got != [3]bool{true, true, false} {
			t.Errorf("fails %v: closed are %v, want the first two", fails, got)
		}
		n.want("xs", "[0, 1, 2]")
	}
}
