package host

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"raido/backend"
	checker "raido/lang/check"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/syntax/parser"
	"raido/lang/value"
)

// productForms are the forms in which products of matrices come out of programs: bodies of a function of arrays a, b, c
// with dimensions of those letters, and how many kernels of it and of its derivative are computed in tiles.
var productForms = []struct {
	name, dims, body string
	tiles, back      int
}{
	{"A B", "nk km", `mm a b`, 1, 2},
	{"A' B", "kn km", `mm (transpose a) b`, 1, 2},
	{"A B'", "nk mk", `mm a (transpose b)`, 1, 2},
	{"A' B'", "kn mk", `mm (transpose a) (transpose b)`, 1, 2},
	{"(A B)'", "nk km", `transpose (mm a b)`, 1, 2},
	{"columns", "nk km", `map (\c -> map (\r -> dot r c) a) (transpose b)`, 1, 2},
	{"rows times matrix", "nk km", `map (\r -> map (dot r) (transpose b)) a`, 1, 2},
	{"batch", "qnk qkm", `map2 mm a b`, 1, 3},
	{"batch of two", "qnk qmk", `map2 (\x y -> mm (mm x (transpose y)) y) a b`, 2, 0},
	{"batch with one factor", "qnk km", `map (\x -> mm x b) a`, 1, 0},
	{"bias and tanh", "nk km m", `map (\r -> map2 (\x y -> f64.tanh (x + y)) r c) (mm a b)`, 1, 2},
	{"layer", "nk km m", `map (\x -> map2 (\w y -> 1 / (1 + f64.exp (-(dot x w + y)))) (transpose b) c) a`, 1, 0},
	{"relu", "nk km", `map (map (\x -> if x > 0 then x else 0)) (mm a b)`, 1, 2},
	{"C + A B", "nk km nm", `map2 (map2 (\x y -> 0.5 * x + y)) c (mm a b)`, 1, 2},
	{"exp of a factor", "nk km", `mm a (map (map f64.exp) b)`, 1, 2},
	{"three factors in the sum", "nk km k", `map (\r -> map (\w -> f64.sum (map3 (\x y z -> x * y * z) r w c)) (transpose b)) a`, 1, 1},
	{"A A'", "nk", `mm a (transpose a)`, 1, 2},
	{"A' A", "nk", `mm (transpose a) a`, 1, 2},
	{"distances", "nk mk", `map (\x -> map (\y -> f64.sum (map2 (\p q -> (p - q) * (p - q)) x y)) b) a`, 1, 0},
	{"least sums", "nk km", `map (\r -> map (\w -> f64.minimum (map2 (+) r w)) (transpose b)) a`, 1, 0},
	{"indices", "nk km", `tabulate_2d n m (\i j -> f64.sum (map (\l -> a[i, l] * b[l, j]) (iota k)))`, 1, 0},
	{"loop", "nk km", `tabulate_2d n m (\i j -> loop s = 0 for l < k do s + a[i, l] * b[l, j])`, 1, 0},
	{"loop over rows", "nk km", `map (\r -> map (\c -> loop s = 0 for l < k do s + r[l] * c[l]) (transpose b)) a`, 1, 1},
	{"sum of outer products", "kn km", `reduce (map2 (map2 (+))) (replicate n (replicate m 0)) (map2 (\x y -> map (\p -> map (* p) y) x) a b)`, 0, 0},
	{"gram", "nk mk", `map (\x -> map (\y -> f64.exp (-f64.sum (map2 (\p q -> (p - q) ** 2) x y))) b) a`, 1, 0},
	{"A B C", "nk km mk", `mm (mm a b) c`, 2, 4},
	{"softmax", "nk km", `map (\z -> let e = map f64.exp z let s = f64.sum e in map (/ s) e) (mm a b)`, 1, 2},
}

// formProgram is a form or its derivative as a program.
func formProgram(t *testing.T, dims, body string, back bool) *core.Prog {
	t.Helper()
	var sizes, params, names string
	for i, d := range strings.Fields(dims) {
		name := string(rune('a' + i))
		for _, s := range d {
			if !strings.ContainsRune(sizes, s) {
				sizes += string(s)
			}
		}
		params += fmt.Sprintf(" (%s: %sf64)", name, "["+strings.Join(strings.Split(d, ""), "][")+"]")
		names += " " + name
	}
	params = "[" + strings.Join(strings.Split(sizes, ""), "] [") + "]" + params
	tuple := "(" + strings.ReplaceAll(names[1:], " ", ", ") + ")"
	text := `def dot [k] (x: [k]f64) (y: [k]f64) = f64.sum (map2 (*) x y)
def mm [n] [m] [k] (a: [n][k]f64) (b: [k][m]f64): [n][m]f64 = map (\r -> map (\c -> dot r c) (transpose b)) a
def f ` + params + " = " + body + "\nentry main " + params + " = "
	if text += "f" + names; back {
		text = strings.TrimSuffix(text, "f"+names) + `vjp (\` + tuple + " -> f" + names + ") " + tuple + " (f" + names + ")"
	}
	file, ds := parser.File(&diag.Source{Name: "form.fut", Text: text})
	if es := ds.Errors(); len(es) > 0 {
		t.Fatal(es, text)
	}
	prog, ds := checker.File(checker.Prelude(), file, nil)
	if es := ds.Errors(); len(es) > 0 {
		t.Fatal(es, text)
	}
	p, _, err := lower.Program(prog.Entries[len(prog.Entries)-1])
	if err != nil {
		t.Fatal(err, text)
	}
	if p, err = backend.Passes(p); err != nil {
		t.Fatal(err, text)
	}
	return p
}

// TestProductForms: each form is computed in tiles, as far as it is known to be, and agrees with the interpreter at sizes
// below, at and above those of tiles, none and primes among them.
func TestProductForms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	e.limits.ChunkWork = 500
	sizes := []map[rune]int64{
		{'q': 2, 'n': 0, 'm': 3, 'k': 2}, {'q': 1, 'n': 1, 'm': 1, 'k': 1}, {'q': 0, 'n': 2, 'm': 2, 'k': 3}, {'q': 2, 'n': 2, 'm': 9, 'k': 0},
		{'q': 3, 'n': 13, 'm': 7, 'k': 5}, {'q': 2, 'n': 9, 'm': 31, 'k': 37}, {'q': 1, 'n': 67, 'm': 83, 'k': 131},
	}
	for _, f := range productForms {
		for _, back := range []bool{false, true} {
			p := formProgram(t, f.dims, f.body, back)
			c, err := e.Compile(t.Context(), p)
			if err != nil {
				t.Fatal(f.name, err)
			}
			want := f.tiles
			if back {
				want = f.back
			}
			if got := tiledKernels(c.(*compiled).par); got < want {
				t.Errorf("%s, derivative %v: %d kernels in tiles, want %d", f.name, back, got, want)
			}
			if !back { // the derivative takes the form's value as its seed
				continue
			}
			for _, s := range sizes {
				if d := disagreementIn(e, p, formArgs(f.dims, s), false); d != "" {
					t.Errorf("%s, sizes %v: %.600s", f.name, s, d)
				}
			}
		}
	}
}

// tiledKernels counts the contractions of a form.
func tiledKernels(f *form) int {
	n := 0
	for _, k := range f.seg.Kernels {
		if k.Contraction && k.Blocks == nil { // the one for few points, beside those of tiles
			n++
		}
	}
	return n
}

// formArgs are the sizes of a form, in the order in which they occur, and its arrays.
func formArgs(dims string, sizes map[rune]int64) []value.Value {
	var out, arrays []value.Value
	var seen []rune
	for _, d := range strings.Fields(dims) {
		var shape []int64
		for _, s := range d {
			if shape = append(shape, sizes[s]); !slices.Contains(seen, s) {
				seen = append(seen, s)
				out = append(out, i64(sizes[s]))
			}
		}
		a := floats(prim.F64, shape...)
		xs := value.Of[float64](a)
		for i := range xs {
			xs[i] = xs[i] / 16
		}
		arrays = append(arrays, a)
	}
	return append(out, arrays...)
}
