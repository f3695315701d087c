package infer

import (
	"fmt"
	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
	"strings"
)

// argHint is about an argument of a call that does not fit.
func (a *application) argHint(l laterArg, got types.Type) string {
	total, exact := explain.Arity(a.fn.Type())
	rest := total - l.index
	w, g := types.Resolve(l.param), types.Resolve(got)
	if r, ok := g.(*types.Record); ok && types.IsTuple(r) && exact && len(r.Fields) == rest && rest > 1 {
		return "arguments stand side by side, without commas: " + fault.Short(a.name) + " " + strings.Join(explain.ParamNames(rest), " ")
	}
	if _, ok := w.(*types.Func); ok {
		if _, fn := g.(*types.Func); !fn {
			return "a function is expected here: the arguments may be in the wrong order"
		}
	}
	if len(a.given) > 0 && len(a.given) < total {
		return fmt.Sprintf("%s takes %s, but has %d here: one before this may be missing", fault.Short(a.name), fault.Count(total, "argument"), len(a.given))
	}
	if r, ok := a.fn.(*types.Ref); ok && a.c.oneType[r.Sym] {
		return "a local function has one type, that of its first use, unless it declares type parameters: let " + r.Sym.Name + " 't (x: t) = ..."
	}
	arr, ok := g.(*types.Array)
	if p, scalar := w.(types.Prim); ok && scalar && rest == 1 && types.SamePrim(arr.Elem, p.Prim) && explain.Operand(l.at) != "" {
		return "to apply it to every element, write map " + explain.Operand(a.fn.Span()) + " " + explain.Operand(l.at)
	}
	return ""
}

// tooMany reports arguments beyond those that a function takes; x is the call.
func (c *Checker) tooMany(fn types.Exp, x *syntax.ApplyExp, takes int) {
	name := syntax.Spelled(x.Fn)
	d := c.Error(diag.Type, fault.CodeNotFunction, diag.Span{Source: x.Span.Source, Start: x.Args[takes].ExpSpan().Start, End: x.Span.End}, "%s takes %s, but is applied to %d", fault.Short(name), fault.Count(takes, "argument"), len(x.Args))
	if r, ok := fn.(*types.Ref); ok {
		fault.Note(d, r.Sym.Span.OfUser(), "%s has type %s", r.Sym.Name, types.PrintScheme(r.Sym.Scheme))
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

// afterSlashes reports whether // or # stands before a place in its line: a comment of another language.
func afterSlashes(at diag.Span) bool {
	text := at.Source.Text[:at.Start]
	line := text[strings.LastIndexByte(text, '\n')+1:]
	return strings.Contains(line, "//")
}
