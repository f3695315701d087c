package seg

// The structure of thread statements: what Map and Each do with their parts, in the order in which they are computed.

// Map implements Stm.
func (s *Let) Map(m Mapper) Stm {
	n := *s
	n.Args = m.atoms(s.Args)
	n.V = m.bind(s.V)
	return &n
}

// Map implements Stm.
func (s *Decl) Map(m Mapper) Stm {
	n := &Decl{Init: m.atom(s.Init)}
	n.V = m.bind(s.V)
	return n
}

// Map implements Stm.
func (s *Set) Map(m Mapper) Stm { return &Set{m.v(s.V), m.atom(s.Val)} }

// Map implements Stm.
func (s *Select) Map(m Mapper) Stm {
	n := &Select{Cond: m.atom(s.Cond), Then: m.atom(s.Then), Else: m.atom(s.Else)}
	n.V = m.bind(s.V)
	return n
}

// Map implements Stm.
func (s *Load) Map(m Mapper) Stm {
	n := &Load{Mem: m.mem(s.Mem), At: m.index(s.At), Ordered: s.Ordered}
	n.V = m.bind(s.V)
	return n
}

// Map implements Stm.
func (s *Store) Map(m Mapper) Stm {
	return &Store{m.mem(s.Mem), m.index(s.At), m.atom(s.Val), m.atom(s.First)}
}

// Map implements Stm.
func (s *Update) Map(m Mapper) Stm {
	return &Update{m.mem(s.Mem), m.index(s.At), s.Op, m.atom(s.Val), s.Ordered, s.Strip}
}

// Map implements Stm.
func (s *For) Map(m Mapper) Stm {
	n := *s
	n.From, n.Bound = m.atom(s.From), m.atom(s.Bound)
	n.I = m.bind(s.I)
	n.Body = m.code(s.Body)
	return &n
}

// Map implements Stm.
func (s *Fold) Map(m Mapper) Stm {
	n := &Fold{From: m.atom(s.From), Bound: m.atom(s.Bound), Interchange: s.Interchange, Ops: s.Ops, Accs: m.vars(s.Accs)}
	n.I = m.bind(s.I)
	n.Body = m.code(s.Body)
	n.Vals = m.atoms(s.Vals)
	return n
}

// Map implements Stm.
func (s *While) Map(m Mapper) Stm {
	n := &While{CondCode: m.code(s.CondCode), Quiet: s.Quiet}
	n.Cond = m.atom(s.Cond)
	n.Body = m.code(s.Body)
	return n
}

// Map implements Stm.
func (s *If) Map(m Mapper) Stm {
	return &If{m.atom(s.Cond), m.code(s.Then), m.code(s.Else), s.Unlikely}
}

// Map implements Stm.
func (s *Check) Map(m Mapper) Stm { return &Check{m.atom(s.Cond), s.Site, m.atoms(s.Args)} }

// Map implements Stm.
func (s *Reserve) Map(m Mapper) Stm { return &Reserve{m.mem(s.Mem), m.atoms(s.Dims)} }

// Map implements Stm.
func (s *Lanes) Map(m Mapper) Stm {
	n := *s
	n.Args = m.atoms(s.Args)
	n.V = m.bind(s.V)
	return &n
}

// Map implements Stm.
func (s *Gather) Map(m Mapper) Stm {
	n := &Gather{Mem: m.mem(s.Mem), At: m.atom(s.At), By: m.atom(s.By), Mask: m.atom(s.Mask)}
	n.V = m.bind(s.V)
	return n
}

// Map implements Stm.
func (s *Scatter) Map(m Mapper) Stm {
	return &Scatter{m.mem(s.Mem), m.atom(s.At), m.atom(s.By), m.atom(s.Mask), s.Op, m.atom(s.Val)}
}

// Map implements Stm.
func (s *Squeeze) Map(m Mapper) Stm {
	return &Squeeze{m.mem(s.Mem), m.atom(s.At), m.atom(s.Mask), m.atom(s.Val)}
}

// Map implements Stm.
func (s *Copy) Map(m Mapper) Stm {
	return &Copy{m.mem(s.To), m.index(s.ToAt), m.mem(s.From), m.index(s.FromAt), m.atom(s.N)}
}

// Map implements Stm.
func (s *Pack) Map(m Mapper) Stm {
	return &Pack{m.mem(s.To), m.mem(s.From), m.index(s.At), m.atom(s.By), m.atom(s.Mask), m.atom(s.N)}
}

// Map implements Stm.
func (s *Pointwise) Map(m Mapper) Stm { return &Pointwise{m.code(s.Body)} }

// Map implements Stm.
func (s *Atomic) Map(m Mapper) Stm {
	return &Atomic{m.mem(s.Mem), m.index(s.At), s.Op, m.atom(s.Val)}
}

// Map implements Stm.
func (s *Bind) Map(m Mapper) Stm {
	n := &Bind{Cond: m.atom(s.Cond), Then: m.mem(s.Then), ThenAt: m.index(s.ThenAt), Else: m.mem(s.Else), ElseAt: m.index(s.ElseAt)}
	n.Mem = m.name(s.Mem)
	return n
}

// Map implements Stm.
func (s *Poll) Map(Mapper) Stm { return s }

// Map implements Stm.
func (s *Tell) Map(m Mapper) Stm { return &Tell{s.Of, m.atom(s.N)} }

// Map implements Stm.
func (s *Barrier) Map(Mapper) Stm { return s }

// Map implements Stm.
func (s *Try) Map(m Mapper) Stm { return &Try{m.code(s.Body)} }

// Each implements Stm.
func (s *Let) Each(v Visitor) { v.atom(s.Args...); v.bind(s.V) }

// Each implements Stm.
func (s *Decl) Each(v Visitor) { v.atom(s.Init); v.bind(s.V) }

// Each implements Stm.
func (s *Set) Each(v Visitor) { v.atom(s.V, s.Val) }

// Each implements Stm.
func (s *Select) Each(v Visitor) { v.atom(s.Cond, s.Then, s.Else); v.bind(s.V) }

// Each implements Stm.
func (s *Load) Each(v Visitor) { v.mem(Reads, s.Mem); v.index(s.At); v.bind(s.V) }

// Each implements Stm.
func (s *Store) Each(v Visitor) { v.mem(Writes, s.Mem); v.index(s.At); v.atom(s.Val, s.First) }

// Each implements Stm.
func (s *Update) Each(v Visitor) { v.mem(Reads|Writes, s.Mem); v.index(s.At); v.atom(s.Val) }

// Each implements Stm.
func (s *For) Each(v Visitor) { v.atom(s.From, s.Bound); v.bind(s.I); v.code(s.Body) }

// Each implements Stm.
func (s *Fold) Each(v Visitor) {
	v.atom(s.From, s.Bound)
	v.vars(s.Accs)
	v.bind(s.I)
	v.code(s.Body)
	v.atom(s.Vals...)
}

// Each implements Stm.
func (s *While) Each(v Visitor) { v.code(s.CondCode); v.atom(s.Cond); v.code(s.Body) }

// Each implements Stm.
func (s *If) Each(v Visitor) { v.atom(s.Cond); v.code(s.Then); v.code(s.Else) }

// Each implements Stm.
func (s *Check) Each(v Visitor) { v.atom(s.Cond); v.atom(s.Args...) }

// Each implements Stm.
func (s *Reserve) Each(v Visitor) { v.mem(Named, s.Mem); v.atom(s.Dims...) }

// Each implements Stm.
func (s *Lanes) Each(v Visitor) { v.atom(s.Args...); v.bind(s.V) }

// Each implements Stm.
func (s *Gather) Each(v Visitor) { v.mem(Reads, s.Mem); v.atom(s.At, s.By, s.Mask); v.bind(s.V) }

// Each implements Stm.
func (s *Scatter) Each(v Visitor) {
	a := Writes
	if s.Op != nil {
		a |= Reads
	}
	v.mem(a, s.Mem)
	v.atom(s.At, s.By, s.Mask, s.Val)
}

// Each implements Stm.
func (s *Squeeze) Each(v Visitor) { v.mem(Writes, s.Mem); v.atom(s.At, s.Mask, s.Val) }

// Each implements Stm.
func (s *Copy) Each(v Visitor) {
	v.mem(Writes, s.To)
	v.index(s.ToAt)
	v.mem(Reads, s.From)
	v.index(s.FromAt)
	v.atom(s.N)
}

// Each implements Stm.
func (s *Pack) Each(v Visitor) {
	v.mem(Writes, s.To)
	v.mem(Reads, s.From)
	v.index(s.At)
	v.atom(s.By, s.Mask, s.N)
}

// Each implements Stm.
func (s *Pointwise) Each(v Visitor) { v.code(s.Body) }

// Each implements Stm.
func (s *Atomic) Each(v Visitor) { v.mem(Reads|Writes, s.Mem); v.index(s.At); v.atom(s.Val) }

// Each implements Stm.
func (s *Bind) Each(v Visitor) {
	v.atom(s.Cond)
	v.mem(Named, s.Then)
	v.index(s.ThenAt)
	v.mem(Named, s.Else)
	v.index(s.ElseAt)
	v.mem(Named, s.Mem)
}

// Each implements Stm.
func (s *Poll) Each(Visitor) {}

// Each implements Stm.
func (s *Tell) Each(v Visitor) { v.atom(s.N) }

// Each implements Stm.
func (s *Barrier) Each(Visitor) {}

// Each implements Stm.
func (s *Try) Each(v Visitor) { v.code(s.Body) }
