package magic

import (
	"strings"

	"raido/ad/gradcheck"
	"raido/display"
	"raido/lang/diag"
	"raido/lang/lower"
)

// magicGradcheck is %gradcheck F X: the derivatives of F at X in all the ways there are, on the interpreter.
func magicGradcheck(c *Call) (display.Bundle, error) {
	a, err := c.parseApplication(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	def, err := c.Check(c.madeText("raido_jvp2 " + a.f + " " + a.x + " " + a.x))
	if err != nil {
		return display.Bundle{}, a.moved(err)
	}
	prog, iface, err := lower.Program(def)
	if err != nil {
		return display.Bundle{}, a.moved(err)
	}
	given, err := c.Arguments(iface)
	if err != nil {
		return display.Bundle{}, err
	}
	args, err := given.Host()
	if err != nil {
		return display.Bundle{}, err
	}
	r, err := gradcheck.RunAt(c.Context(), prog, args)
	if err != nil {
		return display.Bundle{}, a.moved(err)
	}
	t, own := &display.Table{Head: gradcheck.Header}, strings.NewReplacer(a.made...)
	for _, row := range r.Rows() {
		row[0] = own.Replace(row[0])
		t.Add(row...)
	}
	for _, f := range r.Faults() {
		t.Note(own.Replace(f))
	}
	t.Note(r.Verdict())
	for _, w := range r.Warnings() {
		if !c.Silent() {
			c.Stream("stderr", diag.Render(a.movedDiag(w), true)+"\n")
		}
	}
	return t.Bundle(), nil
}
