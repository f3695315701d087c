package session

import (
	"fmt"
	"runtime"
	"testing"

	"raido/lang/types"
)

// manyCells is a notebook of n cells: definitions that depend on each other in chains of ten, and values.
func manyCells(t *testing.T, n int) *notebookTest {
	nb := newNotebookTest(t)
	for i := range n {
		switch {
		case i%10 == 0:
			nb.cell(fmt.Sprintf("def f%d (x: f64) = x + %d", i, i))
		case i%10 == 9:
			nb.cell(fmt.Sprintf("let v%d = f%d 1", i, i-1))
		default:
			nb.cell(fmt.Sprintf("def f%d (x: f64) = f%d x * 2", i, i-1))
		}
	}
	return nb
}

// allocated counts what f allocates, in objects and bytes.
func allocated(f func()) (objects, bytes uint64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}

// TestManyCells: in a notebook of 500 cells a cell checks, lowers and allocates what it does in one of ten, and the copy of the state that it
// works on is one block.
func TestManyCells(t *testing.T) {
	type counts struct{ checked, compiled, objects, bytes int }
	measure := func(n int) (value, definition counts) {
		nb := manyCells(t, n)
		one := func(code string) counts {
			nb.cell(code + " + 0") // what the first of its kind allocates
			versions := map[*types.Def]int64{}
			for _, e := range nb.nb.state.order {
				for _, d := range e.defs {
					versions[d] = e.version
				}
			}
			programs := nb.nb.memos.programs
			known := map[*types.Def]bool{}
			for _, d := range programs.Keys() {
				known[d] = true
			}
			objects, bytes := allocated(func() { nb.cell(code) })
			c := counts{objects: int(objects), bytes: int(bytes)}
			for _, d := range programs.Keys() {
				if !known[d] {
					c.compiled++
				}
			}
			for _, e := range nb.nb.state.order {
				for _, d := range e.defs {
					if versions[d] != e.version {
						c.checked++
					}
				}
			}
			return c
		}
		return one("f8 2"), one("def g (x: f64) = f8 x + 1")
	}
	smallValue, smallDef := measure(10)
	value, def := measure(500)
	for _, x := range []struct {
		what      string
		few, many counts
	}{{"a value", smallValue, value}, {"a definition", smallDef, def}} {
		t.Logf("%s: %+v in 10 cells, %+v in 500", x.what, x.few, x.many)
		if x.many.checked != x.few.checked || x.many.compiled != x.few.compiled {
			t.Errorf("%s checks and compiles %+v in 500 cells, %+v in 10", x.what, x.many, x.few)
		}
		if x.many.objects > x.few.objects+100 || x.many.bytes > x.few.bytes+500*600 {
			t.Errorf("%s allocates %+v in 500 cells, %+v in 10", x.what, x.many, x.few)
		}
	}
}

// BenchmarkCell times small cells after few and many others.
func BenchmarkCell(b *testing.B) {
	for _, n := range []int{5, 500, 5000} {
		t := &testing.T{}
		nb := &notebookTest{T: t, nb: New("interp")}
		for i := range n {
			nb.cell(fmt.Sprintf("def f%d (x: f64) = x + %d", i, i))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			k := 0
			for b.Loop() {
				k++
				nb.cell(fmt.Sprintf("f1 %d", k))
			}
		})
		b.Run(fmt.Sprintf("%d define", n), func(b *testing.B) {
			b.ReportAllocs()
			k := 0
			for b.Loop() {
				k++
				nb.cell(fmt.Sprintf("def g (x: f64) = f1 x + %d", k))
			}
		})
	}
}
