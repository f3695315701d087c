package explain

import (
	"raido/lang/types"
	"strings"
)

// Derivatives are the primitives whose first two type parameters are what is differentiated: argument and result.
var Derivatives = map[string]bool{"jvp": true, "vjp": true, "jvp2": true, "vjp2": true, "jmp": true, "mjp": true, "jmp2": true, "mjp2": true}

// deriveHint is the way out for an argument of a derivative that cannot be; h is the one for any argument.
func deriveHint(h Hint, k Clash) Hint {
	role := k.Why.What
	if role.Fn == nil || !Derivatives[role.Fn.Prim] {
		return h
	}
	kind, op := k.Mismatch.Kind, role.Fn.Name
	fn, isFn := types.Resolve(k.Got).(*types.Func)
	givesFunc := role.Arg == 1 && isFn && types.MentionsFunc(fn.Result)
	switch {
	case kind == types.MisEscape:
		return hint("a derivative needs a result whose size follows from those of the argument: let f give what has one, like a sum, or get the size first: let [k] (ys: [k]t) = f x in " +
			op + ` (\x -> f x :> [k]t) x ...`)
	case kind != types.MisFunc && role.Arg == 3 && h.Way == Convert:
		return hint(seedHint(op) + "; " + h.Text)
	case kind != types.MisFunc && role.Arg == 3 && h.Way == NoWay:
		return hint(seedHint(op))
	case kind != types.MisFunc && !(kind == types.MisClass && givesFunc), h.Way == Linear:
	case role.Arg == 1 && isFn && types.MentionsFunc(fn.Param):
		return hint("there is no derivative by a function: let it be a free variable: " + op + ` (\x -> f g x) x`)
	case givesFunc:
		if n, _ := Arity(k.Got); n > 1 {
			return hint("f takes its arguments one after the other, but a derivative is by one, so make it a tuple: " + op + " (" + lambdaText(n, true, "f "+strings.Join(ParamNames(n), " ")) + ") ...")
		}
		return hint("a function has no derivative: let the result hold numbers only")
	case role.Arg != 1:
		return hint("there is no derivative by a function: give " + op + " the numbers only, and let the functions be free variables of f")
	}
	return h
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
