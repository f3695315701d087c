package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Derivatives through the whole house, each beside its value in closed form.
func TestDerivatives(t *testing.T) {
	tests := []struct{ src, in, want string }{
		{"def main (x: f64) = jvp (\\y -> y * y) x 1", "3.0", "6.0f64"},
		{"def main (x: f64) = vjp (\\(a, b) -> a * b) (x, 2) 1", "3.0", "2.0f64\n3.0f64"},
		{"def main (xs: []f64) = vjp2 (\\ys -> f64.sum (map (\\y -> y * y) ys)) xs 1", "[1.0, 2.0]", "5.0f64\n[2.0f64, 4.0f64]"},
		{"def main (xs: []f64) = jvp2 (map f64.sqrt) xs (map (const 1) xs)", "[4.0]", "[2.0f64]\n[0.25f64]"},
		{"def main (x: f64) = jmp (\\(a, b) -> a * b) (x, 2) [(1, 0), (0, 1)]", "3.0", "[2.0f64, 3.0f64]"},
		{"def main (x: f64) = jmp2 (\\(a, b) -> a * b) (x, 2) [(1, 0), (0, 1)]", "3.0", "6.0f64\n[2.0f64, 3.0f64]"},
		{"def main (x: f64) = mjp (\\a -> (a * a, a)) x [(1, 0), (0, 1)]", "3.0", "[6.0f64, 1.0f64]"},
		{"def main (x: f64) = mjp2 (\\a -> (a * a, a)) x [(1, 0), (0, 1)]", "3.0", "9.0f64\n3.0f64\n[6.0f64, 1.0f64]"},
		{"def main (x: f64) = jvp (\\y -> vjp (\\z -> z * z * z) y 1) x 1", "2.0", "12.0f64"},
		{"def main (x: f64) = vjp (\\r -> r.a * r.b) {a = x, b = 2} 1 |> \\r -> (r.a, r.b)", "3.0", "2.0f64\n3.0f64"},
		{"def main (xs: []f64) = vjp (\\ys -> reduce (*) 1 ys) xs 1", "[2.0, 3.0, 4.0]", "[12.0f64, 8.0f64, 6.0f64]"},
		{"def main (xs: []f64) = vjp (\\ys -> (scan (+) 0 ys)[2]) xs 1", "[2.0, 3.0, 4.0]", "[1.0f64, 1.0f64, 1.0f64]"},
		{"def main (x: f64) (n: i32) = vjp (\\y -> loop z = y for _i < n do z * y) x 1", "2.0 3i32", "32.0f64"},
		{"def main (x: f64) = vjp (\\y -> loop z = y while z < 100 do z * y) x 1", "3.0", "405.0f64"},
		{"def main (xs: []f64) (i: i64) = vjp (\\ys -> let zs = copy ys in let zs[i] = 1 in f64.sum zs) xs 1", "[2.0, 3.0] 1i64", "[1.0f64, 0.0f64]"},
		{"def main (xs: []f64) = vjp (\\ys -> f64.sum (filter (> 0) ys)) xs 1", "[2.0, -3.0, 4.0]", "[1.0f64, 0.0f64, 1.0f64]"},
		{"def main (xs: []f64) (is: []i64) = vjp (\\ys -> (reduce_by_index (replicate 2 0) (+) 0 is ys)[1]) xs 5", "[1.0, 2.0, 3.0] [1i64, 0i64, 1i64]", "[5.0f64, 0.0f64, 5.0f64]"},
		{"def main (xss: [][]f64) = vjp (\\yss -> f64.sum (map f64.product (transpose yss))) xss 1", "[[1.0, 2.0], [3.0, 4.0]]", "[[3.0f64, 4.0f64], [1.0f64, 2.0f64]]"},
		{"def main (x: f64) = vjp (\\y -> if y > 0 then y * y else -y) x 1", "-2.0", "-1.0f64"},
		{"def main (x: i32) = vjp (\\y -> y * y * y) x 1", "3i32", "27i32"},
		{"def f (x: f64) = x" + strings.Repeat(" * 1", 200) + " * x\ndef main (x: f64) = vjp f x 1", "3.0", "6.0f64"},
		{"entry main = vjp (\\(x: f32) -> x * x)", "3.0f32 1.0f32", "6.0f32"},
	}
	dir := t.TempDir()
	for _, x := range tests {
		if err := os.WriteFile(filepath.Join(dir, "d.fut"), []byte(x.src), 0o666); err != nil {
			t.Fatal(err)
		}
		status, out, errs := raido(t, dir, x.in, "run", "--backend", "interp", "d.fut")
		if status != 0 || strings.TrimSpace(out) != x.want {
			t.Errorf("%.200s\non %s: status %d, %q, want %q\n%s", x.src, x.in, status, out, x.want, errs)
		}
	}
}
