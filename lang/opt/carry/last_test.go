package carry_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core/coregen"
	"raido/lang/opt/carry"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestRandomOverwrites: programs that write rows and elements of a matrix twice, and read and write others between, keep their meaning.
func TestRandomOverwrites(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		var xs []prim.Scalar
		for range 36 {
			xs = append(xs, prim.Float(prim.F64, float64(1+rng.IntN(9))))
		}
		return []value.Value{value.FromScalars(prim.F64, []int64{6, 6}, xs)}
	}
	if changed := corepass.Random(t, 900, 11, overwritingProgram, args, carry.Last, corepass.Exactly); changed < 200 {
		t.Errorf("only %d programs leave out an update", changed)
	}
	for seed := range uint64(60) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, InPlace: true, Calls: seed%4 == 0})
		corepass.Keeps(t, p, carry.Last, coregen.Values(args), corepass.Exactly)
	}
}

// overwriter writes a program about rows of a matrix and their elements.
type overwriter struct {
	strings.Builder
	rng  *rand.Rand
	cur  string
	rows []string // that can be read
	nums []string
	n    int
}

func (b *overwriter) name(kind string) string { b.n++; return fmt.Sprintf("%s%d", kind, b.n) }

func (b *overwriter) line(form string, args ...any) { fmt.Fprintf(b, form+"\n", args...) }

func (b *overwriter) one(of []string) string { return of[b.rng.IntN(len(of))] }

// at is the index of a row, which may be that of another one.
func (b *overwriter) at() string { return b.one([]string{"k", "k1", "j", "k", "j", "5i64"}) }

// step reads or writes something.
func (b *overwriter) step() {
	v := b.name("v")
	switch b.rng.IntN(8) {
	case 0, 1:
		row := b.name("row")
		b.line("let (%s: [6]f64) = %s[%s]", row, b.cur, b.at())
		b.line("let (%s: [6]f64) = map 6 (%s, %s) (\\(a: f64) (b: f64) : (f64) ->\nlet (c: f64) = sub.f64 a b\nin (c))", v, row, b.one(b.rows))
		b.rows = append(b.rows, v)
	case 2:
		b.line("let (%s: f64) = %s[%s, %s]", v, b.cur, b.at(), b.at())
		b.nums = append(b.nums, v)
	case 3:
		b.line("let (%s: f64) = add.f64 %s %s", v, b.one(b.nums), b.one(b.nums))
		b.nums = append(b.nums, v)
	case 4:
		b.line("let (%s: [6]f64) = map 6 (%s) (\\(a: f64) : (f64) ->\nlet (c: f64) = mul.f64 a %s\nin (c))", v, b.one(b.rows), b.one(b.nums))
		b.rows = append(b.rows, v)
	case 5:
		b.put(b.at()+", "+b.at(), b.one(b.nums))
	default:
		b.put(b.at(), b.one(b.rows))
	}
}

func (b *overwriter) put(at, val string) {
	x := b.name("x")
	b.line("let (%s: [6][6]f64) = %s with [%s] = %s", x, b.cur, at, val)
	b.cur = x
	if i := b.rng.IntN(12); i == 0 && val[0] == 'v' && strings.Count(at, ",") == 0 && len(b.rows) > 1 { // what was put there is another one now
		over := b.name("over")
		b.line("let (%s: [6]f64) = %s with [2] = 3.0f64", over, val)
		b.rows = append(without(b.rows, val), over)
	}
}

func without(of []string, x string) (out []string) {
	for _, s := range of {
		if s != x {
			out = append(out, s)
		}
	}
	return out
}

// overwritingProgram is a loop whose body reads and writes rows and elements at a few places.
func overwritingProgram(rng *rand.Rand) string {
	b := &overwriter{rng: rng, cur: "x", rows: []string{"r0"}, nums: []string{"2.0f64"}}
	b.line("fun main (u: [6][6]f64) : (r: [6][6]f64) =\nlet (u0: [6][6]f64) = copy u\nlet (r0: [6]f64) = replicate [6] 3.0f64")
	b.line("let (r: [6][6]f64) = loop (y: [6][6]f64 = u0) for (k: i64) < 4 do")
	b.line("let (k1: i64) = add.i64 k 1\nlet (r: [6][6]f64) = loop (x: [6][6]f64 = y) for (j: i64) < k do")
	for range 4 + rng.IntN(8) {
		b.step()
	}
	b.line("in (%s)\nin (r)\nin (r)", b.cur)
	return b.String()
}
