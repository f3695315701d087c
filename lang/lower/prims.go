package lower

import (
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/iface"
	"raido/lang/prim"
)

// A row says how a primitive of the prelude is lowered, when it has all its arguments.
type row struct {
	arity int
	lower func(l *lowerer, c *call) val
}

// call is the application of a primitive to all its arguments.
type call struct{ *primFn }

// typ is the rep of type argument i.
func (c *call) typ(l *lowerer, i int) rep {
	return l.repOf(c.inst.ref.TypeArgs[i], c.inst.fr)
}

// result is the rep of the last type argument.
func (c *call) result(l *lowerer) rep { return c.typ(l, len(c.inst.ref.TypeArgs)-1) }

// size is size argument i.
func (c *call) size(l *lowerer, i int) core.Atom {
	if s := c.inst.ref.SizeArgs; i < len(s) && s[i] != nil {
		return l.size(s[i], c.inst.fr)
	}
	return nil
}

func (c *call) array(i int) array { return arrayOf(c.args[i]) }

func (c *call) atom(i int) core.Atom { return atomOf(c.args[i]) }

// prims has one row for each primitive; those of the scalar modules are in scalarRow.
var prims map[string]*row

func init() {
	prims = map[string]*row{
		"opaque": {1, identity}, "trace": {1, traceRow}, "copy": {1, copyVal}, "manifest": {1, copyVal},
		"neg": {1, unary(prim.Neg)}, "not": {1, unary(prim.Not)}, "!": {1, unary(prim.Not)},
		"&&": {2, boolOp(prim.And)}, "||": {2, boolOp(prim.Or)},
		"map": {2, mapN}, "map2": {3, mapN}, "map3": {4, mapN}, "map4": {5, mapN}, "map5": {6, mapN},
		"reduce": {3, reduce}, "reduce_comm": {3, reduce}, "scan": {3, scan},
		"reduce_by_index": {5, hist}, "reduce_by_index_2d": {5, hist}, "reduce_by_index_3d": {5, hist},
		"scatter": {3, scatter}, "scatter_2d": {3, scatter}, "scatter_3d": {3, scatter},
		"scatter_stream": {3, scatterStream}, "reduce_by_index_stream": {5, histStream}, "write": {3, writeAcc},
		"flatmap": {2, flatmap}, "filter": {2, filter}, "partition": {2, partition}, "partition2": {3, partition},
		"replicate": {2, replicate}, "iota": {1, iotaRow}, "reverse": {1, reverse}, "rotate": {2, rotate},
		"concat": {2, concat}, "++": {2, concat}, "transpose": {1, transpose},
		"flatten": {1, flattenDims(2)}, "flatten_3d": {1, flattenDims(3)}, "flatten_4d": {1, flattenDims(4)},
		"unflatten": {1, unflatten(2)}, "unflatten_3d": {1, unflatten(3)}, "unflatten_4d": {1, unflatten(4)},
		"zip": {2, zip}, "zip3": {3, zip}, "zip4": {4, zip}, "zip5": {5, zip},
		"unzip": {1, unzip}, "unzip3": {1, unzip}, "unzip4": {1, unzip}, "unzip5": {1, unzip},
		"jvp": {3, jvp(false)}, "jvp2": {3, jvp(true)}, "vjp": {3, vjp(false)}, "vjp2": {3, vjp(true)},
		"with_vjp": {3, withVJP},
		"with_jvp": {3, withJVP},
		"jmp":      {3, jvp(false)}, "jmp2": {3, jvp(true)}, "mjp": {3, vjp(false)}, "mjp2": {3, vjp(true)},
	}
	for name := range infixes {
		prims[name] = &row{2, binary(name)}
	}
}

// IsPrim reports whether lowering knows a primitive of that qualified name.
func IsPrim(name string) bool { return prims[name] != nil || scalarRow(name) != nil }

func primRow(name string) *row {
	if r := prims[name]; r != nil {
		return r
	}
	if r := scalarRow(name); r != nil {
		return r
	}
	diag.Bugf("lower: no primitive %q", name)
	return nil
}

// infix is a symbol of the prelude for an operator on two scalars of one type: op x y; op y x if it is flipped; not op x y if
// it is negated.
type infix struct {
	op            *prim.Op
	flip, negated bool
}

var infixes = map[string]infix{"+": {op: prim.Add}, "-": {op: prim.Sub}, "*": {op: prim.Mul}, "**": {op: prim.Pow},
	"/": {op: prim.Div}, "%": {op: prim.Mod}, "//": {op: prim.Quot}, "%%": {op: prim.Rem},
	"&": {op: prim.And}, "|": {op: prim.Or}, "^": {op: prim.Xor},
	"<<": {op: prim.Shl}, ">>": {op: prim.Shr}, ">>>": {op: prim.Lshr},
	"==": {op: prim.Eq}, "!=": {op: prim.Eq, negated: true},
	"<": {op: prim.Lt}, ">": {op: prim.Lt, flip: true}, "<=": {op: prim.Le}, ">=": {op: prim.Le, flip: true}}

// binary lowers an infix operator at the type of its operands; == and != take values of any type.
func binary(name string) func(l *lowerer, c *call) val {
	o := infixes[name]
	return func(l *lowerer, c *call) val {
		switch {
		case o.negated:
			return scalar{l.not(l.equal(c.args[0], c.args[1]))}
		case o.op == prim.Eq:
			return scalar{l.equal(c.args[0], c.args[1])}
		}
		x, y := c.atom(0), c.atom(1)
		if o.flip {
			x, y = y, x
		}
		return scalar{l.Op(o.op, x.AtomType().Elem, x, y)}
	}
}

func (l *lowerer) not(a core.Atom) core.Atom { return l.Op(prim.Not, prim.Bool, a) }

func unary(op *prim.Op) func(l *lowerer, c *call) val {
	return func(l *lowerer, c *call) val { return scalar{l.Op(op, c.atom(0).AtomType().Elem, c.atom(0))} }
}

func boolOp(op *prim.Op) func(l *lowerer, c *call) val {
	return func(l *lowerer, c *call) val { return scalar{l.Op(op, prim.Bool, c.atom(0), c.atom(1))} }
}

func identity(_ *lowerer, c *call) val { return c.args[0] }

func copyVal(l *lowerer, c *call) val {
	if _, ok := repOfVal(c.args[0]).(rFun); ok {
		return c.args[0]
	}
	return l.copied(c.args[0])
}

// copied is a first-order value in memory of its own.
func (l *lowerer) copied(v val) val {
	leaves := flatten(v)
	for i, a := range leaves {
		if v, ok := a.(*core.Var); ok && !v.Type.IsScalar() {
			leaves[i] = l.Let(v.Name, &core.Copy{Arr: v})
		}
	}
	return build(repOfVal(v), leaves)
}

// equal compares values of any type without functions.
func (l *lowerer) equal(x, y val) core.Atom {
	var out core.Atom = core.BoolC(true)
	and := func(c core.Atom) { out = l.Op(prim.And, prim.Bool, out, c) }
	switch x := x.(type) {
	case record:
		for i, f := range x.fields {
			and(l.equal(f, y.(record).fields[i]))
		}
	case sum:
		and(l.Op(prim.Eq, iface.TagType(len(x.names)), x.tag, y.(sum).tag))
		for i, as := range x.args {
			for j, a := range as {
				and(l.unused(x, i, a, l.equal(a, y.(sum).args[i][j])))
			}
		}
	default:
		bs := flatten(y)
		for i, a := range flatten(x) {
			if t := a.AtomType(); t.IsScalar() {
				and(l.Op(prim.Eq, t.Elem, a, bs[i]))
			} else {
				and(l.equalArrays(a.(*core.Var), bs[i].(*core.Var)))
			}
		}
	}
	return out
}

// hasTag computes whether a sum is made by constructor k.
func (l *lowerer) hasTag(s sum, k int) core.Atom {
	n := len(s.names)
	return l.Op(prim.Eq, iface.TagType(n), s.tag, core.Const{Scalar: iface.TagOf(n, k)})
}

// unused is eq, the equality of a payload of constructor k, or true if the tag is another. Scalars that are unused
// are zero, but arrays may have different sizes.
func (l *lowerer) unused(s sum, k int, payload val, eq core.Atom) core.Atom {
	for _, a := range flatten(payload) {
		if !a.AtomType().IsScalar() {
			return l.Op(prim.Or, prim.Bool, l.not(l.hasTag(s, k)), eq)
		}
	}
	return eq
}

// equalArrays: arrays are equal if their shapes and then all elements are.
func (l *lowerer) equalArrays(x, y *core.Var) core.Atom {
	var same core.Atom = core.BoolC(true)
	var n core.Atom = core.IntC(1)
	for i, d := range x.Type.Dims {
		same = l.Op(prim.And, prim.Bool, same, l.I64(prim.Eq, d, y.Type.Dims[i]))
		n = l.I64(prim.Mul, n, d)
	}
	t := x.Type.Elem
	v := l.branch(same, rPrim{prim.Bool}, func() val {
		fx, fy := l.shapeTo(x, []core.Atom{n}), l.shapeTo(l.Cast(y, x.Type.Dims), []core.Atom{n})
		eqs := l.mapLambda(n, []*core.Var{fx, fy}, func(ps []*core.Var) []core.Atom {
			return []core.Atom{l.Op(prim.Eq, t, ps[0], ps[1])}
		})
		all := &core.Reduce{W: n, Fn: core.BinOp(prim.And, prim.Bool), Ne: []core.Atom{core.BoolC(true)}, Arrs: eqs, Comm: true}
		return scalar{l.Let("eq", all)}
	}, func() val { return scalar{core.BoolC(false)} })
	return atomOf(v)
}

// scalarRow finds a primitive of a scalar module, "f64.exp"; nil if there is none.
func scalarRow(name string) *row {
	mod, member, ok := strings.Cut(name, ".")
	if !ok {
		return nil
	}
	t, ok := prim.ByName(mod)
	if !ok {
		return nil
	}
	if _, ok := infixes[member]; ok {
		return &row{2, binary(member)}
	}
	if from, ok := prim.ByName(member); ok {
		return &row{1, func(l *lowerer, c *call) val { return scalar{l.convert(c.atom(0), from, t)} }}
	}
	if c, ok := constant(member, t); ok {
		return &row{0, func(*lowerer, *call) val { return scalar{core.Const{Scalar: c}} }}
	}
	switch member {
	case "get_bit":
		return &row{2, func(l *lowerer, c *call) val { return scalar{l.getBit(t, c.atom(0), c.atom(1))} }}
	case "set_bit":
		return &row{3, func(l *lowerer, c *call) val { return scalar{l.setBit(t, c.atom(0), c.atom(1), c.atom(2))} }}
	case "to_i64", "to_f64":
		to, _ := prim.ByName(member[3:])
		return &row{1, func(l *lowerer, c *call) val { return scalar{l.convert(c.atom(0), t, to)} }}
	}
	o := prim.ByOpName(member) // the members that are operators have their names
	if o == nil || !o.Class.Has(t) {
		return nil
	}
	return &row{o.Arity, func(l *lowerer, c *call) val {
		args := make([]core.Atom, len(c.args))
		for i := range args {
			args[i] = c.atom(i)
		}
		return scalar{l.Op(o, t, args...)}
	}}
}

// convert makes a scalar of type from one of type to.
func (l *lowerer) convert(a core.Atom, from, to prim.Type) core.Atom {
	if from == to {
		return a
	}
	return l.Op(prim.To(to), from, a)
}

// constant are the constants of the scalar modules that depend on the width.
func constant(name string, t prim.Type) (prim.Scalar, bool) {
	eval := func(op *prim.Op, args ...prim.Scalar) prim.Scalar {
		s, err := op.Eval(args[0].Type, args)
		if err != nil {
			diag.Bugf("lower: %v", err)
		}
		return s
	}
	switch {
	case t.IsFloat() && (name == "inf" || name == "highest"):
		return eval(prim.Div, prim.One(t), prim.Zero(t)), true
	case t.IsFloat() && name == "lowest":
		return eval(prim.Neg, eval(prim.Div, prim.One(t), prim.Zero(t))), true
	case t.IsFloat() && name == "nan":
		return eval(prim.Div, prim.Zero(t), prim.Zero(t)), true
	case t.IsUnsigned() && name == "highest":
		return prim.Int(t, -1), true
	case t.IsUnsigned() && name == "lowest":
		return prim.Int(t, 0), true
	case t.IsInt() && name == "highest":
		return eval(prim.Not, prim.Int(t, -1<<(8*t.Size()-1))), true
	case t.IsInt() && name == "lowest":
		return prim.Int(t, -1<<(8*t.Size()-1)), true
	}
	return prim.Scalar{}, false
}

// bits gives the bits of x as an integer, and its type.
func (l *lowerer) bits(t prim.Type, x core.Atom) (core.Atom, prim.Type) {
	if !t.IsFloat() {
		return x, t
	}
	u, _ := prim.ByName("u" + t.String()[1:])
	return l.Op(prim.ToBits, t, x), u
}

func (l *lowerer) getBit(t prim.Type, bit, x core.Atom) core.Atom {
	b, u := l.bits(t, x)
	at := l.convert(bit, prim.I32, u)
	return l.convert(l.Op(prim.And, u, l.Op(prim.Lshr, u, b, at), core.One(u)), u, prim.I32)
}

func (l *lowerer) setBit(t prim.Type, bit, x, to core.Atom) core.Atom {
	b, u := l.bits(t, x)
	at := l.convert(bit, prim.I32, u)
	rest := l.Op(prim.And, u, b, l.Op(prim.Not, u, l.Op(prim.Shl, u, core.One(u), at)))
	out := l.Op(prim.Or, u, rest, l.Op(prim.Shl, u, l.convert(to, prim.I32, u), at))
	if t.IsFloat() {
		return l.Op(prim.FromBits, t, out)
	}
	return out
}
