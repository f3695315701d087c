package lower

import (
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/types"
)

// Trees by hand: lowering without a checker, for shapes that are hard to reach from source.

var (
	tI64 = types.Prim{Prim: prim.I64}
	tI32 = types.Prim{Prim: prim.I32}
)

func arr(n types.Size, t types.Type) types.Type { return &types.Array{Dim: n, Elem: t} }

func local(name string, t types.Type) *types.Symbol {
	return &types.Symbol{Name: name, Scheme: &types.Scheme{Type: t}}
}

func use(s *types.Symbol) types.Exp { return &types.Ref{Node: types.Node{T: s.Scheme.Type}, Sym: s} }

func param(s *types.Symbol) types.Param { return types.Param{Pat: &types.PatVar{Sym: s}} }

func primRef(name string, ts []types.Type, sizes ...types.Size) types.Exp {
	s := &types.Symbol{Name: name, Kind: types.KindPrim, Prim: name, Scheme: &types.Scheme{}}
	return &types.Ref{Sym: s, TypeArgs: ts, SizeArgs: sizes}
}

func app(t types.Type, f types.Exp, args ...types.Exp) types.Exp {
	return &types.Apply{Node: types.Node{T: t}, Fn: f, Args: args}
}

func num(t prim.Type, n int64) types.Exp {
	return &types.Lit{Node: types.Node{T: types.Prim{Prim: t}}, Val: prim.Int(t, n)}
}

func lam(body types.Exp, ps ...*types.Symbol) types.Exp {
	l := &types.Lambda{Body: body}
	for _, p := range ps {
		l.Params = append(l.Params, param(p))
	}
	return l
}

func lowered(t *testing.T, def *types.Def) (string, *iface.Iface) {
	t.Helper()
	p, iface, err := Program(def)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify.Prog(p); err != nil {
		t.Fatalf("%v\n%s", err, core.Print(p))
	}
	return core.Print(p), iface
}

func wantIn(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("no %q in\n%s", p, text)
		}
	}
}

// def main [n] (xs: [n]i32) = map (\x -> x + 1) xs: the size comes first, then the leaf.
func TestMapOfArray(t *testing.T) {
	n := &types.SizeVar{Name: "n"}
	xs, x := local("xs", arr(n, tI32)), local("x", tI32)
	body := app(arr(n, tI32), primRef("map", []types.Type{tI32, tI32}, n),
		lam(app(tI32, primRef("+", []types.Type{tI32}), use(x), num(prim.I32, 1)), x), use(xs))
	sym := &types.Symbol{Name: "main", Scheme: &types.Scheme{Sizes: []*types.SizeVar{n}}}
	text, iface := lowered(t, &types.Def{Sym: sym, Params: []types.Param{param(xs)}, Ret: arr(n, tI32), Body: body})
	wantIn(t, text, "map", "add.i32")
	if iface.NumSizes != 1 || iface.NumExts != 0 || iface.Ret.Rank != 1 || iface.Ret.Elem != prim.I32 {
		t.Errorf("iface %+v", iface)
	}
}

// A loop that consumes its parameter copies what it starts with only if others may see it.
func TestLoopConsumes(t *testing.T) {
	n := &types.SizeVar{Name: "n"}
	xs, acc, i := local("xs", arr(n, tI64)), local("acc", arr(n, tI64)), local("i", tI64)
	update := &types.With{Node: types.Node{T: arr(n, tI64)}, Arr: use(acc), Idx: []types.DimIndex{{Fix: use(i)}}, Val: use(i)}
	loop := func(init types.Exp) types.Exp {
		return &types.Loop{Node: types.Node{T: arr(n, tI64)}, Pat: &types.PatVar{Sym: acc}, Init: init, ForVar: i,
			Bound: num(prim.I64, 3), Body: update}
	}
	sym := &types.Symbol{Name: "main", Scheme: &types.Scheme{Sizes: []*types.SizeVar{n}}}
	text, _ := lowered(t, &types.Def{Sym: sym, Params: []types.Param{param(xs)}, Ret: arr(n, tI64), Body: loop(use(xs))})
	if strings.Count(text, "copy") != 1 {
		t.Errorf("an argument must be copied once, before the loop:\n%s", text)
	}
	fresh := app(arr(n, tI64), primRef("replicate", []types.Type{tI64}, n), num(prim.I64, 3), num(prim.I64, 0))
	text, _ = lowered(t, &types.Def{Sym: &types.Symbol{Name: "main", Scheme: &types.Scheme{}}, Ret: arr(n, tI64), Body: loop(fresh)})
	if strings.Contains(text, "copy") {
		t.Errorf("a fresh array needs no copy:\n%s", text)
	}
}

// if b then iota n else iota 3: the size of the result comes back as an i64.
func TestExistentialIf(t *testing.T) {
	b, n, k := local("b", types.Bool), local("n", tI64), &types.SizeVar{Name: "k"}
	iota := func(e types.Exp) types.Exp { return app(arr(types.SizeAny{}, tI64), primRef("iota", nil), e) }
	body := &types.If{Node: types.Node{T: arr(k, tI64)}, Cond: use(b), Then: iota(use(n)), Else: iota(num(prim.I64, 3)), Exts: []*types.SizeVar{k}}
	sym := &types.Symbol{Name: "main", Scheme: &types.Scheme{}}
	_, iface := lowered(t, &types.Def{Sym: sym, Params: []types.Param{param(b), param(n)}, Ret: arr(k, tI64), Body: body})
	if iface.NumExts != 1 {
		t.Errorf("%d existential sizes, want 1", iface.NumExts)
	}
}

// loop (a, b) = (replicate 3 0, replicate 3 1) for i < 3 do (b, a with [i] = i): both are owned, nothing is
// copied, although what the next iteration consumes is another parameter of this one.
func TestSwappedParameters(t *testing.T) {
	n := types.SizeConst{N: 3}
	at := arr(n, tI64)
	a, b, i := local("a", at), local("b", at), local("i", tI64)
	pair := &types.Record{Fields: []types.Field{{Name: "0", Type: at}, {Name: "1", Type: at}}}
	mk := func(x, y types.Exp) types.Exp {
		return &types.MkRecord{Node: types.Node{T: pair}, Fields: []types.Exp{x, y}, Order: []int{0, 1}}
	}
	rep := func(v int64) types.Exp {
		return app(at, primRef("replicate", []types.Type{tI64}, n), num(prim.I64, 3), num(prim.I64, v))
	}
	update := &types.With{Node: types.Node{T: at}, Arr: use(a), Idx: []types.DimIndex{{Fix: use(i)}}, Val: use(i)}
	loop := &types.Loop{Node: types.Node{T: pair}, Pat: &types.PatRecord{T: pair, Fields: []types.Pat{&types.PatVar{Sym: a}, &types.PatVar{Sym: b}}},
		Init: mk(rep(0), rep(1)), ForVar: i, Bound: num(prim.I64, 3), Body: mk(use(b), update)}
	text, _ := lowered(t, &types.Def{Sym: &types.Symbol{Name: "main", Scheme: &types.Scheme{}}, Ret: pair, Body: loop})
	if strings.Contains(text, "copy") {
		t.Errorf("nothing needs a copy:\n%s", text)
	}
}
