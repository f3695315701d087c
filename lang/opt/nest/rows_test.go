package nest_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/opt/nest"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestRandomRows: loops of nests of maps over the rows of a matrix, and sums of the vectors or matrices that maps make, keep their meaning, and most are maps outside after.
func TestRandomRows(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		n, m := 1+rng.Int64N(4), 1+rng.Int64N(4) // of no rows nothing is read
		numbers := func(dims ...int64) value.Value {
			size := int64(1)
			for _, d := range dims {
				size *= d
			}
			var xs []prim.Scalar
			for range size {
				xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
			}
			return value.FromScalars(prim.F64, dims, xs)
		}
		size := func(n int64) value.Value {
			return value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)})
		}
		return []value.Value{size(n), size(m), numbers(n, m), numbers(n, m), numbers(n), numbers(m)}
	}
	if changed := corepass.Random(t, 400, 11, rowsProgram, args, nest.Nests, about); changed < 160 {
		t.Errorf("only %d of 400 programs change", changed)
	}
	outside := 0
	for k := range uint64(400) {
		p, err := core.Parse(rowsProgram(rand.New(rand.NewPCG(k, 11))))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range nest.Nests(p).Entry().Body.Stms {
			switch s.Exp.(type) {
			case *core.Loop, *core.Reduce:
				outside++
			default: // a map, or what is before it
			}
		}
	}
	if outside > 240 {
		t.Errorf("%d of 400 programs have a loop or a sum outside", outside)
	}
}

// rowsProgram computes an n x m matrix or a vector by a loop of maps of maps, or by a sum of vectors.
func rowsProgram(rng *rand.Rand) string {
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	one := func(of ...string) string { return of[rng.IntN(len(of))] }
	line("fun main (n: i64) (m: i64) (a: [n][m]f64) (b: [n][m]f64) (u: [n]f64) (v: [m]f64) : (r: %s) =", "[n][m]f64")
	line("let (t: [m][n]f64) = rearrange (1, 0) a")
	op := one("add", "add", "mul", "max", "sub")
	if rng.IntN(2) == 0 {
		line("let (c0: [n][m]f64) = %s", one("replicate [n, m] 0.5", "copy b"))
		line("let (r: [n][m]f64) = loop (c: [n][m]f64 = c0) for (k: i64) < %s do", one("m", "3i64", "m"))
		line("let (k0: i64) = mul.i64 k 0i64")
		also := "a"
		line("let (w: [n]f64) = use u")
		if rng.IntN(4) == 0 {
			also = "c" // reads what it carries in another place as well
		}
		if rng.IntN(3) == 0 {
			line("let (x0: f64) = v[%s]", one("k0", "0i64", "k"))
		} else {
			line("let (x0: f64) = use 0.75")
		}
		line("let (q: [n][m]f64) = map n (c, w) (\\(ci: [m]f64) (wi: f64) : ([m]f64) ->")
		if rng.IntN(3) == 0 {
			line("let (wi2: f64) = mul.f64 wi x0")
		} else {
			line("let (wi2: f64) = use wi")
		}
		arrs, params := "ci, v", "(x: f64) (y: f64)"
		if rng.IntN(2) == 0 {
			arrs, params = "v, ci", "(y: f64) (x: f64)"
		}
		if rng.IntN(3) == 0 {
			line("let (wsum: f64) = reduce m (%s) (0.0) (\\(g: f64) (h: f64) : (f64) -> let (gh: f64) = add.f64 g h in (gh))", one("ci", "v"))
			line("let (wi3: f64) = mul.f64 wi2 wsum")
		} else {
			line("let (wi3: f64) = use wi2")
		}
		line("let (ri: [m]f64) = map m (%s) (\\%s : (f64) ->", arrs, params)
		line("let (z: f64) = mul.f64 y wi3")
		if also == "c" {
			line("let (o: f64) = c[0i64, 0i64]")
			line("let (z2: f64) = add.f64 z o")
		} else {
			line("let (z2: f64) = %s.f64 z x0", one("add", "mul"))
		}
		line("let (xz: f64) = %s.f64 %s", op, one("x z2", "z2 x"))
		line("in (xz))\nin (ri))\nin (q)\nin (r)")
		return b.String()
	}
	source := one("a", "b", "t")
	rows, w, u, v := "n", "m", "u", "v"
	if source == "t" {
		rows, w, u, v = w, rows, v, u
	}
	function := one("", "", "", "exp")
	line("let (ne: [%s]f64) = %s", w, one(fmt.Sprintf("replicate [%s] 0.0", w), fmt.Sprintf("replicate [%s] 0.0", w), "copy "+v))
	line("let (xs: [%s][%s]f64) = map %s (%s, %s) (\\(row: [%s]f64) (s: f64) : ([%s]f64) ->", rows, w, rows, source, u, w, w)
	line("let (s2: f64) = %s", map[bool]string{true: "exp.f64 s", false: "mul.f64 s 0.5"}[function != ""])
	line("let (y: [%s]f64) = map %s (row) (\\(x: f64) : (f64) -> let (z: f64) = mul.f64 x s2 in (z))", w, w)
	line("in (y))")
	if rng.IntN(3) == 0 { // with a number beside
		line("let (total: f64) (sum: [%s]f64) = reduce %s (%s, xs) (0.0, ne) (\\(p: f64) (x: [%s]f64) (q: f64) (y: [%s]f64) : (f64, [%s]f64) ->", w, rows, u, w, w, w)
		line("let (pq: f64) = add.f64 p q")
	} else {
		line("let (total: f64) = use 1.0")
		line("let (sum: [%s]f64) = reduce %s (xs) (ne) (\\(x: [%s]f64) (y: [%s]f64) : ([%s]f64) ->", w, rows, w, w, w)
	}
	result := "(z)"
	if strings.Contains(b.String(), "pq") {
		result = "(pq, z)"
	}
	with := "gh"
	if result == "(pq, z)" && rng.IntN(4) == 0 {
		with = "p" // not of the elements alone
	}
	line("let (z: [%s]f64) = map %s (x, y) (\\(g: f64) (h: f64) : (f64) -> let (gh: f64) = %s.f64 g h let (max: f64) = max.f64 gh %s in (max))", w, w, one("add", "add", "mul"), with)
	line("in %s)", result)
	line("let (e: [%s]f64) = map %s (sum) (\\(g: f64) : (f64) -> let (gt: f64) = mul.f64 g total in (gt))", w, w)
	if w == "m" {
		line("let (r: [n][m]f64) = replicate [n] e")
	} else {
		line("let (rt: [m][n]f64) = replicate [m] e\nlet (r: [n][m]f64) = rearrange (1, 0) rt")
	}
	line("in (r)")
	return b.String()
}
