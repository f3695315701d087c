package gen

import (
	"fmt"
	"strings"

	"raido/lang/prim"
)

func vecText(op *prim.Op, t prim.Type, w int, args []string) (string, bool) {
	if t == prim.F16 || op.ResultType(t) == prim.F16 {
		return "", false
	}
	v := func(t prim.Type) string { return vecType(t, w) }
	a := func(i int) string { return args[i] }
	r := op.ResultType(t)
	switch op.Name {
	case "eq":
		return fmt.Sprintf("(convert_char%d(%s == %s) & (char%d)(1))", w, a(0), a(1), w), true
	case "lt":
		return fmt.Sprintf("(convert_char%d(%s < %s) & (char%d)(1))", w, a(0), a(1), w), true
	case "le":
		return fmt.Sprintf("(convert_char%d(%s <= %s) & (char%d)(1))", w, a(0), a(1), w), true
	case "isnan":
		return fmt.Sprintf("(convert_char%d(%s != %s) & (char%d)(1))", w, a(0), a(0), w), true
	case "and", "or", "xor":
		return "(" + a(0) + map[string]string{"and": " & ", "or": " | ", "xor": " ^ "}[op.Name] + a(1) + ")", true
	case "not":
		if t == prim.Bool {
			return fmt.Sprintf("(%s ^ (char%d)(1))", a(0), w), true
		}
		return "(~" + a(0) + ")", true
	}
	if t.IsInt() && !t.IsUnsigned() {
		u := fmt.Sprintf("as_%s%d", unsigned(t), w)
		switch op.Name {
		case "add", "sub", "mul":
			return fmt.Sprintf("as_%s(%s(%s) %s %s(%s))", v(t), u, a(0), map[string]string{"add": "+", "sub": "-", "mul": "*"}[op.Name], u, a(1)), true
		case "neg":
			return fmt.Sprintf("as_%s(-%s(%s))", v(t), u, a(0)), true
		case "min":
			return fmt.Sprintf("(%s < %s ? %s : %s)", a(1), a(0), a(1), a(0)), true
		case "max":
			return fmt.Sprintf("(%s < %s ? %s : %s)", a(0), a(1), a(1), a(0)), true
		}
	}
	if strings.HasPrefix(op.Name, "to_") && op.Name != "to_bits" {
		switch {
		case t == r:
			return a(0), true
		case r.IsFloat() || t.IsInt() && r.IsInt() && !r.IsUnsigned() && !t.IsUnsigned() || t == prim.Bool && r.IsInt():
			return fmt.Sprintf("convert_%s(%s)", v(r), a(0)), true
		case t == prim.I64 && r == prim.U64:
			return fmt.Sprintf("as_%s(%s)", v(r), a(0)), true
		}
		return "", false
	}
	if !t.IsFloat() {
		return "", false
	}
	row := rows[op.Name].float
	if row == "" || strings.Contains(row, "rd_") || strings.Contains(row, "$R") || op.Name == "sgn" || op.Name == "isinf" || op.Name == "signbit" || op.Name == "ldexp" {
		return "", false
	}
	rep := []string{"$T", v(t)}
	for i, x := range args {
		rep = append(rep, fmt.Sprintf("$%d", i), x)
	}
	return strings.NewReplacer(rep...).Replace(row), true
}
