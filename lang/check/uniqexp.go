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
		captured, _ := u.function(x.Params, x.Body, x.T, !u.c.declaredLambda[x], true, "")
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
	mark := len(u.trail)
	u.bind(x.Pat, u.exp(x.Rhs), false)
	if len(u.trail) > mark && types.HasFunc(x.Pat.Type()) {
		at := u.consumed[u.trail[mark]].at
		d := u.error(codeUniqueFun, at, "%s is consumed while a function is bound: the function may be applied many times, and would use it each time", u.trail[mark].Name)
		note(d, x.Pat.Span(), "the function is bound here")
		d.Hint = "give the function a copy: copy " + u.trail[mark].Name
	}
	if l, ok := x.Rhs.(*types.Lambda); ok {
		if f := lastFunc(l.T, len(l.Params)); f != nil {
			types.PatVars(x.Pat, func(s *types.Symbol) { u.fresh[s] = localFresh{resultOf(f), len(l.Params)} })
		}
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
	return u.left(a.union(b)).fit(x.T)
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
	unshared := fresh{}
	for i, a := range x.Args {
		args[i] = u.exp(a).fit(a.Type())
		if f, ok := t.(*types.Func); ok {
			unique[i], unshared = f.Unique, resultOf(f)
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
		if s := u.twice(a); s != nil {
			d := u.error(codeSelfAlias, x.Args[i].Span(), "two parts of this argument share the memory of %s, but the function consumes both", s.Name)
			d.Hint = "copy one of them: copy " + s.Name
		}
		u.consume(a, x.Args[i].Span(), "this argument")
	}
	if r, ok := x.Fn.(*types.Ref); ok && u.fresh[r.Sym].params == len(x.Args) {
		unshared = u.fresh[r.Sym].fresh
	}
	return resultAliases(flat(shared).fit(x.T), unshared, x.T)
}

// resultAliases is what the result of a call shares, given what its arguments do.
func resultAliases(a *aliases, unshared fresh, t types.Type) *aliases {
	r, ok := types.Resolve(t).(*types.Record)
	switch {
	case unshared.all:
		return nil
	case !ok || len(unshared.parts) != len(r.Fields):
		return a
	}
	parts := make([]*aliases, len(r.Fields))
	for i, f := range r.Fields {
		if !unshared.parts[i] {
			parts[i] = a.fit(f.Type)
		}
	}
	return recordAliases(parts)
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
	return u.left(out).fit(x.T)
}

// left is what the value of branches may share: a variable that one of them consumed is out of reach,
// so another may give it away, as in if c then xs with [0] = 1 else xs.
func (u *uniquer) left(a *aliases) *aliases {
	return a.without(func(s *types.Symbol) bool { _, gone := u.consumed[s]; return gone })
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
	l := &loopParams{u: u, x: x, consumed: consumed, depth: len(u.barriers), index: map[*types.Symbol]int{}}
	l.collect(x.Pat, init, body)
	l.checkUnique()
	l.checkUsed(b)
	out := l.result(x.Pat)
	u.barriers = u.barriers[:len(u.barriers)-1]
	for _, p := range l.params {
		if p.unique {
			u.consume(p.init, x.Init.Span(), "the loop, as its parameter is updated in place,")
		}
	}
	return out.fit(x.T)
}
