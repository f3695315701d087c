package check

import (
	"raido/lang/diag"
	"raido/lang/types"
)

// Note [Uniqueness]. Every variable has aliases: the variables whose memory its value may share.
// Consuming a value (by with, or by passing it to a *t parameter) consumes all variables that it may
// share memory with; none of them may be used after. A parameter may be consumed only if it is
// declared *t; a global and a variable from outside a function or a loop never, because the function
// may be called and the body run again. A result declared *t may share memory with nothing that the
// caller can see; a result without a declared type that does not is unique by itself. A loop parameter that the body consumes is unique: its initial value is consumed, and
// the body's result for it must be the loop's own.

// unique checks uniqueness in a finished definition.
func (c *checker) unique(d *types.Def) {
	u := &uniquer{c: c, vars: map[*types.Symbol]*variable{}, consumed: map[*types.Symbol]consumption{},
		fresh: map[*types.Symbol]localFresh{}}
	u.def(d, false)
}

// variable is what uniqueness checking knows of a local variable.
type variable struct {
	als   *aliases
	depth int  // of functions and loops around its binding
	param bool // a function's parameter
	owned bool // may be consumed although it is a parameter
}

type consumption struct {
	at diag.Span
	by *types.Symbol // the variable that was written there
}

// barrier is a function or a loop: what is bound outside may not be consumed inside.
type barrier struct {
	loop     bool
	captured []*types.Symbol // variables from outside that are used
	places   []diag.Span     // where, first
}

type uniquer struct {
	c        *checker
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
	fresh
	params int
}

func (u *uniquer) error(code string, at diag.Span, format string, args ...any) *diag.Diag {
	return u.c.error(diag.Unique, code, at, format, args...)
}

// bind gives the variables of a pattern the aliases of the parts that they are bound to.
func (u *uniquer) bind(p types.Pat, a *aliases, param bool) {
	switch x := p.(type) {
	case *types.PatVar:
		u.vars[x.Sym] = &variable{als: a.fit(x.Sym.Scheme.Type), depth: len(u.barriers), param: param, owned: u.c.owned[x.Sym]}
	case *types.PatRecord:
		for i, q := range x.Fields {
			u.bind(q, a.field(i), param)
		}
	case *types.PatConstr:
		whole := flat(a.all())
		for _, q := range x.Args {
			u.bind(q, whole, param)
		}
	case *types.PatWild, *types.PatLit:
	}
}

// use is a mention of a variable; it gives what its value shares.
func (u *uniquer) use(s *types.Symbol, t types.Type, at diag.Span) *aliases {
	if !mayAlias(t) {
		return nil
	}
	v := u.vars[s]
	if v == nil { // a top-level definition: a function shares nothing, a value its memory
		switch types.Resolve(t).(type) {
		case *types.Func, *types.Var: // an abstract type cannot be updated but by its own module
			return nil
		}
		if s.Kind == types.KindPrim {
			return nil
		}
		return flat([]*types.Symbol{s})
	}
	out := v.als.with([]*types.Symbol{s})
	for _, x := range out.all() {
		if k, gone := u.consumed[x]; gone {
			d := u.error(codeConsumed, at, "%s is used here, but was consumed before", s.Name)
			if x != s {
				d.Msg = s.Name + " is used here, but " + x.Name + ", which it may share memory with, was consumed before"
			}
			note(d, k.at, "%s is consumed here", x.Name)
			d.Hint = "use it before it is consumed, or consume a copy: copy " + x.Name
			break
		}
	}
	for i := v.depth; i < len(u.barriers); i++ {
		if b := u.barriers[i]; !hasVar(b.captured, s) {
			b.captured, b.places = append(b.captured, s), append(b.places, at)
		}
	}
	return out
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
		d := u.error(codeNotOwned, at, "%s consumes %s, which is defined at top level", how, s.Name)
		note(d, s.Span, "%s is defined here", s.Name)
		d.Hint = "consume a copy: copy " + s.Name
	case v.depth < len(u.barriers):
		what := pick(u.barriers[v.depth].loop, "loop", "function")
		d := u.error(codeNotOwned, at, "%s consumes %s, which is bound outside this %s", how, s.Name, what)
		note(d, s.Span, "%s is bound here", s.Name)
		d.Hint = pick(what == "loop", "make it a loop parameter, or consume a copy: copy ", "consume a copy: copy ") + s.Name
	case v.param && !v.owned:
		d := u.error(codeNotOwned, at, "%s consumes %s, a parameter that is not unique", how, s.Name)
		note(d, s.Span, "%s is declared here", s.Name)
		d.Hint = "declare its type unique, (" + s.Name + ": *t), or consume a copy: copy " + s.Name
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
	captured, found := u.function(d.Params, d.Body, d.Sym.Scheme.Type, !u.c.declared[d], local, d.Sym.Name)
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
func (u *uniquer) function(params []types.Param, body types.Exp, t types.Type, infer, local bool, name string) (captured []*types.Symbol, found fresh) {
	b := &barrier{}
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
			u.result(a, body)
		case f.ResParts != nil:
			for i, unique := range f.ResParts {
				if unique {
					u.result(u.part(a, i), body)
				}
			}
		case infer && mayAlias(body.Type()) && !types.HasFunc(body.Type()):
			found = u.infer(f, a)
		}
	})
	if local {
		u.barriers = u.barriers[:len(u.barriers)-1]
	}
	for _, s := range b.captured {
		captured = unionVars(captured, u.vars[s].als.with([]*types.Symbol{s}).all())
	}
	return captured, found
}

// globalResult reports a function whose result may share memory with a top-level value: its callers know
// of its arguments only.
func (u *uniquer) globalResult(a *aliases, body types.Exp, name string) {
	for _, s := range a.all() {
		if u.vars[s] == nil && !u.c.prelude {
			d := u.error(codeAliased, body.Span(), "the result of %s may share memory with the top-level value %s, but a function may give only its own values or parts of its arguments", name, s.Name)
			note(d, s.Span, "%s is defined here", s.Name)
			d.Hint = "give a copy: copy " + s.Name
			return
		}
	}
}

// part is field i of a result, together with what other fields share with it: nobody else may.
func (u *uniquer) part(a *aliases, i int) *aliases {
	p := a.field(i)
	if a == nil || a.fields == nil {
		return p
	}
	for j := range len(a.fields) {
		if s := common(p.all(), a.field(j).all()); j != i && s != nil {
			return recordAliases([]*aliases{p, a.field(j)})
		}
	}
	return p
}

// infer makes a result unique, or its fields, where it shares memory with nothing that is visible.
func (u *uniquer) infer(f *types.Func, a *aliases) fresh {
	if u.visible(a) == nil && u.twice(a) == nil {
		f.ResUnique = true
	} else if r, ok := types.Resolve(f.Result).(*types.Record); ok && a != nil && a.fields != nil {
		parts, some := make([]bool, len(r.Fields)), false
		for i, fl := range r.Fields {
			p := u.part(a, i)
			parts[i] = mayAlias(fl.Type) && u.visible(p) == nil && u.twice(p) == nil
			some = some || parts[i]
		}
		if some {
			f.ResParts = parts
		}
	}
	return resultOf(f)
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
func (u *uniquer) result(a *aliases, body types.Exp) {
	s := u.visible(a)
	if s == nil {
		if s := u.twice(a); s != nil {
			d := u.error(codeAliased, body.Span(), "the parts of a unique result may share memory: both hold %s", s.Name)
			d.Hint = "copy one of them: copy " + s.Name
		}
		return
	}
	what := "the parameter " + s.Name + ", which is not unique"
	if v := u.vars[s]; v == nil {
		what = "the top-level value " + s.Name
	} else if v.depth < len(u.barriers) {
		what = s.Name + ", which is bound outside"
	}
	d := u.error(codeAliased, body.Span(), "the result is declared unique, but may share memory with %s", what)
	note(d, s.Span, "%s is bound here", s.Name)
	d.Hint = "give a copy: copy ..., or declare the result type without *"
}

// twice is a variable that two parts of a value share memory with.
func (u *uniquer) twice(a *aliases) *types.Symbol {
	if a == nil || a.fields == nil {
		return nil
	}
	for i := range len(a.fields) {
		for j := range i {
			if s := common(a.field(i).all(), a.field(j).all()); s != nil {
				return s
			}
		}
	}
	return nil
}
