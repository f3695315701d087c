package syntax

import (
	"fmt"
	"strings"

	"raido/lang/syntax/scan"
)

// Print gives the text of a *File, Decl, Exp, TypeExp, Pat, ModExp or SigExp. The text parses back to
// the same tree, but for positions and for parentheses that a made-up tree lacks and its meaning needs.
func Print(node any) string {
	p := &printer{}
	switch n := node.(type) {
	case *File:
		p.file(n)
	case Decl:
		p.decl(n)
	case Exp:
		p.exp(n)
	case TypeExp:
		p.typ(n)
	case Pat:
		p.pat(n)
	case ModExp:
		p.mod(n)
	case SigExp:
		p.sig(n)
	default:
		return fmt.Sprint(node)
	}
	return p.b.String()
}

// printer writes a tree with two spaces per level of indentation.
type printer struct {
	b      strings.Builder
	indent int
}

func (p *printer) w(parts ...string) {
	for _, s := range parts {
		p.b.WriteString(s)
	}
}

// line begins a new line.
func (p *printer) line() {
	p.w("\n", strings.Repeat("  ", p.indent))
}

// in writes something one level deeper.
func (p *printer) in(f func()) {
	p.indent++
	f()
	p.indent--
}

// sep writes n things with a separator between them.
func (p *printer) sep(n int, sep string, f func(i int)) {
	for i := range n {
		if i > 0 {
			p.w(sep)
		}
		f(i)
	}
}

func (p *printer) file(f *File) {
	if f.Doc != "" {
		p.doc(f.Doc)
		p.line()
	}
	exps := f.Exps
	for i := range len(f.Decls) + 1 {
		for ; len(exps) > 0 && exps[0].After == i; exps = exps[1:] {
			p.cellExp(exps[0].Exp, i == 0 && len(exps) == len(f.Exps))
		}
		if i == len(f.Decls) {
			break
		}
		if i > 0 {
			p.line()
		}
		p.decl(f.Decls[i])
		p.w("\n")
	}
}

// cellExp is an expression of a cell. Its later lines must not be at column 1, and the first must not continue what stands before.
func (p *printer) cellExp(e Exp, first bool) {
	toks := scan.Scan("", Print(e)).Toks
	parens := !first && (scan.Continues(&toks[0]) || scan.StartsDecl(&toks[0]))
	p.in(func() {
		if parens {
			p.w("(")
		}
		p.exp(e)
		if parens {
			p.w(")")
		}
	})
	p.w("\n")
}

func (p *printer) doc(text string) {
	for i, l := range strings.Split(text, "\n") {
		p.w("--")
		if i == 0 {
			p.w(" |")
		}
		switch {
		case i > 0 && (strings.HasPrefix(l, "|") || strings.HasPrefix(l, "==")):
			p.w(l) // a space would begin another doc comment or a test
		case l != "":
			p.w(" ", l)
		}
		p.line()
	}
}

func (n Name) String() string {
	return strings.Join(append(n.Quals[:len(n.Quals):len(n.Quals)], n.Base), ".")
}

// isOp reports whether a name is an operator's spelling.
func isOp(name string) bool { return name != "" && scan.IsOpStart(name[0]) }

// binder writes a name where it is bound.
func (p *printer) binder(name string) {
	if isOp(name) {
		name = "(" + name + ")"
	}
	p.w(name)
}

func (p *printer) attr(a Attr) { p.w("#[", a.Text, "] ") }

func (p *printer) decl(d Decl) {
	h := HeadOf(d)
	if h.Doc != "" {
		p.doc(h.Doc)
	}
	for _, a := range h.Attrs {
		p.attr(a)
	}
	if h.Local {
		p.w("local ")
	}
	switch d := d.(type) {
	case *ValDecl:
		p.w(d.Keyword, " ")
		p.binder(d.Name)
		p.function(d.TypeParams, d.Params, d.Ret)
		p.rhs(d.Body)
	case *PatDecl:
		p.w("let ")
		p.patDefined(d.Pat)
		p.rhs(d.Body)
	case *TypeDecl:
		p.typeDecl(d)
	case *ModDecl:
		p.w("module ", d.Name)
		for _, x := range d.Params {
			p.w(" ")
			p.modParam(x)
		}
		if d.Sig != nil {
			p.w(" : ")
			p.sig(d.Sig)
		}
		p.w(" = ")
		p.mod(d.Body)
	case *SigDecl:
		p.w("module type ", d.Name, " = ")
		p.sig(d.Sig)
	case *OpenDecl:
		p.w("open ")
		p.mod(d.Mod)
	case *ImportDecl:
		p.w("import ", quoteStr(d.Path))
	}
}

// HeadOf is what all declarations have, nil for one that has none.
func HeadOf(d Decl) *DeclHead {
	switch d := d.(type) {
	case *ValDecl:
		return &d.DeclHead
	case *PatDecl:
		return &d.DeclHead
	case *TypeDecl:
		return &d.DeclHead
	case *ModDecl:
		return &d.DeclHead
	case *SigDecl:
		return &d.DeclHead
	case *OpenDecl:
		return &d.DeclHead
	case *ImportDecl:
		return &d.DeclHead
	}
	return &DeclHead{}
}

// function writes what stands between a function's name and its =.
func (p *printer) function(tps []TypeParam, params []Pat, ret TypeExp) {
	p.typeParams(tps)
	for _, q := range params {
		p.w(" ")
		p.patAtom(q)
	}
	if ret != nil {
		p.w(": ")
		p.typ(ret)
	}
}

// rhs writes = and an expression, on its own line if that has several.
func (p *printer) rhs(e Exp) {
	p.w(" =")
	p.block(e)
}

// block writes an expression on the same line, or on the next if it has several lines.
func (p *printer) block(e Exp) {
	sub := &printer{indent: p.indent + 1}
	sub.exp(e)
	if text := sub.b.String(); strings.Contains(text, "\n") {
		p.in(p.line)
		p.w(text)
	} else {
		p.w(" ", text)
	}
}

func (p *printer) typeDecl(d *TypeDecl) {
	p.w("type", d.Lift, " ", d.Name)
	p.typeParams(d.Params)
	if d.Type != nil {
		p.w(" = ")
		p.typ(d.Type)
	}
}

func (p *printer) typeParams(tps []TypeParam) {
	for _, t := range tps {
		if t.Size {
			p.w(" [", t.Name, "]")
		} else {
			p.w(" '", t.Lift, t.Name)
		}
	}
}

func (p *printer) modParam(x ModParam) {
	p.w("(", x.Name, ": ")
	p.sig(x.Sig)
	p.w(")")
}

func (p *printer) mod(m ModExp) {
	switch m := m.(type) {
	case *ModApply:
		p.modHead(m.Fn)
		p.w(" ")
		p.modAtom(m.Arg)
	case *ModAscript:
		if _, ok := m.Mod.(*ModLambda); ok {
			p.modAtom(m.Mod)
		} else {
			p.mod(m.Mod)
		}
		p.w(" : ")
		p.sig(m.Sig)
	case *ModLambda:
		p.w("\\")
		p.modParam(m.Param)
		if m.Sig != nil {
			p.w(" : ")
			p.sigAtom(m.Sig)
		}
		p.w(" -> ")
		p.mod(m.Body)
	default:
		p.modAtom(m)
	}
}

// modHead writes what is applied; applications associate to the left.
func (p *printer) modHead(m ModExp) {
	if a, ok := m.(*ModApply); ok {
		p.mod(a)
	} else {
		p.modAtom(m)
	}
}

func (p *printer) modAtom(m ModExp) {
	switch m := m.(type) {
	case *ModName:
		p.w(m.Name.String())
	case *ModImport:
		p.w("import ", quoteStr(m.Path))
	case *ModBody:
		p.braces(len(m.Decls), func(i int) { p.decl(m.Decls[i]) })
	default:
		p.w("(")
		p.mod(m)
		p.w(")")
	}
}

// braces writes n things on lines of their own.
func (p *printer) braces(n int, f func(i int)) {
	p.w("{")
	p.in(func() {
		for i := range n {
			p.line()
			f(i)
		}
	})
	if n > 0 {
		p.line()
	}
	p.w("}")
}

func (p *printer) sig(s SigExp) {
	switch s := s.(type) {
	case *SigArrow:
		if s.Param != "" {
			p.modParam(ModParam{Name: s.Param, Sig: s.In})
		} else {
			p.sigLink(s.In)
		}
		p.w(" -> ")
		p.sig(s.Ou)
	default:
		p.sigLink(s)
	}
}

func (p *printer) sigLink(s SigExp) {
	w, ok := s.(*SigWith)
	if !ok {
		p.sigAtom(s)
		return
	}
	p.sigLink(w.Sig)
	p.w(" with ", w.Name.String())
	p.typeParams(w.Params)
	p.w(" = ")
	p.typTerm(w.Type)
}

func (p *printer) sigAtom(s SigExp) {
	switch s := s.(type) {
	case *SigName:
		p.w(s.Name.String())
	case *SigBody:
		p.braces(len(s.Specs), func(i int) { p.spec(s.Specs[i]) })
	default:
		p.w("(")
		p.sig(s)
		p.w(")")
	}
}

func (p *printer) spec(s Spec) {
	if s.Doc != "" {
		p.doc(s.Doc)
	}
	switch {
	case s.Val != nil:
		p.w("val ")
		p.binder(s.Val.Name)
		p.typeParams(s.Val.TypeParams)
		p.w(": ")
		p.typ(s.Val.Type)
	case s.Type != nil:
		p.typeDecl(s.Type)
	case s.Module != nil:
		p.w("module ", s.Module.Name, ": ")
		p.sig(s.Module.Sig)
	default:
		p.w("include ")
		p.sig(s.Include)
	}
}
