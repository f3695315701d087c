package tests

import (
	"fmt"
	"strings"
	"testing"

	"raido/backend/flat"
	"raido/backend/mem"
	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/turns"
)

// The matrix and vector that algorithms work on are made of xs: diagonally dominant, and symmetric where symm makes it.
const costMatrix = `let a = tabulate_2d n n (\i j -> if i == j then 4 + xs[i] + f64.i64 n else xs[(3 * i + j) % n] / 4) in `

// costAlgorithms are textbook algorithms that work in place, as loops over elements and over slices, where each writes what it touches
// only. Limits are as for rules.
var costAlgorithms = []costRule{
	{"forward substitution, loop", costMatrix + `f64.sum (loop x = replicate n 0 for i < n do
      let s = loop s = xs[i] for j < i do s - a[i, j] * x[j] in x with [i] = s / a[i, i])`, 24, 4, 10, 16},
	{"forward substitution, slices", costMatrix + `f64.sum (loop x = replicate n 0 for i < n do
      x with [i] = (xs[i] - f64.sum (map2 (*) a[i, :i] x[:i])) / a[i, i])`, 24, 4, 14, 16},
	{"forward substitution, by columns", costMatrix + `f64.sum (loop x = copy xs for j < n do
      let v = x[j] / a[j, j] let x = x with [j] = v in loop x for i in j + 1..<n do x with [i] = x[i] - a[i, j] * v)`, 24, 4, 10, 16},
	{"back substitution, slices", costMatrix + `f64.sum (loop x = replicate n 0 for k < n do
      let i = n - 1 - k in x with [i] = (xs[i] - f64.sum (map2 (*) a[i, i + 1:] x[i + 1:])) / a[i, i])`, 24, 4, 14, 16},
	{"Cholesky, loop", costMatrix + `let l = loop l = replicate n (replicate n 0) for j < n do
      let r = f64.sqrt (loop s = a[j, j] for k < j do s - l[j, k] * l[j, k])
      let l = l with [j, j] = r
      in loop l for i in j + 1..<n do l with [i, j] = (loop s = a[i, j] for k < j do s - l[i, k] * l[j, k]) / r
    in f64.sum (tabulate n (\i -> f64.log l[i, i]))`, 16, 3, 10, 16},
	{"Cholesky, slices", costMatrix + `let l = loop l = replicate n (replicate n 0) for j < n do
      let c = tabulate n (\i -> a[i, j] - f64.sum (map2 (*) l[i, :j] l[j, :j]))
      in l with [:, j] = map2 (\i x -> if i < j then 0 else x / f64.sqrt c[j]) (iota n) c
    in f64.sum (tabulate n (\i -> f64.log l[i, i]))`, 16, 3, 16, 16},
	{"Cholesky, whole matrices", costMatrix + `let a = loop a = copy a for j < n do
      let r = f64.sqrt a[j, j]
      let c = tabulate n (\i -> if i > j then a[i, j] / r else if i == j then r else 0)
      in tabulate_2d n n (\i k -> if k == j then (if i >= j then c[i] else a[i, k]) else if k > j && i >= k then a[i, k] - c[i] * c[k] else a[i, k])
    in f64.sum (tabulate n (\i -> f64.log a[i, i]))`, 16, 3, 10, 1},
	{"Cholesky, sums in place", costMatrix + `let l = loop l = copy a for j < n do
      let d = f64.sqrt (l[j, j] - f64.sum (map (\k -> l[j, k] * l[j, k]) (iota j)))
      let l = l with [j, j] = d
      in loop l for i in j + 1..<n do l with [i, j] = (l[i, j] - f64.sum (map (\k -> l[i, k] * l[j, k]) (iota j))) / d
    in f64.sum (tabulate n (\i -> f64.log l[i, i]))`, 16, 3, 16, 1},
	{"LU, loop", costMatrix + `let a = loop a = copy a for k < n do
      loop a for i in k + 1..<n do
        let a = a with [i, k] = a[i, k] / a[k, k]
        in loop a for j in k + 1..<n do a with [i, j] = a[i, j] - a[i, k] * a[k, j]
    in f64.sum (tabulate n (\i -> f64.log a[i, i]))`, 16, 3, 12, 24},
	{"LU, slices", costMatrix + `let a = loop a = copy a for k < n do
      loop a for i in k + 1..<n do
        let f = a[i, k] / a[k, k]
        in a with [i, k:] = map2 (\x y -> x - f * y) a[i, k:] a[k, k:]
    in f64.sum (tabulate n (\i -> f64.log a[i, i]))`, 16, 3, 16, 24},
	{"LU, columns", costMatrix + `let a = loop a = copy a for k < n do
      let a = loop a for i in k + 1..<n do a with [i, k] = a[i, k] / a[k, k]
      in loop a for j in k + 1..<n do
        loop a for i in k + 1..<n do a with [i, j] = a[i, j] - a[i, k] * a[k, j]
    in f64.sum (tabulate n (\i -> f64.log a[i, i]))`, 16, 3, 12, 24},
	{"LU, inner products", costMatrix + `let a = loop a = copy a for i < n do
      let a = loop a for j < i do a with [i, j] = (a[i, j] - f64.sum (map2 (*) a[i, :j] a[:j, j])) / a[j, j]
      in loop a for j in i..<n do a with [i, j] = a[i, j] - f64.sum (map2 (*) a[i, :i] a[:i, j])
    in f64.sum (tabulate n (\i -> f64.log a[i, i]))`, 16, 3, 16, 24},
	{"rotations, loop", costMatrix + `let a = loop a = copy a for j < n do
      loop a for i in j + 1..<n do
        let (x, y) = (a[j, j], a[i, j])
        let r = f64.sqrt (x * x + y * y)
        let (c, s) = (x / r, y / r)
        in loop a for k in j..<n do
          let (p, q) = (a[j, k], a[i, k])
          in (a with [j, k] = c * p + s * q) with [i, k] = c * q - s * p
    in f64.sum (flatten a)`, 16, 3, 16, 24},
	{"QR, loop", costMatrix + `let (q, r) = loop (q, r) = (copy a, replicate n (replicate n 0)) for j < n do
      let d = f64.sqrt (loop s = 0 for i < n do s + q[i, j] * q[i, j])
      let r = r with [j, j] = d
      let q = loop q for i < n do q with [i, j] = q[i, j] / d
      in loop (q, r) for k in j + 1..<n do
        let d = loop s = 0 for i < n do s + q[i, j] * q[i, k]
        in (loop q for i < n do q with [i, k] = q[i, k] - d * q[i, j], r with [j, k] = d)
    in f64.sum (flatten r) + q[0, 0]`, 16, 3, 12, 24},
	{"QR, columns", costMatrix + `let q = loop q = transpose a for j < n do
      let v = loop v = copy q[j] for k < j do let d = f64.sum (map2 (*) q[k] v) in map2 (\x y -> x - d * y) v q[k]
      let d = f64.sqrt (f64.sum (map (\x -> x * x) v))
      in q with [j] = map (/ d) v
    in f64.sum (flatten q)`, 16, 3, 16, 24},
	{"reflections, loop", costMatrix + `let a = loop a = copy a for k < n - 1 do
      let d = f64.sqrt (loop s = 0 for i in k..<n do s + a[i, k] * a[i, k])
      let v = a[k, k] + d
      let a = a with [k, k] = v
      let a = loop a for j in k + 1..<n do
        let s = (loop s = 0 for i in k..<n do s + a[i, k] * a[i, j]) / (d * v)
        in loop a for i in k..<n do a with [i, j] = a[i, j] - s * a[i, k]
      in a with [k, k] = -d
    in f64.sum (flatten a)`, 16, 3, 12, 6},
	{"Gauss-Jordan, loop", costMatrix + `let a = loop a = copy a for k < n do
      let p = 1 / a[k, k]
      let a = a with [k, k] = 1
      let a = loop a for j < n do a with [k, j] = a[k, j] * p
      in loop a for i < n do
        if i == k then a else
        let f = a[i, k]
        let a = a with [i, k] = 0
        in loop a for j < n do a with [i, j] = a[i, j] - f * a[k, j]
    in f64.sum (flatten a)`, 16, 3, 12, 1},
	{"inverse of a triangle, rows", costMatrix + `let x = loop x = replicate n (replicate n 0) for i < n do
      let x = x with [i] = tabulate n (\j -> -f64.sum (map (\k -> a[i, k] * x[k, j]) (iota i)) / a[i, i])
      in x with [i, i] = 1 / a[i, i]
    in f64.sum (flatten x)`, 16, 3, 16, 1},
	{"inverse of a triangle, added rows", costMatrix + `let x = loop x = replicate n (replicate n 0) for i < n do
      let r = loop r = replicate n 0 for k < i do map2 (\r y -> r - a[i, k] * y) r x[k]
      in x with [i] = map (/ a[i, i]) (r with [i] = 1)
    in f64.sum (flatten x)`, 16, 3, 16, 1},
	{"Gauss-Seidel, loop", costMatrix + `f64.sum (loop x = replicate n 0 for _t < 4 do loop x for i < n do
      let s = loop s = xs[i] for j < n do if i == j then s else s - a[i, j] * x[j]
      in x with [i] = s / a[i, i])`, 24, 4, 12, 24},
	{"Gauss-Seidel, slices", costMatrix + `f64.sum (loop x = replicate n 0 for _t < 4 do loop x for i < n do
      x with [i] = x[i] + (xs[i] - f64.sum (map2 (*) a[i] x)) / a[i, i])`, 24, 4, 14, 24},
	{"Gauss-Seidel, two parts", costMatrix + `f64.sum (loop x = replicate n 0 for _t < 4 do loop x for i < n do
      x with [i] = (xs[i] - f64.sum (map2 (*) a[i, :i] x[:i]) - f64.sum (map2 (*) a[i, i + 1:] x[i + 1:])) / a[i, i])`, 24, 4, 14, 1},
	{"heat in two dimensions, loop", costMatrix + `let a = loop u = a for _t < 3 do loop v = copy u for i in 1..<n - 1 do loop v for j in 1..<n - 1 do
      v with [i, j] = u[i, j] + 0.1 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j])
    in f64.sum (flatten a)`, 24, 4, 12, 24},
	{"Thomas", `let (c, d) = loop (c, d) = (replicate n 0, copy xs) for i < n do
      if i == 0 then (c with [0] = 1 / (4 + xs[0]), d with [0] = xs[0] / (4 + xs[0]))
      else let m = 1 / (4 + xs[i] - c[i - 1]) in (c with [i] = m, d with [i] = (d[i] - d[i - 1]) * m)
    in f64.sum (loop x = d for k < n - 1 do let i = n - 2 - k in x with [i] = x[i] - c[i] * x[i + 1])`, 50, 16, 14, 48},
	{"time warping, loop", `let r = replicate (n + 1) (replicate (n + 1) 1e3) with [0, 0] = 0f64
    let r = loop r for i < n do loop r for j < n do
      let d = xs[i] - xs[(j * 3) % n] / 2
      in r with [i + 1, j + 1] = d * d + f64.min r[i, j] (f64.min r[i, j + 1] r[i + 1, j])
    in r[n, n]`, 24, 4, 12, 24},
	{"time warping, rows", `let r = loop p = replicate (n + 1) 1e3 with [0] = 0f64 for i < n do
      loop q = replicate (n + 1) 1e3 for j < n do
        let d = xs[i] - xs[(j * 3) % n] / 2
        in q with [j + 1] = d * d + f64.min p[j] (f64.min p[j + 1] q[j])
    in r[n]`, 24, 4, 12, 24},
	{"butterflies", `let (_, x) = loop (h, x) = (1, copy xs) while h < n do
      (2 * h, loop x for k < n / 2 do
        let i = k / h * 2 * h + k % h
        let (p, q) = (x[i], x[i + h] * 0.9)
        in (x with [i] = p + q) with [i + h] = p - q)
    in f64.sum (map (\v -> v * v) x)`, 64, 8, 12, 48},
	{"butterflies, slices", `let (_, x) = loop (h, x) = (1, copy xs) while h < n do
      (2 * h, loop x for b < n / (2 * h) do
        let i = 2 * b * h
        let j = i + h
        let p = copy (take h (drop i x))
        let q = map (* 0.9) (take h (drop j x))
        let u = map2 (+) p q :> [(i + h) - i]f64
        let v = map2 (-) p q :> [(j + h) - j]f64
        let x = x with [i:i + h] = u
        in x with [j:j + h] = v)
    in f64.sum (map (\v -> v * v) x)`, 64, 8, 16, 48},
	{"sets that merge", `let root p = \i -> loop i while p[i] != i do p[i]
    let (p, w) = loop (p, w) = (iota n, copy xs) for e < 2 * n do
      let (a, b) = (root p ((7 * e) % n), root p ((5 * e + 1) % n))
      in if a == b then (p, w) else (p with [a] = b, w with [b] = w[b] + w[a] * xs[e % n])
    in f64.sum w + f64.i64 p[0]`, 20, 16, 6, 24},
	{"a table of sums, elements", `let t = loop t = replicate (n + 1) (replicate (n + 1) 0) for i < n do loop t for j < n do
      t with [i + 1, j + 1] = xs[i] * xs[j] + t[i, j + 1] + t[i + 1, j] - t[i, j]
    in t[n, n] * t[n / 2, n]`, 24, 4, 10, 24},
	{"bubbles", `f64.sum (map2 (*) xs (loop x = copy (reverse xs) for i < n do loop x for j < n - 1 - i do
      if x[j] > x[j + 1] then let (p, q) = (x[j], x[j + 1]) in (x with [j] = q) with [j + 1] = p else x))`, 24, 4, 14, 48},
	{"three loops deep", `let a = loop a = replicate n (replicate n (replicate 4 1)) for i < n do loop a for j < n do loop a for k < 4 do
      a with [i, j, k] = a[i, j, k] * xs[j] + xs[i]
    in f64.sum (flatten (flatten a))`, 24, 4, 10, 24},
	{"rows by turns", `let (a, b) = loop (a, b) = (copy xs, map (* 2) xs) for i < n do
      let a = loop a for j < n do a with [j] = a[j] * 0.5 + b[(i + j) % n]
      in (a, loop b for j < n do b with [j] = b[j] * 0.5 + a[j])
    in f64.sum a + f64.sum b`, 24, 4, 12, 48},
	{"a row of a matrix", `let a = loop a = replicate n xs for i < n do
      let r = loop r = copy a[i] for j < n - 1 do r with [j + 1] = r[j] * r[j + 1]
      in a with [i] = r
    in f64.sum (flatten a)`, 24, 4, 16, 48},
}

// TestWorkOfAlgorithms is TestWorkEfficiency for algorithms that work in place.
func TestWorkOfAlgorithms(t *testing.T) { costTable(t, costAlgorithms, 1.6) }

// trafficRun counts the elements that the kernels and the host of a program move.
func trafficRun(t *testing.T, p *core.Prog, to func(*core.Prog) (*seg.Prog, error), grain, n int64) float64 {
	t.Helper()
	s, err := to(p)
	if err != nil {
		t.Fatal(err)
	}
	var moved segeval.Traffic
	xs := costInput(n)
	if _, err := segeval.Run(mem.Free(s), []value.Value{value.Scalar{Scalar: prim.Int(prim.I64, n)}, xs}, segeval.Launch{Grain: grain, Room: 1 << 20, Traffic: &moved}); err != nil {
		t.Fatalf("%v\n%s", err, seg.Print(s))
	}
	return float64(moved.Loads + moved.Stores + moved.Copies)
}

// TestTraffic: kernels and the host move the elements that the program reads and writes, and not many more, however large its arrays
// are: no loop that updates an array copies it, nor does its derivative. The interpreter counts what a program reads and writes.
func TestTraffic(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs kernels on the host")
	}
	forms := []struct {
		name  string
		to    func(*core.Prog) (*seg.Prog, error)
		grain int64
	}{{"launches", flat.Program, 0}, {"loops as tasks", flat.Program, 1 << 30}, {"one task", flat.Task, 0}}
	var table strings.Builder
	for _, c := range costAlgorithms {
		if !turns.Has("traffic of " + c.name) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			text := fmt.Sprintf(costProgram, c.f)
			for _, entry := range []string{"primal", "gradient", "tangent"} {
				p := costEntry(t, text, entry)
				n, more := c.n/2, c.n*c.grows/2
				small, large := costRun(t, p, n), costRun(t, p, more)
				for _, form := range forms {
					a := trafficRun(t, p, form.to, form.grain, n) / float64(small.Reads+small.Writes)
					b := trafficRun(t, p, form.to, form.grain, more) / float64(large.Reads+large.Writes)
					fmt.Fprintf(&table, "%-34s %-10s %-16s %6.2f %6.2f\n", c.name, entry, form.name, a, b)
					if b > 5 || b > 2.5 && b > 1.6*a+0.2 {
						t.Errorf("%s, %s: %.2f elements are moved for each that the program reads or writes, %.2f where it is larger\n%s", entry, form.name, a, b, core.Print(p))
					}
				}
			}
		})
	}
	t.Log("\n" + table.String())
}
