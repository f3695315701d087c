package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// level is a map or a counting loop inside of a nest, of a length that is known before.
type level struct {
	m     *core.Map // or
	loop  *core.Loop
	width core.Atom
	size  core.Atom // of tables: the length of a loop may be less than 0
	rows  []row     // that its elements read of tables
}

// row is what a level reads of an array: each element under a name.
type row struct{ arr, elem *core.Var }

// nest is one that is looked at.
type nest struct {
	*tabler
	bound  map[*core.Var]bool // inside
	levels map[core.Exp]*level
	deps   map[*core.Var][]*level  // of those that depend on levels alone, outermost first
	stms   []core.Stm              // that bind these
	early  map[*core.Var]bool      // those of them that can stand in tables
	outs   []*core.Var             // that do
	before map[*core.Var]core.Atom // what lengths that the nest computes are before it
	total  total
}

// follow notes what the variables of a body depend on.
func (n *nest) follow(b core.Body, path []*level) {
	for _, s := range b.Stms {
		n.beside(s.Pat)
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
	if n.changes(l.width) || l.loop != nil && (l.loop.I == nil || l.loop.I.Type.Elem != prim.I64) {
		return path
	}
	if l.m != nil && n.bound[core.AsVar(l.width)] && !n.sizes.has(l.width) { // a branch may not have come to it
		return path
	}
	l.size = l.width
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

// changes reports whether a number differs from point to point.
func (n *nest) changes(a core.Atom) bool {
	v := core.AsVar(a)
	on, alone := n.deps[v]
	return n.bound[v] && (!alone || len(on) > 0)
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
		if v.Type.IsAcc() || n.names.Consumed(v) || slices.ContainsFunc(v.Type.Dims, n.changes) {
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
	n.sizes.result(v, s.Exp)
	if !v.Type.IsScalar() || !v.Type.Elem.IsFloat() || len(on) == 0 || !n.short(on) {
		return
	}
	n.early[v] = dear(s) || n.inside > 0 && long(s) || slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return n.early[v] })
}

// short reports whether a table of so many dimensions is not much longer than other arrays.
func (n *nest) short(on []*level) bool {
	all := int64(1)
	for _, l := range on {
		w, known := core.IntConst(l.width)
		if !known {
			return n.inside == 0 && (len(on) == 1 || len(on) == 2 && n.planes[[2]core.Atom{on[0].width, on[1].width}])
		}
		all *= max(w, 1)
	}
	if n.inside > 0 {
		return all <= pointTable
	}
	return all <= longTable
}

// Bounds of tables of known length: to what lies in the first cache, or in registers where each point of parallel code has its own.
const (
	longTable  = 1 << 11
	pointTable = 16
)

// long reports whether a statement is a choice of so much code that a table in registers is worth it.
func long(s core.Stm) bool {
	_, ok := s.Exp.(*core.If)
	return ok && core.Statements(core.Body{Stms: []core.Stm{s}}) > longChoice
}

// longChoice is how many statements such code has.
const longChoice = 8

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
	widths, args := n.widthsOf(out, on)
	arr := core.AsVar(out.Inline(&core.Lambda{Params: widths, Body: n.table(on, v)}, args...)[0])
	for k, l := range on {
		elem := v
		if k < len(on)-1 {
			elem = core.NewVar(v.Name, arr.Type.Row())
		}
		l.rows = append(l.rows, row{arr, elem})
		arr = elem
	}
}

// widthsOf are the lengths of levels that the nest computes, and what they are outside, where they are added to out.
func (n *nest) widthsOf(out *core.Builder, on []*level) (widths []*core.Var, args []core.Atom) {
	for _, l := range on {
		w, outer := core.AsVar(l.width), l.width
		if n.bound[w] {
			if n.before[w] == nil {
				n.before[w] = out.Inline(&core.Lambda{Body: n.needed(w)})[0]
			}
			if outer = n.before[w]; !slices.Contains(widths, w) {
				widths, args = append(widths, w), append(args, outer)
			}
		}
		if l.loop != nil && l.size == l.width && !n.sizes.has(l.width) {
			l.size = out.Prim(prim.Max, prim.I64, outer, core.IntC(0))
		}
	}
	return widths, args
}

// needed is what computes numbers and arrays that do not differ from point to point, but for lengths that are there.
func (n *nest) needed(of ...core.Atom) core.Body {
	var stms []core.Stm
	for _, s := range n.stms {
		if !slices.ContainsFunc(s.Pat, func(v *core.Var) bool { return n.before[v] != nil }) {
			stms = append(stms, s)
		}
	}
	return core.Needed(core.Body{Stms: stms, Result: of})
}

// table is the code that computes v for all elements of levels.
func (n *nest) table(on []*level, v *core.Var) core.Body {
	if len(on) == 0 {
		return n.needed(v)
	}
	l := on[0]
	fn := &core.Lambda{Body: n.table(on[1:], v)}
	fn.Ret = core.AtomTypes(fn.Body.Result)
	free := core.FreeInBody(fn.Body)
	b := &core.Builder{}
	var arrs []*core.Var
	if l.loop != nil {
		fn.Params = []*core.Var{l.loop.I}
		arrs = []*core.Var{b.Let("is", &core.Iota{N: l.size, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})}
	} else {
		for i, p := range l.m.Fn.Params[len(l.m.Accs):] {
			if free.Has(p) {
				fn.Params, arrs = append(fn.Params, p), append(arrs, l.m.Arrs[i])
			}
		}
		b.Stms = n.needed(core.Atoms(arrs)...).Stms
	}
	return b.Body(b.Let(v.Name, &core.Map{W: l.size, Arrs: arrs, Fn: fn}))
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
		if len(s.Pat) == 1 && n.before[s.Pat[0]] != nil {
			e = &core.Use{Atom: n.before[s.Pat[0]]}
		}
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
