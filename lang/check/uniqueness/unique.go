package uniqueness

import (
	"strings"

	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/types"
)

// Note [Uniqueness]. Every variable has aliases: the variables whose memory its value may share. A variable of
// a record or sum type stands for a place for each of its parts, so that r.a may be consumed and r.b used after.
// Consuming a value (by with, or by passing it to a *t parameter) consumes all places that it may share memory
// with; none of them may be used after, nor may a value computed before be used that shares them.
// What a call gives shares memory with its arguments, and its parts with each other, unless it is unique.
// A parameter may be consumed only if it is declared *t; a global and a variable from outside a function or a
// loop never, because the function may be called and the body run again. A result declared *t may share memory
// with nothing that the caller can see; a result without a declared type that does not is unique by itself.
// A loop parameter that the body consumes is unique, unless it is declared otherwise: its initial value is
// consumed, and the body's result for it must be the loop's own.

// Check checks uniqueness in a finished definition.
func Check(d *types.Def, f *Facts, r *fault.Reporter) {
	u := &uniquer{Reporter: r, facts: f, vars: map[*types.Symbol]*variable{}, consumed: map[*types.Symbol]consumption{},
		fresh: map[*types.Symbol]localFresh{}}
	u.def(d, false)
}

// variable is what uniqueness checking knows of a local variable, or of a place that is a part of one.
type variable struct {
	als   *aliases // with its own places
	depth int      // of functions and loops around its binding
	place place    // what it stands for, unless it has no name
	param bool     // a function's parameter, or a loop's that is declared not to be unique
	owned bool     // may be consumed although it is a parameter
}

type consumption struct {
	at diag.Span
	by *types.Symbol // the variable that was written there
}

// barrier is a function or a loop: what is bound outside may not be consumed inside.
type barrier struct {
	loop     bool
	captured []capture // what is used from outside
	seen     map[*types.Symbol]bool
}

// capture is a variable from outside that is used, or shares memory with one named so; at is the first place.
type capture struct {
	sym  *types.Symbol
	name string
	at   diag.Span
}

type uniquer struct {
	*fault.Reporter
	facts    *Facts
	vars     map[*types.Symbol]*variable
	consumed map[*types.Symbol]consumption
	trail    []*types.Symbol // consumed, in order
	barriers []*barrier
	// fresh are local functions whose result was found to be unique: the types of their uses were made
	// before that was known.
	fresh map[*types.Symbol]localFresh
}

// localFresh is the uniqueness of a result after a number of parameters.
type localFresh struct {
	Fresh
	params int
}

func (u *uniquer) error(code string, at diag.Span, format string, args ...any) *diag.Diag {
	return u.Error(diag.Unique, code, at, format, args...)
}

// bind gives the variables of a pattern the aliases of the parts that they are bound to.
func (u *uniquer) bind(p types.Pat, a *aliases, param bool) {
	switch x := p.(type) {
	case *types.PatVar:
		v := variable{depth: len(u.barriers), param: param || u.facts.Kept[x.Sym]}
		v.owned = u.facts.Owned[x.Sym] || u.facts.Inferred[x.Sym] && types.HasLinear(x.Sym.Scheme.Type)
		v.place = place{x.Sym, ""}
		v.als = u.places(v.place, x.Sym.Scheme.Type, a, v)
		u.vars[x.Sym] = &v
	case *types.PatRecord:
		for i, q := range x.Fields {
			u.bind(q, a.part(i), param)
		}
	case *types.PatConstr:
		first := constrPart(x.T, x.Name)
		for i, q := range x.Args {
			u.bind(q, a.part(first+i), param)
		}
	case *types.PatWild, *types.PatLit:
	}
}

// places are the aliases of a variable, or of a part of it: what its value shares, and a place of its own for each
// part that may share memory.
func (u *uniquer) places(p place, t types.Type, a *aliases, v variable) *aliases {
	if !MayAlias(t) {
		return nil
	}
	if ps := partTypes(t); ps != nil {
		parts := make([]*aliases, len(ps))
		for i, part := range ps {
			parts[i] = u.places(partOf(p, t, i), part, a.part(i), v)
		}
		return partAliases(parts)
	}
	s := p.sym
	if types.Resolve(s.Scheme.Type) != types.Resolve(t) {
		s = &types.Symbol{Name: p.String(), Span: s.Span, Scheme: s.Scheme}
	}
	v.place = p
	v.als = flat(unionVars(a.all(), []*types.Symbol{s}))
	u.vars[s] = &v
	return v.als
}

// unnamed is memory without a name that several parts of a value share.
func (u *uniquer) unnamed(name string, at diag.Span) []*types.Symbol {
	s := &types.Symbol{Name: name, Span: at}
	u.vars[s] = &variable{depth: len(u.barriers)}
	return []*types.Symbol{s}
}

// use is a mention of a variable; it gives what its value shares.
func (u *uniquer) use(s *types.Symbol, t types.Type, at diag.Span) *aliases {
	a := u.mention(s, t)
	u.alive(a, place{s, ""}, at)
	return a
}

// mention is what the value of a variable shares, which may be consumed already.
func (u *uniquer) mention(s *types.Symbol, t types.Type) *aliases {
	if !MayAlias(t) {
		return nil
	}
	if v := u.vars[s]; v != nil {
		return v.als
	}
	if s.Kind == types.KindPrim {
		return nil
	}
	return global(s, t)
}

// global is what a part of type t of a top-level definition shares: a function nothing, a value its memory.
func global(s *types.Symbol, t types.Type) *aliases {
	switch types.Resolve(t).(type) {
	case types.Prim, *types.Func:
		return nil
	default: // holds memory, or its parts do
	}
	ps := partTypes(t)
	if ps == nil {
		return flat([]*types.Symbol{s})
	}
	parts := make([]*aliases, len(ps))
	for i, p := range ps {
		parts[i] = global(s, p)
	}
	return partAliases(parts)
}

// alive reports the use of a place whose memory is consumed already.
func (u *uniquer) alive(a *aliases, used place, at diag.Span) {
	reported, name := false, used.String()
	for _, x := range a.all() {
		if k, gone := u.consumed[x]; gone && !reported {
			reported = true
			d := u.error(fault.CodeConsumed, at, "%s is used here, but was consumed before", name)
			if v := u.vars[x]; v != nil && v.place.inside(used) {
				d.Msg = name + " is used here, but its part " + x.Name + " was consumed before"
			} else if x.Name != name {
				d.Msg = name + " is used here, but " + x.Name + ", which it may share memory with, was consumed before"
			}
			fault.Note(d, k.at, "%s is consumed here", x.Name)
			d.Hint = "use it before it is consumed, or consume a copy: copy " + x.Name
		}
		if v := u.vars[x]; v != nil {
			for _, b := range u.barriers[min(v.depth, len(u.barriers)):] {
				if !b.seen[x] {
					b.seen[x] = true
					b.captured = append(b.captured, capture{x, name, at})
				}
			}
		}
	}
}

// held reports that something was consumed since mark which a value computed before it shares: the value is used
// after.
func (u *uniquer) held(a *aliases, mark int, at diag.Span) {
	if mark >= len(u.trail) || a == nil {
		return
	}
	all := a.all()
	for _, s := range u.trail[mark:] {
		if hasVar(all, s) {
			d := u.error(fault.CodeConsumed, u.consumed[s].at, "%s is consumed here, but the expression around it still uses its old value", s.Name)
			fault.Note(d, at, "this may share memory with %s", s.Name)
			d.Hint = "consume a copy: copy " + s.Name
			return
		}
	}
}

// consume marks everything that a value shares memory with as consumed.
func (u *uniquer) consume(a *aliases, at diag.Span, how string) {
	reported := false
	for _, s := range a.all() {
		if !reported {
			reported = u.forbidden(s, at, how)
		}
		if _, gone := u.consumed[s]; !gone {
			u.consumed[s] = consumption{at, s}
			u.trail = append(u.trail, s)
		}
	}
}

// forbidden reports consumption of what may not be consumed.
func (u *uniquer) forbidden(s *types.Symbol, at diag.Span, how string) bool {
	v := u.vars[s]
	switch {
	case v == nil:
		d := u.error(fault.CodeNotOwned, at, "%s consumes %s, which is defined at top level", how, s.Name)
		fault.Note(d, s.Span, "%s is defined here", s.Name)
		d.Hint = "consume a copy: copy " + s.Name
	case v.depth < len(u.barriers):
		loop := u.barriers[v.depth].loop
		d := u.error(fault.CodeNotOwned, at, "%s consumes %s, which is bound outside this %s", how, s.Name, fault.Pick(loop, "loop", "function"))
		fault.Note(d, s.Span, "%s is bound here", s.Name)
		d.Hint = fault.Pick(loop, "make it a loop parameter, or consume a copy: copy ", "consume a copy: copy ") + s.Name
	case v.param && !v.owned:
		d := u.error(fault.CodeNotOwned, at, "%s consumes %s, a parameter that is not unique", how, s.Name)
		fault.Note(d, s.Span, "%s is declared here", s.Name)
		d.Hint = "declare its type unique, " + uniqueParam(s, v.place)
		if s.Scheme == nil || !types.HasLinear(s.Scheme.Type) {
			d.Hint += ", or consume a copy: copy " + s.Name
		}
	default:
		return false
	}
	return true
}

// branch runs f and takes back what it consumed; the result is that.
func (u *uniquer) branch(f func()) []consumption {
	mark := len(u.trail)
	f()
	var out []consumption
	for _, s := range u.trail[mark:] {
		k := u.consumed[s]
		out = append(out, consumption{k.at, s})
		delete(u.consumed, s)
	}
	u.trail = u.trail[:mark]
	return out
}

func (u *uniquer) again(ks []consumption) {
	for _, k := range ks {
		if _, gone := u.consumed[k.by]; !gone {
			u.consumed[k.by] = k
			u.trail = append(u.trail, k.by)
		}
	}
}

// def checks a definition, local says of which kind; it gives the outer variables that it uses.
func (u *uniquer) def(d *types.Def, local bool) []*types.Symbol {
	captured, found := u.function(d.Params, d.Body, d.Sym.Scheme.Type, !u.facts.Declared[d], local, d.Sym.Name)
	u.fresh[d.Sym] = localFresh{found, len(d.Params)}
	return captured
}

// lastFunc is the function type that takes the last of n parameters; nil if there is none.
func lastFunc(t types.Type, n int) *types.Func {
	var last *types.Func
	for range n {
		f, ok := types.Resolve(t).(*types.Func)
		if !ok {
			return nil
		}
		t, last = f.Result, f
	}
	return last
}

// function checks a body with its parameters; t is the function's type. With infer the result becomes
// unique where it may; found says where. local says that the function is inside another; name is
// that of a definition.
func (u *uniquer) function(params []types.Param, body types.Exp, t types.Type, infer, local bool, name string) (captured []*types.Symbol, found Fresh) {
	b := &barrier{seen: map[*types.Symbol]bool{}}
	if local {
		u.barriers = append(u.barriers, b)
	}
	for _, p := range params {
		u.bind(p.Pat, nil, true)
	}
	u.branch(func() {
		a := u.exp(body)
		f := lastFunc(t, len(params))
		if name != "" && f != nil && !f.ResUnique && f.ResParts == nil {
			u.globalResult(a, body, name)
		}
		switch {
		case f == nil:
		case f.ResUnique:
			u.result(a, f.Result, body)
			found = ResultOf(f)
		case f.ResParts != nil:
			u.resultParts(a, f, body)
			found = ResultOf(f)
		case infer && MayAlias(body.Type()) && !types.HasFunc(body.Type()):
			found = u.infer(f, a)
		}
	})
	if local {
		u.barriers = u.barriers[:len(u.barriers)-1]
	}
	for _, k := range b.captured {
		captured = append(captured, k.sym)
	}
	return captured, found
}

// uniqueParam is a parameter as it would be declared to be consumed.
func uniqueParam(s *types.Symbol, p place) string {
	if p.path != "" || s.Scheme == nil {
		return "(" + p.sym.Name + ": *t)"
	}
	t := types.MapType(s.Scheme.Type, func(types.Type) types.Type { return nil }, func(n types.Size) types.Size {
		if v, ok := n.(*types.SizeVar); ok && !strings.Contains(v.Sym.Span.Text(), "["+v.Name+"]") || ok && len(v.Sym.Span.Text()) > len(v.Name)+2 {
			return &types.SizeMeta{} // one that the program does not name
		}
		return n
	})
	return "(" + s.Name + ": *" + types.Print(t) + ")"
}
