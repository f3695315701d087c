package parser

import (
	"raido/lang/syntax"
)

// The grammar of modules and module types. Lambdas, applications, arrows and ascriptions are lists, so
// that only brackets nest.
type (
	modG struct {
		ends
		Lambdas []*modLamG  `parser:"@@*"`
		Apps    []*modAtomG `parser:"@@+"`
		Sigs    []*ascrG    `parser:"@@*"`
	}
	modLamG struct {
		ends
		Param *modParG  `parser:"'\\\\' @@"`
		Sig   *sigAtomG `parser:"( ':' @@ )? '->'"`
	}
	ascrG struct {
		ends
		Sig *sigG `parser:"':' @@"`
	}
	modAtomG struct {
		ends
		Name   string   `parser:"@( Name | Qual )"`
		Paren  *modG    `parser:"| '(' @@ ')'"`
		Brace  string   `parser:"| @'{'"`
		Decls  []*declG `parser:"@@* '}'"`
		Import string   `parser:"| 'import' @Str"`
	}
	sigG struct {
		ends
		First *sigLinkG   `parser:"@@"`
		Rest  []*sigLinkG `parser:"( '->' @@ )*"`
	}
	sigLinkG struct {
		ends
		Param *modParG   `parser:"(?= '(' Name ':') @@"`
		Atom  *sigAtomG  `parser:"| @@"`
		Withs []*sigRefG `parser:"@@*"`
	}
	sigAtomG struct {
		ends
		Name  string   `parser:"@( Name | Qual )"`
		Paren *sigG    `parser:"| '(' @@ ')'"`
		Brace string   `parser:"| @'{'"`
		Specs []*specG `parser:"@@* '}'"`
	}
	sigRefG struct {
		ends
		Name   *qualG     `parser:"'with' @@"`
		Params []*tparG   `parser:"@@*"`
		Exists []*existsG `parser:"'=' @@*"`
		Type   termType   `parser:"@@"`
	}
	qualG struct {
		ends
		Name string `parser:"@( Name | Qual )"`
	}
	specG struct {
		ends
		Marks   []mark    `parser:"@@*"`
		Val     *valSpecG `parser:"( @@"`
		Type    *absTypeG `parser:"| @@"`
		Module  *modSpecG `parser:"| @@"`
		Include *sigG     `parser:"| 'include' @@ )"`
	}
	valSpecG struct {
		Name   string         `parser:"'val' ( @( Name | Op ) | '(' @Op ')' )"`
		Params []*tparG       `parser:"@@*"`
		Type   syntax.TypeExp `parser:"':' @@"`
	}
	absTypeG struct {
		Lift   string         `parser:"'type' @( '~' | '^' )?"`
		Name   *nameG         `parser:"@@"`
		Params []*tparG       `parser:"@@*"`
		Type   syntax.TypeExp `parser:"( '=' @@ )?"`
	}
	modSpecG struct {
		Name *nameG `parser:"'module' @@ ':'"`
		Sig  *sigG  `parser:"@@"`
	}
)

// mod converts a module expression.
func (p parser) mod(g *modG) syntax.ModExp {
	out := p.modAtom(g.Apps[0])
	for _, a := range g.Apps[1:] {
		arg := p.modAtom(a)
		out = &syntax.ModApply{At: syntax.At{Span: out.ModSpan().To(p.at(a.ends).Span)}, Fn: out, Arg: arg}
	}
	for _, s := range g.Sigs {
		out = &syntax.ModAscript{At: syntax.At{Span: out.ModSpan().To(p.at(s.ends).Span)}, Mod: out, Sig: p.sig(s.Sig)}
	}
	for i := len(g.Lambdas) - 1; i >= 0; i-- {
		l := g.Lambdas[i]
		lam := &syntax.ModLambda{At: p.at(g.ends), Param: p.modParam(l.Param), Body: out}
		lam.Span.Start = l.Pos.Offset
		if l.Sig != nil {
			lam.Sig = p.sigAtom(l.Sig)
		}
		out = lam
	}
	return out
}

func (p parser) modAtom(g *modAtomG) syntax.ModExp {
	at := p.at(g.ends)
	switch {
	case g.Name != "":
		return &syntax.ModName{At: at, Name: qualName(g.Name, at.Span)}
	case g.Paren != nil:
		return p.mod(g.Paren)
	case g.Import != "":
		return &syntax.ModImport{At: at, Path: importPath(g.Import)}
	}
	return &syntax.ModBody{At: at, Decls: p.convDecls(g.Decls)}
}

// sig converts a module type.
func (p parser) sig(g *sigG) syntax.SigExp {
	links := append([]*sigLinkG{g.First}, g.Rest...)
	var out syntax.SigExp
	for i := len(links) - 1; i >= 0; i-- {
		l := links[i]
		at := p.at(g.ends)
		at.Span.Start = l.Pos.Offset
		switch {
		case l.Param != nil && out == nil:
			p.failsAt(l.EndPos, "`->`")
		case l.Param != nil:
			out = &syntax.SigArrow{At: at, Param: l.Param.Name, In: p.sig(l.Param.Sig), Ou: out}
		case out == nil:
			out = p.sigLink(l)
		default:
			out = &syntax.SigArrow{At: at, Param: "", In: p.sigLink(l), Ou: out}
		}
	}
	return out
}

func (p parser) sigLink(l *sigLinkG) syntax.SigExp {
	out := p.sigAtom(l.Atom)
	for _, w := range l.Withs {
		at := p.at(l.ends)
		at.Span.End = w.EndPos.Offset
		name := qualName(w.Name.Name, p.at(w.Name.ends).Span)
		out = &syntax.SigWith{At: at, Sig: out, Name: name, Params: p.convTypeParams(w.Params), Type: p.exists(w.Exists, w.Type)}
	}
	return out
}

func (p parser) sigAtom(g *sigAtomG) syntax.SigExp {
	at := p.at(g.ends)
	switch {
	case g.Name != "":
		return &syntax.SigName{At: at, Name: qualName(g.Name, at.Span)}
	case g.Paren != nil:
		return p.sig(g.Paren)
	}
	body := &syntax.SigBody{At: at}
	for _, s := range g.Specs {
		body.Specs = append(body.Specs, p.spec(s))
	}
	return body
}

func (p parser) spec(g *specG) syntax.Spec {
	s := syntax.Spec{Span: p.at(g.ends).Span, Doc: p.s.doc(g.Pos.Offset)}
	for _, m := range g.Marks {
		if _, local := m.(localMark); local {
			p.failsAt(g.Pos, "a specification")
		}
	}
	switch {
	case g.Val != nil:
		s.Val = &syntax.ValSpec{Name: g.Val.Name, TypeParams: p.convTypeParams(g.Val.Params), Type: g.Val.Type}
	case g.Type != nil:
		t := g.Type
		s.Type = &syntax.TypeDecl{DeclHead: syntax.DeclHead{Span: s.Span, Doc: s.Doc}, Name: t.Name.Name, NameSpan: p.at(t.Name.ends).Span, Lift: t.Lift, Params: p.convTypeParams(t.Params), Type: t.Type}
	case g.Module != nil:
		s.Module = &syntax.ModParam{Name: g.Module.Name.Name, Sig: p.sig(g.Module.Sig), Span: s.Span}
	default:
		s.Include = p.sig(g.Include)
	}
	return s
}
