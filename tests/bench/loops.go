package main

import (
	"raido/lang/prim"
	"raido/lang/value"
)

// loops are sums and neighbours by index, as users write them; their indices have to be checked. peer/loops.c has the same by name.
var loops = []micro{
	{"dotloop2000", `def f [t] [m] (a: [t]$T) (b: [m]$T) = map (\i -> loop s = 0 for j < m do s + a[i * m + j] * b[j]) (iota m)
entry primal [t] [m] (a: [t]$T) (b: [m]$T) = f a b
entry gradient [t] [m] (a: [t]$T) (b: [m]$T) = vjp (\(a, b) -> f a b) (a, b) b`, "flat2000 vec2000"},
	{"packed2000", `def f [t] [d] (a: [t]$T) (x: [d]$T) = map (\i -> loop s = 0 for j < i + 1 do s + a[i * (i + 1) / 2 + j] * x[j]) (iota d)
entry primal [t] [d] (a: [t]$T) (x: [d]$T) = f a x
entry gradient [t] [d] (a: [t]$T) (x: [d]$T) = vjp (\(a, x) -> f a x) (a, x) x`, "triangle2000 vec2000"},
	{"stencil", `def f [n] (a: [n]$T) = tabulate n (\i -> if i == 0 || i == n - 1 then a[i] else a[i - 1] + a[i] + a[i + 1])
entry primal [n] (a: [n]$T) = f a
entry gradient [n] (a: [n]$T) = vjp f a a`, "xs"},
	{"banded", `def f [n] [w] (a: [n][w]$T) (x: [n]$T) =
  map (\i -> loop s = 0 for k < w do let j = i + k - w / 2 in if j >= 0 && j < n then s + a[i, k] * x[j] else s) (iota n)
entry primal [n] [w] (a: [n][w]$T) (x: [n]$T) = f a x
entry gradient [n] [w] (a: [n][w]$T) (x: [n]$T) = vjp (\(a, x) -> f a x) (a, x) x`, "rows9 each9"},
	{"sparse", `def f [m] [z] [n] (at: [m]i64) (cols: [z]i64) (a: [z]$T) (x: [n]$T) =
  tabulate n (\i -> loop s = 0 for k < at[i + 1] - at[i] do s + a[at[i] + k] * x[cols[at[i] + k]])
entry primal [m] [z] [n] (at: [m]i64) (cols: [z]i64) (a: [z]$T) (x: [n]$T) = f at cols a x
entry gradient [m] [z] [n] (at: [m]i64) (cols: [z]i64) (a: [z]$T) (x: [n]$T) = vjp (\(a, x) -> f at cols a x) (a, x) x`, "begins20 columns20 xs each20"},
	{"matloop512", `def f [n] [m] [k] (a: [n][k]$T) (b: [k][m]$T) = tabulate_2d n m (\i j -> loop s = 0 for l < k do s + a[i, l] * b[l, j])
entry primal [n] [m] [k] (a: [n][k]$T) (b: [k][m]$T) = f a b
entry gradient [n] (a: [n][n]$T) (b: [n][n]$T) = vjp (\(a, b) -> f a b) (a, b) a`, "square512 right512"},
}

// loopInput makes an argument of a loop by its name and the number in it; nil if it is none.
func loopInput(name string, t prim.Type, n, k int64) value.Value {
	switch name {
	case "flat":
		return array(t, near1, k*k)
	case "triangle":
		return array(t, near1, k*(k+1)/2)
	case "each":
		return array(t, around0, n/k)
	case "begins": // of rows with 0 to 2 k elements, n in all
		a := value.NewArray(prim.I64, n/k+1)
		xs := value.Of[int64](a)
		for i := range xs[1:] {
			xs[i+1] = min(n, xs[i]+int64(hash(int64(i))*float64(2*k)))
		}
		xs[n/k] = n
		return a
	case "columns":
		return indices(n, n/k)
	}
	return nil
}
