package fwd

import (
	"raido/ad/activity"
	"raido/ad/rules"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Lambda is the derivative of l: its parameters are those of l and then a tangent for each, its results
// those of l and then a tangent for each. With vec (else nil) each tangent has vec in front.
func Lambda(l *core.Lambda, vec core.Atom, calls Calls) *core.Lambda {
	l = primal(l)
	f := newFwd(vec, calls)
	n := &core.Lambda{Params: append([]*core.Var{}, l.Params...), Ret: append([]core.Type{}, l.Ret...)}
	f.act.MarkAll(l.Params)
	f.act.Body(l.Body)
	for _, p := range l.Params {
		d := core.NewVar(dotName(p), f.dotType(p.Type))
		n.Params = append(n.Params, d)
		f.set(p, d)
	}
	for _, t := range l.Ret {
		n.Ret = append(n.Ret, f.dotType(t))
	}
	n.Body = f.body(l.Body, all(len(l.Ret)), both)
	return n
}

// primal renames l. Adjoints given by the user are not used: forward mode needs none.
func primal(l *core.Lambda) *core.Lambda { return core.PrimalIn(core.Rename(l), core.CustomVJP) }

// Diff appends the code of a derivative node in mode JVP and gives the results, then the tangents. Seeds
// that are zero constants cost nothing.
func Diff(b *core.Builder, d *core.Diff, calls Calls) []core.Atom {
	s := core.NewSubst()
	for i, p := range d.Fn.Params {
		s.Vars[p] = d.Args[i]
	}
	l := primal(d.Fn)
	f := newFwd(d.Vec, calls)
	f.b = b
	src := b.Src
	for i, p := range l.Params {
		// The parameter becomes a name for the argument, so that it can have a tangent of its own.
		b.Add([]*core.Var{p}, &core.Use{Atom: d.Args[i]})
		if seed := d.Seeds[i]; seed != core.Atom(core.Zero(p.Type.Elem)) {
			f.act.MarkAll([]*core.Var{p})
			f.set(p, seed)
		}
	}
	f.act.Body(l.Body)
	f.stms(l.Body)
	b.Src = src
	out := append([]core.Atom{}, l.Body.Result...)
	for _, a := range l.Body.Result {
		out = append(out, f.dotOrZero(a))
	}
	return out
}

// Calls gives derivatives of functions that are called, as functions; each is made once. It is nil where all calls have been inlined.
type Calls interface {
	// JVP takes the seed dimension if vec holds, the parameters of f, and tangents of those that are on. It
	// gives the results of f, then a tangent for each that is no bool. at is the place of the call.
	JVP(f *core.Fun, at diag.Span, on []bool, vec bool) *core.Fun
}

// fwd is the state of one transformation.
type fwd struct {
	b     *core.Builder // where code goes
	vec   core.Atom     // the seed dimension, or nil
	dot   map[*core.Var]core.Atom
	certs map[*core.Cert]*core.Cert // of accumulators of tangents
	act   *activity.Set
	calls Calls
}

func newFwd(vec core.Atom, calls Calls) *fwd {
	return &fwd{b: &core.Builder{}, vec: vec, calls: calls, dot: map[*core.Var]core.Atom{}, certs: map[*core.Cert]*core.Cert{}, act: activity.New()}
}

func dotName(v *core.Var) string { return v.Name + "Dot" }

func all(n int) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = true
	}
	return out
}

// set gives v its tangent; nil is zero, and a bool has none.
func (f *fwd) set(v *core.Var, d core.Atom) {
	if d != nil && v.Type.Elem != prim.Bool {
		f.dot[v] = d
	}
}

// get is the tangent of an atom; nil is zero.
func (f *fwd) get(a core.Atom) core.Atom {
	if v, ok := a.(*core.Var); ok {
		return f.dot[v]
	}
	return nil
}

func (f *fwd) gets(as []core.Atom) []core.Atom {
	out := make([]core.Atom, len(as))
	for i, a := range as {
		out[i] = f.get(a)
	}
	return out
}

// dotOrZero is the tangent of an atom, zeros spelt out.
func (f *fwd) dotOrZero(a core.Atom) core.Atom {
	if d := f.get(a); d != nil {
		return d
	}
	return f.b.ZeroOf(f.dotType(a.AtomType()))
}

// arr is dotOrZero of an array.
func (f *fwd) arr(v *core.Var) *core.Var { return f.dotOrZero(v).(*core.Var) }

// dots makes a tangent variable for each active variable.
func (f *fwd) dots(vs []*core.Var) []*core.Var {
	var out []*core.Var
	for _, v := range vs {
		if f.act.Has(v) {
			d := core.NewVar(dotName(v), f.dotType(v.Type))
			f.set(v, d)
			out = append(out, d)
		}
	}
	return out
}

// both puts tangents after results.
func both(res, dots []core.Atom) []core.Atom { return append(append([]core.Atom{}, res...), dots...) }

// body transforms a body; its results are arranged from the old ones and the tangents of those wanted.
func (f *fwd) body(b core.Body, want []bool, arrange func(res, dots []core.Atom) []core.Atom) core.Body {
	outer := f.b
	f.b = &core.Builder{Src: outer.Src}
	f.stms(b)
	var dots []core.Atom
	for i, a := range b.Result {
		if want[i] {
			dots = append(dots, f.dotOrZero(a))
		}
	}
	out := f.b.Body(arrange(b.Result, dots)...)
	f.b = outer
	return out
}

func (f *fwd) stms(b core.Body) {
	for _, s := range b.Stms {
		f.b.Src = s.Src
		rules.Apply(f, s)
	}
}

// keep emits the primal statement as it is.
func (f *fwd) keep(s core.Stm) { f.b.Stms = append(f.b.Stms, s) }

// PrimApp implements rules.Rules.
func (f *fwd) PrimApp(s core.Stm, e *core.PrimApp) {
	f.keep(s)
	f.set(s.Pat[0], f.prim(e, s.Pat[0]))
}

// Layout implements rules.Rules: the tangent is laid out as the value.
func (f *fwd) Layout(s core.Stm) {
	f.keep(s)
	f.set(s.Pat[0], f.shape(s.Exp))
}

// Inactive implements rules.Rules.
func (f *fwd) Inactive(s core.Stm) { f.keep(s) }
