package magic

import (
	"strings"

	"raido/ad/listing"
	"raido/display"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/syntax/parser"
	"raido/lang/types"
)

// magicAD is %ad [--jvp] F: the program that differentiates F, as Futhark.
func magicAD(c *Call) (display.Bundle, error) {
	opts, at, err := c.around(c.Args)
	if err != nil {
		return display.Bundle{}, err
	}
	if at.Start >= at.End {
		d := usage(c.Args, "%%ad needs a function")
		d.Hint = "for example: %ad f64.sin"
		return display.Bundle{}, d
	}
	text, err := c.differentiated(at, opts["forward"]+opts["jvp"] != "")
	if err != nil {
		return display.Bundle{}, err
	}
	return display.Text(text), nil
}

// differentiated is the text of the derivative of the function at a place.
func (c *Call) differentiated(at diag.Span, forward bool) (text string, err error) {
	f, err := c.Check(at.Piece())
	if err != nil {
		return "", err
	}
	names := listing.Parameters(f)
	if len(names) == 0 {
		return "", usage(at, "this is no function, but %s", types.PrintScheme(f.Sym.Scheme))
	}
	body := strings.TrimSpace(at.Text())
	a := &application{f: "(" + body + "\n)", x: "()", at: at}
	a.parts = []textAt{{a.f, at.Start + strings.Index(at.Text(), body)}}
	a.plain = listing.Plain(names)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *diag.Diag:
			err = r
		case diag.List:
			err = r
		default:
			panic(r)
		}
		err = a.moved(err)
	}()
	def, err := c.derivativeOf(a, names, forward)
	if err != nil {
		return "", err
	}
	prog, _, err := lower.Program(def)
	if err != nil {
		return "", err
	}
	name := "f"
	if v, ok := f.Body.(*types.Ref); ok && isName(v.Sym.Name) {
		name = v.Sym.Name
	}
	return listing.Text(listing.Of(prog, name, names, forward), forward), nil
}

// derivativeOf checks a definition of the derivative of a function.
func (c *Call) derivativeOf(a *application, names []listing.Parameter, forward bool) (*types.Def, error) {
	file, errs := parser.Cell(c.madeText(listing.Definition(a.f, names, forward)))
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	return c.CheckDecl(file.Decls[0])
}
