package prelude_test

import (
	"regexp"
	"strings"
	"testing"

	"raido/lang/prelude"
)

// Every scalar module must define every name of Futhark's library documentation.
func TestScalarModulesAreComplete(t *testing.T) {
	numeric := "i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 bool + - * / % ** to_i64 == < > <= >= != neg max min abs sgn " +
		"highest lowest sum product maximum minimum num_bits get_bit set_bit"
	integral := numeric + " // %% & | ^ not << >> >>> popc mul_hi mad_hi clz ctz"
	real := numeric + " recip from_fraction to_f64 sqrt cbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos " +
		"atan sinh cosh tanh asinh acosh atanh sinpi cospi tanpi asinpi acospi atanpi atan2 atan2pi hypot gamma lgamma erf erfc " +
		"fma mad lerp ceil floor trunc round isinf isnan inf nan pi e rsqrt epsilon to_bits from_bits copysign nextafter ldexp signbit"
	want := map[string]string{"f16": real, "f32": real, "f64": real, "bool": "i8 f64 bool == != not"}
	for _, i := range []string{"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"} {
		want[i] = integral
	}
	def := regexp.MustCompile(`(?m)^  (?:#\[prim\] )?def \(?([^\s:()]+)\)?`)
	seen := 0
	for _, s := range prelude.Sources() {
		name := s.ID.Part
		names, ok := want[name]
		if !ok {
			continue
		}
		seen++
		have := map[string]bool{}
		for _, m := range def.FindAllStringSubmatch(s.Text, -1) {
			have[m[1]] = true
		}
		for _, n := range strings.Fields(names) {
			if !have[n] {
				t.Errorf("%s lacks %s", s.Name, n)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d scalar modules, want %d", seen, len(want))
	}
}

// No placeholder of the templates may be left, and positions must stay comparable between calls.
func TestSources(t *testing.T) {
	for i, s := range prelude.Sources() {
		if strings.Contains(s.Text, "@") {
			t.Errorf("%s: a placeholder is left", s.Name)
		}
		if prelude.Sources()[i] != s {
			t.Errorf("%s: not the same Source twice", s.Name)
		}
	}
}
