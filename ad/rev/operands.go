package rev

import (
	"raido/lang/core"
	"raido/lang/core/alias"
)

// keepOperands copies what operators consume of their operands: rules run operators in other places than the primal does,
// on arrays that stay.
func keepOperands(b core.Body) core.Body {
	inside := core.Mapper{Body: keepOperands, Lambda: func(l *core.Lambda) *core.Lambda {
		return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: keepOperands(l.Body)}
	}}
	out := core.Body{Result: b.Result}
	for _, st := range b.Stms {
		switch e := st.Exp.Map(inside).(type) {
		case *core.Reduce:
			e.Fn = keepParams(e.Fn)
			st.Exp = e
		case *core.Scan:
			e.Fn = keepParams(e.Fn)
			st.Exp = e
		case *core.Hist:
			e.Fn = keepParams(e.Fn)
			st.Exp = e
		default:
			st.Exp = e
		}
		out.Stms = append(out.Stms, st)
	}
	return out
}

// keepParams is a lambda that consumes copies of its parameters in the place of these.
func keepParams(l *core.Lambda) *core.Lambda {
	memory := alias.NewFlow(alias.NewCalls(), nil)
	memory.Body(l.Body)
	n := &core.Lambda{Ret: l.Ret}
	b := &core.Builder{}
	for _, p := range l.Params {
		v := p
		if memory.Consumed(p) {
			v = core.NewVar(p.Name, p.Type)
			b.Add([]*core.Var{p}, &core.Copy{Arr: v})
		}
		n.Params = append(n.Params, v)
	}
	n.Body = core.Body{Stms: append(b.Stms, l.Body.Stms...), Result: l.Body.Result}
	return n
}
