package rev_test

import (
	"strings"
	"testing"

	"raido/ad"
	"raido/lang/core"
	"raido/lang/core/coretest"
)

// TestKept: each reason for keeping a value is said of a loop that has it.
func TestKept(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"carried", `(r: f64) =
  let (r: f64) = loop (a: f64 = 1.0) for (i: i64) < n do
      let (x: f64) = xs[i]
      let (b: f64) = mul.f64 a x
      let (c: f64) = sin.f64 b
      in (c)
  in (r)`, "a: 8 * n bytes; the loop carries it from iteration to iteration"},
		{"overwritten", `(r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = loop (a: [n]f64 = c) for (i: i64) < n do
      let (m: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
      let (s: f64) = reduce n (m) (0.0) ` + addOp + `
      let (b: [n]f64) = a with [i] = s
      in (b)
  in (r)`, "aOld: 8 * n bytes; it is overwritten there, which the return sweep undoes"},
		{"between", `(r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = loop (a: [n]f64 = c) for (i: i64) < n do
      let (d: [n]f64) = a with [i] = 2.0
      let (m: [n]f64) = map n (d) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
      let (s: f64) = reduce n (m) (0.0) ` + addOp + `
      let (b: [n]f64) = d with [0] = s
      in (b)
  in (r)`, "d: 8 * n * n bytes; what is read of it is overwritten"},
		{"cheaper", `(r: [n]f64) =
  let (r: [n]f64) = loop (a: [n]f64 = xs) for (i: i64) < n do
      let (m: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
      let (s: f64) = reduce n (m) (0.0) ` + addOp + `
      let (b: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x s in (y))
      in (b)
  in (r)`, "s: 8 * n bytes; to keep it costs less"},
		{"notTwice", `(r: f64) =
  let (r: f64) = loop (a: f64 = 1.0) for (i: i64) < n do
      let (s: [n]f64) = scan n (xs) (1.0) ` + mulOp + `
      let (x: f64) = s[i]
      let (b: f64) = mul.f64 a x
      in (b)
  in (r)`, "s: 8 * n * n bytes; such code is not run twice"},
		{"branch", `(r: f64) =
  let (x: f64) = xs[0]
  let (t: bool) = lt.f64 x 0.5
  let (r: f64) = if t then
      let (s: [n]f64) = scan n (xs) (1.0) ` + mulOp + `
      let (y: f64) = s[1]
      let (z: f64) = mul.f64 y y
      in (z)
    else in (x)
  in (r)`, "s: 8 * n bytes; such code is not run twice"},
		{"while", `(r: f64) =
  let (x: f64) = xs[0]
  let (r: f64) = loop (a: f64 = x) while
      let (c: bool) = lt.f64 a 100.0
      in (c)
    do
      let (b: f64) = mul.f64 a a
      in (b)
  in (r)`, "a: 8 * iterations bytes; the loop carries it"},
		{"nest", `(r: f64) =
  let (x: f64) = xs[0]
  let (r: f64) = loop (a: f64 = x) for (i: i64) < n do
      let (c: f64) = loop (b: f64 = a) for (j: i64) < 100 do
          let (y: f64) = sin.f64 b
          in (y)
      in (c)
  in (r)`, "b: 800 * n bytes; the loop carries it"},
		{"strips", `(r: f64) =
  let (x: f64) = xs[0]
  let (r: f64) = loop #["stripmine(2)"] (a: f64 = x) for (i: i64) < n do
      let (b: f64) = sin.f64 a
      in (b)
  in (r)`, "a strip of the loop begins with it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, "fun main (n: i64) (xs: [n]f64) : "+c.body)
			_, kept := ad.ApplyKept(coretest.Prog(derivative(coretest.Lambda(p))))
			var lines []string
			for _, k := range kept {
				lines = append(lines, k.String())
			}
			if all := strings.Join(lines, "\n"); !strings.Contains(all, c.want) {
				t.Errorf("kept:\n%s\nwant %s\n%s", all, c.want, core.Print(p))
			}
		})
	}
}

// TestFlagsAgain: flags are read again from the array that they are in, at places that come from the counter: Note [Flags and indices].
func TestFlagsAgain(t *testing.T) {
	for _, place := range []string{"sub.i64 l i", "min.i64 i l", "add.i64 i 1"} {
		p := coretest.Parse(t, `fun main (n: i64) (es: [n]bool) (xs: [n]f64) : (r: f64) =
  let (r: f64) = loop (a: f64 = 0.0) for (i: i64) < n do
      let (l: i64) = sub.i64 n 1
      let (k: i64) = `+place+`
      let (e: bool) = es[k]
      let (x: f64) = xs[i]
      let (b: f64) = if e then
          let (y: f64) = mul.f64 x a
          in (y)
        else in (a)
      in (b)
  in (r)`)
		_, kept := ad.ApplyKept(coretest.Prog(derivative(coretest.Lambda(p))))
		for _, k := range kept {
			if strings.HasPrefix(k.String(), "e: ") {
				t.Errorf("%s: kept: %s", place, k)
			}
		}
	}
}

// derivative is the reverse derivative of a function by a Diff node, with a parameter for each cotangent.
func derivative(l *core.Lambda) *core.Lambda {
	var seeds []*core.Var
	for _, t := range l.Ret {
		seeds = append(seeds, core.NewVar("yBar", t))
	}
	b := &core.Builder{}
	d := &core.Diff{Mode: core.VJP, Fn: core.Rename(l), Args: core.Atoms(l.Params), Seeds: core.Atoms(seeds)}
	res := b.Bind("d", d)
	return &core.Lambda{Params: append(append([]*core.Var{}, l.Params...), seeds...), Ret: core.VarTypes(res), Body: b.Body(core.Atoms(res)...)}
}
