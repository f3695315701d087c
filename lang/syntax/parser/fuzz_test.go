package parser

import (
	"strings"
	"testing"
	"time"

	"raido/lang/diag"
	"raido/lang/syntax/scan"
	"raido/tests/seeds"
)

// FuzzParse demands of any text: no panic; sound faults; tokens that cover it in order; and that what was
// parsed comes back when printed and parsed again.
func FuzzParse(f *testing.F) {
	for _, c := range constructs {
		f.Add(c[0])
	}
	for _, c := range expressions {
		f.Add(c[0])
		f.Add("def x = " + c[0] + "\nlet y = 1\n" + c[0])
	}
	for _, text := range append(tables, noTables...) {
		f.Add(text)
	}
	seeds.Add(f)
	f.Fuzz(func(t *testing.T, text string) {
		defer time.AfterFunc(10*time.Second, func() { panic("parsing takes more than ten seconds") }).Stop()
		src := &diag.Source{Name: "fuzz", Text: text}
		file, faults := Cell(src)
		for _, d := range faults {
			if d.Msg == "" || d.Code == "" || d.Span.Start < 0 || d.Span.End > len(text) || d.Span.Start > d.Span.End {
				t.Fatalf("%+v", d)
			}
			diag.Render(d, true)
		}
		end := 0
		for _, tok := range scan.Tokens(src) {
			if tok.Span.Start < end || tok.Span.End <= tok.Span.Start || strings.TrimSpace(text[end:tok.Span.Start]) != "" {
				t.Fatalf("token %v after %d", tok, end)
			}
			end = tok.Span.End
		}
		Complete(text)
		checkRoundTrip(t, file)
		sameWithout(t, text)
	})
}

// source is a text of many lines as people write them.
func source(lines int) string {
	const part = `-- | The dot product of two vectors.
def dotprod [n] (xs: [n]f64) (ys: [n]f64): f64 =
  reduce (+) 0 (map2 (*) xs ys)

-- | One step of a stencil.
def step [n][m] (h: f32) (grid: *[n][m]f32): *[n][m]f32 =
  let edge = replicate n (f32.i64 0)
  let at (i: i64) (j: i64) = if i < 0 || j < 0 || i >= n || j >= m then edge[0] else grid[i, j]
  in tabulate_2d n m (\i j -> let c = at i j
                              let s = at (i-1) j + at (i+1) j + at i (j-1) + at i (j+1)
                              in c + h * (s - 4.0 * c))

type particle = {pos: (f32, f32), vel: (f32, f32), mass: f32}

entry simulate [n] (steps: i32) (ps: [n]particle): [n]particle =
  loop ps = copy ps for i < steps do
    map (\p -> p with pos = (p.pos.0 + p.vel.0, p.pos.1 + p.vel.1)) ps

def fit (x: i32) =
  match x
  case 0 -> #none
  case _ -> #some (x |> (+1) |> (*2))
`
	return strings.Repeat(part, lines/strings.Count(part, "\n")+1)
}

func BenchmarkFile(b *testing.B) {
	src := &diag.Source{Name: "bench", Text: source(2000)}
	b.ReportMetric(float64(strings.Count(src.Text, "\n")), "lines")
	for b.Loop() {
		if _, faults := File(src); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}

func BenchmarkCell(b *testing.B) {
	src := &diag.Source{Name: "bench", Text: "map (\\x -> x * x + 1) xs |> reduce (+) 0"}
	for b.Loop() {
		if _, faults := Cell(src); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	text := source(2000)
	for b.Loop() {
		scan.Scan("", text)
	}
}

func BenchmarkBuild(b *testing.B) {
	for b.Loop() {
		build[fileG]()
		build[typeG]()
		build[patG]()
	}
}
