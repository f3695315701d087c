package listed

import (
	"slices"

	"raido/lang/core"
)

// Note [Rows outside]
//
// Where maps have nothing but each other in them, down to the innermost one, their points are computed in any order, and neighbouring ones
// side by side, in lanes. Points of one row sum the same terms; those of several rows do not, and a sum would take as long as the longest one beside it. So
// if a row is inside of a level that is none,
//
//	map J (\j -> map D (\d -> sum of c[d] terms))   becomes   rearrange (1, 0) (map D (\d -> map J (\j -> sum of c[d] terms)))
//
// Where a point of a level has something else to do, it is done by one thread with all its rows, and the levels stay. [ours]

// perfect are the maps with nothing but each other in them, from m to the innermost one, whose results are all those of m; nil if there
// are no such.
func (n *nest) perfect(m *core.Map) []*core.Map {
	var out []*core.Map
	for {
		out = append(out, m)
		at := slices.IndexFunc(m.Fn.Body.Stms, func(s core.Stm) bool { e, ok := s.Exp.(*core.Map); return ok && n.around(e) })
		if at < 0 {
			return out
		}
		inner := m.Fn.Body.Stms[at]
		if !slices.Equal(core.Atoms(inner.Pat), m.Fn.Body.Result) {
			return nil
		}
		for k, s := range m.Fn.Body.Stms {
			switch s.Exp.(type) {
			case *core.Index, *core.Rearrange, *core.Use, *core.Iota:
			default:
				if k != at {
					return nil
				}
			}
		}
		m = inner.Exp.(*core.Map)
	}
}

// row reports whether a level is a row of a sum.
func (n *nest) row(m *core.Map) bool {
	return slices.ContainsFunc(n.sums, func(f *sum) bool { return f.row[m] })
}

// turns reports whether rows should be the outer levels: one is inside of another level.
func (n *nest) turns(levels []*core.Map) bool {
	other := slices.IndexFunc(levels, func(m *core.Map) bool { return !n.row(m) })
	return other >= 0 && slices.ContainsFunc(levels[other:], n.row)
}

// turned are the results of perfect levels, with the rows outside.
func (n *nest) turned(b *core.Builder, levels []*core.Map) []core.Atom {
	var order []*core.Map
	var widths []core.Atom
	for _, rows := range []bool{true, false} {
		for _, m := range levels {
			if n.row(m) == rows {
				order, widths = append(order, m), append(widths, m.W)
			}
		}
	}
	perm := make([]int, len(levels))
	for k, m := range levels {
		perm[k] = slices.Index(order, m)
	}
	out := nested(b, widths, func(b *core.Builder, is []core.Atom) []core.Atom {
		indices := map[*core.Map]core.Atom{}
		for k, m := range order {
			indices[m] = is[k]
		}
		return n.point(b, levels, indices)
	})
	for k, a := range out {
		out[k] = b.Let("map", &core.Rearrange{Perm: perm, Arr: a.(*core.Var)})
	}
	return out
}

// point are the results at a point of levels.
func (n *nest) point(b *core.Builder, levels []*core.Map, indices map[*core.Map]core.Atom) []core.Atom {
	in := core.NewSubst()
	for _, m := range levels {
		n.elements(b, in, m, indices[m])
		for _, s := range m.Fn.Body.Stms {
			b.Src = s.Src
			if e, ok := s.Exp.(*core.Map); ok && n.around(e) {
				continue
			}
			if f := n.summed(s); f != nil {
				in.Vars[s.Pat[0]] = f.short(b, in, indices)
			} else {
				b.Stms = append(b.Stms, in.Stm(s))
			}
		}
	}
	return in.Atoms(levels[len(levels)-1].Fn.Body.Result)
}
