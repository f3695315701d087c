package session

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"raido/tests/load"
)

var brokenCode = []string{
	"def f (r: {x: i32, y: [3]f64}) = let q = r.y[0] in q. + (map (.x) ps)[0].x",
	"%plot --title \"T (p.x, ps[0].\n  more) %nosuch \\x -> x.y.z",
	"let (a, {b, c = #some d}) = match p.x case 1 -> ((((p case #none -> 0x",
	"module m = { module n = { def o = p.x } } m.n.o |> f64.s <| `plus` \"str\\\" -- comment p.",
	"def g [n] 't (xs: [n]t) : *[n]t = loop acc = copy xs for i < n do acc with [i] = xs[n-1-i].",
	"type~ 't p = {f: t -> t}\nimport \"lib/p.\" open m with (x = 1..<2...5) : p. ]])}}.",
	"größe.in1.\u200b\x00\xff\t\r\np'.x'' _._ 1.e 0b2 'c' ??? #[attr(p.x)] $%&/()=",
}

// TestLookingAtBrokenCode: completion, inspection and is_complete answer at every place of code that is broken anywhere, and soon.
func TestLookingAtBrokenCode(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	n := newNotebookTest(t)
	n.cell("let p = {x=1i32, y=2.0}\nlet ps = [p]\nmodule m = { def one = 1i32 }\nlet größe = {in1 = {in2 = 3i32}}")
	odd := []rune(".()[]{}%\\\"'#|=:-> \n0x")
	rng := rand.New(rand.NewPCG(1, 2))
	var worst []time.Duration
	look := func(code string, cursor int) {
		defer func() {
			if r := recover(); r != nil {
				t.Errorf("panic at %d of %q: %v", cursor, code, r)
			}
		}()
		begin := time.Now()
		c := n.nb.Complete(code, cursor)
		if size := utf8.RuneCountInString(code); c.Start < 0 || c.Start > c.End || c.End > size {
			t.Errorf("at %d of %q: matches replace %d to %d", cursor, code, c.Start, c.End)
		}
		n.nb.Inspect(code, cursor, 1)
		n.nb.IsComplete(code)
		worst = append(worst, time.Since(begin))
	}
	for _, code := range brokenCode {
		runes := []rune(code)
		for i := range len(runes) + 1 {
			look(code, i)
			look(string(runes[:i]), i)
			look(string(runes[i:]), rng.IntN(len(runes)-i+1))
		}
		for range 300 {
			cut := slices.Clone(runes)
			for range 1 + rng.IntN(4) {
				at := rng.IntN(len(cut))
				switch rng.IntN(3) {
				case 0:
					cut[at] = odd[rng.IntN(len(odd))]
				case 1:
					cut = slices.Delete(cut, at, min(len(cut), at+1+rng.IntN(5)))
				default:
					cut = slices.Insert(cut, at, []rune(brokenCode[rng.IntN(len(brokenCode))])[:3]...)
				}
				cut = append(cut, ' ')
			}
			look(string(cut), rng.IntN(len(cut)+1))
		}
	}
	look("p.", -5)
	look("p.", 500)
	slices.Sort(worst)
	if d := worst[len(worst)*99/100]; d > load.Bound(100*time.Millisecond) {
		t.Errorf("one in a hundred answers takes %v", d)
	}
	t.Logf("%d answers, half of them within %v, all within %v", len(worst), worst[len(worst)/2], worst[len(worst)-1])
}
