package display

import (
	"strings"

	"raido/lang/prim"
	"raido/lang/value"
)

// maxLaTeX is the number of rows and columns up to which arrays have a LaTeX form.
const maxLaTeX = 10

// LaTeX is the form of a value in a formula, without dollars; empty if it has none.
func LaTeX(v value.Value) string { return latex(v) }

// latex renders scalars with all digits, and vectors and matrices of few elements; empty for everything else.
func latex(v value.Value) string {
	switch v := v.(type) {
	case value.Scalar:
		return latexNumber(v.Scalar, -1)
	case *value.Array:
		if v.Size() == 0 || len(v.Shape) > 2 || v.Shape[len(v.Shape)-1] > maxLaTeX || v.Shape[0] > maxLaTeX {
			return ""
		}
		var rows []string
		cols := v.Shape[len(v.Shape)-1]
		for i := int64(0); i < v.Size(); i += cols {
			var row []string
			for j := range cols {
				row = append(row, latexNumber(at(v, i+j), digits))
			}
			rows = append(rows, strings.Join(row, " & "))
		}
		return `\begin{bmatrix} ` + strings.Join(rows, ` \\ `) + ` \end{bmatrix}`
	case *value.Record:
		if len(v.Shape) > 0 || !isTuple(v) || len(v.Fields) == 0 {
			return ""
		}
		var parts []string
		for _, f := range v.Fields {
			l := latex(f)
			if l == "" {
				return ""
			}
			parts = append(parts, "{"+l+"}") // a minus in braces is a sign
		}
		return `\left( ` + strings.Join(parts, `,\ `) + ` \right)`
	default: // has no form in LaTeX
	}
	return ""
}

func latexNumber(s prim.Scalar, digits int) string {
	t := number(s, digits)
	switch t {
	case "nan":
		return `\mathrm{NaN}`
	case "inf":
		return `\infty`
	case "-inf":
		return `-\infty`
	case "true", "false":
		return `\mathrm{` + t + `}`
	}
	if mantissa, exp, ok := strings.Cut(t, "e"); ok {
		neg := strings.HasPrefix(exp, "-")
		exp = strings.TrimLeft(exp, "+-0")
		if neg {
			exp = "-" + exp
		}
		return mantissa + ` \times 10^{` + exp + `}`
	}
	return t
}
