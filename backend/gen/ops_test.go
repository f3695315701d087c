package gen

import (
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/prim"
)

// TestRows: every operator has a text at every type of its class.
func TestRows(t *testing.T) {
	known := map[*prim.Op]bool{}
	for _, op := range prim.Ops {
		known[op] = true
		for _, ty := range prim.Types {
			if !op.Class.Has(ty) {
				continue
			}
			text, ok := opText(op, ty, []string{"a", "b", "c"}[:op.Arity])
			if !ok || strings.Contains(text, "$") {
				t.Errorf("%s.%s: text %q", op.Name, ty, text)
			}
		}
	}
	for op := range rows {
		if !known[op] {
			t.Errorf("the row %s belongs to no operator", op.Name)
		}
	}
}

func TestLiteral(t *testing.T) {
	for _, c := range []struct {
		s    prim.Scalar
		want string
	}{
		{prim.Int(prim.I64, -1<<63), "(-9223372036854775807L-1)"},
		{prim.Int(prim.I32, -5), "(-5)"},
		{prim.Int(prim.U8, 255), "(uchar)(255)"},
		{prim.Int(prim.U64, -1), "18446744073709551615UL"},
		{prim.Float(prim.F32, 0.1), "0.1f"},
		{prim.Float(prim.F64, 3), "3.0"},
		{prim.Float(prim.F64, -1e300), "(-1e+300)"},
		{prim.BoolOf(true), "1"},
	} {
		if got := literal(c.s); got != c.want {
			t.Errorf("%s: %s, want %s", c.s, got, c.want)
		}
	}
}

// TestOtherDevices: devices that are no CPUs get the same functions.
func TestOtherDevices(t *testing.T) {
	for _, op := range mathOps() {
		text := "rd_" + op.Name + "_f32(x)"
		if cpu, other := demandsOf(text, seg.Target{CPU: true}).definitions(), demandsOf(text, seg.Target{}).definitions(); cpu != other {
			t.Errorf("%s: %s", op.Name, other)
		}
	}
}

// TestRoundings checks that what becomes an instruction is a built-in function that texts may call, and is named only where it is called.
func TestRoundings(t *testing.T) {
	for name, own := range roundingBuiltins {
		if _, ok := builtins[name]; !ok {
			t.Errorf("%s is no built-in function", name)
		}
		if text := Declare([]string{name}); !strings.Contains(text, "#define "+name+" "+own+"\n") {
			t.Errorf("%s is not %s in\n%s", name, own, text)
		}
	}
	if text := Declare([]string{"sqrt"}); strings.Contains(text, "#define") {
		t.Errorf("text without roundings has definitions:\n%s", text)
	}
}
