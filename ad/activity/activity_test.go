package activity_test

import (
	"strings"
	"testing"

	"raido/ad/activity"
	"raido/lang/core"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden: testdata/CASE.txtar has a program ("in") and the variables that are active if its floats are ("active").
func TestGolden(t *testing.T) {
	golden.Cases(t, "testdata/*.txtar", golden.Made{Name: "active", Make: func(t *testing.T, c *golden.Case) string {
		f := corepass.In(t, c).Entry()
		set := activity.New()
		for _, p := range f.Params {
			set.Mark(p, p.Type.Elem.IsFloat())
		}
		set.Body(f.Body)
		var out strings.Builder
		add := func(vs []*core.Var) {
			for _, v := range vs {
				if set.Has(v) {
					out.WriteString(v.Name + "\n")
				}
			}
		}
		core.Walk(f.Body, func(s core.Stm) {
			s.Exp.Map(core.Mapper{Binder: func(v *core.Var) *core.Var { add([]*core.Var{v}); return v },
				Lambda: func(l *core.Lambda) *core.Lambda { add(l.Params); return l }})
			add(s.Pat)
		})
		return out.String()
	}})
}
