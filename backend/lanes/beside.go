package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Sums beside rows]
//
// Where pairs of points act on each other, a loop over j adds to a sum for i and to a row of elements j (Note [Totals beside] in
// backend/simplify). With i in lanes, each element of the row takes a sum over lanes. With j in lanes both are vectors:
//
//	for j < n                              for j < n by W
//	  x = ...                                x = ...
//	  set t = add t x             ->         s = add s x
//	  acc[j] add= y                          acc[j .. j+W] = add acc[j .. j+W] y
//	                                       t = add t (sum of s)
//
// if nothing else in the loop has to do with the variables and with the memories that it adds to, whose elements it takes at one place each. Where the
// iterations are known to be apart but for the variables (Note [In-place loops] in backend/simplify), they may also store, conditionally too.

// sumsBesideRows is a loop as a fold that adds to rows, too; nil if it is none.
func sumsBesideRows(s *seg.For) *seg.Fold {
	if !s.FromZero() || s.Step > 1 || s.Interchange != seg.NoInterchange || s.I.Type.Elem != prim.I64 {
		return nil
	}
	f := &seg.Fold{I: s.I, Bound: s.Bound}
	sums := map[core.Atom]*seg.Let{}
	uses, own := usesAndOwn(s.Body)
	for _, x := range s.Body {
		if l, ok := x.(*seg.Let); ok && l.Op == prim.Add {
			sums[l.V] = l
		}
	}
	rows := map[*seg.Mem]seg.Index{}
	for _, x := range s.Body {
		switch x := x.(type) {
		case *seg.Set:
			l := sums[x.Val]
			if l == nil || l.Args[0] != core.Atom(x.V) || uses[x.V] != 2 || uses[x.Val] != 1 || !x.V.Type.Elem.IsFloat() {
				return nil
			}
			f.Accs, f.Ops, f.Vals = append(f.Accs, x.V), append(f.Ops, prim.Add), append(f.Vals, l.Args[1])
		case *seg.Update:
			if at, ok := rows[x.Mem]; ok && !slices.Equal(at, x.At) || x.Strip || !x.At.StepsBy1(s.I) {
				return nil
			}
			rows[x.Mem] = x.At
		case *seg.Let, *seg.Select, *seg.Load:
		case *seg.Decl, *seg.Store, *seg.If:
			if !s.Apart || setsOthers(x, own) {
				return nil
			}
		default:
			return nil
		}
	}
	if len(f.Accs) == 0 || len(rows) == 0 && !s.Apart {
		return nil
	}
	for _, x := range s.Body {
		switch x := x.(type) {
		case *seg.Load:
			if _, ok := rows[x.Mem]; ok || x.Ordered {
				return nil
			}
		case *seg.Let:
			if uses[x.V] == 1 && slices.ContainsFunc(f.Accs, func(v *core.Var) bool { return sums[x.V] == x && x.Args[0] == core.Atom(v) }) {
				continue
			}
		case *seg.Set:
			continue
		default: // part of the fold
		}
		f.Body = append(f.Body, x)
	}
	return f
}

// usesAndOwn is how often code has operands, and the variables that it declares.
func usesAndOwn(c seg.Code) (uses map[core.Atom]int, own map[*core.Var]bool) {
	uses, own = map[core.Atom]int{}, map[*core.Var]bool{}
	seg.Walk(c, func(x seg.Stm) {
		seg.Operands(x, func(a core.Atom) { uses[a]++ })
		if d, ok := x.(*seg.Decl); ok {
			own[d.V] = true
		}
	})
	return uses, own
}

// setsOthers reports whether a branch sets variables that are not of an iteration.
func setsOthers(s seg.Stm, own map[*core.Var]bool) bool {
	found := false
	if _, branch := s.(*seg.If); branch {
		seg.Walk(seg.Code{s}, func(x seg.Stm) { set, ok := x.(*seg.Set); found = found || ok && !own[set.V] })
	}
	return found
}

// besideShapes analyses such a fold; nil if it cannot be vectors or would not gain by it.
func besideShapes(f *seg.Fold) *shapes {
	if c, ok := f.Bound.(core.Const); ok && c.Int64() < leastInner || len(f.Body) > maxTwice || !seg.LoopFree(f.Body) {
		return nil
	}
	l := shapesAlong(f.I, f.Body, 0)
	l.width = l.natural()
	if !l.fits(f.Body) || !l.mostlyRows(f.Body) {
		return nil
	}
	return l
}
