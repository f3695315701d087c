package core

import (
	"fmt"
	"slices"
	"sync/atomic"

	"raido/lang/diag"
	"raido/lang/prim"
)

// Atom is a variable or a constant.
//
//sumtype:decl
type Atom interface {
	fmt.Stringer
	AtomType() Type
	atom()
}

// Const is a scalar constant.
type Const struct{ prim.Scalar }

// Var is a binder; identity is the pointer. Name is for people: the printer adds the ID.
type Var struct {
	Name string
	ID   int64
	Type Type
}

func (Const) atom() {}
func (*Var) atom()  {}

// AtomType is the type of the constant.
func (c Const) AtomType() Type { return Type{Elem: c.Scalar.Type} }

// String is the name with its number, unique in a program.
func (v *Var) String() string { return fmt.Sprintf("%s_%d", v.Name, v.ID) }

// AtomType is the type of the variable.
func (v *Var) AtomType() Type { return v.Type }

var varCount atomic.Int64

// NewVar makes a fresh variable.
func NewVar(name string, t Type) *Var {
	diag.Poll()
	return &Var{Name: name, ID: varCount.Add(1), Type: t}
}

// Type is the type of an atom: a scalar (no dimensions), a regular array, or an accumulator over such
// an array ([Acc]: write-only, combined by the operator of its WithAcc, named by Cert). In kernel code (backend/seg) it may be a
// vector of Lanes scalars as well; core itself has no values of such types.
type Type struct {
	Elem  prim.Type
	Dims  []Atom // outermost first
	Cert  *Cert  // not nil: accumulator with the dimensions and element type of its array
	Lanes int    // 0 but for a vector
}

// Cert is the identity of one WithAcc: it ties accumulators to it, so that two cannot be mixed [Acc].
type Cert struct{ ID int64 }

// Prim is the scalar type t.
func Prim(t prim.Type) Type { return Type{Elem: t} }

// Vector is the type of vectors of that many scalars of type t.
func Vector(t prim.Type, lanes int) Type { return Type{Elem: t, Lanes: lanes} }

// I64 is the type of sizes and indices.
var I64 = Prim(prim.I64)

// Bool is the type of conditions.
var Bool = Prim(prim.Bool)

// Within reports whether the dimensions are known, and the elements take so many bytes at most.
func (t Type) Within(bytes int64) bool {
	n := int64(t.Elem.Size())
	for _, d := range t.Dims {
		k, ok := IntConst(d)
		if !ok || n > bytes {
			return false
		}
		n *= k
	}
	return n <= bytes
}

// Rank is the number of dimensions.
func (t Type) Rank() int { return len(t.Dims) }

// IsAcc reports whether t is an accumulator.
func (t Type) IsAcc() bool { return t.Cert != nil }

// IsScalar reports whether t is a scalar.
func (t Type) IsScalar() bool { return len(t.Dims) == 0 && t.Cert == nil && t.Lanes == 0 }

// AllScalar reports whether all types are scalars.
func AllScalar(ts []Type) bool {
	return !slices.ContainsFunc(ts, func(t Type) bool { return !t.IsScalar() })
}

// Row is the type of an element along the outermost dimension.
func (t Type) Row() Type { return t.Drop(1) }

// Drop removes the n outermost dimensions.
func (t Type) Drop(n int) Type { return Type{Elem: t.Elem, Dims: t.Dims[n:], Cert: t.Cert} }

// Of puts dimensions in front of t.
func (t Type) Of(dims ...Atom) Type {
	if len(dims) == 0 {
		return t
	}
	return Type{Elem: t.Elem, Dims: append(append([]Atom{}, dims...), t.Dims...), Cert: t.Cert}
}

// IntC is an i64 constant.
func IntC(n int64) Const { return Const{prim.Int(prim.I64, n)} }

// BoolC is a bool constant.
func BoolC(b bool) Const { return Const{prim.BoolOf(b)} }

// Zero is the zero constant of a primitive type (false for bool).
func Zero(t prim.Type) Const { return Const{prim.Zero(t)} }

// One is the constant 1 of a primitive type (true for bool).
func One(t prim.Type) Const { return Const{prim.One(t)} }

// Stm binds the results of an expression. Src is the place in the user's program (may be zero); an
// engine reports run-time failures there.
type Stm struct {
	Pat []*Var
	Exp Exp
	Src diag.Span
}

// Body is statements and the atoms they lead to.
type Body struct {
	Stms   []Stm
	Result []Atom
}

// Lambda is an anonymous first-order function; it may use variables of its surroundings. Ret are its
// result types: they may mention outer variables and Params, never variables bound in Body. The
// lambdas of SOACs have regular results, so theirs mention only outer variables.
type Lambda struct {
	Params []*Var
	Ret    []Type
	Body   Body
}

// Fun is a top-level function.
type Fun struct {
	Name   string
	Params []*Var
	// Ret are the result binders: only their names and types matter, a later one may mention an
	// earlier one (existential sizes come first).
	Ret  []*Var
	Body Body
}

// Prog is a program: Funs in dependency order (callees first), the entry point last. Functions may call
// themselves and, in any order, each other (Cycles tells which do).
type Prog struct{ Funs []*Fun }

// Entry is the last function.
func (p *Prog) Entry() *Fun { return p.Funs[len(p.Funs)-1] }
