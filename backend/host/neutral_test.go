package host

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"raido/lang/core/verify"
	"raido/lang/prim"
	"raido/lang/value"
)

// neutralOps are associative operators on x0, ... and y0, ... with results z0, ...
var neutralOps = []struct {
	name   string
	t      prim.Type
	k      int // components
	groups bool
	body   string
}{
	{"add", prim.F64, 1, true, "let (z0: T) = add.T x0 y0"},
	{"max", prim.I64, 1, false, "let (z0: T) = max.T x0 y0"},
	{"add and max", prim.I64, 2, false, "let (z0: T) = add.T x0 y0 let (z1: T) = max.T x1 y1"},
	{"shifted", prim.I64, 1, true, "let (s: T) = add.T x0 y0 let (z0: T) = add.T s 3i64"}, // -3 is neutral
	{"right", prim.I64, 1, false, "let (z0: T) = add.T y0 0i64"},                          // nothing is neutral
	{"linear", prim.I64, 2, false, "let (z0: T) = mul.T x0 y0 let (p: T) = mul.T x1 y0 let (z1: T) = add.T p y1"},
	{"arg", prim.I64, 2, true, `let (b: bool) = lt.T x0 y0
		let (e: bool) = eq.T x0 y0
		let (j: bool) = lt.T y1 x1
		let (t: bool) = and.bool e j
		let (c: bool) = or.bool b t
		let (z0: T) = max.T x0 y0
		let (z1: T) = if c then in (y1) else in (x1)`},
}

// neutralForms are uses of an operator OP with ne as its neutral elements. What stands in <> or {} is there for each component #,
// the latter with commas; AS are arrays.
var neutralForms = []struct{ name, ret, body string }{
	{"reduce", "<(r#: T)>", `let <(r#: T)> = reduce n ({AS}) ({ne}) OP in ({r#})`},
	{"scan", "<(r#: [n]T)>", `let <(r#: [n]T)> = scan n ({AS}) ({ne}) OP in ({r#})`},
	{"taken", "<(r#: [n]T)>", `let <(s#: [n]T)> = scan n ({AS}) ({ne}) OP
		let <(r#: [n]T)> = map n ({s#}) (\<(p#: T)> : ({T}) -> <let (q#: T) = add.T p# p#> in ({q#})) in ({r#})`},
	{"rows", "<(r#: [m]T)>", `let (nes: [m]T) = replicate [m] ne
		let <(c#: [n][m]T)> = map n ({AS}) (\<(e#: T)> : ({[m]T}) -> <let (f#: [m]T) = replicate [m] e#> in ({f#}))
		let <(r#: [m]T)> = reduce n ({c#}) ({nes}) (\<(u#: [m]T)> <(v#: [m]T)> : ({[m]T}) ->
			let <(w#: [m]T)> = map m ({u#}, {v#}) OP in ({w#}))
		in ({r#})`},
	{"inside", "<(r#: [n]T)>", `let <(r#: [n]T)> = map n ({AS}) (\<(e#: T)> : ({T}) ->
		<let (f#: [m]T) = replicate [m] e#>
		let <(g#: T)> = reduce m ({f#}) ({ne}) OP in ({g#})) in ({r#})`},
	{"hist", "<(r#: [m]T)>", `<let (d#: [m]T) = replicate [m] one> let <(r#: [m]T)> = hist n ({d#}) (is) ({AS}) ({ne}) OP in ({r#})`},
}

var eachComponent = regexp.MustCompile(`<[^<>]*>|{[^{}]*}`)

// neutralProgram writes a form with an operator; k is what is given as neutral.
func neutralProgram(ret, form string, k int, t prim.Type, op string) string {
	body := "let (ne: T) = to_T.i64 k let (one: T) = to_T.i64 1i64 " +
		strings.ReplaceAll(form, "OP", `(\<(x#: T)> <(y#: T)> : ({T}) -> `+op+` in ({z#}))`)
	text := eachComponent.ReplaceAllStringFunc(program(ret, body), func(s string) string {
		parts := make([]string, k)
		for j := range parts {
			parts[j] = strings.ReplaceAll(s[1:len(s)-1], "#", fmt.Sprint(j))
		}
		return strings.Join(parts, map[byte]string{'<': " ", '{': ", "}[s[0]])
	})
	as := map[prim.Type]string{prim.I64: "xs", prim.F64: "fs"}[t]
	return strings.NewReplacer("AS", as, "T", t.String()).Replace(text)
}

// TestNeutralElements: what is given as neutral comes first, once, whatever it is and whatever the code's form.
func TestNeutralElements(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	cpu, gpu := device(t), inGroups(t)
	cpu.limits.ChunkWork = 2
	for _, op := range neutralOps {
		for _, f := range neutralForms {
			text := neutralProgram(f.ret, f.body, op.k, op.t, op.body)
			p := parse(t, text)
			if err := verify.Prog(p); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			for _, n := range []int64{0, 1, 2, 9, 37, 1009} {
				for _, ne := range []int64{0, -3, 150} {
					args := []value.Value{i64(n), i64(5), i64(ne), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, 5), indices(5, n)}
					d := disagreementIn(cpu, p, args, false)
					if d == "" && op.groups {
						d = disagreementIn(gpu, p, args, false)
					}
					if d != "" {
						t.Fatalf("%s of %s from %d, n=%d: %s\n%s", f.name, op.name, ne, n, d, text)
					}
				}
			}
		}
	}
}
