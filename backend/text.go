package backend

import (
	"fmt"
	"time"

	"raido/lang/diag"
)

// ShapeText prints the dimensions of an array.
func ShapeText(dims []int64) string {
	s := ""
	for _, d := range dims {
		s += fmt.Sprintf("[%d]", d)
	}
	return s
}

// Place is a position, without the name of the text if it is in that one.
func Place(at diag.Span, own diag.ID) string {
	if at.Source == nil {
		return ""
	}
	if at.Source.Place().ID == own {
		line, col := at.Pos()
		return fmt.Sprintf("%d:%d", line, col)
	}
	return at.String()
}

// Duration prints a time with three digits.
func Duration(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s >= 1:
		return digits(s) + " s"
	case s >= 1e-3:
		return digits(s*1e3) + " ms"
	case s > 0:
		return digits(s*1e6) + " µs"
	}
	return "0"
}

// digits prints a number with three digits or so.
func digits(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// ByteText prints a number of bytes.
func ByteText(n int64) string {
	switch x := float64(n); {
	case x >= 1e15:
		return digits(x/1e15) + " PB"
	case x >= 1e12:
		return digits(x/1e12) + " TB"
	case x >= 1e9:
		return digits(x/1e9) + " GB"
	case x >= 1e6:
		return digits(x/1e6) + " MB"
	case x >= 1e3:
		return digits(x/1e3) + " kB"
	}
	return fmt.Sprintf("%d B", n)
}
