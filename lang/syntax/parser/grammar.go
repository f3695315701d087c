package parser

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// The participle parsers. They are built when first used, as building takes some milliseconds. (They
// are set in init because the productions call the parsers: as initial values they would be a cycle.)
var (
	declParser func() *participle.Parser[fileG]
	typeParser func() *participle.Parser[typeG]
	patParser  func() *participle.Parser[patG]
	// The same parsers for other roots.
	termParser func() *participle.Parser[termG]
	innerPat   func() *participle.Parser[innerG]
	atomPat    func() *participle.Parser[patAtomG]
)

// Interfaces that custom productions give, where the interfaces of the tree are not enough.
type (
	// termType is a type without arrow on its top level.
	termType interface{ syntax.TypeExp }
	// patLit is a literal in a pattern.
	patLit interface{ syntax.Exp }
	// mark is an attribute, or local, before a declaration.
	mark interface{ mark() }
)

type (
	attrMark  struct{ attr syntax.Attr }
	localMark struct{}
)

func (attrMark) mark()  {}
func (localMark) mark() {}

func init() {
	typeParser = sync.OnceValue(func() *participle.Parser[typeG] { return build[typeG]() })
	patParser = sync.OnceValue(func() *participle.Parser[patG] { return build[patG]() })
	declParser = sync.OnceValue(func() *participle.Parser[fileG] { return build[fileG]() })
	termParser = sync.OnceValue(func() *participle.Parser[termG] { return part[termG](typeParser()) })
	innerPat = sync.OnceValue(func() *participle.Parser[innerG] { return part[innerG](patParser()) })
	atomPat = sync.OnceValue(func() *participle.Parser[patAtomG] { return part[patAtomG](patParser()) })
}

// build makes the parser of a grammar, with the productions that are written by hand.
func build[G any]() *participle.Parser[G] {
	return participle.MustBuild[G](
		participle.Lexer(scan.Definition{}), participle.Elide("Space"), participle.UseLookahead(0),
		participle.ParseTypeWith(custom("an expression", func(p parser) bool { return scan.StartsExp(p.Peek()) }, parser.exp)),
		participle.ParseTypeWith(custom("a type", startsType, parser.typeExp)),
		participle.ParseTypeWith(custom("a type", startsType, func(p parser) termType { return p.typeTerm() })),
		participle.ParseTypeWith(custom("a pattern", startsPatLit, func(p parser) patLit { return p.patLit() })),
		participle.ParseTypeWith(custom("", startsMark, parser.mark)),
		participle.ParseTypeWith(custom("a declaration", startsValue, parser.valueDecl)),
	)
}

func part[P, G any](of *participle.Parser[G]) *participle.Parser[P] {
	p, err := participle.ParserForProduction[P](of)
	if err != nil {
		panic(err)
	}
	return p
}

// run parses a production of participle from the hand-written part.
func run[G any](p parser, grammar *participle.Parser[G]) *G {
	g, err := grammar.ParseFromLexer(p.PeekingLexer, participle.AllowTrailing(true))
	if err != nil {
		p.s.translate(err)
		panic(stop{})
	}
	return g
}

// ends is where a struct of the grammar begins and ends; participle fills it in.
type ends struct {
	Pos    lexer.Position
	EndPos lexer.Position
}

// startsMark reports whether an attribute or local is next.
func startsMark(p parser) bool { return p.Peek().Type == scan.Attr || p.sees("local") }

func (p parser) mark() mark {
	if p.takes("local") {
		return localMark{}
	}
	return attrMark{p.attr()}
}
