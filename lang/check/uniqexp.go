package check

import (
	"raido/lang/diag"
	"raido/lang/types"
)

// exp checks an expression in order of evaluation and gives what its value shares memory with.
func (u *uniquer) exp(e types.Exp) *aliases {
	switch x := e.(type) {
	case *types.Ref:
		return u.use(x.Sym, x.T, x.At)
	case *types.MkRecord:
		parts := make([]*aliases, len(x.Fields))
		for _, i := range x.Order {
			parts[i] = u.exp(x.Fields[i])
		}
		return recordAliases(parts)
	case *types.Project:
		return u.exp(x.Rec).field(recordIndex(x.Rec.Type(), x.Field)).fit(x.T)
	case *types.RecordWith:
		return u.recordWith(x)
	case *types.MkConstr:
		var all []*types.Symbol
		for _, a := range x.Args {
			all = unionVars(all, u.exp(a).all())
		}
		return flat(all)
	case *types.Lambda:
		captured, _ := u.function(x.Params, x.Body, x.T, !u.c.declaredLambda[x], true)
		return flat(captured)
	case *types.Apply:
		return u.apply(x)
	case *types.Let:
		return u.let(x)
	case *types.LetFun:
		captured := u.def(x.Def, true)
		u.vars[x.Def.Sym] = &variable{als: flat(captured), depth: len(u.barriers)}
		return u.exp(x.Body)
	case *types.If:
		return u.ifExp(x)
	case *types.Match:
		return u.match(x)
	case *types.Loop:
		return u.loop(x)
	case *types.Index:
		a := u.exp(x.Arr)
		u.indices(x.Idx)
		return flat(a.fit(x.T).all())
	case *types.With:
		return u.with(x)
	case *types.Coerce:
		return u.exp(x.E)
	case *types.Assert:
		u.exp(x.Cond)
		return u.exp(x.E)
	case *types.Attr:
		return u.exp(x.E)
	}
	types.Children(e, func(x types.Exp) { u.exp(x) })
	return nil
}

func (u *uniquer) let(x *types.Let) *aliases {
	u.bind(x.Pat, u.exp(x.Rhs), false)
	if f, ok := x.Rhs.(*types.Lambda); ok && resUnique(f.T, len(f.Params)) {
		types.PatVars(x.Pat, func(s *types.Symbol) { u.fresh[s] = len(f.Params) })
	}
	return u.exp(x.Body)
}

func (u *uniquer) ifExp(x *types.If) *aliases {
	u.exp(x.Cond)
	var a, b *aliases
	ka := u.branch(func() { a = u.exp(x.Then) })
	kb := u.branch(func() { b = u.exp(x.Else) })
	u.again(ka)
	u.again(kb)
	return a.union(b).fit(x.T)
}

func recordIndex(t types.Type, name string) int {
	if r, ok := types.Resolve(t).(*types.Record); ok {
		return fieldIndex(r, name)
	}
	return 0
}

func (u *uniquer) recordWith(x *types.RecordWith) *aliases {
	a := u.exp(x.Rec)
	v := u.exp(x.Val)
	r, ok := types.Resolve(x.T).(*types.Record)
	if !ok || len(x.Path) > 1 {
		return a.with(v.all()).fit(x.T)
	}
	parts := make([]*aliases, len(r.Fields))
	for i, f := range r.Fields {
		parts[i] = a.field(i).fit(f.Type)
		if f.Name == x.Path[0] {
			parts[i] = v
		}
	}
	return recordAliases(parts)
}

// apply passes the arguments; those of *t parameters are consumed when all are evaluated.
func (u *uniquer) apply(x *types.Apply) *aliases {
	shared := u.exp(x.Fn).all()
	t := types.Resolve(x.Fn.Type())
	args := make([]*aliases, len(x.Args))
	unique := make([]bool, len(x.Args))
	fresh := false
	for i, a := range x.Args {
		args[i] = u.exp(a).fit(a.Type())
		if f, ok := t.(*types.Func); ok {
			unique[i], fresh = f.Unique, f.ResUnique
			t = types.Resolve(f.Result)
		}
	}
	for i, a := range args {
		if !unique[i] {
			shared = unionVars(shared, a.all())
			continue
		}
		for j, b := range args {
			if s := common(a.all(), b.all()); j != i && s != nil {
				d := u.error(codeConsumed, x.Args[j].Span(), "%s is passed here, but another argument of the same call consumes it", s.Name)
				note(d, x.Args[i].Span(), "%s is consumed here", s.Name)
				d.Hint = "pass a copy: copy " + s.Name
				break
			}
		}
		u.consume(a, x.Args[i].Span(), "this argument")
	}
	if r, ok := x.Fn.(*types.Ref); ok && u.fresh[r.Sym] == len(x.Args) {
		fresh = true
	}
	if fresh {
		return nil
	}
	return flat(shared).fit(x.T)
}

func (u *uniquer) indices(idx []types.DimIndex) {
	for _, d := range idx {
		for _, e := range []types.Exp{d.Fix, d.Start, d.End, d.Stride} {
			if e != nil {
				u.exp(e)
			}
		}
	}
}

// with is an update in place: the array is consumed, and the result is new.
func (u *uniquer) with(x *types.With) *aliases {
	a := u.exp(x.Arr)
	u.indices(x.Idx)
	v := u.exp(x.Val).fit(x.Val.Type())
	if s := common(a.all(), v.all()); s != nil {
		d := u.error(codeSelfAlias, x.Val.Span(), "the new value may share memory with %s, which is updated in place", s.Name)
		note(d, x.Arr.Span(), "%s is updated here", s.Name)
		d.Hint = "update with a copy of the value: copy ..."
	}
	u.consume(a, x.Arr.Span(), "this update")
	return nil
}

func (u *uniquer) match(x *types.Match) *aliases {
	scrut := u.exp(x.Scrut)
	var out *aliases
	var all [][]consumption
	for i, k := range x.Cases {
		var a *aliases
		all = append(all, u.branch(func() {
			u.bind(k.Pat, scrut, false)
			a = u.exp(k.Body)
		}))
		if i == 0 {
			out = a
		} else {
			out = out.union(a)
		}
	}
	for _, ks := range all {
		u.again(ks)
	}
	return out.fit(x.T)
}

// loop checks a loop; see Note [Uniqueness].
func (u *uniquer) loop(x *types.Loop) *aliases {
	init := u.exp(x.Init)
	if x.Bound != nil {
		u.exp(x.Bound)
	}
	var elems *aliases
	if x.Arr != nil {
		elems = u.exp(x.Arr)
	}
	b := &barrier{loop: true}
	u.barriers = append(u.barriers, b)
	u.bind(x.Pat, nil, false)
	if x.ForPat != nil {
		u.bind(x.ForPat, elems, false)
	}
	var body *aliases
	ks := u.branch(func() {
		if x.While != nil {
			u.exp(x.While)
		}
		body = u.exp(x.Body)
	})
	consumed := map[*types.Symbol]diag.Span{}
	for _, k := range ks {
		consumed[k.by] = k.at
	}
	inner := func(s *types.Symbol) bool { return u.vars[s] != nil && u.vars[s].depth >= len(u.barriers) }
	l := &loopParams{u: u, x: x, consumed: consumed, inner: inner}
	out := l.part(x.Pat, init, body)
	u.barriers = u.barriers[:len(u.barriers)-1]
	for _, i := range l.inits {
		u.consume(i, x.Init.Span(), "the loop, as its parameter is updated in place,")
	}
	return out.fit(x.T)
}

// loopParams goes through the parameters of a loop with their initial values and the body's results.
type loopParams struct {
	u        *uniquer
	x        *types.Loop
	consumed map[*types.Symbol]diag.Span
	inner    func(*types.Symbol) bool
	inits    []*aliases // of the unique parameters
	results  []*aliases
}

// part gives what the loop's result shares, for one part of the pattern.
func (l *loopParams) part(p types.Pat, init, body *aliases) *aliases {
	if r, ok := p.(*types.PatRecord); ok {
		parts := make([]*aliases, len(r.Fields))
		for i, q := range r.Fields {
			parts[i] = l.part(q, init.field(i), body.field(i))
		}
		return recordAliases(parts)
	}
	v, ok := p.(*types.PatVar)
	if !ok || !mayAlias(p.Type()) {
		return outerOnly(init.union(body), l.inner).fit(p.Type())
	}
	_, gone := l.consumed[v.Sym]
	if !gone && !l.u.c.owned[v.Sym] {
		return outerOnly(init.union(body), l.inner)
	}
	l.inits = append(l.inits, init.fit(p.Type()))
	for _, s := range body.all() {
		if !l.inner(s) {
			d := l.u.error(codeAliased, l.x.Body.Span(), "the loop updates %s in place, but the body gives it a value that may share memory with %s, which is bound outside", v.Sym.Name, s.Name)
			note(d, v.Sym.Span, "%s is a parameter of the loop", v.Sym.Name)
			d.Hint = "give a copy: copy " + s.Name
			break
		}
	}
	for _, other := range l.results {
		if s := common(other.all(), body.all()); s != nil {
			d := l.u.error(codeAliased, l.x.Body.Span(), "two loop parameters that are updated in place would share memory with %s", s.Name)
			d.Hint = "copy one of them: copy " + s.Name
			break
		}
	}
	l.results = append(l.results, body)
	return nil
}

// outerOnly leaves out the variables that are bound inside.
func outerOnly(a *aliases, inner func(*types.Symbol) bool) *aliases {
	var out []*types.Symbol
	for _, s := range a.all() {
		if !inner(s) {
			out = append(out, s)
		}
	}
	return flat(out)
}
