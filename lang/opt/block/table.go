package block

import (
	"fmt"
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Tables of a nest]
//
// What the code of a point computes of its place in the part alone, and of whole numbers outside, is the same for all blocks: functions such as
// the sines of a Fourier transform are computed for one block, and read from a table in the others. (Loop-invariant code of the loop over
// blocks.) No derivative goes through what is made of whole numbers.

// tables finds what an inner map of a nest computes of its place alone.
type tables struct {
	*nest
	in    *core.Map
	alone map[*core.Var]bool      // is computed of the place
	heavy map[*core.Var]bool      // by a function that takes long
	same  map[string]*core.Var    // the first variable that is computed so
	first map[*core.Var]*core.Var // what is the same as a variable, and comes first
	stms  []core.Stm
}

// tabled is an inner map, the code of which goes by the place r, with tables made before the nest; inside is what the map around it binds.
func (n *nest) tabled(in *core.Map, r *core.Var, iota *core.Var, inside []*core.Var) *core.Map {
	for _, s := range n.top.Stms {
		for _, v := range s.Pat {
			n.defs[v] = s.Exp
		}
	}
	t := &tables{nest: n, in: in, alone: map[*core.Var]bool{r: true}, heavy: map[*core.Var]bool{}, same: map[string]*core.Var{}, first: map[*core.Var]*core.Var{}}
	bound := core.BoundIn(in.Fn)
	for _, v := range inside {
		bound[v] = true
	}
	for _, s := range in.Fn.Body.Stms {
		t.look(s, bound)
	}
	outs := t.crossing()
	if len(outs) == 0 {
		return in
	}
	fn := &core.Lambda{Params: []*core.Var{r}, Body: core.Body{Stms: t.stms, Result: core.Atoms(outs)}, Ret: core.VarTypes(outs)}
	made := n.top.Bind("table", &core.Map{W: in.W, Arrs: []*core.Var{iota}, Fn: core.Rename(fn)})
	out := &core.Map{W: in.W, Arrs: slices.Concat(in.Arrs, made), Fn: &core.Lambda{Params: slices.Clone(in.Fn.Params), Ret: in.Fn.Ret}}
	sub := core.NewSubst()
	for _, v := range outs {
		p := core.NewVar(v.Name, v.Type)
		out.Fn.Params = append(out.Fn.Params, p)
		for w, f := range t.first {
			if f == v {
				sub.Vars[w] = p
			}
		}
	}
	for _, s := range in.Fn.Body.Stms {
		if len(s.Pat) == 1 && t.alone[s.Pat[0]] && t.heavy[s.Pat[0]] {
			continue
		}
		out.Fn.Body.Stms = append(out.Fn.Body.Stms, sub.Stm(s))
	}
	out.Fn.Body.Result = sub.Atoms(in.Fn.Body.Result)
	return out
}

// look notes a statement that computes something of the place alone.
func (t *tables) look(s core.Stm, bound map[*core.Var]bool) {
	e, ok := s.Exp.(*core.PrimApp)
	if !ok || e.MayFail() {
		return
	}
	v := s.Pat[0]
	heavy := takesLong(e.Op)
	key := e.Op.Name + " " + e.T.String()
	once := &core.PrimApp{Op: e.Op, T: e.T, Args: slices.Clone(e.Args)}
	for k, a := range e.Args {
		x := core.AsVar(a)
		if x != nil && !t.alone[x] && (bound[x] || !t.whole(x)) {
			return
		}
		if f := t.first[x]; f != nil {
			x, once.Args[k] = f, f
		}
		if heavy = heavy || t.heavy[x]; x != nil {
			key += fmt.Sprintf(" %p", x)
		} else {
			key += fmt.Sprintf(" %v", a)
		}
	}
	t.alone[v], t.heavy[v], t.first[v] = true, heavy, v
	if f := t.same[key]; f != nil {
		t.first[v] = f
		return
	}
	t.same[key] = v
	t.stms = append(t.stms, core.Stm{Pat: s.Pat, Exp: once, Src: s.Src})
}

// whole reports whether a value outside is computed of whole numbers.
func (t *tables) whole(v *core.Var) bool {
	if !v.Type.Elem.IsFloat() {
		return true
	}
	e, ok := t.defs[v].(*core.PrimApp)
	return ok && !slices.ContainsFunc(e.Args, func(a core.Atom) bool { x := core.AsVar(a); return x != nil && !t.whole(x) })
}

// crossing are the variables that take long and that other code uses.
func (t *tables) crossing() (out []*core.Var) {
	use := func(v *core.Var) {
		if t.heavy[v] && !slices.Contains(out, t.first[v]) {
			out = append(out, t.first[v])
		}
	}
	for _, s := range t.in.Fn.Body.Stms {
		if len(s.Pat) == 1 && t.alone[s.Pat[0]] {
			continue
		}
		for _, v := range core.FreeInStm(s).List {
			use(v)
		}
	}
	for _, a := range t.in.Fn.Body.Result {
		use(core.AsVar(a))
	}
	return out
}

// takesLong reports whether an operator is a function that takes as long as reading from memory, or longer.
func takesLong(op *prim.Op) bool {
	switch op {
	case prim.Sqrt, prim.Rsqrt, prim.Ceil, prim.Floor, prim.Trunc, prim.Round, prim.Copysign, prim.Fma, prim.Lerp, prim.IsNaN, prim.IsInf, prim.Signbit:
		return false
	}
	return op.Class == prim.Floats
}
