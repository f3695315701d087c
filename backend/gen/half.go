package gen

import (
	"fmt"

	"raido/lang/prim"
)

// Operators on f16. Values are kept as their bits; an operator widens its operands to float, computes there, and
// rounds. For + - * / and sqrt that gives what a device with halves gives: float has more than twice the digits.

// half is the text of an operator that takes or gives f16.
func (n *demands) half(op *prim.Op, t prim.Type, args []string) (text string, ok bool) {
	switch {
	case op == prim.ToBits, op == prim.FromBits, op == prim.ToF16 && t == prim.F16:
		return args[0], true
	case op == prim.Lerp: // each operation rounds
		diff := n.halfOp(prim.Sub, args[1], args[0])
		return n.halfOp(prim.Add, args[0], n.halfOp(prim.Mul, diff, args[2])), true
	case op == prim.Nextafter:
		return fmt.Sprintf("%s(%s, %s)", n.function("nextafter", prim.F16, 1), args[0], args[1]), true
	case op == prim.ToF16 && t == prim.F64: // through float it would round twice
		return n.constant("half_double") + "(" + args[0] + ")", true
	case op == prim.ToF16:
		return n.constant("half") + "((float)(" + args[0] + "))", true
	}
	wide := make([]string, len(args))
	for i, a := range args {
		if wide[i] = a; op.OperandType(t, i) == prim.F16 {
			wide[i] = n.constant("float") + "(" + a + ")"
		}
	}
	if text, ok = n.op(op, prim.F32, 1, wide); ok && op.ResultType(t) == prim.F16 {
		text = n.constant("half") + "(" + text + ")"
	}
	return text, ok
}

func (n *demands) halfOp(op *prim.Op, args ...string) string {
	text, _ := n.half(op, prim.F16, args)
	return text
}

func halfLiteral(f float64) string { return fmt.Sprintf("(ushort)(0x%x)", prim.HalfBits(f)) }
