package carry_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/carry"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestRandomTakings: programs that take parts out of an array and put some back keep their meaning.
func TestRandomTakings(t *testing.T) {
	changed := 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 5))
		text := takingProgram(rng)
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var xs []prim.Scalar
		for range 36 {
			xs = append(xs, prim.Float(prim.F64, float64(1+rng.IntN(9))))
		}
		if corepass.Keeps(t, p, carry.Stay, []value.Value{value.FromScalars(prim.F64, []int64{6, 6}, xs)}, corepass.Exactly) {
			changed++
		}
	}
	if changed < 100 {
		t.Errorf("only %d programs leave something in its place", changed)
	}
	for seed := range uint64(60) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, InPlace: true, Calls: seed%4 == 0})
		corepass.Keeps(t, p, carry.Stay, coregen.Values(args), corepass.Exactly)
	}
}

// taker writes a program about square parts of a matrix, or about rows and columns.
type taker struct {
	strings.Builder
	rng  *rand.Rand
	flat string // the sizes of what is computed with
	at   []string
	cur  string // the matrix as it is now
	n    int
}

func (b *taker) line(form string, args ...any) { fmt.Fprintf(b, form+"\n", args...) }
func (b *taker) pick() string                  { return b.at[b.rng.IntN(len(b.at))] }

// shape is that of a part.
func (b *taker) shape(at string) string {
	switch {
	case b.flat == "m, m":
		return "m, m"
	case strings.HasPrefix(at, "0i64 : m") || strings.HasPrefix(at, "k1 : m"):
		return "m, 1i64"
	}
	return "1i64, m"
}

func typ(shape string) string { return "[" + strings.ReplaceAll(shape, ", ", "][") + "]f64" }

// read is a part of the matrix, or a copy of it.
func (b *taker) read(at string) string {
	b.n++
	how := "use"
	if b.n == 1 || b.rng.IntN(4) == 0 {
		how = "copy"
	}
	t := typ(b.shape(at))
	b.line("let (p%d: %s) = %s[%s]\nlet (y%d: %s) = %s p%d", b.n, t, b.cur, at, b.n, t, how, b.n)
	b.line("let (z%d: %s) = reshape [%s] y%d", b.n, typ(b.flat), b.flat, b.n)
	return fmt.Sprintf("z%d", b.n)
}

func (b *taker) sum(x, y string) string {
	b.n++
	add := "(\\(a: f64) (b: f64) : (f64) ->\nlet (c: f64) = add.f64 a b\nin (c))"
	if b.flat == "m, m" {
		add = "(\\(a: [m]f64) (b: [m]f64) : ([m]f64) ->\nlet (c: [m]f64) = map m (a, b) " + add + "\nin (c))"
	}
	b.line("let (s%d: %s) = map m (%s, %s) %s", b.n, typ(b.flat), x, y, add)
	return fmt.Sprintf("s%d", b.n)
}

func (b *taker) put(at, val string) {
	b.n++
	b.line("let (x%d: [6][6]f64) = %s with [%s] = %s", b.n, b.cur, at, val)
	b.cur = fmt.Sprintf("x%d", b.n)
}

func (b *taker) write(at, val string) {
	b.line("let (v%d: %s) = reshape [%s] %s", b.n, typ(b.shape(at)), b.shape(at), val)
	b.put(at, fmt.Sprintf("v%d", b.n))
}

// takingProgram is a loop that zeroes a part of a matrix after it has copied it, reads and writes other parts, and writes it again.
func takingProgram(rng *rand.Rand) string {
	b := &taker{rng: rng, cur: "x", flat: "m", at: []string{"k : 1i64 : 1i64, k1 : m : 1i64", "k1 : 1i64 : 1i64, 0i64 : m : 1i64",
		"0i64 : m : 1i64, k : 1i64 : 1i64", "k1 : m : 1i64, k : 1i64 : 1i64"}}
	if rng.IntN(2) == 0 {
		b.flat, b.at = "m, m", []string{"k1 : m : 1i64, k1 : m : 1i64", "0i64 : m : 1i64, k1 : m : 1i64"}
	}
	b.line("fun main (u: [6][6]f64) : (r: [6][6]f64) =\nlet (x0: [6][6]f64) = copy u")
	b.line("let (r: [6][6]f64) = loop (x: [6][6]f64 = x0) for (k: i64) < 4 do")
	b.line("let (m: i64) = sub.i64 5 k\nlet (k1: i64) = add.i64 k %di64", rng.IntN(2))
	mine := b.pick()
	y := b.read(mine)
	b.line("let (zs: %s) = replicate [%s] 0.0f64", typ(b.shape(mine)), b.shape(mine))
	b.put(mine, "zs")
	v := y
	for range rng.IntN(3) {
		switch rng.IntN(3) {
		case 0:
			v = b.sum(v, y)
		case 1:
			other := b.pick()
			b.write(other, b.sum(b.read(other), y))
		default:
			v = b.sum(y, b.read(b.pick()))
		}
	}
	if rng.IntN(4) > 0 {
		old := v
		v = b.sum(b.read(mine), v)
		if which := rng.IntN(8); which < 2 && old[0] == 's' { // one of them is overwritten, the other stays
			over := []string{old, v}[which]
			b.line("let (over: %s) = %s with [%s] = 2.0f64", typ(b.flat), over, strings.ReplaceAll(b.flat, "m", "0i64"))
			v = b.sum([]string{v, old}[which], "over")
		}
	}
	b.write(mine, v)
	b.line("in (%s)\nin (r)", b.cur)
	return b.String()
}
