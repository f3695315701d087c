package session

import (
	"slices"
	"strings"

	"raido/display"
	"raido/kernel/magic"
	"raido/lang/check"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/load"
	"raido/lang/syntax"
	"raido/lang/types"
)

// This file runs the parts of a cell: texts of Futhark, and magics. Note [Cells] at the end.

// run executes the parts of the cell in order. The last value is the cell's, those before are shown.
func (c *cell) run() (display.Bundle, error) {
	parts := magic.Split(c.src)
	if err := c.checkParts(parts); err != nil {
		return display.Bundle{}, err
	}
	var value display.Bundle
	for i, p := range parts {
		c.display(value)
		var err error
		if p.Magic != "" {
			var m *magic.Def
			m, value, err = c.magic(p)
			c.sound = c.sound && err == nil && !changesMeanings(m, parts[i+1:])
		} else {
			value, err = c.text(p.Span.Piece())
		}
		if err != nil {
			return display.Bundle{}, err
		}
		if err := c.ctx.Err(); err != nil {
			return display.Bundle{}, err
		}
	}
	if c.nb.reactive {
		return value, c.react()
	}
	return value, nil
}

// display shows a value that is not the last of the cell.
func (c *cell) display(value display.Bundle) {
	if len(value.Data) > 0 && !c.silent {
		c.out.Display(value, "")
	}
}

// checkParts finds what is wrong with a cell of several parts before any of them runs, as far as that can be known.
func (c *cell) checkParts(parts []magic.Part) error {
	texts := 0
	if len(parts) < 2 {
		return nil // it is checked when its turn comes, which is now
	}
	for _, p := range parts {
		if p.Magic == "" {
			texts++
		}
	}
	if texts == 1 && parts[0].Magic == "" {
		texts = 0 // as well
	}
	start := c.st
	defer func() { c.st = start }()
	if texts > 0 {
		c.st = start.clone()
	}
	known := true // what the cell will have defined
	for i, p := range parts {
		if p.Magic != "" {
			m, err := c.callable(p)
			if err != nil {
				return err
			}
			known = known && !changesMeanings(m, parts[i+1:])
			continue
		}
		if texts == 0 {
			continue
		}
		k, errs := c.cellMemo(p.Span.Piece())
		if bad := errs.Errors(); len(bad) > 0 && !known {
			return bad
		}
		if known {
			if bad := append(errs, c.checkPieces(c.inOrder(k.pieces))...).Errors(); len(bad) > 0 {
				return c.causes(bad)
			}
		}
	}
	c.sound = texts > 0
	return nil
}

// causes leaves out of errors what follows from faults in imported files, and brings them into the order of the text.
func (c *cell) causes(bad diag.List) diag.List {
	bad = load.Causes(bad, c.src.ID)
	bad.Sort()
	return slices.Compact(bad)
}

// text executes declarations and expressions; the value of the last is given, those before are shown.
func (c *cell) text(src *diag.Source) (display.Bundle, error) {
	c.at("checking")
	k, errs := c.cellMemo(src)
	return c.execute(src, k, errs)
}

// execute does so for the pieces of a text, of which errs are known.
func (c *cell) execute(src *diag.Source, k *memo, errs diag.List) (value display.Bundle, _ error) {
	if i := slices.IndexFunc(k.pieces, func(p *piece) bool { return p.decl != nil }); i >= 0 && c.nb.looks {
		return value, onlyLooks(k.pieces[i].decl.DeclSpan(), "nothing can be defined")
	}
	if strings.Contains(src.Text, "import") {
		c.nb.refreshImports()
	}
	pieces := c.inOrder(k.pieces)
	first := slices.IndexFunc(pieces, (*piece).computes)
	if first < 0 {
		first = len(pieces)
	}
	turn, err := c.checkText(pieces, first, errs)
	if err != nil {
		return value, err
	}
	c.changed = c.changed || first > 0
	c.finished(pieces[:first]...)
	for i, p := range pieces[first:] {
		if p.exp != nil {
			c.display(value)
			value = display.Bundle{}
		}
		if i > 0 {
			c.at("checking")
			if turn, errs = c.prepareTurn(p); len(errs.Errors()) > 0 {
				return display.Bundle{}, errs.Errors()
			}
			c.warn(errs)
		}
		v, err := turn()
		if err != nil {
			return display.Bundle{}, err
		}
		c.changed = true
		if c.finished(p); p.exp != nil {
			value = v
		}
		if err := c.ctx.Err(); err != nil {
			return display.Bundle{}, err
		}
	}
	return value, nil
}

// checkText checks the pieces of a text, of which errs are known, and declares the definitions before the first that computes; turn is that.
// If something does not check, or an interrupt ends it, the state is as it was.
func (c *cell) checkText(pieces []*piece, first int, errs diag.List) (turn func() (display.Bundle, error), err error) {
	if !c.sound && first < len(pieces)-1 { // else what is checked below is all there is
		if errs = append(errs, c.trial(pieces).Errors()...); len(errs.Errors()) > 0 {
			return nil, c.causes(errs.Errors())
		}
	}
	start, untouched, done := c.st, !c.changed, false
	if !untouched {
		c.st = start.clone()
	}
	defer func() {
		switch {
		case done:
		case untouched:
			c.st = c.nb.state.clone()
		default:
			c.st = start
		}
	}()
	errs = append(errs, c.checkPieces(pieces[:first])...)
	if first < len(pieces) {
		var bad diag.List
		turn, bad = c.prepareTurn(pieces[first])
		errs = more(errs, bad)
	}
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, c.causes(bad)
	}
	c.warn(errs)
	done = true
	return turn, nil
}

// trial checks pieces and leaves the state as it is.
func (c *cell) trial(pieces []*piece) diag.List {
	start := c.st
	defer func() { c.st = start }()
	c.st = start.clone()
	return c.checkPieces(pieces)
}

// computes reports whether a piece is more than a definition: it is computed in its turn.
func (p *piece) computes() bool {
	switch d := p.decl.(type) {
	case nil, *syntax.PatDecl:
		return true
	case *syntax.ValDecl:
		return d.Keyword == "let" && len(d.Params) == 0
	default: // a definition alone
	}
	return false
}

// maxFaulty is how many pieces of a cell may have faults before the rest is not looked at.
const maxFaulty = 100

// checkPieces checks pieces and defines what they define; nothing is computed.
func (c *cell) checkPieces(pieces []*piece) (errs diag.List) {
	faulty := 0
	for _, p := range pieces {
		if p.exp == nil {
			_, bad := c.declare(p)
			errs = append(errs, bad...)
			if len(bad.Errors()) > 0 {
				faulty++
			}
			if faulty == maxFaulty { // one cause may have many faults, and people read the first
				break
			}
			continue
		}
		def, bad := c.checkShown(p)
		if errs = more(errs, bad); def != nil {
			c.bindIt(def, nil)
		}
	}
	return errs
}

// more are the errors of a text with those of its next expression. What that is, is not known if it mentions something in error.
func more(errs, bad diag.List) diag.List {
	for _, d := range bad {
		if d.Code != magic.CodeNoValue || len(errs.Errors()) == 0 {
			errs = append(errs, d)
		}
	}
	return errs
}

// checkShown checks an expression of a cell, which must have a value.
func (c *cell) checkShown(p *piece) (*types.Def, diag.List) {
	c.st.reopen()
	def, errs := c.checkExp(p)
	if def == nil {
		return nil, errs
	}
	d := notShown(def)
	if d == nil {
		return def, errs
	}
	if p.followed {
		d.Hint += "; if the next line belongs to it, indent that line"
	}
	return nil, diag.List{d}
}

// prepareTurn checks a piece that computes; turn computes it and enters it into the graph. If that fails the state is as it was.
func (c *cell) prepareTurn(p *piece) (turn func() (display.Bundle, error), errs diag.List) {
	if p.exp != nil {
		def, errs := c.checkShown(p)
		return func() (display.Bundle, error) { return c.show(def) }, errs
	}
	e, enter, errs := c.bind(p)
	return func() (display.Bundle, error) {
		inputs, err := c.compute(e)
		if err == nil {
			enter()
			c.keepEarlier(e, inputs)
		}
		return display.Bundle{}, err
	}, errs
}

// declare checks one declaration and enters it into the graph.
func (c *cell) declare(p *piece) (*entry, diag.List) {
	e, enter, errs := c.bind(p)
	enter()
	return e, errs
}

// bind checks one declaration; enter enters it into the graph, unless it is there unchanged. One with a fault takes the old meaning
// of its names away.
func (c *cell) bind(p *piece) (e *entry, enter func(), errs diag.List) {
	c.st.reopen()
	deps := c.st.named(p.words)
	if e := c.st.unchanged(p, deps); e != nil {
		return e, func() {}, e.warns
	}
	c.st.refresh(slices.DeleteFunc(slices.Clone(deps), p.recursive))
	before := c.st.env
	scope, broken := c.st.scope(slices.DeleteFunc(slices.Clone(deps), p.recursive))
	b, defs, diags := check.Bind(scope, p.decl)
	diags = append(broken(), diags...)
	names := p.defines
	if names == nil {
		names = b.Names()
	}
	if len(diags.Errors()) > 0 {
		return nil, func() {
			c.st.env = before.With(b, b.Names())
			for _, n := range names {
				c.st.redefine(n)
			}
		}, diags
	}
	e = &entry{names: names, all: len(names), piece: p, scope: before, defs: defs, warns: diags}
	for _, dep := range deps {
		if slices.Contains(names, dep) {
			e.self = e.self || shadows(dep, before, p.decl, defs)
			continue
		}
		e.deps = append(e.deps, dep)
	}
	if e.bindsValues() {
		e.values = map[*types.Symbol]*held{} // to be computed: what it depends on may get another meaning before
	}
	return e, func() {
		c.st.env = c.st.withoutModules(p).With(b, b.Names())
		c.st.define(e)
	}, diags
}

// withoutModules is the scope without the modules of cells that what a piece defines takes the place of: a function hides none.
func (s *state) withoutModules(p *piece) *scope.Env {
	var gone []scope.Name
	for _, n := range p.defines {
		if e := s.entries[n]; e != nil && n.Space == scope.Values && e.kind() == "module" {
			gone = append(gone, n)
		}
	}
	if gone == nil {
		return s.env
	}
	return s.env.As(check.Prelude(), gone)
}

// recursive reports whether a name that a declaration mentions is its own, which it means itself by.
func (p *piece) recursive(name scope.Name) bool {
	d, ok := p.decl.(*syntax.ValDecl)
	return ok && len(d.Params) > 0 && slices.Contains(p.defines, name) && isLetter(d.Name)
}

// bindsValues reports whether the entry is a top-level let.
func (e *entry) bindsValues() bool {
	return slices.ContainsFunc(e.defs, func(d *types.Def) bool { return d.Sym.Kind == types.KindValue })
}

// Note [Cells]
//
// A cell is checked before it runs. Its magics must be there and have the arguments that they need, and its Futhark must check: it is declared on a
// copy of the state, in order, and nothing is computed. Where a magic stands before it that may define something (%load, %reset), or change what an
// import finds (%cd, !cmd), that is known only when it has run: then the text is checked when its turn comes. If something does not check nothing
// of the text is done, and nothing of the cell if that was known at first.
//
// Then the cell runs: definitions are declared, values and expressions are computed one after another in the order of the text, and magics in
// theirs. A piece enters the state when it is done, so that the state is at any time what stands if the next piece fails, at run time or by an
// interrupt; the error says what that is. What it did not come to means what it did before the cell.
//
// A text whose only value or expression is its last piece is checked once: what comes before it are definitions, which cannot fail.
