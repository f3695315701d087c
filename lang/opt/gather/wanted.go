package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Wanted elements]
//
// A column of a factor is computed as a whole, and then only what lies below the diagonal is used:
//
//	v = map (\i -> a[i, j] - sum (...)) (iota n)                v = map (\i -> if i < j then 0 else a[i, j] - sum (...)) (iota n)
//	r = sqrt v[j]                                     becomes   ...
//	... map (\i x -> if i < j then 0 else x / r) (iota n) v
//
// All that reads v does so under one condition on the index, or at an element for which it holds. So the map that makes v asks for
// it, too: the other elements are dear, and nobody looks at them. The derivative of the right form does no work for them either.
// [Peng23, 3.3: effective use, here of elements by regions]

// Wanted computes elements of maps that are read under a condition on their index under that condition: Note [Wanted elements].
func Wanted(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return wanted(funs, f.Body) })
}

func wanted(funs map[*core.Fun]*core.Fun, b core.Body) core.Body {
	in := func(b core.Body) core.Body { return wanted(funs, b) }
	out := &core.Builder{}
	for k, st := range b.Stms {
		out.Src = st.Src
		if m, ok := st.Exp.(*core.Map); ok {
			st.Exp = wantedOf(out, b, k, m)
		}
		st.Exp = core.Inside(st.Exp, in)
		if c, ok := st.Exp.(*core.Call); ok {
			st.Exp = &core.Call{Fun: funs[c.Fun], Args: c.Args}
		}
		out.Add(st.Pat, st.Exp)
	}
	return out.Body(b.Result...)
}

// want is a condition on an index: that it compares with a number as it says, or not.
type want struct {
	op    *prim.Op
	first bool // the index is the first operand
	with  core.Atom
	yes   bool
}

// holds reports whether the condition certainly holds for an index.
func (w *want) holds(i core.Atom) bool {
	return i == w.with && w.yes == (w.op == prim.Le || w.op == prim.Eq)
}

// wantedOf is the map of statement k of a body, which computes what is wanted of it.
func wantedOf(out *core.Builder, b core.Body, k int, m *core.Map) core.Exp {
	if len(m.Accs) > 0 || len(b.Stms[k].Pat) != 1 || !m.Fn.Ret[0].IsScalar() || depth(m) < 2 {
		return m
	}
	same, rest, ok := checks(m)
	if !ok {
		return m
	}
	u := &wantedUses{v: b.Stms[k].Pat[0], width: m.W, body: b, at: k}
	if slices.Contains(b.Result, core.Atom(u.v)) || !u.later(b.Stms[k+1:]) || u.cond == nil {
		return m
	}
	n := *m
	n.Fn = &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret}
	i := u.counter(m)
	if i == nil {
		n.Arrs = append(slices.Clone(m.Arrs), out.Let("is", &core.Iota{N: m.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64}))
		i = core.NewVar("i", core.I64)
		n.Fn.Params = append(n.Fn.Params, i)
	}
	args := []core.Atom{u.cond.with, i}
	if u.cond.first {
		args = []core.Atom{i, u.cond.with}
	}
	none := core.Body{Result: []core.Atom{core.Zero(m.Fn.Ret[0].Elem)}}
	in := &core.Builder{Src: out.Src, Stms: same}
	all := core.Body{Stms: rest, Result: m.Fn.Body.Result}
	choice := &core.If{Cond: in.Prim(u.cond.op, prim.I64, args...), Then: all, Else: none}
	if !u.cond.yes {
		choice.Then, choice.Else = none, all
	}
	x := core.NewVar(u.v.Name, m.Fn.Ret[0])
	in.Add([]*core.Var{x}, choice)
	n.Fn.Body = in.Body(x)
	return &n
}

// checks takes out of the body of a map what is asserted at all points alike, with the numbers for it; not ok if it asserts anything else.
func checks(m *core.Map) (same, rest []core.Stm, ok bool) {
	own := map[core.Atom]bool{} // differs from point to point
	for _, v := range m.Fn.Params {
		own[v] = true
	}
	for _, st := range m.Fn.Body.Stms {
		alike := !slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return own[v] })
		switch e := st.Exp.(type) {
		case *core.Assert:
			if !alike {
				return nil, nil, false
			}
		case *core.PrimApp:
			alike = alike && !e.MayFail()
		default:
			if alike = false; asserts(st.Exp) {
				return nil, nil, false
			}
		}
		if alike {
			same = append(same, st)
			continue
		}
		rest = append(rest, st)
		for _, v := range st.Pat {
			own[v] = true
		}
	}
	return same, rest, true
}

// asserts reports whether something is asserted inside of an expression.
func asserts(e core.Exp) (found bool) {
	in := func(b core.Body) core.Body {
		core.Walk(b, func(st core.Stm) {
			_, is := st.Exp.(*core.Assert)
			found = found || is
		})
		return b
	}
	e.Map(core.Mapper{Body: in, Lambda: func(l *core.Lambda) *core.Lambda { in(l.Body); return l }})
	return found
}

// wantedUses are those of what statement at of a body makes.
type wantedUses struct {
	v     *core.Var
	width core.Atom
	body  core.Body
	at    int
	cond  *want
}

// later looks at statements after the map; false if one of them uses elements for which no condition holds, or another one.
func (u *wantedUses) later(stms []core.Stm) bool {
	var at []core.Atom
	for _, st := range stms {
		if !core.FreeInStm(st).Has(u.v) {
			continue
		}
		switch e := st.Exp.(type) {
		case *core.Index:
			if e.Arr != u.v || len(e.Idx) != 1 {
				return false
			}
			at = append(at, e.Idx[0])
		case *core.Map:
			if e.W != u.width || core.FreeInLambda(e.Fn).Has(u.v) || !u.reader(e) {
				return false
			}
		default: // may look at all
			return false
		}
	}
	return u.cond != nil && !slices.ContainsFunc(at, func(i core.Atom) bool { return !u.cond.holds(i) })
}

// reader looks at a map that reads the elements.
func (u *wantedUses) reader(m *core.Map) bool {
	i := u.counter(m)
	for k, a := range m.Arrs {
		if a == u.v && (i == nil || !u.under(m.Fn.Body, m.Fn.Params[len(m.Accs)+k], i)) {
			return false
		}
	}
	return true
}

// under reports whether a body looks at x only under a condition on i, the one that is known if there is one.
func (u *wantedUses) under(b core.Body, x, i *core.Var) bool {
	defs := map[*core.Var]*core.PrimApp{}
	for _, st := range b.Stms {
		if e, ok := st.Exp.(*core.PrimApp); ok {
			defs[st.Pat[0]] = e
		}
		if !core.FreeInStm(st).Has(x) {
			continue
		}
		e, ok := st.Exp.(*core.If)
		then := ok && core.FreeInBody(e.Then).Has(x)
		if !ok || then == core.FreeInBody(e.Else).Has(x) {
			return false
		}
		c, _ := e.Cond.(*core.Var)
		w := u.compares(defs[c], i, then)
		if w == nil || u.cond != nil && *u.cond != *w {
			return false
		}
		u.cond = w
	}
	return !slices.Contains(b.Result, core.Atom(x))
}

// compares is the condition that an operator is, where it compares i with a number that is there before the map.
func (u *wantedUses) compares(e *core.PrimApp, i *core.Var, yes bool) *want {
	if e == nil || e.T != prim.I64 || e.Op != prim.Lt && e.Op != prim.Le && e.Op != prim.Eq {
		return nil
	}
	w := &want{op: e.Op, first: e.Args[0] == core.Atom(i), with: e.Args[0], yes: yes}
	if w.first {
		w.with = e.Args[1]
	} else if e.Args[1] != core.Atom(i) {
		return nil
	}
	if x, ok := w.with.(*core.Var); ok && !u.before(x) {
		return nil
	}
	return w
}

// before reports whether a variable is bound before the map: it is free in the body, or an earlier statement binds it.
func (u *wantedUses) before(x *core.Var) bool {
	if core.FreeInBody(u.body).Has(x) {
		return true
	}
	return slices.ContainsFunc(u.body.Stms[:u.at], func(st core.Stm) bool { return slices.Contains(st.Pat, x) })
}

// counter is the parameter of a map that counts its points from 0; nil if there is none.
func (u *wantedUses) counter(m *core.Map) *core.Var {
	for k, a := range m.Arrs {
		for _, st := range u.body.Stms {
			if core.Counts(st.Exp) && st.Pat[0] == a {
				return m.Fn.Params[len(m.Accs)+k]
			}
		}
	}
	return nil
}
