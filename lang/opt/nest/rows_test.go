package nest_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/opt/nest"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestRandomRows: loops of nests of maps over the rows of a matrix, and sums of the vectors or matrices that maps make, keep their meaning, and most are maps outside after.
func TestRandomRows(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		n, m := 1+rng.Int64N(4), 1+rng.Int64N(4) // of no rows nothing is read
		numbers := func(dims ...int64) value.Value { return coretest.Quarters(rng, dims...) }
		return []value.Value{coretest.I64(n), coretest.I64(m), numbers(n, m), numbers(n, m), numbers(n), numbers(m)}
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

// rows writes programs that compute an n x m matrix r.
type rows struct {
	rng *rand.Rand
	strings.Builder
}

func (w *rows) line(form string, args ...any) { fmt.Fprintf(w, form+"\n", args...) }

func (w *rows) one(of ...string) string { return of[w.rng.IntN(len(of))] }

// rowsProgram computes a matrix by a loop of maps of maps, or by a sum of vectors.
func rowsProgram(rng *rand.Rand) string {
	w := &rows{rng: rng}
	w.line("fun main (n: i64) (m: i64) (a: [n][m]f64) (b: [n][m]f64) (u: [n]f64) (v: [m]f64) : (r: [n][m]f64) =")
	w.line("let (t: [m][n]f64) = rearrange (1, 0) a")
	if rng.IntN(2) == 0 {
		w.loop()
	} else {
		w.sum()
	}
	w.line("in (r)")
	return w.String()
}

// loop is a loop of maps over the rows of what it carries.
func (w *rows) loop() {
	w.line("let (c0: [n][m]f64) = %s", w.one("replicate [n, m] 0.5", "copy b"))
	w.line("let (r: [n][m]f64) = loop (c: [n][m]f64 = c0) for (k: i64) < %s do", w.one("m", "3i64", "m"))
	w.line("let (k0: i64) = mul.i64 k 0i64")
	w.line("let (x0: f64) = v[%s]", w.one("k0", "0i64", "k"))
	w.line("let (q: [n][m]f64) = map n (c, u) (\\(ci: [m]f64) (ui: f64) : ([m]f64) ->")
	w.line("let (wi: f64) = mul.f64 ui %s", w.one("x0", "0.75"))
	if w.rng.IntN(3) == 0 {
		w.line("let (sum: f64) = reduce m (%s) (0.0) (\\(g: f64) (h: f64) : (f64) -> let (gh: f64) = add.f64 g h in (gh))", w.one("ci", "v"))
	} else {
		w.line("let (sum: f64) = use wi")
	}
	w.line("let (ri: [m]f64) = map m (%s : (f64) ->", w.one("ci, v) (\\(x: f64) (y: f64)", "v, ci) (\\(y: f64) (x: f64)"))
	w.line("let (z: f64) = mul.f64 y sum")
	if w.rng.IntN(4) == 0 { // reads what it carries in another place as well
		w.line("let (o: f64) = c[0i64, 0i64]\nlet (z2: f64) = add.f64 z o")
	} else {
		w.line("let (z2: f64) = %s.f64 z x0", w.one("add", "mul"))
	}
	w.line("let (xz: f64) = %s.f64 %s", w.one("add", "add", "mul", "max", "sub"), w.one("x z2", "z2 x"))
	w.line("in (xz))\nin (ri))\nin (q)")
}

// sum is a sum of the vectors that a map makes, with a number beside it or none.
func (w *rows) sum() {
	source := w.one("a", "b", "t")
	n, m, u, v := "n", "m", "u", "v"
	if source == "t" {
		n, m, u, v = m, n, v, u
	}
	zeros := fmt.Sprintf("replicate [%s] 0.0", m)
	w.line("let (ne: [%s]f64) = %s", m, w.one(zeros, zeros, "copy "+v))
	w.line("let (xs: [%s][%s]f64) = map %s (%s, %s) (\\(row: [%s]f64) (s: f64) : ([%s]f64) ->", n, m, n, source, u, m, m)
	w.line("let (s2: f64) = %s", w.one("mul.f64 s 0.5", "mul.f64 s 0.5", "mul.f64 s 0.5", "exp.f64 s"))
	w.line("let (y: [%s]f64) = map %s (row) (\\(x: f64) : (f64) -> let (z: f64) = mul.f64 x s2 in (z))\nin (y))", m, m)
	result, with := "(z)", "gh"
	if w.rng.IntN(3) == 0 { // with a number beside
		w.line("let (total: f64) (sum: [%s]f64) = reduce %s (%s, xs) (0.0, ne) (\\(p: f64) (x: [%s]f64) (q: f64) (y: [%s]f64) : (f64, [%s]f64) ->", m, n, u, m, m, m)
		w.line("let (pq: f64) = add.f64 p q")
		result, with = "(pq, z)", w.one("gh", "gh", "gh", "p") // the last is not of the elements alone
	} else {
		w.line("let (total: f64) = use 1.0")
		w.line("let (sum: [%s]f64) = reduce %s (xs) (ne) (\\(x: [%s]f64) (y: [%s]f64) : ([%s]f64) ->", m, n, m, m, m)
	}
	w.line("let (z: [%s]f64) = map %s (x, y) (\\(g: f64) (h: f64) : (f64) -> let (gh: f64) = %s.f64 g h let (max: f64) = max.f64 gh %s in (max))", m, m, w.one("add", "add", "mul"), with)
	w.line("in %s)", result)
	w.line("let (e: [%s]f64) = map %s (sum) (\\(g: f64) : (f64) -> let (gt: f64) = mul.f64 g total in (gt))", m, m)
	if m == "m" {
		w.line("let (r: [n][m]f64) = replicate [n] e")
	} else {
		w.line("let (rt: [m][n]f64) = replicate [m] e\nlet (r: [n][m]f64) = rearrange (1, 0) rt")
	}
}
