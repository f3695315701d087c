package types

import (
	"raido/lang/diag"
	"raido/lang/prim"
)

// Type is a Futhark type.
//
//sumtype:decl
type Type interface{ typ() }

type (
	// Prim is a primitive type.
	Prim struct{ Prim prim.Type }

	// Array is [Dim]Elem; Elem may be an array again.
	Array struct {
		Dim  Size
		Elem Type
	}

	// Record is a record or tuple: a tuple has the field names "0", "1", ...; the unit type has none.
	// Fields are in the order of declaration for tuples and sorted by name otherwise.
	Record struct{ Fields []Field }

	// Field is one field of a Record.
	Field struct {
		Name string
		Type Type
	}

	// Sum is a sum type; constructors sorted by name.
	Sum struct{ Constrs []Constr }

	// Constr is one constructor with its payload types.
	Constr struct {
		Name string
		Args []Type
	}

	// Func is a function of one parameter (curried). Name is the parameter's name where later sizes
	// mention it (a *SizeVar then), else nil. Exts are the sizes that the result binds existentially
	// (?[n]. t).
	Func struct {
		Name   *SizeVar
		Param  Type
		Unique bool // the parameter is consumed (*t)
		Exts   []*SizeVar
		Result Type
		// ResUnique: the result is unique (*t), it aliases no parameter.
		ResUnique bool
		// ResParts: for a record result that is not unique as a whole, which of its fields are.
		ResParts []bool
	}

	// Var is a rigid type variable: a type parameter 'a, or an abstract type of a module.
	Var struct {
		Name string
		Lift Lift // '^a and '~a are lifted
		// Abs is the identity of an abstract type, Args and Sizes the arguments for its parameters. A type
		// parameter has none of them: its identity is the pointer.
		Abs   *Abstract
		Args  []Type
		Sizes []Size
	}

	// Meta is a unification variable; after checking, none is left in a tree.
	Meta struct {
		ID    int
		Bound Type   // not nil: solved
		Class *Class // not nil: overloaded, must become one of these primitive types (or satisfy equality)
		Level int    // binding depth, for generalisation
		Lift  Lift   // what it may become: FullyLifted allows functions
		// Fields and Constrs: it must become a record with at least these fields, a sum type with at
		// least these constructors.
		Fields  []Field
		Constrs []Constr
		places  map[string]int // where Constrs has each name
		Alike   []*Meta        // see Note [Alike]
		At      diag.Span      // the expression or pattern whose type it stands for
	}
)

// Lift says what a type parameter may stand for: 'a arrays may hold it; '~a of unknown size; '^a a function.
type Lift uint8

// The lifts.
const (
	Unlifted Lift = iota
	SizeLifted
	FullyLifted
)

// Class restricts an overloaded type variable.
type Class struct {
	Prims []prim.Type // in order of preference: the first is the default; nil: any type with equality
}

// Size is the extent of a dimension.
//
//sumtype:decl
type Size interface{ size() }

type (
	// SizeConst is a known extent.
	SizeConst struct{ N int64 }

	// SizeVar is a size parameter, an i64 variable in scope used as a size, or an existential. Identity
	// is the pointer. Sym is the i64 value it is bound to; the checker sets it on all: expressions (also
	// those in SizeExp) mention a size through it, so whoever binds a SizeVar binds its Sym too. The name
	// is empty for an existential that the user did not name.
	SizeVar struct {
		Name string
		Sym  *Symbol
	}

	// SizeExp is a size given by an expression, e.g. [n+1] or [n*m]; equal if the expressions are
	// structurally equal.
	SizeExp struct{ Exp Exp }

	// SizeMeta is a unification variable. Free says that no array has this size yet: it is the size of the rows of an
	// empty array, or of a value that is said to have some size.
	SizeMeta struct {
		ID    int
		Bound Size
		Level int
		Free  bool
		Start Size // of a loop parameter's dimension: what it is in the initial value; nil otherwise
	}

	// SizeAny is an anonymous size [] in a declared type, before it gets a meaning.
	SizeAny struct{}
)

func (Prim) typ()    {}
func (*Array) typ()  {}
func (*Record) typ() {}
func (*Sum) typ()    {}
func (*Func) typ()   {}
func (*Var) typ()    {}
func (*Meta) typ()   {}

func (SizeConst) size() {}
func (*SizeVar) size()  {}
func (*SizeExp) size()  {}
func (*SizeMeta) size() {}
func (SizeAny) size()   {}

// Scheme is a type with its parameters. Sizes are its size parameters, Types its type parameters.
type Scheme struct {
	Sizes []*SizeVar
	Types []*Var
	Type  Type
}
