package seg

import "raido/lang/core"

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
		case *Try:
			Walk(s.Body, f)
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
	walkKernel(k, look, add)
	return out
}

// WalkKernel calls f on every statement of a kernel: of its points, of its operators and of what comes after.
func WalkKernel(k *Kernel, f func(Stm)) { walkKernel(k, f, func(*Mem) {}) }

// walkKernel calls stm for the statements of a kernel and result for the memories that it stores to besides.
func walkKernel(k *Kernel, stm func(Stm), result func(*Mem)) {
	Walk(k.Body, stm)
	if k.Op != nil {
		Walk(k.Op.Body, stm)
	}
	if k.After != nil {
		Walk(k.After.Body, stm)
	}
	for _, m := range k.Outs {
		result(m)
	}
	for _, a := range k.Accs {
		Walk(a.Op.Body, stm)
		for i := range a.Dests {
			result(a.Dests[i])
			result(a.Priv[i])
		}
	}
}

// Read are the memories of the device that a kernel reads, each once and in order of appearance.
func Read(k *Kernel) []*Mem {
	var out []*Mem
	seen := map[*Mem]bool{}
	add := func(m *Mem) {
		if m.Space == Device && !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	WalkKernel(k, func(s Stm) {
		switch s := s.(type) {
		case *Load:
			add(s.Mem)
		case *Update:
			add(s.Mem)
		}
	})
	for _, a := range k.Accs {
		for _, m := range a.Dests {
			add(m)
		}
	}
	return out
}

// Written are the memories that a kernel stores to.
func Written(k *Kernel) map[*Mem]bool {
	out := map[*Mem]bool{}
	look := func(s Stm) {
		switch s := s.(type) {
		case *Store:
			out[s.Mem] = true
		case *Update:
			out[s.Mem] = true
		}
	}
	walkKernel(k, look, func(m *Mem) { out[m] = true })
	for i, unread := range k.Unread {
		if unread {
			delete(out, k.Outs[i])
		}
	}
	return out
}

// Binds is the variable that a statement without inner code binds, nil if it binds none.
func Binds(s Stm) *core.Var {
	switch s := s.(type) {
	case *Let:
		return s.V
	case *Select:
		return s.V
	case *Load:
		return s.V
	case *Decl:
		return s.V
	}
	return nil
}

// Operands calls f on the operands of a statement, but for those of statements inside of it.
func Operands(s Stm, f func(core.Atom)) {
	all := func(as ...core.Atom) {
		for _, a := range as {
			f(a)
		}
	}
	index := func(x Index) {
		for _, t := range x {
			if f(t.A); t.B != nil {
				f(t.B)
			}
		}
	}
	switch s := s.(type) {
	case *Let:
		all(s.Args...)
	case *Decl:
		all(s.Init)
	case *Set:
		all(s.V, s.Val)
	case *Select:
		all(s.Cond, s.Then, s.Else)
	case *Load:
		index(s.At)
	case *Store:
		index(s.At)
		all(s.Val)
	case *Update:
		index(s.At)
		all(s.Val)
	case *For:
		all(s.Bound)
	case *Fold:
		all(s.Bound)
		all(core.Atoms(s.Accs)...)
		all(s.Vals...)
	case *While:
		all(s.Cond)
	case *If:
		all(s.Cond)
	case *Check:
		all(s.Cond)
		all(s.Args...)
	case *Room:
		all(s.Dims...)
	}
}
