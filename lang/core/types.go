package core

import (
	"slices"
	"sync/atomic"

	"raido/lang/prim"
)

var certCount atomic.Int64

// NewCert makes a fresh certificate.
func NewCert() *Cert { return &Cert{certCount.Add(1)} }

func one(t Type) []Type { return []Type{t} }

func array(t Type) Type { return Type{Elem: t.Elem, Dims: t.Dims} }

func varTypes(vs []*Var) []Type {
	out := make([]Type, len(vs))
	for i, v := range vs {
		out[i] = v.Type
	}
	return out
}

// VarTypes are the types of variables.
func VarTypes(vs []*Var) []Type { return varTypes(vs) }

// AtomTypes are the types of atoms.
func AtomTypes(as []Atom) []Type {
	out := make([]Type, len(as))
	for i, a := range as {
		out[i] = a.AtomType()
	}
	return out
}

// Atoms turns variables into atoms.
func Atoms(vs []*Var) []Atom {
	out := make([]Atom, len(vs))
	for i, v := range vs {
		out[i] = v
	}
	return out
}

// Types implements Exp.
func (e *Use) Types() []Type { return one(e.Atom.AtomType()) }

// Types implements Exp.
func (e *Copy) Types() []Type { return one(e.Arr.Type) }

// Types implements Exp.
func (e *PrimApp) Types() []Type { return one(Prim(e.Op.ResultType(e.T))) }

// Types implements Exp.
func (e *Index) Types() []Type { return one(e.Arr.Type.Drop(len(e.Idx))) }

// Types implements Exp.
func (e *Slice) Types() []Type {
	var ds []Atom
	for _, d := range e.Dims {
		ds = append(ds, d.Count)
	}
	return one(e.Arr.Type.Drop(len(e.Dims)).Of(ds...))
}

// Types implements Exp.
func (e *Update) Types() []Type { return one(e.Arr.Type) }

// Types implements Exp.
func (e *UpdateSlice) Types() []Type { return one(e.Arr.Type) }

// Types implements Exp.
func (e *Iota) Types() []Type { return one(Prim(e.T).Of(e.N)) }

// Types implements Exp.
func (e *Replicate) Types() []Type { return one(e.Val.AtomType().Of(e.Dims...)) }

// Types implements Exp.
func (e *Scratch) Types() []Type { return one(Prim(e.Elem).Of(e.Dims...)) }

// NewArrayLit is an array of the elements, Plain if they are constants.
func NewArrayLit(elem Type, elems []Atom) *ArrayLit {
	return &ArrayLit{Elem: elem, Elems: elems, Plain: !slices.ContainsFunc(elems, func(a Atom) bool { _, ok := a.(Const); return !ok })}
}

// Types implements Exp.
func (e *ArrayLit) Types() []Type { return one(e.Elem.Of(IntC(int64(len(e.Elems))))) }

// Types implements Exp.
func (e *Concat) Types() []Type { return one(e.Arrs[0].Type.Row().Of(e.N)) }

// Types implements Exp.
func (e *Rearrange) Types() []Type {
	t := e.Arr.Type
	ds := append([]Atom{}, t.Dims...)
	for i, p := range e.Perm {
		ds[i] = t.Dims[p]
	}
	return one(Type{Elem: t.Elem, Dims: ds})
}

// Types implements Exp.
func (e *Reshape) Types() []Type { return one(Prim(e.Arr.Type.Elem).Of(e.Dims...)) }

// Types implements Exp.
func (e *Reverse) Types() []Type { return one(e.Arr.Type) }

// Types implements Exp.
func (e *Rotate) Types() []Type { return one(e.Arr.Type) }

// Types implements Exp.
func (e *Assert) Types() []Type { return []Type{} }

// Types implements Exp.
func (e *If) Types() []Type { return nil }

// Types implements Exp.
func (e *Loop) Types() []Type { return nil }

// Types implements Exp.
func (e *Map) Types() []Type {
	var out []Type
	for i, t := range e.Fn.Ret {
		if i < len(e.Accs) {
			out = append(out, e.Accs[i].Type)
		} else {
			out = append(out, t.Of(e.W))
		}
	}
	return out
}

// Types implements Exp.
func (e *Reduce) Types() []Type { return e.Fn.Ret }

// Types implements Exp.
func (e *Scan) Types() []Type { return varTypes(e.Arrs) }

// Types implements Exp.
func (e *Hist) Types() []Type { return varTypes(e.Dest) }

// Types implements Exp.
func (e *Scatter) Types() []Type { return varTypes(e.Dest) }

// Types implements Exp.
func (e *WithAcc) Types() []Type {
	var out []Type
	for i, t := range e.Fn.Ret {
		if i < len(e.Accs) {
			t = array(t)
		}
		out = append(out, t)
	}
	return out
}

// Types implements Exp.
func (e *UpdateAcc) Types() []Type { return one(e.Acc.Type) }

// Types implements Exp. The seeds of a forward derivative have the types of the arguments, those of a
// reverse derivative the types of the results; Vec in front.
func (e *Diff) Types() []Type {
	out := append([]Type{}, e.Fn.Ret...)
	diffs := e.Fn.Ret
	switch e.Mode {
	case VJP:
		diffs = varTypes(e.Fn.Params)
	case CustomVJP, CustomJVP:
		diffs = nil
	}
	for _, t := range diffs {
		if e.Vec != nil {
			t = t.Of(e.Vec)
		}
		out = append(out, t)
	}
	s := NewSubst()
	for i, p := range e.Fn.Params {
		s.Vars[p] = e.Args[i]
	}
	for i := range out {
		out[i] = s.Type(out[i])
	}
	return out
}

// Types implements Exp.
func (e *Call) Types() []Type { return nil }

// ElemTypes are the row types of arrays.
func ElemTypes(vs []*Var) []Type {
	out := make([]Type, len(vs))
	for i, v := range vs {
		out[i] = v.Type.Row()
	}
	return out
}

// IsConst reports whether a is the constant c.
func IsConst(a Atom, c prim.Scalar) bool { k, ok := a.(Const); return ok && k.Scalar == c }

// AsVar is the variable that an atom is, nil if it is a constant.
func AsVar(a Atom) *Var {
	v, _ := a.(*Var)
	return v
}

// IntConst is the number that an atom is, if it is a constant of an integer type.
func IntConst(a Atom) (int64, bool) {
	c, ok := a.(Const)
	return c.Int64(), ok && c.Type.IsInt()
}

// IsInt reports whether an atom is a number, of whatever integer type.
func IsInt(a Atom, n int64) bool {
	x, ok := IntConst(a)
	return ok && x == n
}
