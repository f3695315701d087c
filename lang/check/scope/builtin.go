package scope

import (
	"raido/lang/prim"
	"raido/lang/types"
)

// The classes of overloaded operators and literals. The first type is the default.
var (
	intOrder   = []prim.Type{prim.I32, prim.I64, prim.I8, prim.I16, prim.U8, prim.U16, prim.U32, prim.U64}
	floatOrder = []prim.Type{prim.F64, prim.F32, prim.F16}

	ClassInt    = &types.Class{Prims: intOrder}
	ClassSigned = &types.Class{Prims: intOrder[:4]}
	ClassFloat  = &types.Class{Prims: floatOrder}
	ClassNum    = &types.Class{Prims: join2(intOrder, floatOrder)}
	classBits   = &types.Class{Prims: join2(intOrder, []prim.Type{prim.Bool})}
	classPrim   = &types.Class{Prims: join2(join2(intOrder, floatOrder), []prim.Type{prim.Bool})}
	ClassEq     = &types.Class{}
)

func join2(a, b []prim.Type) []prim.Type { return append(append([]prim.Type(nil), a...), b...) }

// Builtin is an overloaded operator: t -> t -> t, or t -> t -> bool, or t -> t.
type Builtin struct {
	Sym   *types.Symbol
	Class *types.Class
}

// Builtins are the operators that every program has, by spelling; "neg" and "not" are the prefix ones.
var Builtins = makeBuiltins()

func makeBuiltins() map[string]*Builtin {
	table := map[string]*Builtin{}
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
			table[n] = &Builtin{sym, class}
		}
	}
	add(ClassNum, 2, nil, "+", "-", "*", "/", "%", "**")
	add(ClassInt, 2, nil, "//", "%%", ">>", "<<", ">>>")
	add(classBits, 2, nil, "&", "|", "^")
	add(ClassEq, 2, types.Bool, "==", "!=")
	add(classPrim, 2, types.Bool, "<", "<=", ">", ">=")
	add(ClassNum, 1, nil, "neg")
	add(classBits, 1, nil, "not")
	return table
}

// BuiltinOf finds the table row of a symbol.
func BuiltinOf(s *types.Symbol) *Builtin {
	if b := Builtins[s.Prim]; b != nil && b.Sym == s {
		return b
	}
	return nil
}

// BaseEnv is the scope that the first prelude file sees: scalar types and operators.
func BaseEnv() *Env {
	b := &Bindings{}
	for _, p := range prim.Types {
		b.AddType(p.String(), &TypeDef{Name: p.String(), Type: types.Prim{Prim: p}})
	}
	for n, row := range Builtins {
		if n != "neg" && n != "not" {
			b.AddValue(n, row.Sym)
		}
	}
	return (&Env{}).Add(b)
}
