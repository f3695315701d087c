package syntax

import (
	"raido/lang/syntax/scan"
)

// Levels of expressions around those of the binary operators.
const (
	levelAscript = -2
	levelRange   = -1
	levelUnary   = scan.LevelApply + 1
	levelApp     = levelUnary + 1
	levelAtom    = levelApp + 1
)

// level is how tightly an expression binds; the open ones, which reach as far right as possible, can
// stand wherever an operand can.
func level(e Exp) int {
	switch e := e.(type) {
	case *AscriptExp, *CoerceExp:
		return levelAscript
	case *RangeExp:
		return levelRange
	case *BinExp:
		if e.Backtick {
			return scan.LevelTick
		}
		return scan.Level(e.Op.Base)
	case *WithExp:
		return scan.LevelWith
	case *NegExp, *NotExp:
		return levelUnary
	case *ApplyExp, *AssertExp:
		return levelApp
	case *LambdaExp, *LetExp, *LetFunExp, *LetWithExp, *IfExp, *MatchExp, *LoopExp, *AttrExp:
		return levelApp
	default: // an atom
	}
	return levelAtom
}

// open reports whether what follows an expression could become a part of it.
func open(e Exp) bool {
	switch e := e.(type) {
	case *LambdaExp, *LetExp, *LetFunExp, *LetWithExp, *IfExp, *MatchExp, *LoopExp, *AttrExp:
		return true
	case *BinExp:
		return open(e.R)
	case *WithExp:
		return open(e.Val)
	case *RangeExp:
		return open(e.End)
	case *NegExp:
		return open(e.Exp)
	case *NotExp:
		return open(e.Exp)
	default: // ends where it ends
	}
	return false
}

// left writes an operand that something follows, right one that ends its expression.
func (p *printer) left(e Exp, least int)  { p.parens(e, level(e) < least || open(e)) }
func (p *printer) right(e Exp, least int) { p.parens(e, level(e) < least) }

func (p *printer) parens(e Exp, need bool) {
	if need {
		p.w("(")
	}
	p.exp(e)
	if need {
		p.w(")")
	}
}

// exp writes an expression.
func (p *printer) exp(e Exp) {
	switch e := e.(type) {
	case *AscriptExp:
		p.left(e.Exp, levelAscript)
		p.w(": ")
		p.typ(e.Type)
	case *CoerceExp:
		p.left(e.Exp, levelAscript)
		p.w(" :> ")
		p.typ(e.Type)
	case *RangeExp:
		p.left(e.Start, scan.LevelTick)
		if e.Step != nil {
			p.w("..")
			p.left(e.Step, scan.LevelTick)
		}
		p.w(e.Kind)
		p.right(e.End, scan.LevelTick)
	case *BinExp:
		l, r := level(e), level(e)+1
		if l == scan.LevelPipeLeft {
			l, r = r, l
		}
		p.left(e.L, l)
		p.w(" ", Infix(e.Op, e.Backtick), " ")
		p.right(e.R, r)
	case *NegExp:
		p.w("-")
		p.prefixed(e.Exp)
	case *NotExp:
		p.w("!")
		p.prefixed(e.Exp)
	case *ApplyExp:
		p.parens(e.Fn, level(e.Fn) < levelAtom)
		for _, a := range e.Args {
			p.w(" ")
			p.parens(a, level(a) < levelAtom)
		}
	case *AssertExp:
		p.w("assert ")
		p.parens(e.Cond, level(e.Cond) < levelAtom)
		p.w(" ")
		p.parens(e.Exp, level(e.Exp) < levelAtom)
	case *AttrExp:
		p.attr(e.Attr)
		p.exp(e.Exp)
	case *WithExp:
		p.with(e)
	case *LetExp, *LetFunExp, *LetWithExp:
		p.let(e)
	case *IfExp, *MatchExp, *LoopExp, *LambdaExp:
		p.control(e)
	default:
		p.atom(e)
	}
}

// prefixed writes the operand of a prefix operator; two of them are not to become one operator.
func (p *printer) prefixed(e Exp) {
	switch e.(type) {
	case *NegExp, *NotExp:
		p.w(" ")
	default: // no operator in front
	}
	p.right(e, levelUnary)
}

// Infix is an operator as it stands between its operands.
func Infix(op Name, tick bool) string {
	if tick {
		return "`" + op.String() + "`"
	}
	return op.String()
}

func (p *printer) with(e *WithExp) {
	p.left(e.Exp, scan.LevelWith)
	p.w(" with ")
	p.steps(e.Steps, true)
	p.w(" = ")
	p.right(e.Val, scan.LevelWith+1)
}

// steps writes the path of an update, without the dot of its first field where bare is set.
func (p *printer) steps(steps []Step, bare bool) {
	for i, s := range steps {
		switch {
		case s.Field == "":
			p.index(s.Idx)
			continue
		case i > 0 && scan.IsDigit(s.Field[0]) && steps[i-1].Field != "" && scan.IsDigit(steps[i-1].Field[0]):
			p.w(" .")
		case i > 0 || !bare:
			p.w(".")
		}
		p.w(s.Field)
	}
}

func (p *printer) index(idx []DimIndex) {
	p.w("[")
	p.sep(len(idx), ", ", func(i int) {
		d := idx[i]
		if !d.Slice {
			p.right(d.Fix, levelRange)
			return
		}
		if d.Start != nil {
			p.left(d.Start, levelRange)
		}
		p.w(":")
		if d.End != nil {
			p.left(d.End, levelRange)
		}
		if d.Stride != nil {
			p.w(":")
			p.right(d.Stride, levelRange)
		}
	})
	p.w("]")
}

// let writes the lets, each on a line, with in before the last expression.
func (p *printer) let(e Exp) {
	var body Exp
	switch e := e.(type) {
	case *LetExp:
		p.w("let ")
		p.sizes(e.Sizes)
		p.pat(e.Pat)
		p.rhs(e.Rhs)
		body = e.Body
	case *LetFunExp:
		p.w("let ", e.Name)
		p.function(e.TypeParams, e.Params, e.Ret)
		p.rhs(e.Rhs)
		body = e.Body
	case *LetWithExp:
		p.w("let ", e.Name)
		p.steps(e.Steps, false)
		p.rhs(e.Val)
		body = e.Body
	default: // no let: exp sends none
	}
	p.line()
	switch body.(type) {
	case *LetExp, *LetFunExp, *LetWithExp:
		p.let(body)
	default:
		p.w("in ")
		p.exp(body)
	}
}

func (p *printer) sizes(sizes []string) {
	for _, n := range sizes {
		p.w("[", n, "] ")
	}
}

func (p *printer) control(e Exp) {
	switch e := e.(type) {
	case *IfExp:
		p.w("if ")
		p.exp(e.Cond)
		p.w(" then ")
		p.exp(e.Then)
		p.w(" else ")
		p.exp(e.Else)
	case *MatchExp:
		p.w("match ")
		p.exp(e.Scrut)
		for i, c := range e.Cases {
			p.line()
			p.w("case ")
			p.casePat(c.Pat)
			p.w(" -> ")
			p.in(func() { p.parens(c.Body, i < len(e.Cases)-1 && endsInMatch(c.Body)) })
		}
	case *LoopExp:
		p.loop(e)
	case *LambdaExp:
		p.w("\\")
		p.sep(len(e.Params), " ", func(i int) { p.patAtom(e.Params[i]) })
		if e.Ret != nil {
			p.w(": ")
			p.typParens(e.Ret)
		}
		p.w(" -> ")
		p.exp(e.Body)
	default: // other functions write these
	}
}

// endsInMatch reports whether a case after the expression would belong to a match at its end.
func endsInMatch(e Exp) bool {
	switch e := e.(type) {
	case *MatchExp:
		return true
	case *LambdaExp:
		return endsInMatch(e.Body)
	case *LetExp:
		return endsInMatch(e.Body)
	case *LetFunExp:
		return endsInMatch(e.Body)
	case *LetWithExp:
		return endsInMatch(e.Body)
	case *IfExp:
		return endsInMatch(e.Else)
	case *LoopExp:
		return endsInMatch(e.Body)
	case *AttrExp:
		return endsInMatch(e.Exp)
	case *BinExp:
		return endsInMatch(e.R)
	case *WithExp:
		return endsInMatch(e.Val)
	case *RangeExp:
		return endsInMatch(e.End)
	case *NegExp:
		return endsInMatch(e.Exp)
	case *NotExp:
		return endsInMatch(e.Exp)
	default: // ends with something else
	}
	return false
}

func (p *printer) loop(e *LoopExp) {
	p.w("loop ")
	p.sizes(e.Sizes)
	p.pat(e.Pat)
	if e.Init != nil {
		p.w(" = ")
		p.exp(e.Init)
	}
	switch {
	case e.While != nil:
		p.w(" while ")
		p.exp(e.While)
	case e.ForPat != nil:
		p.w(" for ")
		p.pat(e.ForPat)
		p.w(" in ")
		p.exp(e.Arr)
	default:
		p.w(" for ", e.ForName, " < ")
		p.exp(e.Bound)
	}
	p.w(" do")
	p.block(e.Body)
}
