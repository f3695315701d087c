package check

import (
	"fmt"
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// The ways out that messages offer: text that the reader can write as it stands, where that is possible.

// operand is the text of an expression as an operand or argument: in parentheses if it needs them. It is empty
// for one that is too long to repeat.
func operand(at diag.Span) string {
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

// conversion says how an expression of type from is written with type to.
func conversion(to, from prim.Type, at diag.Span) string {
	x := operand(at)
	switch digits, suffixed := strings.CutSuffix(x, from.String()); {
	case to == prim.Bool && x != "":
		return "compare it: " + x + " != 0"
	case suffixed && isNumber(digits) && to != prim.Bool:
		return "write " + digits + to.String()
	case x != "":
		return fmt.Sprintf("convert with %s.%s %s", to, from, x)
	}
	return fmt.Sprintf("convert with %s.%s", to, from)
}

// arity is how many arguments a function of type t takes before it gives something else; exact tells that
// what it gives can't be a function.
func arity(t types.Type) (n int, exact bool) {
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
	nw, _ := arity(w)
	ng, _ := arity(g)
	if r, ok := types.Resolve(g.Param).(*types.Record); ok && types.IsTuple(r) && nw == len(r.Fields) && ng == 1 {
		return "the function gets " + count(nw, "argument") + ", one by one: write " + lambdaText(nw, false)
	}
	switch {
	case nw == 1 && ng > 1:
		return "the function gets 1 argument: for a tuple, write " + lambdaText(ng, true) + "; for " + itoa(ng) + " arrays there is map" + itoa(ng)
	case nw > ng && ng > 0:
		return "the function gets " + count(nw, "argument") + ", but takes " + itoa(ng) + ", a parameter is missing: " + lambdaText(nw, false)
	}
	return ""
}

// lambdaText is a function of n parameters, or of one tuple.
func lambdaText(n int, tuple bool) string {
	names := strings.Split("x y z u v w", " ")
	names = names[:min(n, len(names))]
	if tuple {
		return `\(` + strings.Join(names, ", ") + ") -> ..."
	}
	return `\` + strings.Join(names, " ") + " -> ..."
}

// argHint is about an argument of a call that does not fit.
func (a *application) argHint(l laterArg, got types.Type) string {
	total, exact := arity(a.fn.Type())
	rest := total - l.index
	w, g := types.Resolve(l.param), types.Resolve(got)
	if r, ok := g.(*types.Record); ok && types.IsTuple(r) && exact && len(r.Fields) == rest && rest > 1 {
		return "arguments stand side by side, without commas: " + short(a.name) + " " + strings.TrimSuffix(strings.TrimPrefix(lambdaText(rest, false), `\`), " -> ...")
	}
	if _, ok := w.(*types.Func); ok {
		if _, fn := g.(*types.Func); !fn {
			return "a function is expected here: the arguments may be in the wrong order"
		}
	}
	if a.given > 0 && a.given < total {
		return fmt.Sprintf("%s takes %s, but has %d here: one before this may be missing", short(a.name), count(total, "argument"), a.given)
	}
	if r, ok := a.fn.(*types.Ref); ok && a.c.oneType[r.Sym] {
		return "a local function has one type, that of its first use, unless it declares type parameters: let " + r.Sym.Name + " 't (x: t) = ..."
	}
	arr, ok := g.(*types.Array)
	if p, scalar := w.(types.Prim); ok && scalar && rest == 1 && types.SamePrim(arr.Elem, p.Prim) && operand(l.at) != "" {
		return "to apply it to every element, write map " + operand(a.fn.Span()) + " " + operand(l.at)
	}
	return ""
}

// tooMany reports arguments beyond those that a function takes; x is the call.
func (c *checker) tooMany(fn types.Exp, x *syntax.ApplyExp, takes int) {
	name := x.Fn.ExpSpan().Text()
	d := c.error(diag.Type, codeNotFunction, diag.Span{Source: x.Span.Source, Start: x.Args[takes].ExpSpan().Start, End: x.Span.End}, "%s takes %s, but is applied to %d", short(name), count(takes, "argument"), len(x.Args))
	if r, ok := fn.(*types.Ref); ok {
		note(d, r.Sym.Span.OfUser(), "%s has type %s", r.Sym.Name, types.PrintScheme(r.Sym.Scheme))
	}
	f := types.Resolve(fn.Type()).(*types.Func)
	r, ok := types.Resolve(f.Param).(*types.Record)
	arrays := len(x.Args) - 1
	switch {
	case ok && takes == 1 && types.IsTuple(r) && len(r.Fields) == len(x.Args):
		d.Hint = "it takes one tuple: put the arguments in parentheses, with commas"
	case strings.HasPrefix(name, "map") && len(name) <= 4 && arrays > takes-1 && arrays <= 5:
		d.Hint = fmt.Sprintf("map%d goes over %d arrays at once", arrays, arrays)
	default:
		d.Hint = "an argument that is itself a call needs parentheses: f (g x)"
	}
}

// foreignOperators are the names of operators in other languages.
var foreignOperators = map[string]string{"and": "&&", "or": "||", "mod": "%", "div": "/", "xor": "^", "not": "!", "quot": "//", "rem": "%%"}

// notFunctionHint is about a value that stands before another as if it were a function.
func notFunctionHint(fn types.Exp, args []syntax.Exp) string {
	if _, ok := types.Resolve(fn.Type()).(*types.Array); ok {
		return "to index an array, write a[i] without a space"
	}
	if len(args) == 0 {
		return ""
	}
	if v, ok := args[0].(*syntax.VarExp); ok && len(v.Name.Quals) == 0 {
		if op := foreignOperators[v.Name.Base]; op != "" {
			return "the operator is " + op
		}
		if v.Name.Base == "as" {
			return "a conversion is a function: f64.i32 x makes an f64 of an i32"
		}
	}
	return "an operator or a comma may be missing after it"
}

// foreignTypes are the names of types in other languages.
var foreignTypes = map[string]string{
	"int": "i32 or i64", "Int": "i64", "integer": "i64", "Integer": "i64", "long": "i64", "short": "i16", "byte": "u8", "char": "u8", "Char": "u8", "uint": "u32 or u64",
	"usize": "i64", "float": "f32 or f64", "Float": "f64", "double": "f64", "Double": "f64", "real": "f64", "half": "f16", "boolean": "bool", "Bool": "bool", "Boolean": "bool",
	"string": "[]u8", "String": "[]u8", "str": "[]u8", "void": "()", "unit": "()", "Unit": "()",
	"Array": "[]t, or [n]t", "array": "[]t, or [n]t", "List": "[]t, or [n]t", "list": "[]t, or [n]t", "Vec": "[]t, or [n]t", "Vector": "[]t, or [n]t", "Maybe": "a sum type, #some t | #none", "Option": "a sum type, #some t | #none",
}

// foreignNames are the names of functions and words in other languages, with what Futhark has for them.
var foreignNames = map[string]string{
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

// scalarNameHint is about a type used like a function.
func scalarNameHint(name string) string {
	if p, ok := prim.ByName(name); ok {
		other := prim.I32
		if p == other {
			other = prim.I64
		}
		return fmt.Sprintf("%s is a type; %s.%s x makes one of an %s, and so on", name, name, other, other)
	}
	return ""
}

// uniqueParam is a parameter as it would be declared to be consumed.
func (u *uniquer) uniqueParam(s *types.Symbol) string {
	name, _, part := strings.Cut(s.Name, ".")
	if part || s.Scheme == nil {
		return "(" + name + ": *t)"
	}
	t := types.MapType(s.Scheme.Type, func(types.Type) types.Type { return nil }, func(n types.Size) types.Size {
		if v, ok := n.(*types.SizeVar); ok && !strings.Contains(v.Sym.Span.Text(), "["+v.Name+"]") || ok && len(v.Sym.Span.Text()) > len(v.Name)+2 {
			return u.c.u.FreshSize() // one that the program does not name
		}
		return n
	})
	return "(" + name + ": *" + types.Print(t) + ")"
}

// afterSlashes tells whether // or # stands before a place in its line: a comment of another language.
func afterSlashes(at diag.Span) bool {
	text := at.Source.Text[:at.Start]
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return strings.Contains(line, "//")
}
