package verify

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// soac checks the nodes with lambdas.
func (v *verifier) soac(e core.Exp) {
	switch e := e.(type) {
	case *core.Map:
		v.scalar("the width", e.W, prim.I64)
		for _, a := range e.Accs {
			if !a.Type.IsAcc() {
				v.errf("%s is no accumulator", a)
			}
		}
		v.lambda("lambda", e.Fn, append(core.VarTypes(e.Accs), v.arrays(e.W, e.Arrs)...), nil)
		v.mapResults(e)
	case *core.Reduce:
		v.fold(e.W, e.Fn, e.Ne, e.Arrs)
	case *core.Scan:
		v.fold(e.W, e.Fn, e.Ne, e.Arrs)
	case *core.Hist:
		v.hist(e)
	case *core.Scatter:
		v.scatter(e.W, e.Dest, e.Idx, e.Vals)
	case *core.WithAcc:
		v.withAcc(e)
	case *core.UpdateAcc:
		v.updateAcc(e)
	case *core.Diff:
		v.diff(e)
	default:
		v.errf("unknown node %T", e)
	}
}

func (v *verifier) mapResults(e *core.Map) {
	if len(e.Fn.Ret) < len(e.Accs) {
		v.errf("the lambda returns %d results for %d accumulators", len(e.Fn.Ret), len(e.Accs))
		return
	}
	for i, t := range e.Fn.Ret {
		if i < len(e.Accs) {
			v.sameType("accumulator", t, e.Accs[i].Type)
		} else if t.IsAcc() {
			v.errf("result %d of the lambda is an accumulator that was not given", i)
		}
	}
	v.regular(e.Fn)
}

// regular checks that result types do not mention parameters.
func (v *verifier) regular(l *core.Lambda) {
	for _, t := range l.Ret {
		for _, d := range t.Dims {
			for _, p := range l.Params {
				if d == core.Atom(p) {
					v.errf("the result type %s mentions a parameter", t)
				}
			}
		}
	}
}

// operator checks a combining lambda over values of types ts.
func (v *verifier) operator(fn *core.Lambda, ne []core.Atom, ts []core.Type) {
	v.sameTypes("neutral element", core.AtomTypes(ne), ts)
	v.lambda("operator", fn, append(append([]core.Type{}, ts...), ts...), ts)
}

func (v *verifier) fold(w core.Atom, fn *core.Lambda, ne []core.Atom, arrs []*core.Var) {
	v.scalar("the width", w, prim.I64)
	v.operator(fn, ne, v.arrays(w, arrs))
}

// scatter checks destinations, indices and values, and gives the types of one value of each.
func (v *verifier) scatter(w core.Atom, dest, idx, vals []*core.Var) []core.Type {
	v.scalar("the width", w, prim.I64)
	for _, t := range v.arrays(w, idx) {
		v.sameType("an index", t, core.I64)
	}
	rows := v.arrays(w, vals)
	if len(dest) != len(vals) || len(idx) == 0 {
		v.errf("%d destinations, %d values, %d indices", len(dest), len(vals), len(idx))
		return rows
	}
	for i, d := range dest {
		if v.array(d, len(idx)) {
			v.sameType("a value", rows[i], d.Type.Drop(len(idx)))
		}
	}
	return rows
}

func (v *verifier) hist(e *core.Hist) {
	v.operator(e.Fn, e.Ne, v.scatter(e.W, e.Dest, e.Idx, e.Vals))
}

func (v *verifier) withAcc(e *core.WithAcc) {
	var params []core.Type
	for _, a := range e.Accs {
		if !v.array(a.Arr, 1) {
			return
		}
		if v.certs[a.Cert] || a.Cert == nil {
			v.errf("a certificate is introduced twice")
		}
		elem := core.Prim(a.Arr.Type.Elem)
		v.operator(a.Op, []core.Atom{a.Ne}, []core.Type{elem})
		t := a.Arr.Type
		t.Cert = a.Cert
		params = append(params, t)
	}
	for _, a := range e.Accs {
		v.certs[a.Cert] = true
	}
	v.lambda("lambda", e.Fn, params, nil)
	for i, a := range e.Accs {
		if i >= len(e.Fn.Ret) || e.Fn.Ret[i].Cert != a.Cert {
			v.errf("result %d of the lambda must be the accumulator", i)
			break
		}
	}
	v.regular(e.Fn)
	for _, a := range e.Accs {
		delete(v.certs, a.Cert)
	}
}

func (v *verifier) updateAcc(e *core.UpdateAcc) {
	t := e.Acc.Type
	v.scalars("an index", e.Idx, prim.I64)
	if !t.IsAcc() || len(e.Idx) > t.Rank() {
		v.errf("%s has type %s, want an accumulator of rank %d at least", e.Acc, t, len(e.Idx))
		return
	}
	v.sameType("the value", e.Val.AtomType(), core.Type{Elem: t.Elem, Dims: t.Dims[len(e.Idx):]})
}

func (v *verifier) diff(e *core.Diff) {
	v.lambda("function", e.Fn, nil, nil)
	v.results("argument", e.Args, e.Fn.Params)
	if len(e.Args) != len(e.Fn.Params) {
		return
	}
	if e.IsCustom() {
		v.customRule(e)
		return
	}
	// Seeds are tangents of the arguments, or cotangents of the results.
	var ts []core.Type
	if e.Mode == core.JVP {
		ts = core.AtomTypes(e.Args)
		for i := range ts {
			if e.Vec != nil {
				ts[i] = ts[i].Of(e.Vec)
			}
		}
	} else {
		ts = (&core.Diff{Mode: core.JVP, Fn: e.Fn, Args: e.Args, Vec: e.Vec}).Types()[len(e.Fn.Ret):]
	}
	if e.Vec != nil {
		v.scalar("the number of seeds", e.Vec, prim.I64)
	}
	v.sameTypes("seed", core.AtomTypes(e.Seeds), ts)
}

// customRule checks the rule of a node that takes no derivative.
func (v *verifier) customRule(e *core.Diff) {
	if e.Rule == nil {
		v.errf("the rule is missing")
		return
	}
	from, to := e.Types(), core.AtomTypes(e.Args)
	if e.Mode == core.CustomJVP {
		from, to = to, from
	}
	v.lambda("rule", e.Rule, append(append([]core.Type{}, from...), from...), to)
}
