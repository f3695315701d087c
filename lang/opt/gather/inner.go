package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Functions of inner indices]
//
// What a point of a nest computes may depend on its inner indices alone:
//
//	                                                       let ls = map (\w -> log w) ws
//	map (\x -> map (\w m -> log w - (x - m)^2) ws ms) xs   in map (\x -> map (\l m -> l - (x - m)^2) ls ms) xs
//
// Weights of a window, normalising constants of a density and factors of a transform are written so, by users who leave it to others to
// notice that there is one for each w, not for each pair. The pass looks at the maps and loops that no parallel node contains. In them it follows the maps and
// counting loops whose lengths are known before, and notes of each variable on which of these it depends, if on nothing else of the nest. It is a table
// before the nest if
//
//   - it takes a function such as exp, or a sum (costs.go), or is made of what is in such a table anyway;
//   - it cannot fail (total.go): perhaps no point asks for it;
//   - the table is not long: it has one dimension, or two that some array has, or few elements.
//
// The derivative adds up the adjoints of an element of the table before it goes through the function, once for each element as well. [Invariant code
// motion out of some loops of a nest, not necessarily the inner ones: as loop distribution and scalar expansion have it, Allen and Kennedy, Optimizing Compilers
// for Modern Architectures, 2001, 5.3 and 2.4; the choice is ours]

// Inner computes what depends on inner indices alone before the nest: Note [Functions of inner indices].
func Inner(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		t := &tabler{names: names, funs: funs, iotas: map[*core.Var]core.Atom{}, sizes: map[core.Atom]bool{}, planes: map[[2]core.Atom]bool{}}
		t.bind(f.Params)
		return t.body(f.Body)
	})
}

// tabler rewrites a function.
type tabler struct {
	names  *alias.Classes
	funs   map[*core.Fun]*core.Fun
	iotas  map[*core.Var]core.Atom // arrays 0, 1, ... with their lengths
	sizes  map[core.Atom]bool      // what is known to be a length
	planes map[[2]core.Atom]bool   // dimensions that stand beside each other in an array
}

// bind notes what the types of variables say.
func (t *tabler) bind(vs []*core.Var) {
	for _, v := range vs {
		for k, d := range v.Type.Dims {
			t.sizes[d] = true
			if k > 0 {
				t.planes[[2]core.Atom{v.Type.Dims[k-1], d}] = true
			}
		}
	}
}

// body rewrites code that no parallel node contains, outer nests first.
func (t *tabler) body(b core.Body) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		t.bind(s.Pat)
		out.Add(s.Pat, t.exp(t.nest(out, s.Exp)))
		if n := iota(s.Exp); n != nil {
			t.iotas[s.Pat[0]] = n
		}
	}
	return out.Body(b.Result...)
}

// exp goes on to the nests inside.
func (t *tabler) exp(e core.Exp) core.Exp {
	switch e := e.(type) {
	case *core.Call:
		return &core.Call{Fun: t.funs[e.Fun], Args: e.Args}
	case *core.Diff, *core.Loop, *core.If, *core.WithAcc:
		return e.Map(core.Mapper{
			Body:   t.body,
			Binder: func(v *core.Var) *core.Var { t.bind([]*core.Var{v}); return v },
			Lambda: func(l *core.Lambda) *core.Lambda {
				t.bind(l.Params)
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: t.body(l.Body)}
			},
		})
	default: // parallel nodes, and what has no code
		return core.Inside(e, t.calls)
	}
}

// calls leaves code as it is, but for the functions that it calls.
func (t *tabler) calls(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		if c, ok := s.Exp.(*core.Call); ok {
			s.Exp = &core.Call{Fun: t.funs[c.Fun], Args: c.Args}
		} else {
			s.Exp = core.Inside(s.Exp, t.calls)
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// nest rewrites a nest of which something can stand in tables, which are added to out.
func (t *tabler) nest(out *core.Builder, e core.Exp) core.Exp {
	s := siteOf(e)
	if s == nil {
		return e
	}
	if n, ok := core.IntConst(s.count); ok && n < limits.Now.LeastProduct {
		return e
	}
	n := &nest{tabler: t, bound: s.bound, deps: map[*core.Var][]*level{}, levels: map[core.Exp]*level{}, early: map[*core.Var]bool{},
		total: total{below: map[*core.Var]core.Atom{}, iotas: t.iotas, sizes: t.sizes}}
	n.follow(s.body, nil)
	if len(n.early) == 0 {
		return e
	}
	n.wanted(s.body)
	for _, v := range n.outs {
		n.place(out, v)
	}
	body := n.rewrite(s.body)
	if s.loop != nil {
		l := *s.loop
		l.Body = body
		return &l
	}
	m := *s.m
	m.Fn = &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: body}
	return &m
}

// level is a map or a counting loop inside of a nest, of a length that is known before.
type level struct {
	m     *core.Map // or
	loop  *core.Loop
	width core.Atom
	rows  []row // that its elements read of tables
}

// row is what a level reads of an array: each element under a name.
type row struct{ arr, elem *core.Var }

// nest is one that is looked at.
type nest struct {
	*tabler
	bound  map[*core.Var]bool // inside
	levels map[core.Exp]*level
	deps   map[*core.Var][]*level // of those that depend on levels alone, outermost first
	stms   []core.Stm             // that bind these
	early  map[*core.Var]bool     // those of them that can stand in tables
	outs   []*core.Var            // that do
	total  total
}

// follow notes what the variables of a body depend on.
func (n *nest) follow(b core.Body, path []*level) {
	for _, s := range b.Stms {
		if on, alone := n.dependsOn(s, path); alone {
			n.alone(s, on)
			continue
		}
		switch e := s.Exp.(type) {
		case *core.Map:
			n.follow(e.Fn.Body, n.into(path, &level{m: e, width: e.W}, e))
		case *core.WithAcc:
			n.follow(e.Fn.Body, path)
		case *core.Loop:
			n.follow(e.Body, n.into(path, &level{loop: e, width: e.Bound}, e))
		case *core.If:
			n.follow(e.Then, path)
			n.follow(e.Else, path)
		default: // no code of points
		}
	}
}

// into is the path inside of a level; it stays as it is if the length of that is not known before.
func (n *nest) into(path []*level, l *level, e core.Exp) []*level {
	if n.bound[core.AsVar(l.width)] || l.loop != nil && (l.loop.I == nil || l.loop.I.Type.Elem != prim.I64) {
		return path
	}
	n.levels[e] = l
	if l.loop != nil {
		n.deps[l.loop.I], n.total.below[l.loop.I] = []*level{l}, l.width
		return append(slices.Clip(path), l)
	}
	for i, a := range l.m.Arrs {
		if on, alone := n.deps[a]; alone || !n.bound[a] {
			p := l.m.Fn.Params[len(l.m.Accs)+i]
			n.deps[p] = append(slices.Clip(on), l)
			if n.iotas[a] != nil {
				n.total.below[p] = n.iotas[a]
			}
		}
	}
	return append(slices.Clip(path), l)
}

// dependsOn gives the levels that a statement depends on; false if it depends on anything else of the nest, or cannot stand before it.
func (n *nest) dependsOn(s core.Stm, path []*level) (on []*level, alone bool) {
	some := map[*level]bool{}
	for _, v := range core.FreeInStm(s).List {
		d, ok := n.deps[v]
		if n.bound[v] && !ok {
			return nil, false
		}
		for _, l := range d {
			some[l] = true
		}
	}
	for _, v := range s.Pat {
		if v.Type.IsAcc() || n.names.Consumed(v) || slices.ContainsFunc(v.Type.Dims, func(d core.Atom) bool { return n.bound[core.AsVar(d)] }) {
			return nil, false
		}
	}
	for _, l := range path {
		if some[l] {
			on = append(on, l)
		}
	}
	return on, n.total.exp(s.Exp)
}

// alone notes a statement that depends on levels alone.
func (n *nest) alone(s core.Stm, on []*level) {
	if len := iota(s.Exp); len != nil {
		n.iotas[s.Pat[0]] = len
	}
	n.stms = append(n.stms, s)
	for _, v := range s.Pat {
		n.deps[v] = on
	}
	if len(s.Pat) != 1 {
		return
	}
	v := s.Pat[0]
	if !v.Type.IsScalar() || !v.Type.Elem.IsFloat() || len(on) == 0 || !n.short(on) {
		return
	}
	n.early[v] = dear(s) || slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return n.early[v] })
}

// short reports whether a table of so many dimensions is not much longer than other arrays.
func (n *nest) short(on []*level) bool {
	all := int64(1)
	for _, l := range on {
		w, known := core.IntConst(l.width)
		if !known {
			return len(on) == 1 || len(on) == 2 && n.planes[[2]core.Atom{on[0].width, on[1].width}]
		}
		all *= max(w, 1)
	}
	return all <= longTable
}

// longTable bounds tables of known length, to what lies in the first cache.
const longTable = 1 << 11

// wanted notes what is used of what can stand in tables by what cannot.
func (n *nest) wanted(b core.Body) {
	use := func(v *core.Var) {
		if n.early[v] && !slices.Contains(n.outs, v) {
			n.outs = append(n.outs, v)
		}
	}
	for _, s := range b.Stms {
		if len(s.Pat) == 1 && n.early[s.Pat[0]] {
			continue
		}
		switch e := s.Exp.(type) {
		case *core.If:
			n.wanted(e.Then)
			n.wanted(e.Else)
		case *core.Map:
			n.wanted(e.Fn.Body)
		case *core.WithAcc:
			n.wanted(e.Fn.Body)
		case *core.Loop:
			for _, a := range e.Init {
				use(core.AsVar(a))
			}
			if e.Cond != nil {
				n.wanted(*e.Cond)
			}
			n.wanted(e.Body)
		default:
			for _, v := range core.FreeInStm(s).List {
				use(v)
			}
		}
	}
	for _, a := range b.Result {
		use(core.AsVar(a))
	}
}

// place adds the table of v to out, and has it read by the levels that v depends on.
func (n *nest) place(out *core.Builder, v *core.Var) {
	on := n.deps[v]
	table := &core.Lambda{Body: n.table(on, v)}
	table.Ret = core.AtomTypes(table.Body.Result)
	arr := core.AsVar(out.Inline(table)[0])
	for k, l := range on {
		elem := v
		if k < len(on)-1 {
			elem = core.NewVar(v.Name, arr.Type.Row())
		}
		l.rows = append(l.rows, row{arr, elem})
		arr = elem
	}
}

// table is the code that computes v for all elements of levels.
func (n *nest) table(on []*level, v *core.Var) core.Body {
	if len(on) == 0 {
		return core.Needed(core.Body{Stms: n.stms, Result: []core.Atom{v}})
	}
	l := on[0]
	fn := &core.Lambda{Body: n.table(on[1:], v)}
	fn.Ret = core.AtomTypes(fn.Body.Result)
	free := core.FreeInBody(fn.Body)
	b := &core.Builder{}
	var arrs []*core.Var
	if l.loop != nil {
		fn.Params = []*core.Var{l.loop.I}
		arrs = []*core.Var{b.Let("is", &core.Iota{N: l.width, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})}
	} else {
		for i, p := range l.m.Fn.Params[len(l.m.Accs):] {
			if free.Has(p) {
				fn.Params, arrs = append(fn.Params, p), append(arrs, l.m.Arrs[i])
			}
		}
		b.Stms = core.Needed(core.Body{Stms: n.stms, Result: core.Atoms(arrs)}).Stms
	}
	return b.Body(b.Let(v.Name, &core.Map{W: l.width, Arrs: arrs, Fn: fn}))
}

// rewrite is a body in which levels read tables.
func (n *nest) rewrite(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		if len(s.Pat) == 1 && slices.Contains(n.outs, s.Pat[0]) {
			continue
		}
		e := s.Exp
		l := n.levels[e]
		switch x := e.(type) {
		case *core.If, *core.Map, *core.Loop, *core.WithAcc:
			e = core.Inside(x, n.rewrite)
		default: // no level in it
		}
		if l != nil && len(l.rows) > 0 {
			e = l.reading(e)
		}
		s.Exp = e
		out.Stms = append(out.Stms, s)
	}
	return out
}

// reading is the level that reads its rows.
func (l *level) reading(e core.Exp) core.Exp {
	if m, ok := e.(*core.Map); ok {
		n := *m
		n.Arrs = slices.Clone(m.Arrs)
		n.Fn = &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret, Body: m.Fn.Body}
		for _, r := range l.rows {
			n.Arrs, n.Fn.Params = append(n.Arrs, r.arr), append(n.Fn.Params, r.elem)
		}
		return &n
	}
	n := *e.(*core.Loop)
	b := &core.Builder{}
	for _, r := range l.rows {
		b.Add([]*core.Var{r.elem}, &core.Index{Arr: r.arr, Idx: []core.Atom{n.I}})
	}
	n.Body = core.Body{Stms: append(b.Stms, n.Body.Stms...), Result: n.Body.Result}
	return &n
}
