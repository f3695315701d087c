package check

import (
	"raido/lang/prim"
	"raido/lang/types"
)

// The classes of overloaded operators and literals. The first type is the default.
var (
	intOrder   = []prim.Type{prim.I32, prim.I64, prim.I8, prim.I16, prim.U8, prim.U16, prim.U32, prim.U64}
	floatOrder = []prim.Type{prim.F64, prim.F32, prim.F16}

	classInt    = &types.Class{Prims: intOrder}
	classSigned = &types.Class{Prims: intOrder[:4]}
	classFloat  = &types.Class{Prims: floatOrder}
	classNum    = &types.Class{Prims: join2(intOrder, floatOrder)}
	classBits   = &types.Class{Prims: join2(intOrder, []prim.Type{prim.Bool})}
	classPrim   = &types.Class{Prims: join2(join2(intOrder, floatOrder), []prim.Type{prim.Bool})}
	classEq     = &types.Class{}
)

func join2(a, b []prim.Type) []prim.Type { return append(append([]prim.Type(nil), a...), b...) }

// builtin is an overloaded operator: t -> t -> t, or t -> t -> bool, or t -> t.
type builtin struct {
	sym   *types.Symbol
	class *types.Class
}

// builtins are the operators that every program has, by spelling; "neg" and "not" are the prefix ones.
var builtins = makeBuiltins()

func makeBuiltins() map[string]*builtin {
	table := map[string]*builtin{}
	add := func(class *types.Class, arity int, result types.Type, names ...string) {
		for _, n := range names {
			v := &types.Var{Name: "t"}
			var t types.Type = v
			if result != nil {
				t = result
			}
			for range arity {
				t = &types.Func{Param: v, Result: t}
			}
			sym := &types.Symbol{Name: n, Kind: types.KindPrim, Prim: n,
				Scheme: &types.Scheme{Types: []*types.Var{v}, Type: t}}
			table[n] = &builtin{sym, class}
		}
	}
	add(classNum, 2, nil, "+", "-", "*", "/", "%", "**")
	add(classInt, 2, nil, "//", "%%", ">>", "<<", ">>>")
	add(classBits, 2, nil, "&", "|", "^")
	add(classEq, 2, types.Bool, "==", "!=")
	add(classPrim, 2, types.Bool, "<", "<=", ">", ">=")
	add(classNum, 1, nil, "neg")
	add(classBits, 1, nil, "not")
	return table
}

// builtinOf finds the table row of a symbol.
func builtinOf(s *types.Symbol) *builtin {
	if b := builtins[s.Prim]; b != nil && b.sym == s {
		return b
	}
	return nil
}

// baseEnv is the scope that the first prelude file sees: scalar types and operators.
func baseEnv() *Env {
	b := &binds{typs: map[string]*TypeDef{}}
	for _, p := range prim.Types {
		b.typs[p.String()] = &TypeDef{Name: p.String(), Type: types.Prim{Prim: p}}
	}
	for n, row := range builtins {
		if n != "neg" && n != "not" {
			b.val(n, row.sym)
		}
	}
	return (&Env{}).with(b)
}
