package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestTest runs programs with test blocks, right ones and wrong ones.
func TestTest(t *testing.T) {
	for _, c := range []struct {
		name, program string
		flags         []string
		status        int
		want          string // regular expression that the output matches
	}{
		{"right", "-- ==\n-- input { [1,2] 1i64 } output { 2 }\n-- input { [1,2] 2i64 } error: index\ndef main (xs: []i32) (i: i64) = xs[i]\n", nil, 0, "^ok .*: 2 passed, 0 failed\n1 programs, 0 failed"},
		{"wrong value", "-- ==\n-- input { 1 } output { 3 }\ndef main x = x + 1i32\n", nil, 1, "FAIL.*\n *line 2, main on interp: result 0: expected 3i32, got 2i32"},
		{"wrong number of values", "-- ==\n-- input { 1 } output { 1 2 }\ndef main x = x + 0i32\n", nil, 1, "expected 2 values, got 1"},
		{"tuple", "-- ==\n-- input { 1 } output { 1 2.5 true }\ndef main (x: i32) = (x, (2.5, true))\n", nil, 0, "1 passed"},
		{"near", "-- ==\n-- input { } output { 1.001 }\ndef main = 1.0\n", nil, 0, "1 passed"},
		{"not equal", "-- ==\n-- input { } output { 1.001 }\ndef main = 1.0\n", []string{"--strict"}, 1, "expected 1.001f64, got 1.0f64"},
		{"error expected", "-- ==\n-- input { 1 } error: .*\ndef main x = x + 0i32\n", nil, 1, "expected a run-time error"},
		{"other error", "-- ==\n-- input { 0 } error: index\ndef main x = 1i32 / x\n", nil, 1, "does not match \"index\":\n.*zero"},
		{"any error", "-- ==\n-- input { 0 } error: index\ndef main x = 1i32 / x\n", []string{"--any-error"}, 0, "1 passed"},
		{"compile-time error", "-- ==\n-- error: differ\ndef main = 1i32 + true\n", nil, 0, "1 passed"},
		{"no compile-time error", "-- ==\n-- error: .*\ndef main = 1i32\n", nil, 1, "expected a compile-time error"},
		{"unexpected compile-time error", "-- ==\n-- input {} output { 1 }\ndef main = 1i32 + true\n", nil, 1, "TypeError"},
		{"error instead of a value", "-- ==\n-- input {0} output { 1 }\ndef main x = 1i32 / x\n", nil, 1, "RuntimeError"},
		{"no entry point", "-- ==\n-- entry: f\n-- input {0} output { 1 }\ndef main x = 1i32 / x\n", nil, 1, "no entry point f"},
		{"entry points", "-- ==\n-- entry: f g\n-- input {0} output { 1 }\nentry f x = x + 1i32\nentry g x = 1i32 - x\n", []string{"--entry", "f"}, 0, "1 passed"},
		{"random", "-- ==\n-- random input {[10]f32} auto output\nentry main = f32.sum\n", nil, 0, "1 passed"},
		{"compiled", "-- ==\n-- compiled input {0} output { 1 }\ndef main x = x + 1i32\n", nil, 0, "not for interp"},
		{"disabled", "-- ==\n-- tags { disable }\n-- input {0} output { 7 }\ndef main x = x + 1i32\n", nil, 0, "1 skipped"},
		{"excluded", "-- ==\n-- tags { slow }\n-- input {0} output { 7 }\ndef main x = x + 1i32\n", []string{"--exclude", "fast,slow"}, 0, "1 skipped"},
		{"endless", "-- ==\n-- input {0} output { 7 }\ndef main (x: i32) = loop x while x == 0 do x * 2\n", []string{"--timeout", "200ms"}, 1, "no result after 200ms"},
		{"malformed block", "-- ==\n-- input 0\ndef main = 1i32\n", nil, 1, "test block: expected {"},
		{"malformed value", "-- ==\n-- input { [1,] }\ndef main (x: []i32) = x\n", nil, 1, "input, line 1"},
		{"script", "-- ==\n-- script input { (mk 3, 2i64) } output { 5i64 }\nentry mk (n: i64): {n: i64} = {n}\ndef main (r: {n: i64}) (k: i64) = r.n + k\n", nil, 0, "1 passed"},
		{"script of one tuple", "-- ==\n-- script input { let x = 3 in (x, x) } output { 6i64 }\ndef main (a: i64, b: i64) = a + b\n", nil, 0, "1 passed"},
		{"script with data", "-- ==\n-- script input { ($loaddata \"d.in\", length ($loadbytes \"d.in\")) } output { 12i64 }\ndef main (a: [2]i64) (b: i64) = a[0] + a[1] + b\n", nil, 0, "1 passed"},
		{"wrong script", "-- ==\n-- script input { mk 3 } output { 5i64 }\ndef main (k: i64) = k\n", nil, 1, "script input:1:3: unknown name mk"},
		{"input from a file", "-- ==\n-- input @ d.in output @ d.in\ndef main (a: [2]i64) = a\n", nil, 0, "1 passed"},
		{"warning", "-- ==\n-- warning: attribute fo+\ndef main = #[foo] 1i32\n", nil, 0, "1 passed"},
		{"no warning", "-- ==\n-- warning: attribute fo+\ndef main = 1i32\n", nil, 1, "expected a warning that matches \"attribute fo.\""},
		{"property", "-- ==\n-- property: p\n#[prop]\nentry p [n] (xs: [n]i32, ys: [n]f32) = length xs == length ys\n", nil, 0, "1 passed"},
		{"false property", "-- ==\n-- property: p\n#[prop]\nentry p (xs: []i32) = length xs < 4\n", nil, 1, "property p: is false for\n *\\[.*,.*,.*,.*\\]"},
		{"generator", "-- ==\n-- property: p\nentry g (n: i64) (seed: i64) = replicate n seed\nentry s (xs: []i64) (_: i32) = if null xs then xs else init xs\n#[prop(gen(g), shrink(s))]\nentry p (xs: []i64) = length xs < 4\n", nil, 1, "is false for\n *\\[(\\d+i64(, )?){4}\\]"},
		{"no property", "-- ==\n-- property: p\nentry p (xs: []i64) = true\n", nil, 1, "no attribute #.prop."},
		{"no block", "def main = 1i32\n", nil, 0, "1 passed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, "a.fut", c.program)
			write(t, dir, "d.in", "[1i64,2]\n")
			args := append(append([]string{"test", "--backend", "interp"}, c.flags...), "a.fut")
			status, out, errs := raido(t, dir, "", args...)
			if status != c.status || !regexp.MustCompile(c.want).MatchString(out) {
				t.Errorf("status %d, want %d; output\n%s%s\nwant %s", status, c.status, out, errs, c.want)
			}
		})
	}
}

func TestTestCall(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sub/a.fut", "-- ==\n-- input { 1 } output { 1 }\ndef main x = x + 0i32\n")
	write(t, dir, "sub/lib.fut", "def twice x = x + x\n")
	status, out, _ := raido(t, dir, "", "test", "--backend=interp", ".")
	if status != 0 || !strings.Contains(out, "1 programs, 0 failed; 1 passed") {
		t.Errorf("a directory: status %d\n%s", status, out)
	}
	for _, args := range [][]string{{"missing.fut"}, {"--backend", "nothing", "."}, {}} {
		if status, out, _ := raido(t, dir, "", append([]string{"test"}, args...)...); status != 3 {
			t.Errorf("raido test %v: status %d, want 3\n%s", args, status, out)
		}
	}
}
