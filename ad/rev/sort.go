package rev

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// radixSort sorts keys of 0 .. most and gives, beside them, the places that they come from; equal ones keep their order.
// [Bruun22, 6.1.2]
//
//	loop (keys, is) = (keys, iota n) for t < (bits of most + 1) / 2 do
//	  ds = map (\k -> (k >> 2t) & 3) keys
//	  cs = scan (map2 (+)) (map (\d -> [d == 0, d == 1, d == 2]) ds)       three counters; the fourth follows
//	  scatter keys and is to the number of smaller digits + the number of equal ones before
//
// Only the bits that the largest key has are looked at, two at a time.
func radixSort(b *core.Builder, n core.Atom, keys *core.Var, most core.Atom) (sorted, from *core.Var) {
	iota := b.Let("siota", &core.Iota{N: n, Start: core.IntC(0), Step: one64, T: prim.I64})
	bits := minus(b, core.IntC(64), b.Prim("to_i64", prim.I32, b.Prim("clz", prim.I64, most)))
	loop := &core.Loop{Params: []*core.Var{core.NewVar("sis", keys.Type), core.NewVar("siota", keys.Type)},
		Init: []core.Atom{keys, iota}, I: core.NewVar("t", core.I64),
		Bound: b.Prim("shr", prim.I64, plus(b, bits, one64), one64)}
	loop.Body = b.Sub(func(b *core.Builder) []core.Atom {
		places := digitPlaces(b, n, loop.Params[0], times(b, core.IntC(2), loop.I))
		var out, dest []*core.Var
		for _, p := range loop.Params {
			dest = append(dest, b.Let(p.Name, &core.Scratch{Elem: prim.I64, Dims: keys.Type.Dims}))
		}
		out = b.Bind("sorted", &core.Scatter{W: n, Dest: dest, Idx: []*core.Var{places}, Vals: loop.Params})
		return core.Atoms(out)
	})
	pat := []*core.Var{core.NewVar("sis", keys.Type), core.NewVar("siota", keys.Type)}
	b.Add(pat, loop)
	return pat[0], pat[1]
}

// digitPlaces gives each key its place in the order of the two bits from shift on.
func digitPlaces(b *core.Builder, n core.Atom, keys *core.Var, shift core.Atom) *core.Var {
	flags := b.Map(n, []*core.Var{keys}, func(b *core.Builder, k []*core.Var) []core.Atom {
		digit := b.Prim("and", prim.I64, b.Prim("shr", prim.I64, k[0], shift), core.IntC(3))
		out := []core.Atom{digit}
		for d := range int64(3) {
			out = append(out, b.Prim("to_i64", prim.Bool, b.Prim("eq", prim.I64, digit, core.IntC(d))))
		}
		return out
	})
	ts := []core.Type{core.I64, core.I64, core.I64}
	sums := b.Lambda(append(ts, ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		return []core.Atom{plus(b, p[0], p[3]), plus(b, p[1], p[4]), plus(b, p[2], p[5])}
	})
	zero := core.IntC(0)
	counts := b.Bind("count", &core.Scan{W: n, Fn: sums, Ne: []core.Atom{zero, zero, zero}, Arrs: flags[1:]})
	starts := starts(b, n, counts)
	is := b.Let("is", &core.Iota{N: n, Start: zero, Step: one64, T: prim.I64})
	ins := append([]*core.Var{is, flags[0]}, counts...)
	return b.Map(n, ins, func(b *core.Builder, x []*core.Var) []core.Atom {
		i, digit, c := x[0], x[1], x[2:]
		smaller := func(d int64) func(b *core.Builder) core.Atom { // places of digit d
			return func(b *core.Builder) core.Atom { return minus(b, plus(b, starts[d], c[d]), one64) }
		}
		is := func(b *core.Builder, d int64) core.Atom { return b.Prim("eq", prim.I64, digit, core.IntC(d)) }
		return []core.Atom{either(b, prim.I64, is(b, 0), smaller(0), func(b *core.Builder) core.Atom {
			return either(b, prim.I64, is(b, 1), smaller(1), func(b *core.Builder) core.Atom {
				return either(b, prim.I64, is(b, 2), smaller(2), func(b *core.Builder) core.Atom {
					others := plus(b, plus(b, c[0], c[1]), c[2]) // before i with digits that are not 3
					return plus(b, starts[3], minus(b, i, others))
				})
			})
		})}
	})[0]
}

// starts are the places of the first key of each digit.
func starts(b *core.Builder, n core.Atom, counts []*core.Var) []core.Atom {
	none := b.Prim("eq", prim.I64, n, core.IntC(0))
	last := minus(b, n, one64)
	out := []core.Atom{core.IntC(0)}
	for d, c := range counts {
		total := either(b, prim.I64, none,
			func(*core.Builder) core.Atom { return core.IntC(0) },
			func(b *core.Builder) core.Atom { return b.Index(c, last) })
		out = append(out, plus(b, out[d], total))
	}
	return out
}
