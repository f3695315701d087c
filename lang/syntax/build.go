package syntax

import (
	"fmt"
	"strconv"

	"raido/lang/diag"
)

// Builder makes trees that no text was parsed to: what a magic means by its arguments. Trees of a text may be put into them, and keep
// their places; what the Builder makes stands at At, so that whatever is said of it is said there. No name in a text means
// what the Builder binds (Fresh), and what it mentions of the library (Library) has the library's meaning, so that
// trees of a text mean in it what they meant outside.
type Builder struct {
	At    diag.Span
	fresh int
}

func (b *Builder) at() At { return At{b.At} }

// Fresh is a variable that no text can mention; messages call it shown.
func (b *Builder) Fresh(shown string) *PatName {
	b.fresh++
	return &PatName{b.at(), fmt.Sprintf("%d %s", b.fresh, shown), shown} // no token of a text has a space in it
}

// Use mentions a variable.
func (b *Builder) Use(p *PatName) Exp { return &VarExp{b.at(), Name{Base: p.Name, Span: b.At}} }

// Library mentions a function of the library.
func (b *Builder) Library(name string) Exp {
	return &VarExp{b.at(), Name{Base: name, Library: true, Span: b.At}}
}

// Number is a number; the suffix says its type, "" leaves that open.
func (b *Builder) Number(n uint64, suffix string) Exp {
	return &NumLit{At: b.at(), Text: strconv.FormatUint(n, 10), Suffix: suffix}
}

// Apply applies a function; it is the function if there are no arguments.
func (b *Builder) Apply(f Exp, args ...Exp) Exp {
	if len(args) == 0 {
		return f
	}
	return &ApplyExp{b.at(), f, args}
}

// Tuple is a tuple, or its element if it has one.
func (b *Builder) Tuple(elems ...Exp) Exp {
	if len(elems) == 1 {
		return elems[0]
	}
	return &TupleExp{b.at(), elems}
}

// TuplePat is the pattern of a Tuple of variables.
func (b *Builder) TuplePat(elems ...*PatName) Pat {
	if len(elems) == 1 {
		return elems[0]
	}
	out := &PatTuple{At: b.at()}
	for _, e := range elems {
		out.Elems = append(out.Elems, e)
	}
	return out
}

// Lambda is a function of one parameter.
func (b *Builder) Lambda(param Pat, body Exp) Exp {
	return &LambdaExp{At: b.at(), Params: []Pat{param}, Body: body}
}

// Let binds the value of an expression in another.
func (b *Builder) Let(p Pat, rhs, body Exp) Exp {
	return &LetExp{At: b.at(), Pat: p, Rhs: rhs, Body: body}
}

// Def is a declaration of a name that stands at a place of the text.
func (b *Builder) Def(keyword, name string, at diag.Span, body Exp, params ...*PatName) *ValDecl {
	d := &ValDecl{DeclHead: DeclHead{Span: b.At}, Keyword: keyword, Name: name, NameSpan: at, Body: body}
	for _, p := range params {
		d.Params = append(d.Params, p)
	}
	return d
}

// Hole is ???.
func (b *Builder) Hole() Exp { return &HoleExp{b.at()} }

// Type is the type of a name.
func (b *Builder) Type(name string) TypeExp {
	return &TypeName{At: b.at(), Name: Name{Base: name, Span: b.At}}
}

// ArrayType is an array of that shape.
func (b *Builder) ArrayType(shape []int64, elem TypeExp) TypeExp {
	for i := len(shape) - 1; i >= 0; i-- {
		elem = &TypeArray{b.at(), b.Number(uint64(shape[i]), ""), elem}
	}
	return elem
}

// RecordType is a record, or the tuple that one with the fields 0, 1, ... is.
func (b *Builder) RecordType(names []string, types []TypeExp) TypeExp {
	tuple := len(names) != 1
	for i, n := range names {
		tuple = tuple && n == strconv.Itoa(i)
	}
	if tuple {
		return &TypeTuple{b.at(), types}
	}
	out := &TypeRecord{At: b.at()}
	for i, n := range names {
		out.Fields = append(out.Fields, TypeField{n, types[i], b.At})
	}
	return out
}

// Spelled is how messages call a function that is applied: by its text, or by the name that a Builder made it of.
func Spelled(e Exp) string {
	switch e := e.(type) {
	case *VarExp:
		if e.Name.Library {
			return e.Name.Base
		}
	case *LambdaExp: // in a text it stands in parentheses
		return "this function"
	default: // as it is written
	}
	return e.ExpSpan().Text()
}
