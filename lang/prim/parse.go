package prim

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ParseScalar reads a scalar in Futhark's data notation: 7i32, -1i64, 0xffu8, 0b101, 1_000, 1.5f32, 4f32,
// f32.nan, -f64.inf, true. Without a suffix an integer is an i32 and a float an f64.
func ParseScalar(text string) (Scalar, error) { return ParseScalarAs(Invalid, text) }

// ParseScalarAs reads a scalar of type t, whose suffix may be left out (a float type also takes an
// integer's notation); a suffix of another type is an error. With Invalid it is ParseScalar.
func ParseScalarAs(t Type, text string) (Scalar, error) {
	s, err := parseScalar(t, text)
	if err == nil && t != Invalid && s.Type != t {
		return Scalar{}, fmt.Errorf("%s is of type %s, not %s", text, s.Type, t)
	}
	return s, err
}

func parseScalar(want Type, text string) (Scalar, error) {
	if text == "true" || text == "false" {
		return BoolOf(text == "true"), nil
	}
	body, neg := strings.CutPrefix(text, "-")
	for t := F16; t <= F64 && strings.HasPrefix(body, "f"); t++ {
		switch body {
		case t.String() + ".nan":
			return Float(t, math.NaN()), nil
		case t.String() + ".inf":
			if neg {
				return Float(t, math.Inf(-1)), nil
			}
			return Float(t, math.Inf(1)), nil
		}
	}
	digits, t := cutSuffix(body)
	if digits == "" || digits[0] < '0' || digits[0] > '9' {
		return Scalar{}, fmt.Errorf("%q is not a number", text)
	}
	lower := strings.ToLower(digits)
	based := strings.HasPrefix(lower, "0x") || strings.HasPrefix(lower, "0b")
	isFloat := strings.Contains(digits, ".") || !based && strings.ContainsAny(digits, "eE") ||
		strings.HasPrefix(lower, "0x") && strings.Contains(lower, "p")
	if t == Invalid {
		switch {
		case want != Invalid && want != Bool && (!isFloat || want.IsFloat()):
			t = want
		case isFloat:
			t = F64
		default:
			t = I32
		}
	}
	if t.IsFloat() {
		return parseFloat(t, text, lower, neg, isFloat)
	}
	if isFloat {
		return Scalar{}, fmt.Errorf("%q is not an integer", text)
	}
	return parseInt(t, text, lower, neg, based)
}

// cutSuffix splits a number into digits and type suffix. In a hexadecimal number f16, f32 and f64 are
// digits.
func cutSuffix(body string) (string, Type) {
	if !strings.ContainsAny(body[max(0, len(body)-3):], "iuf") {
		return body, Invalid
	}
	hex := strings.HasPrefix(body, "0x") || strings.HasPrefix(body, "0X")
	for _, t := range Types {
		if t == Bool || hex && t.IsFloat() && !strings.ContainsAny(body, ".pP") {
			continue
		}
		if d, ok := strings.CutSuffix(body, t.String()); ok {
			return d, t
		}
	}
	return body, Invalid
}

func parseInt(t Type, text, digits string, neg, based bool) (Scalar, error) {
	base := 10
	if based {
		base = map[byte]int{'x': 16, 'b': 2}[digits[1]]
		digits = digits[2:]
	}
	u, err := parseDigits(digits, base)
	if err != nil {
		return Scalar{}, fmt.Errorf("%q is not an integer", text)
	}
	limit := IntMax(t).Bits
	switch {
	case neg && t.IsUnsigned():
		limit = 0
	case neg:
		limit++
	case based: // all bits of the type can be written
		limit = IntMax(bitsType(t)).Bits
	}
	if u.overflow || u.v > limit {
		return Scalar{}, fmt.Errorf("%s does not fit in %s", text, t)
	}
	if neg {
		return Int(t, -int64(u.v)), nil
	}
	return Scalar{t, wrap(t, u.v)}, nil
}

type digitsValue struct {
	v        uint64
	overflow bool
}

func parseDigits(digits string, base int) (digitsValue, error) {
	clean, err := dropUnderscores(digits)
	if err != nil {
		return digitsValue{}, err
	}
	v, err := strconv.ParseUint(clean, base, 64)
	if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
		return digitsValue{overflow: true}, nil
	}
	return digitsValue{v: v}, err
}

// dropUnderscores removes the underscores, which must stand after a digit.
func dropUnderscores(s string) (string, error) {
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || !isAlnum(s[i-1]) && s[i-1] != '_') {
			return "", strconv.ErrSyntax
		}
	}
	return strings.ReplaceAll(s, "_", ""), nil
}

func isAlnum(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }

// parseFloat reads a float and rounds it once to its width.
func parseFloat(t Type, text, digits string, neg, isFloat bool) (Scalar, error) {
	bad := func() (Scalar, error) { return Scalar{}, fmt.Errorf("%q is not a number", text) }
	clean, err := dropUnderscores(digits)
	if err != nil {
		return bad()
	}
	if !isFloat {
		u, ok := strings.CutPrefix(clean, "0x")
		base := 16
		if b, isBin := strings.CutPrefix(clean, "0b"); isBin {
			u, ok, base = b, true, 2
		}
		if ok {
			v, err := strconv.ParseUint(u, base, 64)
			if err != nil {
				return bad()
			}
			return signed(t, float64(v), neg), nil
		}
	}
	if strings.HasPrefix(clean, "0x") && !strings.Contains(clean, "p") {
		clean += "p0"
	}
	bits := 64
	if t == F32 {
		bits = 32
	}
	f, err := strconv.ParseFloat(clean, bits)
	if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
		err = nil // too large is infinite, too small zero
	}
	if err != nil {
		return bad()
	}
	return signed(t, f, neg), nil
}

func signed(t Type, f float64, neg bool) Scalar {
	if neg {
		f = -f
	}
	return Float(t, f)
}
