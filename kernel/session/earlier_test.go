package session

import "testing"

// TestEarlierMeaning: a value that is defined by an earlier one of its own name.
func TestEarlierMeaning(t *testing.T) {
	n := newNotebookTest(t)
	n.want("let v = 1i64", "")
	for _, want := range []string{"2", "3", "4"} {
		n.want("let v = v + 1", "")
		n.want("v", want)
	}
	n.want("let w = v + 1\nlet v = w * v\nv", "20")
	n.want("let v = v + 1\nlet v = v * 2\nv", "42")
	n.want("let (a, b) = (v, 1i64)\nlet (a, b) = (b, a)\na", "1")
	n.want("let (a, b) = (b, a)\nb", "1")
	n.want("let v = v + nowhere", "unknown name")
	n.want("let v = [v][3]", "index")
	n.want("v", "42")

	// The earlier value is there when the new one is computed again.
	n.want("let step = 5i64\nlet total = 100i64", "")
	n.want("let total = total + step", "")
	n.want("let step = 7i64\ntotal", "105")
	n.want("%refresh", "computed again: w, total")
	n.want("total", "107")
	n.want("let step = 8i64\n%refresh\ntotal", "108")

	// No more than one earlier value is held.
	n.want("%reset", "all")
	n.want("let xs = map f64.i64 (iota 100000)", "")
	for range 10 {
		n.want("let xs = map (+ 1) xs", "")
	}
	n.want("xs[0]", "10")
	if used := n.nb.slot.engine.MemoryInUse(); used > 2*8*100000+1000 {
		t.Errorf("%d bytes are held", used)
	}
	n.want("%reset", "all")
	if used := n.nb.slot.engine.MemoryInUse(); used != 0 {
		t.Errorf("%d bytes are held after %%reset", used)
	}
}
