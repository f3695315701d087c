package infer

import (
	"slices"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// Note [Sizes of loops]. The loop parameters have the type of the initial value with each size
// replaced by a variable. After the body is checked, a size is invariant if the body forced it to be a
// size known outside, or if the body gives back the parameter's own size; else it is a size parameter
// of the loop, with any value in each iteration and an unknown one after it. Which sizes vary depends
// on each other: all are assumed invariant at first, and those that contradict are taken out until
// none does. What branches and loops in the body do with sizes of parameters says Note [Sizes that stay].

// loopDim is one dimension of the loop parameters.
type loopDim struct {
	param *types.SizeMeta
	init  types.Size // its value at the start
	body  *types.SizeMeta
}

type looper struct {
	c    *Checker
	x    *syntax.LoopExp
	out  *types.Loop
	t    types.Type // of the parameters
	dims []loopDim
	all  []loopDim // also those whose size the body forced
	vary []loopDim // those that vary

	before int // the newest variable that was there before those of dims
}

func (c *Checker) loop(sc *locals, x *syntax.LoopExp) types.Exp {
	l := &looper{c: c, x: x, out: &types.Loop{Node: node(nil, x.Span)}}
	init := x.Init
	if init == nil {
		init = patAsExp(x.Pat)
	}
	l.out.Init = c.exp(sc, init, c.patHint(sc, x.Pat))
	b := newBinder(sc)
	for _, n := range x.Sizes {
		l.out.Sizes = append(l.out.Sizes, c.bindSize(b, n, x.Span))
	}
	it := l.out.Init.Type()
	l.before = c.u.Made()
	l.t = c.mapSums(it, func(s types.Size) types.Size {
		m := c.starts(s, loopSize{x, len(l.dims)})
		l.dims = append(l.dims, loopDim{param: m, init: s})
		return m
	})
	c.noFunc(l.t, x.Span, "a loop parameter")
	b.loop = true
	l.out.Pat = c.pat(b, x.Pat, l.t)
	c.usedSizes(l.out.Sizes, outsideAbstract(c.patType(l.out.Pat)), "the type of the loop parameters")
	mark := c.clock
	bodyScope := l.form(sc, b)
	l.out.Body = c.exp(bodyScope, x.Body, l.t)
	t, _ := c.closeSizes(l.out.Body.Type(), c.newer(mark), x.Body.ExpSpan())
	if l.unifyBody(t) {
		l.explicit()
		l.infer()
	}
	l.result()
	return l.out
}

// patAsExp is the initial value of loop p when none is written: the names of the pattern.
func patAsExp(p syntax.Pat) syntax.Exp {
	at := syntax.At{Span: p.PatSpan()}
	switch x := p.(type) {
	case *syntax.PatName:
		return &syntax.VarExp{At: at, Name: syntax.Name{Base: x.Name, Span: x.Span}}
	case *syntax.PatTuple:
		e := &syntax.TupleExp{At: at}
		for _, q := range x.Elems {
			e.Elems = append(e.Elems, patAsExp(q))
		}
		return e
	case *syntax.PatRecord:
		e := &syntax.RecordExp{At: at}
		for _, f := range x.Fields {
			e.Fields = append(e.Fields, syntax.FieldExp{Name: f.Name, Exp: patAsExp(f.Pat), Span: f.Span})
		}
		return e
	case *syntax.PatAscript:
		return patAsExp(x.Pat)
	case *syntax.PatAttr:
		return patAsExp(x.Pat)
	default: // no value has that pattern as its text
	}
	return &syntax.HoleExp{At: at}
}

// form checks what drives the loop and gives the body's scope.
func (l *looper) form(sc *locals, b *binder) *locals {
	c, x := l.c, l.x
	switch {
	case x.While != nil:
		l.out.While = c.check(b.sc, x.While, types.Bool, explain.Why{What: explain.As("the condition of while")})
		return b.sc
	case x.ForName != "":
		l.out.Bound = c.exp(sc, x.Bound, nil)
		t := l.out.Bound.Type()
		c.inClass(scope.ClassInt, t, x.Bound.ExpSpan(), "for ... <")
		l.out.ForVar = c.newSym(x.ForName, t, x.ForNameSpan)
		if x.ForName == "_" {
			return b.sc
		}
		return b.sc.bind(l.out.ForVar)
	case x.ForPat != nil:
		l.out.Arr = c.exp(sc, x.Arr, nil)
		var elem types.Type = c.u.Fresh()
		if a, ok := c.asArray(l.out.Arr.Type(), x.Arr.ExpSpan(), "what for ... in goes over", true); ok {
			elem = a.Elem
		}
		inner := newBinder(b.sc)
		l.out.ForPat = c.pat(inner, x.ForPat, elem)
		return inner.sc
	}
	return b.sc
}

// unifyBody demands that the body has the parameters' type, but for sizes.
func (l *looper) unifyBody(t types.Type) bool {
	c := l.c
	left := len(l.dims)
	want := c.mapSums(l.t, func(s types.Size) types.Size {
		for i := range l.dims {
			if d := &l.dims[i]; s == types.Size(d.param) {
				d.body = c.u.FreshSize()
				left--
				return d.body
			}
		}
		return s
	})
	if m := c.u.Unify(want, t); m != nil {
		c.mismatch(l.x.Body.ExpSpan(), m, l.t, t, explain.Why{What: explain.As("the body of the loop"),
			Note: "the loop starts with a value of type " + types.Print(l.out.Init.Type()), At: l.out.Init.Span()})
		return false
	}
	return left == 0
}

// explicit gives the declared size parameters their initial values and checks the sizes that mention
// them.
func (l *looper) explicit() {
	c := l.c
	var initial, after types.Subst
	for _, n := range l.out.Sizes {
		m := c.u.FreshSize()
		l.out.SizeInit = append(l.out.SizeInit, m)
		initial.BindSize(n, m)
		after.BindSize(n, c.u.FreshSize())
	}
	l.all = l.dims
	var rest []loopDim
	for _, d := range l.dims {
		p := types.ResolveSize(d.param)
		if _, open := p.(*types.SizeMeta); open {
			rest = append(rest, d)
			continue
		}
		l.same(d, initial.Size(p), d.init, l.out.Init.Span(), "the initial value of the loop")
		l.same(d, after.Size(p), d.body, l.x.Body.ExpSpan(), "the body of the loop")
	}
	l.dims = rest
	for i, s := range l.out.SizeInit {
		if _, open := types.ResolveSize(s).(*types.SizeMeta); open {
			l.out.SizeInit[i] = nil
		}
	}
}

// same demands that two sizes of dimension d are equal.
func (l *looper) same(d loopDim, want, got types.Size, at diag.Span, what string) {
	c := l.c
	if agree(want, got) {
		c.keep(want, got)
	} else if c.mayNotBe(want, got) || c.mayNotBe(got, want) {
		l.doubt(d)
	}
	if m := c.u.Size(want, got); m != nil {
		l.doubt(d)
		p := types.NewPrinter()
		ws, gs := p.Size(m.WantSize), p.Size(m.GotSize)
		d := c.Error(diag.Size, fault.CodeSize, at, "%s has size %s where the loop needs size %s", what, gs, ws)
		explain.NotePlace(d, m.WantSize, ws)
		explain.NotePlace(d, m.GotSize, gs)
		d.Hint = "say that the sizes are equal with :>, checked at run time"
	}
}

// doubt notes that assumptions about dimension d are wrong or, where there are none, those about others: they may have
// given it its size.
func (l *looper) doubt(d loopDim) {
	if !l.c.doubt(d.param, d.init, d.body) {
		for _, d := range l.all {
			l.c.doubt(d.param, d.init, d.body)
		}
	}
}

// infer decides which of the remaining sizes vary; see Note [Sizes of loops].
func (l *looper) infer() {
	c := l.c
	var vary []bool = make([]bool, len(l.dims))
	owner := make([]*types.SizeMeta, len(l.dims)) // the variable that stands for dimension i
	for i, d := range l.dims {
		owner[i], _ = types.ResolveSize(d.param).(*types.SizeMeta)
		if b, open := types.ResolveSize(d.body).(*types.SizeMeta); open && owner[i] != nil && b == d.body {
			b.Bound = owner[i]
		}
	}
	l.pin(owner)
	for i, d := range l.dims {
		if owner[i] != nil && owner[i].Bound == nil {
			owner[i].Bound = d.init
		}
	}
	for again := true; again; {
		again = false
		for i, d := range l.dims {
			if owner[i] == nil || vary[i] || agree(d.body, d.param) && agree(d.init, d.param) {
				continue
			}
			v := c.NewSize("", l.x.Span)
			for j := range l.dims {
				if owner[j] == owner[i] {
					vary[j] = true
				}
			}
			owner[i].Bound = v
			l.out.Sizes = append(l.out.Sizes, v)
			l.out.SizeInit = append(l.out.SizeInit, d.init)
			again = true
		}
	}
	for i, d := range l.dims {
		if vary[i] {
			l.vary = append(l.vary, d)
			l.varying(i, owner)
		} else {
			l.same(d, d.param, d.init, l.out.Init.Span(), "the initial value of the loop")
			l.same(d, d.param, d.body, l.x.Body.ExpSpan(), "the body of the loop")
		}
	}
}

// pin leaves alone the variables that are, or are part of, an undecided size of the surroundings: the body made the
// parameter as long as something outside, so it can neither vary nor be decided here. Such a variable is older than those
// of the loop, since of two the older stays.
func (l *looper) pin(owner []*types.SizeMeta) {
	outside := map[*types.SizeMeta]bool{}
	for _, d := range l.dims {
		types.SizeMetas(d.init, func(m *types.SizeMeta) { outside[m] = true })
	}
	for i, m := range owner {
		if m != nil && (outside[m] || m.ID <= l.before) {
			owner[i] = nil
		}
	}
}

// varying demands that dimensions that share one size variable agree at the start and after the body.
func (l *looper) varying(i int, owner []*types.SizeMeta) {
	for j := range i {
		if owner[j] == owner[i] {
			l.same(l.dims[i], l.dims[j].init, l.dims[i].init, l.out.Init.Span(), "the initial value of the loop")
			l.same(l.dims[i], l.dims[j].body, l.dims[i].body, l.x.Body.ExpSpan(), "the body of the loop")
			return
		}
	}
}

// result is the type after the loop: varying sizes are unknown.
func (l *looper) result() {
	var s types.Subst
	for _, n := range l.out.Sizes {
		v := l.c.NewSize("", l.x.Span)
		l.out.Exts = append(l.out.Exts, v)
		s.BindSize(n, v)
		l.c.loops[l.x.Span] = l
	}
	l.out.T = l.c.mapSums(l.t, s.Size)
}

// loopOf is the loop that made the size which does not fit unknown, where declaring the wanted size at its parameter would
// help: nothing says that it starts with another one, or gives another one back.
func (c *Checker) loopOf(m *types.Mismatch) *explain.Loop {
	v, ok := types.ResolveSize(m.GotSize).(*types.SizeVar)
	if !ok || v.Name != "" || c.loops[v.Sym.Span] == nil {
		return nil
	}
	l := c.loops[v.Sym.Span]
	may := func(s types.Size) bool {
		if _, open := types.ResolveSize(s).(*types.SizeMeta); open {
			return !c.mayNotBe(s, m.WantSize)
		}
		return types.SameSize(s, m.WantSize)
	}
	if !slices.ContainsFunc(l.vary, func(d loopDim) bool { return may(d.init) && may(d.body) }) {
		return nil
	}
	out := &explain.Loop{Type: l.out.T}
	if p, ok := l.out.Pat.(*types.PatVar); ok {
		out.Param = p.Sym.Name
	}
	return out
}
