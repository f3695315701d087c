package core

import (
	"fmt"
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
)

// Codes of failures at run time; every engine reports a failure with the same code and message.
var (
	CodeIndex  = diag.Register("E1201", "An index is outside of its array.")
	CodeSlice  = diag.Register("E1202", "A slice reaches outside of its array.")
	CodeDiv    = diag.Register("E1203", "An integer is divided by zero.")
	CodePow    = diag.Register("E1204", "An integer is raised to a negative power.")
	CodeAssert = diag.Register("E1205", "An assertion of the program, or a check of its sizes, does not hold.")
	CodeSize   = diag.Register("E1206", "An array would have a negative size.")
	CodeShape  = diag.Register("E1207", "An array has another shape than its use needs.")
	CodeDeep   = diag.Register("E1208", "A recursive function calls itself too deeply.")
)

// Code is that of an assertion that fails.
func (e *Assert) Code() string {
	if e.Index {
		return CodeIndex
	}
	return CodeAssert
}

// Messages of failures; %v stands for a value.
const (
	MsgIndex = "index %v out of bounds for array of length %v"
	MsgSlice = "slice of %v elements from %v with stride %v is out of bounds for length %v"
	MsgSize  = "negative size %v"
)

// MsgIndexAt is the message for index k of several into an array of the sizes dims. Constants into constant sizes at the end do not count: a number of a row is
// one, whether the row is read first or not.
func MsgIndexAt(k int, idx, dims []Atom) string {
	of := len(idx)
	for of > 1 && insideForSure(idx[of-1], dims[of-1]) {
		of--
	}
	if of == 1 {
		return MsgIndex
	}
	return fmt.Sprintf("index %%v out of bounds for dimension %d, which has length %%v", k)
}

// insideForSure reports whether an index is a constant within a constant size.
func insideForSure(i, dim Atom) bool {
	x, ok := IntConst(i)
	n, ok2 := IntConst(dim)
	return ok && ok2 && 0 <= x && x < n
}

// AssertInside adds what fails as an index of an array of the sizes dims does, if it is outside; known reports which of its parts need no
// assertion.
func (b *Builder) AssertInside(idx, dims []Atom, known func(k int) bool) {
	for k, i := range idx {
		if known(k) {
			continue
		}
		in := b.Prim(prim.And, prim.Bool, b.Prim(prim.Le, prim.I64, IntC(0), i), b.Prim(prim.Lt, prim.I64, i, dims[k]))
		b.Add(nil, &Assert{Cond: in, Msg: strings.ReplaceAll(MsgIndexAt(k, idx, dims), "%v", "%d"), Args: []Atom{i, dims[k]}, Index: true})
	}
}

var divSymbols = map[*prim.Op]string{prim.Div: "/", prim.Mod: "%%", prim.Quot: "//", prim.Rem: "%%%%"}

// FailureHint is a way out of a failure; "" if the message says all there is to say.
func FailureHint(code string) string {
	switch code {
	case CodeIndex:
		return "indices count from 0: the last is the length less one; last xs is the last element"
	case CodeSlice:
		return "xs[a:b] are the elements from a up to b - 1; take and drop count elements"
	case CodeDiv:
		return "look at the divisor before: if d == 0 then ... else a / d"
	case CodePow:
		return "floats have negative powers: f64.i32 x ** (-2)"
	case CodeSize:
		return "i64.max 0 n is no less than 0"
	}
	return ""
}

// PrimFailure is the code and the message of a primitive operator that fails.
func PrimFailure(op *prim.Op) (code, msg string) {
	if op == prim.Pow {
		return CodePow, "negative exponent: %v ** %v"
	}
	return CodeDiv, "division by zero: %v " + divSymbols[op] + " %v"
}

// PrimError is the failure of a primitive operator on arguments.
func PrimError(op *prim.Op, args []prim.Scalar, at diag.Span) *diag.Diag {
	code, msg := PrimFailure(op)
	return &diag.Diag{Class: diag.Runtime, Code: code, Span: at, Msg: fmt.Sprintf(msg, args[0].Plain(), args[1].Plain())}
}

// MayFail reports whether an operator fails for some operands: integers are not divided by zero, nor raised to what is negative.
func (e *PrimApp) MayFail() bool {
	if !e.Op.FailsOn(e.T) {
		return false
	}
	n, ok := IntConst(e.Args[1])
	return !ok || n == 0 || e.Op == prim.Pow && n < 0
}
