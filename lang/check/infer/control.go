package infer

import (
	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

func (c *Checker) ifExp(sc *locals, x *syntax.IfExp, hint types.Type) types.Exp {
	out := &types.If{Cond: c.check(sc, x.Cond, types.Bool, explain.Why{What: explain.As("the condition of if")})}
	b := &branches{c: c, at: x.Span, what: "if"}
	out.Then = b.add(sc, x.Then, hint)
	out.Else = b.add(sc, x.Else, hint)
	t, exts := b.done()
	out.Node, out.Exts = node(t, x.Span), exts
	return out
}

func (c *Checker) match(sc *locals, x *syntax.MatchExp, hint types.Type) types.Exp {
	out := &types.Match{Scrut: c.exp(sc, x.Scrut, nil)}
	b := &branches{c: c, at: x.Span, what: "match"}
	for _, k := range x.Cases {
		names := newBinder(sc)
		b.mark, b.marked = c.clock, true
		p := c.pat(names, k.Pat, out.Scrut.Type())
		out.Cases = append(out.Cases, types.Case{Pat: p, Body: b.add(names.sc, k.Body, hint)})
	}
	t, exts := b.done()
	out.Node, out.Exts = node(t, x.Span), exts
	return out
}

// branches joins the types of the branches of an if or match.
type branches struct {
	c      *Checker
	at     diag.Span
	what   string
	t      types.Type
	first  diag.Span
	exts   []*types.SizeVar
	mark   int // symbols born since then are known only in the branch
	marked bool
}

func (b *branches) add(sc *locals, e syntax.Exp, hint types.Type) types.Exp {
	c := b.c
	mark := c.clock
	if b.marked {
		mark = b.mark
	}
	if hint == nil {
		hint = b.t
	}
	x := c.exp(sc, e, hint)
	t, exts := c.closeSizes(x.Type(), c.newer(mark), b.at)
	b.exts = append(b.exts, exts...)
	if b.t == nil {
		b.t, b.first = t, e.ExpSpan()
		return x
	}
	joined, m := (&joiner{c: c, at: b.at, exts: &b.exts}).join(b.t, t)
	if m != nil {
		c.mismatch(e.ExpSpan(), m, b.t, t, explain.Why{What: explain.As("this branch of " + b.what),
			Note: "the first branch " + explain.HasType(types.NewPrinter(), b.t, "has"), At: b.first})
	} else {
		b.t = joined
	}
	return x
}

// done gives the type of the whole and its unknown sizes.
func (b *branches) done() (types.Type, []*types.SizeVar) {
	if b.t == nil {
		b.t = b.c.u.Fresh()
	}
	b.c.noFunc(b.t, b.at, "the result of "+b.what)
	return b.t, b.c.mentioned(b.t, b.exts)
}

// mentioned keeps the sizes that t mentions.
func (c *Checker) mentioned(t types.Type, exts []*types.SizeVar) []*types.SizeVar {
	var out []*types.SizeVar
	for _, v := range exts {
		if types.Mentions(t, v.Sym) {
			out = append(out, v)
		}
	}
	return out
}

// noFunc demands that no function is in t.
func (c *Checker) noFunc(t types.Type, at diag.Span, what string) {
	if m := c.u.Restrict(t, types.SizeLifted); m != nil {
		d := c.Error(diag.Type, fault.CodeFunction, at, "%s may not be a function, but has type %s", what, types.Print(t))
		d.Hint = "which function is called must be known when the program is compiled: apply it inside instead"
	}
}

func (c *Checker) let(sc *locals, x *syntax.LetExp, hint types.Type) types.Exp {
	out := &types.Let{Node: node(nil, x.Span)}
	b := newBinder(sc)
	for _, n := range x.Sizes {
		out.Sizes = append(out.Sizes, c.bindSize(b, n, x.Span))
	}
	if len(out.Sizes) == 0 {
		out.Rhs = c.exp(sc, x.Rhs, c.patHint(sc, x.Pat))
		out.Pat = c.pat(b, x.Pat, out.Rhs.Type())
	} else {
		out.Rhs = c.exp(sc, x.Rhs, nil)
		out.Pat = c.pat(b, x.Pat, nil)
		var s types.Subst
		for _, n := range out.Sizes {
			s.BindSize(n, c.u.FreshSize())
		}
		c.unify(x.Rhs.ExpSpan(), s.Type(c.patType(out.Pat)), out.Rhs.Type(), explain.Why{What: explain.As("the bound value")})
	}
	c.usedSizes(out.Sizes, outsideAbstract(c.patType(out.Pat)), "this pattern")
	out.Body = c.exp(b.sc, x.Body, hint)
	return c.closeLet(out)
}

// patHint is the type that a pattern demands by an ascription of scalars; it makes literals settle
// early. Other types come from the value.
func (c *Checker) patHint(sc *locals, p syntax.Pat) types.Type {
	if a, ok := p.(*syntax.PatAscript); ok {
		if n, ok := a.Type.(*syntax.TypeName); ok && len(n.Args) == 0 {
			if d := c.quietType(sc, n); d != nil {
				return d
			}
		}
	}
	return nil
}

func (c *Checker) quietType(sc *locals, n *syntax.TypeName) types.Type {
	before := len(c.Diags)
	d := c.typeDef(sc, n)
	c.Diags = c.Diags[:before]
	if d == nil || len(d.Params) > 0 {
		return nil
	}
	if p, ok := d.Type.(types.Prim); ok {
		return p
	}
	return nil
}
