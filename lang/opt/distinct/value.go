package distinct

import (
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// definition is what binds a variable, as which of its results.
type definition struct {
	exp core.Exp
	k   int
}

// defs are the definitions of a function's variables.
type defs struct {
	def   map[*core.Var]definition
	param map[*core.Var]*core.Var // the arrays whose elements parameters of maps are
	owner map[*core.Var]*core.Map // the innermost map that binds a variable
}

func (d *defs) collect(b core.Body, in *core.Map) {
	for _, s := range b.Stms {
		for k, v := range s.Pat {
			d.def[v], d.owner[v] = definition{s.Exp, k}, in
		}
		m, _ := s.Exp.(*core.Map)
		s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { d.collect(b, in); return b },
			Lambda: func(l *core.Lambda) *core.Lambda {
				inner := in
				if m != nil {
					inner = m
					for i, a := range m.Arrs {
						d.param[l.Params[len(m.Accs)+i]], d.owner[l.Params[len(m.Accs)+i]] = a, m
					}
				}
				d.collect(l.Body, inner)
				return l
			},
		})
	}
}

// kind is what a symbol stands for.
type kind uint8

const (
	outside   kind = iota // a number that is the same at all points
	number                // the number of the point
	scanned               // the inclusive sum of an array, at the point
	total                 // the sum of an array
	pointwise             // any other number of the point
)

type symbol struct {
	kind kind
	v    *core.Var
}

// form is a sum of symbols.
type form = linear.Form[symbol]

// value is a constant, or else, of i64, a linear form; nothing is known of other values.
type value struct {
	c   *prim.Scalar
	lin form
}

func constant(s prim.Scalar) value { return value{c: &s} }

func of(k kind, v *core.Var) value { return value{lin: linear.Of(symbol{k, v})} }

// form is an i64 as a linear form.
func (v value) form() form {
	if v.c != nil {
		return form{C: v.c.Int64()}
	}
	return v.lin
}

// evaluator computes with the elements of arrays at one point, in one case.
type evaluator struct {
	*defs
	w       core.Atom // how many points there are
	counted *core.VarSet
	known   map[*core.Var]int64
	memo    map[*core.Var]value
	steps   int
	open    *core.Var // what the value depends on
	size    int64     // it is one of 0..size-1
}

// maxSteps bounds what an evaluation looks at.
const maxSteps = 2000

// undecided ends an evaluation that depends on a variable of which nothing is known.
type undecided struct{}

// run evaluates f; ok is false if that depends on e.open.
func (e *evaluator) run(known map[*core.Var]int64, f func() value) (v value, ok bool) {
	e.known, e.memo, e.steps = known, map[*core.Var]value{}, 0
	defer func() {
		switch r := recover().(type) {
		case nil:
		case undecided:
			ok = false
		default:
			panic(r)
		}
	}()
	return f(), true
}

// decide is the value of a variable that is one of 0..size-1 in the present case.
func (e *evaluator) decide(v *core.Var, size int64) value {
	k, ok := e.known[v]
	if !ok {
		e.open, e.size = v, size
		panic(undecided{})
	}
	if v.Type.Elem == prim.Bool {
		return constant(prim.BoolOf(k == 1))
	}
	return constant(prim.Int(v.Type.Elem, k))
}

// element is the element of an array at the point.
func (e *evaluator) element(arr *core.Var) value {
	d, ok := e.def[arr]
	if !ok {
		return e.unknown(arr)
	}
	switch x := d.exp.(type) {
	case *core.Map:
		if d.k >= len(x.Accs) && x.Fn.Ret[d.k].IsScalar() {
			return e.atom(x.Fn.Body.Result[d.k], x)
		}
	case *core.Iota:
		if start, ok := core.IntConst(x.Start); ok && x.T == prim.I64 {
			if step, ok := core.IntConst(x.Step); ok {
				return value{lin: linear.Of(symbol{kind: number}).Times(step).Add(start)}
			}
		}
	case *core.Replicate:
		if x.Val.AtomType().IsScalar() && len(x.Dims) == 1 {
			return e.scalar(x.Val)
		}
	case *core.Use:
		if v := core.AsVar(x.Atom); v != nil {
			return e.element(v)
		}
	case *core.Copy:
		return e.element(x.Arr)
	case *core.Scan:
		if isSum(x.Fn) && core.IsInt(x.Ne[d.k], 0) {
			return of(scanned, x.Arrs[d.k])
		}
	default: // nothing is known of its elements
	}
	return e.unknown(arr)
}

// unknown is a value of the point of which only the type is known.
func (e *evaluator) unknown(v *core.Var) value {
	if v.Type.Elem == prim.Bool {
		return e.decide(v, 2)
	}
	return of(pointwise, v)
}

// atom is a number in the code of map m at the point.
func (e *evaluator) atom(a core.Atom, m *core.Map) value {
	v, ok := a.(*core.Var)
	if !ok {
		return constant(a.(core.Const).Scalar)
	}
	if e.owner[v] != m {
		return e.scalar(v)
	}
	if x, ok := e.memo[v]; ok {
		return x
	}
	if e.steps++; e.steps > maxSteps || !v.Type.IsScalar() {
		return of(pointwise, v)
	}
	var out value
	if arr := e.param[v]; arr != nil {
		out = e.element(arr)
	} else {
		out = e.code(v, e.def[v].exp, m)
	}
	e.memo[v] = out
	return out
}

// code is the result of an expression in the code of map m, which is called v.
func (e *evaluator) code(v *core.Var, exp core.Exp, m *core.Map) value {
	switch x := exp.(type) {
	case *core.Use:
		return e.atom(x.Atom, m)
	case *core.If:
		k := e.def[v].k
		c := e.atom(x.Cond, m)
		if c.c == nil {
			break
		}
		if c.c.Bool() {
			return e.atom(x.Then.Result[k], m)
		}
		return e.atom(x.Else.Result[k], m)
	case *core.PrimApp:
		if n := digits(x); n > 0 {
			return e.decide(v, n)
		}
		return e.apply(v, x, func(a core.Atom) value { return e.atom(a, m) })
	default: // any number
	}
	return e.unknown(v)
}

// digits is how many values x & k has, for a mask k of few bits, or x % k.
func digits(e *core.PrimApp) int64 {
	if len(e.Args) != 2 || !e.T.IsInt() {
		return 0
	}
	k, ok := core.IntConst(e.Args[1])
	switch {
	case !ok || k < 1 || k > 16:
	case e.Op == prim.And && k&(k+1) == 0:
		return k + 1
	case e.Op == prim.Mod:
		return k
	}
	return 0
}

// apply is the result of an operator, which is called v.
func (e *evaluator) apply(v *core.Var, x *core.PrimApp, arg func(core.Atom) value) value {
	var args []value
	known := true
	for _, a := range x.Args {
		args = append(args, arg(a))
		known = known && args[len(args)-1].c != nil
	}
	if known {
		var cs []prim.Scalar
		for _, a := range args {
			cs = append(cs, *a.c)
		}
		if s, err := x.Op.Eval(x.T, cs); err == nil {
			return constant(s)
		}
		return e.unknown(v)
	}
	if x.T == prim.Bool {
		for _, a := range args { // and, or: one operand may decide
			if a.c != nil && (x.Op == prim.And && !a.c.Bool() || x.Op == prim.Or && a.c.Bool()) {
				return constant(*a.c)
			}
		}
	}
	if x.T == prim.I64 && v.Type.Elem == prim.I64 {
		if l, ok := combine(x.Op, args); ok {
			if len(l.Terms) == 0 {
				return constant(prim.Int(prim.I64, l.C))
			}
			return value{lin: l}
		}
	}
	return e.unknown(v)
}

// combine is a linear form of linear forms.
func combine(op *prim.Op, args []value) (form, bool) {
	switch op {
	case prim.Add:
		return args[0].form().Plus(1, args[1].form()), true
	case prim.Sub:
		return args[0].form().Plus(-1, args[1].form()), true
	case prim.Neg:
		return args[0].form().Times(-1), true
	case prim.Mul:
		for i, a := range args {
			if a.c != nil {
				return args[1-i].form().Times(a.c.Int64()), true
			}
		}
	}
	return form{}, false
}

// scalar is a number that is the same at all points.
func (e *evaluator) scalar(a core.Atom) value {
	v, ok := a.(*core.Var)
	if !ok {
		return constant(a.(core.Const).Scalar)
	}
	if e.steps++; e.steps > maxSteps || v.Type.Elem != prim.I64 || !v.Type.IsScalar() {
		return of(outside, v)
	}
	d := e.def[v]
	switch x := d.exp.(type) {
	case *core.Use:
		return e.scalar(x.Atom)
	case *core.PrimApp:
		var args []value
		for _, a := range x.Args {
			args = append(args, e.scalar(a))
		}
		if x.T == prim.I64 {
			if l, ok := combine(x.Op, args); ok && len(l.Terms) > 0 {
				return value{lin: l}
			}
		}
	case *core.Reduce:
		if isSum(x.Fn) && core.IsInt(x.Ne[d.k], 0) && x.W == e.w {
			return of(total, x.Arrs[d.k])
		}
	case *core.Index:
		if s, ok := e.def[x.Arr].exp.(*core.Scan); ok && s.W == e.w && isSum(s.Fn) && core.IsInt(s.Ne[e.def[x.Arr].k], 0) && e.isLast(x.Idx[0]) {
			return of(total, s.Arrs[e.def[x.Arr].k])
		}
	case *core.If: // if n == 0 then 0 else last
		c, ok := e.def[core.AsVar(x.Cond)].exp.(*core.PrimApp)
		if ok && c.Op == prim.Eq && c.Args[0] == e.w && core.IsInt(c.Args[1], 0) && core.IsInt(x.Then.Result[d.k], 0) {
			return e.scalar(x.Else.Result[d.k])
		}
	default: // any number
	}
	return of(outside, v)
}

// isLast reports whether an index is that of the last point.
func (e *evaluator) isLast(i core.Atom) bool {
	if n, ok := core.IntConst(e.w); ok {
		return core.IsInt(i, n-1)
	}
	return e.scalar(i).form().Equal(linear.Of(symbol{outside, core.AsVar(e.w)}).Add(-1))
}
