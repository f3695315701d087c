package check_test

import (
	"testing"
	"time"

	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax/parser"
	"raido/lang/types"
	"raido/tests/seeds"
)

// FuzzCheck checks arbitrary texts: there is no panic, it ends soon, faults have codes and places, and what has no
// faults is a finished tree.
func FuzzCheck(f *testing.F) {
	for _, c := range typed {
		f.Add(c.program)
	}
	for _, c := range faulty {
		f.Add(c.program)
	}
	for _, c := range moduleTypes {
		f.Add(c.program)
	}
	for _, c := range moduleFaults {
		f.Add(c.program)
	}
	seeds.Add(f)
	f.Fuzz(func(t *testing.T, text string) {
		defer time.AfterFunc(10*time.Second, func() { panic("checking takes more than ten seconds") }).Stop()
		file, ds := parser.File(&diag.Source{Name: "fuzz.fut", Text: text})
		if len(ds) > 0 || file == nil {
			return
		}
		p, ds := check.File(check.Prelude(), file, nil)
		for _, d := range ds {
			if d.Code == "" || d.Msg == "" || d.Span.Source == nil {
				t.Errorf("incomplete diagnostic %+v", d)
			}
		}
		if len(ds.Errors()) > 0 {
			return
		}
		for _, d := range p.Defs {
			if err := types.Verify(d); err != nil {
				t.Errorf("%s: %v", d.Sym.Name, err)
			}
		}
	})
}
