package flat

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/opt"
)

// Note [Kept by a sum]
//
// A map whose results a reduction reads first, and others after it, as exponentials that are summed and then divided by their sum, is computed by the
// reduction, which stores them on the way:
//
//	es = map f xs                      s = 0
//	s = reduce (+) 0 es       is       for i: e = f xs[i]; es[i] = e; s += e
//	ys = map (/ s) es                  for i: ys[i] = es[i] / s
//
// one kernel in the place of two, that reads nothing again. It is done on the host, of parameters: a map of other arrays may take over the memory of one,
// which a reduction does not. Maps that compute no function of floats, as flags of filters, are left to passes over kernels that know them. The array has its place where the map stands (destinations are as for any map);
// only its elements come later, so what the map reads stays until then, as for a lazy map, and nobody reads the elements before.

// lazyMaps are the maps that need not be stored: each result is used at most once, all by one later
// node of the same body that reads it element by element, and what the map reads does not change before then.
// Others are kept by the reduction that reads them first: Note [Kept by a sum].
// summed are those of their results that are not stored, as nobody else reads them.
func lazyMaps(p *core.Prog, c *alias.Classes) *waiting {
	w := &waiting{memory: c, lazy: map[*core.Map]bool{}, kept: map[*core.Map]*core.Reduce{}, summed: map[*core.Var]bool{}}
	for _, f := range p.Funs {
		w.uses, w.given = countUses(f), f.Params
		eachBody(f.Body, w.body)
	}
	return w
}

// waiting finds what need not be computed at once.
type waiting struct {
	memory *alias.Classes
	uses   map[*core.Var]int
	lazy   map[*core.Map]bool
	kept   map[*core.Map]*core.Reduce
	summed map[*core.Var]bool
	given  []*core.Var // parameters of the function
}

func (w *waiting) body(b core.Body) {
	reader := map[*core.Var]int{} // the statement that reads the variable element by element
	for k, s := range b.Stms {
		for _, v := range elementwise(s.Exp) {
			reader[v] = k + 1
		}
	}
	last := map[int]int{} // of what waits: the statement that computes it
	for k := len(b.Stms) - 1; k >= 0; k-- {
		s := b.Stms[k]
		m, ok := s.Exp.(*core.Map)
		if !ok || len(m.Accs) > 0 || len(s.Pat) == 0 || opt.HasProduct(m) {
			continue
		}
		by, fits := 0, true
		for _, v := range s.Pat {
			if w.uses[v] == 0 {
				continue
			}
			fits = fits && w.uses[v] == 1 && reader[v] > 0 && (by == 0 || by == reader[v])
			by = reader[v]
		}
		if !fits || by == 0 || rereads(b.Stms[by-1].Exp, m) {
			w.keep(b, k, last)
			continue
		}
		last[k] = max(by-1, last[by-1])
		if w.lazy[m] = w.staysUntil(m, b.Stms[k+1:last[k]+1]); !w.lazy[m] {
			delete(last, k)
		}
	}
}

// keep finds the reduction that computes the map at k: Note [Kept by a sum].
func (w *waiting) keep(b core.Body, k int, last map[int]int) {
	m := b.Stms[k].Exp.(*core.Map)
	parameters := !slices.ContainsFunc(m.Arrs, func(a *core.Var) bool { return !slices.Contains(w.given, a) })
	if !parameters || !core.AllScalar(m.Fn.Ret) || !slices.ContainsFunc(m.Fn.Body.Stms, isFunction) {
		return
	}
	for j := k + 1; j < len(b.Stms); j++ {
		free := core.FreeInStm(b.Stms[j])
		if !slices.ContainsFunc(b.Stms[k].Pat, free.Has) {
			continue
		}
		r, ok := b.Stms[j].Exp.(*core.Reduce)
		if ok && r.W == m.W && core.AllScalar(r.Fn.Ret) && !slices.ContainsFunc(b.Stms[k].Pat, core.FreeInLambda(r.Fn).Has) && w.staysUntil(m, b.Stms[k+1:j+1]) {
			w.kept[m], last[k] = r, max(j, last[j])
			own := map[*core.Var]int{}
			usesOf(r, own)
			for _, v := range b.Stms[k].Pat {
				w.summed[v] = w.uses[v] == own[v]
			}
		}
		return
	}
}

// staysUntil reports whether a map may wait for the end of statements after it.
func (w *waiting) staysUntil(m core.Exp, stms []core.Stm) bool {
	for _, v := range core.FreeInExp(m).List {
		for _, s := range stms {
			if w.memory.Consumed(v) && w.mayChange(s, v) {
				return false
			}
		}
	}
	return true
}

// isFunction reports whether a statement is a function of floats.
func isFunction(s core.Stm) bool {
	e, ok := s.Exp.(*core.PrimApp)
	return ok && e.Op.IsFunctionOf(e.T)
}
