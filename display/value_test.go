package display

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"

	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
)

func scalar(t prim.Type, f float64) value.Value {
	if t.IsFloat() {
		return value.Scalar{Scalar: prim.Float(t, f)}
	}
	return value.Scalar{Scalar: prim.Int(t, int64(f))}
}

func floats(shape []int64, f func(i int) float64) *value.Array {
	a := value.NewArray(prim.F64, shape...)
	for i := range value.Of[float64](a) {
		value.Of[float64](a)[i] = f(i)
	}
	return a
}

func record(names string, fields ...value.Value) *value.Record {
	return &value.Record{Names: strings.Fields(names), Fields: fields}
}

// samples are values of all kinds with the type that the checker would give; the name is the file's.
func samples() map[string]struct {
	v   value.Value
	typ string
} {
	ramp := func(i int) float64 { return float64(i) / 4 }
	odd := floats([]int64{4}, func(i int) float64 { return []float64{1, math.NaN(), math.Inf(1), math.Inf(-1)}[i] })
	f16 := value.FromSlice(prim.F16, []uint16{0x2e66, 0x3c00, 0x7c00, 0xfc01, 0x0001, 0xc000})
	bools := value.FromSlice(prim.Bool, []bool{true, false})
	points := &value.Record{Shape: []int64{25}, Names: []string{"x", "v"},
		Fields: []value.Value{floats([]int64{25}, ramp), floats([]int64{25, 3}, ramp)}}
	type sample = struct {
		v   value.Value
		typ string
	}
	return map[string]sample{
		"int":     {scalar(prim.I32, -5), "i32"},
		"u64":     {value.Scalar{Scalar: prim.Int(prim.U64, -1)}, ""},
		"float":   {scalar(prim.F64, 0.1), "f64"},
		"tiny":    {scalar(prim.F32, 1.25e-12), "f32"},
		"nan":     {scalar(prim.F64, math.NaN()), "f64"},
		"bool":    {value.Scalar{Scalar: prim.BoolOf(true)}, ""},
		"vector":  {floats([]int64{3}, ramp), "[3]f64"},
		"odd":     {odd, "[n]f64"},
		"half":    {f16, ""},
		"bools":   {bools, ""},
		"empty":   {value.NewArray(prim.I32, 0, 3), "[0][3]i32"},
		"matrix":  {floats([]int64{3, 4}, func(i int) float64 { return math.Pow(-3, float64(i)) }), "[3][4]f64"},
		"wrapped": {floats([]int64{60}, ramp), "[60]f64"},
		"large":   {floats([]int64{50, 40}, func(i int) float64 { return math.Sin(float64(i)) }), "[50][40]f64"},
		"cube":    {floats([]int64{6, 2, 2}, ramp), "[6][2][2]f64"},
		"record":  {record("loss grad", scalar(prim.F64, 2.5), floats([]int64{3}, ramp)), "{loss: f64, grad: [3]f64}"},
		"tuple":   {record("0 1", scalar(prim.I64, 7), record("0 1", scalar(prim.F32, 1), odd)), ""},
		"unit":    {record(""), "()"},
		"single":  {record("0", scalar(prim.I32, 1)), ""},
		"records": {points, "[25]{x: f64, v: [3]f64}"},
		"sum":     {&value.Sum{Constr: "some", Args: []value.Value{scalar(prim.I32, 1), odd}}, "opt"},
		"nested": {record("id at kind long", scalar(prim.I32, 7), record("x ys", scalar(prim.F64, 1.5), floats([]int64{2, 3}, ramp)),
			&value.Sum{Constr: "disc", Args: []value.Value{record("centre radius", odd, scalar(prim.F32, 2))}}, floats([]int64{100}, ramp)), ""},
		"nestedrecords": {&value.Record{Shape: []int64{2}, Names: []string{"at", "n"}, Fields: []value.Value{
			&value.Record{Shape: []int64{2}, Names: []string{"x", "y"}, Fields: []value.Value{floats([]int64{2}, ramp), floats([]int64{2, 2}, ramp)}},
			value.FromSlice(prim.I32, []int32{1, 2})}}, ""},
		"sums": {&value.Sums{Shape: []int64{3}, Constrs: []string{"none", "some"}, Tags: value.FromSlice(prim.I8, []int8{0, 1, 1}),
			Args: [][]value.Value{nil, {value.FromSlice(prim.I32, []int32{0, 7, -8})}}}, ""},
		"opaque":    {&value.Opaque{Desc: "rng<&>"}, "rng<&>"},
		"injection": {record("a<b", &value.Opaque{Desc: "<script>"}), "{x: <script>}"},
	}
}

func TestValueGolden(t *testing.T) {
	for name, s := range samples() {
		b := Value(s.v, s.typ)
		var out strings.Builder
		for _, mime := range []string{MIMEText, MIMELaTeX, MIMEHTML} {
			if text, ok := b.Data[mime].(string); ok {
				fmt.Fprintf(&out, "-- %s --\n%s\n", mime, strings.ReplaceAll(text, "<tr", "\n<tr"))
			}
		}
		golden.Text(t, "testdata/"+name+".txt", out.String())
	}
}

// TestHTMLIsWellFormed: every element is closed in order, and nothing of a user's text becomes markup.
func TestHTMLIsWellFormed(t *testing.T) {
	for name, s := range samples() {
		h, _ := Value(s.v, s.typ).Data[MIMEHTML].(string)
		if h == "" {
			continue // shown as text
		}
		var open []string
		for _, piece := range strings.Split(h, "<")[1:] {
			tag, _, ok := strings.Cut(piece, ">")
			if !ok {
				t.Fatalf("%s: unclosed <%s", name, piece)
			}
			word, _, _ := strings.Cut(tag, " ")
			if word[0] != '/' {
				open = append(open, word)
				continue
			}
			if len(open) == 0 || open[len(open)-1] != word[1:] {
				t.Fatalf("%s: <%s> closes %v", name, word, open)
			}
			open = open[:len(open)-1]
		}
		if len(open) > 0 || strings.Contains(h, "<script") {
			t.Errorf("%s: open %v in %s", name, open, h)
		}
	}
}

// TestLaTeXIsBesideHTML: what has LaTeX has HTML, too, which notebooks prefer: numbers to be read are not typeset in italics of six digits.
func TestLaTeXIsBesideHTML(t *testing.T) {
	for name, s := range samples() {
		b := Value(s.v, s.typ)
		if _, ok := b.Data[MIMELaTeX]; ok && b.HTML() == "" {
			t.Errorf("%s has LaTeX alone", name)
		}
	}
	for want, v := range map[string]value.Value{
		"0.1234567890123": scalar(prim.F64, 0.1234567890123), `1.25 \times 10^{-12}`: scalar(prim.F32, 1.25e-12),
		`\left( {-1},\ {-2.0} \right)`: record("0 1", scalar(prim.I32, -1), scalar(prim.F64, -2)),
	} {
		if got := LaTeX(v); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestBigArraysStaySmall(t *testing.T) {
	a := floats([]int64{1000, 1000}, func(i int) float64 { return float64(i) })
	value.Of[float64](a)[500500] = math.NaN()
	b := Value(a, "[1000][1000]f64")
	for mime, data := range b.Data {
		if n := len(data.(string)); n > 40<<10 {
			t.Errorf("%s has %d bytes", mime, n)
		}
	}
	for _, want := range []string{"min 0.0", "max 999999.0", "1 nan", "mean 499999.0"} {
		if !strings.Contains(b.Plain(), want) || !strings.Contains(b.Data[MIMEHTML].(string), want) {
			t.Errorf("%q is missing in %s", want, b.Plain())
		}
	}
	if _, ok := b.Data[MIMELaTeX]; ok {
		t.Error("a big array has LaTeX")
	}
}

func TestMeanDoesNotOverflow(t *testing.T) {
	a := floats([]int64{4}, func(int) float64 { return math.MaxFloat64 })
	if m := summarise(a).mean; m != math.MaxFloat64 {
		t.Errorf("mean %g", m)
	}
}

func TestElided(t *testing.T) {
	for n := range int64(30) {
		for room := int64(3); room < 30; room++ {
			got := elided(n, room)
			if int64(len(got)) != min(n, room) {
				t.Fatalf("%d in %d: %v", n, room, got)
			}
			if n > 0 && (got[0] != 0 || got[len(got)-1] != n-1) {
				t.Fatalf("%d in %d: %v", n, room, got)
			}
		}
	}
}

func TestBundleWithCopies(t *testing.T) {
	a := Text("x")
	b := a.With(MIMESVG, "<svg/>")
	if len(a.Data) != 1 || len(b.Data) != 2 || b.Plain() != "x" || a.Empty() || !(Bundle{}).Empty() {
		t.Errorf("%v, %v", a, b)
	}
}

func TestPictureIsJSON(t *testing.T) {
	text, err := json.Marshal(Picture("t", "a<b", "<svg/>", []byte{1, 2, 3}, 10, 20).Data)
	want := `{"image/png":"AQID","image/svg+xml":"\u003csvg/\u003e","text/html":"\u003cimg width=\"10\" height=\"20\" alt=\"a\u0026lt;b\" src='data:image/svg+xml,%3Csvg/%3E'\u003e","text/plain":"t"}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

// TestPictureInPage: the drawing in the page is the SVG, whatever its texts have in them.
func TestPictureInPage(t *testing.T) {
	svg := "<svg>\n<text x=\"1\">5 % of <b>'x' & #1 – \u00e4</text></svg>"
	page := Picture("t", "a", svg, nil, 1, 1).HTML()
	_, data, _ := strings.Cut(page, "src='data:image/svg+xml,")
	data, rest, _ := strings.Cut(data, "'")
	got, err := url.PathUnescape(data)
	if err != nil || got != svg || rest != ">" {
		t.Errorf("%q, %v, rest %q", got, err, rest)
	}
}

// TestSumTable: constructors with their payloads have a table, also within records and in arrays.
func TestSumTable(t *testing.T) {
	one := value.Scalar{Scalar: prim.Int(prim.I32, 1)}
	for want, v := range map[string]value.Value{
		"#some":  &value.Sum{Constr: "some", Args: []value.Value{one}},
		">#two<": &value.Sum{Constr: "two", Args: []value.Value{one, one}},
		">#a</td><td": &value.Sums{Shape: []int64{1}, Constrs: []string{"a"}, Tags: value.NewArray(prim.I8, 1),
			Args: [][]value.Value{{&value.Array{Elem: prim.I32, Shape: []int64{1}, Data: []byte{1, 0, 0, 0}}}}},
	} {
		if page, _ := Value(v, "s").Data[MIMEHTML].(string); !strings.Contains(page, want) || !strings.Contains(page, "<table") {
			t.Errorf("no %s in %s", want, page)
		}
	}
	if _, has := Value(&value.Sum{Constr: "none"}, "s").Data[MIMEHTML]; has {
		t.Error("a constructor alone has a table")
	}
}
