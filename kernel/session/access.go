package session

import (
	"context"
	"slices"
	"strings"

	"raido/backend"
	"raido/display"
	"raido/kernel/magic"
	"raido/kernel/pictures"
	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/lower/iface"
	"raido/lang/syntax"
	"raido/lang/types"
	"raido/lang/value"
)

// This file runs magics, and is what they can reach: the session's side of magic.Cell.

// callable finds a magic and says what is wrong with a call before it is run.
func (c *cell) callable(p magic.Part) (*magic.Def, error) {
	m, err := magic.Called(p)
	if err != nil {
		return nil, err
	}
	if c.nb.looks && !m.Looks {
		return nil, onlyLooks(p.Args, "%"+m.Name+" changes the notebook and is not there")
	}
	return m, m.Fits(p)
}

// magic runs one magic. One that fails leaves the state as it was.
func (c *cell) magic(p magic.Part) (*magic.Def, display.Bundle, error) {
	m, err := c.callable(p)
	if err != nil {
		return nil, display.Bundle{}, err
	}
	before, done := c.st, false
	defer func() {
		if !done {
			c.st = before
		}
	}()
	if !m.Looks {
		c.st = before.clone()
	}
	b, err := m.Call(access{c}, p)
	if err != nil {
		return nil, display.Bundle{}, err
	}
	c.changed, done = true, true
	return m, b, nil
}

// changesMeanings reports whether parts of a cell may mean something else once the magic before them has run.
func changesMeanings(m *magic.Def, parts []magic.Part) bool {
	return m.Defines || m.Files && slices.ContainsFunc(parts, func(p magic.Part) bool { return p.Magic == "" && strings.Contains(p.Span.Text(), "import") })
}

// access is the running cell for a magic.
type access struct{ c *cell }

func (a access) Context() context.Context   { return a.c.ctx }
func (a access) ID() diag.ID                { return a.c.src.ID }
func (a access) Silent() bool               { return a.c.silent }
func (a access) Stream(name, text string)   { a.c.out.Stream(name, text) }
func (a access) Display(b display.Bundle)   { a.c.out.Display(b, "") }
func (a access) Pictures() *pictures.Memory { return a.c.nb.memos.pictures }
func (a access) Notebook() magic.Notebook   { return changes(a) }

// Tree implements magic.Exp.
func (p *piece) Tree() syntax.Exp { return p.exp }

func (a access) Parse(at diag.Span) (magic.Exp, error) {
	p, errs := a.c.expMemo(at.Piece())
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	return p, nil
}

func (a access) Build(around magic.Exp, purpose string, build func(b *syntax.Builder) syntax.Exp) magic.Exp {
	return a.c.built(around.(*piece), purpose, build)
}

func (a access) Check(e magic.Exp) (*types.Def, error) { return a.c.checked(e.(*piece)) }

func (a access) CheckDecl(d syntax.Decl) (*types.Def, error) {
	_, defs, errs := check.Decl(a.c.st.env, d)
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	return defs[0], nil
}

func (a access) Lower(def *types.Def) (*core.Prog, *iface.Iface, error) {
	if d := notShown(def); d != nil {
		return nil, nil, d
	}
	return lower.Program(def)
}

func (a access) Evaluate(e magic.Exp) (*magic.Value, error) { return a.c.evaluate(e.(*piece)) }

func (a access) Compile(def *types.Def) (magic.Program, error) {
	p, err := a.c.prepare(def)
	if err != nil {
		return nil, err
	}
	return &program{arguments{a.c, p}}, nil
}

func (a access) Arguments(iface *iface.Iface) (magic.Arguments, error) {
	engine, err := a.c.ready()
	if err != nil {
		return nil, err
	}
	p := &prepared{iface: iface}
	if err := a.c.arguments(p, engine); err != nil {
		return nil, err
	}
	return &arguments{a.c, p}, nil
}

// arguments are the values that a program takes.
type arguments struct {
	c *cell
	p *prepared
}

func (a *arguments) Engine() backend.Engine { return a.p.engine }

func (a *arguments) With(f func(args []backend.Value) error) error {
	return a.c.with(a.p, func() error { return f(a.p.args) })
}

func (a *arguments) Host() ([]value.Value, error) { return a.c.hostArguments(a.p) }

// program is a compiled expression.
type program struct{ arguments }

func (p *program) Compiled() backend.Program { return p.p.program }
func (p *program) Times() *magic.Phases      { return &p.p.ph }

func (p *program) Run(ctx context.Context) (magic.Result, error) {
	h, err := p.c.runPrepared(ctx, p.p)
	if err != nil {
		return nil, err
	}
	return result{p.c, h}, nil
}

// result is a value that a program has given.
type result struct {
	c *cell
	h *held
}

func (r result) Host() (*magic.Value, error) { return r.c.hostValue(r.h) }

// changes is the notebook as the running cell sees it and changes it.
type changes struct{ c *cell }

func (n changes) Describe(name string) (display.Bundle, bool) {
	info, ok := n.c.st.env.Lookup(name)
	if !ok {
		return display.Bundle{}, false
	}
	return n.c.nb.describe(info, 0), true
}

func (n changes) Names() []string                 { return n.c.st.env.Names("") }
func (n changes) Has(name string) bool            { return len(n.c.st.named([]string{name})) > 0 }
func (n changes) Definitions() []magic.Definition { return n.c.st.definitions() }
func (n changes) Forget(name string) bool         { return n.c.st.forget(name) }
func (n changes) ForgetAll()                      { n.c.st = newState(n.c.nb.imports()) }
func (n changes) React(on bool)                   { n.c.nb.reactive = on }
func (n changes) Engine() (backend.Engine, error) { return n.c.ready() }

func (n changes) SetEngine(name string) (backend.Engine, error) { return n.c.setEngine(name) }

func (n changes) Refresh() (names []string, err error) {
	stale := n.c.st.staleEntries()
	if err := n.c.refreshStale(); err != nil {
		return nil, err
	}
	for _, e := range stale {
		for _, name := range e.names {
			names = append(names, name.Text)
		}
	}
	return names, nil
}

func (n changes) Define(magic string, at diag.Span, build func(b *syntax.Builder) syntax.Decl) error {
	src := at.Piece()
	src.ID.Part = magic
	where := src.Place()
	where.ID.Part = magic
	src.Move(where)
	_, err := n.c.execute(src, n.c.builtDecl(src, build), nil)
	return err
}

func (n changes) DefineText(magic, text string) error {
	_, err := n.c.text(&diag.Source{ID: diag.ID{Kind: diag.Cell, Number: n.c.src.ID.Number, Part: magic}, Text: text})
	return err
}

func (n changes) Bind(d syntax.Decl, v value.Value, from magic.Origin) error {
	return n.c.bindLoaded(d, v, from)
}
