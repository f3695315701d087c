package uniqueness

import (
	"raido/lang/check/fault"
	"raido/lang/types"
)

// Uniqueness of what functions give; see Note [Uniqueness].

// globalResult reports a function whose result may share memory with a top-level value: its callers know
// of its arguments only. It may share values of abstract types, such as the neutral element of a module's operator: what
// the result is not declared to be, its callers do not take it for.
func (u *uniquer) globalResult(a *aliases, body types.Exp, name string) {
	for _, s := range a.all() {
		if u.vars[s] == nil && !u.facts.Library && sharesOpenly(s.Scheme.Type) {
			d := u.error(fault.CodeAliased, body.Span(), "the result of %s may share memory with the top-level value %s, but a function may give only its own values or parts of its arguments", name, s.Name)
			fault.Note(d, s.Span, "%s is defined here", s.Name)
			d.Hint = "give a copy: copy " + s.Name
			return
		}
	}
}

// sharesOpenly reports whether a value of type t may share memory outside of abstract types.
func sharesOpenly(t types.Type) bool {
	if _, abstract := types.Resolve(t).(*types.Var); abstract {
		return false
	}
	ps := partTypes(t)
	for _, p := range ps {
		if sharesOpenly(p) {
			return true
		}
	}
	return ps == nil && MayAlias(t)
}

// part is field i of a result, together with what other fields share with it: nobody else may.
func (u *uniquer) part(a *aliases, i int) (part *aliases, twice bool) {
	p := a.part(i)
	if a == nil || a.parts == nil {
		return p, false
	}
	for j := range a.parts {
		if j != i && common(p.all(), a.part(j).all()) != nil {
			return p, true
		}
	}
	return p, false
}

// infer makes a result unique, or its fields, where it shares memory with nothing that is visible.
func (u *uniquer) infer(f *types.Func, a *aliases) Fresh {
	if u.visible(a) == nil && a.twice(f.Result) == nil {
		f.ResUnique = true
	} else if r, ok := types.Resolve(f.Result).(*types.Record); ok && a != nil && a.parts != nil {
		parts, some := make([]bool, len(r.Fields)), false
		for i, fl := range r.Fields {
			p, twice := u.part(a, i)
			parts[i] = MayAlias(fl.Type) && !twice && u.visible(p) == nil && p.twice(fl.Type) == nil
			some = some || parts[i]
		}
		if some {
			f.ResParts = parts
		}
	}
	return ResultOf(f)
}

// visible is a variable that a function's result may share memory with and that can be seen outside.
func (u *uniquer) visible(a *aliases) *types.Symbol {
	for _, s := range a.all() {
		v := u.vars[s]
		if v == nil || v.depth < len(u.barriers) || v.param && !v.owned {
			return s
		}
	}
	return nil
}

// result checks what a function with a unique result gives.
func (u *uniquer) result(a *aliases, t types.Type, body types.Exp) {
	s := u.visible(a)
	if s == nil {
		if s := a.twice(t); s != nil {
			u.sharedParts(s, body)
		}
		return
	}
	what := "the parameter " + s.Name + ", which is not unique"
	if v := u.vars[s]; v == nil {
		what = "the top-level value " + s.Name
	} else if v.depth < len(u.barriers) {
		what = s.Name + ", which is bound outside"
	}
	d := u.error(fault.CodeAliased, body.Span(), "the result is declared unique, but may share memory with %s", what)
	fault.Note(d, s.Span, "%s is bound here", s.Name)
	d.Hint = "give a copy: copy ..., or declare the result type without *"
}

// resultParts checks the parts of a result that are declared unique.
func (u *uniquer) resultParts(a *aliases, f *types.Func, body types.Exp) {
	r := types.Resolve(f.Result).(*types.Record)
	for i, unique := range f.ResParts {
		if !unique {
			continue
		}
		p, twice := u.part(a, i)
		if twice {
			for j := range a.parts {
				if s := common(p.all(), a.part(j).all()); j != i && s != nil {
					u.sharedParts(s, body)
					return
				}
			}
		}
		u.result(p, r.Fields[i].Type, body)
	}
}

func (u *uniquer) sharedParts(s *types.Symbol, body types.Exp) {
	d := u.error(fault.CodeAliased, body.Span(), "the parts of a unique result may share memory: both hold %s", s.Name)
	d.Hint = "copy one of them: copy " + s.Name
}
