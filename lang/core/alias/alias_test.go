package alias_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden: testdata/CASE.txtar has a program ("in"), in which all names differ, with its classes by name ("names") and by
// memory ("memory"), the variables that are consumed in the end ("consumed") and where each is used last ("last").
func TestGolden(t *testing.T) {
	of := func(name string, f func(p *core.Prog) string) golden.Made {
		return golden.Made{Name: name, Make: func(t *testing.T, c *golden.Case) string { return f(corepass.In(t, c)) }}
	}
	golden.Cases(t, "testdata/*.txtar",
		of("names", func(p *core.Prog) string { return classes(p, alias.ByName(p)) }),
		of("memory", func(p *core.Prog) string { return classes(p, alias.ByMemory(p)) }),
		of("consumed", consumed), of("last", last))
}

// arrays are the arrays and accumulators of a program in the order in which they are bound.
func arrays(p *core.Prog) []*core.Var {
	var out []*core.Var
	add := func(vs ...*core.Var) {
		for _, v := range vs {
			if !v.Type.IsScalar() {
				out = append(out, v)
			}
		}
	}
	for _, f := range p.Funs {
		add(f.Params...)
		core.Walk(f.Body, func(s core.Stm) {
			s.Exp.Map(core.Mapper{Binder: func(v *core.Var) *core.Var { add(v); return v },
				Lambda: func(l *core.Lambda) *core.Lambda { add(l.Params...); return l }})
			add(s.Pat...)
		})
	}
	return out
}

func classes(p *core.Prog, c *alias.Classes) string {
	members := map[*core.Var][]string{}
	var order []*core.Var
	for _, v := range arrays(p) {
		r := c.Find(v)
		if members[r] == nil {
			order = append(order, r)
		}
		members[r] = append(members[r], v.Name)
	}
	var b strings.Builder
	for _, r := range order {
		mark := ""
		if c.Consumed(r) {
			mark = ": consumed"
		}
		if mark != "" || len(members[r]) > 1 {
			fmt.Fprintf(&b, "%s%s\n", strings.Join(members[r], " "), mark)
		}
	}
	return b.String()
}

func consumed(p *core.Prog) string {
	var out []string
	calls := alias.NewCalls()
	for _, f := range p.Funs {
		flow := alias.NewFlow(calls, nil)
		flow.Body(f.Body)
		for _, v := range arrays(&core.Prog{Funs: []*core.Fun{f}}) {
			if flow.Consumed(v) {
				out = append(out, v.Name)
			}
		}
	}
	return strings.Join(out, " ") + "\n"
}

// last lists for each statement of the entry point what it uses last.
func last(p *core.Prog) string {
	b := p.Entry().Body
	uses := alias.LastUses(b)
	var out strings.Builder
	for i := 0; i <= len(b.Stms); i++ {
		var names []string
		for v, at := range uses {
			if at == i && !v.Type.IsScalar() {
				names = append(names, v.Name)
			}
		}
		slices.Sort(names)
		fmt.Fprintf(&out, "%d: %s\n", i, strings.Join(names, " "))
	}
	return out.String()
}
