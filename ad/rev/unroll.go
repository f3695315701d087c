package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// unrolled gives the number of iterations of a for loop with the attribute unroll, if it is known and small.
func unrolled(e *core.Loop) (trips int64, ok bool) {
	n, isConst := e.Bound.(core.Const)
	if e.I == nil || !isConst || !slices.Contains(e.Attrs, "unroll") {
		return 0, false
	}
	for _, p := range e.Params {
		for _, d := range p.Type.Dims {
			if v, ok := d.(*core.Var); ok && slices.Contains(e.Params, v) {
				return 0, false // arrays change their sizes
			}
		}
	}
	size := int64(1)
	core.Walk(e.Body, func(core.Stm) { size++ })
	trips = max(n.Int64(), 0)
	return trips, trips <= int64(limits.Now.Unrolled)/size
}

// unroll: a loop with the attribute unroll and few iterations, known when the program is compiled. [ours]
//
//	loop ps = inits for i < 3 do body  =  let ps = body[0, inits] let ps = body[1, ps] in body[2, ps]
//
// so that its values need no tape.
func (r *rev) unroll(st core.Stm, e *core.Loop, trips int64) {
	b := &core.Builder{Src: st.Src}
	step := &core.Lambda{Params: append([]*core.Var{e.I}, e.Params...), Body: e.Body, Ret: core.AtomTypes(e.Body.Result)}
	at := slices.Clone(e.Init)
	for i := range trips {
		count := core.Const{Scalar: prim.Int(e.I.Type.Elem, i)}
		at = b.Inline(step, append([]core.Atom{count}, at...)...)
	}
	for i, v := range st.Pat {
		b.Add([]*core.Var{v}, &core.Use{Atom: at[i]})
	}
	r.instead(b.Stms)
}
