package verify

import (
	"fmt"
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// exp checks the parts of a statement's expression; its operands are in scope. Where Types is nil it
// also checks the pattern.
func (v *verifier) exp(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Use, *core.Scratch, *core.Assert, *core.Iota, *core.Replicate:
		v.simple(e)
	case *core.Copy:
		v.array(e.Arr, 1)
	case *core.PrimApp:
		v.prim(e)
	case *core.Index:
		v.array(e.Arr, len(e.Idx))
		v.scalars("an index", e.Idx, prim.I64)
	case *core.Slice:
		v.slice(e.Arr, e.Dims)
	case *core.Update:
		v.scalars("an index", e.Idx, prim.I64)
		if v.array(e.Arr, len(e.Idx)) {
			v.sameType("the new value", e.Val.AtomType(), e.Arr.Type.Drop(len(e.Idx)))
		}
	case *core.UpdateSlice:
		if v.slice(e.Arr, e.Dims) {
			v.sameType("the new part", e.Val.Type, (&core.Slice{Arr: e.Arr, Dims: e.Dims}).Types()[0])
		}
	case *core.ArrayLit:
		v.typ(e.Elem)
		for _, a := range e.Elems {
			if _, ok := a.(core.Const); !ok && e.Plain {
				v.errf("the variable %s in an array of constants", a)
			}
			v.sameType("an element", a.AtomType(), e.Elem)
		}
	case *core.Concat:
		v.concat(e)
	case *core.Rearrange:
		v.rearrange(e)
	case *core.Reshape:
		v.array(e.Arr, 1)
		v.scalars("a dimension", e.Dims, prim.I64)
	case *core.Reverse:
		v.array(e.Arr, 1)
	case *core.Rotate:
		v.array(e.Arr, 1)
		v.scalar("the distance", e.By, prim.I64)
	case *core.If:
		v.scalar("the condition", e.Cond, prim.Bool)
		v.body(e.Then, func() { v.results("then", e.Then.Result, s.Pat) })
		v.body(e.Else, func() { v.results("else", e.Else.Result, s.Pat) })
	case *core.Loop:
		v.loop(e, s.Pat)
	case *core.Call:
		v.call(e, s.Pat)
	default:
		v.soac(e)
	}
}

func (v *verifier) simple(e core.Exp) {
	switch e := e.(type) {
	case *core.Scratch:
		v.scalars("a dimension", e.Dims, prim.I64)
	case *core.Assert:
		v.scalar("the condition", e.Cond, prim.Bool)
	case *core.Iota:
		v.scalar("the length", e.N, prim.I64)
		v.scalars("start and step", []core.Atom{e.Start, e.Step}, e.T)
		if !e.T.IsInt() {
			v.errf("iota of type %s", e.T)
		}
	case *core.Replicate:
		v.scalars("a dimension", e.Dims, prim.I64)
		if e.Val.AtomType().IsAcc() {
			v.errf("replicate of an accumulator")
		}
	default: // other functions verify these
	}
}

func (v *verifier) prim(e *core.PrimApp) {
	if !e.Op.Class.Has(e.T) {
		v.errf("%s does not take %s", e.Op.Name, e.T)
	}
	if len(e.Args) != e.Op.Arity {
		v.errf("%s has %d operands, want %d", e.Op.Name, len(e.Args), e.Op.Arity)
		return
	}
	for i, a := range e.Args {
		v.scalar("an operand", a, e.Op.OperandType(e.T, i))
	}
}

func (v *verifier) slice(arr *core.Var, ds []core.DimSlice) bool {
	for _, d := range ds {
		v.scalars("a slice", []core.Atom{d.Start, d.Count, d.Stride}, prim.I64)
	}
	if len(ds) == 0 {
		v.errf("a slice without dimensions")
	}
	return v.array(arr, len(ds))
}

func (v *verifier) concat(e *core.Concat) {
	v.scalar("the length", e.N, prim.I64)
	if len(e.Arrs) == 0 {
		v.errf("concat of nothing")
	}
	for _, a := range e.Arrs {
		if v.array(a, 1) && v.array(e.Arrs[0], 1) {
			v.sameType("a part's row", a.Type.Row(), e.Arrs[0].Type.Row())
		}
	}
}

func (v *verifier) rearrange(e *core.Rearrange) {
	if !v.array(e.Arr, len(e.Perm)) {
		return
	}
	sorted := slices.Sorted(slices.Values(e.Perm))
	for i, d := range sorted {
		if i != d {
			v.errf("(%s) is no permutation", strings.Trim(fmt.Sprint(e.Perm), "[]"))
			return
		}
	}
}

func (v *verifier) loop(e *core.Loop, pat []*core.Var) {
	v.results("initial value", e.Init, e.Params)
	if (e.I == nil) == (e.Cond == nil) {
		v.errf("a loop needs a counter or a condition, not both")
		return
	}
	leave := v.bind(e.Params...)
	if e.I != nil {
		v.scalar("the bound", e.Bound, e.I.Type.Elem)
		if !e.I.Type.IsScalar() || !e.I.Type.Elem.IsInt() {
			v.errf("the counter has type %s", e.I.Type)
		}
		defer v.bind(e.I)()
	} else {
		v.body(*e.Cond, func() { v.sameTypes("condition", core.AtomTypes(e.Cond.Result), []core.Type{core.Bool}) })
	}
	v.body(e.Body, func() { v.results("loop result", e.Body.Result, e.Params) })
	leave()
	v.results("pattern", core.Atoms(pat), e.Params)
}

func (v *verifier) call(e *core.Call, pat []*core.Var) {
	if !v.funs[e.Fun] && (v.cycles[e.Fun] == 0 || v.cycles[e.Fun] != v.cycles[v.here]) {
		v.errf("function %s is not defined before", e.Fun.Name)
		return
	}
	v.results("argument", e.Args, e.Fun.Params)
	if len(e.Fun.Ret) != len(pat) || len(e.Args) != len(e.Fun.Params) {
		v.errf("pattern of %d for %d results", len(pat), len(e.Fun.Ret))
		return
	}
	s := core.NewSubst()
	for i, p := range e.Fun.Params {
		s.Vars[p] = e.Args[i]
	}
	for i, r := range e.Fun.Ret {
		v.sameType("pattern", pat[i].Type, s.Type(r.Type))
		s.Vars[r] = pat[i]
	}
}
