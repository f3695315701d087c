package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"raido/tests/turns"
)

// failures are programs that fail at run time, with their input and the beginning of what every engine says. Where more
// than one round of a loop fails that may be spread over threads, what the interpreter says comes first, and then, after " | ", others.
var failures = [][3]string{
	{"def main (xs: []i32) (i: i64) = xs[i]", "[1] 1i64", "[E1201] p.fut:1:33: index 1 out of bounds for array of length 1"},
	{"def main (xs: [][]i32) (i: i64) = map (\\j -> xs[j, i]) (iota i)", "[[1]] 1i64", "[E1201] p.fut:1:46: index 1 out of bounds for dimension 1, which has length 1"},
	{"def main (ps: [][2]f64) (i: i64) = ps[i, 1]", "[[1.0, 2.0]] 1i64", "[E1201] p.fut:1:36: index 1 out of bounds for array of length 1"},
	{"def main [n] (ps: [n][3]f64) (is: [n]i64) = map2 (\\p i -> f64.sum (map2 (-) p ps[i])) ps is", "[[1.0, 2.0, 3.0]] [1i64]", "[E1201] p.fut:1:79: index 1 out of bounds for array of length 1"},
	{"def main (xs: *[]i32) (i: i64) = xs with [i] = 3", "[1] -1i64", "[E1201] p.fut:1:34: index -1 out of bounds"},
	{"def main (xs: []i32) = map (\\x -> 10 / x) xs", "[5, 0]", "[E1203] p.fut:1:35: division by zero: 10 / 0"},
	{"def main (x: i32) (y: i32) = x % y", "1 0", "[E1203] p.fut:1:30: division by zero: 1 % 0"},
	{"def main (x: u8) (y: u8) = x %% y", "1u8 0u8", "[E1203] p.fut:1:28: division by zero: 1 %% 0"},
	{"def main (x: i32) (y: i32) = x ** y", "2 -1", "[E1204] p.fut:1:30: negative exponent: 2 ** -1"},
	{"def main (xs: []i32) = map (\\x -> assert (x > 0) x) xs", "[0]", "[E1205] p.fut:1:35: assertion is false: (x > 0)"},
	{"def main (n: i64) = iota n", "-1i64", "[E1205] p.fut:1:21: iota of a negative number of elements: -1"},
	{"def main (xs: []i64) = map (\\n -> i64.sum (replicate n n)) xs", "[2i64, -2i64]", "[E1205] p.fut:1:44: replicate of a negative"},
	{"def main (xs: []i32) (i: i64) = xs[1:i]", "[1] 2i64", "[E1205] p.fut:1:33: slice 1:2:1 is out of bounds"},
	{"def main (xs: *[]i32) (ys: []i32) = xs with [0:2] = ys", "[1, 2] [1]", "[E1205] p.fut:1:37: the slice has 2 elements, but the new value has 1"},
	// Checks that loops hoist: the first that fails in the order of iterations, steps that go around, what a loop changes.
	{"def main (xs: []i32) (n: i64) = loop s = 0 for j < n do s + xs[j + 1]", "[1, 2, 3, 4, 5, 6] 7i64", "[E1201] p.fut:1:61: index 6 out of bounds | [E1201] p.fut:1:61: index 7 out of bounds"},
	{"def main (xs: []i32) (ys: []i32) (n: i64) = loop s = 0 for j < n do s + xs[j] + ys[2 * j]", "[1, 2, 3, 4, 5, 6] [1, 2, 3, 4, 5, 6] 9i64", "[E1201] p.fut:1:81: index 6 out of bounds | [E1201] p.fut:1:81: index | [E1201] p.fut:1:73: index"},
	{"def main (xs: []i32) (b: i64) = loop s = 0 for j < 9 do s + xs[j * b]", "[1, 2] 2305843009213693952i64", "[E1201] p.fut:1:61: index 2305843009213693952 out of bounds | [E1201] p.fut:1:61: index -2305843009213693952 out of bounds"},
	{"def main (xs: []i32) (n: i64) = i32.sum (map (\\j -> xs[n - j]) (iota n))", "[1, 2, 3, 4, 5] 5i64", "[E1201] p.fut:1:53: index 5 out of bounds"},
	{"def main (xs: []i32) (n: i64) = map (\\i -> loop s = 0 for j < i do if j % 3 == 1 then s + xs[i * (i - 1) / 2 + j] else s) (iota n)", "[1, 2, 3, 4, 5, 6, 7, 8] 6i64", "[E1201] p.fut:1:91: index 11 out of bounds"},
	{"def main (xs: *[]i64) = loop xs for j < 5 do xs with [xs[j]] = 7", "[1i64, 0i64, 0i64, 0i64, 0i64]", "[E1201] p.fut:1:46: index 7 out of bounds"},
	{"def main (xs: *[]i64) (n: i64) = loop xs for j < n do xs with [j] = 10 / (3 - j)", "[1i64, 7i64, 0i64, 0i64, 0i64] 9i64", "[E1203]"},
	// Loops that add at places that data tell.
	{"def main [n] (is: [n]i64) = loop h = [1, 2, 3] for i < n do h with [is[i]] = h[is[i]] + i32.i64 i", "[0i64, 2i64, 3i64, -1i64]", "[E1201] p.fut:1:78: index 3 out of bounds for array of length 3 | [E1201] p.fut:1:78: index -1 out of bounds for array of length 3"},
	{"def main [n] (is: [n]i64) = loop h = [[1, 2], [3, 4]] for i < n do h with [is[i]] = map (+ 1) h[is[i]]", "[0i64, 1i64, -1i64, 2i64]", "[E1201] p.fut:1:95: index -1 out of bounds for array of length 2 | [E1201] p.fut:1:95: index 2 out of bounds for array of length 2"},
	{"def main (xs: []i32) (n: i64) = xs :> [n]i32", "[1] 2i64", "[E1205] p.fut:1:33: size coercion fails"},
}

// TestFailuresAgree runs programs that fail on all engines: the exit status is 2, and each says the same.
func TestFailuresAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	bin := build(t)
	file := filepath.Join(t.TempDir(), "p.fut")
	run := func(backend, input string) (int, string) {
		cmd := exec.Command(bin, "run", "--backend", backend, "p.fut")
		cmd.Dir, cmd.Stdin = filepath.Dir(file), strings.NewReader(input)
		var errs strings.Builder
		cmd.Stderr = &errs
		cmd.Run()
		return cmd.ProcessState.ExitCode(), errs.String()
	}
	backends := []string{"interp"}
	if exec.Command(bin, "run", "--backend", "opencl", filepath.Join("lang", "entry", "no_parameters.fut")).Run() == nil {
		backends = append(backends, "opencl")
	}
	for _, f := range failures {
		if err := os.WriteFile(file, []byte(f[0]+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		var first string
		wants := strings.Split(f[2], " | ")
		for i, b := range backends {
			if b == "opencl" && !turns.Has(f[0]) {
				b = "wasm"
			}
			code, text := run(b, f[1])
			may := wants
			if b == "interp" {
				may = wants[:1]
			}
			one := slices.ContainsFunc(may, func(want string) bool { return strings.HasPrefix(text, "RuntimeError "+want) })
			if code != 2 || !one {
				t.Errorf("%s on %s: exit %d, %s\nwanted %s", f[0], b, code, text, f[2])
			}
			if i == 0 {
				first = text
			} else if text != first && len(wants) == 1 {
				t.Errorf("%s: %s says %s\nwhere %s says %s", f[0], b, text, backends[0], first)
			}
		}
	}
}
