package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
)

// exp parses an expression; ascriptions bind loosest.
func (p parser) exp() Exp {
	diag.Poll()
	start := p.here()
	e := p.rangeExp()
	for {
		switch {
		case p.takes(":"):
			t := p.typeExp()
			e = &AscriptExp{Exp: e, Type: t, At: p.since(start)}
		case p.takes(":>"):
			t := p.typeExp()
			e = &CoerceExp{Exp: e, Type: t, At: p.since(start)}
		default:
			return e
		}
	}
}

// rangeExp parses an expression without ascription, as in indices: a..b...c and tighter.
func (p parser) rangeExp() Exp {
	start := p.here()
	e := p.climb(0)
	var step Exp
	if p.takes("..") {
		step = p.climb(0)
	}
	for _, kind := range [...]string{"..<", "...", "..>"} {
		if p.takes(kind) {
			end := p.climb(0)
			return &RangeExp{Start: e, Step: step, End: end, Kind: kind, At: p.since(start)}
		}
	}
	if step != nil {
		p.fails("`..<`, `...` or `..>`")
	}
	return e
}

// Levels of the binary operators, loosest first. This is the order of Futhark's parser, where |> and
// <| are looser than ||, and backticks looser still.
const (
	levelTick = iota
	levelWith
	levelPipe
	levelPipeLeft // the only one that associates to the right
	levelOr
	levelAnd
	levelCompare
	levelBits
	levelShift
	levelAdd
	levelMul
	levelPow
	levelApply
)

// levels of the standard operators; a user's operator has the level of its longest prefix here.
var levels = map[string]int{
	"|>": levelPipe, "<|": levelPipeLeft, "||": levelOr, "&&": levelAnd,
	"<=": levelCompare, ">=": levelCompare, "<": levelCompare, ">": levelCompare, "==": levelCompare,
	"!=": levelCompare, "!": levelCompare, "=": levelCompare,
	"&": levelBits, "^": levelBits, "|": levelBits, "<<": levelShift, ">>": levelShift, ">>>": levelShift,
	"+": levelAdd, "-": levelAdd, "*": levelMul, "/": levelMul, "%": levelMul, "//": levelMul, "%%": levelMul,
	"**": levelPow,
}

// opLevel is the level of an operator, without its qualifiers.
func opLevel(op string) int {
	for n := min(len(op), 3); n > 0; n-- {
		if l, ok := levels[op[:n]]; ok {
			return l
		}
	}
	return levelTick
}

// binary tells the level of the binary operator or with that the token is.
func binary(t *lexer.Token) (level int, ok bool) {
	switch t.Type {
	case tokOp:
		return opLevel(t.Value), t.Value != "!"
	case tokQualOp:
		return opLevel(opBase(t.Value)), true
	case tokTick:
		return levelTick, true
	case tokKey:
		return levelWith, t.Value == "with"
	}
	return 0, false
}

// climb parses operators of at least the level.
func (p parser) climb(least int) Exp {
	start := p.here()
	left := p.unary()
	for {
		level, ok := binary(p.Peek())
		if !ok || level < least {
			return left
		}
		if p.Peek().Type == tokKey {
			left = p.with(left, start)
			continue
		}
		mark := p.MakeCheckpoint()
		op, tick := p.operator()
		if p.sees(")") {
			p.LoadCheckpoint(mark) // a left section; its parenthesis finishes it
			return left
		}
		if level != levelPipeLeft {
			level++
		}
		right := p.climb(level)
		left = &BinExp{L: left, Op: op, Backtick: tick, R: right, At: p.since(start)}
	}
}

// operator consumes a binary operator or a name in backticks.
func (p parser) operator() (Name, bool) {
	t := p.Next()
	if t.Type != tokTick {
		return qualName(t.Value, p.tokSpan(t)), false
	}
	n := p.Peek()
	if n.Type != tokName && n.Type != tokQual {
		p.fails("the name of a function")
	}
	p.Next()
	if p.Peek().Type != tokTick {
		p.fails("the closing backtick")
	}
	p.Next()
	return qualName(n.Value, p.tokSpan(n)), true
}

func opBase(text string) string {
	i := 0
	for !isOpStart(text[i]) {
		i++
	}
	return text[i:]
}

// qualName splits m.n.x or m.n.+ at its dots.
func qualName(text string, span diag.Span) Name {
	n := Name{Base: text, Span: span}
	for {
		i := strings.IndexByte(n.Base, '.')
		if i <= 0 || isOpStart(n.Base[0]) {
			return n
		}
		n.Quals = append(n.Quals, n.Base[:i])
		n.Base = n.Base[i+1:]
	}
}

// with parses the rest of e with [i] = v or e with f.g[i] = v.
func (p parser) with(e Exp, start int) Exp {
	p.wants("with")
	w := &WithExp{Exp: e}
	if p.sees("[") {
		w.Steps = p.steps(nil)
	} else {
		w.Steps = p.steps(p.fieldSteps())
	}
	p.wants("=")
	w.Val = p.climb(levelWith + 1)
	w.At = p.since(start)
	return w
}

// fieldSteps parses f.g or 0.1, which the scanner gives as one token, at the beginning of the path of an update.
func (p parser) fieldSteps() []Step {
	t := p.Peek()
	if t.Type != tokName && t.Type != tokQual && t.Type != tokInt && t.Type != tokFloat {
		p.fails("`[` or the name of a field")
	}
	p.Next()
	return p.split(t, strings.Split(t.Value, "."))
}

// split makes steps of the names that end token t.
func (p parser) split(t *lexer.Token, names []string) []Step {
	var out []Step
	at := p.tokSpan(t)
	for i := len(names) - 1; i >= 0; i-- {
		at.Start = at.End - len(names[i])
		out = append([]Step{{At: At{at}, Field: names[i]}}, out...)
		at.End = at.Start - 1
	}
	return out
}

// steps parses the rest of the path of an update.
func (p parser) steps(out []Step) []Step {
	for {
		start := p.here()
		switch {
		case p.sees("[") || p.Peek().Type == tokIndex:
			p.Next()
			idx := p.indices()
			out = append(out, Step{At: p.since(start), Idx: idx})
		case p.takes("."):
			start = p.here()
			f := p.field()
			out = append(out, Step{At: p.since(start), Field: f})
		default:
			return out
		}
	}
}

// field consumes the name or number of a field.
func (p parser) field() string {
	t := p.Peek()
	if t.Type != tokName && (t.Type != tokInt || strings.Trim(t.Value, "0123456789") != "") {
		p.fails("the name of a field")
	}
	p.Next()
	return t.Value
}

// unary parses prefix operators, which bind tighter than all binary ones, and applications.
func (p parser) unary() Exp {
	t := p.Peek()
	start := t.Pos.Offset
	if t.Type == tokOp {
		switch t.Value {
		case "-":
			p.Next()
			e := p.unary()
			return &NegExp{Exp: e, At: p.since(start)}
		case "!":
			p.Next()
			e := p.unary()
			return &NotExp{Exp: e, At: p.since(start)}
		}
	}
	return p.apply()
}

// apply parses an application, or one of the expressions that reach as far right as possible. A lambda may be its last
// argument without parentheses.
func (p parser) apply() Exp {
	t := p.Peek()
	start := t.Pos.Offset
	switch {
	case t.Type == tokKey && !startsAtom(t):
		return p.keyword(t)
	case t.Type == tokAttr:
		a := p.attr()
		e := p.exp()
		return &AttrExp{Attr: a, Exp: e, At: p.since(start)}
	case is(t, `\`):
		return p.lambda()
	case !startsAtom(t):
		p.fails("an expression")
	}
	fn := p.atom()
	var args []Exp
	for startsAtom(p.Peek()) {
		p.bounded(len(args))
		args = append(args, p.atom())
	}
	if is(p.Peek(), `\`) {
		args = append(args, p.lambda())
	}
	if args == nil {
		return fn
	}
	return &ApplyExp{Fn: fn, Args: args, At: p.since(start)}
}

// startsAtom tells whether an argument can begin with the token.
func startsAtom(t *lexer.Token) bool {
	switch t.Type {
	case tokName, tokQual, tokOpen, tokInt, tokFloat, tokChar, tokStr, tokConstr, tokTable, tokHole:
		return true
	case tokKey:
		return t.Value == "true" || t.Value == "false"
	case tokPunct:
		return t.Value == "(" || t.Value == "[" || t.Value == "{"
	}
	return false
}

// startsExp tells whether an expression can begin with the token.
func startsExp(t *lexer.Token) bool {
	switch t.Type {
	case tokKey:
		switch t.Value {
		case "let", "if", "loop", "match", "assert":
			return true
		}
	case tokOp:
		return t.Value == "-" || t.Value == "!"
	case tokAttr:
		return true
	case tokPunct:
		return t.Value == `\` || startsAtom(t)
	}
	return startsAtom(t)
}
