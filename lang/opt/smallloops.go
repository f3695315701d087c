package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Small loops]
//
// Loops over the corners of a triangle, the dimensions of space or a list of directions that the program writes out go round a few times, as often in each run:
//
//	loop q for i < 3 do q with [tri[e, i]] = q[tri[e, i]] + z[i]
//
// Written out, iteration after iteration, their counters are constants: so are the elements of the program's tables at these, offsets become those of a stencil,
// small arrays are numbers, and the loop around is the innermost, whose points go in lanes. This is done before loops become maps and before derivatives are taken,
// where the loop stands in a loop or in parallel code, its iterations have no loops but such, not too many statements come of it, and its counter chooses elements
// of a list that the program writes out, reads an index, or is compared or divided. Other loops, as those of matrix products and filters, are better left to passes that know them. [ours; complete
// unrolling: Allen and Kennedy, Optimizing Compilers for Modern Architectures, 2001, 8.4]

// SmallLoops writes out loops of a few iterations: Note [Small loops].
func SmallLoops(p *core.Prog) *core.Prog {
	changed := false
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		s := &smallLoops{funs: funs, lists: map[*core.Var]bool{}}
		b := s.body(f.Body, false)
		changed = changed || s.changed
		return b
	})
	if changed {
		return Simplify(out)
	}
	return p
}

type smallLoops struct {
	funs    map[*core.Fun]*core.Fun
	lists   map[*core.Var]bool // arrays that the program writes out
	changed bool
}

// body rewrites a body, inner loops first; inside reports whether it is part of a loop or of parallel code.
func (s *smallLoops) body(b core.Body, inside bool) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		if c, ok := st.Exp.(*core.Call); ok {
			out.Add(st.Pat, &core.Call{Fun: s.funs[c.Fun], Args: c.Args})
			continue
		}
		if _, ok := st.Exp.(*core.ArrayLit); ok {
			s.lists[st.Pat[0]] = true
		}
		_, isDiff := st.Exp.(*core.Diff)
		_, isIf := st.Exp.(*core.If)
		e := core.Inside(st.Exp, func(b core.Body) core.Body { return s.body(b, inside || !isDiff && !isIf) })
		l, ok := e.(*core.Loop)
		if !ok || !inside || !goesFew(l) || !s.chooses(l) {
			out.Add(st.Pat, e)
			continue
		}
		s.changed = true
		for i, a := range written(out, l) {
			out.Add([]*core.Var{st.Pat[i]}, &core.Use{Atom: a})
		}
	}
	return out.Body(b.Result...)
}

// Bounds of a loop that is written out: its iterations, the statements that come of it, and the branches.
const (
	smallTrips    = 16
	smallStms     = 256
	smallBranches = 12
)

// numbersOnly reports whether code has no loops and no parallel nodes.
func numbersOnly(b core.Body) bool {
	ok := true
	core.Walk(b, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.PrimApp, *core.Use, *core.Index, *core.Slice, *core.Update, *core.ArrayLit, *core.If, *core.Assert:
		default: // loops, and what makes or copies arrays
			ok = false
		}
	})
	return ok
}

// goesFew reports whether a loop is written out.
func goesFew(l *core.Loop) bool {
	n, ok := l.Bound.(core.Const)
	if !ok || l.I == nil || len(l.Attrs) > 0 || n.Int64() > smallTrips || !numbersOnly(l.Body) {
		return false
	}
	for _, p := range l.Params {
		for _, d := range p.Type.Dims {
			for _, q := range l.Params {
				if d == core.Atom(q) {
					return false // arrays change their sizes
				}
			}
		}
	}
	ifs := 0
	core.Walk(l.Body, func(s core.Stm) {
		if _, ok := s.Exp.(*core.If); ok {
			ifs++
		}
	})
	return n.Int64()*int64(core.Statements(l.Body)) <= smallStms && n.Int64()*int64(ifs) <= smallBranches
}

// chooses reports whether the counter of a loop chooses what only constants tell apart.
func (s *smallLoops) chooses(l *core.Loop) (found bool) {
	core.Walk(l.Body, func(st core.Stm) {
		switch e := st.Exp.(type) {
		case *core.Index:
			list := s.lists[e.Arr] && e.Arr.Type.Rank() == 1
			found = found || slices.Contains(e.Idx, core.Atom(l.I)) && (list || e.Arr.Type.Elem == prim.I64 && st.Pat[0].Type.IsScalar())
		case *core.PrimApp:
			if len(e.Args) == 2 && e.Args[0] == core.Atom(l.I) && slices.Contains(tellingApart, e.Op) {
				_, constant := e.Args[1].(core.Const)
				found = found || constant
			}
		default: // no choice
		}
	})
	return found
}

// tellingApart are operators of a counter and a constant that tell iterations apart.
var tellingApart = []*prim.Op{prim.Eq, prim.Lt, prim.Le, prim.Div, prim.Mod, prim.Quot, prim.Rem}

// written adds the iterations of a loop to b, and gives what they come to.
func written(b *core.Builder, l *core.Loop) []core.Atom {
	step := &core.Lambda{Params: append([]*core.Var{l.I}, l.Params...), Body: l.Body}
	at := l.Init
	for i := range l.Bound.(core.Const).Int64() {
		at = b.Inline(step, append([]core.Atom{core.Const{Scalar: prim.Int(l.I.Type.Elem, i)}}, at...)...)
	}
	return at
}
