package rev_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/value"
)

// dotRow is the inner product of row and col.
const dotRow = `
        let (p: [d]f64) = map d (row, col) ` + mulOp + `
        let (s: f64) = reduce d (p) (0.0) ` + addOp + `
        in (s))`

// arrayScans are operators on arrays x, y (and v, w) of elements [d][d]f64 (and [d]f64); loops is how many loops
// the derivative needs.
var arrayScans = []struct {
	name, elems string // m: matrix, v: vector, s: scalar
	loops       int
	op          string
}{
	{"product", "m", 0, `
      let (t: [d][d]f64) = rearrange (1, 0) y0
      let (z: [d][d]f64) = map d (x0) (\(row: [d]f64) : ([d]f64) ->
        let (q: [d]f64) = map d (t) (\(col: [d]f64) : (f64) ->` + dotRow + `
        in (q))
      in (z)`},
	{"flippedProduct", "m", 0, `
      let (t: [d][d]f64) = rearrange (1, 0) x0
      let (z: [d][d]f64) = map d (y0) (\(row: [d]f64) : ([d]f64) ->
        let (q: [d]f64) = map d (t) (\(col: [d]f64) : (f64) ->` + dotRow + `
        in (q))
      in (z)`},
	{"tabulated", "m", 0, `
      let (is: [d]i64) = iota.i64 d 0 1
      let (z: [d][d]f64) = map d (is) (\(i: i64) : ([d]f64) ->
        let (q: [d]f64) = map d (is) (\(j: i64) : (f64) ->
          let (p: [d]f64) = map d (is) (\(k: i64) : (f64) ->
            let (a: f64) = x0[i, k]
            let (b: f64) = y0[k, j]
            let (e: f64) = mul.f64 a b
            in (e))
          let (s: f64) = reduce d (p) (0.0) ` + addOp + `
          in (s))
        in (q))
      in (z)`},
	{"productPlusRows", "m", 0, `
      let (t: [d][d]f64) = rearrange (1, 0) y0
      let (z: [d][d]f64) = map d (x0, y0) (\(row: [d]f64) (other: [d]f64) : ([d]f64) ->
        let (q: [d]f64) = map d (t, other) (\(col: [d]f64) (o: f64) : (f64) ->
          let (p: [d]f64) = map d (row, col) ` + mulOp + `
          let (s: f64) = reduce d (p) (0.0) ` + addOp + `
          let (u: f64) = sub.f64 s o
          in (u))
        in (q))
      in (z)`},
	// The coefficients of a row depend on its index.
	{"scaledRows", "m", 1, `
      let (t: [d][d]f64) = rearrange (1, 0) y0
      let (z: [d][d]f64) = map d (x0, y0) (\(row: [d]f64) (other: [d]f64) : ([d]f64) ->
        let (f: f64) = other[0]
        let (q: [d]f64) = map d (t) (\(col: [d]f64) : (f64) ->
          let (p: [d]f64) = map d (row, col) ` + mulOp + `
          let (s: f64) = reduce d (p) (0.0) ` + addOp + `
          let (u: f64) = mul.f64 s f
          in (u))
        in (q))
      in (z)`},
	{"nonlinearRows", "m", 1, `
      let (t: [d][d]f64) = rearrange (1, 0) y0
      let (z: [d][d]f64) = map d (x0) (\(row: [d]f64) : ([d]f64) ->
        let (q: [d]f64) = map d (t) (\(col: [d]f64) : (f64) ->
          let (p: [d]f64) = map d (row, col) ` + mulOp + `
          let (s: f64) = reduce d (p) (0.0) ` + addOp + `
          let (u: f64) = sin.f64 s
          in (u))
        in (q))
      in (z)`},
	{"elementwise", "vv", 0, `
      let (a: [d]f64) = map d (x0, y0) ` + mulOp + `
      let (b: [d]f64) = map d (y0, x1, y1) (\(p: f64) (q: f64) (s: f64) : (f64) ->
        let (u: f64) = mul.f64 p q
        let (w: f64) = add.f64 u s
        in (w))
      in (a, b)`},
	{"elementwiseTogether", "vv", 0, `
      let (a: [d]f64) (b: [d]f64) = map d (x0, y0, x1, y1) (\(p: f64) (q: f64) (s: f64) (t: f64) : (f64, f64) ->
        let (u: f64) = mul.f64 p q
        let (v: f64) = mul.f64 s t
        let (g: f64) = sub.f64 u v
        let (h: f64) = mul.f64 p t
        let (k: f64) = mul.f64 q s
        let (w: f64) = add.f64 h k
        in (g, w))
      in (a, b)`},
	{"wholeRight", "v", 0, `
      let (s: f64) = reduce d (y0) (1.0) ` + mulOp + `
      let (z: [d]f64) = map d (x0) (\(v: f64) : (f64) ->
        let (w: f64) = mul.f64 v s
        let (u: f64) = sin.f64 w
        in (u))
      in (z)`},
	{"elementsOfMatrices", "ms", 0, `
      let (z: [d][d]f64) = map d (x0, y0) (\(p: [d]f64) (q: [d]f64) : ([d]f64) ->
        let (w: [d]f64) = map d (p, q) (\(u: f64) (v: f64) : (f64) ->
          let (b: bool) = lt.f64 u v
          let (g: f64) = if b then let (k: f64) = mul.f64 u v in (k) else in (u)
          in (g))
        in (w))
      let (s: f64) = mul.f64 x1 y1
      in (z, s)`},
	{"affine", "mv", 0, `
      let (t: [d][d]f64) = rearrange (1, 0) x0
      let (z: [d][d]f64) = map d (y0) (\(row: [d]f64) : ([d]f64) ->
        let (q: [d]f64) = map d (t) (\(col: [d]f64) : (f64) ->` + dotRow + `
        in (q))
      let (v: [d]f64) = map d (y0, y1) (\(row: [d]f64) (e: f64) : (f64) ->
        let (p: [d]f64) = map d (row, x1) ` + mulOp + `
        let (s: f64) = reduce d (p) (0.0) ` + addOp + `
        let (u: f64) = add.f64 s e
        in (u))
      in (z, v)`},
	{"sumAndLoop", "vms", 1, `
      let (a: [d]f64) = map d (x0, y0) ` + addOp + `
      let (h: [d][d]f64) = reverse x1
      let (b: [d][d]f64) = map d (h, y1) (\(p: [d]f64) (q: [d]f64) : ([d]f64) ->
        let (w: [d]f64) = map d (p, q) ` + mulOp + `
        in (w))
      let (s: f64) = mul.f64 x2 y2
      in (a, b, s)`},
	{"wholeLeft", "v", 1, `
      let (s: f64) = reduce d (x0) (0.0) ` + addOp + `
      let (z: [d]f64) = map d (y0) (\(v: f64) : (f64) ->
        let (w: f64) = mul.f64 v s
        in (w))
      in (z)`},
	{"mixedPair", "vs", 1, `
      let (h: [d]f64) = reverse x0
      let (z: [d]f64) = map d (h, y0) (\(u: f64) (v: f64) : (f64) ->
        let (w: f64) = mul.f64 u v
        let (g: f64) = add.f64 w x1
        in (g))
      let (s: f64) = reduce d (x0) (0.0) ` + addOp + `
      let (g: f64) = mul.f64 s y1
      in (z, g)`},
	{"otherPlace", "v", 1, `
      let (h: [d]f64) = reverse x0
      let (z: [d]f64) = map d (h, y0) ` + mulOp + `
      in (z)`},
}

func arrayScanText(elems, op string) string {
	types := map[rune]string{'m': "[d][d]f64", 'v': "[d]f64", 's': "f64"}
	ne := map[rune]string{'m': "one2", 'v': "one1", 's': "1.0"}
	var params, ins, nes, pat, outs, xs, ys, ret []string
	for i, k := range elems {
		v := string(rune('0' + i))
		params = append(params, "(v"+v+": [n]"+types[k]+")")
		ins, outs, nes = append(ins, "v"+v), append(outs, "r"+v), append(nes, ne[k])
		pat = append(pat, "(r"+v+": [n]"+types[k]+")")
		xs, ys = append(xs, "(x"+v+": "+types[k]+")"), append(ys, "(y"+v+": "+types[k]+")")
		ret = append(ret, types[k])
	}
	return "fun main (n: i64) (d: i64) " + strings.Join(params, " ") + " : " + strings.Join(pat, " ") + ` =
  let (one1: [d]f64) = replicate [d] 1.0
  let (one2: [d][d]f64) = replicate [d] one1
  let ` + strings.Join(pat, " ") + " = scan n (" + strings.Join(ins, ", ") + ") (" + strings.Join(nes, ", ") + ") (\\" +
		strings.Join(xs, " ") + " " + strings.Join(ys, " ") + " : (" + strings.Join(ret, ", ") + ") ->" + op + `)
  in (` + strings.Join(outs, ", ") + ")"
}

func arrayScanArgs(elems string, n, d int) []value.Value {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	out := []value.Value{coretest.I64(int64(n)), coretest.I64(int64(d))}
	for _, k := range elems {
		dims := map[rune][]int64{'m': {int64(n), int64(d), int64(d)}, 'v': {int64(n), int64(d)}, 's': {int64(n)}}[k]
		size := int64(1)
		for _, x := range dims {
			size *= x
		}
		out = append(out, shaped(randomArray(r, "f64", int(size)), dims...))
	}
	return out
}

// TestArrayScans checks each operator's derivative in all ways, and whether it is done without a loop. The neutral
// elements are not neutral, which only parallel execution needs.
func TestArrayScans(t *testing.T) {
	for _, c := range arrayScans {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, arrayScanText(c.elems, c.op))
			q, general := vjp(t, p), vjpGeneral(t, p)
			loops := 0
			core.Walk(q.Entry().Body, func(st core.Stm) {
				if _, ok := st.Exp.(*core.Loop); ok {
					loops++
				}
			})
			if loops > 0 != (c.loops > 0) {
				t.Errorf("%d loops\n%s", loops, core.Print(q))
			}
			for _, n := range []int{0, 1, 4} {
				for _, d := range []int{0, 1, 3} {
					checkRules(t, p, q, general, arrayScanArgs(c.elems, n, d))
				}
			}
			args := arrayScanArgs(c.elems, 3, 2)
			checkDiff(t, p, args, 1e-4)
			checkDiff(t, q, seeded(t, p, args), 1e-3)
		})
	}
}

// smallScan is the text of an array scan whose elements have size 2.
func smallScan(text string) string {
	return strings.NewReplacer("[d]", "[2]", "map d ", "map 2 ", "reduce d ", "reduce 2 ", "iota.i64 d ", "iota.i64 2 ").Replace(text)
}

// TestSmallArrayScans: elements of a small constant shape need no loop, whatever the operator is.
func TestSmallArrayScans(t *testing.T) {
	for _, c := range arrayScans {
		if strings.Contains(c.elems, "vms") {
			continue // splits
		}
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, smallScan(arrayScanText(c.elems, c.op)))
			q, general := vjp(t, p), vjpGeneral(t, p)
			core.Walk(q.Entry().Body, func(st core.Stm) {
				if _, ok := st.Exp.(*core.Loop); ok {
					t.Errorf("a loop\n%s", core.Print(q))
				}
			})
			for _, n := range []int{0, 1, 4} {
				checkRules(t, p, q, general, arrayScanArgs(c.elems, n, 2))
			}
			args := arrayScanArgs(c.elems, 3, 2)
			checkDiff(t, p, args, 1e-4)
			checkDiff(t, q, seeded(t, p, args), 1e-3)
		})
	}
}

func arrayScanNamed(name string) string {
	for _, c := range arrayScans {
		if c.name == name {
			return arrayScanText(c.elems, c.op)
		}
	}
	return ""
}
