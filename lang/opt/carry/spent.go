package carry

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
)

// Note [Elements taken once]
//
// The return sweep of a loop that fills an array takes each element of its adjoint once, and leaves a zero there:
//
//	xBar = copy yBar
//	loop (xBar, aBar) = (xBar, 0) for i < n do            loop aBar = 0 for i < n do
//	  let g = xBar[j]                           becomes     let g = yBar[j]
//	  in (xBar with [j] = 0, aBar + g * f i)                in aBar + g * f i               where j = n - 1 - i
//
// Each place is written in one iteration, after it was read, and no other iteration reads it; nobody reads the array after the loop. So what is
// read is what the loop starts with, and what is written nobody sees [Peng23, 3.3.3: killed values]. An update that might be out of range stays, unless
// a read of the same place, which fails in its stead, comes before it in each iteration.

// Spent has loops read what they start with where what they write in its place is never read: Note [Elements taken once].
func Spent(p *core.Prog) *core.Prog {
	used := usedIn(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		c := &carrier{funs: funs, chains: region.NewChains()}
		c.chains.Learn(f.Params, f.Body)
		return c.rewritten(f.Body, func(_ *core.Builder, st core.Stm, e *core.Loop) core.Stm {
			for k := len(e.Params) - 1; k >= 0; k-- {
				if w := c.writes(e, k); w != nil && !used[st.Pat[k]] && len(e.Params) > 1 && w.spent(e) {
					st, e = w.unwritten(st, e, k)
				}
			}
			return st
		})
	})
}

// usedIn are the variables that something reads.
func usedIn(p *core.Prog) map[*core.Var]bool {
	used := map[*core.Var]bool{}
	var body func(b core.Body) core.Body
	body = func(b core.Body) core.Body {
		for _, st := range b.Stms {
			for _, v := range core.FreeInStm(st).List {
				used[v] = true
			}
			core.Inside(st.Exp, body)
		}
		for _, a := range b.Result {
			if v := core.AsVar(a); v != nil {
				used[v] = true
			}
		}
		return b
	}
	for _, f := range p.Funs {
		body(f.Body)
	}
	return used
}

// spent reports whether no iteration reads what another one has written, and none may fail for writing it.
func (w *writing) spent(e *core.Loop) bool {
	if !w.own(e.Body) {
		return false
	}
	again := 0
	for _, a := range e.Body.Result {
		if a == core.Atom(w.next) {
			again++
		}
	}
	return again == 1 && (w.inside() || w.readBefore(e.Body))
}

// inside reports whether what is written is certainly in range.
func (w *writing) inside() bool {
	for d, i := range w.idx {
		if !w.runs.Indexes(i, w.arr.Type.Dims[d]) {
			return false
		}
	}
	return true
}

// readBefore reports whether each iteration reads the place before it writes it.
func (w *writing) readBefore(b core.Body) bool {
	for _, st := range b.Stms {
		if r, ok := st.Exp.(*core.Index); ok && r.Arr == w.arr && slices.Equal(r.Idx, w.idx) {
			return true
		}
		if slices.Contains(st.Pat, w.next) {
			break
		}
	}
	return false
}

// unwritten is the loop without the array of parameter k, whose elements it reads from what it starts with.
func (w *writing) unwritten(st core.Stm, e *core.Loop, k int) (core.Stm, *core.Loop) {
	sub := core.NewSubst()
	sub.Vars[w.arr] = w.init
	l := *e
	l.Params, l.Init = slices.Delete(slices.Clone(e.Params), k, k+1), slices.Delete(slices.Clone(e.Init), k, k+1)
	l.Body = core.Body{Result: slices.Delete(slices.Clone(e.Body.Result), k, k+1)}
	for _, s := range e.Body.Stms {
		if slices.Contains(s.Pat, w.next) {
			continue
		}
		if core.FreeInStm(s).Has(w.arr) {
			s.Exp = sub.Exp(s.Exp)
		}
		l.Body.Stms = append(l.Body.Stms, s)
	}
	return core.Stm{Pat: slices.Delete(slices.Clone(st.Pat), k, k+1), Exp: &l, Src: st.Src}, &l
}
