package rev

import (
	"raido/lang/core"
	"raido/lang/core/region"
)

// What a loop reads of an array that it updates in place need not be kept if the array that the loop leaves holds the same
// there: each place is written once and read after, as in substitutions and factorisations, or what is overwritten is not read.
// The final array is the tape. [Peng23, 3.3.2, 3.3.3: effective use and killed values, here of elements: lang/core/region]

// readLater repeats a statement as a read of a later array: of what it reads, or of where its result is written.
func (p *planner) readLater(st core.Stm) bool {
	v := st.Pat[0]
	if len(st.Pat) != 1 || p.r.general {
		return false
	}
	if stms := p.writtenLater(v); stms != nil && !p.there(st) {
		p.repeat(stms...)
		return true
	}
	var arr *core.Var
	switch e := st.Exp.(type) {
	case *core.Index:
		arr = e.Arr
	case *core.Slice:
		arr = e.Arr
	default:
		return false
	}
	if !p.local[arr] && !p.r.facts.isConsumed(arr) {
		return false
	}
	code := core.Body{}
	if !v.Type.IsScalar() {
		code = p.code()
	}
	later := p.r.facts.chains.Later(arr, v, &st, code)
	if later == nil || p.local[later] {
		return false
	}
	by := core.NewSubst()
	by.Vars[arr] = later
	p.repeat(core.Stm{Pat: st.Pat, Exp: st.Exp.Map(core.Mapper{Atom: by.Atom}), Src: st.Src})
	return true
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
	for k, v := range s.Vars {
		out = plus(b, out, times(b, toI64(b, v), core.IntC(s.By[k])))
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
