package parser

import (
	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// The grammar of types. Everything that may nest without brackets is a list here, so that the depth of
// the parser is bounded by that of brackets.
type (
	// typeG is a chain of arrows.
	typeG struct {
		First *linkG   `parser:"@@"`
		Rest  []*linkG `parser:"( '->' @@ )*"`
	}
	// linkG is one part of a chain: (n: t), or a type without arrow, after ?[n]. of which the scope is
	// the rest of the chain.
	linkG struct {
		ends
		Exists []*existsG `parser:"@@*"`
		Param  *paramG    `parser:"( (?= '(' Name ':') @@"`
		Term   *termG     `parser:"| @@ )"`
	}
	existsG struct {
		ends
		Sizes []string `parser:"'?' ( '[' @Name ']' )+ '.'"`
	}
	paramG struct {
		ends
		Name string `parser:"'(' @Name ':'"`
		Type *typeG `parser:"@@ ')'"`
	}
	// termG is a type without arrow: * and dimensions, then a sum or an application.
	termG struct {
		ends
		Prefix []*prefixG `parser:"@@*"`
		Sum    []*constrG `parser:"( @@ ( '|' @@ )*"`
		App    *appG      `parser:"| @@ )"`
	}
	prefixG struct {
		ends
		Star bool  `parser:"@'*'"`
		Dim  *dimG `parser:"| @@"`
	}
	dimG struct {
		ends
		Open string     `parser:"@'['"`
		Size syntax.Exp `parser:"@@? ']'"`
	}
	constrG struct {
		ends
		Name string   `parser:"@Constr"`
		Args []*elemG `parser:"@@*"`
	}
	// elemG is an argument of a constructor: an array type needs no parentheses.
	elemG struct {
		ends
		Dims []*dimG `parser:"@@*"`
		Atom *atomG  `parser:"@@"`
	}
	appG struct {
		ends
		Atom *atomG  `parser:"@@"`
		Args []*argG `parser:"@@*"`
	}
	argG struct {
		ends
		Dim  *dimG  `parser:"@@"`
		Atom *atomG `parser:"| @@"`
	}
	atomG struct {
		ends
		Name   string    `parser:"@Name | @Qual"`
		Paren  string    `parser:"| @'('"`
		Elems  []*typeG  `parser:"( @@ ( (?! ',' ')') ',' @@ )*"`
		Comma  bool      `parser:"@','? )? ')'"`
		Brace  string    `parser:"| @'{'"`
		Fields []*fieldG `parser:"( @@ ( (?! ',' '}') ',' @@ )* ','? )? '}'"`
	}
	fieldG struct {
		ends
		Name string `parser:"@( Name | Int ) ':'"`
		Type *typeG `parser:"@@"`
	}
)

// startsType reports whether a type can begin with the next token.
func startsType(p parser) bool {
	t := p.Peek()
	switch t.Type {
	case scan.Name, scan.Qual, scan.Constr, scan.Index:
		return true
	case scan.Op:
		return t.Value == "*"
	case scan.Punct:
		return t.Value == "(" || t.Value == "[" || t.Value == "{" || t.Value == "?"
	}
	return false
}

// plainType parses a name behind stars and dimensions that are names or numbers, without arguments and
// arrow: most types. It is a short cut past the grammar, nil if the type is another.
func (p parser) plainType() syntax.TypeExp {
	if !startsType(p) {
		p.fails("a type")
	}
	mark := p.MakeCheckpoint()
	var buf [4]syntax.TypeArray
	prefixes := buf[:0] // a star is one without At.Source
	for {
		t := p.Peek()
		switch {
		case t.Type == scan.Name || t.Type == scan.Qual:
			p.Next()
			if p.continuesType() {
				p.LoadCheckpoint(mark)
				return nil
			}
			at := syntax.At{Span: p.tokSpan(t)}
			return wrap(prefixes, &syntax.TypeName{At: at, Name: qualName(t.Value, at.Span)})
		case t.Type == scan.Op && t.Value == "*":
			p.Next()
			prefixes = append(prefixes, syntax.TypeArray{At: syntax.At{Span: diag.Span{Start: t.Pos.Offset}}})
			continue
		case is(t, "["):
			p.Next()
			size, ok := p.plainSize()
			if ok {
				prefixes = append(prefixes, syntax.TypeArray{At: syntax.At{Span: p.tokSpan(t)}, Size: size})
				continue
			}
		}
		p.LoadCheckpoint(mark)
		return nil
	}
}

// plainSize parses n], 3] or ].
func (p parser) plainSize() (syntax.Exp, bool) {
	var size syntax.Exp
	if t := p.Peek(); (t.Type == scan.Name || t.Type == scan.Int) && is(p.peek2(), "]") {
		size = p.primary()
	}
	return size, p.takes("]")
}

// wrap puts the prefixes of plainType before a type.
func wrap(prefixes []syntax.TypeArray, t syntax.TypeExp) syntax.TypeExp {
	for i := len(prefixes) - 1; i >= 0; i-- {
		span := t.TypeSpan()
		span.Start = prefixes[i].Span.Start
		if prefixes[i].Span.Source == nil {
			t = &syntax.TypeUnique{At: syntax.At{Span: span}, Type: t}
		} else {
			t = &syntax.TypeArray{At: syntax.At{Span: span}, Size: prefixes[i].Size, Elem: t}
		}
	}
	return t
}

// continuesType reports whether the token after a type's name gives it arguments or an arrow.
func (p parser) continuesType() bool {
	t := p.Peek()
	switch t.Type {
	case scan.Name, scan.Qual, scan.Index, scan.Bad:
		return true
	}
	return is(t, "(") || is(t, "[") || is(t, "{") || is(t, "->")
}

// typeExp parses a type.
func (p parser) typeExp() syntax.TypeExp {
	if t := p.plainType(); t != nil {
		return t
	}
	return p.chain(run(p, typeParser()))
}

// typeTerm parses a type without arrow on its top level.
func (p parser) typeTerm() syntax.TypeExp {
	if t := p.plainType(); t != nil {
		return t
	}
	return p.term(run(p, termParser()))
}

// at is the place of a struct of the grammar.
func (p parser) at(e ends) syntax.At {
	return syntax.At{Span: diag.Span{Source: p.s.src, Start: e.Pos.Offset, End: e.EndPos.Offset}}
}

// chain folds the arrows to the right.
func (p parser) chain(g *typeG) syntax.TypeExp {
	links := append([]*linkG{g.First}, g.Rest...)
	var out syntax.TypeExp
	for i := len(links) - 1; i >= 0; i-- {
		l := links[i]
		switch {
		case l.Param != nil:
			if out == nil {
				p.failsAt(l.EndPos, "`->`")
			}
			out = &syntax.TypeArrow{Param: l.Param.Name, From: p.chain(l.Param.Type), To: out}
			out.(*syntax.TypeArrow).Span = p.at(l.Param.ends).Span.To(out.(*syntax.TypeArrow).To.TypeSpan())
		case out == nil:
			out = p.term(l.Term)
		default:
			from := p.term(l.Term)
			out = &syntax.TypeArrow{At: syntax.At{Span: from.TypeSpan().To(out.TypeSpan())}, From: from, To: out}
		}
		out = p.exists(l.Exists, out)
	}
	return out
}

// exists binds unknown sizes in a type.
func (p parser) exists(gs []*existsG, t syntax.TypeExp) syntax.TypeExp {
	for k := len(gs) - 1; k >= 0; k-- {
		x := gs[k]
		t = &syntax.TypeExists{At: syntax.At{Span: p.at(x.ends).Span.To(t.TypeSpan())}, Sizes: x.Sizes, Type: t}
	}
	return t
}

// failsAt ends the production at a place that was passed already.
func (p parser) failsAt(pos lexer.Position, want string) {
	t := p.s.tokenAt(pos.Offset)
	p.s.fail = failure{tok: *t, found: true, want: []string{want}}
	panic(stop{})
}

// noComma refuses (x,), which is no tuple; end is after the parenthesis.
func (p parser) noComma(comma bool, end lexer.Position) {
	if comma {
		p.s.fail = failure{tok: *p.s.tokenBefore(end.Offset), found: true, want: []string{"the second component of this tuple"}}
		panic(stop{})
	}
}

func (p parser) term(g *termG) syntax.TypeExp {
	var out syntax.TypeExp
	if g.Sum != nil {
		sum := &syntax.TypeSum{}
		for _, c := range g.Sum {
			tc := syntax.TypeConstr{Name: c.Name[1:], Span: p.at(c.ends).Span}
			for _, a := range c.Args {
				tc.Args = append(tc.Args, p.dims(a.Dims, p.typeAtom(a.Atom, a.Atom.ends, nil)))
			}
			sum.Constrs = append(sum.Constrs, tc)
		}
		sum.Span = diag.Span{Source: p.s.src, Start: g.Sum[0].Pos.Offset, End: g.EndPos.Offset}
		out = sum
	} else {
		out = p.typeAtom(g.App.Atom, g.App.ends, g.App.Args)
	}
	for i := len(g.Prefix) - 1; i >= 0; i-- {
		x := g.Prefix[i]
		if x.Star {
			out = &syntax.TypeUnique{At: syntax.At{Span: p.at(x.ends).Span.To(out.TypeSpan())}, Type: out}
		} else {
			out = p.dims([]*dimG{x.Dim}, out)
		}
	}
	return out
}

// dims puts dimensions before an element type.
func (p parser) dims(dims []*dimG, elem syntax.TypeExp) syntax.TypeExp {
	for i := len(dims) - 1; i >= 0; i-- {
		elem = &syntax.TypeArray{At: syntax.At{Span: p.at(dims[i].ends).Span.To(elem.TypeSpan())}, Size: dims[i].Size, Elem: elem}
	}
	return elem
}

// typeAtom converts a name with its arguments, a tuple, a record, or a type in parentheses.
func (p parser) typeAtom(g *atomG, e ends, args []*argG) syntax.TypeExp {
	at := p.at(e)
	if g.Name != "" {
		n := &syntax.TypeName{At: at}
		nameAt := p.at(g.ends).Span
		n.Name = qualName(g.Name, nameAt)
		for _, a := range args {
			if a.Dim != nil {
				n.Args = append(n.Args, syntax.TypeArg{IsSize: true, Size: a.Dim.Size})
			} else {
				n.Args = append(n.Args, syntax.TypeArg{Type: p.typeAtom(a.Atom, a.Atom.ends, nil)})
			}
		}
		return n
	}
	if args != nil {
		p.s.fail = failure{}
		p.faulty(p.s.tokenAt(args[0].Pos.Offset), &diag.Diag{Class: diag.Syntax, Code: codeTypeArgs, Span: p.at(args[0].ends).Span,
			Msg:  "only a type with a name takes arguments",
			Hint: "an array type has its sizes in front: [n](i32, i32)"})
	}
	if g.Brace != "" {
		r := &syntax.TypeRecord{At: at}
		for _, f := range g.Fields {
			r.Fields = append(r.Fields, syntax.TypeField{Name: f.Name, Type: p.chain(f.Type), Span: p.at(f.ends).Span})
		}
		return r
	}
	if len(g.Elems) == 1 {
		p.noComma(g.Comma, g.EndPos)
		return p.chain(g.Elems[0])
	}
	t := &syntax.TypeTuple{At: at}
	for _, x := range g.Elems {
		t.Elems = append(t.Elems, p.chain(x))
	}
	return t
}
