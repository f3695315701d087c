package core

import "raido/lang/prim"

// soac checks the nodes with lambdas.
func (v *verifier) soac(e Exp) {
	switch e := e.(type) {
	case *Map:
		v.scalar("the width", e.W, prim.I64)
		for _, a := range e.Accs {
			if !a.Type.IsAcc() {
				v.errf("%s is no accumulator", a)
			}
		}
		v.lambda("lambda", e.Fn, append(VarTypes(e.Accs), v.arrays(e.W, e.Arrs)...), nil)
		v.mapResults(e)
	case *Reduce:
		v.fold(e.W, e.Fn, e.Ne, e.Arrs)
	case *Scan:
		v.fold(e.W, e.Fn, e.Ne, e.Arrs)
	case *Hist:
		v.hist(e)
	case *Scatter:
		v.scatter(e.W, e.Dest, e.Idx, e.Vals)
	case *WithAcc:
		v.withAcc(e)
	case *UpdateAcc:
		v.updateAcc(e)
	case *Diff:
		v.diff(e)
	default:
		v.errf("unknown node %T", e)
	}
}

func (v *verifier) mapResults(e *Map) {
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
func (v *verifier) regular(l *Lambda) {
	for _, t := range l.Ret {
		for _, d := range t.Dims {
			for _, p := range l.Params {
				if d == Atom(p) {
					v.errf("the result type %s mentions a parameter", t)
				}
			}
		}
	}
}

// operator checks a combining lambda over values of types ts.
func (v *verifier) operator(fn *Lambda, ne []Atom, ts []Type) {
	v.sameTypes("neutral element", AtomTypes(ne), ts)
	v.lambda("operator", fn, append(append([]Type{}, ts...), ts...), ts)
}

func (v *verifier) fold(w Atom, fn *Lambda, ne []Atom, arrs []*Var) {
	v.scalar("the width", w, prim.I64)
	v.operator(fn, ne, v.arrays(w, arrs))
}

// scatter checks destinations, indices and values, and gives the types of one value of each.
func (v *verifier) scatter(w Atom, dest, idx, vals []*Var) []Type {
	v.scalar("the width", w, prim.I64)
	for _, t := range v.arrays(w, idx) {
		v.sameType("an index", t, I64)
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

func (v *verifier) hist(e *Hist) {
	v.operator(e.Fn, e.Ne, v.scatter(e.W, e.Dest, e.Idx, e.Vals))
}

func (v *verifier) withAcc(e *WithAcc) {
	var params []Type
	for _, a := range e.Accs {
		if !v.array(a.Arr, 1) {
			return
		}
		if v.certs[a.Cert] || a.Cert == nil {
			v.errf("a certificate is introduced twice")
		}
		elem := Prim(a.Arr.Type.Elem)
		v.operator(a.Op, []Atom{a.Ne}, []Type{elem})
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

func (v *verifier) updateAcc(e *UpdateAcc) {
	t := e.Acc.Type
	v.scalars("an index", e.Idx, prim.I64)
	if !t.IsAcc() || len(e.Idx) > t.Rank() {
		v.errf("%s has type %s, want an accumulator of rank %d at least", e.Acc, t, len(e.Idx))
		return
	}
	v.sameType("the value", e.Val.AtomType(), array(t.Drop(len(e.Idx))))
}

func (v *verifier) diff(e *Diff) {
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
	var ts []Type
	if e.Mode == JVP {
		ts = AtomTypes(e.Args)
		for i := range ts {
			if e.Vec != nil {
				ts[i] = ts[i].Of(e.Vec)
			}
		}
	} else {
		ts = (&Diff{Mode: JVP, Fn: e.Fn, Args: e.Args, Vec: e.Vec}).Types()[len(e.Fn.Ret):]
	}
	if e.Vec != nil {
		v.scalar("the number of seeds", e.Vec, prim.I64)
	}
	v.sameTypes("seed", AtomTypes(e.Seeds), ts)
}

// customRule checks the rule of a node that takes no derivative.
func (v *verifier) customRule(e *Diff) {
	if e.Rule == nil {
		v.errf("the rule is missing")
		return
	}
	from, to := e.Types(), AtomTypes(e.Args)
	if e.Mode == CustomJVP {
		from, to = to, from
	}
	v.lambda("rule", e.Rule, append(append([]Type{}, from...), from...), to)
}
