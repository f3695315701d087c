// Package gradbench has the problems of GradBench (https://github.com/gradbench/gradbench, evals) as Futhark programs, NAME.fut with entries
// primal and gradient, with C by hand, c/NAME.c, and makes arguments for both. The C of ba, gmm, lstm and ht, which are ADBench's
// problems, is in tests/bench/peer. Programs in C++ for tools that overload operators are in c/tools.cpp.
//
// Imports lang/prim, lang/value.
package gradbench

import (
	"embed"
	"fmt"
	"math"

	"raido/lang/prim"
	"raido/lang/value"
)

// Sources has the programs to compare with, in the folder c. They include files of tests/bench/peer.
//
//go:embed c
var Sources embed.FS

// Case is a program of this folder with arguments.
type Case struct {
	Name    string
	Program string // without .fut
	Args    []value.Value
}

// Overloaded are the programs that c/tools.cpp has.
var Overloaded = map[string]bool{"llsq": true, "lse": true, "det": true, "ode": true, "gmm": true, "lstm": true}

// C is the name of the program in C, without .c.
func (c Case) C() string {
	if c.Program == "ht" {
		return "hand" // as ADBench calls it
	}
	return c.Program
}

// Small are cases for tests, one for each program.
func Small() []Case {
	return []Case{hello(), llsq(5, 9), lse(11), det(4), ode(5, 7), gmm(12, 3, 4), ba(2, 5, 9), ht(30, 7), kmeans(40, 3, 2), lstm(2, 5, 6), particle(), saddle()}
}

// Large are cases to measure.
func Large() []Case {
	return []Case{hello(), llsq(128, 16), llsq(128, 10_000), lse(1000), lse(1_000_000), det(6), det(9), ode(20, 1000), ode(1000, 200), gmm(1000, 10, 25),
		ba(49, 7776, 31843), ht(544, 100), ht(544, 6400), kmeans(10_000, 10, 10), kmeans(10_000, 100, 10), lstm(2, 14, 1024), particle(), saddle()}
}

func hello() Case { return Case{"hello", "hello", []value.Value{float(3)}} }

// llsq is of m coefficients and n rows.
func llsq(m, n int64) Case {
	return Case{fmt.Sprintf("llsq_m%d_n%d", m, n), "llsq", []value.Value{array(1, -0.5, 0.5, m), integer(n)}}
}

func lse(n int64) Case {
	return Case{fmt.Sprintf("lse_n%d", n), "lse", []value.Value{array(1, -2, 2, n)}}
}

func det(n int64) Case {
	return Case{fmt.Sprintf("det_n%d", n), "det", []value.Value{array(1, -1, 1, n, n)}}
}

// ode has n components and s steps. The last component has the product of all parameters as a factor, which neither grows nor vanishes.
func ode(n, s int64) Case {
	return Case{fmt.Sprintf("ode_n%d_s%d", n, s), "ode", []value.Value{array(1, 0.5*float64(n)/2, 1.1*float64(n)/2, n), integer(s)}}
}

func gmm(n, d, k int64) Case {
	return Case{fmt.Sprintf("gmm_n%d_d%d_k%d", n, d, k), "gmm", []value.Value{array(1, -0.1, 0.1, k), array(2, 0, 1, k, d), array(3, -0.1, 0.1, k, d*(d+1)/2),
		array(4, 0, 1, n, d), float(1), integer(0)}}
}

// ba has n cameras, m points, p observations. Points are in front of cameras, that is, their third component is not near zero.
func ba(n, m, p int64) Case {
	cams, points := array(1, 0.05, 0.3, n, 11), array(2, 1, 2, m, 3)
	return Case{fmt.Sprintf("ba_n%d_m%d_p%d", n, m, p), "ba", []value.Value{cams, points, array(3, 0.5, 1.5, p), array(4, -1, 1, p, 2)}}
}

// ht has v vertices and n points: a skeleton of 22 bones, each vertex pulled by two of them.
func ht(v, n int64) Case {
	const bones = 22
	parents := value.NewArray(prim.I64, bones)
	for i := range value.Of[int64](parents) {
		up := int64(i - 1)
		if i > 1 && (i-2)%4 == 0 {
			up = 1 // a finger begins at the palm
		}
		value.Of[int64](parents)[i] = up
	}
	relative, inverse, base := array(1, -0.7, 0.7, bones, 4, 4), array(2, -0.7, 0.7, bones, 4, 4), array(3, -1, 1, 4, v)
	for _, m := range []*value.Array{relative, inverse} {
		for i, xs := int64(0), value.Of[float64](m); i < bones; i++ {
			copy(xs[16*i+12:16*i+16], []float64{0, 0, 0, 1})
		}
	}
	weights, at := value.NewArray(prim.F64, bones, v), value.NewArray(prim.I64, n)
	for i := range v {
		value.Of[float64](base)[3*v+i] = 1
		a, w := i%bones, random(4, i)
		value.Of[float64](weights)[a*v+i] = w
		value.Of[float64](weights)[(a+1)%bones*v+i] = 1 - w
	}
	for i := range value.Of[int64](at) {
		value.Of[int64](at)[i] = int64(random(5, int64(i)) * float64(v))
	}
	return Case{fmt.Sprintf("ht_v%d_n%d", v, n), "ht", []value.Value{parents, relative, inverse, base, weights, array(6, -1, 1, n, 3), at, array(7, -0.5, 0.5, 26)}}
}

func kmeans(n, k, d int64) Case {
	return Case{fmt.Sprintf("kmeans_n%d_k%d_d%d", n, k, d), "kmeans", []value.Value{array(1, 0, 1, n, d), array(2, 0.2, 0.8, k, d)}}
}

// lstm has l layers of b units and c characters.
func lstm(l, b, c int64) Case {
	return Case{fmt.Sprintf("lstm_l%d_b%d_c%d", l, b, c), "lstm",
		[]value.Value{array(1, -1, 1, l, 2, 4, b), array(2, -1, 1, 3, b), array(3, -1, 1, l, 2, b), array(4, 0, 1, c, b)}}
}

func particle() Case { return Case{"particle", "particle", []value.Value{float(0)}} }

func saddle() Case { return Case{"saddle", "saddle", []value.Value{array(1, 1, 1, 2)}} }

func float(x float64) value.Value { return value.Scalar{Scalar: prim.Float(prim.F64, x)} }

func integer(n int64) value.Value { return value.Scalar{Scalar: prim.Int(prim.I64, n)} }

// array has numbers between two bounds, other ones for another seed.
func array(seed int64, least, most float64, shape ...int64) *value.Array {
	a := value.NewArray(prim.F64, shape...)
	xs := value.Of[float64](a)
	for i := range xs {
		xs[i] = least + (most-least)*random(seed, int64(i))
	}
	return a
}

// random is in [0, 1).
func random(seed, i int64) float64 {
	_, x := math.Modf(math.Abs(math.Sin(float64(seed)*12.9898+float64(i)*78.233) * 43758.5453))
	return x
}
