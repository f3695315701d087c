package flat

import (
	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/opt"
)

// countUses counts the uses of the variables of a function.
func countUses(f *core.Fun) map[*core.Var]int {
	uses := map[*core.Var]int{}
	core.Walk(f.Body, func(s core.Stm) { usesOf(s.Exp, uses) })
	for _, a := range f.Body.Result {
		countUse(uses, a)
	}
	return uses
}

// usesOf counts the uses in an expression, but for those in statements inside.
func usesOf(e core.Exp, uses map[*core.Var]int) {
	count := func(b core.Body) {
		for _, a := range b.Result {
			countUse(uses, a)
		}
	}
	e.Map(core.Mapper{
		Atom:   func(a core.Atom) core.Atom { countUse(uses, a); return a },
		Body:   func(b core.Body) core.Body { count(b); return b },
		Lambda: func(l *core.Lambda) *core.Lambda { count(l.Body); return l },
	})
}

// backScans are the scans of scalars whose results are all used once, by a Reverse, and never change: they
// write backwards, and the Reverse costs nothing.
func backScans(p *core.Prog, c *alias.Classes) map[*core.Scan]bool {
	out := map[*core.Scan]bool{}
	for _, f := range p.Funs {
		uses := countUses(f)
		reversed := map[*core.Var]bool{}
		core.Walk(f.Body, func(s core.Stm) {
			if r, ok := s.Exp.(*core.Reverse); ok && !c.Consumed(r.Arr) && !c.Consumed(s.Pat[0]) {
				reversed[r.Arr] = true
			}
		})
		core.Walk(f.Body, func(s core.Stm) {
			e, ok := s.Exp.(*core.Scan)
			if !ok {
				return
			}
			out[e] = true
			for _, v := range s.Pat {
				out[e] = out[e] && (uses[v] == 0 || reversed[v] && uses[v] == 1)
			}
		})
	}
	return out
}

// unreadResults are the results of scans that nothing uses.
func unreadResults(p *core.Prog) map[*core.Var]bool {
	out := map[*core.Var]bool{}
	for _, f := range p.Funs {
		uses := countUses(f)
		core.Walk(f.Body, func(s core.Stm) {
			if _, ok := s.Exp.(*core.Scan); ok {
				for _, v := range s.Pat {
					out[v] = uses[v] == 0
				}
			}
		})
	}
	return out
}

func countUse(uses map[*core.Var]int, a core.Atom) {
	if v, ok := a.(*core.Var); ok {
		uses[v]++
	}
}

// eachBody calls f on a body and all bodies inside.
func eachBody(b core.Body, f func(core.Body)) {
	f(b)
	for _, s := range b.Stms {
		s.Exp.Map(core.Mapper{
			Body:   func(b core.Body) core.Body { eachBody(b, f); return b },
			Lambda: func(l *core.Lambda) *core.Lambda { eachBody(l.Body, f); return l },
		})
	}
}

// mayChange reports whether code for s may write to an array. Control may take its place over.
func (w *waiting) mayChange(s core.Stm, v *core.Var) bool {
	found := false
	core.Walk(core.Body{Stms: []core.Stm{s}}, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.If, *core.Loop, *core.Call, *core.WithAcc:
			found = found || !core.AllScalar(core.VarTypes(s.Pat))
		default: // changes what it consumes
		}
		for _, x := range s.Exp.Consumes() {
			found = found || w.memory.Find(x) == w.memory.Find(v)
		}
	})
	return found
}

// rereads reports whether the reader e would compute the elements of m more than once and m is dear: a scan
// of scalars runs through its operands twice, a nest of maps once for each of its points.
func rereads(e core.Exp, m *core.Map) bool {
	again := false
	switch e := e.(type) {
	case *core.Scan:
		again = core.AllScalar(e.Fn.Ret)
	case *core.Map:
		again = nested(e) != nil
	default: // reads each element once
	}
	return again && !opt.Cheap(m.Fn.Body)
}

// nested is the inner map of a map that does nothing else, whose results may be seen otherwise at the end; nil for others.
func nested(e *core.Map) *core.Map {
	stms := e.Fn.Body.Stms
	n := len(stms) - 1
	for n >= 0 {
		if _, view := stms[n].Exp.(*core.Rearrange); !view {
			break
		}
		n--
	}
	if n < 0 {
		return nil
	}
	inner, ok := stms[n].Exp.(*core.Map)
	if !ok || len(inner.Accs) > 0 || len(e.Accs) > 0 || !cheapBefore(stms[:n]) {
		return nil
	}
	return inner
}

// elementwise are the arrays that a node reads once, element by element.
func elementwise(e core.Exp) []*core.Var {
	switch e := e.(type) {
	case *core.Map:
		return e.Arrs
	case *core.Reduce:
		return e.Arrs
	case *core.Scan:
		return e.Arrs
	case *core.Hist:
		return append(append([]*core.Var{}, e.Idx...), e.Vals...)
	case *core.Scatter:
		return append(append([]*core.Var{}, e.Idx...), e.Vals...)
	default: // reads places that data or indices choose
	}
	return nil
}

// hostScalars are the scalars that code outside of lambdas of parallel nodes looks at, but for those that it only
// computes others with: these count if the others do, or if they are stored one by one outside of loops.
func hostScalars(p *core.Prog) map[*core.Var]bool {
	h := &hostUses{used: map[*core.Var]bool{}, from: map[*core.Var][]core.Atom{}}
	for _, f := range p.Funs {
		h.body(f.Body)
		for _, a := range f.Body.Result {
			h.stored(a)
		}
	}
	out := map[*core.Var]bool{}
	var mark func(v *core.Var)
	mark = func(v *core.Var) {
		if out[v] {
			return
		}
		out[v] = true
		for _, a := range h.from[v] {
			if x, ok := a.(*core.Var); ok {
				mark(x)
			}
		}
	}
	for v := range h.used {
		mark(v)
	}
	for _, v := range h.puts {
		for _, a := range h.from[v] {
			if x, ok := a.(*core.Var); ok {
				mark(x)
			}
		}
	}
	return out
}

type hostUses struct {
	used map[*core.Var]bool
	from map[*core.Var][]core.Atom // what a scalar is computed from by an operator that cannot fail
	puts []*core.Var               // stored in arrays outside of loops, or results
	// loops is how many loops are around.
	loops int
}

func (h *hostUses) use(a core.Atom) core.Atom {
	if v, ok := a.(*core.Var); ok && v.Type.IsScalar() {
		h.used[v] = true
	}
	return a
}

func (h *hostUses) stored(a core.Atom) core.Atom {
	if v, ok := a.(*core.Var); ok && v.Type.IsScalar() && h.loops == 0 {
		h.puts = append(h.puts, v)
	}
	return a
}

func (h *hostUses) inner(b core.Body) core.Body {
	h.body(b)
	for _, a := range b.Result {
		h.use(a)
	}
	return b
}

func (h *hostUses) body(b core.Body) {
	for _, s := range b.Stms {
		h.stm(s)
	}
}

func (h *hostUses) stm(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Reduce, *core.Scan:
		// Their scalar operands may stay in device memory; only the width may not.
		return
	case *core.Update:
		h.stored(e.Val)
		return
	case *core.ArrayLit:
		for _, a := range e.Elems {
			h.stored(a)
		}
		return
	case *core.PrimApp:
		if !e.Op.Fails || e.T.IsFloat() {
			h.from[s.Pat[0]] = e.Args
			return
		}
	case *core.Replicate:
		for _, d := range e.Dims {
			h.use(d)
		}
		return
	case *core.If:
		if elementUpdates(s.Pat, e) != nil { // see Note [Updates on the device]
			return
		}
		h.use(e.Cond)
		h.body(e.Then)
		h.body(e.Else)
		for i, v := range s.Pat {
			h.passed(v, e.Then.Result[i], e.Else.Result[i])
		}
		h.types(s.Pat)
		return
	case *core.Loop:
		h.loop(e)
		h.types(append(s.Pat[:len(s.Pat):len(s.Pat)], e.Params...))
		return
	case *core.WithAcc:
		h.inner(e.Fn.Body)
	default: // all operands are used on the host
	}
	s.Exp.Map(core.Mapper{Atom: h.use, Body: h.inner})
	h.types(s.Pat)
}
