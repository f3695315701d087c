package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
)

// What a loop reads of an array that it updates in place need not be kept if the array that the loop leaves holds the same
// there: each place is written once and read after, as in substitutions and factorisations, or what is overwritten is not read.
// The final array is the tape. [Peng23, 3.3.2, 3.3.3: effective use and killed values, here of elements: lang/core/region]

// formOf is how a statement is repeated, nil if it is not; after are the statements after it.
func (p *planner) formOf(st core.Stm, after []core.Stm) *form {
	if f := p.laterForm(st, after); f != nil {
		return f
	}
	if slices.ContainsFunc(st.Pat, func(v *core.Var) bool { return p.fixed[v] }) {
		return nil
	}
	work, ok := workCost(st.Exp)
	if e, isUpdate := st.Exp.(*core.Update); isUpdate && p.isScratch(e.Arr) {
		work, ok = countOf(e.Val.AtomType().Dims), true
	}
	if !ok {
		return nil
	}
	f := &form{stms: []core.Stm{st}, work: work}
	consumed := consumedBy(st)
	for _, v := range core.FreeInStm(st).List {
		switch {
		case consumed(v) && p.isScratch(v):
			f.own = append(f.own, v)
		case consumed(v) || v.Type.IsAcc() || !v.Type.IsScalar() && p.r.facts.isConsumed(v) && !(p.e != nil && p.r.back[v] && (!p.local[v] || p.goesBack(v))):
			return nil
		case p.local[v] && !slices.Contains(st.Pat, v):
			f.with = append(f.with, v)
		}
	}
	return f
}

// goesBack reports whether the return sweep has a parameter of the loop as it was when the iteration began, though it is overwritten.
func (p *planner) goesBack(v *core.Var) bool {
	return p.e != nil && p.r.back[v] && slices.Contains(p.e.Params, v)
}

// consumedBy tells which arrays of its surroundings a statement consumes.
func consumedBy(st core.Stm) func(*core.Var) bool {
	flow := alias.NewFlow(alias.NewCalls(), nil)
	for _, v := range core.FreeInExp(st.Exp).List {
		if v.Type.Rank() > 0 && !v.Type.IsAcc() {
			flow.Stm(&core.Stm{Pat: []*core.Var{v}, Exp: &core.Scratch{Elem: v.Type.Elem, Dims: v.Type.Dims}})
		}
	}
	flow.Stm(&st)
	return flow.Consumed
}

// isScratch reports whether an array is the room that a loop of the body writes its tape to.
func (p *planner) isScratch(v *core.Var) bool {
	switch e := p.defs[v].Exp.(type) {
	case *core.Scratch:
		return true
	case *core.Update: // its first row
		return p.isScratch(e.Arr)
	default: // has a value
	}
	return false
}

// laterForm repeats a statement as a read of a later array: of what it reads, or of where its result is written.
func (p *planner) laterForm(st core.Stm, after []core.Stm) *form {
	if len(st.Pat) != 1 || p.r.general {
		return nil
	}
	if stms := p.writtenLater(st.Pat[0]); stms != nil && !p.there(st) {
		return p.formWith(stms)
	}
	arr, views := p.viewsTo(st)
	if arr == nil || !p.local[arr] && !p.r.facts.isConsumed(arr) {
		return nil
	}
	code := core.Body{}
	if !st.Pat[0].Type.IsScalar() {
		code = core.Body{Stms: append(slices.Clone(after), p.ret.Stms...), Result: p.ret.Result}
	}
	later := p.r.facts.chains.Later(arr, st.Pat[0], views, code)
	if later == nil || p.local[later] {
		return nil
	}
	by := core.NewSubst()
	by.Vars[arr] = later
	last := len(views) - 1
	var stms []core.Stm
	for _, v := range views[:last] {
		stms = append(stms, by.Stm(v))
	}
	return p.formWith(append(stms, core.Stm{Pat: st.Pat, Exp: st.Exp.Map(core.Mapper{Atom: by.Atom}), Src: st.Src}))
}

// viewsTo are the statements by which one gives a part of an array that goes through versions, itself the last; nil if it does not.
func (p *planner) viewsTo(st core.Stm) (arr *core.Var, views []core.Stm) {
	for {
		switch e := st.Exp.(type) {
		case *core.Index:
			arr = e.Arr
		case *core.Slice:
			arr = e.Arr
		case *core.Rearrange:
			arr = e.Arr
		case *core.Use:
			arr = core.AsVar(e.Atom)
		default:
			return nil, nil
		}
		if arr == nil {
			return nil, nil
		}
		views = append([]core.Stm{st}, views...)
		from, ok := p.defs[arr]
		if !ok || p.r.facts.chains.HasVersions(arr) {
			return arr, views
		}
		st = from
	}
}

// formWith is a read that statements do in the place of another.
func (p *planner) formWith(stms []core.Stm) *form {
	f := &form{stms: stms, work: 2}
	for _, st := range stms {
		for _, v := range core.FreeInStm(st).List {
			if p.local[v] && !slices.Contains(f.with, v) && !bindsAny(stms, v) {
				f.with = append(f.with, v)
			}
		}
	}
	return f
}

func bindsAny(stms []core.Stm, v *core.Var) bool {
	return slices.ContainsFunc(stms, func(st core.Stm) bool { return slices.Contains(st.Pat, v) })
}

// there reports whether a statement is an operator on values that are there anyhow, which costs less than a read.
func (p *planner) there(st core.Stm) bool {
	e, ok := st.Exp.(*core.PrimApp)
	if !ok {
		return false
	}
	for _, a := range e.Args {
		if a, ok := a.(*core.Var); ok && p.local[a] && !p.needed.Has(a) {
			return false
		}
	}
	return true
}

// writtenLater reads a value from the place that it is written to; nil if the array does not last.
func (p *planner) writtenLater(v *core.Var) []core.Stm {
	arr, idx := p.r.facts.chains.LaterValue(v)
	if arr == nil || p.local[arr] {
		return nil
	}
	b := &core.Builder{Src: p.defs[v].Src}
	at := make([]core.Atom, len(idx))
	for k, s := range idx {
		at[k] = sumOf(b, s)
	}
	b.Add([]*core.Var{v}, &core.Index{Arr: arr, Idx: at})
	return b.Stms
}

// sumOf computes a sum.
func sumOf(b *core.Builder, s region.Sum) core.Atom {
	var out core.Atom = core.IntC(s.C)
	for _, t := range s.Terms {
		var x core.Atom = core.IntC(t.By)
		for _, v := range t.Of {
			x = times(b, toI64(b, v), x)
		}
		out = plus(b, out, x)
	}
	return out
}

// replacedLater puts a later array in the place of one that the return sweep needs, if that reads only what is in both.
func (p *planner) replacedLater(v *core.Var) bool {
	if v.Type.IsScalar() || p.r.general {
		return false
	}
	later := p.r.facts.chains.Later(v, v, nil, p.code())
	if later == nil || p.local[later] {
		return false
	}
	p.later.Vars[v] = later
	p.recomputed = replaced(core.Body{Stms: p.recomputed}, p.later).Stms
	return true
}

// code is what runs in the return sweep, as far as it is known.
func (p *planner) code() core.Body {
	return core.Body{Stms: append(p.recomputed[:len(p.recomputed):len(p.recomputed)], p.ret.Stms...), Result: p.ret.Result}
}
