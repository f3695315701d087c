package gen

import (
	"fmt"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Wide masks]
//
// A vector of bools is one of chars, 0 or 1, as it lies in memory, where processors keep masks in registers of their own: a comparison of
// longs gives so many bits, whatever type the text converts them to. Others, those whose vectors have less than 64 bytes, compare longs to
// longs with all bits or none, which is what their selections, masked loads and logic take. Compilers do not see that through
// a vector of chars: they pack each comparison into bytes and unpack it where it is used, some twenty instructions. So a vector of bools is
// one of integers there that are 0 or -1, as wide as numbers of so many lanes are as a rule. In memory bools stay bytes of 0 or 1.

// wideMasks reports whether vectors of w bools are integers of 0 or -1: Note [Wide masks].
func (n *demands) wideMasks(w int) bool {
	return n != nil && w > 1 && n.target.WideMasks()
}

// boolOf is the type of which w bools are made.
func (n *demands) boolOf(w int) prim.Type {
	switch {
	case !n.wideMasks(w):
		return prim.Bool
	case 8*w > vectorBytes:
		return prim.I32
	}
	return prim.I64
}

// inRegister is the type by which w values of type t are computed.
func (n *demands) inRegister(t prim.Type, w int) prim.Type {
	if t == prim.Bool {
		return n.boolOf(w)
	}
	return t
}

// wideRows are the rows of vecRows that differ for wide masks.
var wideRows = map[*prim.Op]rowText{
	prim.Not: {int: "(~$0)", bool: "(~$0)"},
	prim.Eq:  {any: "convert_$R($0 == $1)"},
	prim.Lt:  {int: "convert_$R($0 < $1)", float: "convert_$R($0 < $1)", bool: "(~$0 & $1)"},
	prim.Le:  {int: "convert_$R($0 <= $1)", float: "convert_$R($0 <= $1)", bool: "(~$0 | $1)"},

	prim.IsNaN:   {float: "convert_$R($0 != $0)"},
	prim.IsInf:   {float: "convert_$R(fabs($0) == ($T)INFINITY)"},
	prim.Signbit: {float: "convert_$R(as_$I($0) < ($I)0)"},

	prim.To(prim.Bool): {any: "convert_$R($0 != ($T)0)"},
}

// wideNumber is the row of conversions from a wide mask to numbers.
var wideNumber = rowText{any: "convert_$R($0 & ($T)1)"}

// vecRow is the row of an operator at a type for vectors of w lanes.
func (n *demands) vecRow(op *prim.Op, t prim.Type, w int) rowText {
	if n.wideMasks(w) {
		if r, ok := wideRows[op]; ok {
			return r
		} else if t == prim.Bool && op == prim.To(op.ResultType(t)) {
			return wideNumber
		}
	}
	if r, ok := vecRows[op]; ok {
		return r
	}
	return rows[op]
}

// fromMemory is the text of a vector whose elements are as they lie in memory, and toMemory the other way round.
func (p *printer) fromMemory(t prim.Type, w int, text string) string {
	if t != prim.Bool || !p.wideMasks(w) {
		return text
	}
	bytes := vecType(prim.I8, w)
	return fmt.Sprintf("%s(%s != (%s)0)", p.builtin("convert_"+p.typeName(t, w)), text, bytes)
}

func (p *printer) toMemory(t prim.Type, w int, text string) string {
	if t != prim.Bool || !p.wideMasks(w) {
		return text
	}
	bytes := vecType(prim.I8, w)
	return fmt.Sprintf("(%s(%s) & (%s)1)", p.builtin("convert_"+bytes), text, bytes)
}

// bytes is a mask as the functions of the library take it.
func (p *printer) bytes(mask core.Atom, w int) string {
	return p.toMemory(prim.Bool, w, p.vector(mask, w))
}

// someOff is the text of whether a mask leaves lanes out.
func (p *printer) someOff(mask core.Atom, w int) string {
	return p.any(p.operate(opAt{prim.Not, prim.Bool, w}, p.atom(mask)), w)
}

// any is the text of whether a lane of a mask is set.
func (p *printer) any(mask string, w int) string {
	if p.wideMasks(w) {
		return p.function("lit", p.boolOf(w), w) + "(" + mask + ")"
	}
	return p.function("any", prim.I8, w) + "(" + mask + ")"
}

// spread is a scalar in each lane.
func (p *printer) spread(a core.Atom, w int) string {
	t := a.AtomType().Elem
	if t == prim.Bool && p.wideMasks(w) {
		if c, ok := a.(core.Const); ok {
			return fmt.Sprintf("(%s)(%d)", p.typeName(t, w), -int(c.Bits&1))
		}
		return fmt.Sprintf("(%s)(%s ? -1 : 0)", p.typeName(t, w), p.atom(a))
	}
	return fmt.Sprintf("(%s)(%s)", p.typeName(t, w), p.atom(a))
}
