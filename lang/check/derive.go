package check

import (
	"strings"

	"raido/lang/diag"
	"raido/lang/types"
)

// derivatives are the primitives whose first two type parameters are what is differentiated: argument and result.
var derivatives = map[string]bool{"jvp": true, "vjp": true, "jvp2": true, "vjp2": true, "jmp": true, "mjp": true, "jmp2": true, "mjp2": true}

// derivable refuses derivatives by, or of, values of a sum type with several constructors: which of them a value
// has is a choice, and the payloads of the others are not there. One constructor is like a record. Types that are
// not known here, those of polymorphic functions, lowering looks at.
func (c *checker) derivable() {
	for _, r := range c.refs {
		if !derivatives[r.Sym.Prim] || len(r.TypeArgs) < 2 {
			continue
		}
		for i, part := range []string{"argument", "result"} {
			s := choice(r.TypeArgs[i])
			if s == nil {
				continue
			}
			p := types.NewPrinter()
			e := c.error(diag.Type, codeDerivative, r.At, "%s of a function of type %s: the sum type %s in its %s has several constructors, so there is no derivative",
				r.Sym.Name, p.Type(&types.Func{Param: r.TypeArgs[0], Result: r.TypeArgs[1]}), p.Type(s), part)
			k := s.Constrs[0].Name
			for _, k1 := range s.Constrs { // one with numbers
				if len(k1.Args) > 0 {
					k = k1.Name
					break
				}
			}
			e.Hint = "differentiate by the numbers in it: " + r.Sym.Name + ` (\x -> f (#` + k + " x)) x"
			if i == 1 {
				e.Hint = "let the function give numbers: " + r.Sym.Name + ` (\x -> match f x case #` + k + " y -> y ...) x"
			}
			break
		}
	}
}

// choice is a sum type with several constructors in t, or nil.
func choice(t types.Type) (found *types.Sum) {
	types.MapType(t, func(t types.Type) types.Type {
		if s, ok := t.(*types.Sum); ok && len(s.Constrs) > 1 && found == nil {
			found = s
		}
		return nil
	}, func(s types.Size) types.Size { return s })
	return found
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
