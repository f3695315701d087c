package opt

import "raido/lang/core"

// Inline replaces every call by the body of its function. Functions are not recursive and callees come
// first, so one walk in order is enough; the result is the entry point alone.
func Inline(p *core.Prog) *core.Prog {
	in := &inliner{done: map[*core.Fun]*core.Fun{}}
	for _, f := range p.Funs {
		in.done[f] = &core.Fun{Name: f.Name, Params: f.Params, Ret: f.Ret, Body: in.body(f.Body)}
	}
	return &core.Prog{Funs: []*core.Fun{in.done[p.Entry()]}}
}

type inliner struct{ done map[*core.Fun]*core.Fun }

func (in *inliner) lambda(l *core.Lambda) *core.Lambda {
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: in.body(l.Body)}
}

func (in *inliner) body(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		call, ok := s.Exp.(*core.Call)
		if !ok {
			s.Exp = s.Exp.Map(core.Mapper{Body: in.body, Lambda: in.lambda})
			out.Stms = append(out.Stms, s)
			continue
		}
		f := in.done[call.Fun]
		sub := core.NewSubst()
		for i, p := range f.Params {
			sub.Vars[p] = call.Args[i]
		}
		body := sub.Body(f.Body)
		out.Stms = append(out.Stms, body.Stms...)
		for i, v := range s.Pat {
			out.Stms = append(out.Stms, core.Stm{Pat: []*core.Var{v}, Exp: &core.Use{Atom: body.Result[i]}, Src: s.Src})
		}
	}
	return out
}
