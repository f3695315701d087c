package tests

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var look = flag.String("look", "", "write the pictures of derivatives as PNG into this directory")

// drawn runs a magic and gives what it shows as text, and the pictures as SVG; name is that of the PNG files.
func (b *book) drawn(name, code string) (text string, svgs []string) {
	b.t.Helper()
	b.shown = nil
	text = b.run(code)
	for i, d := range b.shown {
		text += "\n" + d.Plain()
		if m, ok := d.Metadata["image/png"].(map[string]any); !ok || m["width"] == nil {
			b.t.Errorf("%s: the PNG does not say its size", code)
		}
		if svg, ok := d.Data["image/svg+xml"].(string); ok {
			svgs = append(svgs, svg)
			if len(svg) > 300<<10 {
				b.t.Errorf("%s: the SVG has %d bytes", code, len(svg))
			}
		}
		if png, ok := d.Data["image/png"].([]byte); ok && *look != "" {
			os.WriteFile(filepath.Join(*look, fmt.Sprintf("%s%d.png", name, i)), png, 0o644)
		}
	}
	return text, svgs
}

const jacobianCells = `def pair (x: {m: [2][2]f64, v: f64, n: i32}) = ({s = f64.sum (map f64.sum x.m), w = map (* x.v) x.m[0]}, x.n)
def mix (a: f64, b: (f64, f64)) = [a * b.0, b.1 ** 2, f64.exp a]
def wide (xs: [60]f64, ys: [40]f64) = (map2 (\i x -> x * ys[i %% 40]) (iota 60) xs, f64.sum xs, [ys[0], ys[1]])
def decades (x: [12]f64) = map (\i -> f64.sum (map2 (\j x -> x * 10 ** f64.i64 (-i - j)) (iota 12) x)) (iota 14)
def big (xs: [1000]f64) = tabulate 1000 (\i -> xs[i] * xs[(i * 7) %% 1000] - 3 * xs[(i + 1) %% 1000])
def one (x: f64) = x * x
def half (xs: [3]f32): [2]f16 = [f16.f32 xs[0], f16.f32 (xs[1] * xs[2])]`

// TestJacobian: nests of records as argument and result, their names, modes, scales and what is said of them.
func TestJacobian(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	for _, engine := range engineNames(t) {
		b := newBook(t, engine)
		b.run(strings.ReplaceAll(jacobianCells, "%%", "%"))
		for _, tc := range []struct {
			name, code string
			text, svg  []string
		}{
			{"pair", "%jacobian pair {m = [[1, 2], [3, 4]], v = 2, n = 3}", []string{"3 rows (output ({s: f64, w: [2]f64}, i32))", "5 columns (input {m: [2][2]f64, n: i32, v: f64})",
				"not shown, since no floats: input n: i32", "not shown, since no floats: output 1: i32", "[1.0, 1.0, 1.0, 1.0, 0.0]", "[2.0, 0.0, 0.0, 0.0, 1.0]", "reverse mode, 3 seeds: fewer outputs"},
				[]string{">m[0, 1]<", ">v<", ">0.w[1]<", ">0.s<"}},
			{"mix", "%jacobian mix (1, (2, 3))", []string{"2.718281828459045,               0.0", "forward mode, 3 seeds: as many"}, []string{">1.0<", ">0<"}},
			{"wide", "%jacobian wide (map f64.i64 (1...60), map f64.i64 (1...40))", []string{"63 rows", "100 columns", "182 of 6300 entries are not zero"}, []string{">0: [60]<", ">1: [40]<", ">2: [2]<"}},
			{"decades", "%jacobian decades (replicate 12 1)", []string{"forward mode, 12 seeds: fewer inputs"}, []string{"logarithm", ">1e−"}},
			{"big", "%jacobian big (tabulate 1000 f64.i64)", []string{"1000 rows", "2997 of 1000000", "compressed forward mode: ", "in the place of 1000 seeds", "Pattern: "}, []string{"largest magnitude of 4 × 4"}},
			{"arrow", "%jacobian (\\(xs: [9]f64) -> map2 (\\i x -> if i == 0 then f64.sum xs else x * xs[0]) (iota 9) xs) (replicate 9 2)", []string{"Pattern: what is not zero"},
				[]string{"they would take 9 directions, as many as without"}},
			{"one", "%jacobian one 3", []string{"1 row (output f64)", "[6.0]"}, nil},
			{"half", "%jacobian half [1, 2, 3]", []string{"[0.0, 3.0, 2.0]"}, nil},
			{"nans", "%jacobian (\\(x: [3]f64) -> [f64.sqrt x[0], x[1], x[2] / 0]) [0, 1, 1]", []string{"4 nan, 2 infinite: at [0, 0], [0, 1]"}, nil},
			{"inner", "%jacobian (vjp (\\x -> x[0] ** 2 * x[1]) [1.0, 2.0] 1 |> \\g -> map (* g[0])) (vjp (\\x -> x[0] * x[1]) [1.0, 2.0] 1)", []string{"[4.0, 0.0]"}, nil},
			{"empty", "%jacobian (map f64.sin) []", []string{"empty Jacobian of 0 rows"}, nil},
		} {
			text, svgs := b.drawn(tc.name, tc.code)
			for _, w := range tc.text {
				if !strings.Contains(text, w) {
					t.Errorf("%s: %s shows\n%s\nwant %q in it", engine, tc.code, text, w)
				}
			}
			for _, w := range tc.svg {
				if !strings.Contains(strings.Join(svgs, "\n"), w) {
					t.Errorf("%s: the picture of %s does not have %q", engine, tc.code, w)
				}
			}
		}
		for code, want := range map[string]string{
			"%jacobian (\\(x: i32) -> x + 1) 2": "has no floats", "%jacobian (\\x -> (if x > 0 then #some x else #none): (#some f64 | #none)) 2.0": "sum types",
			"%jacobian f64.sin": "needs a function", "%jacobian": "needs a function", "%jacobian (\\(x: f64) -> x) true": "bool",
		} {
			if text := strings.Join(b.fails(code).Traceback, "\n"); !strings.Contains(text, want) {
				t.Errorf("%s says %q, want %q in it", code, text, want)
			}
		}
	}
}

// TestGrad: gradients field by field.
func TestGrad(t *testing.T) {
	b := newBook(t, "interp")
	b.run("def energy (s: {pos: [3][2]f64, mass: [3]f64, g: f64, n: i64, k: f64}) = s.g * f64.sum (map2 (\\p m -> m * p[1]) s.pos s.mass) - s.k ** 2")
	for _, tc := range []struct {
		name, code string
		pictures   int
		text, svg  []string
	}{
		{"gscalar", "%grad f64.exp 1", 0, []string{"x         1.0  2.718281828459045  + ████"}, nil},
		{"gnest", "%grad energy {pos = [[1, 2], [3, 4], [5, 6]], mass = [1, -2, 3], g = 9.81, n = 3, k = 0.5}", 3,
			[]string{"value = 117.47", "g         9.81       12.0", "k         0.5        -1.0", "− ▏", "mass      [3]f64     largest 58.86 at [2], norm 73.41 ", "norm 82.95", "argument n: i64"}, []string{">g<", ">k<"}},
		{"gvector", "%grad (\\(xs: [300]f64) -> f64.sum (map f64.sin xs)) (map (\\i -> f64.i64 i / 20) (iota 300))", 1, []string{"norm 12.05"}, []string{"norm 12.05; value 34.86"}},
		{"gshort", "%grad f64.product [1, 2, -3]", 1, []string{"[-6.0, -3.0, 2.0]", "norm 7"}, nil},
		{"gmatrix", "%grad (\\(m: [4][5]f64) -> f64.sum (map f64.product m)) (tabulate_2d 4 5 (\\i j -> f64.i64 (i - j)))", 1, []string{"norm"}, []string{"24"}},
		{"gcube", "%grad (\\(m: [12][6][4]f64) -> f64.sum (map (f64.sum <-< map f64.product) m)) (tabulate_3d 12 6 4 (\\k i j -> f64.i64 (k + i - 2 * j)))", 1,
			[]string{"norm"}, []string{"the first 8 of 12", ">[7]<"}},
		{"gnans", "%grad (\\(x: [3]f64, s) -> f64.sum (map f64.sqrt x) + f64.log s) ([0, 1, 4], 0)", 1, []string{"2 infinite: at 0[0], 1;", "%gradcheck", "not finite"}, nil},
		{"gtuple", "%grad (\\(a, b) -> a * b) (2f32, 3f32)", 1, []string{"0         2.0  3.0", "1         3.0  2.0"}, nil},
	} {
		text, svgs := b.drawn(tc.name, tc.code)
		if len(svgs) != tc.pictures {
			t.Errorf("%s shows %d pictures, want %d", tc.code, len(svgs), tc.pictures)
		}
		for _, w := range tc.text {
			if !strings.Contains(text, w) {
				t.Errorf("%s shows\n%s\nwant %q in it", tc.code, text, w)
			}
		}
		for _, w := range tc.svg {
			if !strings.Contains(strings.Join(svgs, "\n"), w) {
				t.Errorf("the picture of %s does not have %q", tc.code, w)
			}
		}
	}
}

// TestHessian: second derivatives of nests, their symmetry, and a rule of the user's that breaks it.
func TestHessian(t *testing.T) {
	b := newBook(t, "interp")
	b.run("def f (p: {a: [2]f64, b: f64, n: i64}) = p.a[0] ** 2 * p.b + p.a[1] * p.b ** 3\n" +
		"def star [n] (x: [n]f64) = tabulate n (\\i -> if i == 0 then f64.sum (map f64.sin x) else x[0] * x[i] ** 2)\n" +
		"def hub [n] (x: [n]f64) = x[0] * f64.sum (map (** 3) x)\n" +
		"def rosenbrock [n] (x: [n]f64) = f64.sum (tabulate (n - 1) (\\i -> 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2))\n" +
		"def odd (x: [2]f64) = with_vjp (\\x -> x[0] * x[1]) (\\_ d -> [d * x[1], 3 * d * x[0]]) x")
	for _, tc := range []struct {
		name, code string
		text, svg  []string
	}{
		{"hnest", "%hessian f {a = [1, 2], b = 3, n = 1}", []string{"Hessian of 3 rows (argument {a: [2]f64, b: f64, n: i64})", "[ 6.0,  0.0,  2.0]", "[ 2.0, 27.0, 36.0]", "symmetric\n", "argument n: i64"}, []string{">a[1]<", ">b<"}},
		{"hband", "%hessian rosenbrock (replicate 30 1.1)", []string{"30 rows", "symmetric", "88 of 900 entries", "forward over reverse mode, 30 seeds"}, nil},
		{"hone", "%hessian (\\x -> x ** 3) 2f32", []string{"[12.0]"}, nil},
		{"hodd", "%hessian odd [2, 3]", []string{"not symmetric: [1, 0] is 3, but [0, 1] is 1; %gradcheck"}, nil},
	} {
		text, svgs := b.drawn(tc.name, tc.code)
		for _, w := range tc.text {
			if !strings.Contains(text, w) {
				t.Errorf("%s shows\n%s\nwant %q in it", tc.code, text, w)
			}
		}
		for _, w := range tc.svg {
			if !strings.Contains(strings.Join(svgs, "\n"), w) {
				t.Errorf("the picture of %s does not have %q", tc.code, w)
			}
		}
	}
	if text := strings.Join(b.fails("%hessian (map f64.sin) [1, 2]").Traceback, "\n"); !strings.Contains(text, "%hessian") {
		t.Errorf("the Hessian of a vector: %s", text)
	}
}

// TestCompressed: compressed Jacobians have the numbers of dense ones, in the colours that structures need.
func TestCompressed(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	b := newBook(t, "interp")
	b.run("def band [n] (x: [n]f64) = tabulate n (\\i -> x[i] ** 2 - (if i > 0 then f64.sin x[i - 1] else 0) + (if i < n - 1 then 3 * x[i + 1] * x[i] else 0))\n" +
		"def arrow [n] (x: [n]f64) = tabulate n (\\i -> x[0] * x[i] + x[i])\n" +
		"def blocks [n] (x: [n]f64) = tabulate n (\\i -> let k = i / 5 * 5 in x[i] * f64.sum (map (\\j -> x[k + j]) (iota 5)))\n" +
		"def stencil (m: [10][10]f64) = tabulate_2d 10 10 (\\i j -> if i == 0 || j == 0 || i == 9 || j == 9 then m[i, j] else m[i - 1, j] + m[i + 1, j] + m[i, j - 1] * m[i, j + 1] - 4 * m[i, j])\n" +
		"def last [n] (x: [n]f64) = tabulate n (\\i -> if i == n - 1 then f64.sum (map f64.exp x) else x[i] ** 3)\n" +
		"def steps [n] (x: [n]f64) = loop y = x for k < 3 do map (\\i -> y[i] * y[(i * 17 + k) % n]) (iota n)\n" +
		"def star [n] (x: [n]f64) = tabulate n (\\i -> if i == 0 then f64.sum (map f64.sin x) else x[0] * x[i] ** 2)\n" +
		"def hub [n] (x: [n]f64) = x[0] * f64.sum (map (** 3) x)\n" +
		"def rosenbrock [n] (x: [n]f64) = f64.sum (tabulate (n - 1) (\\i -> 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2))\n" +
		"let p = tabulate 100 (\\i -> f64.i64 (i * i % 37) / 20 - 0.7)\nlet m = unflatten (p :> [10*10]f64)")
	for _, tc := range []struct {
		name, code, dense string
		want              string
	}{
		{"cband", "%jacobian band p", "jmp band p basis", "compressed forward mode: 3 colours of columns in the place of 100 seeds"},
		{"carrow", "%jacobian arrow p", "jmp arrow p basis", "compressed forward mode: 2 colours of columns"},
		{"cblocks", "%jacobian blocks p", "jmp blocks p basis", "compressed forward mode: 5 colours of columns"},
		{"cstencil", "%jacobian stencil m", "jmp (\\x -> flatten (stencil (unflatten (x :> [10*10]f64))) :> [100]f64) p basis", "colours of columns"},
		{"clast", "%jacobian last p", "jmp last p basis", "compressed reverse mode: 2 colours of rows in the place of 100 seeds"},
		{"cstar", "%jacobian star p", "jmp star p basis", "compressed forward and reverse mode: 2 colours of columns and 1 of rows in the place of 100 seeds"},
		{"chub", "%hessian hub p", "jmp (\\x -> vjp hub x 1) p basis", "compressed: 2 colours of columns and 1 of rows"},
		{"csteps", "%jacobian steps p", "jmp steps p basis", "compressed"},
		{"chessian", "%hessian rosenbrock p", "jmp (\\x -> vjp rosenbrock x 1) p basis", "forward over reverse mode, compressed: 3 colours"},
	} {
		text, svgs := b.drawn(tc.name, tc.code)
		if !strings.Contains(text, tc.want) || len(svgs) != 2 {
			t.Errorf("%s shows %d pictures and\n%s\nwant %q", tc.code, len(svgs), text, tc.want)
		}
		// Jacobians are not values, so what is shown of them is compared: corners, the mean and the extremes.
		want := b.run("let basis = tabulate_2d 100 100 (\\i j -> f64.bool (i == j))\ntranspose (" + tc.dense + ")")
		_, shown, _ := strings.Cut(text, "[[")
		shown, _, _ = strings.Cut("[["+shown, "\nPattern")
		if onlyNumbers(shown) != onlyNumbers(want) {
			t.Errorf("%s shows\n%s\nwant\n%s", tc.code, shown, want)
		}
	}
	// A function with a derivative of its own, and one whose result depends on all: dense.
	for _, code := range []string{"%jacobian (with_vjp (map f64.sin) (\\_ d -> d)) p", "%jacobian (\\x -> let s = f64.sum x in map (* s) x) p"} {
		if text, _ := b.drawn("dense", code); !strings.Contains(text, "forward mode, 100 seeds") {
			t.Errorf("%s shows\n%s", code, text)
		}
	}
}
