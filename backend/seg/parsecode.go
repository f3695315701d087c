package seg

import (
	"slices"

	"raido/lang/core"
)

// code reads statements of a thread.
func (p *parser) code(list []*line) (out Code) {
	for i := 0; i < len(list); i++ {
		s := p.stm(list[i])
		if s, ok := s.(*If); ok && i+1 < len(list) && p.head(list[i+1]) == "else" {
			i++
			p.begin(list[i], "else")
			p.lineEnd()
			s.Else = p.code(list[i].kids)
		}
		out = append(out, s)
	}
	return out
}

func (p *parser) stm(l *line) Stm {
	head := p.head(l)
	p.begin(l, "")
	if p.isMem() || !keywords[head] {
		return p.whole(p.store)
	}
	p.begin(l, head)
	switch head {
	case "if":
		s := &If{Cond: p.atom(), Unlikely: p.Accept("unlikely")}
		p.lineEnd()
		s.Then = p.code(l.kids)
		return s
	case "for":
		return p.loop(l)
	case "fold":
		return p.fold(l)
	case "while":
		s := &While{Quiet: p.Accept("quiet")}
		p.lineEnd()
		at := p.breakLine(l)
		s.CondCode = p.code(l.kids[:at])
		s.Cond = p.breakCond(l.kids[at])
		s.Body = p.code(l.kids[at+1:])
		return s
	case "pointwise":
		p.lineEnd()
		return &Pointwise{p.code(l.kids)}
	case "try":
		p.lineEnd()
		return &Try{p.code(l.kids)}
	case "check":
		cond, site, args := p.check()
		return &Check{cond, site, args}
	}
	return p.whole(func() Stm { return p.simple(l, head) })
}

// whole reads a statement of one line.
func (p *parser) whole(f func() Stm) Stm {
	s := f()
	p.end()
	return s
}

// simple are the statements of one line that begin with a word.
func (p *parser) simple(l *line, head string) Stm {
	switch head {
	case "var":
		b := p.binder()
		p.Expect("=")
		init := p.atom()
		return &Decl{p.bind(b, init.AtomType()), init}
	case "set":
		s := &Set{V: p.variable()}
		p.Expect("=")
		s.Val = p.atom()
		return s
	case "reserve":
		s := &Reserve{Mem: p.mem()}
		p.Expect("for")
		s.Dims = p.dims()
		return s
	case "scatter":
		s := &Scatter{}
		s.Mem, s.At, s.By, s.Mask = p.places()
		if !p.Is("=") {
			s.Op = p.opName()
		}
		p.Expect("=")
		s.Val = p.atom()
		return s
	case "squeeze":
		s := &Squeeze{}
		s.Mem, s.At, _, s.Mask = p.places()
		p.Expect("=")
		s.Val = p.atom()
		return s
	case "copy":
		s := &Copy{}
		s.To, s.ToAt, s.From, s.FromAt, s.N = p.copied()
		return s
	case "pack":
		s := &Pack{To: p.mem()}
		p.Expect("=")
		s.From, s.At, s.By, s.Mask = p.mem(), p.index(), p.opt("by"), p.opt("where")
		p.Expect("for")
		s.N = p.atom()
		return s
	case "atomic":
		s := &Atomic{Mem: p.mem(), At: p.index(), Op: p.opName()}
		p.Expect("=")
		s.Val = p.atom()
		return s
	case "bind":
		return p.bound()
	case "poll":
		return &Poll{}
	case "tell":
		return &Tell{Of: p.Accept("of"), N: p.atom()}
	case "barrier":
		return &Barrier{}
	}
	p.FailAt(l.toks[0], "expected a statement, found %q", head)
	return nil
}

// value are the statements that bind a variable.
func (p *parser) value(b pending) Stm {
	p.Expect("=")
	if k := slices.Index(laneNames, p.Peek().Text); k >= 0 {
		p.Next()
		s := &Lanes{Op: LaneOp(k), Args: p.atoms()}
		if len(s.Args) == 0 {
			p.Fail("the operands are missing")
		}
		if p.Accept("lane") {
			s.K = p.Int()
		}
		s.V = p.bind(b, core.Prim(s.elem()))
		return s
	}
	switch {
	case p.Accept("if"):
		s := &Select{Cond: p.atom()}
		p.Expect("then")
		s.Then = p.atom()
		p.Expect("else")
		s.Else = p.atom()
		s.V = p.bind(b, s.Then.AtomType())
		return s
	case p.Accept("gather"):
		s := &Gather{}
		s.Mem, s.At, s.By, s.Mask = p.places()
		s.V = p.bind(b, core.Prim(s.Mem.Elem))
		return s
	case p.isMem():
		s := &Load{Mem: p.mem(), At: p.index(), Ordered: p.Accept("ordered")}
		s.V = p.bind(b, core.Prim(s.Mem.Elem))
		return s
	}
	s := &Let{}
	s.Op, s.T = p.op()
	s.Args = p.atoms()
	s.Idx = p.Accept("idx")
	s.V = p.bind(b, core.Prim(s.Op.ResultType(s.T)))
	return s
}

// store is a store, an update, or a statement that binds a variable.
func (p *parser) store() Stm {
	if !p.isMem() {
		return p.value(p.binder())
	}
	m, at := p.mem(), p.index()
	if !p.Is("=") {
		s := &Update{Mem: m, At: at, Op: p.opName()}
		p.Expect("=")
		s.Val = p.atom()
		s.Ordered = p.Accept("ordered")
		s.Strip = p.Accept("strip")
		return s
	}
	p.Expect("=")
	return &Store{m, at, p.atom(), p.opt("first")}
}

func (p *parser) loop(l *line) Stm {
	b := p.binder()
	s := &For{From: p.opt("from")}
	p.Expect("<")
	s.Bound = p.atom()
	if p.Accept("step") {
		s.Step = int64(p.Int())
	}
	s.Par, s.Apart, s.Elems, s.Unroll, s.Single = p.Accept("par"), p.Accept("apart"), p.Accept("elems"), p.Accept("unroll"), p.Accept("single")
	s.Quiet, s.Moves = p.Accept("quiet"), p.Accept("moves")
	s.Interchange = p.interchange()
	p.lineEnd()
	s.I = p.bind(b, s.Bound.AtomType())
	s.Body = p.code(l.kids)
	return s
}

func (p *parser) interchange() Interchange {
	if p.Accept("interchange") {
		return Interchange(p.word(interchangeNames))
	}
	return NoInterchange
}

func (p *parser) fold(l *line) Stm {
	b := p.binder()
	s := &Fold{From: p.opt("from")}
	p.Expect("<")
	s.Bound, s.Interchange = p.atom(), p.interchange()
	p.Expect("into")
	s.Accs = p.vs()
	p.Expect("by")
	s.Ops = p.opNames()
	p.lineEnd()
	if len(l.kids) == 0 {
		p.Fail("the fold yields nothing")
	}
	s.I = p.bind(b, s.Bound.AtomType())
	last := len(l.kids) - 1
	s.Body = p.code(l.kids[:last])
	p.begin(l.kids[last], "yield")
	s.Vals = p.atoms()
	if p.end(); len(s.Vals) != len(s.Accs) || len(s.Ops) != len(s.Accs) {
		p.Fail("%d values are folded into %d variables by %d operators", len(s.Vals), len(s.Accs), len(s.Ops))
	}
	return s
}

func (p *parser) places() (m *Mem, at, by, mask core.Atom) {
	m = p.mem()
	p.Expect("at")
	return m, p.atom(), p.opt("by"), p.opt("where")
}

func (p *parser) bound() Stm {
	s := &Bind{Mem: p.mem()}
	p.Expect("=")
	if p.Accept("if") {
		s.Cond = p.atom()
		p.Expect("then")
	}
	s.Then, s.ThenAt = p.mem(), p.index()
	if s.Cond != nil {
		p.Expect("else")
		s.Else, s.ElseAt = p.mem(), p.index()
	}
	return s
}
