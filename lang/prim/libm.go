package prim

import "math"

// Go's math package is inaccurate in places on amd64: Log and Log10 of subnormal numbers, Exp, Sinh and Cosh
// close to overflow, Log10 of powers of ten. These functions are right there, too.

// FExp is e**x. Close to overflow and in the subnormal range the argument is reduced first: x = k*ln2 + r.
func FExp(x float64) float64 {
	if a := math.Abs(x); !(a > 700) || a > 800 {
		return math.Exp(x)
	}
	const (
		ln2Hi = 6.93147180369123816490e-01 // few bits, so that k*ln2Hi is exact
		ln2Lo = 1.90821492927058770002e-10
	)
	k := math.Round(x / math.Ln2)
	return math.Ldexp(math.Exp((x-k*ln2Hi)-k*ln2Lo), int(k))
}

// FLog is the natural logarithm, also of subnormal numbers.
func FLog(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// log10 is the logarithm of base 10, exact at powers of ten.
func log10(x float64) float64 {
	y := FLog(x) / math.Ln10
	if n := math.Round(y); math.Abs(y-n) < 1e-9 && n >= -323 && math.Pow10(int(n)) == x {
		return n
	}
	return y
}

// sinh and cosh are e**|x| / 2 for large arguments, computed so that only the result can overflow.
func sinh(x float64) float64 {
	if math.Abs(x) > 700 {
		return math.Copysign(halfExp(math.Abs(x)), x)
	}
	return math.Sinh(x)
}

func cosh(x float64) float64 {
	if math.Abs(x) > 700 {
		return halfExp(math.Abs(x))
	}
	return math.Cosh(x)
}

// halfExp is e**x / 2 for large x.
func halfExp(x float64) float64 {
	h := FExp(x / 2)
	return h / 2 * h
}

// lgamma is log |gamma x|; as in C it is infinite at -inf.
func lgamma(x float64) float64 {
	switch {
	case math.IsInf(x, -1):
		return math.Inf(1)
	case x != 0 && math.Abs(x) < 0x1p-1022:
		return -FLog(math.Abs(x))
	}
	y, _ := math.Lgamma(x)
	return y
}
