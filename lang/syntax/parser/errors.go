package parser

import (
	"errors"
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
	"raido/lang/syntax/scan"
)

// translate notes what participle found wrong in a production of structs.
func (s *parse) translate(err error) {
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		return
	}
	msg := unexpected.Message()
	want := ""
	if i := strings.LastIndex(msg, "(expected "); i >= 0 {
		want = production(strings.TrimSuffix(msg[i+len("(expected "):], ")"))
	} else if scan.Unfinished(s.tokenBefore(unexpected.Unexpected.Pos.Offset)) {
		want = "a module type" // the one production whose alternatives begin with a lookahead, see sigLinkG
	}
	s.expected(&unexpected.Unexpected, want)
}

// productions are names that readers know for those that the grammar has.
var productions = map[string]string{
	"Name": "a name", "<name>": "a name", "Qual": "a name", "<qual>": "a name", "<str>": "a string", "<op>": "an operator",
	"NameG": "a name", "QualG": "a name", "Exp": "an expression", "TypeExp": "a type", "TermType": "a type", "TypeG": "a type", "LinkG": "a type",
	"TermG": "a type", "ConstrG": "a constructor", "AtomG": "a type", "AppG": "a type", "PatG": "a pattern", "InnerG": "a pattern",
	"PatAtomG": "a pattern", "FieldG": "the name of a field", "PatFieldG": "the name of a field",
	"ModG": "a module", "ModAtomG": "a module", "SigG": "a module type", "SigLinkG": "a module type",
	"SigAtomG": "a module type", "ModDeclG": "the name of a module", "DeclG": "a declaration",
	"SpecG": "a specification",
}

// production says in words what begins participle's description of what it expected.
func production(ebnf string) string {
	if strings.HasPrefix(ebnf, "((ConstrG") {
		return "a type"
	}
	ebnf = strings.TrimLeft(ebnf, "( ")
	if strings.HasPrefix(ebnf, `"`) {
		if i := strings.IndexByte(ebnf[1:], '"'); i >= 0 {
			return scan.Quote(ebnf[1 : i+1])
		}
	}
	word := strings.FieldsFunc(ebnf, func(r rune) bool { return strings.ContainsRune(" ()*?+|", r) })
	if len(word) == 0 {
		return ""
	}
	return productions[word[0]]
}

// diagnose makes the diagnostic of the furthest failure in an item.
func (s *parse) diagnose(it item) *diag.Diag {
	f := &s.fail
	if d := s.lexical(it); d != nil {
		return d
	}
	if f.tok.Type == scan.Table || s.tokenBefore(f.tok.Pos.Offset).Type == scan.Table {
		s.misled = true
	}
	if f.diag != nil {
		return f.diag
	}
	d := &diag.Diag{Class: diag.Syntax, Code: codeExpected, Span: s.spanAt(it, &f.tok)}
	found := s.found(it, &f.tok)
	want := f.want
	if s.afterComma() && len(want) > 0 && want[0][0] == '`' {
		want = append([]string{"something after the `,`"}, want...)
	}
	if len(want) == 0 {
		d.Code, d.Msg = codeUnexpected, "unexpected "+found
	} else {
		d.Msg = "expected " + oneOf(want) + ", found " + found
	}
	d.Notes = f.notes
	s.bracketNote(it, d)
	d.Hint = s.hint(it, f)
	return d
}

// lexical reports the first bad token of an item, which is why it failed.
func (s *parse) lexical(it item) *diag.Diag {
	for i := it.from; i < it.to; i++ {
		t := &s.scan.Toks[i]
		if t.Type == scan.Bad {
			k := sort.Search(len(s.scan.Faults), func(k int) bool { return s.scan.Faults[k].At >= t.Pos.Offset })
			f := s.scan.Faults[k]
			if f.To == 0 {
				f.To = len(t.Value)
			}
			return &diag.Diag{Class: diag.Syntax, Code: f.Code, Msg: f.Msg, Hint: f.Hint,
				Span: diag.Span{Source: s.src, Start: t.Pos.Offset + f.From, End: t.Pos.Offset + f.To}}
		}
	}
	return nil
}

// spanAt is the place of a token; the end of an item is right after its last token.
func (s *parse) spanAt(it item, t *lexer.Token) diag.Span {
	if !s.isEnd(it, t) {
		return diag.Span{Source: s.src, Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}
	}
	end := 0
	for i := it.from; i < it.to; i++ {
		if k := &s.scan.Toks[i]; k.Type != scan.Space {
			end = k.Pos.Offset + len(k.Value)
		}
	}
	return diag.Span{Source: s.src, Start: end, End: end}
}

func (s *parse) isEnd(it item, t *lexer.Token) bool {
	return t.Pos.Offset >= s.scan.Toks[it.to].Pos.Offset
}

// found describes the token where parsing failed.
func (s *parse) found(it item, t *lexer.Token) string {
	if s.isEnd(it, t) {
		switch {
		case s.scan.Toks[it.to].Type != lexer.EOF:
			return "the end of the definition"
		case s.cell:
			return "the end of the cell"
		}
		return "the end of the file"
	}
	switch t.Type {
	case scan.Key:
		return "the keyword " + scan.Quote(t.Value)
	case scan.Int, scan.Float:
		return "the number " + scan.Quote(t.Value)
	case scan.Op, scan.QualOp:
		return "the operator " + scan.Quote(t.Value)
	case scan.Str:
		return "a string"
	case scan.Tick:
		return "a backtick"
	}
	return scan.Quote(t.Value)
}

func oneOf(want []string) string {
	want = append([]string(nil), want...)
	sort.SliceStable(want, func(i, j int) bool { return want[i][0] != '`' && want[j][0] == '`' })
	if len(want) == 1 {
		return want[0]
	}
	return strings.Join(want[:len(want)-1], ", ") + " or " + want[len(want)-1]
}

// opener is the innermost bracket that is open where the item failed.
func (s *parse) opener(it item, offset int) *lexer.Token {
	var open []*lexer.Token
	for i := it.from; i < it.to && s.scan.Toks[i].Pos.Offset < offset; i++ {
		t := &s.scan.Toks[i]
		switch n := scan.Nesting(t); {
		case n > 0:
			open = append(open, t)
		case n < 0 && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return nil
	}
	return open[len(open)-1]
}

// closer is the bracket that closes an opening token.
func closer(t *lexer.Token) string {
	switch t.Value[len(t.Value)-1] {
	case '(':
		return ")"
	case '{':
		return "}"
	}
	return "]"
}

// afterComma reports whether a comma is the last thing before the failure.
func (s *parse) afterComma() bool {
	return is(s.tokenBefore(s.fail.tok.Pos.Offset), ",")
}

// bracketNote shows the bracket that should be closed, if one should.
func (s *parse) bracketNote(it item, d *diag.Diag) {
	open := s.opener(it, s.fail.tok.Pos.Offset)
	if open == nil {
		return
	}
	if s.isEnd(it, &s.fail.tok) || s.fail.wants(scan.Quote(closer(open))) {
		d.Notes = append(d.Notes, diag.Note{Msg: "this " + scan.Quote(open.Value) + " is still open",
			Span: diag.Span{Source: s.src, Start: open.Pos.Offset, End: open.Pos.Offset + len(open.Value)}})
	}
}

// wants reports whether one of the texts could have stood where parsing failed.
func (f *failure) wants(texts ...string) bool {
	for _, w := range f.want {
		for _, t := range texts {
			if w == t {
				return true
			}
		}
	}
	return false
}
