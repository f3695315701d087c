package syntax

import (
	"raido/lang/diag"
)

// ParseFile parses a file. Where some declarations have faults, the file holds the others.
func ParseFile(src *diag.Source) (*File, diag.List) {
	return parseText(src, false)
}

// ParseCell parses a cell: declarations, and at most one expression after them. How the expression is
// told from the declarations says Note [Items]. Where some items have faults, the file holds the others.
func ParseCell(src *diag.Source) (*File, diag.List) {
	return parseText(src, true)
}

// ParseExp parses an expression alone; on faults there is none.
func ParseExp(src *diag.Source) (Exp, diag.List) {
	s := newParse(src, true)
	defer s.close()
	whole := item{0, len(s.scan.toks) - 1}
	if d := s.tooDeep(); d != nil {
		return nil, diag.List{d}
	}
	e, ok := s.expItem(whole)
	if !ok {
		return nil, diag.List{s.diagnose(whole)}
	}
	return e, nil
}

func parseText(src *diag.Source, cell bool) (*File, diag.List) {
	s := newParse(src, cell)
	defer s.close()
	f, faults := s.text()
	return f, faults
}

// text parses all items.
func (s *parse) text() (*File, diag.List) {
	file := &File{Source: s.src}
	if d := s.tooDeep(); d != nil {
		return file, diag.List{d}
	}
	b := builder{s: s, file: file}
	b.items(0, len(s.scan.toks)-1)
	s.fileDoc(file)
	return file, b.faults
}

// fileDoc finds the doc comment of the file: the first, unless it belongs to a declaration.
func (s *parse) fileDoc(file *File) {
	docs := s.scan.docs
	if len(docs) == 0 {
		return
	}
	first := s.tokenAt(0)
	d, attached := s.docBefore(first.Pos.Offset)
	if docs[0].start < first.Pos.Offset && !(attached && d.start == docs[0].start) {
		file.Doc = docs[0].text
	}
}

// builder collects what the items hold.
type builder struct {
	s      *parse
	file   *File
	faults diag.List
}

// items parses the items between two tokens.
func (b *builder) items(from, to int) {
	items := b.s.items(from, to)
	for i := 0; i < len(items); i++ {
		it, last := items[i], i == len(items)-1 && to == len(b.s.scan.toks)-1
		if b.try(it, last) {
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
		first := item{it.from, cut}
		if !b.try(first, false) {
			b.faults = append(b.faults, b.s.diagnose(first))
		}
		b.items(cut, to)
		return
	}
}

// lets tries an item that ended too early together with the lets at column 1 below it.
func (b *builder) lets(items []item) int {
	it := items[0]
	if !b.s.isEnd(it, &b.s.fail.tok) {
		return 0
	}
	n := 1
	for n < len(items) && is(&b.s.scan.toks[items[n].from], "let") {
		n++
	}
	if n == 1 || !b.try(item{it.from, items[n-1].to}, n == len(items)) {
		return 0
	}
	return n - 1
}

// try parses an item and keeps it; false if it has a fault, which the parse then knows.
func (b *builder) try(it item, last bool) bool {
	b.s.fail = failure{}
	first := &b.s.scan.toks[it.from]
	if b.s.cell && !startsDecl(first) {
		return b.expression(it, last)
	}
	decls, ok := b.s.declItem(it)
	if ok {
		b.file.Decls = append(b.file.Decls, decls...)
		return true
	}
	if !b.s.cell || !is(first, "let") && first.Type != tokAttr {
		return false
	}
	fail := b.s.fail // let x = 1 in x, or #[attr] e
	b.s.fail = failure{}
	if b.expression(it, last) {
		return true
	}
	if b.s.fail.tok.Pos.Offset < fail.tok.Pos.Offset {
		b.s.fail = fail
	}
	return false
}

// expression parses an item that is an expression; it must be the last.
func (b *builder) expression(it item, last bool) bool {
	e, ok := b.s.expItem(it)
	if !ok {
		return false
	}
	if !last {
		b.s.fail = failure{found: true, diag: &diag.Diag{Class: diag.Syntax, Code: codeNotLast, Span: e.ExpSpan(),
			Msg:  "an expression must be the last thing in its cell",
			Hint: "give it a name with `let x = ...`, move it to the end, or indent the line that follows if that belongs to it"}}
		return false
	}
	b.file.Last = e
	return true
}

// declItem parses an item as declarations.
func (s *parse) declItem(it item) (decls []Decl, ok bool) {
	lex, err := s.stream(it)
	if err != nil {
		return nil, false
	}
	g, err := declParser().ParseFromLexer(lex)
	if err != nil {
		s.translate(err)
		if s.fail.tok.Pos.Offset == lex.Peek().Pos.Offset && len(s.fail.want) == 0 && s.fail.diag == nil {
			s.expected(lex.Peek(), "a declaration")
		}
		return nil, false
	}
	err = nil
	func() {
		defer rescue(&err)
		decls = parser{nil, s}.convDecls(g.Decls)
	}()
	return decls, err == nil
}

// expItem parses an item as an expression.
func (s *parse) expItem(it item) (e Exp, ok bool) {
	lex, err := s.stream(it)
	if err != nil {
		return nil, false
	}
	p := parser{lex, s}
	func() {
		defer rescue(&err)
		e = p.exp()
		if !p.Peek().EOF() {
			p.fails("an operator")
		}
	}()
	return e, err == nil
}

// Limits of nesting. No program comes near them; a text that does would exhaust the stack here or in
// a later stage.
const (
	maxBrackets = 1000
	maxDepth    = 10000
)

// tooDeep bounds the depth of the tree before it is built. Every bracket, operator and keyword may
// make it deeper by one, until the bracket around it closes or a comma, a case or a line at column 1 ends it.
func (s *parse) tooDeep() *diag.Diag {
	var open []int // depth where each bracket was opened
	depth, cases := 0, -1
	for i := range s.scan.toks {
		t := &s.scan.toks[i]
		switch n := nesting(t); {
		case n > 0:
			open = append(open, depth)
			depth++
		case n < 0:
			if len(open) > 0 {
				depth = open[len(open)-1] + 1
				open = open[:len(open)-1]
			}
		case t.Type == tokSpace || t.Type == tokName || t.Type == tokInt || t.Type == tokFloat:
		case is(t, ",") && len(open) > 0:
			depth = open[len(open)-1] + 1
		case is(t, "match"):
			cases = depth
			depth++
		case is(t, "case") && len(open) == 0 && cases >= 0:
			depth = cases + 1
		case hardStart(t) && len(open) > 0:
			depth = open[len(open)-1] + 1
		case startsDecl(t) && s.column1(t):
			depth, open = 0, open[:0]
		default:
			depth++
		}
		if len(open) > maxBrackets || depth > maxDepth {
			return &diag.Diag{Class: diag.Syntax, Code: codeDeep, Span: diag.Span{Source: s.src, Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)},
				Msg:  "this program is nested too deeply",
				Hint: "give parts of it names with `def`, or make a long list of terms an array and reduce it"}
		}
	}
	return nil
}
