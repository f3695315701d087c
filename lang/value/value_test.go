package value_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

func printAll(vs []value.Value) string {
	var out []string
	for _, v := range vs {
		out = append(out, value.Print(v))
	}
	return strings.Join(out, " ; ")
}

func TestRead(t *testing.T) {
	for in, want := range map[string]string{
		"":                                       "",
		" \n\t":                                  "",
		"-- only a comment":                      "",
		"7i32 -1i64 255u8":                       "7i32 ; -1i64 ; 255u8",
		"7 1.5 true false":                       "7i32 ; 1.5f64 ; true ; false",
		"0x1F 0b11u8 1_0i8":                      "31i32 ; 3u8 ; 10i8",
		"4f32 1.0e-3f16":                         "4.0f32 ; 0.001f16",
		"f32.nan f64.inf -f16.inf":               "f32.nan ; f64.inf ; -f16.inf",
		"[1i32, 2i32, 3i32] 10i32\n":             "[1i32, 2i32, 3i32] ; 10i32",
		"[1i64,2,3]":                             "[1i64, 2i64, 3i64]",
		"[1.0f32, 2, f32.nan, -0.0]":             "[1.0f32, 2.0f32, f32.nan, -0.0f32]",
		"[ [1 , 2] , -- rows\n [3,4] ]":          "[[1i32, 2i32], [3i32, 4i32]]",
		"[[[true]]]":                             "[[[true]]]",
		"[1.5f16, 0.1]":                          "[1.5f16, 0.1f16]",
		"empty([0]i32) empty([0][3]f64)":         "empty([0]i32) ; empty([0][3]f64)",
		"empty([2][0]bool)":                      "empty([2][0]bool)",
		`"abc" "" "\"\\\n\x41\228"`:              `[97u8, 98u8, 99u8] ; empty([0]u8) ; [34u8, 92u8, 10u8, 65u8, 195u8, 164u8]`,
		"1--c\n2":                                "1i32 ; 2i32",
		"b\x02\x00 i32\x07\x00\x00\x00":          "7i32",
		"1 b\x02\x00bool\x01b\x02\x00  u8\xff 2": "1i32 ; true ; 255u8 ; 2i32",
		"b\x02\x01 i16\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\xff\xff":                           "[1i16, -1i16]",
		"b\x02\x02 f64\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\n[b]"[:24]: "empty([0][3]f64)",
		"b\x02\x01 f16\x01\x00\x00\x00\x00\x00\x00\x00\x00\x3c":                                   "[1.0f16]",
	} {
		vs, err := value.ReadAll([]byte(in))
		if got := printAll(vs); err != nil || got != want {
			t.Errorf("ReadAll(%q) = %s, %v, want %s", in, got, err, want)
		}
	}
}

// Malformed input gives an error of class Usage that names the place and the fault.
func TestReadErrors(t *testing.T) {
	for in, want := range map[string]string{
		"x":                             "column 1: expected a value: \"x\" is not a number",
		"1\n 2 3x":                      "line 2, column 4: expected a value",
		"[]":                            "column 2: an empty array is written empty([0]t)",
		"[[1],[]]":                      "column 7: an empty array",
		"[1,2":                          "ends within an array",
		"[1,":                           "ends within an array",
		"[1 2]":                         "expected \",\" or \"]\", found '2'",
		"[1,]":                          "found ']'",
		"[[1,2],[3]]":                   "column 8: irregular array: a row of 1 elements, where the others have 2",
		"[[1],2]":                       "a scalar where the others are arrays",
		"[1,[2]]":                       "an array where the others are scalars",
		"[1i32,2i64]":                   "2i64 is of type i64, not i32",
		"[1,1.5]":                       "1.5",
		"[1.0,true]":                    "true is of type bool, not f64",
		"300u8":                         "300u8 does not fit in u8",
		"empty":                         "expected \"(\"",
		"empty([1]i32)":                 "would not be empty",
		"empty(i32)":                    "would not be empty",
		"empty([0]i33)":                 "\"i33\" is not an element type",
		"empty([-1][0]i32)":             "is not the size",
		"empty([0]i32":                  "expected \")\"",
		"\"abc":                         "ends within a string",
		"\"\\q\"":                       "unknown escape \\q",
		"[1][2]":                        "expected white space after a value, found '['",
		"1]":                            "expected white space",
		"b":                             "ends within the header",
		"b\x03\x00 i32\x00\x00\x00\x00": "binary format of version 3",
		"b\x02\x00 i31\x00\x00\x00\x00": "unknown element type \" i31\"",
		"b\x02\x00 i32\x00\x00\x00":     "more bytes than the 3 that follow",
		"b\x02\xff i32":                 "ends within the header",
		"b\x02\x01 i32\xff\xff\xff\xff\xff\xff\xff\x7f":                                 "more bytes than the 0 that follow",
		"b\x02\x01 i32\xff\xff\xff\xff\xff\xff\xff\xff":                                 "more bytes",
		"b\x02\x02 f64\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00": "more bytes",
		strings.Repeat("[", 100000):                                                     "rank above 255",
	} {
		vs, err := value.ReadAll([]byte(in))
		var d *diag.Diag
		if !errors.As(err, &d) || d.Class != diag.Usage || !strings.Contains(d.Msg, want) || !strings.HasPrefix(d.Msg, "input, line ") {
			t.Errorf("ReadAll(%.40q) = %s, %v, want an error with %q", in, printAll(vs), err, want)
		}
	}
}

// random is a value of a random type and shape.
func random(r *rand.Rand) value.Value {
	t := prim.Types[r.IntN(len(prim.Types))]
	scalar := func() prim.Scalar {
		if t.IsFloat() {
			return prim.Scalar{Type: t, Bits: math.Float64bits(prim.FloatFromBits(t, r.Uint64()))}
		}
		return prim.Int(t, int64(r.Uint64()>>r.IntN(64)))
	}
	rank := r.IntN(4)
	if rank == 0 {
		return value.Scalar{Scalar: scalar()}
	}
	shape := make([]int64, rank)
	for i := range shape {
		shape[i] = int64(r.IntN(5))
	}
	a := value.NewArray(t, shape...)
	for i := range a.Size() {
		copy(a.Data[i*int64(t.Size()):], element(scalar()))
	}
	return a
}

// element is the representation of a scalar, got from its binary form.
func element(s prim.Scalar) []byte {
	b, _ := value.AppendBinary(nil, value.Scalar{Scalar: s})
	return b[7:]
}

// What is printed or written reads back as the same value, in any mixture.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var in bytes.Buffer
		var want []value.Value
		for range 1 + r.IntN(4) {
			v := random(r)
			want = append(want, v)
			if r.IntN(2) == 0 {
				fmt.Fprintf(&in, "%s\n", value.Print(v))
			} else if err := value.WriteBinary(&in, v); err != nil {
				t.Fatal(err)
			}
		}
		got, err := value.ReadAll(in.Bytes())
		if err != nil || len(got) != len(want) {
			t.Fatalf("%q: %d values, %v, want %d", in.Bytes(), len(got), err, len(want))
		}
		for i := range want {
			if err := value.Compare(want[i], got[i], 0); err != nil {
				t.Errorf("%s reads back as %s: %v", value.Print(want[i]), value.Print(got[i]), err)
			}
		}
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		want, got string
		tol       float64
		err       string // "" if near enough
	}{
		{"1.0", "1.001", value.Tolerance, ""},
		{"1.0", "1.01", value.Tolerance, "expected 1.0f64, got 1.01f64"},
		{"1e6", "1.001e6", value.Tolerance, ""},
		{"1e-9", "1e-6", value.Tolerance, ""},
		{"1.0", "1.001", 0, "expected 1.0f64"},
		{"f64.nan", "f64.nan", 0, ""},
		{"f64.nan", "1.0", 1, "expected f64.nan"},
		{"f64.inf", "1e300", value.Tolerance, "expected f64.inf"},
		{"f64.inf", "f64.inf", 0, ""},
		{"f64.inf", "-f64.inf", 1, "expected f64.inf"},
		{"0.0", "-0.0", 0, ""},
		{"1i32", "2i32", 10, "expected 1i32, got 2i32"},
		{"1i32", "1i64", 1, "expected a i32, got i64"},
		{"1i32", "[1i32]", 1, "expected a i32, got [1]i32"},
		{"[1i32,2]", "[1i32,3]", 1, "element [1]: expected 2i32, got 3i32"},
		{"[[1.0],[2.0]]", "[[1.0],[3.0]]", 0.1, "element [1 0]: expected 2.0f64, got 3.0f64"},
		{"[[1.0],[2.0]]", "[[1.0, 2.0]]", 0.1, "expected [2][1]f64, got [1][2]f64"},
		{"[1.0, f64.nan]", "[1.0001, f64.nan]", value.Tolerance, ""},
	} {
		vs, err := value.ReadAll([]byte(c.want + " " + c.got))
		if err != nil {
			t.Fatal(err)
		}
		err = value.Compare(vs[0], vs[1], c.tol)
		if got := fmt.Sprint(err); c.err == "" && err != nil || c.err != "" && !strings.Contains(got, c.err) {
			t.Errorf("Compare(%s, %s, %v) = %v, want %q", c.want, c.got, c.tol, err, c.err)
		}
	}
}

func TestLines(t *testing.T) {
	one := value.Scalar{Scalar: prim.Int(prim.I32, 1)}
	unit := &value.Record{}
	pair := &value.Record{Names: []string{"0", "1"}, Fields: []value.Value{one, one}}
	nested := &value.Record{Names: []string{"0", "1", "2"}, Fields: []value.Value{pair, unit, one}}
	record := &value.Record{Names: []string{"x"}, Fields: []value.Value{one}}
	for _, c := range []struct {
		v    value.Value
		want string
	}{{one, "1i32"}, {unit, ""}, {pair, "1i32 1i32"}, {nested, "1i32 1i32 1i32"}, {record, "#<opaque>"},
		{&value.Sum{Constr: "a"}, "#<opaque>"}, {&value.Opaque{Desc: "t"}, "#<opaque>"}} {
		if got := strings.Join(value.Lines(c.v), " "); got != c.want {
			t.Errorf("Lines = %q, want %q", got, c.want)
		}
	}
}

// Any input is read or refused; what was read prints back to itself, and needs no more memory than the
// input is long.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"1 2", "[[1,2],[3,4]]", "empty([0][3]f64)", `"a\x41"`, "-- c\n1.5f16", "b\x02\x01 i16\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00",
		"b\x02\x02bool\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		vs, err := value.ReadAll(in)
		if err != nil {
			return
		}
		size := 0
		var text bytes.Buffer
		for _, v := range vs {
			if a, ok := v.(*value.Array); ok {
				size += len(a.Data)
			}
			fmt.Fprintln(&text, value.Print(v))
		}
		if size > 8*len(in) {
			t.Fatalf("%d bytes of elements from %d bytes of input", size, len(in))
		}
		again, err := value.ReadAll(text.Bytes())
		if err != nil || len(again) != len(vs) {
			t.Fatalf("%q reads as %d values, %v, want %d", text.Bytes(), len(again), err, len(vs))
		}
		for i := range vs {
			if err := value.Compare(vs[i], again[i], 0); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	a := value.NewArray(prim.F64, 100000)
	for i, x := range value.Of[float64](a) {
		value.Of[float64](a)[i] = x + float64(i)/7
	}
	text := []byte(value.Print(a))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := value.ReadAll(text); err != nil {
			b.Fatal(err)
		}
	}
}
