package parser

import (
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// The grammar of declarations; those of values are custom, see valueDecl.
type (
	fileG struct {
		Decls []*declG `parser:"@@*"`
	}
	declG struct {
		ends
		Marks  []mark      `parser:"@@*"`
		Value  syntax.Decl `parser:"( @@"`
		Type   *typeDeclG  `parser:"| @@"`
		Module *moduleG    `parser:"| @@"`
		Open   *modG       `parser:"| 'open' @@"`
		Import string      `parser:"| 'import' @Str )"`
	}
	typeDeclG struct {
		Lift   string         `parser:"'type' @( '~' | '^' )?"`
		Name   *nameG         `parser:"@@"`
		Params []*tparG       `parser:"@@*"`
		Type   syntax.TypeExp `parser:"'=' @@"`
	}
	tparG struct {
		ends
		Size string `parser:"'[' @Name ']'"`
		Var  string `parser:"| @TypeVar"`
	}
	moduleG struct {
		Sig *sigDeclG `parser:"'module' ( @@"`
		Mod *modDeclG `parser:"| @@ )"`
	}
	sigDeclG struct {
		Name *nameG `parser:"'type' @@ '='"`
		Sig  *sigG  `parser:"@@"`
	}
	modDeclG struct {
		Name   *nameG     `parser:"@@"`
		Params []*modParG `parser:"@@*"`
		Sig    *sigG      `parser:"( ':' @@ )?"`
		Body   *modG      `parser:"'=' @@"`
	}
	nameG struct {
		ends
		Name string `parser:"@Name"`
	}
	modParG struct {
		ends
		Name string `parser:"'(' @Name ':'"`
		Sig  *sigG  `parser:"@@ ')'"`
	}
)

// startsValue reports whether a value's definition is next.
func startsValue(p parser) bool {
	t := p.Peek()
	return t.Type == scan.Key && (t.Value == "def" || t.Value == "let" || t.Value == "entry")
}

// valueDecl parses def, let or entry, with the name in front or an operator between two patterns.
func (p parser) valueDecl() syntax.Decl {
	first := p.Next()
	d := &syntax.ValDecl{Keyword: first.Value}
	if pat := p.valueHead(d); pat != nil {
		p.wants("=")
		body := p.body()
		return &syntax.PatDecl{DeclHead: syntax.DeclHead{Span: p.from(first.Pos.Offset)}, Pat: pat, Body: body}
	}
	d.TypeParams = p.typeParams()
	d.Params = append(d.Params, p.params()...)
	if p.takes(":") {
		d.Ret = p.typeExp()
	}
	if len(d.Params) == 0 && d.Ret == nil {
		p.s.expected(p.Peek(), "a parameter")
	}
	p.wants("=")
	d.Body = p.body()
	d.Span = p.from(first.Pos.Offset)
	return d
}

// body parses what is right of the = of a definition.
func (p parser) body() syntax.Exp {
	if !scan.StartsExp(p.Peek()) {
		p.fails("an expression")
	}
	return p.exp()
}

// valueHead parses what a definition defines. The result is a pattern in `let (a, b) = e` of a cell.
func (p parser) valueHead(d *syntax.ValDecl) syntax.Pat {
	t := p.Peek()
	next := p.peek2()
	switch {
	case t.Type == scan.Name && next.Type != scan.Op:
		d.Name, d.NameSpan = p.name("a name")
		return nil
	case is(t, "(") && next.Type == scan.Op:
		mark := p.MakeCheckpoint()
		p.Next()
		p.Next()
		if p.takes(")") {
			if next.Value == "!" {
				p.notAFunction(next)
			}
			d.Name, d.NameSpan = next.Value, p.tokSpan(next)
			return nil
		}
		p.LoadCheckpoint(mark)
	}
	if !startsPat(t) && t.Type != scan.Attr {
		if t.Type == scan.Key {
			p.faulty(t, &diag.Diag{Class: diag.Syntax, Code: codeKeyword, Span: p.tokSpan(t),
				Msg:  scan.Quote(t.Value) + " is a keyword and can't be a name",
				Hint: "choose another name, such as " + scan.Quote(t.Value+"_")})
		}
		p.fails("the name of what is defined")
	}
	left := p.param()
	if op := p.Peek(); op.Type == scan.Op {
		if op.Value == "!" {
			p.notAFunction(op)
		}
		p.Next()
		d.Name, d.NameSpan = op.Value, p.tokSpan(op)
		if !startsPat(p.Peek()) {
			p.fails("the operator's right parameter")
		}
		d.Params = []syntax.Pat{left, p.param()}
		return nil
	}
	if d.Keyword != "let" || !p.s.cell {
		p.faulty(t, &diag.Diag{Class: diag.Syntax, Code: codePatDecl, Span: left.PatSpan(),
			Msg:  "a definition must have a name, not a pattern",
			Hint: "only a cell may take a value apart, by `let (a, b) = ...`"})
	}
	return p.ascribed(left, t.Pos.Offset, parser.typeExp)
}

// typeParams parses [n], 'a and their like.
func (p parser) typeParams() []syntax.TypeParam {
	var out []syntax.TypeParam
	for {
		t := p.Peek()
		switch {
		case t.Type == scan.TypeVar:
			p.Next()
			out = append(out, typeVar(t.Value, p.tokSpan(t)))
		case t.Type == scan.Index || is(t, "["):
			p.Next()
			n, _ := p.name("the name of a size")
			p.wants("]")
			out = append(out, syntax.TypeParam{Name: n, Size: true, Span: p.from(t.Pos.Offset)})
		default:
			return out
		}
	}
}

// typeVar reads 'a, '~a or '^a.
func typeVar(text string, span diag.Span) syntax.TypeParam {
	tp := syntax.TypeParam{Name: text[1:], Span: span}
	if c := text[1]; c == '~' || c == '^' {
		tp.Lift, tp.Name = text[1:2], text[2:]
	}
	return tp
}

func (p parser) convTypeParams(gs []*tparG) []syntax.TypeParam {
	var out []syntax.TypeParam
	for _, g := range gs {
		span := p.at(g.ends).Span
		if g.Size != "" {
			out = append(out, syntax.TypeParam{Name: g.Size, Size: true, Span: span})
		} else {
			out = append(out, typeVar(g.Var, span))
		}
	}
	return out
}

// head is what all declarations have.
func (p parser) head(g *declG) syntax.DeclHead {
	h := syntax.DeclHead{Span: p.at(g.ends).Span, Doc: p.s.doc(g.Pos.Offset)}
	for _, m := range g.Marks {
		switch m := m.(type) {
		case attrMark:
			h.Attrs = append(h.Attrs, m.attr)
		case localMark:
			h.Local = true
		}
	}
	return h
}

func (p parser) convDecls(gs []*declG) []syntax.Decl {
	var out []syntax.Decl
	for _, g := range gs {
		out = append(out, p.convDecl(g))
	}
	return out
}

func (p parser) convDecl(g *declG) syntax.Decl {
	h := p.head(g)
	switch {
	case g.Value != nil:
		switch d := g.Value.(type) {
		case *syntax.ValDecl:
			d.DeclHead = h
		case *syntax.PatDecl:
			d.DeclHead = h
		default: // the grammar makes no others there
		}
		return g.Value
	case g.Type != nil:
		t := g.Type
		return &syntax.TypeDecl{DeclHead: h, Name: t.Name.Name, NameSpan: p.at(t.Name.ends).Span, Lift: t.Lift, Params: p.convTypeParams(t.Params), Type: t.Type}
	case g.Module != nil && g.Module.Sig != nil:
		s := g.Module.Sig
		return &syntax.SigDecl{DeclHead: h, Name: s.Name.Name, NameSpan: p.at(s.Name.ends).Span, Sig: p.sig(s.Sig)}
	case g.Module != nil:
		return p.modDecl(h, g.Module.Mod)
	case g.Open != nil:
		return &syntax.OpenDecl{DeclHead: h, Mod: p.mod(g.Open)}
	}
	return &syntax.ImportDecl{DeclHead: h, Path: importPath(g.Import)}
}

func importPath(text string) string {
	path, _ := scan.Unescape(text[1 : len(text)-1])
	return path
}

func (p parser) modDecl(h syntax.DeclHead, g *modDeclG) *syntax.ModDecl {
	d := &syntax.ModDecl{DeclHead: h, Name: g.Name.Name, NameSpan: p.at(g.Name.ends).Span, Body: p.mod(g.Body)}
	for _, x := range g.Params {
		d.Params = append(d.Params, p.modParam(x))
	}
	if g.Sig != nil {
		d.Sig = p.sig(g.Sig)
	}
	return d
}

func (p parser) modParam(g *modParG) syntax.ModParam {
	return syntax.ModParam{Name: g.Name, Sig: p.sig(g.Sig), Span: p.at(g.ends).Span}
}

// doc is the text of the doc comment right before a place.
func (s *parse) doc(before int) string {
	d, ok := s.docBefore(before)
	if !ok {
		return ""
	}
	return d.Text
}
