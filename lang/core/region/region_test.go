package region_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/core/region"
)

// TestLater: in each program the statement that binds y reads an array that the outermost loop updates; what it reads is in the
// loop's result r, or it is not.
func TestLater(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"below the write", `
    let (y: f64) = loop (s: f64 = 0.0) for (j: i64) < i do
        let (y: f64) = a[j]
        in (y)
    let (b: [n]f64) = a with [i] = y`, "r"},
		{"before the write", `
    let (y: f64) = a[i]
    let (b: [n]f64) = a with [i] = y`, ""},
		{"after the write", `
    let (c: [n]f64) = a with [i] = 1.0
    let (y: f64) = c[i]
    let (b: [n]f64) = c with [i] = 2.0`, ""},
		{"even, odd is written", `
    let (k: i64) = mul.i64 2 i
    let (y: f64) = a[k]
    let (k1: i64) = add.i64 k 1
    let (b: [n]f64) = a with [k1] = y`, "r"},
		{"a part below", `
    let (y: [i]f64) = a[0 : i : 1]
    let (z: f64) = y[0]
    let (b: [n]f64) = a with [i] = z`, "r"},
		{"a part above", `
    let (k: i64) = sub.i64 n i
    let (y: [k]f64) = a[i : k : 1]
    let (z: f64) = y[0]
    let (b: [n]f64) = a with [i] = z`, ""},
		{"written in a branch that is not for this index", `
    let (y: f64) = a[0]
    let (q: bool) = lt.i64 0 i
    let (b: [n]f64) = if q then
        let (c: [n]f64) = a with [i] = y
        in (c)
      else
        in (a)`, "r"},
		{"a slice is written over", `
    let (y: f64) = a[0]
    let (ys: [2]f64) = replicate [2] y
    let (b: [n]f64) = a with [0 : 2 : 1] = ys`, ""},
		{"a slice beside is written", `
    let (y: f64) = a[0]
    let (ys: [2]f64) = replicate [2] y
    let (b: [n]f64) = a with [1 : 2 : 1] = ys`, "r"},
		{"a row of a flat matrix, rows below", `
    let (k: i64) = mul.i64 i m
    let (l: i64) = add.i64 i 1
    let (k1: i64) = mul.i64 l m
    let (b: [n]f64) = loop (b: [n]f64 = a) for (j: i64) < m do
        let (k0: i64) = add.i64 k j
        let (y: f64) = b[k0]
        let (p: i64) = add.i64 k1 j
        let (c: [n]f64) = b with [p] = y
        in (c)`, "r"},
		{"a row of a flat matrix, from its middle", `
    let (k: i64) = mul.i64 i m
    let (b: [n]f64) = loop (b: [n]f64 = a) for (j: i64) < m do
        let (k0: i64) = add.i64 k j
        let (k1: i64) = add.i64 k0 m
        let (y: f64) = b[k1]
        let (c: [n]f64) = b with [k0] = y
        in (c)`, ""},
		{"data choose", `
    let (k: i64) = is[i]
    let (y: f64) = a[k]
    let (b: [n]f64) = a with [i] = y`, ""},
		{"the array is another one", `
    let (y: f64) = a[0]
    let (b: [n]f64) = replicate [n] y`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [n]i64) : (r: [n]f64) =
  let (c0: [n]f64) = copy xs
  let (r: [n]f64) = loop (a: [n]f64 = c0) for (i: i64) < n do`+c.body+`
    in (b)
  in (r)`)
			f := p.Entry()
			chains := region.NewChains()
			chains.Add(f.Params, f.Body)
			got := ""
			core.Walk(f.Body, func(st core.Stm) {
				if len(st.Pat) == 1 && st.Pat[0].Name == "y" {
					if arr := arrayOf(st.Exp); arr != nil {
						code := core.Body{}
						if v := st.Pat[0]; !v.Type.IsScalar() {
							code.Result = []core.Atom{v}
						}
						if later := chains.Later(arr, st.Pat[0], []core.Stm{st}, code); later != nil {
							got = later.Name
						}
					}
				}
			})
			if got != c.want {
				t.Errorf("later array %q, want %q\n%s", got, c.want, core.Print(p))
			}
		})
	}
}

func arrayOf(e core.Exp) *core.Var {
	switch e := e.(type) {
	case *core.Index:
		return e.Arr
	case *core.Slice:
		return e.Arr
	}
	return nil
}

// TestLaterValue: what is written once is in the result, at the sums that are its place.
func TestLaterValue(t *testing.T) {
	p := coretest.Parse(t, `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (c0: [n]f64) = copy xs
  let (m: i64) = sub.i64 n 1
  let (r: [n]f64) = loop (a: [n]f64 = c0) for (i: i64) < m do
    let (once: f64) = a[i]
    let (k: i64) = sub.i64 m i
    let (b: [n]f64) = a with [k] = once
    let (twice: f64) = b[0]
    let (c: [n]f64) = b with [0] = twice
    in (c)
  in (r)`)
	f := p.Entry()
	chains := region.NewChains()
	chains.Add(f.Params, f.Body)
	core.Walk(f.Body, func(st core.Stm) {
		arr, idx := chains.LaterValue(st.Pat[0])
		switch st.Pat[0].Name {
		case "once":
			if arr == nil || arr.Name != "r" || len(idx) != 1 || idx[0].C != -1 || len(idx[0].Terms) != 2 {
				t.Errorf("once is in %v at %v", arr, idx)
			}
		case "twice":
			if arr != nil {
				t.Errorf("twice is in %v at %v", arr, idx)
			}
		}
	})
}

// TestUnwritten: in each program the statement that binds y reads an array that the inner loop updates; what it reads is there when that begins,
// or it is not.
func TestUnwritten(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"another row", `
    let (b: [n][n]f64) = if eq then in (a) else
        let (y: f64) = a[k, k]
        let (b: [n][n]f64) = a with [i, k] = y
        in (b)
    in (b)`, true},
		{"this row in one iteration", `
    let (b: [n][n]f64) = if eq then
        let (b: [n][n]f64) = a with [k, 0] = 1.0
        let (y: f64) = b[k, 0]
        let (c: [n][n]f64) = b with [k, 0] = y
        in (c)
      else in (a)
    in (b)`, false},
		{"this row later in the iteration", `
    let (b: [n][n]f64) = if eq then
        let (y: f64) = a[k, 0]
        let (b: [n][n]f64) = a with [k, 0] = y
        in (b)
      else in (a)
    in (b)`, true},
		{"a row that an earlier iteration writes", `
    let (y: f64) = a[k, 0]
    let (b: [n][n]f64) = a with [i, 0] = y
    in (b)`, false},
		{"written by an inner loop before", `
    let (b: [n][n]f64) = loop (b: [n][n]f64 = a) for (j: i64) < n do
        let (y: f64) = b[k, 0]
        let (c: [n][n]f64) = b with [k, j] = y
        in (c)
    in (b)`, false},
		{"another column", `
    let (b: [n][n]f64) = loop (b: [n][n]f64 = a) for (j: i64) < k do
        let (y: f64) = b[k, k]
        let (c: [n][n]f64) = b with [i, j] = y
        in (c)
    in (b)`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, `fun main (n: i64) (xs: [n][n]f64) : (r: [n][n]f64) =
  let (c0: [n][n]f64) = copy xs
  let (r: [n][n]f64) = loop (a0: [n][n]f64 = c0) for (k: i64) < n do
   let (d: [n][n]f64) = loop (a: [n][n]f64 = a0) for (i: i64) < n do
    let (eq: bool) = eq.i64 i k`+c.body+`
   let (e: [n][n]f64) = d with [k, k] = 0.5
   in (e)
  in (r)`)
			f := p.Entry()
			chains := region.NewChains()
			chains.Add(f.Params, f.Body)
			var inner *core.Loop
			got := false
			core.Walk(f.Body, func(st core.Stm) {
				if l, ok := st.Exp.(*core.Loop); ok && st.Pat[0].Name == "d" {
					inner = l
				}
				if len(st.Pat) == 1 && st.Pat[0].Name == "y" {
					got = chains.Unwritten(inner, 0, st)
				}
			})
			if got != c.want {
				t.Errorf("unwritten %v, want %v\n%s", got, c.want, core.Print(p))
			}
		})
	}
}
