package prim

import "math"

// Class says which operand types an operator takes.
type Class uint8

// The operand classes.
const (
	Num    Class = iota // integers and floats
	Ints                // integers only
	Floats              // floats only
	Bits                // integers and bool
	Any                 // every primitive type
)

// Has reports whether t belongs to the class.
func (c Class) Has(t Type) bool {
	switch c {
	case Num:
		return t.IsInt() || t.IsFloat()
	case Ints:
		return t.IsInt()
	case Floats:
		return t.IsFloat()
	case Bits:
		return t.IsInt() || t == Bool
	}
	return t != Invalid
}

// Op is a primitive operator. All operands have one type T of Class (ldexp's and from_bits' exceptions
// are in Operand); its text form is "name.T", e.g. add.i32.
type Op struct {
	Name  string
	Arity int
	Class Class
	// Result gives the result type for operand type T; nil means T.
	Result func(t Type) Type
	// Operand gives the type of operand i for type T; nil means T for every operand.
	Operand func(t Type, i int) Type
	// Fails reports whether the operator can fail at run time (integer division by zero).
	Fails bool
	// Assoc and Comm report whether the operator is associative / commutative (floats: up to rounding).
	Assoc, Comm bool
	// Eval is the meaning. Arguments have the operand types; on failure it returns an error text
	// that names the operation and the values.
	Eval func(t Type, a []Scalar) (Scalar, error)
}

// FailsOn reports whether the operator can fail for operands of type t: on floats none does.
func (o *Op) FailsOn(t Type) bool { return o.Fails && !t.IsFloat() }

// ResultType is the result type for operand type t.
func (o *Op) ResultType(t Type) Type {
	if o.Result == nil {
		return t
	}
	return o.Result(t)
}

// OperandType is the type of operand i for type t.
func (o *Op) OperandType(t Type, i int) Type {
	if o.Operand == nil {
		return t
	}
	return o.Operand(t, i)
}

// Neutral is the neutral element of an operator that is associative and commutative: combined with any x it gives x, bit by bit.
// So it is -0 for sums of floats, and nan for their minima and maxima, which ignore it.
func (o *Op) Neutral(t Type) (ne Scalar, ok bool) {
	if !o.Assoc || !o.Comm {
		return Scalar{}, false
	}
	switch {
	case o == Mul:
		return One(t), true
	case o == And:
		return Scalar{t, wrap(t, ^uint64(0))}, true
	case t.IsFloat() && o == Add:
		return Float(t, math.Copysign(0, -1)), true
	case t.IsFloat():
		return Float(t, math.NaN()), true
	case o == Min:
		return IntMax(t), true
	case o == Max:
		return IntMin(t), true
	}
	return Zero(t), true
}

// ByOpName finds a row of Ops by its name in a text; nil if there is none.
func ByOpName(name string) *Op { return opIndex[name] }
