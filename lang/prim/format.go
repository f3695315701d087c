package prim

import (
	"math"
	"strconv"
	"strings"
)

// formatFloat writes the shortest decimal that reads back as f, a value of type t.
func formatFloat(t Type, f float64) string {
	switch {
	case math.IsNaN(f):
		return t.String() + ".nan"
	case math.IsInf(f, 1):
		return t.String() + ".inf"
	case math.IsInf(f, -1):
		return "-" + t.String() + ".inf"
	}
	digits := shortest(t, f)
	mantissa, exp, found := strings.Cut(digits, "e")
	e, err := strconv.Atoi(exp)
	if !found || err != nil || e < -5 || e > 15 {
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0"
		}
		return mantissa + "e" + strconv.Itoa(e) + t.String()
	}
	prec := len(mantissa) - 1 - e
	if mantissa[0] == '-' {
		prec--
	}
	if strings.Contains(mantissa, ".") {
		prec--
	}
	// The digits are exact as they stand: formatting the decimal they denote adds no others.
	v, _ := strconv.ParseFloat(digits, 64)
	return strconv.FormatFloat(v, 'f', max(prec, 1), 64) + t.String()
}

// shortest is the shortest d.ddde±xx that rounds to f in type t.
func shortest(t Type, f float64) string {
	switch t {
	case F32:
		return strconv.FormatFloat(f, 'e', -1, 32)
	case F16:
		for p := range 6 {
			s := strconv.FormatFloat(f, 'e', p, 64)
			if v, _ := strconv.ParseFloat(s, 64); roundHalf(v) == f {
				return s
			}
		}
	}
	return strconv.FormatFloat(f, 'e', -1, 64)
}
