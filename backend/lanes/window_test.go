package lanes_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/backend/lanes"
	"raido/backend/seg"
	"raido/backend/seg/verify"
	"raido/tests/golden/segpass"
)

// TestRandomWindows: loops that read and write a random few elements around the one that they are at, along rows and columns, in both directions, of
// matrices whose rows may be too short for it, and of memories without rows; with variables, and with other memories beside them.
func TestRandomWindows(t *testing.T) {
	carried := 0
	for seed := range uint64(500) {
		g := &windowGen{r: rand.New(rand.NewPCG(seed, 2))}
		text := g.program()
		p, err := seg.Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		q := lanes.Windows(p)
		if seg.Print(q) != seg.Print(p) {
			carried++
		}
		if err := verify.Prog(q); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, seg.Print(q))
		}
		if err := segpass.Language(0).Same(nil, p, q); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, seg.Print(q))
		}
	}
	if carried < 100 {
		t.Errorf("%d of 500 programs have windows", carried)
	}
}

// windowGen writes programs: a nest over a memory that it changes in its place.
type windowGen struct {
	r    *rand.Rand
	out  strings.Builder
	next int
	vals []string
}

func (g *windowGen) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

func (g *windowGen) line(depth int, format string, args ...any) {
	fmt.Fprintf(&g.out, strings.Repeat("  ", depth)+format+"\n", args...)
}

// let binds a value in the innermost loop.
func (g *windowGen) let(format string, args ...any) string {
	g.next++
	v := fmt.Sprintf("v_%d", 100+g.next)
	g.line(3, "%s = %s", v, fmt.Sprintf(format, args...))
	return v
}

func (g *windowGen) program() string {
	g.line(0, "target cpu\nparam n_1: i64\nparam m_2: i64\nsquare_6 = mul.i64 m_2 m_2\nwide_3 = add.i64 square_6 %di64", g.r.IntN(4))
	g.line(0, "long_4 = mul.i64 wide_3 64i64\nall_5 = add.i64 long_4 900i64\nalloc a#1: [all_5]f64\nalloc b#2: [all_5]f64\ntask main")
	g.line(1, "for f_10 < all_5 elems\n    x_11 = to_f64.i64 f_10\n    y_12 = sin.f64 x_11\n    a#1[f_10] = y_12\n    b#2[f_10] = x_11")
	g.line(1, "var acc_20 = 0.5f64\n  for o_21 < %s", g.pick("n_1", "4i64"))
	g.line(2, "row_22 = add.i64 o_21 5i64\n    rows_23 = mul.i64 row_22 wide_3")
	g.line(2, "for i_30 %s< %s", g.pick("", "", "from 2i64 "), g.pick("n_1", "12i64", "7i64", "3i64"))
	for range 2 + g.r.IntN(7) {
		g.statement()
	}
	g.line(0, "result a#1: [all_5]f64\nresult b#2: [all_5]f64")
	return g.out.String()
}

// statement is one of the innermost loop.
func (g *windowGen) statement() {
	mem := g.pick("a#1", "a#1", "a#1", "b#2")
	switch g.r.IntN(8) {
	case 0, 1, 2:
		g.vals = append(g.vals, g.let("%s[%s]", mem, g.index()))
	case 3:
		g.vals = append(g.vals, g.let("add.f64 acc_20 %s", g.value()))
		if g.r.IntN(2) == 0 {
			g.line(3, "set acc_20 = %s", g.value())
		}
	case 4:
		c := g.let("lt.f64 0.0f64 %s", g.value())
		g.vals = append(g.vals, g.let("if %s then %s else %s", c, g.value(), g.value()))
	default:
		v := g.value()
		if g.r.IntN(3) == 0 {
			v = "acc_20"
		}
		at := g.index()
		if g.r.IntN(2) == 0 { // added to
			e := g.let("%s[%s]", mem, at)
			v = g.let("add.f64 %s %s", g.let("mul.f64 0.5f64 %s", e), v)
		}
		g.line(3, "%s[%s] = %s", mem, at, v)
	}
}

func (g *windowGen) value() string {
	if len(g.vals) == 0 {
		return g.pick("0.25f64", "acc_20")
	}
	return g.vals[g.r.IntN(len(g.vals))]
}

// index is a place near that of the innermost loop: its kind is one for nearly all of a program.
func (g *windowGen) index() string {
	near := g.r.IntN(7) - 3
	kind := g.next / 1000
	if kind == 0 {
		kind = 1 + g.r.IntN(5)
		g.next += 1000 * kind
	}
	if g.r.IntN(30) == 0 {
		kind = 1 + g.r.IntN(5)
	}
	switch kind {
	case 1: // along a row, or that beside it
		at := g.let("add.i64 i_30 %di64", 5+near)
		row := "rows_23"
		if g.r.IntN(3) == 0 {
			row = g.let("add.i64 rows_23 wide_3")
		}
		return fmt.Sprintf("%s + %s", row, at)
	case 2: // backward
		at := g.let("sub.i64 %di64 i_30", 20+near)
		other := g.let("add.i64 row_22 %di64", g.r.IntN(3)-1)
		return fmt.Sprintf("%s*wide_3 + %s", other, at)
	case 3: // down a column
		at := g.let("add.i64 i_30 %di64", 5+near)
		return fmt.Sprintf("%s*wide_3 + o_21 + %di64", at, 1+g.r.IntN(2))
	case 4: // in one dimension
		k := g.let("add.i64 rows_23 i_30")
		if g.r.IntN(3) == 0 {
			k = g.let("sub.i64 %s wide_3", k)
		}
		return g.let("add.i64 %s %di64", k, 5+near)
	default: // in steps
		at := g.let("mul.i64 i_30 %di64", 2+g.r.IntN(8)/7)
		return fmt.Sprintf("%s + %di64", at, 12+near)
	}
}
