package core

import "slices"

// Primal replaces the Diff nodes of the given modes, those of custom rules, by their functions' code, also inside
// of others.
func Primal(b Body, modes ...DiffMode) Body {
	p := &primal{modes: modes}
	return p.body(b)
}

// PrimalIn is Primal for what depends on the parameters of l. What does not is a constant of a derivative of l; another
// derivative, around this one, may want its rule.
func PrimalIn(l *Lambda, mode DiffMode) *Lambda {
	p := &primal{modes: []DiffMode{mode}, reached: map[*Var]bool{}}
	p.reach(l.Params...)
	return &Lambda{Params: l.Params, Ret: l.Ret, Body: p.body(l.Body)}
}

// primal is the state of Primal. reached are the variables that the parameters may have gone into; nil for all.
type primal struct {
	modes   []DiffMode
	reached map[*Var]bool
}

func (p *primal) custom(e Exp) bool {
	d, ok := e.(*Diff)
	return ok && slices.Contains(p.modes, d.Mode)
}

func (p *primal) body(b Body) Body {
	found := false
	Walk(b, func(s Stm) { found = found || p.custom(s.Exp) })
	if !found {
		return b
	}
	out := &Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		p.stm(out, s)
	}
	return out.Body(b.Result...)
}

func (p *primal) stm(out *Builder, s Stm) {
	if !p.uses(s.Exp) {
		out.Add(s.Pat, s.Exp)
		return
	}
	p.reach(s.Pat...)
	if l, ok := s.Exp.(*Loop); ok {
		p.reach(l.Params...)
	}
	e := s.Exp.Map(Mapper{Body: p.body, Lambda: func(l *Lambda) *Lambda {
		p.reach(l.Params...)
		return &Lambda{Params: l.Params, Ret: l.Ret, Body: p.body(l.Body)}
	}})
	if !p.custom(e) {
		out.Add(s.Pat, e)
		return
	}
	for i, a := range out.Inline(e.(*Diff).Fn, e.(*Diff).Args...) {
		out.Add(s.Pat[i:i+1:i+1], &Use{a})
	}
}

// uses reports whether e mentions a variable that is reached.
func (p *primal) uses(e Exp) bool {
	return p.reached == nil || slices.ContainsFunc(FreeInExp(e).List, func(v *Var) bool { return p.reached[v] })
}

func (p *primal) reach(vs ...*Var) {
	for _, v := range vs {
		if p.reached != nil {
			p.reached[v] = true
		}
	}
}

// Tape tells of the results of a function with an adjoint of its own which are a tape: the rule reads them, but not
// their cotangents, so that a derivative of what the rule gives must find its way through the function's code.
func (e *Diff) Tape() (tape []bool, any bool) {
	used := FreeInBody(e.Rule.Body)
	tape = make([]bool, len(e.Fn.Ret))
	for i := range tape {
		tape[i] = used.Has(e.Rule.Params[i]) && !used.Has(e.Rule.Params[len(tape)+i])
		any = any || tape[i]
	}
	return tape, any
}
