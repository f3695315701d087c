package adrandom

import (
	"strings"

	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax/parser"
	"raido/tests/adtext"
)

// written compares what the text of a derivative, as %ad writes it, computes with the derivative.
func written(p *program, forward bool) outcome {
	prog, sizes, bad := compile(p.String())
	if bad.kind != "" {
		return bad
	}
	file, _ := parser.File(&diag.Source{Name: "random.fut", Text: p.String()})
	checked, _ := check.File(check.Prelude(), file, nil)
	out := adtext.Check(checked.Env, checked.Entries[0], arguments(prog, sizes, p.n, p.point)[sizes:], forward)
	if !out.Failed() {
		return outcome{}
	}
	text := out.Why + "\n" + out.Text
	if strings.Contains(out.Why, "polygamma") { // Futhark has no word for it
		return outcome{}
	}
	return outcome{"text " + out.Kind, text}
}
