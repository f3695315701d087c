package rows

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// facts are sums that are not negative where code runs.
type facts []affine.Form

// with adds a fact.
func (fs facts) with(f affine.Form) facts { return append(slices.Clip(fs), f) }

// counter adds that an index is one of 0..n-1.
func (w *walker) counter(fs facts, i *core.Var, n core.Atom) facts {
	fs = fs.with(linear.Of(i))
	if x, ok := affine.Of(n, w.def); ok {
		fs = fs.with(x.Add(-1).Plus(-1, linear.Of(i)))
	}
	return fs
}

// assume adds what a condition says, or its contrary.
func (w *walker) assume(fs facts, cond core.Atom, is bool) facts {
	return w.assumed(fs, cond, is, maxSteps)
}

func (w *walker) assumed(fs facts, cond core.Atom, is bool, steps int) facts {
	v, ok := cond.(*core.Var)
	if !ok {
		return fs
	}
	e, ok := w.def(v).(*core.PrimApp)
	if !ok {
		return fs
	}
	switch {
	case e.Op == prim.Not:
		return w.assumed(fs, e.Args[0], !is, steps)
	case e.Op == prim.And && is, e.Op == prim.Or && !is:
		return w.assumed(w.assumed(fs, e.Args[0], is, steps), e.Args[1], is, steps)
	case e.T != prim.I64:
		return fs
	}
	x, ok := affine.Of(e.Args[0], w.def)
	y, ok2 := affine.Of(e.Args[1], w.def)
	if !ok || !ok2 {
		return fs
	}
	up, down := y.Plus(-1, x), x.Plus(-1, y)
	switch {
	case e.Op == prim.Le && is:
		return fs.with(up)
	case e.Op == prim.Le:
		return fs.with(down.Add(-1))
	case e.Op == prim.Lt && is:
		return fs.with(up.Add(-1))
	case e.Op == prim.Lt:
		return fs.with(down)
	case e.Op == prim.Eq && is:
		return fs.with(up).with(down)
	case e.Op == prim.Eq && w.proves(fs, up, steps): // x <= y, and they differ
		return fs.with(up.Add(-1))
	case e.Op == prim.Eq && w.proves(fs, down, steps):
		return fs.with(down.Add(-1))
	}
	return fs
}

const (
	maxSteps = 4  // facts added up in a proof, and operators looked through
	maxFacts = 24 // those that are looked at: the last ones
	maxTries = 1 << 10
)

// holds reports whether a sum is certainly not negative, by the facts.
func (w *walker) holds(fs facts, f affine.Form) bool {
	w.tries = maxTries
	return w.proves(fs[max(len(fs)-maxFacts, 0):], f, maxSteps)
}

func (w *walker) proves(fs facts, f affine.Form, steps int) bool {
	if len(f.Terms) == 0 {
		return f.C >= 0
	}
	if w.tries--; steps == 0 || w.tries < 0 {
		return false
	}
	for _, t := range f.Terms {
		if w.through(fs, f, t, steps) {
			return true
		}
	}
	for _, h := range fs {
		if shares(f, h) && w.proves(fs, f.Plus(-1, h), steps-1) {
			return true
		}
	}
	return false
}

// shares reports whether a fact takes a term from a sum.
func shares(f, h affine.Form) bool {
	return slices.ContainsFunc(h.Terms, func(t linear.Term[*core.Var]) bool { return f.Factor(t.V) == t.K })
}

// through reports whether a sum is not negative because of how one of its terms is computed.
func (w *walker) through(fs facts, f affine.Form, t linear.Term[*core.Var], steps int) bool {
	switch e := w.def(t.V).(type) {
	case *core.PrimApp:
		if e.T != prim.I64 || t.K != 1 && t.K != -1 || len(e.Args) < 2 {
			return false
		}
		x, ok := affine.Of(e.Args[0], w.def)
		y, ok2 := affine.Of(e.Args[1], w.def)
		if !ok || !ok2 {
			return false
		}
		px := func() bool { return w.proves(fs, f.Put(t.V, x), steps-1) }
		py := func() bool { return w.proves(fs, f.Put(t.V, y), steps-1) }
		switch e.Op {
		case prim.Max, prim.Min:
			if (e.Op == prim.Max) == (t.K > 0) {
				return px() || py()
			}
			return px() && py()
		case prim.Mod: // 0..y-1
			if !w.proves(fs, y.Add(-1), steps-1) {
				return false
			} else if t.K > 0 {
				return w.proves(fs, f.Without(t.V), steps-1)
			}
			return w.proves(fs, f.Put(t.V, y.Add(-1)), steps-1)
		default: // it says nothing
		}
	case *core.If:
		if len(e.Then.Result) > 1 {
			return false
		}
		in := func(b core.Body, is bool) bool {
			x, ok := affine.Of(b.Result[0], w.def)
			return ok && w.proves(w.assumed(fs, e.Cond, is, steps-1), f.Put(t.V, x), steps-1)
		}
		return in(e.Then, true) && in(e.Else, false)
	default: // it says nothing
	}
	return false
}
