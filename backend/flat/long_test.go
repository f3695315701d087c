package flat_test

import (
	"testing"

	"raido/backend/flat"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
)

// TestLongTasks: what kernels can do as well is no task of more statements than limits.TaskStms; a loop without anything parallel is always one.
func TestLongTasks(t *testing.T) {
	const sequential = `fun main (n: i64) (x: f64) : (s: f64) =
	let (s: f64) = loop (s: f64 = x) for (i: i64) < n do
		let (t: f64) = mul.f64 s x
		in (t)
	in (s)`
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	for _, c := range []struct {
		text        string
		most        int
		tasks, asks int // in the parallel form
		short       bool
	}{
		{growing, usual.TaskStms, 2, 2, true},
		{growing, 1, 0, 0, false},
		{sequential, usual.TaskStms, 1, 0, true},
		{sequential, 1, 1, 0, false},
	} {
		p, err := core.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		limits.Now.TaskStms = c.most
		s, err := flat.Program(p)
		if err != nil {
			t.Fatal(err)
		}
		tasks, asks := 0, 0
		for _, k := range s.Kernels {
			if k.Kind == seg.Task {
				tasks++
			}
		}
		seg.WalkHost(s.Body, func(h seg.HostStm) {
			if _, is := h.(*seg.HSmall); is {
				asks++
			}
		})
		if tasks != c.tasks || asks != c.asks {
			t.Errorf("at most %d statements: %d tasks, %d questions, want %d, %d", c.most, tasks, asks, c.tasks, c.asks)
		}
		if _, err := flat.Task(p); err != nil {
			t.Error(err)
		}
		if _, err := flat.ShortTask(p); (err == nil) != c.short {
			t.Errorf("at most %d statements: the whole as one: %v", c.most, err)
		}
	}
}
