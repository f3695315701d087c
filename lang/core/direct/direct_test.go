package direct_test

import (
	"fmt"
	"testing"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/coretest"
	"raido/lang/core/direct"
)

const program = `fun main (n: i64) (k: i64) (a0: [n][n]f64) : (r: [n][n]f64) =
  let (is: [n]i64) = iota.i64 n 0i64 1i64
  let (c0: [n][n]f64) = copy a0
  let (r: [n][n]f64) = loop (a: [n][n]f64 = c0) for (i: i64) < n do
    let (m: i64) = sub.i64 n i
    let (js: [m]i64) = iota.i64 m 0i64 1i64
    let (f: f64) = a[i, 0i64]
%s
    in (b)
  in (r)
`

// TestParts: of each iteration, the update puts the map v where it belongs, or not.
func TestParts(t *testing.T) {
	row := func(x, part string) string {
		return fmt.Sprintf(`
    let (v: [m]f64) = map m (js) (\(j: i64) : (f64) ->
        let (c: i64) = add.i64 i j
        let (back: i64) = sub.i64 n j
        let (d: i64) = sub.i64 back 1i64
        let (x: f64) = a[%s]
        let (y: f64) = mul.f64 f x in (y))
    let (w: [1i64][m]f64) = reshape [1i64, m] v
    let (b: [n][n]f64) = a with [%s] = w`, x, part)
	}
	added := func(read, part string) string {
		return fmt.Sprintf(`
    let (p: [1i64][m]f64) = %s
    let (q: [m]f64) = reshape [m] p
    let (v: [m]f64) = map m (q) (\(x: f64) : (f64) -> let (y: f64) = add.f64 x f in (y))
    let (w: [1i64][m]f64) = reshape [1i64, m] v
    let (b: [n][n]f64) = a with [%s] = w`, read, part)
	}
	block := func(before, x, after string) string {
		return fmt.Sprintf(`
    let (v: [m][m]f64) = map m (js) (\(j: i64) : ([m]f64) ->
        let (c: i64) = add.i64 i j
        %s
        let (w: [m]f64) = map m (js) (\(l: i64) : (f64) ->
            let (d: i64) = add.i64 i l
            let (x: f64) = %s
            let (y: f64) = mul.f64 f x in (y))
        in (w))
    %s`, before, x, after)
	}
	rows := func(other, x, between string) string {
		return fmt.Sprintf(`
    let (i1: i64) = add.i64 i 1i64
    let (ks: [n]f64) = a[i]
    let (ls: [n]f64) = a[%[1]s]
    let (us: [n]f64) (v: [n]f64) = map n (ks, ls, is) (\(p: f64) (q: f64) (j: i64) : (f64, f64) ->
        let (x: f64) = %[2]s
        let (y: f64) = mul.f64 x q
        let (z: f64) = sub.f64 x q in (y, z))
    let (a1: [n][n]f64) = a with [%[1]s] = us%[3]s
    let (b: [n][n]f64) = a1 with [i] = v`, other, x, between)
	}
	const whole, turned = `let (b: [n][n]f64) = a with [i : m : 1i64, i : m : 1i64] = v`, `let (u: [m][m]f64) = rearrange (1, 0) v
    let (b: [n][n]f64) = a with [i : m : 1i64, i : m : 1i64] = u`
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"each its own", row("i, c", "i : 1i64 : 1i64, i : m : 1i64"), true},
		{"another row", row("0i64, c", "i : 1i64 : 1i64, i : m : 1i64"), true},
		{"any row", row("k, c", "i : 1i64 : 1i64, i : m : 1i64"), true},
		{"what another overwrites", row("i, d", "i : 1i64 : 1i64, i : m : 1i64"), false},
		{"all read one", row("i, i", "i : 1i64 : 1i64, i : m : 1i64"), false},
		{"to the left", row("i, j", "i : 1i64 : 1i64, i : m : 1i64"), false},
		{"perhaps out of range", row("i, c", "i : 1i64 : 1i64, k : m : 1i64"), false},
		{"in range, since it is read before", added("a[i : 1i64 : 1i64, k : m : 1i64]", "i : 1i64 : 1i64, k : m : 1i64"), true},
		{"another row is read before", added("a[0i64 : 1i64 : 1i64, k : m : 1i64]", "i : 1i64 : 1i64, k : m : 1i64"), false},
		{"another array is read before", added("a0[i : 1i64 : 1i64, k : m : 1i64]", "i : 1i64 : 1i64, k : m : 1i64"), false},
		{"another part is read before", added("a[i : 1i64 : 1i64, 0i64 : m : 1i64]", "i : 1i64 : 1i64, k : m : 1i64"), false},
		{"a block", block("", "a[c, d]", whole), true},
		{"a block turned", block("", "a[d, c]", turned), true},
		{"a block read turned", block("", "a[d, c]", whole), false},
		{"first of the row, before", block("let (e: f64) = a[c, i]", "mul.f64 e e", whole), false},
		{"left of the row", block("let (h: i64) = sub.i64 i 1i64 let (e: f64) = a[c, h]", "mul.f64 e e", whole), true},
		{"first of the row, each time", block("", "a[c, i]", whole), false},
		{"first of the row above", block("let (z: i64) = sub.i64 c 1i64 let (e: f64) = a[z, i]", "mul.f64 e e", whole), false},
		{"a row that is computed later", block(`let (q: [n]f64) = map n (is) (\(h: i64) : (f64) ->
            let (g: i64) = sub.i64 n h let (s: i64) = sub.i64 g 1i64
            let (x: f64) = a[c, s] in (x))`, "q[d]", whole), false},
		{"a row beside another one", rows("i1", "mul.f64 p f", ""), true},
		{"a row beside one that may be it", rows("k", "mul.f64 p f", ""), false},
		{"a row beside another one, read there at other points", rows("i1", "a[i, 0i64]", ""), false},
		{"a row beside another one, read between", rows("i1", "mul.f64 p f", "\nlet (e: f64) = a1[i, 0i64]"), false},
		{"a row beside another one, which are read between", rows("i1", "mul.f64 p f", "\nlet (e: f64) = a1[i1, 0i64]"), false},
		{"read after", `
    let (v: [m]f64) = map m (js) (\(j: i64) : (f64) -> in (f))
    let (w: [1i64][m]f64) = reshape [1i64, m] v
    let (z: f64) = a[i, i]
    let (a1: [n][n]f64) = a with [0i64, 0i64] = z
    let (b: [n][n]f64) = a1 with [i : 1i64 : 1i64, i : m : 1i64] = w`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, fmt.Sprintf(program, c.body))
			found := false
			for _, place := range direct.Updates(p, alias.ByMemory(p)) {
				found = found || place.Made.Name == "v"
			}
			if found != c.want {
				t.Errorf("made in place: %v\n%s", found, core.Print(p))
			}
		})
	}
}
