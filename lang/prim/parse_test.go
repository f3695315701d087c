package prim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"raido/lang/prim"
)

func TestPrintParse(t *testing.T) {
	check := func(s prim.Scalar) {
		t.Helper()
		got, err := prim.ParseScalar(s.String())
		if err != nil || got != s && s.Float64() == s.Float64() {
			t.Errorf("%s reads back as %v, %v (bits %x, %x)", s, got, err, s.Bits, got.Bits)
		}
	}
	for _, ty := range prim.Types {
		for _, s := range samples(ty) {
			check(s)
		}
		for range 2000 {
			if ty.IsFloat() {
				check(prim.Scalar{Type: ty, Bits: math.Float64bits(prim.FloatFromBits(ty, rand.Uint64()))})
			} else {
				check(prim.Int(ty, int64(rand.Uint64()>>rand.IntN(64))))
			}
		}
	}
}

func TestParseScalar(t *testing.T) {
	for text, want := range map[string]string{
		"7": "7i32", "7i64": "7i64", "-1i8": "-1i8", "0xff": "255i32", "0xffu8": "255u8", "0XFFi8": "-1i8",
		"0b101u16": "5u16", "1_000": "1000i32", "1.5": "1.5f64", "1e3": "1000.0f64", "4f32": "4.0f32", "-0.0f32": "-0.0f32",
		"1.0e-3f16": "0.001f16", "f32.nan": "f32.nan", "-f64.inf": "-f64.inf", "-f16.inf": "-f16.inf", "true": "true",
		"0x1f32": "7986i32", "0x1p4f64": "16.0f64", "1e400": "f64.inf", "-2147483648": "-2147483648i32", "100000": "100000.0f64",
		"1e15": "1000000000000000.0f64", "1e16": "1.0e16f64", "1.25e-5": "0.0000125f64", "1.25e-6": "1.25e-6f64",
	} {
		s, err := prim.ParseScalar(text)
		if text == "100000" {
			s, err = prim.ParseScalarAs(prim.F64, text)
		}
		if err != nil || s.String() != want {
			t.Errorf("ParseScalar(%q) = %v, %v, want %s", text, s, err, want)
		}
	}
	for _, text := range []string{"", "-", "x", "1x", "i32", "300u8", "128i8", "-129i8", "-1u8", "0x1ffu8", "2147483648", "1.5i32", "_1",
		"0x", "0b2", "1e", "--1", "+1", "1..2", "tru", "f32.na", "99999999999999999999i64", "1.5.2", "0x_", "nan", "inf"} {
		if s, err := prim.ParseScalar(text); err == nil {
			t.Errorf("ParseScalar(%q) = %v, want an error", text, s)
		}
	}
	if _, err := prim.ParseScalarAs(prim.I32, "1i64"); err == nil {
		t.Error("an i64 was taken for an i32")
	}
	if _, err := prim.ParseScalarAs(prim.I32, "1.5"); err == nil {
		t.Error("a float was taken for an i32")
	}
}
