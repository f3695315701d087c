package opt

import "raido/lang/core"

// Inline replaces every call by the body of its function, from the entry point down, so that each
// statement of the result is copied once. Recursive functions stay, without other calls than those of
// recursive functions; the result is these and the entry point.
func Inline(p *core.Prog) *core.Prog {
	in := &inliner{recursive: core.Cycles(p)}
	if len(in.recursive) == 0 {
		f := p.Entry()
		return &core.Prog{Funs: []*core.Fun{{Name: f.Name, Params: f.Params, Ret: f.Ret, Body: in.body(f.Body)}}}
	}
	return reachable(core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		in.funs = funs
		if f != p.Entry() && in.recursive[f] == 0 {
			return core.Body{} // nothing calls it any more
		}
		return in.body(f.Body)
	}))
}

type inliner struct {
	recursive map[*core.Fun]int
	funs      map[*core.Fun]*core.Fun // of those that stay
}

func (in *inliner) lambda(l *core.Lambda) *core.Lambda {
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: in.body(l.Body)}
}

func (in *inliner) body(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	in.stms(&out, b.Stms)
	return out
}

// stms appends statements to out. Bodies of functions go straight there, however deep the calls are.
func (in *inliner) stms(out *core.Body, stms []core.Stm) {
	for _, s := range stms {
		call, ok := s.Exp.(*core.Call)
		if !ok || in.recursive[call.Fun] > 0 {
			s.Exp = s.Exp.Map(core.Mapper{Body: in.body, Lambda: in.lambda})
			if ok {
				s.Exp = &core.Call{Fun: in.funs[call.Fun], Args: call.Args}
			}
			out.Stms = append(out.Stms, s)
			continue
		}
		sub := core.NewSubst()
		for i, p := range call.Fun.Params {
			sub.Vars[p] = call.Args[i]
		}
		body := sub.Body(call.Fun.Body)
		in.stms(out, body.Stms)
		for i, v := range s.Pat {
			out.Stms = append(out.Stms, core.Stm{Pat: []*core.Var{v}, Exp: &core.Use{Atom: body.Result[i]}, Src: s.Src})
		}
	}
}
