package seg

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// host reads statements of the host.
func (p *parser) host(list []*line) (out Host) {
	for i := 0; i < len(list); i++ {
		s := p.hostStm(list[i])
		if s, ok := s.(*HIf); ok && i+1 < len(list) && p.head(list[i+1]) == "else" {
			i++
			p.begin(list[i], "else")
			p.lineEnd()
			s.Else = p.host(list[i].kids)
		}
		out = append(out, s)
	}
	return out
}

func (p *parser) hostStm(l *line) HostStm {
	head := p.head(l)
	if !keywords[head] {
		p.begin(l, "")
		return p.hostValue()
	}
	p.begin(l, head)
	switch head {
	case "var":
		b := p.binder()
		p.Expect("=")
		init := p.atom()
		p.end()
		return &HDecl{p.bind(b, init.AtomType()), init}
	case "set":
		s := &HSet{Vs: p.vs()}
		p.Expect("=")
		s.Vals = p.atoms()
		if p.end(); len(s.Vs) != len(s.Vals) {
			p.Fail("%d variables are set to %d values", len(s.Vs), len(s.Vals))
		}
		return s
	case "check":
		cond, site, args := p.check()
		return &HCheck{cond, site, args}
	case "if":
		s := &HIf{Cond: p.atom()}
		p.lineEnd()
		s.Then = p.host(l.kids)
		return s
	case "for":
		b := p.binder()
		p.Expect("<")
		s := &HFor{Bound: p.atom()}
		p.lineEnd()
		s.I = p.bind(b, s.Bound.AtomType())
		s.Body = p.host(l.kids)
		return s
	case "while":
		p.lineEnd()
		s := &HWhile{}
		at := p.breakLine(l)
		s.CondCode = p.host(l.kids[:at])
		s.Cond = p.breakCond(l.kids[at])
		s.Body = p.host(l.kids[at+1:])
		return s
	}
	if k := slices.Index(kindNames, head); k >= 0 {
		kernel, src := p.kernel(l, Kind(k))
		p.kernels = append(p.kernels, kernel)
		return &HLaunch{kernel, src}
	}
	s := p.hostMem(l, head)
	p.end()
	return s
}

// hostMem are the statements on memories.
func (p *parser) hostMem(l *line, head string) HostStm {
	switch head {
	case "alloc":
		s := &HAlloc{}
		s.Mem, s.Dims = p.array()
		p.memFlags(s.Mem)
		s.Blank = p.Accept("blank")
		s.Src = p.span()
		return s
	case "move":
		return p.move()
	case "own":
		return &HOwn{p.mem(), p.span()}
	case "free":
		return &HFree{p.mem()}
	case "copy":
		s := &HCopy{}
		s.Dst, s.DstAt, s.Src, s.SrcAt, s.N = p.copied()
		return s
	case "fill":
		s := &HFill{Dst: p.mem(), At: p.index()}
		p.Expect("=")
		s.Val = p.atom()
		p.Expect("for")
		s.N = p.atom()
		return s
	}
	p.FailAt(l.toks[0], "expected a statement of the host, found %q", head)
	return nil
}

// copied is what follows on the word copy.
func (p *parser) copied() (to *Mem, toAt Index, from *Mem, fromAt Index, n core.Atom) {
	to, toAt = p.mem(), p.index()
	p.Expect("=")
	from, fromAt = p.mem(), p.index()
	p.Expect("for")
	return to, toAt, from, fromAt, p.atom()
}

// move may make memories: like their sources, if it says no more.
func (p *parser) move() HostStm {
	s := &HMove{}
	var names []string
	for !p.Is("=") {
		if p.Accept("(") {
			s.Dsts = append(s.Dsts, p.declaration())
			names = append(names, "")
			p.Expect(")")
			continue
		}
		name := p.memName()
		s.Dsts, names = append(s.Dsts, p.mems[name]), append(names, name)
	}
	p.Expect("=")
	s.Srcs = p.memList()
	if len(s.Srcs) != len(s.Dsts) {
		p.Fail("%d memories get the buffers of %d", len(s.Dsts), len(s.Srcs))
	}
	for i, m := range s.Dsts {
		if m == nil {
			s.Dsts[i] = p.declared(names[i], s.Srcs[i].Elem)
		}
	}
	return s
}

// hostValue are the statements that bind a variable.
func (p *parser) hostValue() HostStm {
	b := p.binder()
	p.Expect("=")
	switch {
	case p.Accept("read"):
		s := &HRead{Mem: p.mem(), At: p.index()}
		p.end()
		s.V = p.bind(b, core.Prim(s.Mem.Elem))
		return s
	case p.Accept("small"):
		return p.small(b)
	}
	s := &HLet{}
	s.Op, s.T = p.op()
	s.Args = p.atoms()
	s.Src = p.span()
	p.end()
	s.V = p.bind(b, core.Prim(s.Op.ResultType(s.T)))
	return s
}

func (p *parser) small(b pending) HostStm {
	s := &HSmall{}
	p.lineEnd()
	kids := p.line.kids
	if len(kids) == 0 {
		p.Fail("the work is missing")
	}
	for _, l := range kids {
		if p.head(l) == "work" {
			p.begin(l, "work")
			s.Work.Parts = append(s.Work.Parts, p.workPart())
			p.end()
			continue
		}
		p.begin(l, "")
		step := WorkStep{}
		b := p.binder()
		p.Expect("=")
		if k := slices.Index(workNames, p.Peek().Text); k > 0 {
			p.Next()
			step.Kind = WorkKind(k)
		} else {
			step.Op, step.T = p.op()
		}
		if step.Args = p.atoms(); step.Kind != WorkSize && len(step.Args) != 2 || step.Kind == WorkSize && len(step.Args) != step.Op.Arity {
			p.Fail("%d operands are wrong here", len(step.Args))
		}
		p.end()
		step.V = p.bind(b, core.Prim(prim.I64))
		s.Work.Steps = append(s.Work.Steps, step)
	}
	s.V = p.bind(b, core.Bool)
	return s
}

func (p *parser) workPart() (x WorkPart) {
	x.All = p.atom()
	p.Expect("slower")
	x.Slower = p.atom()
	p.Expect("launches")
	x.Launches = int64(p.Int())
	return x
}

// breakLine is the place of the line in a while that ends it.
func (p *parser) breakLine(l *line) int {
	for i, k := range l.kids {
		if p.head(k) == "break" {
			return i
		}
	}
	p.FailAt(l.toks[0], "this loop has no break")
	return 0
}

func (p *parser) breakCond(l *line) core.Atom {
	p.begin(l, "break")
	p.Expect("unless")
	a := p.atom()
	p.end()
	return a
}
