package prim

import "math"

// Coefficients B(2k)/(2k)! of the asymptotic series of polygamma, k = 1, 2, ...
var bernoulliOverFactorial = [...]float64{
	1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160,
	-691.0 / 1307674368000, 1.0 / 74724249600, -3617.0 / 10670622842880000,
}

// polygamma is the derivative of order n+1 of log gamma at x: digamma for n = 0, trigamma for n = 1.
// At the poles 0, -1, -2, ... and for n < 0 it is nan.
func polygamma(x float64, n int) float64 {
	switch {
	case n < 0 || n > 100 || math.IsNaN(x) || math.IsInf(x, -1) || x <= 0 && x == math.Floor(x):
		return math.NaN()
	case x < 0.5:
		return polygammaReflect(x, n)
	case math.IsInf(x, 1):
		if n == 0 {
			return x
		}
		return 0
	}
	sign := 1.0 // (-1)^(n+1), of every term but digamma's
	if n%2 == 0 {
		sign = -1
	}
	fact := 1.0 // n!
	for k := 2; k <= n; k++ {
		fact *= float64(k)
	}
	sum := 0.0 // recurrence: psi_n(x) = psi_n(x+1) + sign n! / x^(n+1)
	for ; x < 16+float64(n); x++ {
		sum += math.Pow(x, -float64(n+1))
	}
	sum *= sign * fact
	if n == 0 {
		return sum + digammaAsymptotic(x)
	}
	return sum + sign*polygammaAsymptotic(x, n, fact)
}

// digammaAsymptotic is log x - 1/(2x) - sum B(2k)/(2k x^2k).
func digammaAsymptotic(x float64) float64 {
	s := math.Log(x) - 0.5/x
	f, p := 1.0, 1/(x*x) // f = (2k-1)!
	for k, b := range bernoulliOverFactorial {
		s -= b * f * p
		p /= x * x
		f *= float64(2*k+2) * float64(2*k+3)
	}
	return s
}

// polygammaAsymptotic is (n-1)!/x^n + n!/(2 x^(n+1)) + sum B(2k)/(2k)! (2k+n-1)!/x^(2k+n), without sign.
func polygammaAsymptotic(x float64, n int, fact float64) float64 {
	s := fact/float64(n)*math.Pow(x, -float64(n)) + fact/2*math.Pow(x, -float64(n+1))
	f := fact * float64(n+1) // (n+1)!
	p := math.Pow(x, -float64(n+2))
	for k, b := range bernoulliOverFactorial {
		s += b * f * p
		p /= x * x
		f *= float64(n+2*k+2) * float64(n+2*k+3)
	}
	return s
}

// polygammaReflect uses psi_n(x) = (-1)^n psi_n(1-x) - pi d^n/dx^n cot(pi x). The derivative of a
// polynomial P in c = cot(pi x) is -pi (1 + c^2) P'(c).
func polygammaReflect(x float64, n int) float64 {
	p := make([]float64, n+2)
	p[1] = 1
	for range n {
		q := make([]float64, n+2)
		for i := 1; i < len(p); i++ {
			q[i-1] -= math.Pi * float64(i) * p[i]
			if i+1 < len(q) {
				q[i+1] -= math.Pi * float64(i) * p[i]
			}
		}
		p = q
	}
	c, cot := cosPi(x)/sinPi(x), 0.0
	for i := len(p) - 1; i >= 0; i-- {
		cot = cot*c + p[i]
	}
	r := polygamma(1-x, n)
	if n%2 == 1 {
		r = -r
	}
	return r - math.Pi*cot
}
