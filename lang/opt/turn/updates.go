package turn

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Updates along rows]
//
// The adjoint of a nest whose innermost loop sums is a nest that adds to places in the same order:
//
//	map m (acc; iota m, ys) (\acc j y ->                            map l (acc; iota l) (\acc k ->
//	  map l (acc; iota l) (\acc k -> update_acc acc [k, j] (f y))     becomes   map m (acc; iota m, ys) (\acc j y -> update_acc acc [k, j] (f y)))
//
// In parallel code these are loops of one thread, and sums may be in any order. The one whose index comes last in memory is to be the innermost:
// it is done in vectors, and what does not depend on it is read, or summed, once. [Allen, Kennedy: Optimizing Compilers for Modern
// Architectures, 9.2: memory order]
//
// What the outer map adds beside the inner one is added by a map of its own before, and numbers that cost more than to read them, or
// that it gives, are computed by one. A loop that only adds is such a map, too. A nest that is no part of parallel code is a kernel of
// the outer map's points, and is turned where it stands in a loop and the inner width goes with its iterations, as in substitutions and
// factorisations: the points are as many in the mean, and none is added to by two of them.

// Updates turns nests of maps that only add to accumulators: Note [Updates along rows].
func Updates(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		u := &updates{funs: funs, defs: map[*core.Var]core.Exp{}, changes: map[*core.Var]bool{}}
		return u.body(f.Body, around{})
	})
}

type updates struct {
	funs map[*core.Fun]*core.Fun
	defs map[*core.Var]core.Exp
	// changes are the variables that loops outside of maps compute in each iteration.
	changes map[*core.Var]bool
}

// around says what contains a body.
type around struct{ isMap, loop bool }

// body rewrites a body.
func (u *updates) body(b core.Body, in around) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		for _, v := range s.Pat {
			u.defs[v] = s.Exp
			u.changes[v] = in.loop && !in.isMap
		}
		_, isMap := s.Exp.(*core.Map)
		_, isLoop := s.Exp.(*core.Loop)
		inner := around{in.isMap || isMap, in.loop || isLoop}
		s.Exp = core.Inside(s.Exp, func(b core.Body) core.Body { return u.body(b, inner) })
		if e, ok := s.Exp.(*core.Call); ok {
			s.Exp = &core.Call{Fun: u.funs[e.Fun], Args: e.Args}
		}
		if m, ok := s.Exp.(*core.Map); ok && (in.isMap || in.loop) {
			if stms := u.turned(s, m, in); stms != nil {
				out.Stms = append(out.Stms, stms...)
				continue
			}
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// pair is a map that only adds, with one inside that does so.
type pair struct {
	*updates
	outer, inner *core.Map
	bound        map[*core.Var]bool     // in the outer map, and depends on its point
	lifted       []core.Stm             // what does not depend on it, and cannot fail
	each         []core.Stm             // numbers that are computed again for each point of both
	rows         map[*core.Var]core.Exp // parts of arrays

	b      *core.Builder      // the code of a point of both
	k      *core.Var          // the point of the inner map
	js     map[*core.Var]bool // what is that of the outer one, or a row of it
	arrs   []*core.Var        // of the inner map that do not depend on the outer point
	params []*core.Var        // their elements
	result []core.Atom
}

// turned is a nest with the inner map outside; nil if it stays.
func (u *updates) turned(s core.Stm, m *core.Map, in around) []core.Stm {
	before, m := parted(s, adding(m))
	numbers, m := numbered(s, m)
	before = append(before, numbers...)
	if len(m.Fn.Ret) == len(m.Accs) {
		s.Pat = s.Pat[:len(m.Accs)]
	}
	p := &pair{updates: u, outer: m, bound: map[*core.Var]bool{}, rows: map[*core.Var]core.Exp{}}
	if !p.take() || !in.isMap && !u.changes[core.AsVar(p.inner.W)] {
		return nil
	}
	if !p.code() {
		return nil
	}
	if p.strided(func(v *core.Var) bool { return v == p.k }) <= p.strided(func(v *core.Var) bool { return p.js[v] }) {
		return nil
	}
	return append(before, p.build(s)...)
}

// take takes the outer map apart.
func (p *pair) take() bool {
	m, n := p.outer, len(p.outer.Accs)
	stms := m.Fn.Body.Stms
	if n == 0 || len(m.Fn.Ret) != n || len(stms) == 0 {
		return false
	}
	last := stms[len(stms)-1]
	inner, ok := last.Exp.(*core.Map)
	if !ok || len(inner.Accs) != n || len(last.Pat) != n {
		return false
	}
	for i, v := range last.Pat { // both hand on the same accumulators, the inner one in some order
		at := slices.Index(m.Fn.Params[:n], inner.Accs[i])
		if at < 0 || m.Fn.Body.Result[at] != core.Atom(v) {
			return false
		}
	}
	if p.inner = inner; !straight(inner.Fn.Body) {
		return false
	}
	for _, v := range m.Fn.Params {
		p.bound[v] = true
	}
	for _, s := range stms[:len(stms)-1] {
		if !p.between(s) {
			return false
		}
	}
	w := core.AsVar(inner.W)
	return w == nil || !p.bound[w]
}

// again are the operators on floats that are computed again for each point of both maps.
var again = map[*prim.Op]bool{prim.Add: true, prim.Sub: true, prim.Mul: true, prim.Weigh: true, prim.Neg: true}

// between takes over a statement between the maps: a part of an array, a number, or what can be lifted.
func (p *pair) between(s core.Stm) bool {
	dep := slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return p.bound[v] })
	switch x := s.Exp.(type) {
	case *core.PrimApp:
		if x.MayFail() || dep && x.T.IsFloat() && !again[x.Op] {
			return false
		}
	case *core.Index, *core.Slice, *core.Copy:
		dep = true // may fail, and there may be no point
	case *core.Iota:
		p.defs[s.Pat[0]] = x
	case *core.Rearrange:
	default: // work
		return false
	}
	if !dep {
		p.lifted = append(p.lifted, s)
		return true
	}
	v := s.Pat[0]
	if p.bound[v] = true; v.Type.IsScalar() {
		p.each = append(p.each, s)
		return true
	}
	p.rows[v] = s.Exp
	switch x := s.Exp.(type) {
	case *core.Index:
		return true
	case *core.Slice:
		return len(x.Dims) == 1
	case *core.Copy:
		return true
	default: // no elements are known
	}
	return false
}

// element is that of a row at k.
func (p *pair) element(v *core.Var, k core.Atom) core.Atom {
	switch x := p.rows[v].(type) {
	case *core.Index:
		return p.b.Index(x.Arr, append(slices.Clone(x.Idx), k)...)
	case *core.Slice:
		d := x.Dims[0]
		if !core.IsInt(d.Stride, 1) {
			k = p.b.Prim(prim.Mul, prim.I64, k, d.Stride)
		}
		if !core.IsInt(d.Start, 0) {
			k = p.b.Prim(prim.Add, prim.I64, d.Start, k)
		}
		return p.element(x.Arr, k)
	case *core.Copy:
		return p.element(x.Arr, k)
	default: // an array
	}
	return p.b.Index(v, k)
}

// straight reports whether code is of one step: there is no inner map or loop.
func straight(b core.Body) bool {
	ok := true
	core.Walk(b, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.PrimApp, *core.Index, *core.UpdateAcc, *core.Use, *core.If:
		default: // more
			ok = false
		}
	})
	return ok
}

// indices is what an array of indices begins with, if it is one.
func (p *pair) indices(a *core.Var) (start core.Atom, ok bool) {
	e, ok := p.defs[a].(*core.Iota)
	if !ok || e.T != prim.I64 || !core.IsInt(e.Step, 1) {
		return nil, false
	}
	return e.Start, true
}

// code makes the code of a point of both maps; false if it uses a row as a whole.
func (p *pair) code() bool {
	n := len(p.outer.Accs)
	p.b, p.k, p.js = &core.Builder{}, core.NewVar("k", core.I64), map[*core.Var]bool{}
	for q, v := range p.outer.Fn.Params[n:] {
		if _, ok := p.indices(p.outer.Arrs[q]); ok || !v.Type.IsScalar() {
			p.js[v] = true
		}
	}
	p.b.Stms = slices.Clone(p.each)
	by := core.NewSubst()
	for i, v := range p.inner.Fn.Params[:n] {
		by.Vars[v] = p.inner.Accs[i]
	}
	for q, v := range p.inner.Fn.Params[n:] {
		a := p.inner.Arrs[q]
		start, counts := p.indices(a)
		switch {
		case counts && core.IsInt(start, 0):
			by.Vars[v] = p.k
		case counts:
			by.Vars[v] = p.b.Prim(prim.Add, prim.I64, start, p.k)
		case p.bound[a]:
			by.Vars[v] = p.element(a, p.k)
		default:
			x := core.NewVar(v.Name, v.Type)
			by.Vars[v], p.arrs, p.params = x, append(p.arrs, a), append(p.params, x)
		}
	}
	body := by.Body(p.inner.Fn.Body)
	for _, s := range body.Stms {
		if x, ok := s.Exp.(*core.Index); ok && p.rows[x.Arr] != nil && len(x.Idx) == 1 {
			s.Exp = &core.Use{Atom: p.element(x.Arr, x.Idx[0])}
		}
		if slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return p.rows[v] != nil }) {
			return false
		}
		p.b.Stms = append(p.b.Stms, s)
	}
	p.result = make([]core.Atom, n)
	for i, a := range body.Result {
		p.result[slices.Index(p.outer.Fn.Params[:n], p.inner.Accs[i])] = a
	}
	return true
}

// strided is how many accesses go from row to row as one of the points goes on.
func (p *pair) strided(point func(*core.Var) bool) (out int) {
	defs := map[*core.Var]core.Exp{}
	def := func(v *core.Var) core.Exp {
		if e := defs[v]; e != nil {
			return e
		}
		return p.defs[v]
	}
	access := func(arr *core.Var, idx []core.Atom) {
		for {
			r, ok := p.defs[arr].(*core.Rearrange)
			if !ok || len(r.Perm) != len(idx) {
				break
			}
			turned := make([]core.Atom, len(idx))
			for i, d := range r.Perm {
				turned[d] = idx[i]
			}
			arr, idx = r.Arr, turned
		}
		far := point(arr) || point(p.k) && slices.Contains(p.params, arr)
		for _, a := range idx[:max(0, len(idx)-1)] {
			x, ok := affine.Of(a, def)
			far = far || ok && slices.ContainsFunc(x.Terms, func(t linear.Term[*core.Var]) bool { return point(t.V) })
		}
		if far {
			out++
		}
	}
	core.Walk(p.b.Body(), func(s core.Stm) {
		for _, v := range s.Pat {
			defs[v] = s.Exp
		}
		switch x := s.Exp.(type) {
		case *core.Index:
			access(x.Arr, x.Idx)
		case *core.UpdateAcc:
			access(x.Acc, x.Idx)
		default: // no access
		}
	})
	return out
}

// build makes the nest.
func (p *pair) build(s core.Stm) []core.Stm {
	b := &core.Builder{Src: s.Src, Stms: slices.Clone(p.lifted)}
	is := b.Let("is", &core.Iota{N: p.inner.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	n := len(p.outer.Accs)
	alike, each := p.alike()
	in := &core.Lambda{Params: p.outer.Fn.Params, Ret: p.outer.Fn.Ret, Body: core.Body{Stms: each, Result: p.result}}
	fn := &core.Lambda{Ret: p.outer.Fn.Ret}
	pat := make([]*core.Var, n)
	for i, v := range p.outer.Fn.Params[:n] {
		fn.Params = append(fn.Params, core.NewVar(v.Name, v.Type))
		pat[i] = core.NewVar(v.Name, v.Type)
	}
	accs := slices.Clone(fn.Params)
	fn.Params = append(append(fn.Params, p.k), p.params...)
	nest := core.Stm{Pat: pat, Exp: &core.Map{W: p.outer.W, Accs: accs, Arrs: p.outer.Arrs, Fn: in}, Src: s.Src}
	fn.Body = core.Body{Stms: append(alike, nest), Result: core.Atoms(pat)}
	b.Add(s.Pat, &core.Map{W: p.inner.W, Accs: p.outer.Accs, Arrs: append([]*core.Var{is}, p.arrs...), Fn: core.Rename(fn)})
	return b.Stms
}

// alike are the numbers that the outer map's points have in common, and the statements that are for each of them.
func (p *pair) alike() (alike, each []core.Stm) {
	own := &core.VarSet{}
	for _, v := range p.outer.Fn.Params {
		own.Add(v)
	}
	for _, s := range p.b.Stms {
		e, ok := s.Exp.(*core.PrimApp)
		if ok && !e.MayFail() && !slices.ContainsFunc(core.FreeInStm(s).List, own.Has) {
			alike = append(alike, s)
			continue
		}
		for _, v := range s.Pat {
			own.Add(v)
		}
		each = append(each, s)
	}
	return alike, each
}
