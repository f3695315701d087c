package wasm

import (
	"fmt"
	"testing"

	"raido/backend/enginetest"
	"raido/backend/seg"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// neighbours adds up, for each of k steps of a loop around a place, elements at distances from it that have little in common.
const neighbours = `fun main (n: i64) (k: i64) (xs: [n]i64) : (r: [n]i64) =
	let (io: [n]i64) = iota.i64 n 0i64 1i64
	let (r: [n]i64) = map n (io) (\(i: i64) : (i64) ->
		let (lo: bool) = lt.i64 i %[1]di64
		let (m: i64) = sub.i64 n %[1]di64
		let (m: i64) = sub.i64 m k
		let (hi: bool) = le.i64 m i
		let (out: bool) = or.bool lo hi
		let (y: i64) = if out then in (-1i64) else
			let (s: i64) = loop (s: i64 = 0i64) for (j: i64) < k do
				let (at: i64) = add.i64 i j
				let (a: i64) = sub.i64 at %[1]di64
				let (b: i64) = add.i64 at %[1]di64
				let (x: i64) = xs[a]
				let (y: i64) = xs[at]
				let (z: i64) = xs[b]
				let (y: i64) = mul.i64 y 3i64
				let (z: i64) = mul.i64 z 7i64
				let (s: i64) = mul.i64 s 5i64
				let (s: i64) = add.i64 s x
				let (s: i64) = add.i64 s y
				let (s: i64) = add.i64 s z
				in (s)
			in (s)
		in (y))
	in (r)`

// TestPlaces: what is read at distances below and above those that an instruction can have, in loops of any number of iterations, is what lies there: Note [Places].
func TestPlaces(t *testing.T) {
	e := opened(t)
	for _, far := range []int64{1, 2, 255, 256, 257, 8191, 20_000} {
		p := compiled(t, e, fmt.Sprintf(neighbours, far))
		n := 2*far + 40
		xs := enginetest.Ints(prim.I64, n)
		for k := range int64(11) {
			got, err := enginetest.Run(e, p, []value.Value{coretest.I64(n), coretest.I64(k), xs})
			if err != nil {
				t.Fatal(err)
			}
			x := func(i int64) int64 { return xs.At(i).Int64() }
			for i := range n {
				want := int64(-1)
				if far <= i && i < n-far-k {
					want = 0
					for at := i; at < i+k; at++ {
						want = 5*want + x(at-far) + 3*x(at) + 7*x(at+far)
					}
				}
				if g := got[0].(*value.Array).At(i).Int64(); g != want {
					t.Fatalf("%d steps at %d, elements at a distance of %d: %d, want %d", k, i, far, g, want)
				}
			}
		}
	}
}

// TestApart: a number is apart from a variable only as long as that is what it was.
func TestApart(t *testing.T) {
	p := newLibrary(1).printer(signature{})
	v := p.function.declare(i64, number(i64, 5))
	sum := p.arithmetic(prim.Sub, prim.I64, p.arithmetic(prim.Add, prim.I64, p.get(v), number(i64, 7)), number(i64, 9))
	if of, more := p.apart(sum); of.local != v.local || more != -2 {
		t.Errorf("%v, and %d", of, more)
	}
	p.assign(v, sum)
	if of, more := p.apart(sum); of.local == v.local {
		t.Errorf("what the variable is now, and %d", more)
	}
}

// TestReads: what has been read is not read again, until the code writes to memory or begins a loop.
func TestReads(t *testing.T) {
	p := newLibrary(1).printer(signature{})
	m := seg.NewMem("m", prim.I64, seg.Device)
	at := place{p.keep(p.get(p.function.declare(i32, number(i32, 5)))), 0}
	read := func() uint32 { return p.read(m, 1, at).parts[0].local }
	first := read()
	if read() != first {
		t.Error("it was read twice")
	}
	p.function.enter(false, 1)
	if read() != first {
		t.Error("it was read again in a branch")
	}
	p.write(prim.I64, single(prim.I64, number(i64, 1)), at)
	p.function.leave()
	second := read()
	if second == first {
		t.Error("it was not read again after something was written in a branch")
	}
	p.function.enter(true, 1)
	if read() == second {
		t.Error("it was not read again in a loop")
	}
	p.function.leave()
}
