package opt

import "raido/lang/core"

// Inline replaces every call by the body of its function, from the entry point down, so that each
// statement of the result is copied once. Functions are not recursive; the result is the entry point alone.
func Inline(p *core.Prog) *core.Prog {
	f := p.Entry()
	return &core.Prog{Funs: []*core.Fun{{Name: f.Name, Params: f.Params, Ret: f.Ret, Body: inlineBody(f.Body)}}}
}

func inlineLambda(l *core.Lambda) *core.Lambda {
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: inlineBody(l.Body)}
}

func inlineBody(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	inlineStms(&out, b.Stms)
	return out
}

// inlineStms appends statements to out. Bodies of functions go straight there, however deep the calls are.
func inlineStms(out *core.Body, stms []core.Stm) {
	for _, s := range stms {
		call, ok := s.Exp.(*core.Call)
		if !ok {
			s.Exp = s.Exp.Map(core.Mapper{Body: inlineBody, Lambda: inlineLambda})
			out.Stms = append(out.Stms, s)
			continue
		}
		sub := core.NewSubst()
		for i, p := range call.Fun.Params {
			sub.Vars[p] = call.Args[i]
		}
		body := sub.Body(call.Fun.Body)
		inlineStms(out, body.Stms)
		for i, v := range s.Pat {
			out.Stms = append(out.Stms, core.Stm{Pat: []*core.Var{v}, Exp: &core.Use{Atom: body.Result[i]}, Src: s.Src})
		}
	}
}
