package segeval

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// val is a scalar, or the lanes of a vector. A lane of type Invalid is poison: it came from memory that nobody has written.
type val []prim.Scalar

func scalar(s prim.Scalar) val { return val{s} }

var poison prim.Scalar

func isPoison(s prim.Scalar) bool { return s.Type == prim.Invalid }

// lane is lane l; a scalar stands for a vector of itself.
func (v val) lane(l int) prim.Scalar {
	if len(v) == 1 {
		return v[0]
	}
	return v[l]
}

// wide is v in so many lanes, at least one.
func (v val) wide(n int) val {
	if n <= 1 || len(v) == n {
		return v
	}
	return lanes(n, v.lane)
}

func lanes(n int, f func(l int) prim.Scalar) val {
	out := make(val, max(n, 1))
	for l := range out {
		out[l] = f(l)
	}
	return out
}

// apply applies an operator to each lane. In one of several lanes a failure is poison, as nobody need look at it.
func apply(op *prim.Op, t prim.Type, n int, args ...val) val {
	in := make([]prim.Scalar, len(args))
	return lanes(n, func(l int) prim.Scalar {
		known := true
		for i, a := range args {
			in[i] = a.lane(l)
			known = known && !isPoison(in[i])
		}
		if !known {
			return decided(op, in)
		}
		out, err := op.Eval(t, in)
		if err != nil && n > 1 {
			return poison
		}
		if err != nil {
			faultf("%s: no check has looked at that", err)
		}
		return out
	})
}

// decided is what a conjunction or disjunction with poison is: no poison if the other operand says all.
func decided(op *prim.Op, in []prim.Scalar) prim.Scalar {
	for _, s := range in {
		if s.Type == prim.Bool && (op == prim.And && !s.Bool() || op == prim.Or && s.Bool()) {
			return s
		}
	}
	return poison
}

// move is a movement of lanes.
func move(s *seg.Lanes, args []val) val {
	n := max(s.V.Type.Lanes, 1)
	a := args[0]
	pair := func(l int) prim.Scalar { // of two vectors, one after the other
		if l < n {
			return a[l]
		}
		return args[1][l-n]
	}
	switch s.Op {
	case seg.Spread:
		return a.wide(n)
	case seg.Ramp:
		one := scalar(prim.One(s.V.Type.Elem))
		out := a
		for len(out) < n {
			out = append(out[:len(out):len(out)], apply(prim.Add, s.V.Type.Elem, 1, scalar(out[len(out)-1]), one)...)
		}
		return out
	case seg.Even:
		return lanes(n, func(l int) prim.Scalar { return pair(2 * l) })
	case seg.Odd:
		return lanes(n, func(l int) prim.Scalar { return pair(2*l + 1) })
	case seg.Lo:
		return a[:n]
	case seg.Hi:
		return a[n:]
	case seg.ZipLo:
		return lanes(n, func(l int) prim.Scalar { return args[l%2][l/2] })
	case seg.ZipHi:
		return lanes(n, func(l int) prim.Scalar { return args[l%2][n/2+l/2] })
	case seg.Reverse:
		return lanes(n, func(l int) prim.Scalar { return a[n-1-l] })
	case seg.Extract:
		return scalar(a[s.K])
	case seg.Count:
		n := int64(0)
		for _, x := range a {
			if isPoison(x) {
				return scalar(poison)
			} else if x.Bool() {
				n++
			}
		}
		return scalar(prim.Int(prim.I64, n))
	case seg.Sums:
		sum := scalar(prim.Zero(s.V.Type.Elem))
		return lanes(n, func(l int) prim.Scalar {
			sum = apply(prim.Add, s.V.Type.Elem, 1, sum, scalar(a[l]))
			return sum[0]
		})
	}
	out := prim.BoolOf(false)
	for _, x := range a { // Any
		switch {
		case isPoison(x):
			out = poison
		case x.Bool():
			return scalar(x)
		}
	}
	return scalar(out)
}

// value is an atom's value in a thread.
func (t *thread) value(a core.Atom) val {
	switch a := a.(type) {
	case core.Const:
		return scalar(a.Scalar)
	case *core.Var:
		if v, ok := t.vars[a]; ok {
			return v
		}
		if s, ok := t.r.scalars[a]; ok {
			return scalar(s)
		}
		faultf("%s has no value", a)
	}
	return nil
}

// scalar is the value of a scalar atom on which something depends.
func (t *thread) scalar(a core.Atom) prim.Scalar {
	v := t.value(a)
	if len(v) != 1 {
		faultf("%s is a vector", a)
	}
	if isPoison(v[0]) {
		faultf("%s depends on what nobody has written", a)
	}
	return v[0]
}

func (t *thread) int(a core.Atom) int64 { return t.scalar(a).Int64() }

func (t *thread) bool(a core.Atom) bool { return t.scalar(a).Bool() }

func (t *thread) index(x seg.Index) int64 {
	n := int64(0)
	for _, term := range x {
		k := t.int(term.A)
		if term.B != nil {
			k *= t.int(term.B)
		}
		n += k
	}
	return n
}

// bind gives a variable a value, in as many lanes as it has.
func (t *thread) bind(v *core.Var, x val) { t.vars[v] = x.wide(v.Type.Lanes) }
