package rev

import "raido/lang/core"

// scanLoop is the scan as a sequential loop, in the place of the primal.
func (r *rev) scanLoop(st core.Stm, e *core.Scan) {
	b, k := &core.Builder{Src: st.Src}, len(e.Arrs)
	loop := &core.Loop{I: core.NewVar("i", core.I64), Bound: e.W}
	for i, a := range e.Arrs {
		loop.Params = append(loop.Params, core.NewVar("acc", a.Type.Row()))
		loop.Init = append(loop.Init, e.Ne[i])
	}
	for _, a := range e.Arrs {
		loop.Params = append(loop.Params, core.NewVar(a.Name, a.Type))
		loop.Init = append(loop.Init, b.Let(a.Name, &core.Scratch{Elem: a.Type.Elem, Dims: a.Type.Dims}))
	}
	loop.Body = b.Sub(func(b *core.Builder) []core.Atom {
		args := core.Atoms(loop.Params[:k])
		for _, a := range e.Arrs {
			args = append(args, b.Index(a, loop.I))
		}
		out := b.Inline(e.Fn, args...)
		for i, p := range loop.Params[k:] {
			out = append(out, b.Let(p.Name, &core.Update{Arr: p, Idx: []core.Atom{loop.I}, Val: out[i]}))
		}
		return out
	})
	var pat []*core.Var
	for _, p := range loop.Params[:k] {
		pat = append(pat, core.NewVar(p.Name, p.Type))
	}
	b.Add(append(pat, st.Pat...), loop)
	r.instead(b.Stms)
}
