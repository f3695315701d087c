package seg

import (
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/irtext"
	"raido/lang/prim"
)

// kernel reads a kernel after the name of its kind.
func (p *parser) kernel(l *line, kind Kind) (*Kernel, diag.Span) {
	k := &Kernel{Kind: kind}
	if p.Peek().Kind == irtext.String {
		k.Name = p.Str()
	} else {
		k.Name = p.name()
	}
	k.Serial = p.Accept("serial")
	k.Back = p.Accept("back")
	k.Contraction = p.Accept("contraction")
	src := p.span()
	p.lineEnd()
	for list := l.kids; len(list) > 0; {
		n := 0
		for n < len(list) && !kernelParts[p.head(list[n])] {
			n++
		}
		if n > 0 {
			k.Body = append(k.Body, p.code(list[:n])...)
			list = list[n:]
			continue
		}
		p.kernelPart(k, list[0])
		list = list[1:]
	}
	return k, src
}

// kernelParts are the words that begin the parts of a kernel, but for the code of its points.
var kernelParts = map[string]bool{"updates": true, "over": true, "mem": true, "width": true, "below": true, "few": true, "enter": true, "yield": true, "operator": true,
	"into": true, "after": true, "accumulate": true, "blocks": true, "last": true, "leave": true, "lanes": true, "form": true}

func (p *parser) kernelPart(k *Kernel, l *line) {
	head := p.head(l)
	p.begin(l, head)
	switch head {
	case "operator":
		k.Op = p.operator(l)
		return
	case "after":
		k.After = p.after(l)
		return
	case "accumulate":
		k.Accs = append(k.Accs, p.acc(l))
		return
	case "blocks":
		k.Blocks = p.blocks(l)
		return
	case "last":
		b := p.binder()
		p.lineEnd()
		k.Left = p.bind(b, core.I64)
		k.Last = p.code(l.kids)
		return
	case "enter", "leave":
		p.lineEnd()
		if c := p.code(l.kids); head == "enter" {
			k.Enter = c
		} else {
			k.Leave = c
		}
		return
	case "lanes":
		k.Lanes = p.lanes(l)
		return
	case "form":
		k.Form = p.form(l)
		return
	}
	p.kernelLine(k, head)
	p.end()
}

func (p *parser) kernelLine(k *Kernel, head string) {
	switch head {
	case "updates":
		k.Updates = p.memList()
	case "over":
		b := p.binder()
		p.Expect("<")
		n := p.atom()
		k.Space = append(k.Space, Dim{p.bind(b, core.I64), n})
	case "mem":
		p.declaration()
	case "width":
		k.Width = p.Int()
	case "below":
		k.Below = p.Int()
		k.Rows = p.atoms()
	case "few":
		k.Few = true
	case "yield":
		k.Vals = p.atoms()
	case "into":
		k.Outs = p.memList()
		if p.Accept("from") {
			k.Ne = p.atoms()
		}
		if p.Accept("unread") {
			k.Unread = []bool{}
			for p.Is("yes") || p.Is("no") {
				k.Unread = append(k.Unread, p.Next().Text == "yes")
			}
			if len(k.Unread) != len(k.Outs) {
				p.Fail("of %d results, something is said of %d", len(k.Outs), len(k.Unread))
			}
		}
	}
}

func (p *parser) blocks(l *line) *Blocks {
	x := &Blocks{Thread: p.bind(p.binder(), core.I64)}
	x.Threads = p.bind(p.binder(), core.I64)
	p.lineEnd()
	kids := l.kids
	for len(kids) > 0 && p.head(kids[0]) == "mem" {
		p.begin(kids[0], "mem")
		p.declaration()
		p.end()
		kids = kids[1:]
	}
	x.Body = p.code(kids)
	return x
}

func (p *parser) lanes(l *line) *Kernel {
	p.lineEnd()
	if len(l.kids) != 1 {
		p.Fail("expected one kernel")
	}
	kind := slices.Index(kindNames, p.head(l.kids[0]))
	if kind < 0 {
		p.Fail("expected a kernel")
	}
	p.begin(l.kids[0], kindNames[kind])
	k, src := p.kernel(l.kids[0], Kind(kind))
	if src != (diag.Span{}) {
		p.Fail("the place is said already")
	}
	return k
}

// binders are variables with their types.
func (p *parser) binders() (out []*core.Var) {
	for p.isAtom() {
		out = append(out, p.bind(p.binder(), core.Type{}))
	}
	return out
}

func (p *parser) operator(l *line) *Operator {
	op := &Operator{A: p.binders()}
	p.Expect(",")
	op.B = p.binders()
	if p.Accept("is") {
		op.Ops = append([]*prim.Op{}, p.opNames()...)
	}
	if p.Accept("neutral") {
		op.Neutral = append([]core.Atom{}, p.atoms()...)
	}
	if p.Accept("arg") {
		op.Arg = p.opName()
	}
	p.lineEnd()
	if len(l.kids) == 0 {
		p.Fail("the operator has no results")
	}
	last := len(l.kids) - 1
	op.Body = p.code(l.kids[:last])
	p.begin(l.kids[last], "in")
	op.Res = p.atoms()
	p.end()
	return op
}

func (p *parser) after(l *line) *After {
	a := &After{At: p.bind(p.binder(), core.I64)}
	p.Expect(",")
	a.Res = p.binders()
	p.lineEnd()
	a.Body = p.code(l.kids)
	return a
}

func (p *parser) acc(l *line) *Acc {
	a := &Acc{Dests: p.memList()}
	p.Expect("[")
	a.Len = p.atom()
	p.Expect("]")
	p.Expect("by")
	if a.Priv = p.memList(); len(a.Priv) != len(a.Dests) {
		p.Fail("%d memories have copies in %d", len(a.Dests), len(a.Priv))
	}
	if p.Accept("start") {
		a.Start = p.atoms()
	}
	if p.Accept("has") {
		a.Has = p.mem()
	}
	p.lineEnd()
	if len(l.kids) != 1 {
		p.Fail("expected one operator")
	}
	p.begin(l.kids[0], "operator")
	a.Op = p.operator(l.kids[0])
	return a
}

func (p *parser) form(l *line) *Form {
	f := &Form{Groups: p.Accept("groups")}
	if p.Accept("squares") {
		f.Squares = p.Int()
	}
	p.lineEnd()
	for _, k := range l.kids {
		head := p.head(k)
		p.begin(k, head)
		switch head {
		case "param":
			f.Params = append(f.Params, p.formParam())
		case "mem":
			p.declaration()
		case "rows":
			f.Rows = &FormRows{Stage: p.Int()}
			p.Expect("bound")
			f.Rows.Bound = p.atom()
			f.Rows.AlongK = p.Accept("along")
		case "stage":
			s := FormStage{Barriers: p.Accept("barriers")}
			p.lineEnd()
			s.Body = p.code(k.kids)
			f.Stages = append(f.Stages, s)
			continue
		default:
			p.FailAt(k.toks[0], "expected a part of a form, found %q", head)
		}
		p.end()
	}
	return f
}

func (p *parser) formParam() Param {
	q := Param{Kind: ParamKind(p.word(paramNames))}
	if p.isAtom() {
		q.V = p.bind(p.binder(), core.I64)
	}
	if p.Accept("of") {
		q.Of = p.mem()
	}
	if p.Accept("count") {
		q.N = p.Int()
	}
	if p.Accept("mem") {
		if p.mems[p.Peek().Text] != nil {
			q.Mem = p.mem()
		} else {
			q.Mem = p.declaration()
		}
	}
	return q
}
