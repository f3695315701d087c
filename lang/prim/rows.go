package prim

import (
	"fmt"
	"math"
	"slices"
)

// Ops is the one list of operators, by groups. Each is a variable of this package too, which is the key of every other package's table.
var Ops = slices.Concat(arithOps, divOps, bitOps, compareOps, floatOps, unaryFloatOps, convertOps)

var opIndex = func() map[string]*Op {
	m := make(map[string]*Op, len(Ops))
	for _, o := range Ops {
		m[o.Name] = o
	}
	return m
}()

// row makes an operator whose operands and result have the operand type and which cannot fail.
func row(name string, arity int, class Class, eval func(t Type, a []Scalar) Scalar) *Op {
	return &Op{Name: name, Arity: arity, Class: class,
		Eval: func(t Type, a []Scalar) (Scalar, error) { return eval(t, a), nil }}
}

// failing makes an operator that can fail on integers.
func failing(name string, class Class, eval func(t Type, a []Scalar) (Scalar, error)) *Op {
	return &Op{Name: name, Arity: 2, Class: class, Fails: true, Eval: eval}
}

// gives sets the result type.
func (o *Op) gives(t Type) *Op {
	o.Result = func(Type) Type { return t }
	return o
}

// assoc marks an associative operator; commutative marks one that is that too.
func (o *Op) assoc() *Op       { o.Assoc = true; return o }
func (o *Op) commutative() *Op { o.Comm = true; return o }

// second sets the type of the second operand.
func (o *Op) second(u Type) *Op {
	o.Operand = func(t Type, i int) Type {
		if i == 1 {
			return u
		}
		return t
	}
	return o
}

// bitsType is the unsigned type of the same width as t.
func bitsType(t Type) Type {
	switch t.Size() {
	case 1:
		return U8
	case 2:
		return U16
	case 4:
		return U32
	}
	return U64
}

// IntMin and IntMax are the smallest and largest value of an integer type, as a Scalar.
func IntMin(t Type) Scalar {
	if t.IsUnsigned() {
		return Scalar{t, 0}
	}
	return Int(t, math.MinInt64>>(64-8*t.Size()))
}

// IntMax is the largest value of an integer type.
func IntMax(t Type) Scalar {
	if t.IsUnsigned() {
		return Int(t, -1)
	}
	return Int(t, int64(math.MaxInt64)>>(64-8*t.Size()))
}

// less compares two scalars of one type; floats as IEEE says, false < true.
func less(t Type, x, y Scalar) bool {
	switch {
	case t.IsFloat():
		return x.Float64() < y.Float64()
	case t.IsSigned():
		return x.Int64() < y.Int64()
	}
	return x.Bits < y.Bits
}

func divZero(op string, x, y Scalar) error {
	return fmt.Errorf("division by zero: %s %s %s", x.Plain(), op, y.Plain())
}
