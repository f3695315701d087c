package gen

import (
	"fmt"
	"strings"

	"raido/lang/prim"
)

// Operators on f16. Values are kept as their bits; an operator widens its operands to float, computes there, and
// rounds. For + - * / and sqrt that gives what a device with halves gives: float has more than twice the digits.

// halfText is the text of an operator that takes or gives f16.
func halfText(op *prim.Op, t prim.Type, args []string) (text string, ok bool) {
	switch {
	case op.Name == "to_bits", op.Name == "from_bits", op.Name == "to_f16" && t == prim.F16:
		return args[0], true
	case op.Name == "lerp": // each operation rounds
		diff := halfOp("sub", args[1], args[0])
		return halfOp("add", args[0], halfOp("mul", diff, args[2])), true
	case op.Name == "nextafter":
		return fmt.Sprintf("rd_next_half(%s, %s)", args[0], args[1]), true
	case op.Name == "to_f16" && t == prim.F64: // through float it would round twice
		return "rd_half_double(" + args[0] + ")", true
	case op.Name == "to_f16":
		return "rd_half((float)(" + args[0] + "))", true
	}
	wide := make([]string, len(args))
	for i, a := range args {
		if wide[i] = a; op.OperandType(t, i) == prim.F16 {
			wide[i] = "rd_float(" + a + ")"
		}
	}
	if text, ok = opText(op, prim.F32, wide); ok && op.ResultType(t) == prim.F16 {
		text = "rd_half(" + text + ")"
	}
	return text, ok
}

func halfOp(name string, args ...string) string {
	text, _ := halfText(prim.ByOpName(name), prim.F16, args)
	return text
}

func halfLiteral(f float64) string { return fmt.Sprintf("(ushort)(0x%x)", prim.HalfBits(f)) }

// halfSupports are the functions that halfText uses, in an order in which they can be defined.
var halfSupports = []struct{ name, text string }{
	{"rd_float", "static float rd_float(ushort h) { return vload_half(0, (const __private half *)&h); }"},
	{"rd_half", "static ushort rd_half(float x) { ushort h; vstore_half_rte(x, 0, (__private half *)&h); return h; }"},
	{"rd_half_double", "static ushort rd_half_double(double x) { ushort h; vstore_half_rte(x, 0, (__private half *)&h); return h; }"},
	// The bits without the sign, with the sign as that of an integer, are ordered as the numbers.
	{"rd_next_half", "static ushort rd_next_half(ushort a, ushort b) {\n" +
		"  int x = a & 0x7fff, y = b & 0x7fff;\n" +
		"  if (x > 0x7c00 || y > 0x7c00) return 0x7e00;\n" +
		"  if (a & 0x8000) x = -x;\n" +
		"  if (b & 0x8000) y = -y;\n" +
		"  if (x == y) return b;\n" +
		"  x += x < y ? 1 : -1;\n" +
		"  return x < 0 ? (ushort)(-x | 0x8000) : x == 0 && (a & 0x8000) ? 0x8000 : (ushort)x;\n}"},
}

// halfSupport lists the functions for f16 that body calls.
func halfSupport(body string) []string {
	var out []string
	for _, s := range halfSupports {
		if strings.Contains(body, s.name+"(") {
			out = append(out, s.text)
		}
	}
	return out
}
