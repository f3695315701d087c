package uniqueness

import (
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/types"
)

// loopParams are the parameters of a loop with what their initial values and the body's results for
// them share memory with.
type loopParams struct {
	u        *uniquer
	x        *types.Loop
	consumed map[*types.Symbol]bool // places that the body consumes
	depth    int                    // of the body
	params   []loopParam
	index    map[*types.Symbol]int
}

type loopParam struct {
	sym        *types.Symbol // the place; nil for a part of the pattern that binds nothing
	unique     bool          // updated in place, or declared *t
	init, body *aliases
	shares     []*types.Symbol // stands for memory that the result shares with other results
}

// walk goes over the places of a pattern, with what their initial values and the body's results share, and
// builds aliases of what f gives for each.
func (l *loopParams) walk(p types.Pat, init, body *aliases, f func(place *types.Symbol, t types.Type, init, body *aliases) *aliases) *aliases {
	if r, ok := p.(*types.PatRecord); ok {
		parts := make([]*aliases, len(r.Fields))
		for i, q := range r.Fields {
			parts[i] = l.walk(q, init.part(i), body.part(i), f)
		}
		return partAliases(parts)
	}
	var own *aliases
	if v, ok := p.(*types.PatVar); ok {
		own = l.u.vars[v.Sym].als
	}
	return walkParts(p.Type(), own, init, body, f)
}

func walkParts(t types.Type, own, init, body *aliases, f func(place *types.Symbol, t types.Type, init, body *aliases) *aliases) *aliases {
	ts := partTypes(t)
	switch {
	case !MayAlias(t):
		return nil
	case ts == nil && own == nil:
		return f(nil, t, init, body)
	case ts == nil:
		return f(own.vars[0], t, init, body)
	}
	parts := make([]*aliases, len(ts))
	for i, p := range ts {
		parts[i] = walkParts(p, own.part(i), init.part(i), body.part(i), f)
	}
	return partAliases(parts)
}

// collect adds a parameter.
func (l *loopParams) collect(place *types.Symbol, t types.Type, init, body *aliases) *aliases {
	lp := loopParam{init: init.fit(t), body: body.fit(t), sym: place}
	if place != nil {
		lp.unique = l.consumed[place] || l.u.vars[place].owned
		l.index[place] = len(l.params)
	}
	l.params = append(l.params, lp)
	return nil
}

func (l *loopParams) inner(s *types.Symbol) bool {
	return l.u.vars[s] != nil && l.u.vars[s].depth >= l.depth
}

// checkUnique demands that the body gives a unique parameter a value of the loop's own, shared with no
// other parameter that is unique.
func (l *loopParams) checkUnique() {
	for i := range l.params {
		p := &l.params[i]
		for j := range i {
			q := &l.params[j]
			s := common(p.body.all(), q.body.all())
			if s == nil || !l.inner(s) {
				continue
			}
			if p.unique || q.unique {
				l.shared(p, q, s)
			}
			// Whoever consumes one result consumes what the other shares with it.
			both := &types.Symbol{Name: s.Name, Span: s.Span, Scheme: s.Scheme}
			l.u.vars[both] = &variable{depth: l.depth - 1}
			p.shares, q.shares = append(p.shares, both), append(q.shares, both)
		}
		if !p.unique {
			continue
		}
		for _, s := range p.body.all() {
			if !l.inner(s) {
				d := l.u.error(fault.CodeAliased, l.x.Body.Span(), "the loop updates %s in place, but the body gives it a value that may share memory with %s, which is bound outside", p.sym.Name, s.Name)
				fault.Note(d, p.sym.Span, "%s is a parameter of the loop", p.sym.Name)
				d.Hint = "give a copy: copy " + s.Name
				break
			}
		}
	}
}

// shared reports a parameter that is consumed in the body and shares memory with another in the next
// iteration.
func (l *loopParams) shared(p, q *loopParam, s *types.Symbol) {
	if !p.unique {
		p, q = q, p
	}
	other := "another parameter"
	if q.sym != nil {
		other = q.sym.Name
	}
	d := l.u.error(fault.CodeAliased, l.x.Body.Span(), "the loop updates %s in place, but the body gives %s and %s values that may both share memory with %s", p.sym.Name, p.sym.Name, other, s.Name)
	fault.Note(d, p.sym.Span, "%s is a parameter of the loop", p.sym.Name)
	d.Hint = "copy one of them: copy " + s.Name
}

// checkUsed demands that the body does not use what the loop consumed at its start.
func (l *loopParams) checkUsed(b *barrier, elems *aliases) {
	for i, p := range l.params {
		if !p.unique {
			continue
		}
		all := p.init.all()
		for j, q := range l.params {
			if s := common(all, q.init.all()); j != i && s != nil {
				l.gone(p, s.Name, l.x.Init.Span())
				return
			}
		}
		for _, k := range b.captured {
			if hasVar(all, k.sym) {
				l.gone(p, k.name, k.at)
				return
			}
		}
		if s := common(all, elems.all()); s != nil {
			l.gone(p, s.Name, l.x.Arr.Span())
			return
		}
	}
}

func (l *loopParams) gone(p loopParam, name string, at diag.Span) {
	d := l.u.error(fault.CodeConsumed, at, "%s is used here, but the loop consumes it at its start", name)
	fault.Note(d, l.x.Init.Span(), "the parameter %s, which is updated in place, begins with it", p.sym.Name)
	d.Hint = "begin with a copy: copy " + name
}

// outer are the variables from outside that the value of parameter i may share memory with, after any
// number of iterations: its own, and those of the parameters that the body passes on to it.
func (l *loopParams) outer(i int, seen map[int]bool) []*types.Symbol {
	p := &l.params[i]
	if seen[i] || p.unique {
		return nil
	}
	seen[i] = true
	out := p.init.all()
	for _, s := range p.body.all() {
		if j, ok := l.index[s]; ok {
			out = unionVars(out, l.outer(j, seen))
		} else if !l.inner(s) {
			out = unionVars(out, []*types.Symbol{s})
		}
	}
	return out
}
