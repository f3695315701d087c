package magic

import (
	"slices"
	"strings"

	"raido/ad/listing"
	"raido/display"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/syntax"
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
	text, err := c.differentiated(at, opts.has("forward") || opts.has("jvp"))
	if err != nil {
		return display.Bundle{}, err
	}
	return display.Text(text), nil
}

// differentiated is the text of the derivative of the function at a place.
func (c *Call) differentiated(at diag.Span, forward bool) (text string, err error) {
	e, err := c.Parse(at)
	if err != nil {
		return "", err
	}
	f, err := c.Check(e)
	if err != nil {
		return "", err
	}
	names := listing.Parameters(f)
	if len(names) == 0 {
		return "", usage(at, "this is no function, but %s", types.PrintScheme(f.Sym.Scheme))
	}
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
		err = renamed(err, listing.Plain(names))
	}()
	def, err := c.CheckDecl(listing.Definition(&syntax.Builder{At: e.Tree().ExpSpan()}, e.Tree(), names, forward))
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
	prog, kept := listing.Of(prog, name, names, forward)
	return listing.Text(prog, kept, forward), nil
}

// renamed gives the parameters in the messages of an error their own names.
func renamed(err error, own *strings.Replacer) error {
	one := func(d *diag.Diag) *diag.Diag {
		n := *d
		n.Msg, n.Hint, n.Notes = own.Replace(d.Msg), own.Replace(d.Hint), slices.Clone(d.Notes)
		for i := range n.Notes {
			n.Notes[i].Msg = own.Replace(n.Notes[i].Msg)
		}
		return &n
	}
	switch err := err.(type) {
	case *diag.Diag:
		return one(err)
	case diag.List:
		out := make(diag.List, len(err))
		for i, d := range err {
			out[i] = one(d)
		}
		return out
	}
	return err
}
