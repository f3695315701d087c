package seg

// The structure of host statements.

// Map implements HostStm.
func (s *HLet) Map(m Mapper) HostStm {
	n := *s
	n.Args = m.atoms(s.Args)
	n.V = m.bind(s.V)
	return &n
}

// Map implements HostStm.
func (s *HDecl) Map(m Mapper) HostStm {
	n := &HDecl{Init: m.atom(s.Init)}
	n.V = m.bind(s.V)
	return n
}

// Map implements HostStm.
func (s *HSet) Map(m Mapper) HostStm { return &HSet{m.vars(s.Vs), m.atoms(s.Vals)} }

// Map implements HostStm.
func (s *HRead) Map(m Mapper) HostStm {
	n := &HRead{Mem: m.mem(s.Mem), At: m.index(s.At)}
	n.V = m.bind(s.V)
	return n
}

// Map implements HostStm.
func (s *HAlloc) Map(m Mapper) HostStm {
	return &HAlloc{m.mem(s.Mem), m.atoms(s.Dims), s.Blank, s.Src}
}

// Map implements HostStm.
func (s *HMove) Map(m Mapper) HostStm { return &HMove{m.mems(s.Dsts), m.mems(s.Srcs)} }

// Map implements HostStm.
func (s *HOwn) Map(m Mapper) HostStm { return &HOwn{m.mem(s.Mem), s.Src} }

// Map implements HostStm.
func (s *HFree) Map(m Mapper) HostStm { return &HFree{m.mem(s.Mem)} }

// Map implements HostStm.
func (s *HCopy) Map(m Mapper) HostStm {
	return &HCopy{m.mem(s.Dst), m.index(s.DstAt), m.mem(s.Src), m.index(s.SrcAt), m.atom(s.N)}
}

// Map implements HostStm.
func (s *HFill) Map(m Mapper) HostStm {
	return &HFill{m.mem(s.Dst), m.index(s.At), m.atom(s.N), m.atom(s.Val)}
}

// Map implements HostStm.
func (s *HLaunch) Map(m Mapper) HostStm {
	n := *s
	if m.Kernel != nil {
		n.Kernel = m.Kernel(s.Kernel)
	}
	return &n
}

// Map implements HostStm.
func (s *HCheck) Map(m Mapper) HostStm { return &HCheck{m.atom(s.Cond), s.Site, m.atoms(s.Args)} }

// Map implements HostStm.
func (s *HSmall) Map(m Mapper) HostStm {
	n := &HSmall{Work: s.Work.mapped(m)}
	n.V = m.bind(s.V)
	return n
}

// Map implements HostStm.
func (s *HIf) Map(m Mapper) HostStm { return &HIf{m.atom(s.Cond), m.host(s.Then), m.host(s.Else)} }

// Map implements HostStm.
func (s *HFor) Map(m Mapper) HostStm {
	n := &HFor{Bound: m.atom(s.Bound)}
	n.I = m.bind(s.I)
	n.Body = m.host(s.Body)
	return n
}

// Map implements HostStm.
func (s *HWhile) Map(m Mapper) HostStm {
	n := &HWhile{CondCode: m.host(s.CondCode)}
	n.Cond = m.atom(s.Cond)
	n.Body = m.host(s.Body)
	return n
}

// Each implements HostStm.
func (s *HLet) Each(v Visitor) { v.atom(s.Args...); v.bind(s.V) }

// Each implements HostStm.
func (s *HDecl) Each(v Visitor) { v.atom(s.Init); v.bind(s.V) }

// Each implements HostStm.
func (s *HSet) Each(v Visitor) { v.vars(s.Vs); v.atom(s.Vals...) }

// Each implements HostStm.
func (s *HRead) Each(v Visitor) { v.mem(Reads, s.Mem); v.index(s.At); v.bind(s.V) }

// Each implements HostStm.
func (s *HAlloc) Each(v Visitor) { v.mem(Named, s.Mem); v.atom(s.Dims...) }

// Each implements HostStm.
func (s *HMove) Each(v Visitor) { v.mem(Named, s.Srcs...); v.mem(Named, s.Dsts...) }

// Each implements HostStm.
func (s *HOwn) Each(v Visitor) { v.mem(Named, s.Mem) }

// Each implements HostStm.
func (s *HFree) Each(v Visitor) { v.mem(Named, s.Mem) }

// Each implements HostStm.
func (s *HCopy) Each(v Visitor) {
	v.mem(Writes, s.Dst)
	v.index(s.DstAt)
	v.mem(Reads, s.Src)
	v.index(s.SrcAt)
	v.atom(s.N)
}

// Each implements HostStm.
func (s *HFill) Each(v Visitor) { v.mem(Writes, s.Dst); v.index(s.At); v.atom(s.N, s.Val) }

// Each implements HostStm.
func (s *HLaunch) Each(v Visitor) {
	if v.Kernel != nil {
		v.Kernel(s.Kernel)
	}
}

// Each implements HostStm.
func (s *HCheck) Each(v Visitor) { v.atom(s.Cond); v.atom(s.Args...) }

// Each implements HostStm.
func (s *HSmall) Each(v Visitor) { s.Work.each(v); v.bind(s.V) }

// Each implements HostStm.
func (s *HIf) Each(v Visitor) { v.atom(s.Cond); v.host(s.Then); v.host(s.Else) }

// Each implements HostStm.
func (s *HFor) Each(v Visitor) { v.atom(s.Bound); v.bind(s.I); v.host(s.Body) }

// Each implements HostStm.
func (s *HWhile) Each(v Visitor) { v.host(s.CondCode); v.atom(s.Cond); v.host(s.Body) }
