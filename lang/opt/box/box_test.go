package box_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/box"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/boxes.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "boxes", Fn: box.Boxes}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(100) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, InPlace: seed%2 == 0, Calls: seed%4 == 0})
		corepass.Keeps(t, p, box.Boxes, coregen.Values(args), corepass.Exactly)
		p, args = coregen.Nest(seed)
		corepass.Keeps(t, p, box.Boxes, coregen.Values(args), corepass.Exactly)
	}
}

// both is what is said where parts fail that are made one after the other: the first failure may be that of another part.
var both = regexp.MustCompile(`^the run ends with "index .*, wanted "index `)

// TestRandomMaps: loops whose maps change a part of a matrix keep their meaning and their failures.
func TestRandomMaps(t *testing.T) {
	changed := 0
	for seed := range uint64(600) {
		text := mapProgram(rand.New(rand.NewPCG(seed, 3)))
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		rng := rand.New(rand.NewPCG(seed, 4))
		is := false
		for n := range int64(5) {
			var xs []prim.Scalar
			for range n * n {
				xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
			}
			args := []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.F64, []int64{n, n}, xs)}
			if d := corepass.Differs(p, box.Boxes, args, corepass.Exactly); !both.MatchString(d) {
				is = corepass.Keeps(t, p, box.Boxes, args, corepass.Exactly) || is
			}
		}
		if is {
			changed++
		}
	}
	if changed < 60 {
		t.Errorf("only %d programs update parts", changed)
	}
}

// writer writes a random program.
type writer struct {
	strings.Builder
	*rand.Rand
	n    int
	rows bool // a map along rows has them as operands
}

func (b *writer) line(form string, args ...any) { fmt.Fprintf(b, form+"\n", args...) }
func (b *writer) pick(of ...string) string      { return of[b.IntN(len(of))] }
func (b *writer) name(s string) string          { b.n++; return fmt.Sprintf("%s%d", s, b.n) }

// mapProgram is a loop whose body makes a matrix of the last one.
func mapProgram(rng *rand.Rand) string {
	b := &writer{Rand: rng}
	b.line("fun main (n: i64) (u: [n][n]f64) : (r: [n][n]f64) (z: f64) =")
	if b.IntN(2) == 0 {
		b.line("let (c: [n][n]f64) = copy u\nlet (v: [n][n]f64) = use c")
	} else {
		b.line("let (v: [n][n]f64) = use u")
	}
	b.line("let (g: [n][n]f64) = replicate [n, n] 0.25f64")
	b.line("let (a: i64) = sub.i64 n 1i64\nlet (d: i64) = add.i64 n 1i64")
	b.line("let (r: [n][n]f64) (z: f64) = loop (x: [n][n]f64 = v) (t: f64 = 0.5f64) for (k: i64) < %s do", b.pick("n", "n", "n", "a", "d"))
	b.line("let (m: i64) = sub.i64 a k\nlet (k1: i64) = add.i64 k %di64", b.IntN(3)-1)
	b.line("let (is: [n]i64) = iota.i64 n 0i64 1i64")
	old := "x"
	if b.IntN(4) == 0 {
		b.line("let (x1: [n][n]f64) = x with [k, k] = t")
		old = "x1"
	}
	b.rows = b.IntN(2) == 0
	head := "(is) (\\(i: i64)"
	if b.rows {
		head = fmt.Sprintf("(is, %s) (\\(i: i64) (row: [n]f64)", old)
	}
	b.line("let (y: [n][n]f64) = map n %s : ([n]f64) ->", head)
	b.line("in (%s))", b.row(old, 2))
	z := "t"
	if b.IntN(3) == 0 { // a map that fills a part
		b.line("let (h: [n]f64) = map n (is, g) (\\(i: i64) (row: [n]f64) : (f64) ->")
		b.line("let (h2: f64) = if %s then", b.condition("i", "k", "k1", "m", "i"))
		b.line("let (h3: f64) = reduce_comm n (row) (0.0f64) (\\(p: f64) (q: f64) : (f64) -> let (o: f64) = add.f64 p q in (o))")
		b.line("in (h3)\nelse\nlet (h4: f64) = mul.f64 t t\nin (h4)\nin (h2))")
		b.line("let (h5: f64) = reduce_comm n (h) (0.0f64) (\\(p: f64) (q: f64) : (f64) -> let (o: f64) = add.f64 p q in (o))")
		z = "h5"
	}
	switch b.IntN(5) {
	case 0:
		b.line("let (s: f64) = y[k, k]")
		z = "s"
	case 1:
		b.line("let (s: f64) = %s[k, k]", old)
		z = "s"
	}
	b.line("in (y, %s)\nin (r, z)", z)
	return b.String()
}

// condition is a comparison of indices.
func (b *writer) condition(of ...string) string {
	c, x, y := b.name("c"), b.pick(of...), b.pick(of...)
	b.line("let (%s: bool) = %s.i64 %s %s", c, b.pick("lt", "le", "lt", "le", "eq"), x, y)
	switch b.IntN(6) {
	case 0:
		d := b.name("d")
		b.line("let (%s: bool) = not.bool %s", d, c)
		return d
	case 1, 2:
		d, e := b.condition(of...), b.name("e")
		b.line("let (%s: bool) = %s.bool %s %s", e, b.pick("and", "and", "or"), c, d)
		return e
	}
	return c
}

// row is row i of the next matrix.
func (b *writer) row(old string, deep int) string {
	switch k := b.IntN(5); {
	case k < 2 && deep > 0:
		c, v := b.condition("i", "k", "k1", "m", "i"), b.name("v")
		b.line("let (%s: [n]f64) = if %s then", v, c)
		b.line("in (%s)\nelse", b.row(old, deep-1))
		b.line("in (%s)", b.row(old, deep-1))
		return v
	case k == 3 && deep < 2 && b.IntN(2) == 0:
		v := b.name("v")
		b.line("let (%s: [n]f64) = %s[%s]", v, old, b.pick("k", "m", "k1"))
		return v
	case k == 2 && deep < 2:
		if b.rows {
			return "row"
		}
		v := b.name("v")
		b.line("let (%s: [n]f64) = %s[i]", v, old)
		return v
	}
	v, j := b.name("v"), b.name("j")
	b.line("let (%s: [n]f64) = map n (is) (\\(%s: i64) : (f64) ->", v, j)
	b.line("in (%s))", b.element(old, j, 2))
	return v
}

// element is an element of the row.
func (b *writer) element(old, j string, deep int) string {
	v := b.name("v")
	if b.IntN(3) > 0 && deep > 0 {
		c := b.condition("i", j, "k", "k1", "m", j)
		b.line("let (%s: f64) = if %s then", v, c)
		b.line("in (%s)\nelse", b.element(old, j, deep-1))
		b.line("in (%s)", b.element(old, j, deep-1))
		return v
	}
	if b.IntN(5) < 3 {
		if b.rows && b.IntN(2) == 0 {
			b.line("let (%s: f64) = row[%s]", v, j)
		} else {
			b.line("let (%s: f64) = %s[i, %s]", v, old, j)
		}
		return v
	}
	w := b.name("w")
	b.line("let (%s: f64) = %s[%s, %s]", w, old, b.pick("i", j, "k", "k", "k1"), b.pick("i", j, "k", "m", "k1"))
	b.line("let (%s: f64) = add.f64 %s t", v, w)
	return v
}
