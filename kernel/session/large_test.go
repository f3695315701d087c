//go:build unix

package session

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"raido/tests/load"
)

// largeInputs are cells that grow with n in one way each, with an n for which they take a fraction of a second.
var largeInputs = map[string]struct {
	n    int
	text func(n int) string
}{
	"definitions": {3000, func(n int) string {
		return many(n, "\n", func(i int) string { return fmt.Sprintf("def f%d (x: i64) = x + %d", i, i) })
	}},
	"a chain of definitions": {2000, func(n int) string {
		return "def f0 (x: i64) = x\n" + many(n, "\n", func(i int) string { return fmt.Sprintf("def f%d (x: i64) = f%d x + 1", i+1, i) })
	}},
	"values": {1000, func(n int) string {
		return many(n, "\n", func(i int) string { return fmt.Sprintf("let v%d = %d", i, i) })
	}},
	"lets": {2000, func(n int) string {
		return "def g (y0: i64) =\n" + many(n, "\n", func(i int) string { return fmt.Sprintf("let y%d = y%d + 1", i+1, i) }) + fmt.Sprintf("\nin y%d\ng 1", n)
	}},
	"magics": {2000, func(n int) string { return many(n, "\n", func(int) string { return "%who" }) }},
	"types": {2000, func(n int) string {
		return many(n, "\n", func(i int) string { return fmt.Sprintf("type t%d = (i64, f64)", i) })
	}},
	"a chain of types": {2000, func(n int) string {
		return "type t0 = i64\n" + many(n, "\n", func(i int) string { return fmt.Sprintf("type t%d = t%d", i+1, i) })
	}},
	"lines":     {100_000, func(n int) string { return strings.Repeat("-- a line\n", n) + "1" }},
	"a text":    {200_000, func(n int) string { return `"` + strings.Repeat("x", n) + `"` }},
	"operators": {2000, func(n int) string { return many(n, " + 2 * ", func(int) string { return "1" }) }},
	"a literal": {20_000, func(n int) string {
		return "[" + many(n, ", ", func(i int) string { return fmt.Sprint(i%2 == 0) }) + "]"
	}},
	"numbers": {250_000, func(n int) string {
		return "let xs = [" + many(n, ", ", func(i int) string { return fmt.Sprintf("%d.25", i) }) + "]\nlength xs"
	}},
	"numbers with suffixes": {200_000, func(n int) string {
		return "[" + many(n, ",\n", func(i int) string { return fmt.Sprintf("-%di64", i) }) + "]"
	}},
	"numbers that do not fit": {5_000, func(n int) string { return "[1u8, " + many(n, ", ", func(int) string { return "300" }) + "]" }},
	"numbers and a name":      {20_000, func(n int) string { return "[" + strings.Repeat("1, ", n) + "x]" }},
	"rows": {200, func(n int) string {
		return "[" + many(n, ",\n", func(i int) string {
			return "[" + many(500, ", ", func(j int) string { return fmt.Sprint(i - j) }) + "]"
		}) + "]"
	}},
	"records in an array": {3_000, func(n int) string {
		return "[" + many(n, ", ", func(i int) string { return fmt.Sprintf("{a = %d, b = %d.5}", i, i) }) + "]"
	}},
	"a sum":                  {3_000, func(n int) string { return many(n, "+", func(int) string { return "1" }) }},
	"a comment":              {2_000_000, func(n int) string { return "--" + strings.Repeat("x", n) + "\n1" }},
	"blanks":                 {2_000_000, func(n int) string { return strings.Repeat(" ", n) }},
	"bytes that no text has": {20_000, func(n int) string { return strings.Repeat("\x00\x01", n) }},
	"literals of pairs": {5_000, func(n int) string {
		return "[" + many(n, ", ", func(i int) string { return fmt.Sprintf("(%d, true)", i) }) + "]"
	}},
	"a tuple": {4000, func(n int) string { return "(" + many(n, ", ", func(i int) string { return fmt.Sprint(i) }) + ")" }},
	"a record": {4000, func(n int) string {
		return "{" + many(n, ", ", func(i int) string { return fmt.Sprintf("a%d = %d", i, i) }) + "}"
	}},
	"pipes": {1000, func(n int) string { return "def f (x: i64) = x + 1\n1 " + strings.Repeat("|> f ", n) }},
	"cases": {500, func(n int) string {
		return "match 3i64 " + many(n, " ", func(i int) string { return fmt.Sprintf("case %d -> %d", i, i) }) + " case _ -> 0"
	}},
	"unknown names": {5_000, func(n int) string { return "[" + many(n, ", ", func(int) string { return "nosuch" }) + "]" }},
	"faulty definitions": {2000, func(n int) string {
		return many(n, "\n", func(i int) string { return fmt.Sprintf("def x%d : i64 = nosuch%d", i, i) })
	}},
	"indices":  {1000, func(n int) string { return "x" + strings.Repeat("[0]", n) }},
	"brackets": {200_000, func(n int) string { return strings.Repeat("(", n) }},
	"digits":   {100_000, func(n int) string { return strings.Repeat("1", n) }},
}

// processorTime is what the process has computed so far, whatever else the machine does.
func processorTime() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano())
}

// openers begin what they do not end, or end what was not begun.
var openers = []string{"(", "[", "{", "[1, ", "(1, ", "{a = ", ")", "]", ",", "-", "!", "- 1 ", "+ 1", "loop ", "loop x = 1 for i < ", "if ", "if true then 1 else ", "let ", "let x = ", "let x = 1 in ", "let x\n",
	"def ", "def f = ", "def f (", "\\x -> ", "\\(", "match ", "match x case 1 -> ", "with [0] = ", ": ", "x : (", "#a ", "#[", "#", "x.", "x.0.", "m.(", "f <| ", "x |> ", "..", "1 ... ", "`", "'", "\"", "\x00", "é", "\xff", "\U0001f642",
	"\n", "type t = ", "module m = {", "local ", "assert ", "i64 -> ", "[]", "??? ", "x ", "()"}

// TestOpeners: a text of one piece again and again, four times as long, takes about four times as long.
func TestOpeners(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	const n, most = 10_000, 11
	enough := load.Bound(150 * time.Millisecond)
	for _, piece := range openers {
		took := func(n int) time.Duration {
			s := New("interp")
			defer s.Shutdown(false)
			before := processorTime()
			s.Execute(context.Background(), strings.Repeat(piece, n), ExecuteOptions{Count: 1, Store: true}, noOutput{})
			return processorTime() - before
		}
		if short, long := took(n), took(4*n); long > enough && long > most*short {
			if short, long = took(n), took(4*n); long > most*short {
				t.Errorf("%q %d times takes %v, and four times that %v", piece, n, short, long)
			}
		}
	}
}

// TestLargeInputs: a cell four times as long takes about four times as long; what is quadratic would take sixteen times.
func TestLargeInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: computes with large inputs")
	}
	const enough, most = 150 * time.Millisecond, 11
	for name, in := range largeInputs {
		t.Run(name, func(t *testing.T) {
			took := func(n int) time.Duration {
				s := New("interp")
				defer s.Shutdown(false)
				s.Execute(context.Background(), "1", ExecuteOptions{Count: 1}, noOutput{})
				text := in.text(n)
				before := processorTime()
				s.Execute(context.Background(), text, ExecuteOptions{Count: 2, Store: true}, noOutput{})
				return processorTime() - before
			}
			short, long := took(in.n), took(4*in.n)
			t.Logf("n = %d: %v, 4n: %v, %.1f times", in.n, short, long, float64(long)/float64(short))
			if long > enough && long > most*short {
				if short, long = took(in.n), took(4*in.n); long > most*short { // the collector may have run
					t.Errorf("n = %d takes %v, and 4n %v, %.1f times as long", in.n, short, long, float64(long)/float64(short))
				}
			}
		})
	}
}
