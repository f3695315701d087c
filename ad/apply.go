package ad

import (
	"raido/ad/fwd"
	"raido/ad/rev"
	"raido/lang/core"
	"raido/lang/opt"
)

// Apply removes every Diff node of a program, innermost first, and at the end those of custom rules. Calls inside the
// function of a Diff are inlined before, so that the rules see no calls but those of functions that call themselves
// (recurse.go), and of large ones where the whole would be huge. A construct without a derivative panics with a *diag.Diag of class Unsupported.
func Apply(p *core.Prog) *core.Prog {
	p, _ = applied(p, false)
	return p
}

// ApplyKept is Apply, and tells what the reverse derivatives keep.
func ApplyKept(p *core.Prog) (*core.Prog, []*rev.Kept) { return applied(p, true) }

func applied(p *core.Prog, listen bool) (*core.Prog, []*rev.Kept) {
	a := &apply{recursive: core.Cycles(p), funs: map[*core.Fun]*core.Fun{}, old: map[*core.Fun]*core.Fun{}, out: &core.Prog{},
		defs: map[*core.Var]core.Exp{}, state: map[*core.Fun]progress{}, derivs: map[derivKey]*core.Fun{}, orders: map[*core.Fun]int{}}
	a.low = !nested(p, 3)
	a.huge = opt.IsHuge(p)
	l := &listening{apply: a}
	if a.calls = a; listen {
		a.calls = l
	}
	for _, f := range p.Funs {
		a.funs[f] = &core.Fun{Name: f.Name, Params: f.Params, Ret: f.Ret}
		a.old[a.funs[f]] = f
	}
	for _, f := range p.Funs {
		a.fun(f)
	}
	for _, f := range a.out.Funs {
		f.Body = core.Primal(f.Body, core.CustomVJP, core.CustomJVP)
	}
	return a.out, l.kept
}

// listening notes what derivatives keep.
type listening struct {
	*apply
	kept []*rev.Kept
}

// Keep implements rev.Listener.
func (l *listening) Keep(k *rev.Kept) { l.kept = append(l.kept, k) }

// JVP is the forward derivative of l: the parameters are those of l, then a tangent for each; the results
// those of l, then a tangent for each. With vec, tangents have it as their outermost dimension.
func JVP(l *core.Lambda, vec core.Atom) *core.Lambda { return fwd.Lambda(l, vec, nil) }

// VJP is the reverse derivative of l: the parameters are those of l, then a cotangent for each result; the
// results those of l, then an adjoint for each parameter. With vec, cotangents and adjoints have it as
// their outermost dimension.
func VJP(l *core.Lambda, vec core.Atom) *core.Lambda { return rev.Lambda(l, vec, nil) }

// apply is the state of one pass.
type apply struct {
	funs, old map[*core.Fun]*core.Fun // to the functions without Diff nodes, and back
	out       *core.Prog
	defs      map[*core.Var]core.Exp // what variables are
	recursive map[*core.Fun]int      // those that call themselves or each other
	state     map[*core.Fun]progress
	derivs    map[derivKey]*core.Fun // derivatives of those
	low       bool                   // no derivative is of third order
	huge      bool                   // the program would be huge if all calls were inlined
	order     int                    // of the highest derivative in what was walked last
	orders    map[*core.Fun]int      // and in functions that are done
	calls     rev.Calls              // itself, or what listens too
}

// nested reports whether derivatives may be nested in each other to a depth.
func nested(p *core.Prog, depth int) bool {
	reach := map[*core.Fun]int{} // the nesting inside of each function, at most depth
	var of func(b core.Body) int
	of = func(b core.Body) (most int) {
		for _, st := range b.Stms {
			n := 0
			inside := core.Mapper{
				Body:   func(b core.Body) core.Body { n = max(n, of(b)); return b },
				Lambda: func(l *core.Lambda) *core.Lambda { n = max(n, of(l.Body)); return l },
			}
			st.Exp.Map(inside)
			switch e := st.Exp.(type) {
			case *core.Diff:
				n++
			case *core.Call:
				n = max(n, reach[e.Fun])
			default: // no other node nests derivatives by itself
			}
			most = max(most, n)
		}
		return min(most, depth)
	}
	most := 0
	for again := true; again; {
		again = false
		for _, f := range p.Funs {
			if n := of(f.Body); n > reach[f] {
				reach[f], again = n, true
				most = max(most, n)
			}
		}
	}
	return most >= depth
}

// progress of a function: not begun, begun, and done.
type progress uint8

const (
	begun progress = iota + 1
	done
)

// fun removes the Diff nodes of a function.
func (a *apply) fun(f *core.Fun) {
	if a.state[f] != 0 {
		return
	}
	a.state[f] = begun
	a.order = 0
	a.funs[f].Body = a.body(f.Body, false)
	a.orders[a.funs[f]] = a.order
	a.state[f] = done
	a.out.Funs = append(a.out.Funs, a.funs[f])
}

// body removes the Diff nodes of a body; inline reports whether it is under a Diff, so that calls must go.
func (a *apply) body(b core.Body, inline bool) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		a.stm(out, st, inline)
	}
	return out.Body(b.Result...)
}

func (a *apply) stm(b *core.Builder, st core.Stm, inline bool) {
	_, under := st.Exp.(*core.Diff)
	under = under || inline
	before := a.order
	a.order = 0
	defer func() { a.order = max(before, a.order) }()
	e := core.Inside(st.Exp, func(b core.Body) core.Body { return a.body(b, under) })
	var res []core.Atom
	switch e := e.(type) {
	case *core.Diff:
		if e.IsCustom() {
			b.Add(st.Pat, e)
			return
		}
		if a.order > 1 {
			d := *e
			d.Fn = tidied(e.Fn)
			e = &d
			notTooLarge(d.Fn, a.order, st.Src)
		}
		a.order++
		res = a.differentiated(b, e)
	case *core.Call:
		f, ok := a.funs[e.Fun]
		if !ok { // in the body of a function that has been done
			f = e.Fun
		}
		if !inline || a.stays(f) {
			b.Add(st.Pat, &core.Call{Fun: f, Args: e.Args})
			return
		}
		// The function's body is free of Diff nodes, but not of calls.
		l := &core.Lambda{Params: f.Params, Body: a.body(f.Body, true)}
		a.order = max(a.order, a.orders[f])
		res = b.Inline(l, e.Args...)
	default:
		b.Add(st.Pat, e)
		for _, v := range st.Pat {
			a.defs[v] = e
		}
		return
	}
	bindAll(b, st.Pat, res)
}

// bindAll gives the names of a pattern to atoms.
func bindAll(b *core.Builder, pat []*core.Var, as []core.Atom) {
	for i, v := range pat {
		b.Add([]*core.Var{v}, &core.Use{Atom: as[i]})
	}
}

// differentiated is the derivative, in which lang/sparse can see what comes of seeds that are zero at most places.
func (a *apply) differentiated(b *core.Builder, d *core.Diff) []core.Atom {
	n := *d
	if d.Mode == core.JVP {
		n.Seeds = a.forward(d.Seeds)
	}
	if !a.sparseSeeds(n.Seeds) {
		return a.derivative(b, &n)
	}
	n.Seeds = renamed(b, n.Seeds)
	at := len(b.Stms)
	res := a.derivative(b, &n)
	b.Stms = append(b.Stms[:at:at], weighed(b.Stms[at:], n.Seeds)...)
	return res
}

func (a *apply) derivative(b *core.Builder, d *core.Diff) []core.Atom {
	if d.Mode == core.JVP {
		return fwd.Diff(b, d, a)
	}
	args := append(append([]core.Atom{}, d.Args...), d.Seeds...)
	switch {
	case a.low:
		return b.Inline(rev.LowLambda(d.Fn, d.Vec, a.calls), args...)
	case fewNumbers(d):
		return a.byTangents(b, d)
	}
	return b.Inline(rev.Lambda(d.Fn, d.Vec, a.calls), args...)
}
