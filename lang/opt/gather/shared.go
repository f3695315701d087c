package gather

import (
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Shared reads]
//
// An element that several branches of an if read is read once before it, if its index is in range for sure:
//
//	\i k -> if p i k then f a[i, k] else a[i, k]      becomes      \i k -> let x = a[i, k] in if p i k then f x else x
//
// The adjoint of a[i, k] is then one choice between the adjoints of x, and not a sum of one for each branch. Where branches
// leave x alone, the adjoint of the result is left alone, too: elements of a that do not change keep their adjoints in place. That is so where the
// branches read no other element of a: a stencil adds to all its neighbours anyway, best in one place (Invert in package opt).

// Shared reads an element once that several branches read.
func Shared(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		s := &sharer{funs: funs, iotas: map[*core.Var]core.Atom{}, below: map[core.Atom]core.Atom{}}
		return s.body(f.Body)
	})
}

// sharer knows the arrays 0, 1, ... with their lengths, and the bounds of indices.
type sharer struct {
	funs  map[*core.Fun]*core.Fun
	iotas map[*core.Var]core.Atom
	below map[core.Atom]core.Atom
}

func (s *sharer) body(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, x := range b.Stms {
		switch e := x.Exp.(type) {
		case *core.Iota:
			if core.Counts(e) {
				s.iotas[x.Pat[0]] = e.N
			}
		case *core.Map:
			for i, a := range e.Arrs {
				if n := s.iotas[a]; n != nil {
					s.below[e.Fn.Params[len(e.Accs)+i]] = n
				}
			}
		case *core.Loop:
			if e.Cond == nil && e.I != nil && e.I.Type.Elem == prim.I64 {
				s.below[e.I] = e.Bound
			}
		case *core.Call:
			n := *e
			n.Fun = s.funs[e.Fun]
			x.Exp = &n
		case *core.If:
			reads, rest := s.shared(e)
			for _, r := range reads {
				out.Stms = append(out.Stms, core.Stm{Pat: r.Pat, Exp: r.Exp, Src: r.Src})
			}
			x.Exp = rest
		default: // binds no index
		}
		x.Exp = core.Inside(x.Exp, s.body)
		out.Stms = append(out.Stms, x)
	}
	return out
}

// shared are the reads that both branches of an if, or of one inside of it, make, and the if without them.
func (s *sharer) shared(e *core.If) ([]core.Stm, *core.If) {
	inside := map[core.Atom]bool{}
	var found []core.Stm // the first of each
	var times []int
	count := map[*core.Var]int{} // where a read is in found
	others := map[*core.Var]int{}
	core.Walk(core.Body{Stms: []core.Stm{{Exp: e}}}, func(x core.Stm) {
		for _, v := range x.Pat {
			inside[v] = true
		}
		if r, ok := x.Exp.(*core.Index); ok {
			others[r.Arr]++
		}
	})
	var look func(b core.Body)
	look = func(b core.Body) {
		for _, x := range b.Stms {
			switch r := x.Exp.(type) {
			case *core.If:
				look(r.Then)
				look(r.Else)
			case *core.Index:
				if inside[r.Arr] || slices.ContainsFunc(r.Idx, func(a core.Atom) bool { return inside[a] }) || !s.inRange(r) {
					continue
				}
				k := slices.IndexFunc(found, func(f core.Stm) bool {
					g := f.Exp.(*core.Index)
					return g.Arr == r.Arr && slices.Equal(g.Idx, r.Idx)
				})
				if k < 0 {
					k = len(found)
					found, times = append(found, x), append(times, 0)
				}
				times[k]++
				count[x.Pat[0]] = k
			default: // runs another number of times
			}
		}
	}
	look(e.Then)
	look(e.Else)
	var out []core.Stm
	is := map[*core.Var]core.Atom{}
	once := map[int]*core.Var{}
	for k, x := range found {
		if times[k] > 1 && times[k] == others[x.Exp.(*core.Index).Arr] {
			once[k] = core.NewVar(x.Pat[0].Name, x.Pat[0].Type)
			out = append(out, core.Stm{Pat: []*core.Var{once[k]}, Exp: x.Exp, Src: x.Src})
		}
	}
	for v, k := range maps.All(count) {
		if once[k] != nil {
			is[v] = once[k]
		}
	}
	if len(is) == 0 {
		return nil, e
	}
	return out, renamed(e, is).(*core.If)
}

// renamed is an expression without the reads that are other variables now.
func renamed(e core.Exp, is map[*core.Var]core.Atom) core.Exp {
	atom := func(a core.Atom) core.Atom {
		if v, ok := a.(*core.Var); ok && is[v] != nil {
			return is[v]
		}
		return a
	}
	var m core.Mapper
	body := func(b core.Body) core.Body {
		out := core.Body{}
		for _, x := range b.Stms {
			if len(x.Pat) == 1 && is[x.Pat[0]] != nil {
				continue
			}
			x.Exp = x.Exp.Map(m)
			out.Stms = append(out.Stms, x)
		}
		for _, a := range b.Result {
			out.Result = append(out.Result, atom(a))
		}
		return out
	}
	m = core.Mapper{Atom: atom, Body: body, Lambda: func(l *core.Lambda) *core.Lambda {
		return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: body(l.Body)}
	}}
	return e.Map(m)
}

// inRange reports whether a read of one element cannot fail.
func (s *sharer) inRange(r *core.Index) bool {
	dims := r.Arr.Type.Dims
	if len(r.Idx) != len(dims) {
		return false
	}
	for d, i := range r.Idx {
		n, known := core.IntConst(dims[d])
		c, isConst := core.IntConst(i)
		bound := s.below[i]
		m, fixed := core.IntConst(bound)
		if !(isConst && known && 0 <= c && c < n) && !(bound != nil && (bound == dims[d] || known && fixed && m <= n)) {
			return false
		}
	}
	return true
}
