package distinct

import (
	"fmt"
	"slices"
	"strings"

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

// value is a constant, or else, of numbers that count, a linear form, and of others a name: one symbol.
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
	named   map[string]*core.Var // the first variable that is computed so: values are named by it
	known   map[*core.Var]int64
	equal   []equality
	memo    map[*core.Var]value
	steps   int
	open    *core.Var // what the value depends on
	size    int64     // it is one of 0..size-1
}

// equality is what bool says whether a value is a constant.
type equality struct {
	of string
	is *core.Var
}

// maxSteps bounds what an evaluation looks at.
const maxSteps = 2000

// undecided ends an evaluation that depends on a variable of which nothing is known.
type undecided struct{}

// run evaluates f; ok is false if that depends on e.open.
func (e *evaluator) run(known map[*core.Var]int64, f func() value) (v value, ok bool) {
	e.known, e.memo, e.steps = known, map[*core.Var]value{}, 0
	e.equal = nil
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
		if a, _ := e.summed(arr); a != nil {
			return of(scanned, a)
		}
	case *core.Scatter, *core.Concat:
		if sums := e.shifted(x, d.k); sums != nil {
			if v, ok := e.exclusive(sums); ok {
				return v
			}
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
		if sum, ok := e.shiftedIf(x, k, m); ok {
			return sum
		}
		c := e.atom(x.Cond, m)
		if c.c == nil {
			break
		}
		if c.c.Bool() {
			return e.atom(x.Then.Result[k], m)
		}
		return e.atom(x.Else.Result[k], m)
	case *core.Index:
		var at []value
		for _, i := range x.Idx {
			at = append(at, e.atom(i, m))
		}
		if len(at) == 1 && at[0].form().Equal(of(number, nil).form()) && x.Arr.Type.Rank() == 1 {
			return e.element(x.Arr)
		}
		return e.unknown(e.name(v, fmt.Sprintf("at %p", x.Arr), at))
	case *core.PrimApp:
		var args []value
		for _, a := range x.Args {
			args = append(args, e.atom(a, m))
		}
		return e.apply(v, x, args)
	default: // any number
	}
	return e.unknown(v)
}

// name is the variable by which a value is called that is computed in some way of some values.
func (e *evaluator) name(v *core.Var, how string, args []value) *core.Var {
	for _, a := range args {
		how += a.text()
	}
	if e.named[how] == nil {
		e.named[how] = v
	}
	return e.named[how]
}

// text is the same for equal values.
func (v value) text() string {
	if v.c != nil {
		return fmt.Sprintf(" %v %d", v.c.Type, v.c.Bits)
	}
	var terms []string
	for _, t := range v.lin.Terms {
		terms = append(terms, fmt.Sprintf("%d*%d.%p", t.K, t.V.kind, t.V.v))
	}
	slices.Sort(terms)
	return fmt.Sprintf(" %d+%s", v.lin.C, strings.Join(terms, "+"))
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
func (e *evaluator) apply(v *core.Var, x *core.PrimApp, args []value) value {
	var cs []prim.Scalar
	for _, a := range args {
		if a.c != nil {
			cs = append(cs, *a.c)
			if x.T == prim.Bool && (x.Op == prim.And && !a.c.Bool() || x.Op == prim.Or && a.c.Bool()) {
				return constant(*a.c) // one operand decides
			}
		}
	}
	if len(cs) == len(args) {
		if s, err := x.Op.Eval(x.T, cs); err == nil {
			return constant(s)
		}
		return e.unknown(v)
	}
	if l, ok := combine(x, v.Type.Elem, args); ok {
		if len(l.Terms) == 0 {
			return constant(prim.Int(v.Type.Elem, l.C))
		}
		return value{lin: l}
	}
	name := e.name(v, x.Op.Name+"."+x.T.String(), args)
	if n := digits(x); n > 0 {
		return e.decide(name, n)
	}
	if x.Op == prim.Eq && len(cs) == 1 {
		return e.equals(name, args)
	}
	return e.unknown(name)
}

// equals is what an equation of a value and a constant says, which is false if the value equals another constant.
func (e *evaluator) equals(name *core.Var, args []value) value {
	of := args[0].text()
	if args[0].c != nil {
		of = args[1].text()
	}
	for _, q := range e.equal {
		if q.of == of && q.is != name && e.known[q.is] == 1 {
			return constant(prim.BoolOf(false))
		}
	}
	e.equal = append(e.equal, equality{of, name})
	return e.decide(name, 2)
}

// combine is the linear form of an operator's result, of a type, for values that are linear forms.
func combine(x *core.PrimApp, to prim.Type, args []value) (form, bool) {
	if !isCount(x.T) || !isCount(to) {
		return form{}, false
	}
	switch x.Op {
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
	return args[0].form(), x.Op.IsConversion()
}

// scalar is a number that is the same at all points.
func (e *evaluator) scalar(a core.Atom) value {
	v, ok := a.(*core.Var)
	if !ok {
		return constant(a.(core.Const).Scalar)
	}
	if e.steps++; e.steps > maxSteps || !isCount(v.Type.Elem) || !v.Type.IsScalar() {
		return of(outside, v)
	}
	switch x := e.def[v].exp.(type) {
	case *core.Use:
		return e.scalar(x.Atom)
	case *core.PrimApp:
		var args []value
		for _, a := range x.Args {
			args = append(args, e.scalar(a))
		}
		if l, ok := combine(x, v.Type.Elem, args); ok && len(l.Terms) > 0 {
			return value{lin: l}
		}
	default:
		if sum := e.last(v); sum != nil {
			return of(total, sum)
		}
	}
	return of(outside, v)
}
