package lower

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/emit"
	"raido/lang/prim"
	"raido/lang/types"
)

// bindPat binds the variables of a pattern; the pattern is known to match.
func (l *lowerer) bindPat(p types.Pat, v val, fr *frame) {
	switch p := p.(type) {
	case *types.PatVar:
		fr.syms[p.Sym] = v
		if p.Sym.Scheme != nil {
			bindUnknown(p.Sym.Scheme.Type, v, fr)
		}
	case *types.PatWild, *types.PatLit:
	case *types.PatRecord:
		r, ok := v.(record)
		if !ok || len(r.fields) < len(p.Fields) {
			diag.Bugf("lower: a record pattern for %T", v)
		}
		for i, f := range p.Fields {
			l.bindPat(f, r.fields[i], fr)
		}
	case *types.PatConstr:
		s := v.(sum)
		for i, a := range p.Args {
			l.bindPat(a, s.args[s.index(p.Name)][i], fr)
		}
	default:
		diag.Bugf("lower: unknown pattern %T", p)
	}
}

func (s sum) index(name string) int {
	for i, n := range s.names {
		if n == name {
			return i
		}
	}
	diag.Bugf("lower: no constructor %s", name)
	return 0
}

// matches is the condition under which a pattern matches.
func (l *lowerer) matches(p types.Pat, v val) core.Atom {
	var cond core.Atom = core.BoolC(true)
	and := func(c core.Atom) { cond = l.Op(prim.And, prim.Bool, cond, c) }
	switch p := p.(type) {
	case *types.PatLit:
		a := atomOf(v)
		and(l.Op(prim.Eq, a.AtomType().Elem, a, core.Const{Scalar: p.Val}))
	case *types.PatRecord:
		for i, f := range p.Fields {
			and(l.matches(f, v.(record).fields[i]))
		}
	case *types.PatConstr:
		s := v.(sum)
		k := s.index(p.Name)
		if len(s.names) > 1 {
			and(l.hasTag(s, k))
		}
		for i, a := range p.Args {
			and(l.matches(a, s.args[k][i]))
		}
	default: // matches every value
	}
	return cond
}

func (l *lowerer) ifExp(e *types.If, fr *frame) val {
	cond := atomOf(l.exp(e.Cond, fr))
	v := l.branch(cond, l.repOf(e.T, fr),
		func() val { return l.exp(e.Then, fr) }, func() val { return l.exp(e.Else, fr) })
	bindSizes(e.Exts, e.T, v, fr)
	return v
}

// branch joins two branches. A size that the branches do not share and that the type does not tell is
// returned as an i64 to the left; so is one of a payload that may be unused, if it may be negative.
func (l *lowerer) branch(cond core.Atom, expect rep, then, els func() val) val {
	if c, ok := cond.(core.Const); ok {
		if c.Bool() {
			return then()
		}
		return els()
	}
	var vals [2]val
	var leaves [2][]core.Atom
	var scopes [2]*emit.Scope
	for i, f := range []func() val{then, els} {
		scopes[i] = l.Within(emit.BranchScope, func() { vals[i] = f(); leaves[i] = flatten(vals[i]) })
	}
	if len(leaves[0]) != len(leaves[1]) {
		diag.Bugf("lower: branches have %d and %d leaves", len(leaves[0]), len(leaves[1]))
	}
	if _, isScalar := vals[0].(scalar); isScalar {
		if a := l.logical(cond, scopes, leaves); a != nil {
			return scalar{a}
		}
	}
	wants, payload := leafTypes(expect), payloads(vals[0])
	var exts []*core.Var
	var extArgs [2][]core.Atom
	extOf := map[[2]core.Atom]*core.Var{}
	pat := make([]*core.Var, len(leaves[0]))
	for i, a := range leaves[0] {
		t, u := a.AtomType(), leaves[1][i].AtomType()
		dims := make([]core.Atom, len(t.Dims))
		for j := range dims {
			d, e := t.Dims[j], u.Dims[j]
			switch {
			case emit.SameAtom(d, e) && !scopes[0].IsBound(d):
				dims[j] = d
			case i < len(wants) && wants[i].Dims[j] != nil && (!payload[i] || l.IsSize(wants[i].Dims[j])):
				dims[j] = wants[i].Dims[j]
			default:
				key := [2]core.Atom{d, e}
				if extOf[key] == nil {
					extOf[key] = core.NewVar("n", core.I64)
					exts = append(exts, extOf[key])
					extArgs[0], extArgs[1] = append(extArgs[0], d), append(extArgs[1], e)
				}
				dims[j] = extOf[key]
			}
		}
		pat[i] = core.NewVar("if", core.Type{Elem: t.Elem, Dims: dims, Cert: t.Cert})
	}
	bodies := l.closeBranches(scopes, leaves, extArgs, pat, exts)
	l.Add(append(append([]*core.Var{}, exts...), pat...), &core.If{Cond: cond, Then: bodies[0], Else: bodies[1]})
	for i, v := range pat {
		l.Leave(v, leaves[0][i], leaves[1][i])
	}
	return build(repOfVal(vals[0]), core.Atoms(pat))
}

// maxSpeculation is how many operations of the second operand of && or || are computed in any case.
const maxSpeculation = 8

// logical makes a plain operator of && and ||, if the second operand is cheap and cannot fail.
func (l *lowerer) logical(cond core.Atom, scopes [2]*emit.Scope, leaves [2][]core.Atom) core.Atom {
	if len(leaves[0]) != 1 || leaves[0][0].AtomType().Elem != prim.Bool || !leaves[0][0].AtomType().IsScalar() {
		return nil
	}
	op, other := prim.And, 0
	switch {
	case core.IsConst(leaves[1][0], prim.BoolOf(false)):
	case core.IsConst(leaves[0][0], prim.BoolOf(true)):
		op, other = prim.Or, 1
	default:
		return nil
	}
	s := scopes[other]
	if len(s.Stms) > maxSpeculation {
		return nil
	}
	for _, st := range s.Stms {
		if e, ok := st.Exp.(*core.PrimApp); !ok || e.MayFail() {
			return nil
		}
	}
	for _, st := range s.Stms {
		l.Sc.Stms = append(l.Sc.Stms, st)
		l.Sc.Declare(st.Pat...)
	}
	return l.Op(op, prim.Bool, cond, leaves[other][0])
}

// closeBranches casts the leaves of both branches to the types of the pattern, existential sizes aside.
func (l *lowerer) closeBranches(scopes [2]*emit.Scope, leaves, extArgs [2][]core.Atom, pat, exts []*core.Var) (bodies [2]core.Body) {
	for i, s := range scopes {
		old := l.Sc
		l.Sc = s
		sub := core.NewSubst()
		for j, x := range exts {
			sub.Vars[x] = extArgs[i][j]
		}
		for j, a := range leaves[i] {
			leaves[i][j] = l.CastAtom(a, sub.Type(pat[j].Type))
		}
		bodies[i] = s.Body(append(append([]core.Atom{}, extArgs[i]...), leaves[i]...))
		l.Sc = old
	}
	return bodies
}

// payloads tells of each leaf of a value whether it belongs to the payload of a sum with several constructors.
func payloads(v val) []bool {
	var out []bool
	switch v := v.(type) {
	case record:
		if len(v.fields) == 0 {
			return []bool{false}
		}
		for _, f := range v.fields {
			out = append(out, payloads(f)...)
		}
	case sum:
		out = append(out, false)
		for _, as := range v.args {
			for _, a := range as {
				for range flatten(a) {
					out = append(out, len(v.names) > 1)
				}
			}
		}
	default:
		out = make([]bool, len(flatten(v)))
	}
	return out
}
