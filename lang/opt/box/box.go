package box

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/prim"
)

// Note [Maps that change a part]
//
// An elimination that is written with whole arrays makes a new matrix in each step, of which most is the old one:
//
//	loop a for k < n do                                     loop a for k < n do
//	  map2 (\i r -> if i <= k then r else f r a[k])           a with [k + 1:] = map (\r -> f r a[k]) a[k + 1:]
//	       (iota n) a                             becomes
//	  tabulate_2d n n (\i j -> if i > k && j > k              a with [k + 1:, k + 1:] = tabulate_2d (n - k - 1) (n - k - 1)
//	       then g i j else a[i, j])                                   (\i j -> g (i + k + 1) (j + k + 1))
//
// The right form costs what changes, keeps less for the return sweep, and its adjoint takes a part out of an array in the place of adding whole ones. What
// changes are the elements that a branch computes; conditions on the indices on the way to it bound them. The part is the least box around all of
// them, and conditions stay that do not hold everywhere in it. It is made where a bound changes from iteration to iteration: borders that stay, as those of
// stencils, are better left to maps. Several parts are made one after the other: where more than one of them fails, the failure that is told may be that of
// another one than the map's first. [Peng23, 3.3: effective regions of definitions; ours for maps]

// Boxes makes updates of maps that change a part of an array: Note [Maps that change a part].
func Boxes(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		w := &walker{funs: funs, defs: map[*core.Var]core.Exp{}, changing: map[*core.Var]bool{}}
		core.Walk(f.Body, func(s core.Stm) {
			for _, v := range s.Pat {
				w.defs[v] = s.Exp
			}
		})
		return w.body(f.Body)
	})
}

type form = affine.Form

type walker struct {
	funs     map[*core.Fun]*core.Fun
	defs     map[*core.Var]core.Exp
	loops    []*core.Loop       // around, the outermost first
	changing map[*core.Var]bool // what loops bind
}

func (w *walker) def(v *core.Var) core.Exp { return w.defs[v] }

func (w *walker) body(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for k, st := range b.Stms {
		if l, ok := st.Exp.(*core.Loop); ok && l.Cond == nil && l.I.Type.Elem == prim.I64 {
			before, n := w.loop(b, k, l)
			out.Stms, st.Exp = append(out.Stms, before...), n
		} else {
			st.Exp = core.Inside(st.Exp, w.body)
		}
		if c, ok := st.Exp.(*core.Call); ok {
			c.Fun = w.funs[c.Fun]
		}
		out.Stms = append(out.Stms, st)
	}
	return out
}

// loop is statement k of a body, a loop, with updates in the place of maps, and what must stand before it.
func (w *walker) loop(b core.Body, k int, l *core.Loop) (before []core.Stm, out *core.Loop) {
	for v := range core.BoundIn(&core.Lambda{Params: append(slices.Clone(l.Params), l.I), Body: l.Body}) {
		w.changing[v] = true
	}
	n := *l
	n.Init = slices.Clone(l.Init)
	w.loops = append(w.loops, l)
	for j, p := range l.Params {
		if !p.Type.IsScalar() && !p.Type.IsAcc() && w.updates(&n, j) && !fresh(b, k, l.Init[j]) {
			c := core.NewVar(p.Name, l.Init[j].AtomType())
			before = append(before, core.Stm{Pat: []*core.Var{c}, Exp: &core.Copy{Arr: l.Init[j].(*core.Var)}, Src: b.Stms[k].Src})
			n.Init[j] = c
		}
	}
	w.fill(&n)
	n.Body = w.body(n.Body)
	w.loops = w.loops[:len(w.loops)-1]
	return before, &n
}

// fresh reports whether an array is made in a body for statement k alone.
func fresh(b core.Body, k int, a core.Atom) bool {
	for j, st := range b.Stms {
		switch uses := core.FreeInStm(st).Has(a.(*core.Var)); {
		case uses && j != k:
			return false
		case slices.Contains(core.Atoms(st.Pat), a):
			switch st.Exp.(type) {
			case *core.Copy, *core.Map, *core.Replicate:
			default:
				return false
			}
			if e := b.Stms[k].Exp.(*core.Loop); slices.Contains(b.Result, a) || core.FreeInBody(e.Body).Has(a.(*core.Var)) || count(e.Init, a) > 1 {
				return false
			}
			return true
		}
	}
	return false
}

func count(as []core.Atom, a core.Atom) (n int) {
	for _, x := range as {
		if x == a {
			n++
		}
	}
	return n
}

// updates puts an update of a part in the place of the map that makes the next value of parameter j of a loop; false if it is none such.
func (w *walker) updates(l *core.Loop, j int) bool {
	k := slices.IndexFunc(l.Body.Stms, func(s core.Stm) bool { return len(s.Pat) == 1 && core.Atom(s.Pat[0]) == l.Body.Result[j] })
	if k < 0 || count(l.Body.Result, l.Body.Result[j]) > 1 {
		return false
	}
	m, ok := l.Body.Stms[k].Exp.(*core.Map)
	t := l.Body.Stms[k].Pat[0].Type
	if !ok || len(m.Accs) > 0 || !slices.Equal(t.Dims, l.Params[j].Type.Dims) {
		return false
	}
	for _, old := range slices.Concat(m.Arrs, core.FreeInLambda(m.Fn).List) {
		if old.Type.Elem != t.Elem || !slices.Equal(old.Type.Dims, t.Dims) || !w.owned(l, j, k, old) {
			continue
		}
		b := &box{walker: w, old: old, within: core.BoundIn(m.Fn), at: map[*core.Var]int{old: 0}, index: map[*core.Var]*core.Var{}}
		if !b.find(m) {
			continue
		}
		l.Body.Stms = slices.Concat(l.Body.Stms[:k], b.update(l.Body.Stms[k], m), l.Body.Stms[k+1:])
		return true
	}
	return false
}

// owned reports whether an array is parameter j of a loop or what its body has made of it or anew, and nothing uses its memory after statement k but what this makes.
func (w *walker) owned(l *core.Loop, j, k int, old *core.Var) bool {
	names := &core.VarSet{}
	names.Add(old)
	local := &core.VarSet{}
	local.Add(l.Params[j])
	called := false // a function is given the array, and may give it back, or has made it
	for n := 0; n < len(names.List); {
		n = len(names.List)
		for _, top := range l.Body.Stms[:k] {
			core.Walk(core.Body{Stms: []core.Stm{top}}, func(s core.Stm) {
				for _, v := range s.Pat {
					local.Add(v)
				}
				s.Exp.Map(core.Mapper{Binder: func(v *core.Var) *core.Var { local.Add(v); return v }, Lambda: func(f *core.Lambda) *core.Lambda {
					for _, v := range f.Params {
						local.Add(v)
					}
					return f
				}})
				for _, a := range s.Exp.Aliases(s.Pat) {
					if names.Has(a.Of) || names.Has(a.Name) {
						names.Add(a.Of)
						names.Add(a.Name)
					}
				}
				if _, call := s.Exp.(*core.Call); call && len(s.Pat) > 0 {
					called = called || slices.ContainsFunc(s.Pat, names.Has) || slices.ContainsFunc(core.FreeInStm(s).List, names.Has)
				}
			})
		}
	}
	if called || slices.ContainsFunc(names.List, func(v *core.Var) bool { return !local.Has(v) }) {
		return false
	}
	for _, st := range l.Body.Stms[k+1:] {
		if slices.ContainsFunc(core.FreeInStm(st).List, names.Has) {
			return false
		}
	}
	return !slices.ContainsFunc(l.Body.Result, func(a core.Atom) bool { v := core.AsVar(a); return v != nil && names.Has(v) })
}
