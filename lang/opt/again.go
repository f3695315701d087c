package opt

import (
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Cheap maps, again]
//
// What costs less to compute than to write and to read again is computed where it is used:
//
//	zs = map (+) al c                               zs = map (+) al c
//	m = reduce max zs                 becomes       m = reduce max zs
//	es = map (\z -> exp (z - m)) zs                 zs' = map (+) al c
//	s = reduce (+) es                               es = map (\z -> exp (z - m)) zs'
//	                                                s = reduce (+) es
//
// The reduction takes the first map in, Fuse joins the second, and no thread needs an array: so lanes compute such rows side by side, too. A map
// of p arrays that is used k times reads p k elements then, where it read p, wrote one and read k.

// Again gives each use of a cheap map a map of its own.
func Again(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return againBody(names, funs, f.Body) })
}

func againBody(names *alias.Classes, funs map[*core.Fun]*core.Fun, b core.Body) core.Body {
	in := func(b core.Body) core.Body { return againBody(names, funs, b) }
	out := core.Body{Result: b.Result}
	w := &window{stms: b.Stms}
	own := make([][]core.Stm, len(b.Stms)) // before each statement
	if fusible(b) {
		w = newWindow(names, b)
		for i := range w.stms {
			w.again(i, own)
			w.apiece(i, own)
		}
	}
	for j, s := range w.stms {
		s.Exp = core.Inside(s.Exp, in)
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = funs[c.Fun]
		}
		out.Stms = append(append(out.Stms, own[j]...), s)
	}
	return out
}

// again copies the map at i, if it is cheap, for its uses after the first one.
func (w *window) again(i int, own [][]core.Stm) {
	m, ok := w.stms[i].Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || len(w.stms[i].Pat) != 1 || !light(m.Fn) {
		return
	}
	x := w.stms[i].Pat[0]
	uses := w.uses[x]
	if len(uses) < 2 || len(m.Arrs)+1+len(uses) < len(m.Arrs)*len(uses) || w.names.Consumed(x) || !w.operandsLast(i, slices.Max(uses)) {
		return
	}
	if slices.ContainsFunc(uses, func(j int) bool { return j == len(w.stms) || !reads(w.stms[j].Exp, x) }) {
		return
	}
	for _, j := range uses[1:] {
		copied := core.NewVar(x.Name, x.Type)
		sub := core.NewSubst()
		sub.Vars[x] = copied
		own[j] = append(own[j], core.Stm{Pat: []*core.Var{copied}, Src: w.stms[i].Src, Exp: &core.Map{W: m.W, Arrs: m.Arrs, Fn: core.Rename(m.Fn)}})
		w.stms[j].Exp = sub.Exp(w.stms[j].Exp)
	}
}

// apiece gives each map that uses results of the map at i, and what sums others, a map of its own, if its few operations cost less than to write results
// and to read them again.
//
//	xs, ys = map (\a b -> (c * b, a * b)) as bs             ys = map (*) as bs
//	s = reduce (+) 0 ys                        becomes      s = reduce (+) 0 ys
//	us = map (+) ts xs                                      xs = map (\b -> c * b) bs
//	                                                        us = map (+) ts xs
//
// Such are return sweeps of sums of products whose terms go to several places.
func (w *window) apiece(i int, own [][]core.Stm) {
	m, ok := w.stms[i].Exp.(*core.Map)
	pat := w.stms[i].Pat
	if !ok || len(m.Accs) > 0 || len(pat) < 2 {
		return
	}
	users := map[int][]bool{} // by the statement that uses them: results
	last := i
	for k, x := range pat {
		uses := w.uses[x]
		if len(uses) != 1 || uses[0] == len(w.stms) || w.names.Consumed(x) || !reads(w.stms[uses[0]].Exp, x) {
			return
		}
		at := -1 // sums together
		if _, isMap := w.stms[uses[0]].Exp.(*core.Map); isMap {
			at = uses[0]
		}
		if users[at] == nil {
			users[at] = make([]bool, len(pat))
		}
		users[at][k], last = true, max(last, uses[0])
	}
	if len(users) < 2 || users[-1] == nil || !w.operandsLast(i, last) {
		return
	}
	parts := map[int]*core.Map{}
	for _, at := range slices.Sorted(maps.Keys(users)) {
		if parts[at] = only(m, users[at]); !light(parts[at].Fn) {
			return
		}
	}
	src := w.stms[i].Src
	for at, part := range parts {
		if at >= 0 {
			own[at] = append(own[at], core.Stm{Pat: keep(pat, users[at]), Exp: part, Src: src})
		}
	}
	w.stms[i] = core.Stm{Pat: keep(pat, users[-1]), Exp: parts[-1], Src: src}
}

// only is a map that gives some of the results, of what they are made of.
func only(m *core.Map, which []bool) *core.Map {
	fn := &core.Lambda{Ret: keep(m.Fn.Ret, which), Body: core.Needed(core.Body{Stms: m.Fn.Body.Stms, Result: keep(m.Fn.Body.Result, which)})}
	out := &core.Map{W: m.W, Fn: fn}
	free := core.FreeInBody(fn.Body)
	for k, p := range m.Fn.Params {
		if free.Has(p) {
			fn.Params, out.Arrs = append(fn.Params, p), append(out.Arrs, m.Arrs[k])
		}
	}
	out.Fn = core.Rename(fn)
	return out
}

// light reports whether a lambda gives a number of numbers by a few operations.
func light(fn *core.Lambda) bool {
	return len(fn.Body.Stms) <= spareOps && !slices.ContainsFunc(fn.Params, func(v *core.Var) bool { return !v.Type.IsScalar() }) &&
		!slices.ContainsFunc(fn.Body.Stms, func(s core.Stm) bool {
			e, ok := s.Exp.(*core.PrimApp)
			return !ok || !sparing[e.Op]
		})
}

// reads reports whether an expression is a map, a reduction or a scan that x is an operand of, once, and nothing else.
func reads(e core.Exp, x *core.Var) bool {
	var arrs []*core.Var
	var fn *core.Lambda
	switch e := e.(type) {
	case *core.Map:
		arrs, fn = e.Arrs, e.Fn
	case *core.Reduce:
		arrs, fn = e.Arrs, e.Fn
	case *core.Scan:
		arrs, fn = e.Arrs, e.Fn
	default: // reads elements as it likes
		return false
	}
	n := 0
	for _, a := range arrs {
		if a == x {
			n++
		}
	}
	return n == 1 && !core.FreeInLambda(fn).Has(x)
}
