package coregen

import (
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// InF32 is a program and its arguments with f32 for f64 everywhere, and numbers that f32 has.
func InF32(p *core.Prog, args []Arg) (*core.Prog, []Arg) {
	text := strings.NewReplacer("e+300f64", "e+30f32", "e300f64", "e30f32", "f64", "f32").Replace(core.Print(p))
	single, err := core.Parse(text)
	if err != nil {
		diag.Bugf("coregen: %v in\n%s", err, text)
	}
	out := make([]Arg, len(args))
	for i, a := range args {
		if out[i] = a; a.Type != prim.F64 {
			continue
		}
		out[i].Type, out[i].Elems = prim.F32, nil
		for _, x := range a.Elems {
			out[i].Elems = append(out[i].Elems, prim.Float(prim.F32, x.Float64()))
		}
	}
	return single, out
}
