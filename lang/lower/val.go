package lower

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower/emit"
	"raido/lang/types"
)

// A val is a static value: what is known of a value while lowering.
//
//sumtype:decl
type val interface{ val() }

type (
	scalar struct{ a core.Atom }
	// array is one core array for each leaf of elem, all with the outer dimension dim.
	array struct {
		dim    core.Atom
		elem   rep
		leaves []*core.Var
	}
	record struct {
		names  []string
		fields []val
	}
	sum struct {
		names []string
		tag   core.Atom
		args  [][]val
	}
	// closure is a function with its environment and the arguments it already has.
	closure struct {
		params []types.Param
		body   types.Exp
		fr     *frame
		def    *types.Def // of a definition, else nil
		inst   inst       // how the definition is used
		args   []val
	}
	// primFn is a primitive with the arguments it already has.
	primFn struct {
		name string
		row  *row
		inst inst
		args []val
	}
	// absent stands for a function in the payload of a constructor that a sum is not made by. Sums that may hold functions
	// are results of no branch or loop and in no array, so that it is known which constructor made one.
	absent struct{}
	// inst is the use of a symbol, and the environment where it stands.
	inst struct {
		ref *types.Ref
		fr  *frame
	}
)

func (scalar) val()      {}
func (array) val()       {}
func (accumulator) val() {}
func (record) val()      {}
func (sum) val()         {}
func (*closure) val()    {}
func (*primFn) val()     {}
func (absent) val()      {}

// flatten gives the leaves of a value.
func flatten(v val) []core.Atom { return appendAtoms(nil, v) }

func appendAtoms(out []core.Atom, v val) []core.Atom {
	switch v := v.(type) {
	case scalar:
		return append(out, v.a)
	case array:
		for _, x := range v.leaves {
			out = append(out, x)
		}
	case accumulator:
		return appendAtoms(out, v.array)
	case record:
		if len(v.fields) == 0 {
			out = append(out, core.BoolC(false))
		}
		for _, f := range v.fields {
			out = appendAtoms(out, f)
		}
	case sum:
		out = append(out, v.tag)
		for _, as := range v.args {
			for _, a := range as {
				out = appendAtoms(out, a)
			}
		}
	case *closure, *primFn, call, absent:
		panic(emit.Unsupported("a function cannot be kept in an array, returned from a branch or carried by a loop"))
	}
	return out
}

// repOfVal is the rep of a value, its dimensions known.
func repOfVal(v val) rep {
	switch v := v.(type) {
	case scalar:
		return rPrim{v.a.AtomType().Elem}
	case array:
		return rArr{v.dim, v.elem}
	case accumulator:
		return rAcc{rArr{v.dim, v.elem}, v.op}
	case record:
		r := rRec{names: v.names}
		for _, f := range v.fields {
			r.fields = append(r.fields, repOfVal(f))
		}
		return r
	case sum:
		r := rSum{names: v.names, args: make([][]rep, len(v.args))}
		for i, as := range v.args {
			for _, a := range as {
				r.args[i] = append(r.args[i], repOfVal(a))
			}
		}
		return r
	default: // a function
	}
	return rFun{}
}

// build makes the value of a rep from its leaves; dimensions are taken from the leaves.
func build(r rep, leaves []core.Atom) val {
	v, rest := buildFrom(r, leaves)
	if len(rest) > 0 {
		diag.Bugf("lower: %d leaves too many", len(rest))
	}
	return v
}

func buildFrom(r rep, as []core.Atom) (val, []core.Atom) {
	switch r := r.(type) {
	case rPrim:
		return scalar{as[0]}, as[1:]
	case rArr:
		n := len(leafTypes(r.elem))
		v := array{dim: r.dim, elem: r.elem}
		for _, a := range as[:n] {
			v.leaves = append(v.leaves, a.(*core.Var))
		}
		fresh := refresh(r, core.AtomTypes(as[:n])).(rArr)
		v.dim, v.elem = fresh.dim, fresh.elem
		return v, as[n:]
	case rAcc:
		v, rest := buildFrom(r.arr, as)
		return accumulator{v.(array), r.op}, rest
	case rRec:
		v := record{names: r.names, fields: make([]val, len(r.fields))}
		if len(r.fields) == 0 {
			as = as[1:]
		}
		for i, f := range r.fields {
			v.fields[i], as = buildFrom(f, as)
		}
		return v, as
	case rSum:
		v := sum{names: r.names, tag: as[0], args: make([][]val, len(r.args))}
		as = as[1:]
		for i, cs := range r.args {
			v.args[i] = make([]val, len(cs))
			for j, c := range cs {
				v.args[i][j], as = buildFrom(c, as)
			}
		}
		return v, as
	default: // functions have no leaves
	}
	if _, ok := r.(rFun); ok {
		return absent{}, as
	}
	diag.Bugf("lower: unknown rep %T", r)
	return nil, nil
}

// atomOf is the atom of a scalar value.
func atomOf(v val) core.Atom {
	s, ok := v.(scalar)
	if !ok {
		diag.Bugf("lower: a scalar is wanted, not %T", v)
	}
	return s.a
}

// arrayOf is the value as an array.
func arrayOf(v val) array {
	a, ok := v.(array)
	if !ok {
		diag.Bugf("lower: an array is wanted, not %T", v)
	}
	return a
}

// with is a with other leaves.
func (a array) with(leaves []*core.Var) array {
	return build(rArr{a.dim, a.elem}, core.Atoms(leaves)).(array)
}

// ofRows is an array of dimension dim with the given leaves, whose elements look like elem.
func ofRows(dim core.Atom, elem rep, leaves []*core.Var) array {
	return build(rArr{dim, elem}, core.Atoms(leaves)).(array)
}

func tuple(vs ...val) val {
	r := record{fields: vs}
	for i := range vs {
		r.names = append(r.names, tupleNames[i])
	}
	return r
}

var tupleNames = []string{"0", "1", "2", "3", "4"}
