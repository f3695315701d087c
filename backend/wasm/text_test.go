package wasm

import (
	"slices"
	"testing"

	"raido/lang/limits"
)

// TestAlone: a loop that becomes a function of its own takes what it reads, gives what it sets for others, and says whether it was left for the end of a block
// around it.
func TestAlone(t *testing.T) {
	lib := newLibrary(1)
	lib.split = true
	f := lib.function(i64, f64)
	sum := f.declare(i64, number(i64, 0))
	f.block(func(label int) {
		f.repeat([]*variable{sum}, func() val {
			next := f.pure(i64, opAdd.of(i64), f.get(sum), val{typ: i64, local: 0})
			f.assign(sum, next)
			for range limits.Now.LongLoop { // nothing, but long enough
				f.effect([]byte{0x01})
			}
			again := f.pure(i32, opLt.of(i64), f.get(sum), number(i64, 100))
			f.branch(again, func() { f.exit(label) }, nil)
			return again
		})
	})
	if len(lib.functions) != 1 {
		t.Fatalf("%d functions", len(lib.functions))
	}
	d := lib.functions[0]
	if !slices.Equal(d.params, []valtype{i64, i64}) || !slices.Equal(d.results, []valtype{i64, i32}) {
		t.Errorf("it takes %x and gives %x", d.params, d.results)
	}
	if len(d.locals) != 2 {
		t.Errorf("%d locals of its own", len(d.locals))
	}
}
