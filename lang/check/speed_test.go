package check_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax/parser"
)

// largeProgram has about ten lines for each of n definitions, which build on each other.
func largeProgram(n int) string {
	var b strings.Builder
	b.WriteString("def fun0 [n] (xs: [n]f64) (k: i64) : f64 = f64.sum xs + f64.i64 k\n\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, `-- | Definition %[1]d.
def fun%[1]d [n] (xs: [n]f64) (k: i64) : f64 =
  let ys = map (\x -> x * x + %[1]d) xs
  let m = n + k
  let zs = replicate m 0.5 |> map (+ 1) |> filter (> 0)
  let (a, b) = if k > 3 then (f64.sum ys, 1) else (f64.sum zs, k)
  let r = loop (acc, ws) = (a, copy ys) for i < n do
    let ws[i] = acc * 2
    in (acc + ws[i], map2 (+) ws xs)
  in r.0 + fun%[2]d r.1 b

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

// wideProgram has n definitions of every kind: types, records, matches, local functions and sizes.
func wideProgram(n int) string {
	var b strings.Builder
	b.WriteString("type option 'a = #some a | #none\n")
	for i := range n {
		fmt.Fprintf(&b, `type point%[1]d = {x: f64, y: f64, tag: i64}
def make%[1]d (x: f64) (y: f64): point%[1]d = {x, y, tag = %[1]d}
def norm%[1]d (p: point%[1]d) = f64.sqrt (p.x * p.x + p.y * p.y)
def find%[1]d [n] (ps: [n]point%[1]d) (r: f64): option point%[1]d =
  let far (p: point%[1]d) = norm%[1]d p > r
  let rest = filter far ps
  in if null rest then #none else #some rest[0]
def sum%[1]d [n] [m] (xss: [n][m]f64) =
  match find%[1]d (map (\xs -> make%[1]d (f64.sum xs) 1) xss) 2
  case #some p -> p.x
  case #none -> 0
`, i)
	}
	return b.String()
}

// TestLinear compares the allocations of checking 2,000 and 20,000 lines: their number does not depend on
// the load of the machine.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	env := check.Prelude()
	for name, program := range map[string]func(int) string{"chain": largeProgram, "wide": wideProgram} {
		allocs := func(n int) float64 {
			f, ds := parser.File(&diag.Source{Name: "large.fut", Text: program(n)})
			if len(ds) > 0 {
				t.Fatal(ds)
			}
			return testing.AllocsPerRun(1, func() {
				if _, ds := check.File(env, f, nil); len(ds) > 0 {
					t.Fatal(ds)
				}
			})
		}
		small, large := allocs(180), allocs(1800)
		if large > 11*small {
			t.Errorf("%s: not linear: %.0f allocations for 2,000 lines, %.0f for 20,000", name, small, large)
		}
	}
}

// TestSpeed compares the check of a program with that of one four times as long, and sets a wide limit
// for two thousand lines; the numbers themselves are in the benchmarks.
func TestSpeed(t *testing.T) {
	env := check.Prelude()
	run := func(n int) time.Duration {
		f, ds := parser.File(&diag.Source{Name: "large.fut", Text: largeProgram(n)})
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
	for range 5 { // a busy machine may have disturbed one of them
		if large <= 10*small {
			break
		}
		small, large = run(50), run(200)
	}
	if large > 500*time.Millisecond {
		t.Errorf("2000 lines take %v", large)
	}
	if large > 10*small {
		t.Errorf("not linear: 500 lines take %v, 2000 lines %v", small, large)
	}
}

func BenchmarkCheck2000Lines(b *testing.B) {
	f, _ := parser.File(&diag.Source{Name: "large.fut", Text: largeProgram(200)})
	env := check.Prelude()
	for b.Loop() {
		check.File(env, f, nil)
	}
}

func BenchmarkCheck20000Lines(b *testing.B) {
	f, _ := parser.File(&diag.Source{Name: "large.fut", Text: largeProgram(1800)})
	env := check.Prelude()
	for b.Loop() {
		check.File(env, f, nil)
	}
}

func BenchmarkCell(b *testing.B) {
	f, _ := parser.Cell(&diag.Source{Name: "In [1]", Text: largeProgram(2)})
	env := check.Prelude().ForCell()
	for b.Loop() {
		e := env
		for _, d := range f.Decls {
			e, _, _ = check.Decl(e, d)
		}
	}
}
