// Package choice finds out what code chooses: which of two lists of values, as they are, a body gives.
//
// It takes and gives bodies that verify in their places. Layer 2: imports lang/core, lang/prim.
package choice

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Of is a choice between values that are kept and others that are taken, each of which a mark goes with.
type Of struct {
	Kept   []core.Atom
	Others []core.Atom // nil if they may be any but those which are kept
	K, I   *core.Var   // the marks of what is kept and of what is taken, of one type
}

// Mark is a body that also gives the mark of the values that it gives; not ok if these are no choice. Of a minimum or maximum of numbers that is the kept one on
// ties, and not a nan if there is another.
func (c *Of) Mark(b core.Body, values []core.Atom) (core.Body, core.Atom, bool) {
	if slices.Equal(values, c.Kept) {
		return b, c.K, true
	} else if slices.Equal(values, c.Others) {
		return b, c.I, true
	}
	if at, then, els := Branch(b, values); at >= 0 {
		return c.branch(b, at, then, els)
	}
	if c.Others != nil {
		return c.extreme(b, values)
	}
	return b, c.I, !slices.ContainsFunc(values, func(v core.Atom) bool { return slices.Contains(c.Kept, v) })
}

// Branch is the place of the branch in a body that gives values, and what these are in both of its parts; the place is -1 if there is none.
func Branch(b core.Body, values []core.Atom) (at int, then, els []core.Atom) {
	for at, st := range b.Stms {
		e, ok := st.Exp.(*core.If)
		if !ok || !slices.Contains(core.Atoms(st.Pat), values[0]) {
			continue
		}
		for _, v := range values {
			k := slices.Index(core.Atoms(st.Pat), v)
			if k < 0 {
				return -1, nil, nil
			}
			then, els = append(then, e.Then.Result[k]), append(els, e.Else.Result[k])
		}
		return at, then, els
	}
	return -1, nil, nil
}

// branch is Mark where a branch chooses.
func (c *Of) branch(b core.Body, at int, then, els []core.Atom) (core.Body, core.Atom, bool) {
	st := b.Stms[at]
	e := st.Exp.(*core.If)
	yes, i, ok := c.Mark(e.Then, then)
	no, j, ok2 := c.Mark(e.Else, els)
	if !ok || !ok2 {
		return b, nil, false
	}
	yes.Result, no.Result = append(slices.Clone(yes.Result), i), append(slices.Clone(no.Result), j)
	k := core.NewVar(c.K.Name, c.K.Type)
	stms := slices.Clone(b.Stms)
	stms[at] = core.Stm{Pat: append(slices.Clone(st.Pat), k), Exp: &core.If{Cond: e.Cond, Then: yes, Else: no}, Src: st.Src}
	return core.Body{Stms: stms, Result: b.Result}, k, true
}

// extreme is Mark where a minimum or maximum of a number that is kept and another one chooses.
func (c *Of) extreme(b core.Body, values []core.Atom) (core.Body, core.Atom, bool) {
	at := slices.IndexFunc(b.Stms, func(st core.Stm) bool { return slices.Equal(core.Atoms(st.Pat), values) })
	if at < 0 || len(c.Kept) != 1 {
		return b, nil, false
	}
	e, ok := b.Stms[at].Exp.(*core.PrimApp)
	if !ok || e.Op != prim.Min && e.Op != prim.Max || !slices.Equal(e.Args, []core.Atom{c.Kept[0], c.Others[0]}) {
		return b, nil, false
	}
	out := &core.Builder{Stms: slices.Clone(b.Stms)}
	x, y := e.Args[0], e.Args[1]
	better := out.Prim(prim.Lt, e.T, x, y) // y is taken
	if e.Op == prim.Min {
		better = out.Prim(prim.Lt, e.T, y, x)
	}
	if e.T.IsFloat() {
		better = out.Prim(prim.Or, prim.Bool, better, out.Prim(prim.IsNaN, e.T, x))
	}
	k := out.If(better, []core.Type{c.K.Type}, func(*core.Builder) []core.Atom { return []core.Atom{c.I} }, func(*core.Builder) []core.Atom { return []core.Atom{c.K} })[0]
	return out.Body(b.Result...), k, true
}
