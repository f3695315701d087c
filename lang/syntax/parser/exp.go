package parser

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// exp parses an expression; ascriptions bind loosest.
func (p parser) exp() syntax.Exp {
	diag.Poll()
	start := p.here()
	e := p.rangeExp()
	for {
		switch {
		case p.takes(":"):
			t := p.typeExp()
			e = &syntax.AscriptExp{Exp: e, Type: t, At: p.since(start)}
		case p.takes(":>"):
			t := p.typeExp()
			e = &syntax.CoerceExp{Exp: e, Type: t, At: p.since(start)}
		default:
			return e
		}
	}
}

// rangeExp parses an expression without ascription, as in indices: a..b...c and tighter.
func (p parser) rangeExp() syntax.Exp {
	start := p.here()
	e := p.climb(0)
	var step syntax.Exp
	if p.takes("..") {
		step = p.climb(0)
	}
	for _, kind := range [...]string{"..<", "...", "..>"} {
		if p.takes(kind) {
			end := p.climb(0)
			return &syntax.RangeExp{Start: e, Step: step, End: end, Kind: kind, At: p.since(start)}
		}
	}
	if step != nil {
		p.fails("`..<`, `...` or `..>`")
	}
	return e
}

// binary tells the level of the binary operator or with that the token is.
func binary(t *lexer.Token) (level int, ok bool) {
	switch t.Type {
	case scan.Op:
		return scan.Level(t.Value), t.Value != "!"
	case scan.QualOp:
		return scan.Level(opBase(t.Value)), true
	case scan.Tick:
		return scan.LevelTick, true
	case scan.Key:
		return scan.LevelWith, t.Value == "with"
	}
	return 0, false
}

// climb parses operators of at least the level.
func (p parser) climb(least int) syntax.Exp {
	start := p.here()
	left := p.unary()
	for {
		level, ok := binary(p.Peek())
		if !ok || level < least {
			return left
		}
		if p.Peek().Type == scan.Key {
			left = p.with(left, start)
			continue
		}
		mark := p.MakeCheckpoint()
		op, tick := p.operator()
		if p.sees(")") {
			p.LoadCheckpoint(mark) // a left section; its parenthesis finishes it
			return left
		}
		if level != scan.LevelPipeLeft {
			level++
		}
		right := p.climb(level)
		left = &syntax.BinExp{L: left, Op: op, Backtick: tick, R: right, At: p.since(start)}
	}
}

// operator consumes a binary operator or a name in backticks.
func (p parser) operator() (syntax.Name, bool) {
	t := p.Next()
	if t.Type != scan.Tick {
		return qualName(t.Value, p.tokSpan(t)), false
	}
	n := p.Peek()
	if n.Type != scan.Name && n.Type != scan.Qual {
		p.fails("the name of a function")
	}
	p.Next()
	if p.Peek().Type != scan.Tick {
		p.fails("the closing backtick")
	}
	p.Next()
	return qualName(n.Value, p.tokSpan(n)), true
}

func opBase(text string) string {
	i := 0
	for !scan.IsOpStart(text[i]) {
		i++
	}
	return text[i:]
}

// qualName splits m.n.x or m.n.+ at its dots.
func qualName(text string, span diag.Span) syntax.Name {
	n := syntax.Name{Base: text, Span: span}
	for {
		i := strings.IndexByte(n.Base, '.')
		if i <= 0 || scan.IsOpStart(n.Base[0]) {
			return n
		}
		n.Quals = append(n.Quals, n.Base[:i])
		n.Base = n.Base[i+1:]
	}
}

// with parses the rest of e with [i] = v or e with f.g[i] = v.
func (p parser) with(e syntax.Exp, start int) syntax.Exp {
	p.wants("with")
	w := &syntax.WithExp{Exp: e}
	if p.sees("[") {
		w.Steps = p.steps(nil)
	} else {
		w.Steps = p.steps(p.fieldSteps())
	}
	p.wants("=")
	w.Val = p.climb(scan.LevelWith + 1)
	w.At = p.since(start)
	return w
}

// fieldSteps parses f.g or 0.1, which the scanner gives as one token, at the beginning of the path of an update.
func (p parser) fieldSteps() []syntax.Step {
	t := p.Peek()
	if t.Type != scan.Name && t.Type != scan.Qual && t.Type != scan.Int && t.Type != scan.Float {
		p.fails("`[` or the name of a field")
	}
	p.Next()
	return p.split(t, strings.Split(t.Value, "."))
}

// split makes steps of the names that end token t.
func (p parser) split(t *lexer.Token, names []string) []syntax.Step {
	var out []syntax.Step
	at := p.tokSpan(t)
	for i := len(names) - 1; i >= 0; i-- {
		at.Start = at.End - len(names[i])
		out = append([]syntax.Step{{At: syntax.At{Span: at}, Field: names[i]}}, out...)
		at.End = at.Start - 1
	}
	return out
}

// steps parses the rest of the path of an update.
func (p parser) steps(out []syntax.Step) []syntax.Step {
	for {
		start := p.here()
		switch {
		case p.sees("[") || p.Peek().Type == scan.Index:
			p.Next()
			idx := p.indices()
			out = append(out, syntax.Step{At: p.since(start), Idx: idx})
		case p.takes("."):
			start = p.here()
			f := p.field()
			out = append(out, syntax.Step{At: p.since(start), Field: f})
		default:
			return out
		}
	}
}

// field consumes the name or number of a field.
func (p parser) field() string {
	t := p.Peek()
	if t.Type != scan.Name && (t.Type != scan.Int || strings.Trim(t.Value, "0123456789") != "") {
		p.fails("the name of a field")
	}
	p.Next()
	return t.Value
}

// unary parses prefix operators, which bind tighter than all binary ones, and applications.
func (p parser) unary() syntax.Exp {
	t := p.Peek()
	start := t.Pos.Offset
	if t.Type == scan.Op {
		switch t.Value {
		case "-":
			p.Next()
			e := p.unary()
			return &syntax.NegExp{Exp: e, At: p.since(start)}
		case "!":
			p.Next()
			e := p.unary()
			return &syntax.NotExp{Exp: e, At: p.since(start)}
		}
	}
	return p.apply()
}

// apply parses an application, or one of the expressions that reach as far right as possible. A lambda may be its last
// argument without parentheses.
func (p parser) apply() syntax.Exp {
	t := p.Peek()
	start := t.Pos.Offset
	switch {
	case t.Type == scan.Key && !scan.StartsAtom(t):
		return p.keyword(t)
	case t.Type == scan.Attr:
		a := p.attr()
		e := p.exp()
		return &syntax.AttrExp{Attr: a, Exp: e, At: p.since(start)}
	case is(t, `\`):
		return p.lambda()
	case !scan.StartsAtom(t):
		p.fails("an expression")
	}
	fn := p.atom()
	var args []syntax.Exp
	for scan.StartsAtom(p.Peek()) {
		p.bounded(len(args))
		args = append(args, p.atom())
	}
	if is(p.Peek(), `\`) {
		args = append(args, p.lambda())
	}
	if args == nil {
		return fn
	}
	return &syntax.ApplyExp{Fn: fn, Args: args, At: p.since(start)}
}
