package parser

import (
	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// File parses a file. Where some declarations have faults, the file holds the others.
func File(src *diag.Source) (*syntax.File, diag.List) {
	return parseText(src, false)
}

// Cell parses a cell: declarations, and at most one expression after them. How the expression is
// told from the declarations says Note [Items]. Where some items have faults, the file holds the others.
func Cell(src *diag.Source) (*syntax.File, diag.List) {
	return parseText(src, true)
}

// Exp parses an expression alone; on faults there is none.
func Exp(src *diag.Source) (syntax.Exp, diag.List) {
	s := newParse(src, true)
	defer s.close()
	for {
		whole := item{0, len(s.scan.Toks) - 1}
		e, ok := s.expItem(whole)
		if ok {
			return e, nil
		}
		d := s.diagnose(whole)
		if !s.misled {
			return nil, diag.List{d}
		}
		s.scan, s.misled = scan.Scan(s.scan.File, src.Text), false
	}
}

func parseText(src *diag.Source, cell bool) (*syntax.File, diag.List) {
	s := newParse(src, cell)
	defer s.close()
	f, faults := s.text()
	return f, faults
}

// text parses all items.
func (s *parse) text() (*syntax.File, diag.List) {
	file := &syntax.File{Source: s.src}
	for _, d := range s.scan.Docs {
		file.Docs = append(file.Docs, diag.Span{Source: s.src, Start: d.Start, End: d.End})
	}
	b := builder{s: s, file: file}
	b.items(0, len(s.scan.Toks)-1)
	if s.misled {
		s.scan, s.misled = scan.Scan(s.scan.File, s.src.Text), false
		return s.text()
	}
	s.fileDoc(file)
	return file, append(b.faults, s.strayDocs()...)
}

// strayDocs reports doc comments of a file that stand before nothing that can be documented.
func (s *parse) strayDocs() diag.List {
	if s.cell {
		return nil
	}
	var out diag.List
	for _, d := range s.scan.Docs {
		if t := s.tokenAt(d.End); scan.StartsDecl(t) || t.Type == scan.Key && (t.Value == "val" || t.Value == "include") {
			continue
		}
		out = append(out, &diag.Diag{Class: diag.Syntax, Code: codeUnexpected, Span: diag.Span{Source: s.src, Start: d.Start, End: d.Start + len("-- |")},
			Msg: "a doc comment may stand only before a declaration", Hint: "begin the comment with -- alone"})
	}
	return out
}

// fileDoc finds the doc comment of the file: the first, unless it belongs to a declaration.
func (s *parse) fileDoc(file *syntax.File) {
	docs := s.scan.Docs
	if len(docs) == 0 {
		return
	}
	first := s.tokenAt(0)
	d, attached := s.docBefore(first.Pos.Offset)
	if docs[0].Start < first.Pos.Offset && !(attached && d.Start == docs[0].Start) {
		file.Doc = docs[0].Text
	}
}

// builder collects what the items hold.
type builder struct {
	s      *parse
	file   *syntax.File
	faults diag.List
	again  int // how often a rest of the text was cut again
}

// maxAgain bounds the times that items are cut or joined anew, as each looks at the whole rest of the text.
const maxAgain = 20

// items parses the items between two tokens.
func (b *builder) items(from, to int) {
	items := b.s.items(from, to)
	for i := 0; i < len(items); i++ {
		it := items[i]
		if b.try(it) {
			continue
		}
		d := b.s.diagnose(it)
		if more := b.lets(items[i:]); more > 0 {
			i += more
			continue
		}
		cut := b.s.cut(it)
		if cut == it.to {
			b.faults = append(b.faults, d)
			continue
		}
		if first := (item{it.from, cut}); !b.try(first) {
			b.faults = append(b.faults, b.s.diagnose(first))
		}
		if b.again++; b.again <= maxAgain {
			b.items(cut, to)
			return
		}
		for from := cut; from < it.to; from = cut {
			cut = b.s.cut(item{from, it.to})
			b.items(from, cut)
		}
	}
}

// lets tries an item that ended too early together with the lets at column 1 below it.
func (b *builder) lets(items []item) int {
	it := items[0]
	if !b.s.isEnd(it, &b.s.fail.tok) || b.again > maxAgain {
		return 0
	}
	n := 1
	for n < len(items) && is(&b.s.scan.Toks[items[n].from], "let") {
		n++
	}
	if n == 1 {
		return 0
	}
	if joined := (item{it.from, items[n-1].to}); !b.try(joined) {
		b.again++
		return 0
	}
	return n - 1
}

// try parses an item and keeps it; false if it has a fault, which the parse then knows.
func (b *builder) try(it item) bool {
	first := &b.s.scan.Toks[it.from]
	if b.s.cell && !scan.StartsDecl(first) {
		return b.expression(it)
	}
	decls, ok := b.s.declItem(it)
	if ok {
		b.file.Decls = append(b.file.Decls, decls...)
		return true
	}
	if !b.s.cell || !is(first, "let") && first.Type != scan.Attr {
		return false
	}
	fail := b.s.fail // let x = 1 in x, or #[attr] e
	if b.expression(it) {
		return true
	}
	if b.s.fail.tok.Pos.Offset < fail.tok.Pos.Offset {
		b.s.fail = fail
	}
	return false
}

// expression parses an item that is an expression.
func (b *builder) expression(it item) bool {
	e, ok := b.s.expItem(it)
	if ok {
		b.file.Exps = append(b.file.Exps, syntax.CellExp{Exp: e, After: len(b.file.Decls)})
	}
	return ok
}

// declItem parses an item as declarations.
func (s *parse) declItem(it item) (decls []syntax.Decl, ok bool) {
	lex := s.stream(it)
	if lex == nil {
		return nil, false
	}
	if decls, ok = s.values(lex); ok {
		return decls, true
	}
	g, err := declParser().ParseFromLexer(lex)
	if err != nil {
		s.translate(err)
		return nil, false
	}
	err = nil
	func() {
		defer rescue(&err)
		decls = parser{nil, s}.convDecls(g.Decls)
	}()
	return decls, err == nil
}

// values parses an item of nothing but definitions of values, as most are, without the grammar around them, which takes longer than they
// do. If it cannot, nothing is consumed, and the grammar finds the fault.
func (s *parse) values(lex *lexer.PeekingLexer) (decls []syntax.Decl, ok bool) {
	p, mark := parser{lex, s}, lex.MakeCheckpoint()
	var err error
	func() {
		defer rescue(&err)
		for startsValue(p) {
			start := p.here()
			d := p.valueDecl()
			h := syntax.DeclHead{Span: p.from(start), Doc: s.doc(start)}
			switch d := d.(type) {
			case *syntax.ValDecl:
				d.DeclHead = h
			case *syntax.PatDecl:
				d.DeclHead = h
			default: // no definition of a value
			}
			decls = append(decls, d)
		}
	}()
	if err != nil || !p.Peek().EOF() {
		s.fail = failure{}
		lex.LoadCheckpoint(mark)
		return nil, false
	}
	return decls, true
}

// expItem parses an item as an expression.
func (s *parse) expItem(it item) (e syntax.Exp, ok bool) {
	lex := s.stream(it)
	if lex == nil {
		return nil, false
	}
	p := parser{lex, s}
	var err error
	func() {
		defer rescue(&err)
		e = p.exp()
		if !p.Peek().EOF() {
			p.fails("an operator")
		}
	}()
	return e, err == nil
}
