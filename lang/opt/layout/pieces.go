package layout

import (
	"slices"

	"raido/lang/core"
)

// Note [Columns that are read again]
//
// What goes along a column of a matrix takes an element from every row in turn. Code that does so once is as good as a copy; nested code, which goes along
// the same column in each of its runs, reads a copy in one piece:
//
//	let w = (transpose a)[j]                                       let w = copy (transpose a)[j]
//	in map (\u -> reduce (+) 0 (map2 (*) u w)) q      becomes      in map (\u -> reduce (+) 0 (map2 (*) u w)) q
//
// Parallel code stays, there columns are those of threads side by side. [packing, as in Goto, van de Geijn, Anatomy of high-performance matrix
// multiplication, 2008, for one column]

// Pieces copies columns that nested code reads again and again: Note [Columns that are read again].
func Pieces(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		c := &copier{funs: funs, turned: map[*core.Var]bool{}}
		return c.body(f.Body, false)
	})
}

type copier struct {
	funs   map[*core.Fun]*core.Fun
	turned map[*core.Var]bool // matrices whose rows do not lie in one piece, and these rows
}

// body rewrites a body; parallel says that it is one of parallel code.
func (c *copier) body(b core.Body, parallel bool) core.Body {
	out := &core.Builder{}
	for k, s := range b.Stms {
		out.Src = s.Src
		switch e := s.Exp.(type) {
		case *core.Rearrange:
			last := len(e.Perm) - 1
			c.turned[s.Pat[0]] = e.Perm[last] != last && e.Arr.Type.Rank() == len(e.Perm)
		case *core.Call:
			s.Exp = &core.Call{Fun: c.funs[e.Fun], Args: e.Args}
		case *core.Index:
			c.turned[s.Pat[0]] = c.turned[e.Arr] && s.Pat[0].Type.Rank() == 1
		case *core.Slice:
			c.turned[s.Pat[0]] = c.turned[e.Arr] && e.Arr.Type.Rank() == 1
		default: // no column
		}
		if !parallel && c.isColumn(s) && slices.ContainsFunc(b.Stms[k+1:], func(t core.Stm) bool { return again(t, s.Pat[0], 0) }) {
			out.Add(s.Pat, &core.Copy{Arr: out.Let(s.Pat[0].Name, s.Exp)})
			continue
		}
		_, diff := s.Exp.(*core.Diff)
		_, acc := s.Exp.(*core.WithAcc)
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return c.body(b, parallel) },
			Lambda: func(f *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: f.Params, Ret: f.Ret, Body: c.body(f.Body, parallel || !diff && !acc)}
			},
		})
		out.Add(s.Pat, s.Exp)
	}
	return out.Body(b.Result...)
}

// isColumn reports whether a statement binds a column, or a part of one.
func (c *copier) isColumn(s core.Stm) bool {
	switch s.Exp.(type) {
	case *core.Index, *core.Slice:
		return c.turned[s.Pat[0]]
	default: // all of a matrix, or no view
		return false
	}
}

// again reports whether a statement inside of so many maps and loops goes along v, or has one that does in each of its runs.
func again(s core.Stm, v *core.Var, depth int) bool {
	if e, ok := s.Exp.(*core.Map); ok && depth > 0 && slices.Contains(e.Arrs, v) {
		return true
	}
	_, once := s.Exp.(*core.If)
	_, acc := s.Exp.(*core.WithAcc)
	if !once && !acc {
		depth++
	}
	found := false
	core.Inside(s.Exp, func(b core.Body) core.Body {
		found = found || slices.ContainsFunc(b.Stms, func(s core.Stm) bool { return again(s, v, depth) })
		return b
	})
	return found
}
