package verify

import (
	"raido/backend/seg"
	"strings"
	"testing"
)

// TestVerifyText: each fault of explicit code is found, and code without it is not refused.
func TestVerifyText(t *testing.T) {
	const head = `
param n: i64
param xs#1: [n]f64
param ys#2: [n]f64
map k
  over i < n
  ys#2[i] = 1.0f64
`
	points := func(code string) string { return head + "  width 4\n" + indent(code, 1) }
	thread := func(code string) string {
		return head + "  form\n    param stage st: i32\n    param thread t\n    param chunks chunks\n    stage\n" + indent(code, 3)
	}
	group := func(code string) string {
		return head + `  form groups
    param item item
    param group group
    param halt halt: bool
    param local count 1 mem loc#3: f64 in local
    mem pr#9: i64 in private len 4
    stage barriers
` + indent(code, 3)
	}
	for _, c := range []struct{ name, text, want string }{
		{"vectors", points("v: f64x4 = xs#1[i]\nw: f64x4 = add.f64 v 1.0f64\nm: boolx4 = lt.f64 w v\nx: f64x4 = if m then v else 2.0f64\nys#2[i] = x first 3"), ""},
		{"lanes", points("v: f64x4 = xs#1[i]\nw: f64x8 = add.f64 v 1.0f64"), "4 lanes, want 8"},
		{"vector in a scalar", points("v: f64x4 = xs#1[i]\nw = add.f64 v 1.0f64"), "4 lanes, want 0"},
		{"mask", points("m: boolx8 = spread true\nx: f64x4 = if m then 1.0f64 else 2.0f64"), "8 lanes, want 4"},
		{"mask type", points("m: i8x4 = spread 1i8\nx: f64x4 = if m then 1.0f64 else 2.0f64"), "want bool"},
		{"condition", points("m: boolx4 = spread true\nif m\n  ys#2[i] = 1.0f64"), "4 lanes, want 0"},
		{"loop", points("m: i64x4 = spread n\nfor j < m\n  ys#2[i] = 1.0f64"), "lanes"},
		{"index", points("m: i64x4 = spread n\nys#2[m] = 1.0f64"), "4 lanes, want 0"},
		{"first", points("ys#2[i] = 1.0f64 first 2"), "no vector"},
		{"gather", points("g: f64x4 = gather xs#1 at i by 3\nr: i64x4 = ramp i\nh: f64x4 = gather xs#1 at r\nscatter ys#2 at r add= h\nscatter ys#2 at i by n = h"), ""},
		{"gather at one place", points("g: f64x4 = gather xs#1 at i"), "all at"},
		{"gather by vector", points("r: i64x4 = ramp i\ng: f64x4 = gather xs#1 at r by 2"), "lanes"},
		{"moves", points("r: i64x4 = ramp i\nl: i64x2 = lo r\ns = hi l\ne = extract r lane 3\nv: i64x4 = reverse r\nz: i64x4 = ziplo r v\nm: boolx4 = lt.i64 r z\na = any m"), ""},
		{"squeeze", points("v: f64x4 = xs#1[i]\nm: boolx4 = lt.f64 v 1.0f64\nsqueeze ys#2 at i where m = v\nc = count m\nr: i64x4 = ramp c\ns: i64x4 = sums r"), ""},
		{"squeeze of no mask", points("m = lt.i64 i 3\nsqueeze ys#2 at i where m = 1.0f64"), "no mask"},
		{"squeeze of other lanes", points("v: f64x4 = xs#1[i]\nm: boolx8 = spread true\nsqueeze ys#2 at i where m = v"), "4 lanes, want 8"},
		{"squeeze at a vector", points("v: f64x4 = xs#1[i]\nm: boolx4 = lt.f64 v 1.0f64\nr: i64x4 = ramp i\nsqueeze ys#2 at r where m = v"), "4 lanes, want 0"},
		{"count of numbers", points("r: i64x4 = ramp i\nc = count r"), "want bool"},
		{"sums of floats", points("v: f64x4 = xs#1[i]\ns: f64x4 = sums v"), "sums of 4 lanes"},
		{"half", points("r: i64x4 = ramp i\nl: i64x4 = lo r"), "lo of 4 lanes"},
		{"no lane", points("r: i64x4 = ramp i\ne = extract r lane 4"), "extract of 4 lanes"},
		{"zip", points("r: i64x4 = ramp i\nz: i64x4 = ziplo r"), "1 operands"},
		{"turn", thread("for j < n interchange rows\n  ys#2[t] = 1.0f64"), "lanes already"},
		{"pointwise", points("pointwise\n  ys#2[i] = 1.0f64"), ""},
		{"pointwise in a form", thread("pointwise\n  ys#2[t] = 1.0f64"), "not explicit"},
		{"fold by sub", head + "  var s = 0.0f64\n  fold j < n into s by sub\n    x = xs#1[j]\n    yield x", "update by sub"},
		{"atomic in parallel code", points("poll\natomic ys#2[0] add= 1.0f64"), "of forms"},
		{"thread", thread("poll\nfor j from t < n step 4\n  x = xs#1[j]\n  ys#2[j] = x\ntell of n\ntell 1"), ""},
		{"point's index in a form", thread("ys#2[i] = 1.0f64"), "out of its scope"},
		{"copy", thread("copy ys#2[t] = ys#2[] for 3"), "to itself"},
		{"barrier without", thread("barrier"), "stage that has none"},
		{"twice", head + "  form\n    param thread a\n    param thread b\n    stage\n      poll", "there twice"},
		{"type of a parameter", head + "  form\n    param stage s\n    stage\n      poll", "has type i64"},
		{"stages", head + "  form\n    stage\n      poll\n    stage\n      poll", "2 stages"},
		{"name", thread("c = lt.i64 t 1\nif c\n  poll\nbind p#5 = if c then xs#1[t] else ys#2[]\np#5[0] = 1.0f64") + "", ""},
		{"no name yet", thread("p#5[0] = 1.0f64\nbind p#5 = xs#1[t]"), "no name"},
		{"name of a branch", thread("if true\n  bind p#5 = xs#1[t]\np#5[0] = 1.0f64"), "no name"},
		{"group", group("if halt\n  loc#3[item] = 1.0f64\nelse\n  try\n    poll\n  loc#3[item] = 2.0f64\n  barrier\nvar d = 4\nwhile\n  g = lt.i64 0 d\n  break unless g\n  set d = 0\n  barrier\nx = loc#3[group]\nb = lt.f64 x 3.0f64\nif b\n  barrier"), ""},
		{"divergent", group("b = lt.i64 item 3\nif b\n  barrier"), "not all threads"},
		{"divergent variable", group("var d = 4\nb = lt.i64 item 3\nif b\n  set d = 3\nfor j < d\n  barrier"), "not all threads"},
		{"divergent block", group("x = pr#9[0]\nfor j < x\n  barrier"), "not all threads"},
		{"in a try", group("try\n  barrier"), "not all threads"},
		{"after a failure", group("var d = 4\ntry\n  poll\n  set d = 3\nfor j < d\n  barrier"), "not all threads"},
		{"leaves", group("poll\nbarrier"), "others wait"},
		{"local in a thread", thread("q#6[0] = 1.0f64"), "of a group"},
		{"private length", thread("r#7[0] = 1.0f64"), "no constant"},
		{"name of another space", thread("bind p#5 = r#8[t]"), "another kind"},
	} {
		text := strings.Replace(c.text, "\n    stage\n", "\n    mem p#5: f64\n    mem q#6: f64 in local len 4\n    mem r#7: f64 in private len n\n    mem r#8: f64 in private len 8\n    stage\n", 1)
		p, err := seg.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		switch err := Prog(p); {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func indent(code string, depth int) string {
	pad := strings.Repeat("  ", depth)
	return pad + strings.ReplaceAll(code, "\n", "\n"+pad)
}
