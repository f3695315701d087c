package files

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"raido/lang/prim"
	"raido/lang/value"
)

// sample is an array with corners of its type.
func sample(t prim.Type, shape ...int64) *value.Array {
	a := value.NewArray(t, shape...)
	for i := range a.Size() {
		switch {
		case t == prim.Bool:
			set(a, i, prim.BoolOf(i%2 == 0))
		case t.IsFloat():
			set(a, i, prim.Float(t, []float64{0.1, -2.5, math.NaN(), math.Inf(1), math.Inf(-1), 1e-4, 65504}[i%7]))
		default:
			set(a, i, []prim.Scalar{prim.Int(t, -1), prim.IntMax(t), prim.IntMin(t), prim.Int(t, 7)}[i%4])
		}
	}
	return a
}

var shapes = [][]int64{{5}, {0}, {1}, {2, 3}, {3, 0}, {1, 1}, {2, 3, 4}, {2, 1, 3, 2}}

// TestRoundTrips: every element type in every rank comes back from the formats that hold it.
func TestRoundTrips(t *testing.T) {
	for _, elem := range prim.Types {
		for _, name := range []string{"a.npy", "a.txt", "a.in", "a.bin", "a.out"} {
			for _, shape := range shapes {
				back(t, name, sample(elem, shape...), nil)
			}
			back(t, name, value.Scalar{Scalar: sample(elem, 1).At(0)}, nil)
		}
		for _, name := range []string{"a.csv", "a.tsv"} {
			back(t, name, sample(elem, 5), &Type{Elem: elem, Rank: 1, text: "[]t"})
			back(t, name, sample(elem, 4, 3), &Type{Elem: elem, Rank: 2, text: "[][]t"})
			back(t, name, sample(elem, 4, 1), &Type{Elem: elem, Rank: 2, text: "[][]t"})
		}
	}
	pair := &value.Record{Names: []string{"0", "1"}, Fields: []value.Value{sample(prim.I32, 3), value.Scalar{Scalar: prim.Float(prim.F64, 2)}}}
	back(t, "a.txt", pair, nil)
	back(t, "a.bin", pair, nil)
	back(t, "a.csv", &value.Record{Names: []string{"x", "y"}, Fields: []value.Value{sample(prim.F64, 4), sample(prim.I64, 4)}}, nil)
}

func back(t *testing.T, name string, v value.Value, as *Type) {
	t.Helper()
	data, err := Write(name, v)
	if err != nil {
		t.Errorf("%s of %s: %v", name, value.Print(v), err)
		return
	}
	got, err := read(name, data, as)
	if err != nil {
		t.Errorf("%s of %s: %v\n%q", name, value.Print(v), err, data)
		return
	}
	if a, b := show(got), show(v); a != b {
		t.Errorf("%s: %s comes back as %s", name, b, a)
	}
}

func show(v value.Value) string {
	if r, ok := v.(*value.Record); ok {
		var out []string
		for i, f := range r.Fields {
			out = append(out, r.Names[i]+"="+value.Print(f))
		}
		return strings.Join(out, ",")
	}
	return value.Print(v)
}

// TestImages: images come back in each of their forms.
func TestImages(t *testing.T) {
	argb := value.NewArray(prim.U32, 2, 3)
	rgb := value.NewArray(prim.U8, 2, 3, 3)
	grey := value.NewArray(prim.U8, 2, 3)
	float := value.NewArray(prim.F64, 2, 3)
	for i := range int64(6) {
		set(argb, i, prim.Int(prim.U32, 0x80112233+i<<20))
		set(grey, i, prim.Int(prim.U8, 50*i))
		set(float, i, prim.Float(prim.F64, float64(i)/5))
	}
	for i := range int64(18) {
		set(rgb, i, prim.Int(prim.U8, 14*i))
	}
	back(t, "a.png", argb, nil)
	back(t, "a.png", argb, &Type{Elem: prim.U32, Rank: -1})
	back(t, "a.png", rgb, &Type{Elem: prim.U8, Rank: 3})
	back(t, "a.png", grey, &Type{Elem: prim.U8, Rank: 2})
	back(t, "a.png", float, &Type{Elem: prim.F64, Rank: 2})
	clear := value.NewArray(prim.U32, 1, 1)
	set(clear, 0, prim.Int(prim.U32, 0x102030))
	data, _ := Write("a.png", clear)
	if got, err := read("a.png", data, nil); err != nil || show(got) != "[[4279246896u32]]" {
		t.Errorf("0xRRGGBB comes back as %s, %v", show(got), err)
	}
	if _, err := Write("a.png", sample(prim.I64, 2, 2)); err == nil {
		t.Error("a matrix of i64 is an image")
	}
	five := value.NewArray(prim.F32, 1, 2)
	set(five, 0, prim.Float(prim.F32, 5))
	set(five, 1, prim.Float(prim.F32, 15))
	if _, note, err := Image(five); err != nil || note != "black is 5, white is 15" {
		t.Errorf("note %q, %v", note, err)
	}
}

func read(path string, data []byte, as *Type) (value.Value, error) {
	v, _, err := Read(path, data, as)
	return v, err
}

// TestTexts: the cells of a column of texts are numbered, and the note says how.
func TestTexts(t *testing.T) {
	for _, c := range []struct{ text, want, note string }{
		{"x,label\n1,a\n2,b\n3,a\n", "x=[1i64, 2i64, 3i64],label=[0i64, 1i64, 0i64]", "label: 0 = a, 1 = b"},
		{"s,t\nu,v w\n,v w\n", "s=[0i64, 1i64],t=[0i64, 0i64]", "s: 0 = u, 1 = ; t: 0 = v w"},
		{"x,y\n1,NA\nN/A,2\n", "x=[1.0f64, f64.nan],y=[f64.nan, 2.0f64]", ""},
		{"x,y\nNA,1\n,2\n", "x=[f64.nan, f64.nan],y=[1i64, 2i64]", ""},
		{"a;b\n1,5;2\n-,3\n", "a=[1.5f64, f64.nan],b=[2i64, 3i64]", ""},
		{"größe (cm);x\n1;2\n", "größe_cm=[1i64],x=[2i64]", ""},
		{"1\t2\n3\t4\n", "[[1i64, 2i64], [3i64, 4i64]]", ""},
	} {
		v, note, err := Read("a.csv", []byte(strings.Replace(c.text, "-,3", "-;3", 1)), nil)
		if err != nil || show(v) != c.want || note != c.note {
			t.Errorf("%q is %s, %q; want %s, %q (%v)", c.text, show(v), note, c.want, c.note, err)
		}
	}
	var many strings.Builder
	many.WriteString("t\n")
	for i := range 30 {
		fmt.Fprintf(&many, "t%d\n", i)
	}
	if _, note, _ := Read("a.csv", []byte(many.String()), nil); !strings.HasSuffix(note, "9 = t9, ... (30 texts)") {
		t.Errorf("note %q", note)
	}
	if _, err := read("a.csv", []byte("x\n1\ntwo\n"), nil); err == nil || !strings.Contains(err.Error(), `line 3, column 1: "two" is no number`) {
		t.Errorf("a text among numbers: %v", err)
	}
}

// TestCSV: heads, kinds of columns, and what is said of faults.
func TestCSV(t *testing.T) {
	for text, want := range map[string]string{
		"1,2\n3,4\n":                    "[[1i64, 2i64], [3i64, 4i64]]",
		"1\n2\n":                        "[1i64, 2i64]",
		"1.5,2\n3,4\n":                  "[[1.5f64, 2.0f64], [3.0f64, 4.0f64]]",
		"x,let,x,1st,m s\n1,2.5,3,4,5":  "x=[1i64],let_=[2.5f64],x_2=[3i64],c1st=[4i64],m_s=[5i64]",
		"# c\n a , b \n1, true\n,false": "a=[1.0f64, f64.nan],b=[true, false]",
		"a,b\n":                         "a=empty([0]f64),b=empty([0]f64)",
		"\ufefft\n1\n":                  "t=[1i64]",
		"nan,inf\n-inf,1e3":             "[[f64.nan, f64.inf], [-f64.inf, 1000.0f64]]",
	} {
		v, err := read("a.csv", []byte(text), nil)
		if err != nil || show(v) != want {
			t.Errorf("%q is %s, want %s (%v)", text, show(v), want, err)
		}
	}
	for text, want := range map[string]string{
		"1,2\n3\n":      "line 2: 1 cells, where the first line has 2",
		"1,2\n3,four\n": `line 2, column 2: "four" is no number`,
		"":              "it is empty",
		"a\ntrue\n1\n":  "line 3, column 1",
		"a,\"b\n1":      "quote",
	} {
		if v, err := read("a.csv", []byte(text), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %q", text, v, err, want)
		}
	}
	as, _ := ParseType("[][]f32")
	if v, err := read("a.csv", []byte("x,y\n1,2\n"), as); err != nil || show(v) != "[[1.0f32, 2.0f32]]" {
		t.Errorf("%v, %v", v, err)
	}
}

// TestTypes: --as converts, and says what does not fit.
func TestTypes(t *testing.T) {
	data, _ := Write("a.npy", sample(prim.F64, 2, 3))
	for text, want := range map[string]string{"[][]i32": "element 0: 0.1f64 is no i32", "[]f64": "2 dimension", "bool": "is not 0 or 1", "[3]string": "no type of numbers", "[f32": "open"} {
		as, err := ParseType(text)
		if err == nil {
			_, err = read("a.npy", data, as)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--as %s: %v, want %q", text, err, want)
		}
	}
	ints, _ := Write("a.npy", sample(prim.I64, 4))
	if _, err := read("a.npy", ints, &Type{Elem: prim.U64, Rank: -1}); err == nil {
		t.Error("-1 is a u64")
	}
	if _, err := read("a.xyz", nil, nil); err == nil || !strings.Contains(err.Error(), ".npy") {
		t.Errorf("an unknown ending: %v", err)
	}
}

// npy makes a file with that header.
func npy(header string, body ...byte) []byte {
	out := binary.LittleEndian.AppendUint16([]byte(npyMagic+"\x01\x00"), uint16(len(header)))
	return append(append(out, header...), body...)
}

// TestNpy: files that others write, and bad ones.
func TestNpy(t *testing.T) {
	six := []byte{0, 1, 2, 3, 4, 5}
	for header, want := range map[string]string{
		"{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }": "[[0u8, 2u8, 4u8], [1u8, 3u8, 5u8]]",
		"{'shape': (3,), 'fortran_order': False, 'descr': '>i2'}":    "[1i16, 515i16, 1029i16]",
		"{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}":    "[false, true]",
		"{'descr': '|u1', 'fortran_order': False, 'shape': ()}":      "0u8",
	} {
		if v, err := read("a.npy", npy(header, six...), nil); err != nil || show(v) != want {
			t.Errorf("%s is %v, want %s (%v)", header, v, want, err)
		}
	}
	for header, want := range map[string]string{
		"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,)}":                          "only 6 bytes follow",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296, 4294967296)}":      "only 6 bytes follow",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}":                                     "shape",
		"{'descr': '<c16', 'fortran_order': False, 'shape': (1,)}":                                     "complex",
		"{'descr': '<U5', 'fortran_order': False, 'shape': (1,)}":                                      "texts",
		"{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (1,)}":                             "records",
		"{'descr': '|u1', 'shape': (1,)}":                                                              "fortran_order",
		"{'descr': '|u1', 'fortran_order': False}":                                                     "shape",
		"{'descr': '|u1', 'fortran_order': False, 'shape': (":                                          "shape",
		"{'descr': '|u1', 'fortran_order': False, 'shape': " + strings.Repeat("1,", 100):               "shape",
		"{'descr': '|u1', 'fortran_order': False, 'shape': (" + strings.Repeat("1,", maxRank+1) + ")}": "shape",
	} {
		if v, err := read("a.npy", npy(header, six...), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %q", header, v, err, want)
		}
	}
}

// FuzzRead: no contents make a reader panic, and what it gives fits to itself.
func FuzzRead(f *testing.F) {
	for _, v := range []value.Value{sample(prim.F64, 2, 3), sample(prim.U8, 2, 3, 3), sample(prim.F16, 4), sample(prim.Bool, 3)} {
		for _, name := range Endings() {
			if data, err := Write(name, v); err == nil {
				f.Add(name, data)
			}
		}
	}
	f.Add(".csv", []byte("a,b\n1,2\n"))
	f.Add(".npy", npy("{'descr': '|u1', 'fortran_order': True, 'shape': (0, 9223372036854775807)}"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		for _, as := range []*Type{nil, {Elem: prim.F32, Rank: -1}, {Elem: prim.U8, Rank: 3}} {
			v, err := read(name, data, as)
			if a, ok := v.(*value.Array); err == nil && ok && int64(len(a.Data)) != a.Size()*int64(a.Elem.Size()) {
				t.Errorf("an array of shape %v has %d bytes", a.Shape, len(a.Data))
			}
		}
	})
}

// TestBoundedPNG: a header that claims a large image allocates nothing.
func TestBoundedPNG(t *testing.T) {
	small, _ := Write("a.png", sample(prim.U8, 2, 3, 3))
	at := bytes.Index(small, []byte("IHDR")) + 4
	binary.BigEndian.PutUint32(small[at:], 1<<20)
	binary.BigEndian.PutUint32(small[at+4:], 1<<20)
	if _, err := readPNG(small, nil); err == nil {
		t.Error("a lying header is believed")
	}
}
