package syntax

import (
	"raido/lang/diag"
)

// The grammar of declarations; those of values are custom, see valueDecl.
type (
	fileG struct {
		Decls []*declG `parser:"@@*"`
	}
	declG struct {
		ends
		Marks  []mark     `parser:"@@*"`
		Value  Decl       `parser:"( @@"`
		Type   *typeDeclG `parser:"| @@"`
		Module *moduleG   `parser:"| @@"`
		Open   *modG      `parser:"| 'open' @@"`
		Import string     `parser:"| 'import' @Str )"`
	}
	typeDeclG struct {
		Lift   string   `parser:"'type' @( '~' | '^' )?"`
		Name   *nameG   `parser:"@@"`
		Params []*tparG `parser:"@@*"`
		Type   TypeExp  `parser:"'=' @@"`
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

// startsValue tells whether a value's definition is next.
func startsValue(p parser) bool {
	t := p.Peek()
	return t.Type == tokKey && (t.Value == "def" || t.Value == "let" || t.Value == "entry")
}

// valueDecl parses def, let or entry, with the name in front or an operator between two patterns.
func (p parser) valueDecl() Decl {
	first := p.Next()
	d := &ValDecl{Keyword: first.Value}
	if pat := p.valueHead(d); pat != nil {
		p.wants("=")
		body := p.body()
		return &PatDecl{DeclHead{Span: p.from(first.Pos.Offset)}, pat, body}
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
func (p parser) body() Exp {
	if !startsExp(p.Peek()) {
		p.fails("an expression")
	}
	return p.exp()
}

// valueHead parses what a definition defines. The result is a pattern in `let (a, b) = e` of a cell.
func (p parser) valueHead(d *ValDecl) Pat {
	t := p.Peek()
	next := p.peek2()
	switch {
	case t.Type == tokName && next.Type != tokOp:
		d.Name, d.NameSpan = p.name("a name")
		return nil
	case is(t, "(") && next.Type == tokOp:
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
	if !startsPat(t) && t.Type != tokAttr {
		if t.Type == tokKey {
			p.faulty(t, &diag.Diag{Class: diag.Syntax, Code: codeKeyword, Span: p.tokSpan(t),
				Msg:  quote(t.Value) + " is a keyword and can't be a name",
				Hint: "choose another name, such as " + quote(t.Value+"_")})
		}
		p.fails("the name of what is defined")
	}
	left := p.param()
	if op := p.Peek(); op.Type == tokOp {
		if op.Value == "!" {
			p.notAFunction(op)
		}
		p.Next()
		d.Name, d.NameSpan = op.Value, p.tokSpan(op)
		if !startsPat(p.Peek()) {
			p.fails("the operator's right parameter")
		}
		d.Params = []Pat{left, p.param()}
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
func (p parser) typeParams() []TypeParam {
	var out []TypeParam
	for {
		t := p.Peek()
		switch {
		case t.Type == tokTypeVar:
			p.Next()
			out = append(out, typeVar(t.Value, p.tokSpan(t)))
		case t.Type == tokIndex || is(t, "["):
			p.Next()
			n, _ := p.name("the name of a size")
			p.wants("]")
			out = append(out, TypeParam{Name: n, Size: true, Span: p.from(t.Pos.Offset)})
		default:
			return out
		}
	}
}

// typeVar reads 'a, '~a or '^a.
func typeVar(text string, span diag.Span) TypeParam {
	tp := TypeParam{Name: text[1:], Span: span}
	if c := text[1]; c == '~' || c == '^' {
		tp.Lift, tp.Name = text[1:2], text[2:]
	}
	return tp
}

func (p parser) convTypeParams(gs []*tparG) []TypeParam {
	var out []TypeParam
	for _, g := range gs {
		span := p.at(g.ends).Span
		if g.Size != "" {
			out = append(out, TypeParam{Name: g.Size, Size: true, Span: span})
		} else {
			out = append(out, typeVar(g.Var, span))
		}
	}
	return out
}

// head is what all declarations have.
func (p parser) head(g *declG) DeclHead {
	h := DeclHead{Span: p.at(g.ends).Span, Doc: p.s.doc(g.Pos.Offset)}
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

func (p parser) convDecls(gs []*declG) []Decl {
	var out []Decl
	for _, g := range gs {
		out = append(out, p.convDecl(g))
	}
	return out
}

func (p parser) convDecl(g *declG) Decl {
	h := p.head(g)
	switch {
	case g.Value != nil:
		switch d := g.Value.(type) {
		case *ValDecl:
			d.DeclHead = h
		case *PatDecl:
			d.DeclHead = h
		}
		return g.Value
	case g.Type != nil:
		t := g.Type
		return &TypeDecl{h, t.Name.Name, p.at(t.Name.ends).Span, t.Lift, p.convTypeParams(t.Params), t.Type}
	case g.Module != nil && g.Module.Sig != nil:
		s := g.Module.Sig
		return &SigDecl{h, s.Name.Name, p.at(s.Name.ends).Span, p.sig(s.Sig)}
	case g.Module != nil:
		return p.modDecl(h, g.Module.Mod)
	case g.Open != nil:
		return &OpenDecl{h, p.mod(g.Open)}
	}
	return &ImportDecl{h, importPath(g.Import)}
}

func importPath(text string) string {
	path, _ := unescape(text[1 : len(text)-1])
	return path
}

func (p parser) modDecl(h DeclHead, g *modDeclG) *ModDecl {
	d := &ModDecl{DeclHead: h, Name: g.Name.Name, NameSpan: p.at(g.Name.ends).Span, Body: p.mod(g.Body)}
	for _, x := range g.Params {
		d.Params = append(d.Params, p.modParam(x))
	}
	if g.Sig != nil {
		d.Sig = p.sig(g.Sig)
	}
	return d
}

func (p parser) modParam(g *modParG) ModParam {
	return ModParam{g.Name, p.sig(g.Sig), p.at(g.ends).Span}
}

// doc is the text of the doc comment right before a place.
func (s *parse) doc(before int) string {
	d, ok := s.docBefore(before)
	if !ok {
		return ""
	}
	return d.text
}
