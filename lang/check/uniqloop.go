package check

import (
	"raido/lang/diag"
	"raido/lang/types"
)

// loopParams are the parameters of a loop with what their initial values and the body's results for
// them share memory with.
type loopParams struct {
	u        *uniquer
	x        *types.Loop
	consumed map[*types.Symbol]diag.Span
	depth    int // of the body
	params   []loopParam
	index    map[*types.Symbol]int
}

type loopParam struct {
	sym        *types.Symbol // nil for a part of the pattern that binds nothing
	unique     bool          // updated in place, or declared *t
	init, body *aliases
	shares     []*types.Symbol // stands for memory that the result shares with other results
}

// collect lists the parameters of a pattern.
func (l *loopParams) collect(p types.Pat, init, body *aliases) {
	if r, ok := p.(*types.PatRecord); ok {
		for i, q := range r.Fields {
			l.collect(q, init.field(i), body.field(i))
		}
		return
	}
	t := p.Type()
	lp := loopParam{init: init.fit(t), body: body.fit(t)}
	if v, ok := p.(*types.PatVar); ok {
		lp.sym = v.Sym
		_, gone := l.consumed[v.Sym]
		lp.unique = mayAlias(t) && (gone || l.u.c.owned[v.Sym])
		l.index[v.Sym] = len(l.params)
	}
	l.params = append(l.params, lp)
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
				d := l.u.error(codeAliased, l.x.Body.Span(), "the loop updates %s in place, but the body gives it a value that may share memory with %s, which is bound outside", p.sym.Name, s.Name)
				note(d, p.sym.Span, "%s is a parameter of the loop", p.sym.Name)
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
	d := l.u.error(codeAliased, l.x.Body.Span(), "the loop updates %s in place, but the body gives %s and %s values that may both share memory with %s", p.sym.Name, p.sym.Name, other, s.Name)
	note(d, p.sym.Span, "%s is a parameter of the loop", p.sym.Name)
	d.Hint = "copy one of them: copy " + s.Name
}

// checkUsed demands that the body does not use what the loop consumed at its start.
func (l *loopParams) checkUsed(b *barrier) {
	for _, p := range l.params {
		if !p.unique {
			continue
		}
		for i, s := range b.captured {
			all := l.u.vars[s].als.with([]*types.Symbol{s}).all()
			if common(p.init.all(), all) == nil {
				continue
			}
			d := l.u.error(codeConsumed, b.places[i], "%s is used here, but the loop consumes it at its start", s.Name)
			note(d, l.x.Init.Span(), "the parameter %s, which is updated in place, begins with it", p.sym.Name)
			d.Hint = "begin with a copy: copy " + s.Name
			return
		}
	}
}

// result is what the loop's result shares, by the parts of the pattern.
func (l *loopParams) result(p types.Pat) *aliases {
	next := 0
	var rec func(types.Pat) *aliases
	rec = func(p types.Pat) *aliases {
		if r, ok := p.(*types.PatRecord); ok {
			parts := make([]*aliases, len(r.Fields))
			for i, q := range r.Fields {
				parts[i] = rec(q)
			}
			return recordAliases(parts)
		}
		next++
		return flat(unionVars(l.outer(next-1, map[int]bool{}), l.params[next-1].shares)).fit(p.Type())
	}
	return rec(p)
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
