package session

import (
	"raido/ad/gradcheck"
	"raido/display"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/value"
)

// magicGradcheck is %gradcheck F X: the derivatives of F at X in all the ways there are, on the interpreter.
func magicGradcheck(c *cell, p part) (display.Bundle, error) {
	a, err := parseApplication(p, p.args)
	if err != nil {
		return display.Bundle{}, err
	}
	engine, err := c.ready()
	if err != nil {
		return display.Bundle{}, err
	}
	def, err := c.checked(c.madeText("raido_jvp2 " + a.f + " " + a.x + " " + a.x))
	if err != nil {
		return display.Bundle{}, a.moved(err)
	}
	prog, iface, err := lower.Program(def)
	if err != nil {
		return display.Bundle{}, a.moved(err)
	}
	pr := &prepared{def: def, iface: iface}
	if err := c.arguments(pr, engine); err != nil {
		return display.Bundle{}, err
	}
	var args []value.Value
	for _, v := range pr.args {
		h, err := v.Host(c.ctx)
		if err != nil {
			return display.Bundle{}, err
		}
		args = append(args, h)
	}
	r, err := gradcheck.RunAt(c.ctx, prog, args)
	if err != nil {
		return display.Bundle{}, a.moved(err)
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
		if !c.silent {
			c.out.Stream("stderr", diag.Render(a.movedDiag(w), true)+"\n")
		}
	}
	return t.Bundle(), nil
}
