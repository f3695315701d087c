package check

import (
	"strings"

	"raido/lang/diag"
	"raido/lang/types"
)

// derivatives are the primitives whose first two type parameters are what is differentiated: argument and result.
var derivatives = map[string]bool{"jvp": true, "vjp": true, "jvp2": true, "vjp2": true, "jmp": true, "mjp": true, "jmp2": true, "mjp2": true}

// differentiated is the type of an argument, but for a function that is differentiated and gives arrays of unknown size: its
// derivative is at one point, where they have one size. That is the seed's, for vjp, and else known when it is computed.
func (a *application) differentiated(l laterArg, t types.Type) types.Type {
	r, ok := a.fn.(*types.Ref)
	if !ok || l.index > 0 || !derivatives[r.Sym.Prim] {
		return t
	}
	f, ok := types.Resolve(t).(*types.Func)
	if !ok || len(f.Exts) == 0 {
		return t
	}
	var s types.Subst
	for _, e := range f.Exts {
		n := a.c.u.FreshSize()
		s.BindSize(e, n)
		a.derived = append(a.derived, n)
	}
	one := *f
	one.Exts, one.Result = nil, s.Type(f.Result)
	return &one
}

// openDerived makes those sizes of what a differentiated function gives unknown ones of the result that no argument tells.
func (a *application) openDerived() {
	for _, n := range a.derived {
		told := false
		for _, x := range a.args[1:] {
			types.EachSize(x.Type(), func(s types.Size) { told = told || types.ResolveSize(s) == types.ResolveSize(n) })
		}
		if _, open := types.ResolveSize(n).(*types.SizeMeta); open && !told {
			v := a.c.newSize("", a.at)
			a.exts = append(a.exts, v)
			a.c.u.Size(n, v)
		}
	}
}

// deriveHint says what to do about an argument of a derivative that cannot be; what is "argument n of vjp".
func deriveHint(d *diag.Diag, kind types.MismatchKind, what string, got types.Type) {
	arg, op, ok := strings.Cut(what, " of ")
	if !ok || !derivatives[op] {
		return
	}
	fn, isFn := types.Resolve(got).(*types.Func)
	givesFunc := arg == "argument 1" && isFn && holdsFunc(fn.Result)
	converts := strings.HasPrefix(d.Hint, "convert with ")
	switch {
	case kind == types.MisEscape:
		d.Hint = "a derivative needs a result whose size follows from those of the argument: let f give what has one, like a sum, or get the size first: let [k] (ys: [k]t) = f x in " +
			op + ` (\x -> f x :> [k]t) x ...`
	case kind != types.MisFunc && arg == "argument 3" && converts:
		d.Hint = seedHint(op) + "; " + d.Hint
	case kind != types.MisFunc && arg == "argument 3" && d.Hint == "":
		d.Hint = seedHint(op)
	case kind != types.MisFunc && !(kind == types.MisClass && givesFunc), d.Hint == linearHint:
	case arg == "argument 1" && isFn && holdsFunc(fn.Param):
		d.Hint = "there is no derivative by a function: let it be a free variable: " + op + ` (\x -> f g x) x`
	case givesFunc:
		if n, _ := arity(got); n > 1 {
			d.Hint = "f takes its arguments one after the other, but a derivative is by one, so make it a tuple: " + op + " (" + strings.Replace(lambdaText(n, true), "...", "f "+strings.Join(strings.Split("x y z u v w", " ")[:min(n, 6)], " "), 1) + ") ..."
			return
		}
		d.Hint = "a function has no derivative: let the result hold numbers only"
	case arg != "argument 1":
		d.Hint = "there is no derivative by a function: give " + op + " the numbers only, and let the functions be free variables of f"
	}
}

// seedHint says what the seed of a derivative looks like.
func seedHint(op string) string {
	one, like, name := op[:1]+"vp"+strings.TrimLeft(op, "jmvp"), "argument", "dx"
	if strings.HasPrefix(op, "v") || strings.HasPrefix(op, "mj") {
		one, like, name = "vjp"+strings.TrimLeft(op, "jmvp"), "result", "dy"
	}
	if strings.Contains(op, "m") {
		return "the third argument of " + op + " is an array of seeds, each of the type of f's " + like + ": " + op + " f x [" + name + "]; for one seed there is " + one
	}
	return "the third argument of " + op + ", " + name + ", has the type of f's " + like
}

// holdsFunc tells whether a type is or has a function.
func holdsFunc(t types.Type) (found bool) {
	types.MapType(t, func(t types.Type) types.Type {
		_, is := t.(*types.Func)
		found = found || is
		return nil
	}, func(s types.Size) types.Size { return s })
	return found
}
