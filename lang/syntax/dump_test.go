package syntax

import (
	"fmt"
	"reflect"
	"strings"

	"raido/lang/diag"
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
		if p, ok := v.Interface().(*ParenExp); ok {
			dumpValue(b, reflect.ValueOf(p.Exp))
			return
		}
		if x, ok := v.Interface().(*TableExp); ok {
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
func eachExp(node any, f func(Exp)) { walk(reflect.ValueOf(node), f) }

func walk(v reflect.Value, f func(Exp)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*diag.Source]() {
			return
		}
		if v.Kind() == reflect.Interface {
			if e, ok := v.Interface().(Exp); ok {
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
func sexp(e Exp) string {
	switch e := e.(type) {
	case *VarExp:
		return e.Name.String()
	case *NumLit:
		return e.Text + e.Suffix
	case *ParenExp:
		return sexp(e.Exp)
	case *BinExp:
		return "(" + infix(e.Op, e.Backtick) + " " + sexp(e.L) + " " + sexp(e.R) + ")"
	case *NegExp:
		return "(neg " + sexp(e.Exp) + ")"
	case *NotExp:
		return "(not " + sexp(e.Exp) + ")"
	case *ApplyExp:
		out := "(" + sexp(e.Fn)
		for _, a := range e.Args {
			out += " " + sexp(a)
		}
		return out + ")"
	case *IndexExp:
		return "(at " + sexp(e.Arr) + " " + sexp(e.Idx[0].Fix) + ")"
	case *ProjectExp:
		return "(get " + sexp(e.Rec) + " " + e.Field + ")"
	case *RangeExp:
		if e.Step != nil {
			return "(" + e.Kind + " " + sexp(e.Start) + " " + sexp(e.Step) + " " + sexp(e.End) + ")"
		}
		return "(" + e.Kind + " " + sexp(e.Start) + " " + sexp(e.End) + ")"
	case *AscriptExp:
		return "(: " + sexp(e.Exp) + " " + Print(e.Type) + ")"
	case *CoerceExp:
		return "(:> " + sexp(e.Exp) + " " + Print(e.Type) + ")"
	case *WithExp:
		out := "(with " + sexp(e.Exp) + " "
		for _, s := range e.Steps {
			if s.Field != "" {
				out += "." + s.Field
			} else {
				out += sexp(s.Idx[0].Fix)
			}
		}
		return out + " " + sexp(e.Val) + ")"
	case *IfExp:
		return "(if " + sexp(e.Cond) + " " + sexp(e.Then) + " " + sexp(e.Else) + ")"
	case *LetExp:
		return "(let " + Print(e.Pat) + " " + sexp(e.Rhs) + " " + sexp(e.Body) + ")"
	case *LambdaExp:
		return "(fn " + Print(e.Params[0]) + " " + sexp(e.Body) + ")"
	case *SectionL:
		return "(left " + sexp(e.L) + " " + infix(e.Op, e.Backtick) + ")"
	case *SectionR:
		return "(right " + infix(e.Op, e.Backtick) + " " + sexp(e.R) + ")"
	case *AttrExp:
		return "(attr " + e.Attr.Text + " " + sexp(e.Exp) + ")"
	}
	return Print(e)
}
