package syntax

import (
	"fmt"
	"strings"

	"raido/lang/syntax/scan"
)

// atom writes an expression that needs no parentheses as an argument.
func (p *printer) atom(e Exp) {
	switch e := e.(type) {
	case *VarExp:
		if isOp(e.Name.Base) {
			p.w("(", e.Name.String(), ")")
		} else {
			p.w(e.Name.String())
		}
	case *HoleExp:
		p.w("???")
	case *ParenExp:
		p.parens(e.Exp, true)
	case *LocalOpen:
		p.w(e.Mod.String(), ".")
		p.parens(e.Exp, true)
	case *TupleExp:
		p.w("(")
		p.sep(len(e.Elems), ", ", func(i int) { p.exp(e.Elems[i]) })
		p.w(")")
	case *ArrayExp:
		p.w("[")
		p.sep(len(e.Elems), ", ", func(i int) { p.exp(e.Elems[i]) })
		p.w("]")
	case *TableExp:
		p.atom(e.Array())
	case *RecordExp:
		p.record(e)
	case *ConstrExp:
		p.w("#", e.Name)
	case *ProjectExp:
		p.parens(e.Rec, level(e.Rec) < levelAtom || needsParens(e.Rec))
		if _, ok := e.Rec.(*VarExp); ok && !scan.IsDigit(e.Field[0]) {
			p.w(" ") // x.f would be a qualified name
		}
		p.w(".", e.Field)
	case *IndexExp:
		p.parens(e.Arr, level(e.Arr) < levelAtom || needsParens(e.Arr))
		p.index(e.Idx)
	case *SectionL, *SectionR, *SectionPath:
		p.section(e)
	default:
		p.literal(e)
	}
}

// needsParens reports whether an atom can't be indexed or projected as it is: the lexer would read
// something else.
func needsParens(e Exp) bool {
	switch e := e.(type) {
	case *NumLit, *CharLit, *StrLit, *BoolLit, *ConstrExp, *HoleExp, *RecordExp:
		return true
	case *VarExp:
		return isOp(e.Name.Base)
	default: // ends with a bracket
	}
	return false
}

func (p *printer) record(e *RecordExp) {
	p.w("{")
	p.sep(len(e.Fields), ", ", func(i int) {
		f := e.Fields[i]
		p.w(f.Name)
		if !f.Punned {
			p.w(" = ")
			p.exp(f.Exp)
		}
	})
	p.w("}")
}

func (p *printer) section(e Exp) {
	p.w("(")
	switch e := e.(type) {
	case *SectionL:
		p.left(e.L, levelAscript)
		p.w(" ", Infix(e.Op, e.Backtick))
	case *SectionR:
		p.w(Infix(e.Op, e.Backtick), " ")
		p.right(e.R, levelRange)
	case *SectionPath:
		for i, s := range e.Steps {
			if i == 0 || s.Idx == nil {
				p.w(".")
			}
			p.w(s.Field)
			if s.Idx != nil {
				p.index(s.Idx)
			}
		}
	default: // no section: atom sends none
	}
	p.w(")")
}

func (p *printer) literal(e Exp) {
	switch e := e.(type) {
	case *NumLit:
		p.w(e.Text, e.Suffix)
	case *BoolLit:
		p.w(fmt.Sprint(e.Val))
	case *CharLit:
		p.w("'", escape(string(e.Val), '\''), "'")
	case *StrLit:
		p.w(quoteStr(e.Val))
	default: // no literal: the callers send none
	}
}

func quoteStr(s string) string { return `"` + escape(s, '"') + `"` }

// escape is the inverse of unescape.
func escape(s string, quote rune) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\' || r == quote:
			b.WriteRune('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%06x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
