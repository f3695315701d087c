package numbers

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Nests over small matrices]
//
// Normal equations of a fit, moments, or a tensor are a few numbers, which nests of loops fill, whose bounds are constants or come of outer counters:
//
//	loop a for c < 4 do
//	  loop a for d < c + 1 do a with [c, d] = a[c, d] + f[c] * f[d]
//
// Such a nest is written out as a whole, inner loops too, where it updates an array of a few numbers at its counters and this array then becomes
// numbers, so that what a loop over data adds to them are sums. Which do is found by writing out all of them, and again without those that fill others. [ours]

// Bounds of a nest that is written out: the iterations of a loop, and the statements and branches that come of it.
const (
	maxRounds   = 16
	maxStms     = 320
	maxBranches = 12
)

// nests writes out the nests of a function over what becomes numbers.
func nests(f *core.Fun) *core.Fun {
	n := &nester{not: map[*core.Loop]bool{}}
	for {
		n.filled = nil
		g := *f
		g.Body = n.body(f.Body, false)
		if len(n.filled) == 0 {
			return f
		}
		c, again := newClasses(&g), false
		for _, w := range n.filled {
			if !c.good(w.result) {
				n.not[w.nest], again = true, true
			}
		}
		if !again {
			return &g
		}
	}
}

type nester struct {
	not    map[*core.Loop]bool // nests that stay
	filled []filled
}

// filled is an array that a nest fills.
type filled struct {
	nest   *core.Loop
	result *core.Var
}

func (n *nester) body(b core.Body, inside bool) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		if l, ok := st.Exp.(*core.Loop); ok && inside && !n.not[l] && n.written(out, st.Pat, l) {
			continue
		}
		out.Add(st.Pat, core.Inside(st.Exp, func(b core.Body) core.Body { return n.body(b, within(st.Exp, inside)) }))
	}
	return out.Body(b.Result...)
}

// written writes out a nest, if it may be.
func (n *nester) written(out *core.Builder, pat []*core.Var, l *core.Loop) bool {
	if !counts(l) || !fills(l) || !fewRounds(l) {
		return false
	}
	x := &expander{subst: core.NewSubst(), out: out}
	for k, a := range x.loop(l) {
		out.Add(pat[k:k+1], &core.Use{Atom: a})
		if single(pat[k]) {
			n.filled = append(n.filled, filled{l, pat[k]})
		}
	}
	return true
}

// counts reports whether a loop counts, and carries what keeps its size.
func counts(l *core.Loop) bool {
	if l.I == nil || len(l.Attrs) > 0 || len(l.Params) == 0 {
		return false
	}
	for _, p := range l.Params {
		for _, d := range p.Type.Dims {
			if slices.Contains(core.Atoms(l.Params), d) {
				return false // arrays change their sizes
			}
		}
	}
	return true
}

// fills reports whether a loop updates an array of a few numbers at places that depend on its counter.
func fills(l *core.Loop) (found bool) {
	depends := map[core.Atom]bool{l.I: true}
	on := func(as []core.Atom) bool {
		return slices.ContainsFunc(as, func(a core.Atom) bool { return depends[a] })
	}
	core.Walk(l.Body, func(st core.Stm) {
		switch e := st.Exp.(type) {
		case *core.PrimApp:
			depends[st.Pat[0]] = on(e.Args)
		case *core.Update:
			found = found || on(e.Idx) && single(e.Arr) && e.Val.AtomType().IsScalar()
		default: // chooses no place
		}
	})
	return found
}

// fewRounds reports whether a nest has few rounds and few statements, counted with the values of its counters.
func fewRounds(l *core.Loop) bool {
	c := &counter{known: map[*core.Var]core.Const{}}
	c.loop(l)
	return !c.large
}

// counter counts what a nest comes to when it is written out.
type counter struct {
	known     map[*core.Var]core.Const
	stms, ifs int
	large     bool
}

func (c *counter) value(a core.Atom) (core.Const, bool) {
	switch a := a.(type) {
	case core.Const:
		return a, true
	case *core.Var:
		v, ok := c.known[a]
		return v, ok
	}
	return core.Const{}, false
}

func (c *counter) loop(l *core.Loop) {
	n, ok := c.value(l.Bound)
	if !ok || !counts(l) || n.Int64() > maxRounds {
		c.large = true
		return
	}
	for i := range max(n.Int64(), 0) {
		c.known[l.I] = core.Const{Scalar: prim.Int(l.I.Type.Elem, i)}
		c.body(l.Body)
	}
}

func (c *counter) body(b core.Body) {
	for _, st := range b.Stms {
		if c.large = c.large || c.stms > maxStms || c.ifs > maxBranches; c.large {
			return
		}
		switch e := st.Exp.(type) {
		case *core.Loop:
			c.loop(e)
			continue
		case *core.PrimApp:
			if v, ok := constantOf(e, c.value); ok {
				c.known[st.Pat[0]] = v
				continue
			}
			delete(c.known, st.Pat[0])
		case *core.If:
			if v, ok := c.value(e.Cond); ok {
				c.body(chosen(e, v))
				continue
			}
			c.ifs++
			c.body(e.Then)
			c.body(e.Else)
		case *core.Use, *core.Index, *core.Update, *core.ArrayLit, *core.Assert: // one statement
		default: // what makes or copies arrays
			c.large = true
		}
		c.stms++
	}
}

// chosen is the branch that a condition chooses.
func chosen(e *core.If, cond core.Const) core.Body {
	if cond.Bool() {
		return e.Then
	}
	return e.Else
}

// constantOf is what an operator gives of integers that are known.
func constantOf(e *core.PrimApp, value func(core.Atom) (core.Const, bool)) (core.Const, bool) {
	var args []prim.Scalar
	for _, a := range e.Args {
		v, ok := value(a)
		if !ok || !e.T.IsInt() {
			return core.Const{}, false
		}
		args = append(args, v.Scalar)
	}
	r, err := e.Op.Eval(e.T, args)
	return core.Const{Scalar: r}, err == nil
}

// expander writes out loops.
type expander struct {
	subst *core.Subst
	out   *core.Builder
}

// loop adds the rounds of a loop, and gives what they come to.
func (x *expander) loop(l *core.Loop) []core.Atom {
	n := x.subst.Atom(l.Bound).(core.Const).Int64()
	at := x.subst.Atoms(l.Init)
	for i := range max(n, 0) {
		x.subst.Vars[l.I] = core.Const{Scalar: prim.Int(l.I.Type.Elem, i)}
		for k, p := range l.Params {
			x.subst.Vars[p] = at[k]
		}
		at = x.body(l.Body)
	}
	return at
}

func (x *expander) body(b core.Body) []core.Atom {
	for _, st := range b.Stms {
		switch e := st.Exp.(type) {
		case *core.Loop:
			for k, a := range x.loop(e) {
				x.subst.Vars[st.Pat[k]] = a
			}
			continue
		case *core.PrimApp:
			known := func(a core.Atom) (core.Const, bool) { c, ok := x.subst.Atom(a).(core.Const); return c, ok }
			if v, ok := constantOf(e, known); ok {
				x.subst.Vars[st.Pat[0]] = v
				continue
			}
		case *core.If:
			if v, ok := x.subst.Atom(e.Cond).(core.Const); ok {
				for k, a := range x.body(chosen(e, v)) {
					x.subst.Vars[st.Pat[k]] = a
				}
				continue
			}
		default: // stays
		}
		x.out.Stms = append(x.out.Stms, x.subst.Stm(st))
	}
	return x.subst.Atoms(b.Result)
}
