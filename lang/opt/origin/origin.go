package origin

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Note [Origins]
//
// A sort moves the elements of an array, many times, to places that keys say:
//
//	let vs' = loop vs for b < 16 do scatter (copy vs) (is b) vs
//
// Its reverse derivative would keep the places of all iterations, and go back through them. But no iteration computes anything with the elements.
// So where they come from can be moved in their place:
//
//	let at = loop at = iota n for b < 16 do scatter (copy at) (is b) at
//	let vs' = map (\j -> vs[j]) at
//
// and the derivative is that of one gather: nothing is kept, and the loop, which has only integers, has none. [ours: by induction on statements,
// v = map (\j -> vs[j]) at for each array v of elements, as what moves elements is the same for elements of any type.]
//
// What moves elements are scatters, updates, reads, slices, concatenations, reversals and rotations of the outermost dimension, and branches, loops and maps
// made of such. A constant that stands where no element does (scatter (replicate n 0) is vs) has the origin -1. Rows of an array are elements,
// too. If the loop reads elements to decide where they go, they are moved as well; DCE drops what is not needed. The pass needs that
//
//   - the array is one of floats that depend on arguments of the derivative, and something reads the result;
//   - all elements of the result come from the one array, or are the one constant;
//   - no other float that the loop gives depends on these elements: for it the derivative would go back through the loop anyway;
//   - places depend on data somewhere: reversals and rotations alone keep nothing.

// Loops makes loops that move elements carry their origins, in functions of which reverse derivatives are taken: Note [Origins].
func Loops(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		l := &looker{funs: funs, names: names, defs: map[*core.Var]core.Exp{}, active: map[*core.Var]bool{}}
		core.Walk(f.Body, func(s core.Stm) {
			if len(s.Pat) == 1 {
				l.defs[s.Pat[0]] = s.Exp
			}
		})
		return l.body(f.Body, false)
	})
}

// looker looks for loops.
type looker struct {
	funs   map[*core.Fun]*core.Fun
	names  *alias.Classes
	defs   map[*core.Var]core.Exp
	active map[*core.Var]bool // those that depend on arguments of a derivative
}

// body rewrites code; derived says that its reverse derivative is taken.
func (l *looker) body(b core.Body, derived bool) core.Body {
	out := &core.Builder{}
	for i, s := range b.Stms {
		out.Src = s.Src
		in := derived
		l.reach(s)
		switch e := s.Exp.(type) {
		case *core.Call:
			out.Add(s.Pat, &core.Call{Fun: l.funs[e.Fun], Args: e.Args})
			continue
		case *core.Diff:
			if e.Mode == core.VJP {
				in = true
				for _, p := range e.Fn.Params {
					l.active[p] = true
				}
			}
		case *core.Loop:
			if derived && l.replace(out, s, core.Body{Stms: b.Stms[i+1:], Result: b.Result}) {
				continue
			}
		default: // looks inside
		}
		out.Add(s.Pat, core.Inside(s.Exp, func(b core.Body) core.Body { return l.body(b, in) }))
	}
	return out.Body(b.Result...)
}

// reach notes what depends on arguments of a derivative through a statement.
func (l *looker) reach(s core.Stm) {
	if !slices.ContainsFunc(core.FreeInExp(s.Exp).List, func(v *core.Var) bool { return l.active[v] }) {
		return
	}
	add := func(vs []*core.Var) {
		for _, v := range vs {
			if v.Type.Elem.IsFloat() {
				l.active[v] = true
			}
		}
	}
	add(s.Pat)
	switch e := s.Exp.(type) {
	case *core.Loop:
		add(e.Params)
	default:
		e.Map(core.Mapper{Lambda: func(f *core.Lambda) *core.Lambda { add(f.Params); return f }})
	}
}

// replace adds a loop that carries origins in the place of one that is followed by rest; not ok if that does not pay.
func (l *looker) replace(b *core.Builder, s core.Stm, rest core.Body) (ok bool) {
	e := s.Exp.(*core.Loop)
	starts := make([]*origin, len(e.Params))
	for j, p := range e.Params {
		starts[j] = l.start(e, p, e.Init[j])
	}
	t := &tracer{defs: l.defs, of: map[*core.Var]*origin{}}
	n := t.fixpoint(e, starts)
	read := core.FreeInBody(rest)
	gathered := func(j int) bool {
		o := n.ends[j]
		return o != nil && l.active[o.src] && o.placed && read.Has(s.Pat[j])
	}
	for j := range e.Params {
		ok = ok || gathered(j)
	}
	if ok = ok && !reachesOthers(e, n.ends, l.active); ok {
		l.emit(b, s, n, gathered)
	}
	return ok
}

// start is the origin of the elements that a loop begins with; nil if they are none to follow.
func (l *looker) start(e *core.Loop, p *core.Var, init core.Atom) *origin {
	v := core.AsVar(init)
	if v == nil || p.Type.Rank() == 0 || p.Type.IsAcc() || !p.Type.Elem.IsFloat() ||
		slices.ContainsFunc(p.Type.Dims[1:], func(d core.Atom) bool { return slices.Contains(e.Params, core.AsVar(d)) }) {
		return nil
	}
	if o := filled(l.defs, v); o != nil {
		return o
	}
	return &origin{src: v, array: true}
}

// emit adds a loop that carries origins, and reads the elements of the results that are gathered.
func (l *looker) emit(b *core.Builder, s core.Stm, n *traced, gathered func(j int) bool) {
	e := s.Exp.(*core.Loop)
	loop := *n.loop
	loop.Init = slices.Clone(e.Init)
	sources := map[*core.Var]*core.Var{}
	for j, o := range n.starts {
		if o == nil {
			continue
		}
		size := core.AsVar(e.Init[j]).Type.Dims[0]
		if n.consts[j] {
			loop.Init = append(loop.Init, b.Let("from", o.nowhere(size)))
			continue
		}
		if sources[o.src] = o.src; l.names.Consumed(o.src) {
			sources[o.src] = b.Let(o.src.Name, &core.Copy{Arr: o.src})
		}
		loop.Init = append(loop.Init, b.Let("from", &core.Iota{N: size, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64}))
	}
	pat := slices.Clone(s.Pat)
	gathers := &core.Builder{Src: b.Src}
	for j, v := range s.Pat {
		if n.ends[j] == nil {
			continue
		}
		at := core.NewVar("from", core.I64.Of(v.Type.Dims[0]))
		pat = append(pat, at)
		if gathered(j) {
			pat[j] = core.NewVar(v.Name, v.Type)
			gathers.Add([]*core.Var{v}, gather(at, sources[n.ends[j].src], n.ends[j].fill))
		}
	}
	b.Add(pat, &loop)
	b.Stms = append(b.Stms, gathers.Stms...)
}

// gather reads the elements of an array at places, and a constant where there is none.
func gather(at, src *core.Var, fill core.Atom) *core.Map {
	b := &core.Builder{}
	row := src.Type.Row()
	fn := b.Lambda([]core.Type{core.I64}, []core.Type{row}, func(b *core.Builder, p []*core.Var) []core.Atom {
		if fill == nil {
			return []core.Atom{b.Index(src, p[0])}
		}
		none := b.Prim(prim.Lt, prim.I64, p[0], core.IntC(0))
		return core.Atoms(b.If(none, []core.Type{row},
			func(b *core.Builder) []core.Atom { return []core.Atom{b.Replicate(fill, row.Dims...)} },
			func(b *core.Builder) []core.Atom { return []core.Atom{b.Index(src, p[0])} }))
	})
	return &core.Map{W: at.Type.Dims[0], Arrs: []*core.Var{at}, Fn: fn}
}
