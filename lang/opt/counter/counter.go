package counter

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Counters]
//
// An integer literal is an i32 where nothing else asks for a type, so that loops and ranges over literals count in i32:
//
//	loop s for (d: i32) < 3 do s + z[i64.i32 d + 1]
//
// What the other passes know of loops and indices (sums, maps, stencils, triangles) they know of i64, the type of sizes. So such a loop counts in
// i64, and the number of the other type is made of the counter. What is computed of it is computed in i64 as well, beside it, as long as no
// number can leave its type: [ours] intervals of constants, of counters, and of what is computed of these. Conversions to i64 are then the i64 at hand,
// and comparisons are those of i64. Whatever of both is not needed goes as dead code.
//
// Conversions to floats stay those of the narrow number: vectors have an instruction for i32, but not all have one for i64.

// Widen lets loops count in i64: Note [Counters]. It gives the program itself where that changes nothing.
func Widen(p *core.Prog) *core.Prog {
	changed := false
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		w := &widener{known: map[*core.Var]number{}, ranges: map[*core.Var]number{}, products: map[*core.Var][2]core.Atom{}, sizes: map[*core.Var]bool{}, funs: funs}
		w.haveSizes(f.Params)
		b := w.body(f.Body)
		changed = changed || w.changed
		return b
	})
	if !changed {
		return p
	}
	return out
}

type widener struct {
	known    map[*core.Var]number       // scalars that are known in i64
	ranges   map[*core.Var]number       // iotas of other types: the i64 array with the same numbers, and where these lie
	products map[*core.Var][2]core.Atom // what is a product of two numbers
	sizes    map[*core.Var]bool         // of arrays
	funs     map[*core.Fun]*core.Fun
	changed  bool
}

// haveSizes notes the sizes of arrays.
func (w *widener) haveSizes(vs []*core.Var) {
	for _, v := range vs {
		for _, d := range v.Type.Dims {
			if n := core.AsVar(d); n != nil {
				w.sizes[n] = true
			}
		}
	}
}

func (w *widener) body(b core.Body) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		w.stm(out, s)
	}
	return core.Body{Stms: out.Stms, Result: b.Result}
}

func (w *widener) stm(b *core.Builder, s core.Stm) {
	var after []core.Stm
	if e, ok := s.Exp.(*core.Loop); ok && e.Cond != nil {
		s, after = w.counted(b, s, e)
		w.changed = w.changed || len(after) > 0
	}
	exp := s.Exp
	switch e := exp.(type) {
	case *core.Use:
		if n, ok := w.of(e.Atom); ok {
			w.known[s.Pat[0]] = n
		}
	case *core.PrimApp:
		if e.Op == prim.Mul && e.T == prim.I64 {
			w.products[s.Pat[0]] = [2]core.Atom{e.Args[0], e.Args[1]}
		}
		exp = w.prim(b, s.Pat[0], e)
	case *core.Iota:
		w.iota(b, s.Pat[0], e)
	case *core.Loop:
		exp = w.loop(b, e)
	case *core.Map:
		exp = w.soac(e)
	case *core.Call:
		exp = &core.Call{Fun: w.funs[e.Fun], Args: e.Args}
	default: // counts nothing
	}
	w.haveSizes(s.Pat)
	exp = core.Inside(exp, w.body)
	if e, ok := exp.(*core.Loop); ok {
		if f := w.flat(s, e); f != nil {
			exp, w.changed = f, true
		}
	}
	b.Add(s.Pat, exp)
	for _, s := range after {
		w.stm(b, s)
	}
}

// prim is an operator with its operands in i64, if that is the same; what it gives is known in i64 if it cannot leave its type.
func (w *widener) prim(b *core.Builder, v *core.Var, e *core.PrimApp) core.Exp {
	ns := make([]number, len(e.Args))
	for k, a := range e.Args {
		var ok bool
		if ns[k], ok = w.of(a); !ok {
			return e
		}
	}
	switch {
	case e.T == prim.I64 && v.Type.Elem == prim.Bool: // as it is
	case e.Op == prim.Lt || e.Op == prim.Le || e.Op == prim.Eq:
		w.changed = true
		return &core.PrimApp{Op: e.Op, T: prim.I64, Args: []core.Atom{ns[0].atom, ns[1].atom}}
	case e.Op.IsConversion():
		if n := ns[0]; n.fits(v.Type.Elem) {
			w.known[v] = n
			if v.Type.Elem == prim.I64 && e.T != prim.I64 {
				w.changed = true
				return &core.Use{Atom: n.atom}
			}
		}
	case v.Type.Elem.IsInt() && len(ns) == 2:
		lo, hi, ok := interval(e.Op, ns[0], ns[1])
		n := number{v, lo, hi}
		if !ok || !n.fits(v.Type.Elem) {
			return e
		}
		if e.T != prim.I64 {
			w.changed = true
			n.atom = b.Prim(e.Op, prim.I64, ns[0].atom, ns[1].atom)
		}
		w.known[v] = n
	}
	return e
}

// iota makes the same numbers in i64 beside an iota of another type.
func (w *widener) iota(b *core.Builder, v *core.Var, e *core.Iota) {
	n, known := w.of(e.N)
	start, starts := w.of(e.Start)
	step, steps := w.of(e.Step)
	if e.T == prim.I64 || !known || !starts || !steps || n.lo != n.hi || n.lo <= 0 {
		return
	}
	lo, hi, ok := interval(prim.Mul, step, number{lo: 0, hi: n.lo - 1})
	if !ok {
		return
	}
	if lo, hi, ok = interval(prim.Add, start, number{lo: lo, hi: hi}); !ok {
		return
	}
	if r := (number{nil, lo, hi}); r.fits(e.T) {
		w.changed = true
		r.atom = b.Let(v.Name, &core.Iota{N: e.N, Start: start.atom, Step: step.atom, T: prim.I64})
		w.ranges[v] = r
	}
}

// loop counts in i64.
func (w *widener) loop(b *core.Builder, e *core.Loop) *core.Loop {
	if e.I == nil {
		return e
	}
	t := e.I.Type.Elem
	n, ok := w.of(e.Bound)
	switch {
	case t == prim.I64 && ok && n.hi > 0:
		w.known[e.I] = number{e.I, 0, n.hi - 1}
		return e
	case t == prim.I64 || ok && n.hi <= 0:
		return e
	case !ok && t == prim.U64: // may be beyond i64
		return e
	case !ok:
		n = number{b.Prim(prim.ToI64, t, e.Bound), 0, prim.IntMax(t).Int64()}
	}
	i := core.NewVar(e.I.Name, core.Prim(prim.I64))
	w.changed = true
	w.known[e.I] = number{i, 0, n.hi - 1}
	return &core.Loop{Params: e.Params, Init: e.Init, I: i, Bound: n.atom, Body: narrowed(e.I, i, e.Body), Attrs: e.Attrs}
}

// soac maps over ranges in i64.
func (w *widener) soac(e *core.Map) *core.Map {
	out := &core.Map{W: e.W, Accs: e.Accs, Fn: &core.Lambda{Ret: e.Fn.Ret, Body: e.Fn.Body}}
	out.Fn.Params = append(out.Fn.Params, e.Fn.Params...)
	for k, a := range e.Arrs {
		if r, ok := w.ranges[a]; ok {
			p := e.Fn.Params[len(e.Accs)+k]
			i := core.NewVar(p.Name, core.Prim(prim.I64))
			w.known[p] = number{i, r.lo, r.hi}
			out.Fn.Params[len(e.Accs)+k], a = i, r.atom.(*core.Var)
			out.Fn.Body = narrowed(p, i, out.Fn.Body)
		}
		out.Arrs = append(out.Arrs, a)
	}
	return out
}

// narrowed is a body that makes v, a number of another type, of i first.
func narrowed(v, i *core.Var, b core.Body) core.Body {
	made := core.Stm{Pat: []*core.Var{v}, Exp: &core.PrimApp{Op: prim.To(v.Type.Elem), T: prim.I64, Args: []core.Atom{i}}}
	if len(b.Stms) > 0 {
		made.Src = b.Stms[0].Src
	}
	return core.Body{Stms: append([]core.Stm{made}, b.Stms...), Result: b.Result}
}
