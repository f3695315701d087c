package rev

import (
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// The radix sort looks at the bits that the largest key has only, up to eight at a time. Chunks of at most so many keys are
// counted and placed by one thread each.

// sorter is what the passes of a sort share.
type sorter struct {
	n            core.Atom
	chunks, size core.Atom // their number, and the words of each but the last
	low          core.Atom // bits of a place, which stand below those of the key
	width        core.Atom // bits of a digit
	radix        core.Atom // 2^width
}

// radixSort sorts keys of 0 .. most and gives, beside them, the places that they come from; equal ones keep their order.
// [ours; Bruun22, 6.1.2 does the same with scans, two bits at a time]
//
//	words = map2 (\k i -> k << low | i) keys (iota n)
//	loop words for t < passes do
//	  digit w = (w >> low + t * width) & (radix - 1)
//	  counts = map (\c -> histogram of the digits of chunk c) (iota chunks)
//	  ends = scan (+) 0 (flatten (transpose counts))          digits first, then chunks: the order of the result
//	  places = map (\c -> for each word of chunk c, the next place of its digit from the end before on) (iota chunks)
//	  scatter scratch places words
func radixSort(b *core.Builder, n core.Atom, keys *core.Var, most core.Atom) (sorted, from *core.Var) {
	bitsOf := func(x core.Atom) core.Atom {
		return minus(b, core.IntC(64), b.Prim(prim.ToI64, prim.I32, b.Prim(prim.Clz, prim.I64, x)))
	}
	bits, low := bitsOf(most), bitsOf(n)
	b.Add(nil, &core.Assert{Cond: b.Prim(prim.Lt, prim.I64, plus(b, bits, low), core.IntC(64)),
		Msg: "too many values and buckets for the derivative of a histogram"})
	upwards := func(x, y core.Atom) core.Atom { return b.Prim(prim.Div, prim.I64, minus(b, plus(b, x, y), one64), y) }
	// Few keys have few digits: counting must not take longer than looking at them.
	widest := b.Prim(prim.Max, prim.I64, b.Prim(prim.Min, prim.I64, low, core.IntC(limits.Now.SortDigit)), one64)
	passes := upwards(bits, widest)
	width := upwards(bits, b.Prim(prim.Max, prim.I64, passes, one64))
	s := &sorter{n: n, low: low, width: width}
	s.radix = b.Prim(prim.Min, prim.I64, b.Prim(prim.Shl, prim.I64, one64, width), core.IntC(1<<limits.Now.SortDigit)) // a bound that can be seen
	s.size = b.Prim(prim.Max, prim.I64, b.Prim(prim.Min, prim.I64, n, core.IntC(limits.Now.SortChunk)), one64)
	s.chunks = upwards(n, s.size)
	is := b.Let("is", &core.Iota{N: n, Start: core.IntC(0), Step: one64, T: prim.I64})
	words := b.Map(n, []*core.Var{keys, is}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Or, prim.I64, b.Prim(prim.Shl, prim.I64, x[0], low), x[1])}
	})[0]
	loop := &core.Loop{Params: []*core.Var{core.NewVar("words", keys.Type)}, Init: core.Atoms([]*core.Var{words}),
		I: core.NewVar("t", core.I64), Bound: passes}
	loop.Body = b.Sub(func(b *core.Builder) []core.Atom {
		return []core.Atom{s.pass(b, loop.Params[0], plus(b, low, times(b, loop.I, width)))}
	})
	words = core.NewVar("words", keys.Type)
	b.Add([]*core.Var{words}, loop)
	mask := minus(b, b.Prim(prim.Shl, prim.I64, one64, low), one64)
	sorted = b.Map(n, []*core.Var{words}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Shr, prim.I64, x[0], low)}
	})[0]
	from = b.Map(n, []*core.Var{words}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.And, prim.I64, x[0], mask)}
	})[0]
	return sorted, from
}

// pass sorts by the digit from bit shift on.
func (s *sorter) pass(b *core.Builder, words *core.Var, shift core.Atom) core.Atom {
	zero := core.IntC(0)
	cs := b.Let("cs", &core.Iota{N: s.chunks, Start: zero, Step: one64, T: prim.I64})
	counts := b.Map(s.chunks, []*core.Var{cs}, func(b *core.Builder, c []*core.Var) []core.Atom {
		none := b.Let("count", &core.Replicate{Dims: []core.Atom{s.radix}, Val: zero})
		return core.Atoms(s.each(b, words, c[0], shift, []*core.Var{none}, func(b *core.Builder, _, digit core.Atom, p []*core.Var) []core.Atom {
			one := plus(b, b.Index(p[0], digit), one64)
			return []core.Atom{b.Let("count", &core.Update{Arr: p[0], Idx: []core.Atom{digit}, Val: one})}
		}))
	})[0]
	all := times(b, s.radix, s.chunks)
	turned := b.Let("counts", &core.Rearrange{Perm: []int{1, 0}, Arr: counts})
	flat := b.Let("counts", &core.Reshape{Dims: []core.Atom{all}, Arr: turned})
	ends := b.Bind("ends", &core.Scan{W: all, Fn: core.BinOp(prim.Add, prim.I64), Ne: []core.Atom{zero}, Arrs: []*core.Var{flat}})[0]
	places := b.Map(s.chunks, []*core.Var{cs}, func(b *core.Builder, c []*core.Var) []core.Atom {
		digits := b.Let("digits", &core.Iota{N: s.radix, Start: zero, Step: one64, T: prim.I64})
		next := b.Map(s.radix, []*core.Var{digits}, func(b *core.Builder, d []*core.Var) []core.Atom {
			k := plus(b, times(b, d[0], s.chunks), c[0])
			return []core.Atom{either(b, prim.I64, b.Prim(prim.Eq, prim.I64, k, zero),
				func(*core.Builder) core.Atom { return zero },
				func(b *core.Builder) core.Atom { return b.Index(ends, minus(b, k, one64)) })}
		})[0]
		out := b.Let("places", &core.Scratch{Elem: prim.I64, Dims: []core.Atom{s.size}})
		return core.Atoms(s.each(b, words, c[0], shift, []*core.Var{next, out}, func(b *core.Builder, i, digit core.Atom, p []*core.Var) []core.Atom {
			place := b.Index(p[0], digit)
			return []core.Atom{
				b.Let("next", &core.Update{Arr: p[0], Idx: []core.Atom{digit}, Val: plus(b, place, one64)}),
				b.Let("places", &core.Update{Arr: p[1], Idx: []core.Atom{i}, Val: place})}
		})[1:])
	})[0]
	room := times(b, s.chunks, s.size)
	flat = b.Let("places", &core.Reshape{Dims: []core.Atom{room}, Arr: places})
	flat = b.Let("places", &core.Slice{Arr: flat, Dims: []core.DimSlice{{Start: zero, Count: s.n, Stride: one64}}})
	dest := b.Let("words", &core.Scratch{Elem: prim.I64, Dims: []core.Atom{s.n}})
	return scatter1(b, s.n, dest, flat, words)
}

// each runs f in a loop over the words of a chunk: for the number of each in the chunk, its digit, and the loop's parameters.
func (s *sorter) each(b *core.Builder, words *core.Var, chunk, shift core.Atom, init []*core.Var,
	f func(b *core.Builder, i, digit core.Atom, p []*core.Var) []core.Atom) []*core.Var {
	start := times(b, chunk, s.size)
	m := b.Prim(prim.Min, prim.I64, s.size, minus(b, s.n, start))
	mine := b.Let("mine", &core.Slice{Arr: words, Dims: []core.DimSlice{{Start: start, Count: m, Stride: one64}}})
	mask := minus(b, s.radix, one64)
	loop := &core.Loop{Init: core.Atoms(init), I: core.NewVar("i", core.I64), Bound: m}
	for _, v := range init {
		loop.Params = append(loop.Params, core.NewVar(v.Name, v.Type))
	}
	loop.Body = b.Sub(func(b *core.Builder) []core.Atom {
		digit := b.Prim(prim.And, prim.I64, b.Prim(prim.Shr, prim.I64, b.Index(mine, loop.I), shift), mask)
		return f(b, loop.I, digit, loop.Params)
	})
	var pat []*core.Var
	for _, v := range init {
		pat = append(pat, core.NewVar(v.Name, v.Type))
	}
	b.Add(pat, loop)
	return pat
}
