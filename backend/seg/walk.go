package seg

// Walk calls f on every statement of code, outer ones first.
func Walk(c Code, f func(Stm)) {
	for _, s := range c {
		f(s)
		switch s := s.(type) {
		case *For:
			Walk(s.Body, f)
		case *Fold:
			Walk(s.Body, f)
		case *While:
			Walk(s.CondCode, f)
			Walk(s.Body, f)
		case *If:
			Walk(s.Then, f)
			Walk(s.Else, f)
		}
	}
}

// KernelMems are the memories that a kernel uses, of all spaces, each once and in order of appearance.
func KernelMems(k *Kernel) []*Mem {
	var out []*Mem
	seen := map[*Mem]bool{}
	add := func(m *Mem) {
		if !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	look := func(s Stm) {
		switch s := s.(type) {
		case *Load:
			add(s.Mem)
		case *Store:
			add(s.Mem)
		case *Update:
			add(s.Mem)
		case *Room:
			add(s.Mem)
		}
	}
	Walk(k.Body, look)
	if k.Op != nil {
		Walk(k.Op.Body, look)
	}
	for _, m := range k.Outs {
		add(m)
	}
	for _, a := range k.Accs {
		Walk(a.Op.Body, look)
		for i := range a.Dests {
			add(a.Dests[i])
			add(a.Priv[i])
		}
	}
	return out
}
