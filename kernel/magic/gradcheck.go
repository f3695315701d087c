package magic

import (
	"raido/ad/gradcheck"
	"raido/backend"
	"raido/display"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/syntax"
)

// magicGradcheck is %gradcheck F X: the derivatives of F at X in all the ways there are, on the interpreter.
func magicGradcheck(c *Call) (display.Bundle, error) {
	a, err := c.parseApplication(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	def, err := c.Check(c.build(a, "both derivatives", func(b *syntax.Builder, f, x syntax.Exp) syntax.Exp {
		return b.Apply(b.Library("jvp2"), f, x, x)
	}))
	if err != nil {
		return display.Bundle{}, c.fault(a, err)
	}
	prog, iface, err := lower.Program(def)
	if err != nil {
		return display.Bundle{}, err
	}
	given, err := c.Arguments(iface)
	if err != nil {
		return display.Bundle{}, err
	}
	args, err := given.Host()
	if err != nil {
		return display.Bundle{}, err
	}
	r, err := gradcheck.RunAt(c.Context(), prog, args, backend.Passes)
	if err != nil {
		return display.Bundle{}, err
	}
	t := &display.Table{Head: gradcheck.Header}
	for _, row := range r.Rows() {
		t.Add(row...)
	}
	for _, f := range r.Faults() {
		t.Note(f)
	}
	t.Note(r.Verdict())
	for _, w := range r.Warnings() {
		if !c.Silent() {
			c.Stream("stderr", diag.Render(w, true)+"\n")
		}
	}
	return t.Bundle(), nil
}
