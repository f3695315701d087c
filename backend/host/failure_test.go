package host

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"raido/backend"
	"raido/backend/enginetest"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/load"
)

// located puts a source span on every statement that matches, as lowering does.
func located(p *core.Prog, match func(core.Exp) bool) *diag.Source {
	src := &diag.Source{Name: "In [1]", Text: "let x = f xs\nlet y = xs[i]\n"}
	for _, f := range p.Funs {
		place(&f.Body, match, diag.Span{Source: src, Start: 21, End: 26})
	}
	return src
}

func place(b *core.Body, match func(core.Exp) bool, span diag.Span) {
	for i := range b.Stms {
		if match(b.Stms[i].Exp) {
			b.Stms[i].Src = span
		}
		b.Stms[i].Exp.Map(core.Mapper{
			Body: func(c core.Body) core.Body { place(&c, match, span); return c },
			Lambda: func(l *core.Lambda) *core.Lambda {
				place(&l.Body, match, span)
				return l
			},
		})
	}
}

var failures = []struct {
	name, ret, body string
	class           diag.Class
	want            string
	match           func(core.Exp) bool
}{
	{"index in a kernel", "(r: [n]i64)", `
		let (r: [n]i64) = map n (is) (\(i: i64) : (i64) -> let (x: i64) = xs[i] in (x)) in (r)`,
		diag.Runtime, "index 12345 out of bounds for array of length 1000", isIndex},
	{"index on the host", "(r: i64)", `let (r: i64) = xs[n] in (r)`,
		diag.Runtime, "index 1000 out of bounds for array of length 1000", isIndex},
	{"negative index", "(r: i64)", `let (r: i64) = xs[-1i64] in (r)`,
		diag.Runtime, "index -1 out of bounds for array of length 1000", isIndex},
	{"division in a kernel", "(r: [n]i64)", `
		let (r: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = div.i64 n x in (y)) in (r)`,
		diag.Runtime, "division by zero: 1000 / 0", isPrim},
	{"division on the host", "(r: i64)", `let (z: i64) = sub.i64 n n let (r: i64) = rem.i64 n z in (r)`,
		diag.Runtime, "division by zero", isPrim},
	{"assertion", "(r: i64)", `
		let (c: bool) = lt.i64 n 5i64
		let () = assert c "n is %d, 100%% too large" (n)
		in (n)`,
		diag.Runtime, "n is 1000", isAssert},
	{"slice", "(r: [5]i64)", `let (r: [5]i64) = xs[998i64 : 5i64 : 1i64] in (r)`,
		diag.Runtime, "out of bounds for length 1000", isSlice},
	{"negative size", "(c: i64) (r: [c]i64)", `
		let (c: i64) = sub.i64 5i64 n
		let (r: [c]i64) = replicate [c] 0i64
		in (c, r)`,
		diag.Runtime, "negative size -995", isReplicate},
	{"memory", "(c: i64) (r: [c][n]i64)", `
		let (c: i64) = mul.i64 n 1000000000i64
		let (r: [c][n]i64) = replicate [c, n] 0i64
		in (c, r)`,
		diag.Memory, "an array of type [1000000000000][1000]i64 needs 8.00 PB;", isReplicate},
	{"size overflow", "(c: i64) (r: [c][c]i64)", `
		let (c: i64) = mul.i64 n 1000000000i64
		let (r: [c][c]i64) = replicate [c, c] 0i64
		in (c, r)`,
		diag.Memory, "more bytes than can be counted", isReplicate},
}

func isIndex(e core.Exp) bool     { _, ok := e.(*core.Index); return ok }
func isSlice(e core.Exp) bool     { _, ok := e.(*core.Slice); return ok }
func isAssert(e core.Exp) bool    { _, ok := e.(*core.Assert); return ok }
func isReplicate(e core.Exp) bool { _, ok := e.(*core.Replicate); return ok }
func isPrim(e core.Exp) bool {
	p, ok := e.(*core.PrimApp)
	return ok && p.Op.Fails
}

// TestFailures: the diagnostic names the fact and the place, in both forms, and the engine works on.
func TestFailures(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	for _, f := range failures {
		t.Run(f.name, func(t *testing.T) {
			const n = 1000
			xs, is := ints(prim.I64, n), value.NewArray(prim.I64, n)
			copy(xs.Data[500*8:], toBytes(prim.Int(prim.I64, 0)))
			copy(is.Data[700*8:], toBytes(prim.Int(prim.I64, 12345)))
			args := []value.Value{i64(n), i64(1), i64(n), xs, floats(prim.F64, n), floats(prim.F64, n, 1), is}
			p := parse(t, program(f.ret, f.body))
			located(p, f.match)
			c, err := e.Compile(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			for name, form := range forms(c.(*compiled)) {
				_, err := runOn(e, form, args)
				var d *diag.Diag
				if !errors.As(err, &d) {
					t.Fatalf("%s: error %v", name, err)
				}
				if d.Class != f.class || !strings.Contains(d.Msg, f.want) {
					t.Errorf("%s: %s %q, want %s %q", name, d.Class, d.Msg, f.class, f.want)
				}
				if got := d.Span.String(); got != "In [1]:2:9" {
					t.Errorf("%s: position %s", name, got)
				}
			}
		})
	}
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use after failures", n)
	}
	ok := parse(t, program(bodies[0].ret, bodies[0].body))
	if d := disagreement(e, ok, []value.Value{i64(8), i64(1), i64(8), ints(prim.I64, 8), floats(prim.F64, 8), floats(prim.F64, 8, 1), indices(8, 8)}); d != "" {
		t.Errorf("after failures: %s", d)
	}
}

var endless = []struct{ name, body string }{
	{"on the host", `
		let (r: i64) = loop (i: i64 = 0i64) while
				let (t: bool) = le.i64 0i64 i
				in (t)
			do
				let (q: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = add.i64 x i in (y))
				let (z: i64) = reduce n (q) (0i64) (\(x: i64) (y: i64) : (i64) -> let (z: i64) = min.i64 x y in (z))
				let (k: i64) = max.i64 z 1i64
				in (k)
		in (r)`},
	{"in a task", `
		let (r: i64) = loop (i: i64 = 1i64) while
				let (t: bool) = lt.i64 0i64 i
				in (t)
			do
				let (k: i64) = xor.i64 i 6i64
				in (k)
		in (r)`},
	{"in a map", `
		let (q: [n]i64) = map n (xs) (\(x: i64) : (i64) ->
			let (r: i64) = loop (i: i64 = 1i64) while
					let (t: bool) = lt.i64 0i64 i
					in (t)
				do
					let (k: i64) = xor.i64 i 6i64
					in (k)
			in (r))
		let (r: i64) = q[0i64]
		in (r)`},
	{"a long for loop", `
		let (r: i64) = loop (a: i64 = 1i64) for (i: i64) < 9000000000000000i64 do
			let (b: i64) = mul.i64 a 3i64
			let (k: i64) = xor.i64 b i
			in (k)
		in (r)`},
}

// TestInterrupt: a cancelled context ends a run within two seconds wherever it loops.
func TestInterrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	e := device(t)
	const n = 100
	args := []value.Value{i64(n), i64(1), i64(n), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, 1), indices(n, n)}
	for _, l := range endless {
		t.Run(l.name, func(t *testing.T) {
			c, err := e.Compile(context.Background(), parse(t, program("(r: i64)", l.body)))
			if err != nil {
				t.Fatal(err)
			}
			for name, form := range forms(c.(*compiled)) {
				ctx, cancel := context.WithCancel(context.Background())
				var in []backend.Value
				for _, a := range args {
					v, err := e.Upload(ctx, a)
					if err != nil {
						t.Fatal(err)
					}
					in = append(in, v)
				}
				cancelled := make(chan time.Time, 1)
				time.AfterFunc(600*time.Millisecond, func() {
					cancelled <- time.Now()
					cancel()
				})
				_, _, err := form.Run(ctx, in)
				backend.ReleaseAll(in)
				var d *diag.Diag
				if !errors.As(err, &d) || d.Class != diag.Interrupt {
					t.Errorf("%s: error %v", name, err)
				}
				if took := time.Since(<-cancelled); took > load.Bound(2*time.Second) {
					t.Errorf("%s: interrupted after %v", name, took)
				}
			}
		})
	}
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use after interrupts", n)
	}
}

// TestQuietTasks: a task that runs only where arrays are small looks at the failure words at its start and in loops of the
// source, not in those over arrays.
func TestQuietTasks(t *testing.T) {
	e := device(t)
	if e.Name() != backend.OpenCL {
		t.Skip("looks at OpenCL C")
	}
	looks := func(text string) int {
		p, err := e.Compile(t.Context(), parse(t, text))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(p.(*compiled).task.plan.Text(), "fail[0] | fail[1]")
	}
	if n := looks(cached3); n != 1 {
		t.Errorf("%d looks in a reduction and a scan", n)
	}
	if n := looks(enginetest.CountWhile); n != 2 {
		t.Errorf("%d looks in a loop", n)
	}
}
