package opt

import "raido/lang/core"

// Inline replaces every call by the body of its function, from the entry point down, so that each
// statement of the result is copied once. Recursive functions stay, and so do large ones where the result would
// be huge; their calls stay too. The result is these functions and the entry point.
func Inline(p *core.Prog) *core.Prog {
	in := &inliner{stays: staying(p)}
	if len(in.stays) == 0 {
		f := p.Entry()
		return &core.Prog{Funs: []*core.Fun{{Name: f.Name, Params: f.Params, Ret: f.Ret, Body: in.body(f.Body)}}}
	}
	return reachable(core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		in.funs = funs
		if f != p.Entry() && !in.stays[f] {
			return core.Body{} // nothing calls it any more
		}
		return in.body(f.Body)
	}))
}

type inliner struct {
	stays map[*core.Fun]bool
	funs  map[*core.Fun]*core.Fun // of those that stay
}

const (
	hugeProgram = 100_000 // statements
	largeBody   = 500     // statements of a function that stays in a huge program, if it is called more than once
	sizeCeiling = 1 << 40
)

// staying finds the functions that are not inlined: a chain of n definitions that each call the one before twice
// would become a program of 2**n statements.
func staying(p *core.Prog) map[*core.Fun]bool {
	stays := recursive(p)
	if inlinedSizes(p, stays, nil)[p.Entry()] <= hugeProgram {
		return stays
	}
	calls := map[*core.Fun]int{}
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			if c, ok := s.Exp.(*core.Call); ok {
				calls[c.Fun]++
			}
		})
	}
	// From callees to callers: a function that stays makes those that call it small.
	inlinedSizes(p, stays, func(f *core.Fun, size int) bool {
		return f != p.Entry() && calls[f] > 1 && size > largeBody
	})
	return stays
}

// IsHuge reports whether the program would be so large without calls that Inline leaves some.
func IsHuge(p *core.Prog) bool { return InlinedSize(p) > hugeProgram }

// InlinedSize is the number of statements that the entry point would have if all calls but those of recursive
// functions were inlined.
func InlinedSize(p *core.Prog) int {
	return inlinedSizes(p, recursive(p), nil)[p.Entry()]
}

// recursive finds the functions that call themselves or each other.
func recursive(p *core.Prog) map[*core.Fun]bool {
	out := map[*core.Fun]bool{}
	for f, cycle := range core.Cycles(p) {
		if cycle > 0 {
			out[f] = true
		}
	}
	return out
}

// inlinedSizes counts the statements of each function once calls of those that do not stay are inlined. Those that
// stay says yes to are added, if it is not nil.
func inlinedSizes(p *core.Prog, stays map[*core.Fun]bool, stay func(f *core.Fun, size int) bool) map[*core.Fun]int {
	size := map[*core.Fun]int{}
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			n := 1
			if c, ok := s.Exp.(*core.Call); ok && !stays[c.Fun] {
				n = size[c.Fun]
			}
			size[f] = min(size[f]+n, sizeCeiling)
		})
		if stay != nil && stay(f, size[f]) {
			stays[f] = true
		}
	}
	return size
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
		if !ok || in.stays[call.Fun] {
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
