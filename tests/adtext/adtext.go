// Package adtext checks what %ad writes: the text of a derivative, parsed, checked, lowered and run by the interpreter,
// gives the numbers that vjp2 and jvp2 give.
package adtext

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"raido/ad"
	"raido/ad/listing"
	"raido/lang/check"
	"raido/lang/check/scope"
	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/lower"
	"raido/lang/lower/iface"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/syntax/parser"
	"raido/lang/types"
	"raido/lang/value"
)

// Outcome is what was found: Kind is empty where the text gives the same numbers, and "none" where there is no derivative to compare.
type Outcome struct{ Kind, Why, Text string }

// Failed says that the text is at fault.
func (o Outcome) Failed() bool { return o.Kind != "" && o.Kind != "none" }

// limit is the time for a run.
const limit = 5 * time.Second

// Check writes the derivative of a function as text and compares. The function is an expression in a scope; point are
// the leaves of its arguments, as iface.Iface has them.
func Check(env *scope.Env, def *types.Def, point []value.Value, forward bool) (out Outcome) {
	defer func() {
		if r := recover(); r != nil {
			out = panicked(r, out.Text)
		}
	}()
	f, err := named(env, def.Sym.Name)
	if err != nil {
		return Outcome{Kind: "none", Why: err.Error()}
	}
	params := listing.Parameters(f)
	want, iface, err := derivative(env, def.Sym.Name, params, forward)
	if err != nil {
		return Outcome{Kind: "none", Why: err.Error()}
	}
	args, err := arguments(def, point, forward)
	if err != nil {
		return Outcome{Kind: "none", Why: err.Error()}
	}
	plain := opt.Inline(want)
	expected, err := run(ad.Apply(plain), iface, args)
	if err != nil {
		return Outcome{Kind: "none", Why: err.Error()}
	}
	shown, kept := listing.Of(want, "raido_f", params, forward)
	if err := verify.Prog(shown); err != nil {
		return Outcome{"verify", err.Error(), core.Print(shown)}
	}
	if got, err := run(shown, iface, args); err != nil {
		return Outcome{"run of core", err.Error(), core.Print(shown)}
	} else if err := same(expected, got, tolerance(want)); err != nil {
		return Outcome{"value of core", err.Error(), core.Print(shown)}
	}
	out.Text = listing.Text(shown, kept, forward)
	prog, face, err := compiled(out.Text)
	if err != nil {
		return Outcome{"check", err.Error(), out.Text}
	}
	got, err := run(ad.Apply(opt.Inline(prog)), face, args)
	if err != nil {
		return Outcome{"run", err.Error(), out.Text}
	}
	if err := same(expected, got, tolerance(plain)); err != nil {
		return Outcome{"value", err.Error(), out.Text}
	}
	return out
}

// same tells how results differ.
func same(want, got []value.Value, tol float64) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d results, want %d", len(got), len(want))
	}
	for i := range got {
		if err := value.Compare(want[i], got[i], tol); err != nil {
			return fmt.Errorf("result %d: %w", i, err)
		}
	}
	return nil
}

func panicked(r any, text string) Outcome {
	var b *diag.Bug
	switch e := r.(type) {
	case *diag.Diag:
		return Outcome{"none", e.Msg, text}
	case diag.List:
		return Outcome{"none", e.Error(), text}
	case error:
		if errors.As(e, &b) {
			head, _, _ := strings.Cut(b.Msg, "\n")
			return Outcome{"bug", head, text}
		}
	}
	return Outcome{"panic", fmt.Sprint(r), text}
}

// tolerance is that of the narrowest floats of a program.
func tolerance(p *core.Prog) float64 {
	text := core.Print(p)
	switch {
	case strings.Contains(text, "f16"):
		return 0.1
	case strings.Contains(text, "f32"):
		return 1e-3
	}
	return 1e-9
}

// named is the definition that checking an expression gives.
func named(env *scope.Env, f string) (*types.Def, error) {
	file, ds := parser.Cell(&diag.Source{Name: "f", Text: f})
	if len(ds.Errors()) > 0 {
		return nil, ds.Errors()
	}
	def, ds := check.Exp(env, file.Exps[0].Exp, "it")
	if len(ds.Errors()) > 0 {
		return nil, ds.Errors()
	}
	return def, nil
}

// derivative is the program of the derivative of a function.
func derivative(env *scope.Env, f string, params []listing.Parameter, forward bool) (*core.Prog, *iface.Iface, error) {
	if len(params) == 0 {
		return nil, nil, errors.New("no function")
	}
	e, ds := parser.Exp(&diag.Source{Name: "f", Text: f})
	if len(ds.Errors()) > 0 {
		return nil, nil, ds.Errors()
	}
	_, defs, ds := check.Decl(env, listing.Definition(&syntax.Builder{At: e.ExpSpan()}, e, params, forward))
	if len(ds.Errors()) > 0 {
		return nil, nil, ds.Errors()
	}
	return lower.Program(defs[0])
}

// arguments are a point and seeds: tangents like the arguments, or cotangents like the results.
func arguments(def *types.Def, point []value.Value, forward bool) ([]value.Value, error) {
	like := point
	if !forward {
		prog, iface, err := lower.Program(def)
		if err != nil {
			return nil, err
		}
		if like, err = run(ad.Apply(opt.Inline(prog)), iface, point); err != nil {
			return nil, err
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	args := append([]value.Value{}, point...)
	for _, v := range like {
		args = append(args, seed(v, rng))
	}
	return args, nil
}

// seed is a random value of the form of another.
func seed(v value.Value, rng *rand.Rand) value.Value {
	one := func(t prim.Type) prim.Scalar {
		switch {
		case t.IsFloat():
			return prim.Float(t, 2*rng.Float64()-1)
		case t == prim.Bool:
			return prim.BoolOf(false)
		}
		return prim.Int(t, rng.Int64N(5))
	}
	switch v := v.(type) {
	case value.Scalar:
		return value.Scalar{Scalar: one(v.Type)}
	case *value.Array:
		elems := make([]prim.Scalar, v.Size())
		for i := range elems {
			elems[i] = one(v.Elem)
		}
		return value.FromScalars(v.Elem, v.Shape, elems)
	default: // never a leaf
	}
	panic(fmt.Sprintf("bug: a leaf that is a %T", v))
}

// compiled is the program of a text, whose last definition is the entry point.
func compiled(text string) (*core.Prog, *iface.Iface, error) {
	file, ds := parser.File(&diag.Source{Name: "text.fut", Text: text})
	if len(ds.Errors()) > 0 {
		return nil, nil, errors.New(diag.RenderList(ds, false))
	}
	prog, ds := check.File(check.Prelude(), file, nil)
	if len(ds.Errors()) > 0 {
		return nil, nil, errors.New(diag.RenderList(ds, false))
	}
	return lower.Program(prog.Defs[len(prog.Defs)-1])
}

// run calls a program with leaves and gives the leaves of its result.
func run(p *core.Prog, iface *iface.Iface, leaves []value.Value) ([]value.Value, error) {
	var shapes [][]int64
	for _, v := range leaves {
		var shape []int64
		if a, ok := v.(*value.Array); ok {
			shape = a.Shape
		}
		shapes = append(shapes, shape)
	}
	sizes, err := iface.Sizes(shapes)
	if err != nil {
		return nil, err
	}
	var args []value.Value
	for _, n := range sizes {
		args = append(args, value.Scalar{Scalar: prim.Int(prim.I64, n)})
	}
	ctx, cancel := context.WithTimeout(eval.WithTrace(context.Background(), func(string) {}), limit)
	defer cancel()
	out, err := eval.Run(ctx, p, append(args, leaves...))
	if err != nil {
		return nil, err
	}
	return out[iface.NumExts:], nil
}
