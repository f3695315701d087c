package host

import (
	"regexp"
	"strings"
	"testing"

	"raido/lang/prim"
	"raido/lang/value"
)

// histogram adds up and finds the largest, per bucket, in one kernel, and multiplies in another one.
const histogram = `fun main (n: i64) (m: i64) (is: [n]i64) (xs: [n]T) : (h: [m]T) (g: [m]T) (p: [m]T) =
	let (z: [m]T) = replicate [m] NUM(5)
	let (z2: [m]T) = replicate [m] NUM(1)
	let (z3: [m]T) = replicate [m] NUM(1)
	let (h: [m]T) (g: [m]T) = with_acc (acc_1 z NUM(0) (\(x: T) (y: T) : (T) -> let (q: T) = add.T x y in (q)))
		(acc_2 z2 LEAST (\(x2: T) (y2: T) : (T) -> let (q2: T) = max.T x2 y2 in (q2)))
		(\(a: acc acc_1 [m]T) (b: acc acc_2 [m]T) : (acc acc_1 [m]T, acc acc_2 [m]T) ->
			let (a2: acc acc_1 [m]T) (b2: acc acc_2 [m]T) = map n (a; b; is, xs) (\(c: acc acc_1 [m]T) (d: acc acc_2 [m]T) (i: i64) (x: T) : (acc acc_1 [m]T, acc acc_2 [m]T) ->
				let (c1: acc acc_1 [m]T) = update_acc c [i] x
				let (d1: acc acc_2 [m]T) = update_acc d [i] x
				in (c1, d1))
			in (a2, b2))
	let (p: [m]T) = hist n (z3) (is) (xs) (NEUTRAL) (\(x: T) (y: T) : (T) -> let (q: T) = OP.T x y in (q))
	in (h, g, p)`

// TestGroupAccs: accumulators of every kind that the GPU shape has a way of its own for, with few buckets and with many.
func TestGroupAccs(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := inGroups(t)
	e.limits.GroupsOfUnit = 64 // some hundred copies: more than one round combines
	for _, elem := range []prim.Type{prim.I32, prim.F32} {
		dot, op, neutral := "", "mul", "NUM(1)"
		if elem.IsFloat() { // products of many are not numbers
			dot, op, neutral = ".0", "max", "LEAST"
		}
		text := strings.NewReplacer("NEUTRAL", neutral, "OP", op).Replace(histogram)
		text = strings.ReplaceAll(text, "LEAST", "NUM(-1000)")
		text = regexp.MustCompile(`NUM\((.*?)\)`).ReplaceAllString(text, "${1}"+dot+elem.String())
		text = regexp.MustCompile(`\bT\b`).ReplaceAllString(text, elem.String())
		p := parse(t, text)
		for _, size := range [][2]int64{{0, 3}, {1, 1}, {20000, 3}, {5000, 200}, {300, 40000}, {50, 0}} {
			n, m := size[0], size[1]
			xs := value.Value(ints(elem, n))
			if elem.IsFloat() {
				xs = floats(elem, n)
			}
			if d := disagreementIn(e, p, []value.Value{i64(n), i64(m), indices(m, n), xs}, false); d != "" {
				t.Errorf("%s, n=%d, m=%d: %s", elem, n, m, d)
			}
		}
	}
}
