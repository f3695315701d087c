package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Sums beside points]
//
// Points of a loop may also add to a variable, as they do where each adds its part to one and the same element (Note [Running sums] of package
// simplify). Nothing else in the loop may have to do with it. It is an accumulator of one element for that long:
//
//	                                  t[] = v
//	for i < n elems                   for i < n elems, in lanes
//	  ...                               ...
//	  s = add v x          becomes      t[] add= x
//	  set v = s
//	                                  v = t[]
//
// so lanes are combined as those of any accumulator. [ours; the order of a sum is that of the lanes, as for other sums of points]

// total is a variable that points add to, and its accumulator.
type total struct {
	v *core.Var
	m *seg.Mem
}

// totalsOf is the body of a loop in which sums in variables are accumulators.
func totalsOf(body seg.Code) (seg.Code, []total) {
	used, sums := map[core.Atom]int{}, map[core.Atom]*seg.Let{}
	seg.Walk(body, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { used[a]++ }) })
	inside := boundIn(body)
	var totals []total
	var out seg.Code
	gone := map[seg.Stm]bool{}
	for _, s := range body {
		if l, ok := s.(*seg.Let); ok && l.Op == prim.Add && l.T != prim.F16 {
			sums[l.V] = l
		}
		set, ok := s.(*seg.Set)
		if !ok || inside[set.V] {
			out = append(out, s)
			continue
		}
		l := sums[set.Val]
		if l == nil || l.Args[0] != core.Atom(set.V) || used[set.V] != 2 || used[l.V] != 1 { // a set names its variable, too
			return body, nil
		}
		m := seg.NewMem(set.V.Name, set.V.Type.Elem, seg.Private)
		m.Len, gone[l] = core.IntC(1), true
		totals = append(totals, total{set.V, m})
		out = append(out, &seg.Update{Mem: m, At: seg.At(core.IntC(0)), Op: prim.Add, Val: l.Args[1]})
	}
	kept := out[:0]
	for _, s := range out {
		if !gone[s] {
			kept = append(kept, s)
		}
	}
	return kept, totals
}

// around adds the beginning and the end of accumulators to code.
func around(totals []total, code seg.Code) seg.Code {
	if len(totals) == 0 {
		return code
	}
	return seg.Block(func(b *seg.Builder) {
		for _, t := range totals {
			b.Store(t.m, seg.At(core.IntC(0)), t.v)
		}
		b.Add(code...)
		for _, t := range totals {
			b.Set(t.v, b.Load("sum", t.m, 0, seg.At(core.IntC(0))))
		}
	})
}
