package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Fuse joins a map to the map that consumes its results (vertical fusion):
//
//	xs = map f as
//	ys = map g xs bs     becomes     (ys, xs) = map (\a b -> let x = f a in (g x b, x)) as bs
//
// where xs stays a result only if something after needs it, so nothing is computed twice. The producer
// moves down to its consumer; nothing between may use its results or consume its operands. Reductions
// and other consumers take their maps in when kernels are made (backend/flat), so they stay apart here; those of one map's
// results become one (see reduces).
// In parallel code the producer may add to accumulators, too, but not to those of its consumer.
// A map that only the lambda of a with_acc uses moves into it, to be fused with the maps there, and so does one that takes its results element by
// element (draw.go). Histograms over the
// same indices become one (see hists), and so does what adds to arrays at the same indices (see accs).
func Fuse(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		fu := &fuser{names: names, funs: funs}
		return fu.body(f.Body, false)
	})
}

type fuser struct {
	names *alias.Classes
	funs  map[*core.Fun]*core.Fun
}

// body fuses the maps of a body, then those inside of its lambdas, which fusion may have brought together; inside reports whether it is
// part of a map.
func (fu *fuser) body(b core.Body, inside bool) core.Body {
	w := &window{stms: b.Stms, gone: make([]bool, len(b.Stms))}
	if fusible(b) {
		w = newWindow(fu.names, b)
		w.inside = inside
		for j := range w.stms {
			w.consumer(j)
			w.draw(j)
			w.sink(j)
			w.hists(j)
			w.accs(j)
			w.reduces(j)
		}
	}
	out := core.Body{Result: b.Result}
	for i, s := range w.stms {
		if w.gone[i] {
			continue
		}
		_, isMap := s.Exp.(*core.Map)
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return fu.body(b, inside) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: fu.body(l.Body, inside || isMap)}
			},
		})
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = fu.funs[c.Fun]
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// fusible reports whether a body has two statements that could be joined; a window costs a walk over all that is
// inside, which bodies nested deeply cannot afford.
func fusible(b core.Body) bool {
	n := 0
	for _, s := range b.Stms {
		switch s.Exp.(type) {
		case *core.Map, *core.WithAcc, *core.Hist, *core.Reduce:
			n++
		default: // never joined
		}
	}
	return n > 1
}

// window is one body while its maps are fused.
type window struct {
	names    *alias.Classes
	stms     []core.Stm
	gone     []bool
	inside   bool                // the body is part of a map
	def      map[*core.Var]int   // the statement that binds a variable
	uses     map[*core.Var][]int // the statements that use it, len(stms) for the result
	consumed map[*core.Var][]int // by class of names: the statements that consume it
}

func newWindow(names *alias.Classes, b core.Body) *window {
	w := &window{names: names, stms: slices.Clone(b.Stms), gone: make([]bool, len(b.Stms)),
		def: map[*core.Var]int{}, uses: map[*core.Var][]int{}, consumed: map[*core.Var][]int{}}
	for i, s := range b.Stms {
		for _, v := range s.Pat {
			w.def[v] = i
		}
		for _, v := range core.FreeInStm(s).List {
			w.uses[v] = append(w.uses[v], i)
		}
		names.ConsumedIn(s, func(v *core.Var) {
			c := names.Find(v)
			w.consumed[c] = append(w.consumed[c], i)
		})
	}
	for _, v := range core.FreeInBody(core.Body{Result: b.Result}).List {
		w.uses[v] = append(w.uses[v], len(b.Stms))
	}
	return w
}

// consumer fuses into the map at j, if there is one, all producers that can be.
func (w *window) consumer(j int) {
	for {
		c, ok := w.stms[j].Exp.(*core.Map)
		if !ok {
			return
		}
		i := w.producer(c, j)
		if i < 0 {
			return
		}
		w.fuse(i, j)
	}
}

// maxFused bounds the statements of a fused map: a join costs a walk over both, and so long a map gains no more.
const maxFused = 500

// producer finds a map before j that can be fused into the map c at j, or -1.
func (w *window) producer(c *core.Map, j int) int {
	var free *core.VarSet
	for _, arr := range c.Arrs {
		i, ok := w.def[arr]
		if !ok || i == j {
			continue
		}
		p, ok := w.stms[i].Exp.(*core.Map)
		if !ok || p.W != c.W || !w.apart(i, c, p) || staysSingle(p, c) || len(p.Fn.Body.Stms)+len(c.Fn.Body.Stms) > maxFused {
			continue
		}
		if w.converts(c, j) {
			return -1
		}
		if free == nil {
			free = core.FreeInLambda(c.Fn)
		}
		if w.resultsWait(i, j, free) && w.operandsLast(i, j) {
			return i
		}
	}
	return -1
}

// apart reports whether the maps p, at i, and c add to different accumulators, and p to none outside of parallel code, where kernels
// with few accumulators are better, unless c goes along with it element by element.
func (w *window) apart(i int, c, p *core.Map) bool {
	return len(p.Accs) == 0 || elementwise(c) || w.inside && !slices.ContainsFunc(c.Accs, func(a *core.Var) bool { return slices.Contains(w.stms[i].Pat, a) })
}

// converts reports whether the map at j only converts elements that are stored anyway, for one scan or reduction, which
// takes it in: the narrow elements are all there is to write and to read.
func (w *window) converts(c *core.Map, j int) bool {
	if len(c.Arrs) != 1 || len(c.Fn.Body.Stms) != 1 || len(w.uses[c.Arrs[0]]) < 2 || len(w.uses[w.stms[j].Pat[0]]) != 1 {
		return false
	}
	e, ok := c.Fn.Body.Stms[0].Exp.(*core.PrimApp)
	if !ok || !e.Op.IsConversion() && e.Op != prim.ToBits {
		return false
	}
	by := w.uses[w.stms[j].Pat[0]][0]
	if by == len(w.stms) {
		return false
	}
	switch w.stms[by].Exp.(type) {
	case *core.Scan, *core.Reduce:
		return true
	default: // does not take conversions in
	}
	return false
}

// staysSingle reports whether a map stays by itself: joined, a product of matrices would be one no more. Elementwise operations on
// the results of one are fine.
func staysSingle(p, c *core.Map) bool { return HasProduct(c) || HasProduct(p) && !elementwise(c) }

// resultsWait reports whether nothing before j uses or ever consumes the results of i, and j uses them as
// arrays only.
func (w *window) resultsWait(i, j int, free *core.VarSet) bool {
	for _, v := range w.stms[i].Pat {
		if free.Has(v) || w.names.Consumed(v) || len(w.uses[v]) > 0 && slices.Min(w.uses[v]) < j {
			return false
		}
	}
	return true
}

// operandsLast reports whether what i uses is consumed by nothing after it up to j.
func (w *window) operandsLast(i, j int) bool {
	for _, v := range core.FreeInStm(w.stms[i]).List {
		if v.Type.IsScalar() {
			continue
		}
		for _, at := range w.consumed[w.names.Find(v)] {
			if i < at && at <= j {
				return false
			}
		}
	}
	return true
}

// fuse replaces the map at j by one that does the map at i too.
func (w *window) fuse(i, j int) {
	ps, cs := w.stms[i], w.stms[j]
	p, c := ps.Exp.(*core.Map), cs.Exp.(*core.Map)
	for _, v := range core.FreeInStm(ps).List {
		w.moveUse(v, i, j)
	}
	result := map[*core.Var]core.Atom{}
	kept := make([]bool, len(ps.Pat))
	for k, v := range ps.Pat {
		if k < len(p.Accs) {
			w.def[v] = j
			continue
		}
		w.uses[v] = slices.DeleteFunc(w.uses[v], func(at int) bool { return at == j })
		result[v], kept[k] = p.Fn.Body.Result[k], len(w.uses[v]) > 0
		w.def[v] = j
	}
	k, l := len(c.Accs), len(p.Accs)
	n := &core.Map{W: c.W, Accs: slices.Concat(c.Accs, p.Accs), Arrs: slices.Clone(p.Arrs), Fn: &core.Lambda{}}
	n.Fn.Params = slices.Concat(c.Fn.Params[:k], p.Fn.Params)
	sub := core.NewSubst()
	for m, arr := range c.Arrs {
		if r, ok := result[arr]; ok {
			sub.Vars[c.Fn.Params[k+m]] = r
			continue
		}
		n.Arrs, n.Fn.Params = append(n.Arrs, arr), append(n.Fn.Params, c.Fn.Params[k+m])
	}
	body := sub.Body(c.Fn.Body)
	for old, a := range sub.Vars {
		if v, ok := a.(*core.Var); ok {
			w.merge(v, old)
		}
	}
	n.Fn.Body = core.Body{
		Stms:   slices.Concat(p.Fn.Body.Stms, body.Stms),
		Result: slices.Concat(body.Result[:k], p.Fn.Body.Result[:l], body.Result[k:], keep(p.Fn.Body.Result, kept)),
	}
	n.Fn.Ret = slices.Concat(c.Fn.Ret[:k], p.Fn.Ret[:l], c.Fn.Ret[k:], keep(p.Fn.Ret, kept))
	w.stms[j] = core.Stm{Pat: slices.Concat(cs.Pat[:k], ps.Pat[:l], cs.Pat[k:], keep(ps.Pat, kept)), Exp: n, Src: cs.Src}
	w.gone[i] = true
}

// moved notes that the statement at i, which consumes some arrays, is a part of the one at j from now on.
func (w *window) moved(i, j int, consumes ...*core.Var) {
	for _, v := range core.FreeInStm(w.stms[i]).List {
		w.moveUse(v, i, j)
	}
	for _, v := range w.stms[i].Pat {
		w.def[v] = j
	}
	for _, v := range consumes {
		consumed := w.consumed[w.names.Find(v)]
		if at := slices.Index(consumed, i); at >= 0 {
			consumed[at] = j
		}
	}
	w.gone[i] = true
}

// merge makes two variables names of one array. What consumes the one consumes the other.
func (w *window) merge(v, old *core.Var) {
	a, b := w.names.Find(v), w.names.Find(old)
	w.names.Merge(v, old)
	if a != b {
		w.consumed[w.names.Find(v)] = slices.Concat(w.consumed[a], w.consumed[b])
	}
}
