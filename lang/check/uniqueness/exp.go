package uniqueness

import (
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/types"
)

// exp checks an expression in order of evaluation and gives what its value shares memory with.
func (u *uniquer) exp(e types.Exp) *aliases {
	diag.Poll()
	switch x := e.(type) {
	case *types.Ref:
		if len(x.SizeArgs)+len(x.TypeArgs) > 0 && x.Sym.Kind == types.KindDef && !types.HasFunc(x.T) {
			return nil // a constant for each instantiation: made anew at each use
		}
		return u.use(x.Sym, x.T, x.At)
	case *types.MkRecord:
		parts := make([]*aliases, len(x.Fields))
		u.inOrder(len(x.Order), func(i int) (*aliases, diag.Span) {
			f := x.Order[i]
			parts[f] = u.exp(x.Fields[f])
			return parts[f], x.Fields[f].Span()
		})
		return partAliases(parts)
	case *types.Project:
		return u.project(x)
	case *types.RecordWith:
		return u.recordWith(x)
	case *types.MkConstr:
		parts := make([]*aliases, len(partTypes(x.T)))
		first := constrPart(x.T, x.Name)
		u.inOrder(len(x.Args), func(i int) (*aliases, diag.Span) {
			parts[first+i] = u.exp(x.Args[i])
			return parts[first+i], x.Args[i].Span()
		})
		return partAliases(parts)
	case *types.ArrayLit: // holds copies, but of all elements at once
		u.inOrder(len(x.Elems), func(i int) (*aliases, diag.Span) { return u.exp(x.Elems[i]), x.Elems[i].Span() })
		return nil
	case *types.Lambda:
		captured, _ := u.function(x.Params, x.Body, x.T, !u.facts.DeclaredLambda[x], true, "")
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
		mark := len(u.trail)
		u.indices(x.Idx)
		u.held(a, mark, x.Arr.Span())
		if x.Fresh {
			return nil
		}
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
	default: // scalars and new arrays
	}
	types.Children(e, func(x types.Exp) { u.exp(x) })
	return nil
}

// inOrder checks n parts of an expression, one after the other; the value of each is still there when the
// last is computed.
func (u *uniquer) inOrder(n int, part func(i int) (*aliases, diag.Span)) {
	type value struct {
		a    *aliases
		mark int
		at   diag.Span
	}
	values := make([]value, 0, n)
	for i := range n {
		if a, at := part(i); a != nil {
			values = append(values, value{a, len(u.trail), at})
		}
	}
	for _, v := range values {
		u.held(v.a, v.mark, v.at)
	}
}

// partOf finds what r.f.g shares, where r is a variable, without using the other parts of it.
func (u *uniquer) partOf(e types.Exp) (a *aliases, p place, ok bool) {
	switch x := e.(type) {
	case *types.Ref:
		return u.mention(x.Sym, x.T), place{x.Sym, ""}, true
	case *types.Project:
		if a, p, ok = u.partOf(x.Rec); ok {
			t := x.Rec.Type()
			i := recordIndex(t, x.Field)
			return a.part(i).fit(x.T), place{p.sym, p.path + "." + x.Field}, true
		}
	default: // no name
	}
	return nil, place{}, false
}

func (u *uniquer) project(x *types.Project) *aliases {
	if a, p, ok := u.partOf(x); ok {
		u.alive(a, p, x.At)
		return a
	}
	return u.exp(x.Rec).part(recordIndex(x.Rec.Type(), x.Field)).fit(x.T)
}

func (u *uniquer) let(x *types.Let) *aliases {
	mark := len(u.trail)
	u.bind(x.Pat, u.exp(x.Rhs), false)
	if len(u.trail) > mark && types.HasFunc(x.Pat.Type()) {
		u.consumingFunction(mark, x.Pat.Span(), "bound")
	}
	if l, ok := x.Rhs.(*types.Lambda); ok {
		if f := lastFunc(l.T, len(l.Params)); f != nil {
			types.PatVars(x.Pat, func(s *types.Symbol) { u.fresh[s] = localFresh{ResultOf(f), len(l.Params)} })
		}
	}
	return u.exp(x.Body)
}

// consumingFunction reports that a function is bound or passed whose value consumed something since mark.
func (u *uniquer) consumingFunction(mark int, at diag.Span, how string) {
	s := u.trail[mark]
	d := u.error(fault.CodeUniqueFun, u.consumed[s].at, "%s is consumed while a function is %s: the function may be applied many times, and would use it each time", s.Name, how)
	fault.Note(d, at, "the function is %s here", how)
	d.Hint = "give the function a copy: copy " + s.Name
}

// ifExp gives what either branch shares, but for what one of them consumes: nobody else may use that after,
// so that the result takes its place (let xs = if c then xs with [0] = 1 else xs).
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

// recordWith uses all of the record but the field that is replaced.
func (u *uniquer) recordWith(x *types.RecordWith) *aliases {
	var path []int
	t := x.Rec.Type()
	for _, f := range x.Path {
		i := recordIndex(t, f)
		path = append(path, i)
		t = partTypes(t)[i]
	}
	a, p, ok := u.partOf(x.Rec)
	if !ok {
		a = u.exp(x.Rec)
	}
	a = a.except(path)
	if ok {
		u.alive(a, p, x.Rec.Span())
	}
	mark := len(u.trail)
	v := u.exp(x.Val)
	u.held(a, mark, x.Rec.Span())
	return putPart(a, x.T, path, v)
}

// putPart is a with the part at path replaced by v.
func putPart(a *aliases, t types.Type, path []int, v *aliases) *aliases {
	if len(path) == 0 {
		return v
	}
	ts := partTypes(t)
	parts := make([]*aliases, len(ts))
	for i, p := range ts {
		parts[i] = a.part(i).fit(p)
	}
	parts[path[0]] = putPart(parts[path[0]], ts[path[0]], path[1:], v)
	return partAliases(parts)
}

// apply passes the arguments; those of *t parameters are consumed when all are evaluated.
func (u *uniquer) apply(x *types.Apply) *aliases {
	shared := u.exp(x.Fn).all()
	mark := len(u.trail)
	t := types.Resolve(x.Fn.Type())
	args := make([]*aliases, len(x.Args))
	unique := make([]bool, len(x.Args))
	unshared := Fresh{}
	u.inOrder(len(x.Args), func(i int) (*aliases, diag.Span) {
		a, before := x.Args[i], len(u.trail)
		args[i] = u.exp(a).fit(a.Type())
		if f, ok := t.(*types.Func); ok {
			unique[i], unshared = f.Unique, ResultOf(f)
			t = types.Resolve(f.Result)
		}
		if len(u.trail) > before && types.HasFunc(a.Type()) {
			u.consumingFunction(before, a.Span(), "passed")
		}
		return args[i], a.Span()
	})
	u.held(flat(shared), mark, x.Fn.Span())
	for i, a := range args {
		if !unique[i] {
			shared = unionVars(shared, a.all())
			continue
		}
		for j, b := range args {
			if s := common(a.all(), b.all()); j != i && s != nil {
				d := u.error(fault.CodeConsumed, x.Args[j].Span(), "%s is passed here, but another argument of the same call consumes it", s.Name)
				fault.Note(d, x.Args[i].Span(), "%s is consumed here", s.Name)
				d.Hint = "pass a copy: copy " + s.Name
				break
			}
		}
		if s := a.twice(x.Args[i].Type()); s != nil {
			d := u.error(fault.CodeSelfAlias, x.Args[i].Span(), "two parts of this argument share the memory of %s, but the function consumes both", s.Name)
			d.Hint = "copy one of them: copy " + s.Name
		}
		u.consume(a, x.Args[i].Span(), "this argument")
	}
	if r, ok := x.Fn.(*types.Ref); ok && u.fresh[r.Sym].params == len(x.Args) {
		unshared = u.fresh[r.Sym].Fresh
	}
	out := resultAliases(flat(shared).fit(x.T), unshared, x.T)
	if n := shareable(x.T); n > 1 && !unshared.All && !types.HasFunc(x.T) {
		return resultAliases(flat(unionVars(shared, u.unnamed("the result", x.At))), unshared, x.T)
	}
	return out
}

// resultAliases is what the result of a call shares, given what its arguments do.
func resultAliases(a *aliases, unshared Fresh, t types.Type) *aliases {
	r, ok := types.Resolve(t).(*types.Record)
	switch {
	case unshared.All:
		return nil
	case !ok || len(unshared.Parts) != len(r.Fields):
		return a
	}
	parts := make([]*aliases, len(r.Fields))
	for i, f := range r.Fields {
		if !unshared.Parts[i] {
			parts[i] = a.fit(f.Type)
		}
	}
	return partAliases(parts)
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
	mark := len(u.trail)
	u.indices(x.Idx)
	v := u.exp(x.Val).fit(x.Val.Type())
	u.held(a, mark, x.Arr.Span())
	if s := common(a.all(), v.all()); s != nil {
		d := u.error(fault.CodeSelfAlias, x.Val.Span(), "the new value may share memory with %s, which is updated in place", s.Name)
		fault.Note(d, x.Arr.Span(), "%s is updated here", s.Name)
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
	mark := len(u.trail)
	if x.Bound != nil {
		u.exp(x.Bound)
	}
	var elems *aliases
	if x.Arr != nil {
		elems = u.exp(x.Arr)
	}
	u.held(init, mark, x.Init.Span())
	b := &barrier{loop: true, seen: map[*types.Symbol]bool{}}
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
	l := &loopParams{u: u, x: x, consumed: map[*types.Symbol]bool{}, depth: len(u.barriers), index: map[*types.Symbol]int{}}
	for _, k := range ks {
		l.consumed[k.by] = true
	}
	l.walk(x.Pat, init, body, l.collect)
	l.checkUnique()
	l.checkUsed(b, elems)
	i := -1
	out := l.walk(x.Pat, nil, nil, func(*types.Symbol, types.Type, *aliases, *aliases) *aliases {
		i++
		return flat(unionVars(l.outer(i, map[int]bool{}), l.params[i].shares))
	})
	u.barriers = u.barriers[:len(u.barriers)-1]
	for _, p := range l.params {
		if p.unique {
			u.consume(p.init, x.Init.Span(), "the loop, as its parameter is updated in place,")
		}
	}
	return out.fit(x.T)
}
