package fmath

import (
	"testing"

	"raido/lang/core"
	"raido/lang/prim"
)

// TestForm: functions have the form that printers rely on.
func TestForm(t *testing.T) {
	for name := range functions().texts {
		f := functions().read(name)
		core.Walk(f.Body, func(s core.Stm) {
			switch e := s.Exp.(type) {
			case *core.PrimApp:
				if e.Op.IsFunctionOf(e.T) || e.Op.FailsOn(e.T) || e.Op == prim.Fma || e.Op == prim.Mod {
					t.Errorf("%s: %s", name, core.PrintStm(s))
				}
			case *core.If, *core.Call:
			case *core.Loop:
				if e.Cond == nil {
					t.Errorf("%s: a loop without a condition", name)
				}
			default:
				t.Errorf("%s: %s", name, core.PrintStm(s))
			}
			for _, v := range s.Pat {
				if !v.Type.IsScalar() {
					t.Errorf("%s: %s", name, core.PrintStm(s))
				}
			}
		})
	}
}

// TestOperators: every function of floats has a definition at f32 and f64.
func TestOperators(t *testing.T) {
	for _, op := range prim.Ops {
		for _, ty := range []prim.Type{prim.F32, prim.F64} {
			f, ok := Of(op, ty)
			if want := op.IsFunctionOf(ty) || op == prim.Mod || op == prim.Ldexp || op == prim.Nextafter; ok != want {
				t.Errorf("%s.%s: a function is there: %v", op.Name, ty, ok)
			}
			if ok && (len(f.Params) != op.Arity || Rare(f)) {
				t.Errorf("%s has %d parameters, rare: %v", f.Name, len(f.Params), Rare(f))
			}
		}
	}
	if f, _ := Named("huge_angle", prim.F64); !Rare(f) {
		t.Error("huge angles are rare")
	}
}
