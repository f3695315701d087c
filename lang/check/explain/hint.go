package explain

import (
	"fmt"
	"strconv"
	"strings"

	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/types"
)

// The ways out that messages offer: text that the reader can write as it stands, where that is possible.

// Operand is the text of an expression as an operand or argument: in parentheses if it needs them. It is empty
// for one that is too long to repeat.
func Operand(at diag.Span) string {
	text := at.Text()
	if text == "" || len(text) > 40 || strings.Contains(text, "\n") {
		return ""
	}
	depth, atomic := 0, true
	for i, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ' ':
			atomic = atomic && depth > 0
		case '+', '-', '*', '/', '%', '<', '>', '=', '|', '&', '^', '!', ':', '#', '\\':
			atomic = atomic && depth > 0 || i > 0 && text[i-1] == '.'
		}
	}
	if atomic {
		return text
	}
	return "(" + text + ")"
}

// Conversion is how an expression of type from is written with type to; at is where the expression stands, nowhere if it
// is only a part of what stands there.
func Conversion(to, from prim.Type, at diag.Span) Converted {
	x := Operand(at)
	switch digits, suffixed := strings.CutSuffix(x, from.String()); {
	case to == prim.Bool && x != "":
		return Converted{"compare it: ", x + " != 0"}
	case suffixed && types.IsNumber(digits) && to != prim.Bool:
		return Converted{"write ", digits + to.String()}
	case x != "":
		return Converted{"convert with ", fmt.Sprintf("%s.%s %s", to, from, x)}
	}
	return Converted{"convert with ", fmt.Sprintf("%s.%s", to, from)}
}

// Converted is an expression with another type, and the words that say to write it.
type Converted struct{ Verb, Text string }

// Hint is the way out that says so.
func (c Converted) Hint() Hint { return Hint{Convert, c.Verb + c.Text} }

// Arity is how many arguments a function of type t takes before it gives something else; exact reports whether
// what it gives can't be a function.
func Arity(t types.Type) (n int, exact bool) {
	for {
		switch x := types.Resolve(t).(type) {
		case *types.Func:
			n, t = n+1, x.Result
		case *types.Meta:
			return n, false
		default:
			return n, true
		}
	}
}

// arityHint is about a function that takes its arguments in another way than it gets them.
func arityHint(want, got types.Type) string {
	w, okw := types.Resolve(want).(*types.Func)
	g, okg := types.Resolve(got).(*types.Func)
	if !okw || !okg {
		return ""
	}
	nw, _ := Arity(w)
	ng, _ := Arity(g)
	if r, ok := types.Resolve(g.Param).(*types.Record); ok && types.IsTuple(r) && nw == len(r.Fields) && ng == 1 {
		return "the function gets " + fault.Count(nw, "argument") + ", one by one: write " + lambdaText(nw, false, "...")
	}
	switch {
	case nw == 1 && ng > 1:
		return "the function gets 1 argument: for a tuple, write " + lambdaText(ng, true, "...") + "; for " + strconv.Itoa(ng) + " arrays there is map" + strconv.Itoa(ng)
	case nw > ng && ng > 0:
		return "the function gets " + fault.Count(nw, "argument") + ", but takes " + strconv.Itoa(ng) + ", a parameter is missing: " + lambdaText(nw, false, "...")
	}
	return ""
}

// lambdaText is a function of n parameters, or of one tuple.
func lambdaText(n int, tuple bool, body string) string {
	if tuple {
		return `\(` + strings.Join(ParamNames(n), ", ") + ") -> " + body
	}
	return `\` + strings.Join(ParamNames(n), " ") + " -> " + body
}

// ParamNames are names for n parameters, not too many.
func ParamNames(n int) []string {
	names := strings.Split("x y z u v w", " ")
	return names[:min(n, len(names))]
}

// ForeignTypes are the names of types in other languages.
var ForeignTypes = map[string]string{
	"int": "i32 or i64", "Int": "i64", "integer": "i64", "Integer": "i64", "long": "i64", "short": "i16", "byte": "u8", "char": "u8", "Char": "u8", "uint": "u32 or u64",
	"usize": "i64", "float": "f32 or f64", "Float": "f64", "double": "f64", "Double": "f64", "real": "f64", "half": "f16", "boolean": "bool", "Bool": "bool", "Boolean": "bool",
	"string": "[]u8", "String": "[]u8", "str": "[]u8", "void": "()", "unit": "()", "Unit": "()",
	"Array": "[]t, or [n]t", "array": "[]t, or [n]t", "List": "[]t, or [n]t", "list": "[]t, or [n]t", "Vec": "[]t, or [n]t", "Vector": "[]t, or [n]t", "Maybe": "a sum type, #some t | #none", "Option": "a sum type, #some t | #none",
}

// ForeignNames are the names of functions and words in other languages, with what Futhark has for them.
var ForeignNames = map[string]string{
	"len": "length xs is the number of elements", "size": "length xs is the number of elements", "print": "a notebook shows the last expression of a cell, a program the result of its entry point; #[trace] e prints a value while testing",
	"println": "a notebook shows the last expression of a cell, a program the result of its entry point; #[trace] e prints a value while testing", "return": "the body of a function is its result: leave out return",
	"fst": "the parts of a pair p are p.0 and p.1", "snd": "the parts of a pair p are p.0 and p.1", "first": "the first element is head xs or xs[0]; the first part of a pair p.0",
	"range": "iota n is [0, 1, ..., n-1]; a..<b goes from a up to b", "arange": "iota n is [0, 1, ..., n-1]; a..<b goes from a up to b", "fold": "reduce op neutral xs, or foldl and foldr for functions that are not associative",
	"foldl'": "foldl f acc xs", "append": "xs ++ ys", "push": "xs ++ [x]", "cons": "[x] ++ xs", "zeros": "replicate n 0", "ones": "replicate n 1", "zipWith": "map2 f xs ys", "mapi": "map2 f (indices xs) xs",
	"enumerate": "zip (indices xs) xs", "sort": "the library has no sort: see github.com/diku-dk/sorts", "null?": "null xs", "fn": `a function is written \x -> e`, "lambda": `a function is written \x -> e`, "fun": `a function is written \x -> e`,
	"function": `a function is written \x -> e`, "nil": "the empty array is []", "None": "sum types have constructors like #none", "Some": "sum types have constructors like #some x", "True": "true", "False": "false",
	"pow": "x ** y", "=>": `a function is written \x -> e; at least is >=`, "<>": "different is !=; ++ joins arrays", "/=": "different is !=", "===": "equal is ==", "=<": "at most is <=", "<-": "an update in place is xs with [i] = e", ":=": "let x = e in ...",
	"elif": "write else if", "elsif": "write else if", "elseif": "write else if", "where": "Futhark has let ... in before the result, not where after it", "var": "write let x = e in ...", "const": "const x is the function that always gives x",
	"linspace": `n numbers from a to b: map (\i -> a + (b - a) * f64.i64 i / f64.i64 (n - 1)) (iota n)`, "mean": "f64.sum xs / f64.i64 (length xs)",
	"average": "f64.sum xs / f64.i64 (length xs)", "norm": "f64.sqrt (f64.sum (map (** 2) xs))", "argmax": "reduce a pair of value and index: reduce_comm (\\a b -> if a.0 >= b.0 then a else b) (f64.lowest, -1) (zip xs (indices xs))",
	"random": "random numbers are functions of a seed: in a notebook, %seed 1 defines uniform and normal", "rand": "random numbers are functions of a seed: in a notebook, %seed 1 defines uniform and normal",
	"randn": "random numbers are functions of a seed: in a notebook, %seed 1 defines uniform and normal", "uniform": "in a notebook, %seed 1 defines uniform and normal", "normal": "in a notebook, %seed 1 defines uniform and normal",
	"grad": "vjp f x 1 is the gradient of f at x; in a notebook, %grad f x draws it", "value_and_grad": "vjp2 f x 1 is the value and the gradient of f at x", "jacfwd": "in a notebook, %jacobian f x; in programs jmp f x with the seeds",
	"jacrev": "in a notebook, %jacobian f x; in programs mjp f x with the seeds", "jacobian": "in a notebook, %jacobian f x; in programs jmp or mjp f x with the seeds", "hessian": "in a notebook, %hessian f x; in programs jvp (\\x -> vjp f x 1) x dx",
	"vmap": "map f xs", "help": "in a notebook, %help lists the magics and %help NAME explains one", "np": "the library needs no import: %help map, f64.sum, ...", "jnp": "the library needs no import: %help map, f64.sum, ...",
	"concatenate": "xs ++ ys", "reshape": "flatten xss, or unflatten xs to the size that the context wants", "shape": "length xs is the number of elements", "matmul": "map (\\r -> map (\\c -> f64.sum (map2 (*) r c)) (transpose b)) a",
	"+=": "variables don't change: let x = x + e binds the name again", "-=": "variables don't change: let x = x - e binds the name again", "*=": "variables don't change: let x = x * e binds the name again",
	"as": "a conversion is a function: f64.i32 x makes an f64 of an i32", "then": "then belongs to if", "dot": "f64.sum (map2 (*) xs ys)", "abs": "i32.abs, f64.abs and their like",
}

// ScalarNameHint is about a type used like a function.
func ScalarNameHint(name string) string {
	if p, ok := prim.ByName(name); ok {
		other := prim.I32
		if p == other {
			other = prim.I64
		}
		return fmt.Sprintf("%s is a type; %s.%s x makes one of an %s, and so on", name, name, other, other)
	}
	return ""
}
