package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Spare lets a reduction or a scan compute its operand from another result of the map that makes it:
//
//	xs, ys = map (\a -> let x = f a; y = -x in (x, y)) as
//	s = reduce (+) 0 ys     becomes     xs = map f as; ys = map (\x -> -x) xs; s = reduce (+) 0 ys
//
// where something else needs xs as well. The reduction takes the second map in (backend/flat), so that ys is neither written nor read, and
// has no memory. Derivatives make such maps: the adjoints of x and of a in f (x - a) differ in their sign.
func Spare(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return spareBody(names, funs, f.Body) })
}

func spareBody(names *alias.Classes, funs map[*core.Fun]*core.Fun, b core.Body) core.Body {
	in := func(b core.Body) core.Body { return spareBody(names, funs, b) }
	out := core.Body{Result: b.Result}
	w := &window{stms: b.Stms}
	made := make([][]core.Stm, len(b.Stms)) // before each statement
	if fusible(b) {
		w = newWindow(names, b)
		for j, s := range w.stms {
			for _, x := range streamed(s.Exp) {
				if m, ok := w.spared(x, j); ok {
					made[j] = append(made[j], m)
				}
			}
		}
	}
	for j, s := range w.stms {
		s.Exp = core.Inside(s.Exp, in)
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = funs[c.Fun]
		}
		out.Stms = append(append(out.Stms, made[j]...), s)
	}
	return out
}

// streamed are the operands that an expression reads once, one element after the other, and whose maps it takes in.
func streamed(e core.Exp) []*core.Var {
	switch e := e.(type) {
	case *core.Reduce:
		return e.Arrs
	case *core.Scan:
		return e.Arrs
	default: // reads elements as it likes, or writes them
	}
	return nil
}

// spared takes x, which only the statement at j uses, from the results of the map that makes it, and gives a map of another result that
// makes it.
func (w *window) spared(x *core.Var, j int) (core.Stm, bool) {
	i, ok := w.def[x]
	if !ok || !slices.Equal(w.uses[x], []int{j}) || w.names.Consumed(x) {
		return core.Stm{}, false
	}
	m, ok := w.stms[i].Exp.(*core.Map)
	if !ok {
		return core.Stm{}, false
	}
	pat := w.stms[i].Pat
	k := slices.Index(pat, x)
	from := func(v *core.Var) int { // the other result that v is, or -1
		return slices.IndexFunc(m.Fn.Body.Result, func(a core.Atom) bool { return a == core.Atom(v) })
	}
	chain, q := cheap(m.Fn, k, from)
	if q < len(m.Accs) || !w.stays(pat[q], j) {
		return core.Stm{}, false
	}
	param := core.NewVar(pat[q].Name, m.Fn.Ret[q])
	sub := core.NewSubst()
	sub.Vars[m.Fn.Body.Result[q].(*core.Var)] = param
	fn := &core.Lambda{Params: []*core.Var{param}, Ret: []core.Type{m.Fn.Ret[k]},
		Body: sub.Body(core.Body{Stms: chain, Result: []core.Atom{m.Fn.Body.Result[k]}})}
	w.uses[pat[q]] = append(w.uses[pat[q]], j)
	w.stms[i] = core.Stm{Pat: without(pat, k), Src: w.stms[i].Src, Exp: &core.Map{W: m.W, Accs: m.Accs, Arrs: m.Arrs, Fn: &core.Lambda{
		Params: m.Fn.Params, Ret: without(m.Fn.Ret, k), Body: core.Body{Stms: m.Fn.Body.Stms, Result: without(m.Fn.Body.Result, k)}}}}
	return core.Stm{Pat: []*core.Var{x}, Src: w.stms[i].Src, Exp: &core.Map{W: m.W, Arrs: []*core.Var{pat[q]}, Fn: fn}}, true
}

// stays reports whether an array is used by more than the statement at j, and is still there at it.
func (w *window) stays(x *core.Var, j int) bool {
	return slices.ContainsFunc(w.uses[x], func(at int) bool { return at != j }) &&
		!slices.ContainsFunc(w.consumed[w.names.Find(x)], func(at int) bool { return at <= j })
}

// spareOps is how many operations Spare repeats, at most.
const spareOps = 2

// sparing are the operations that cost less than to read an element.
var sparing = map[*prim.Op]bool{prim.Neg: true, prim.Abs: true, prim.Add: true, prim.Sub: true, prim.Mul: true, prim.Weigh: true}

// cheap tells how the k-th result of a lambda is made of one other result, which from knows by its variable: the statements, and which
// result; -1 if it is not, or not with little work.
func cheap(fn *core.Lambda, k int, from func(*core.Var) int) (chain []core.Stm, q int) {
	last, ok := fn.Body.Result[k].(*core.Var)
	if !ok || !last.Type.IsScalar() {
		return nil, -1
	}
	def := map[*core.Var]int{}
	for i, s := range fn.Body.Stms {
		for _, v := range s.Pat {
			def[v] = i
		}
	}
	q = -1
	var at []int
	var visit func(v *core.Var) bool
	visit = func(v *core.Var) bool {
		if r := from(v); r >= 0 && r != k {
			one := q < 0 || q == r
			q = r
			return one
		}
		i, inside := def[v]
		switch {
		case slices.Contains(fn.Params, v):
			return false
		case !inside || slices.Contains(at, i):
			return true
		}
		e, ok := fn.Body.Stms[i].Exp.(*core.PrimApp)
		if !ok || !sparing[e.Op] || len(at) == spareOps {
			return false
		}
		at = append(at, i)
		return !slices.ContainsFunc(e.Args, func(a core.Atom) bool {
			x, ok := a.(*core.Var)
			return ok && !visit(x)
		})
	}
	if !visit(last) {
		return nil, -1
	}
	slices.Sort(at)
	for _, i := range at {
		chain = append(chain, fn.Body.Stms[i])
	}
	return chain, q
}

// without is a list less its k-th element.
func without[T any](xs []T, k int) []T { return slices.Concat(xs[:k], xs[k+1:]) }
