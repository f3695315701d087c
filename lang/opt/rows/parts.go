package rows

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/alias"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Arrays made of parts]
//
// A stencil is often written with whole arrays: slices of one array beside each other, rotations, borders concatenated, an inner part that replaces one of a
// copy or of what is carried. Each is an element that depends on its index, perhaps by branches:
//
//	[u[0]] ++ map f xs ++ [u[n-1]]                  becomes     map (\i -> if i < 1 then u[0] else if i < n-1 then f xs[i-1] else u[n-1]) (iota n)
//	map f u[0:n-2] u[1:n-1] u[2:n]                  becomes     map (\i -> f u[i] u[i+1] u[i+2]) (iota (n-2))
//	map f (rotate 1 u)                              becomes     map (\i -> f u[(i+1) % n]) (iota n)
//	scatter u (map (+1) (iota (n-2))) xs            becomes     u with [1:n-1] = xs, and so on
//
// So all forms of a stencil are maps that read neighbours, which run as one kernel and whose adjoints are inverted (Note [Inverted stencils] in
// lang/opt): the adjoints of slices would be added to one by one. Branches that follow from the index are decided. An array is made by a map
// only if a part of it is one that nothing else uses, and reads are taken apart where they cost one branch at most. An element of a slice that is made is one
// of the array where its index is certainly one of the slice: slicing has checked the place, which may depend on data, as in partitions.

// Parts makes maps of arrays that are made of parts: Note [Arrays made of parts].
func Parts(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return rewrite(p, func(w *walker, f *core.Fun) {
		w.made = &made{names: names, uses: map[*core.Var]int{}, together: map[*core.Var]bool{}, nth: map[*core.Var]int{}, virtual: map[*core.Var]bool{}}
		w.made.count(f.Body)
	})
}

// made is what Parts knows.
type made struct {
	names    *alias.Classes
	uses     map[*core.Var]int
	together map[*core.Var]bool    // a part of another array
	nth      map[*core.Var]int     // which result of its statement a variable is
	virtual  map[*core.Var]bool    // arrays that are never made
	whole    bool                  // all elements of an array are computed, once: maps are taken in
	branches int                   // that are left
	loop     int                   // the body of the innermost loop around
	inside   bool                  // of a map
	root     int                   // the body of the array that is assembled
	trips    []core.Atom           // of the maps that are taken in
	taken    map[*core.Var]bool    // maps that are taken in
	done     map[*core.Assert]bool // that are made before it
}

// limits of what is taken apart.
const (
	mostParts  = 12 // branches of an array
	mostBorder = 16 // elements of a dimension that are not replaced
)

// count counts uses.
func (m *made) count(b core.Body) {
	core.Walk(b, func(s core.Stm) {
		for k, v := range s.Pat {
			m.nth[v] = k
		}
		s.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
			if v, ok := a.(*core.Var); ok {
				m.uses[v]++
			}
			return a
		}, Body: func(b core.Body) core.Body { m.results(b); return b }, Lambda: func(l *core.Lambda) *core.Lambda { m.results(l.Body); return l }})
		switch e := s.Exp.(type) {
		case *core.Concat:
			for _, a := range e.Arrs {
				m.together[a] = true
			}
		case *core.Reshape:
			m.together[e.Arr] = true
		default: // no part
		}
	})
	m.results(b)
}

func (m *made) results(b core.Body) {
	for _, a := range b.Result {
		if v, ok := a.(*core.Var); ok {
			m.uses[v]++
		}
	}
}

// whatMakes is a statement's node rewritten; nil for an array that is never made.
func (w *walker) whatMakes(fs facts, s core.Stm) core.Exp {
	if e, ok := s.Exp.(*core.Scatter); ok {
		if u := w.placed(fs, e); u != nil {
			s.Exp = u
		}
	}
	switch e := s.Exp.(type) {
	case *core.Concat, *core.Reshape, *core.UpdateSlice:
		if m := w.assembled(fs, s.Pat[0], e); m != nil {
			w.now().Add(s.Pat, m)
			if w.bind(s.Pat, m); w.isPartly(e) { // who reads it may do without
				w.bind(s.Pat, e)
			}
			return nil
		}
	case *core.Map:
		if m := w.neighbours(fs, e); m != nil {
			return m
		}
	case *core.Index:
		if x := w.read(fs, e); x != nil {
			return x
		}
	default: // what is inside
	}
	if isPart(s.Exp) && w.unmade(core.FreeInExp(s.Exp)) {
		for _, v := range s.Pat {
			w.virtual[v], w.depth[v], w.defs[v] = true, len(w.out)-1, s.Exp
		}
		return nil
	}
	inside := w.inside
	if _, ok := s.Exp.(*core.Map); ok {
		w.inside = true
	}
	e := w.exp(fs, s.Exp)
	w.inside = inside
	return e
}

// intact reports whether an array is certainly as it was when what is made of it was made, in the loop around or before.
func (w *walker) intact(arr *core.Var) bool {
	if depth, known := w.depth[arr]; !known || depth < w.loop {
		return known && !w.names.Consumed(arr)
	}
	ok := true
	for _, b := range w.out[w.loop:] {
		for _, s := range b.Stms {
			w.names.ConsumedIn(s, func(v *core.Var) { ok = ok && w.names.Find(v) != w.names.Find(arr) })
		}
	}
	return ok
}

// assembled is a nest of maps in the place of a node that makes the array v of parts; nil if it is none.
func (w *walker) assembled(fs facts, v *core.Var, e core.Exp) core.Exp {
	if !w.assembles(v, e) {
		return nil
	}
	undo, inside := w.state(), w.inside
	w.defs[v], w.virtual[v] = e, true
	w.whole, w.branches, w.inside, w.root = true, mostParts, true, len(w.out)-1
	w.done, w.taken = map[*core.Assert]bool{}, map[*core.Var]bool{}
	m, ok := w.each(fs, v.Type, nil, func(fs facts, idx []affine.Form) (core.Atom, bool) { return w.element(fs, v, idx) })
	w.whole, w.inside = false, inside
	if delete(w.virtual, v); !ok || w.unmade(core.FreeInExp(m)) {
		w.undo(undo)
		return nil
	}
	if len(w.done) > 0 { // assertions are made now
		b := w.now()
		b.Stms = slices.DeleteFunc(b.Stms, func(s core.Stm) bool {
			return len(s.Pat) == 1 && w.taken[s.Pat[0]] && w.uses[s.Pat[0]] == 1 && isPart(s.Exp)
		})
	}
	return m
}

// unmade reports whether some variables are never made.
func (w *walker) unmade(vs *core.VarSet) bool {
	return slices.ContainsFunc(vs.List, func(v *core.Var) bool { return w.virtual[v] })
}

// asserted makes an assertion of a map that is taken in before the array is made, if the map has an iteration; it reports whether it can.
func (w *walker) asserted(a *core.Assert, at *core.Subst) bool {
	if !w.whole || a.Trace {
		return false
	} else if w.done[a] {
		return true
	}
	w.done[a] = true
	inner := w.out
	defer func() { w.out = inner }()
	w.out = w.out[:w.root+1]
	cond, ok := w.outside(at.Atom(a.Cond))
	n := &core.Assert{Msg: a.Msg, Index: a.Index}
	for _, x := range a.Args {
		y, ok2 := w.outside(at.Atom(x))
		ok = ok && ok2
		n.Args = append(n.Args, y)
	}
	for _, t := range w.trips {
		count, ok2 := w.outside(t)
		if ok = ok && ok2; ok {
			none := w.let("none", &core.PrimApp{Op: prim.Le, T: prim.I64, Args: []core.Atom{count, core.IntC(0)}})
			cond = w.let("or", &core.PrimApp{Op: prim.Or, T: prim.Bool, Args: []core.Atom{cond, none}})
		}
	}
	if n.Cond = cond; ok {
		w.now().Add(nil, n)
	}
	return ok
}

// outside is a scalar in the present body, computed there if it is known further in only; false if that takes more than a few operators.
func (w *walker) outside(a core.Atom) (core.Atom, bool) {
	v, ok := a.(*core.Var)
	if !ok || w.depth[v] < len(w.out) && !w.virtual[v] {
		return a, true
	}
	e, ok := w.def(v).(*core.PrimApp)
	if !ok || e.MayFail() {
		return nil, false
	}
	n := &core.PrimApp{Op: e.Op, T: e.T}
	for _, x := range e.Args {
		y, ok := w.outside(x)
		if !ok {
			return nil, false
		}
		n.Args = append(n.Args, y)
	}
	return w.let(v.Name, n), true
}

// assembles reports whether a node makes an array of parts, of which one is a map that nothing else uses.
func (w *walker) assembles(v *core.Var, e core.Exp) bool {
	if w.uses[v] == 1 && w.together[v] {
		return false
	}
	switch e := e.(type) {
	case *core.Concat:
		return slices.ContainsFunc(e.Arrs, w.hasMap)
	case *core.Reshape:
		_, parts := w.def(e.Arr).(*core.Concat)
		return parts && w.uses[e.Arr] == 1 && w.resized(e) && w.hasMap(e.Arr)
	case *core.UpdateSlice:
		_, fresh := w.def(e.Arr).(*core.Copy)
		if fresh && w.uses[e.Arr] != 1 || !w.hasMap(e.Val) {
			return false
		}
		for d, s := range e.Dims {
			n, ok := affine.Of(e.Arr.Type.Dims[d], w.def)
			k, ok2 := affine.Of(s.Count, w.def)
			left, known := n.Minus(k)
			if !ok || !ok2 || !known || left > mostBorder {
				return false
			}
		}
		return true
	default: // whole by itself
	}
	return false
}

// hasMap reports whether an array, or a part of it, is a map's that nothing else uses.
func (w *walker) hasMap(a *core.Var) bool {
	if w.uses[a] != 1 {
		return false
	}
	switch e := w.def(a).(type) {
	case *core.Map:
		return len(e.Accs) == 0
	case *core.Concat:
		return slices.ContainsFunc(e.Arrs, w.hasMap)
	case *core.Reshape:
		return w.resized(e) && w.hasMap(e.Arr)
	default: // none
	}
	return false
}

// each is a nest of maps over all indices of an array after some.
func (w *walker) each(fs facts, t core.Type, idx []affine.Form, value func(fs facts, idx []affine.Form) (core.Atom, bool)) (core.Exp, bool) {
	n := t.Dims[0]
	iota := w.let("iota", &core.Iota{N: n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	p := core.NewVar("i", core.I64)
	b := w.push([]*core.Var{p})
	fs, idx = w.counter(fs, p, n), append(slices.Clip(idx), linear.Of(p))
	var res core.Atom
	var ok bool
	if t.Rank() == 1 {
		res, ok = value(fs, idx)
	} else {
		var m core.Exp
		if m, ok = w.each(fs, t.Row(), idx, value); ok {
			res = w.let("map", m)
		}
	}
	w.pop()
	if !ok {
		return nil, false
	}
	return &core.Map{W: n, Arrs: []*core.Var{iota}, Fn: &core.Lambda{Params: []*core.Var{p}, Ret: []core.Type{t.Row()}, Body: b.Body(res)}}, true
}

// let binds the result of a node.
func (w *walker) let(name string, e core.Exp) *core.Var {
	v := w.now().Let(name, e)
	w.bind([]*core.Var{v}, e)
	return v
}
