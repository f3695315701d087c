//go:build unix

package opt_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/eval"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/value"
)

// Passes take time linear in the depth of nested branches and of chains of calls. Four times the depth may take
// ten times the time, not sixteen; a slow machine repeats the measurement.
func TestDeepPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	passes := map[string]func(*core.Prog) *core.Prog{"inline": opt.Inline, "fuse": opt.Fuse, "dce": opt.DCE, "cse": opt.CSE, "simplify": opt.Simplify}
	makers := map[string]func(n int) string{"branches": branches, "calls": calls, "maps": maps}
	for what, make := range makers {
		for name, pass := range passes {
			var ratio float64
			for range 5 {
				if ratio = float64(spent(t, pass, make(1600))) / float64(spent(t, pass, make(400))+50*time.Microsecond); ratio < 10 {
					break
				}
			}
			if ratio >= 10 {
				t.Errorf("%s of %s: four times the depth takes %.0f times as long", name, what, ratio)
			}
		}
	}
}

// spent is the shortest of three processor times that a pass takes: those do not depend on what else the machine does.
func spent(t *testing.T, pass func(*core.Prog) *core.Prog, text string) time.Duration {
	t.Helper()
	p, err := core.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	best := time.Hour
	for range 3 {
		start := processorTime()
		pass(p)
		best = min(best, processorTime()-start)
	}
	return best
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestDoublingCalls: functions that each call the one before twice stay functions, and mean the same.
func TestDoublingCalls(t *testing.T) {
	text := "fun f0 (x: i64) : (r: i64) =\n  let (y: i64) = mul.i64 x 3\n  in (y)\n"
	for i := 1; i <= 18; i++ {
		text += fmt.Sprintf("fun f%d (x: i64) : (r: i64) =\n  let (y: i64) = call f%d (x)\n  let (z: i64) = call f%d (y)\n  in (z)\n", i, i-1, i-1)
	}
	text += "fun main (x: i64) : (r: i64) =\n  let (y: i64) = call f18 (x)\n  in (y)\n"
	p, err := core.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	q := opt.Inline(p)
	if err := verify.Prog(q); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(core.Print(q), "\n"); n > 5000 {
		t.Errorf("%d lines", n)
	}
	one := []value.Value{value.Scalar{Scalar: prim.Int(prim.I64, 1)}}
	want, err := eval.Run(context.Background(), p, one)
	if err != nil {
		t.Fatal(err)
	}
	got, err := eval.Run(context.Background(), q, one)
	if err != nil || !value.Equal(got[0], want[0]) {
		t.Errorf("%v, want %v (%v)", got, want, err)
	}
}

// maps is a chain of maps, which would all fuse into one.
func maps(n int) string {
	var b strings.Builder
	b.WriteString("fun main (n: i64) (xs0: [n]i32) : (r: [n]i32) =\n")
	for i := range n {
		fmt.Fprintf(&b, "let (xs%d: [n]i32) = map n (xs%d) (\\(x: i32) : (i32) -> let (y: i32) = mul.i32 x x in (y))\n", i+1, i)
	}
	fmt.Fprintf(&b, " in (xs%d)", n)
	return b.String()
}

// branches is a chain of else-ifs.
func branches(n int) string {
	var b strings.Builder
	b.WriteString("fun main (x: i32) : (r: i32) =\n")
	for i := range n {
		fmt.Fprintf(&b, "let (c: bool) = eq.i32 x %di32 let (y: i32) = if c then in (%di32) else\n", i, i%7)
	}
	b.WriteString(" in (x)")
	b.WriteString(strings.Repeat(" in (y)", n))
	return b.String()
}

// calls is a chain of functions that each call the one before.
func calls(n int) string {
	var b strings.Builder
	b.WriteString("fun f0 (x: i32) : (r: i32) = in (x)\n")
	for i := range n {
		fmt.Fprintf(&b, "fun f%d (x: i32) : (r: i32) = let (y: i32) = call f%d (x) let (z: i32) = mul.i32 y %di32 in (z)\n", i+1, i, i%5+2)
	}
	return b.String()
}
