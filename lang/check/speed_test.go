package check_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax"
)

// largeProgram has about ten lines for each of n definitions, which build on each other.
func largeProgram(n int) string {
	var b strings.Builder
	b.WriteString("def f0 [n] (xs: [n]f64) (k: i64) : f64 = f64.sum xs + f64.i64 k\n\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, `-- | Definition %[1]d.
def f%[1]d [n] (xs: [n]f64) (k: i64) : f64 =
  let ys = map (\x -> x * x + %[1]d) xs
  let m = n + k
  let zs = replicate m 0.5 |> map (+ 1) |> filter (> 0)
  let (a, b) = if k > 3 then (f64.sum ys, 1) else (f64.sum zs, k)
  let r = loop (acc, ws) = (a, copy ys) for i < n do
    let ws[i] = acc * 2
    in (acc + ws[i], map2 (+) ws xs)
  in r.0 + f%[2]d r.1 b

`, i, i-1)
	}
	return b.String()
}

func timeOf(f func()) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}

// TestSpeed compares the check of a program with that of one four times as long, and sets a wide limit
// for two thousand lines; the numbers themselves are in the benchmarks.
func TestSpeed(t *testing.T) {
	env := check.Prelude()
	run := func(n int) time.Duration {
		f, ds := syntax.ParseFile(&diag.Source{Name: "large.fut", Text: largeProgram(n)})
		if len(ds) > 0 {
			t.Fatal(ds)
		}
		return timeOf(func() {
			if _, ds := check.File(env, f, nil); len(ds) > 0 {
				t.Fatal(ds)
			}
		})
	}
	small, large := run(50), run(200)
	if large > 500*time.Millisecond {
		t.Errorf("2000 lines take %v", large)
	}
	if large > 10*small {
		t.Errorf("not linear: 500 lines take %v, 2000 lines %v", small, large)
	}
}

func BenchmarkCheck2000Lines(b *testing.B) {
	f, _ := syntax.ParseFile(&diag.Source{Name: "large.fut", Text: largeProgram(200)})
	env := check.Prelude()
	for b.Loop() {
		check.File(env, f, nil)
	}
}

func BenchmarkCell(b *testing.B) {
	f, _ := syntax.ParseCell(&diag.Source{Name: "In [1]", Text: largeProgram(2)})
	env := check.Prelude().ForCell()
	for b.Loop() {
		e := env
		for _, d := range f.Decls {
			e, _, _ = check.Decl(e, d)
		}
	}
}
