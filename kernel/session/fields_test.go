package session

import (
	"strings"
	"testing"
)

// TestFields: fields are completed and inspected with their types, behind values, indices, brackets, parameters and local values.
func TestFields(t *testing.T) {
	n := newNotebookTest(t)
	n.cell("let p = {xpos=1i32, ypos=2.0}\ntype rec = {aa: i32, bb: f64}\nlet pair = (1i32, 2.0)\nlet ps = [[p]]\n" +
		"module m = { let two = {inner=3i32} }\nlet größe = {in1 = {in2 = 3i32}}")
	for code, want := range map[string]string{
		"p.": "xpos:i32 ypos:f64", "1 + p.y": "ypos:f64", "ps[0, 0].x": "xpos:i32", "ps[(1 + 0)][0].x": "xpos:i32", "m.two.": "inner:i32",
		"größe.in1.": "in2:i32", "pair.": "0:i32 1:f64", "(head (head ps)).y": "ypos:f64", "def f (r: rec) = r.": "aa:i32 bb:f64",
		"def f (n: i64) (rs: [n]rec) = let z = 3 in rs[0].b": "bb:f64", "let q = ps[0,0] in q.x": "xpos:i32", "let q = p\nlet r = q in r.x": "",
		"\\(r: {u: i32, v: [3]f64}) -> r.v": "v:[3]f64", "ps.": "", "nowhere.": "", "1.": "", ").": "", "].": "", "(.": "", "..": "", "p..": "",
	} {
		var got []string
		for _, m := range n.nb.Complete(code, len([]rune(code))).Matches {
			got = append(got, m.Text+":"+m.Signature)
			if m.Kind != "field" {
				t.Errorf("%q: %s is a %s", code, m.Text, m.Kind)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q offers %q, want %q", code, s, want)
		}
	}
	for code, want := range map[string]string{"p.xpos": "p.xpos : i32", "größe.in1": "größe.in1 : {in2: i32}", "ps[0,0].ypos": "ps[0,0].ypos : f64",
		"m.two": "defined in In [1]", "1 +": "+ :", "[1] |> map": "map :", "x **": "** :", "a ==": "== :", "1 +-": "", "p.nothing": "", "nothing.x": ""} {
		b, ok := n.nb.Inspect(code, len([]rune(code)), 0)
		if ok != (want != "") || !strings.Contains(b.Plain(), want) {
			t.Errorf("inspection of %s: %v %q, want %q", code, ok, b.Plain(), want)
		}
	}
}
