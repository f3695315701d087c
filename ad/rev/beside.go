package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// beside says how scalars are kept together: those of one type side by side, in one array, so that a place that data choose
// is one line of a cache for all of them.
type beside struct {
	types []prim.Type // of the arrays
	of    [][]int     // the scalars that each has, in order
}

func besides(ts []core.Type) *beside {
	s := &beside{}
	for i, t := range ts {
		g := slices.Index(s.types, t.Elem)
		if g < 0 {
			g = len(s.types)
			s.types, s.of = append(s.types, t.Elem), append(s.of, nil)
		}
		s.of[g] = append(s.of[g], i)
	}
	return s
}

// rows are arrays of scalars.
func (s *beside) rows(b *core.Builder, xs []core.Atom) []core.Atom {
	var out []core.Atom
	for g, t := range s.types {
		var row []core.Atom
		for _, i := range s.of[g] {
			row = append(row, xs[i])
		}
		out = append(out, b.Let("row", &core.ArrayLit{Elem: core.Prim(t), Elems: row}))
	}
	return out
}

// read are the scalars of rows of arrays.
func (s *beside) read(b *core.Builder, arrs []*core.Var, at ...core.Atom) []core.Atom {
	n := 0
	for _, of := range s.of {
		n += len(of)
	}
	out := make([]core.Atom, n)
	for g, of := range s.of {
		for k, i := range of {
			out[i] = b.Index(arrs[g], append(slices.Clone(at), core.IntC(int64(k)))...)
		}
	}
	return out
}

// put is arrays with other scalars in a row; nil leaves one as it is.
func (s *beside) put(b *core.Builder, arrs []*core.Var, at core.Atom, xs []core.Atom) []core.Atom {
	out := core.Atoms(arrs)
	for g, of := range s.of {
		for k, i := range of {
			if xs[i] != nil {
				out[g] = b.Let("t", &core.Update{Arr: out[g].(*core.Var), Idx: []core.Atom{at, core.IntC(int64(k))}, Val: xs[i]})
			}
		}
	}
	return out
}
