package parser

import (
	"fmt"
	"reflect"
	"strings"

	"raido/lang/diag"
	"raido/lang/syntax"
)

var spanType = reflect.TypeFor[diag.Span]()

// dump prints a tree as S-expressions, without places and parentheses. It is written by reflection,
// so it can't share a mistake with the printer.
func dump(node any) string {
	var b strings.Builder
	dumpValue(&b, reflect.ValueOf(node))
	return b.String()
}

func dumpValue(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		if p, ok := v.Interface().(*syntax.ParenExp); ok {
			dumpValue(b, reflect.ValueOf(p.Exp))
			return
		}
		if x, ok := v.Interface().(*syntax.TableExp); ok {
			dumpValue(b, reflect.ValueOf(x.Array()))
			return
		}
		dumpValue(b, v.Elem())
	case reflect.Struct:
		dumpStruct(b, v)
	case reflect.Slice:
		b.WriteString("[")
		for i := range v.Len() {
			if i > 0 {
				b.WriteString(" ")
			}
			dumpValue(b, v.Index(i))
		}
		b.WriteString("]")
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	default:
		fmt.Fprint(b, v.Interface())
	}
}

func dumpStruct(b *strings.Builder, v reflect.Value) {
	t := v.Type()
	b.WriteString("(" + t.Name())
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type == spanType || f.Name == "At" || f.Name == "Source" || f.Name == "Docs" || v.Field(i).IsZero() {
			continue
		}
		b.WriteString(" " + f.Name + "=")
		dumpValue(b, v.Field(i))
	}
	b.WriteString(")")
}

// eachExp calls f with every expression of a tree.
func eachExp(node any, f func(syntax.Exp)) { walk(reflect.ValueOf(node), f) }

func walk(v reflect.Value, f func(syntax.Exp)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*diag.Source]() {
			return
		}
		if v.Kind() == reflect.Interface {
			if e, ok := v.Interface().(syntax.Exp); ok {
				f(e)
			}
		}
		walk(v.Elem(), f)
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), f)
		}
	}
}

// sexp is a short form for expressions of names and operators: (+ a (* b c)).
func sexp(e syntax.Exp) string {
	switch e := e.(type) {
	case *syntax.VarExp:
		return e.Name.String()
	case *syntax.NumLit:
		return e.Text + e.Suffix
	case *syntax.ParenExp:
		return sexp(e.Exp)
	case *syntax.BinExp:
		return "(" + syntax.Infix(e.Op, e.Backtick) + " " + sexp(e.L) + " " + sexp(e.R) + ")"
	case *syntax.NegExp:
		return "(neg " + sexp(e.Exp) + ")"
	case *syntax.NotExp:
		return "(not " + sexp(e.Exp) + ")"
	case *syntax.ApplyExp:
		out := "(" + sexp(e.Fn)
		for _, a := range e.Args {
			out += " " + sexp(a)
		}
		return out + ")"
	case *syntax.IndexExp:
		return "(at " + sexp(e.Arr) + " " + sexp(e.Idx[0].Fix) + ")"
	case *syntax.ProjectExp:
		return "(get " + sexp(e.Rec) + " " + e.Field + ")"
	case *syntax.RangeExp:
		if e.Step != nil {
			return "(" + e.Kind + " " + sexp(e.Start) + " " + sexp(e.Step) + " " + sexp(e.End) + ")"
		}
		return "(" + e.Kind + " " + sexp(e.Start) + " " + sexp(e.End) + ")"
	case *syntax.AscriptExp:
		return "(: " + sexp(e.Exp) + " " + syntax.Print(e.Type) + ")"
	case *syntax.CoerceExp:
		return "(:> " + sexp(e.Exp) + " " + syntax.Print(e.Type) + ")"
	case *syntax.WithExp:
		out := "(with " + sexp(e.Exp) + " "
		for _, s := range e.Steps {
			if s.Field != "" {
				out += "." + s.Field
			} else {
				out += sexp(s.Idx[0].Fix)
			}
		}
		return out + " " + sexp(e.Val) + ")"
	case *syntax.IfExp:
		return "(if " + sexp(e.Cond) + " " + sexp(e.Then) + " " + sexp(e.Else) + ")"
	case *syntax.LetExp:
		return "(let " + syntax.Print(e.Pat) + " " + sexp(e.Rhs) + " " + sexp(e.Body) + ")"
	case *syntax.LambdaExp:
		return "(fn " + syntax.Print(e.Params[0]) + " " + sexp(e.Body) + ")"
	case *syntax.SectionL:
		return "(left " + sexp(e.L) + " " + syntax.Infix(e.Op, e.Backtick) + ")"
	case *syntax.SectionR:
		return "(right " + syntax.Infix(e.Op, e.Backtick) + " " + sexp(e.R) + ")"
	case *syntax.AttrExp:
		return "(attr " + e.Attr.Text + " " + sexp(e.Exp) + ")"
	}
	return syntax.Print(e)
}
