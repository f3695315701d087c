package seg

import (
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
)

// Walk calls f on every statement of code, outer ones first.
func Walk(c Code, f func(Stm)) {
	for _, s := range c {
		diag.Poll()
		f(s)
		s.Each(Visitor{Code: func(c Code) { Walk(c, f) }})
	}
}

// WalkHost calls f on every statement of the host, outer ones first.
func WalkHost(list Host, f func(HostStm)) {
	for _, s := range list {
		f(s)
		s.Each(Visitor{Host: func(h Host) { WalkHost(h, f) }})
	}
}

// WalkKernel calls f on every statement that says what a kernel computes: of its points, of its operators and of what comes before and
// after; not on those of its form, nor of the kernel in lanes.
func WalkKernel(k *Kernel, f func(Stm)) {
	k.Each(Visitor{Code: func(c Code) { Walk(c, f) }})
}

// accesses calls f on the memories of a kernel, as often as they appear, in order.
func accesses(k *Kernel, f func(*Mem, Access)) {
	stm := func(s Stm) { s.Each(Visitor{Mem: f}) }
	k.Each(Visitor{Code: func(c Code) { Walk(c, stm) }, Mem: f})
}

// KernelMems are the memories that a kernel uses, of all spaces, each once and in order of appearance.
func KernelMems(k *Kernel) []*Mem {
	return once(func(add func(*Mem)) { accesses(k, func(m *Mem, _ Access) { add(m) }) })
}

// HostMems are the memories that a statement of the host mentions itself, with those of the kernel that it launches, each once.
func HostMems(s HostStm) []*Mem {
	return once(func(add func(*Mem)) {
		s.Each(Visitor{
			Mem: func(m *Mem, _ Access) { add(m) },
			Kernel: func(k *Kernel) {
				for _, m := range KernelMems(k) {
					add(m)
				}
			},
		})
	})
}

// codeMems are the memories that code uses.
func codeMems(cs ...Code) []*Mem {
	return once(func(add func(*Mem)) {
		for _, c := range cs {
			Walk(c, func(s Stm) { s.Each(Visitor{Mem: func(m *Mem, _ Access) { add(m) }}) })
		}
	})
}

// FormMems are the memories that a form uses, those among its parameters first.
func FormMems(f *Form) []*Mem {
	return once(func(add func(*Mem)) {
		mem := func(m *Mem, _ Access) { add(m) }
		stm := func(s Stm) { s.Each(Visitor{Mem: mem}) }
		f.Each(Visitor{Mem: mem, Code: func(c Code) { Walk(c, stm) }})
	})
}

// once collects memories, each once.
func once(f func(add func(*Mem))) (out []*Mem) {
	seen := map[*Mem]bool{}
	f(func(m *Mem) {
		if !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	})
	return out
}

// Read are the memories of the device that a kernel reads, each once and in order of appearance.
func Read(k *Kernel) []*Mem {
	return once(func(add func(*Mem)) {
		accesses(k, func(m *Mem, a Access) {
			if a&Reads != 0 && m.Space == Device {
				add(m)
			}
		})
	})
}

// Written are the memories that a kernel stores to.
func Written(k *Kernel) map[*Mem]bool {
	out := map[*Mem]bool{}
	accesses(k, func(m *Mem, a Access) {
		if a&Writes != 0 {
			out[m] = true
		}
	})
	return out
}

// Binds is the variable that a statement without inner code binds, nil if it binds none.
func Binds(s Stm) (out *core.Var) {
	if !holdsCode(s) {
		s.Each(Visitor{Bind: func(v *core.Var) { out = v }})
	}
	return out
}

// Operands calls f on the operands of a statement, but for those of statements inside of it.
func Operands(s Stm, f func(core.Atom)) { s.Each(Visitor{Atom: f}) }

// Rewrite applies a function to the statements of code, inner ones first; it gives what takes the place of each. A statement without code inside
// is the one of before.
func Rewrite(c Code, f func(Stm) Code) Code {
	var out Code
	for _, s := range c {
		if holdsCode(s) {
			s = s.Map(Mapper{Code: func(c Code) Code { return Rewrite(c, f) }})
		}
		out = append(out, f(s)...)
	}
	return out
}

// holdsCode reports whether a statement has code inside.
func holdsCode(s Stm) (found bool) {
	s.Each(Visitor{Code: func(Code) { found = true }})
	return found
}

// LoopFree reports whether code has no loops; a copy of a row, or of several ones side by side, is none here.
func LoopFree(c Code) bool {
	free := true
	Walk(c, func(s Stm) {
		switch s.(type) {
		case *For, *While, *Fold:
			free = false
		default: // one operation
		}
	})
	return free
}

// Straight reports whether code has no loops, branches or checks: a loop around it may be vectorised.
func Straight(c Code) bool {
	return !slices.ContainsFunc(c, func(s Stm) bool {
		switch s.(type) {
		case *Let, *Select, *Load, *Store, *Update:
			return false
		default:
			return true
		}
	})
}

// Overwritten are the memories that code both reads and writes, in whatever order: a point of it cannot be computed again.
func Overwritten(cs ...Code) []*Mem {
	accesses := map[*Mem]Access{}
	return once(func(add func(*Mem)) {
		for _, c := range cs {
			Walk(c, func(s Stm) {
				s.Each(Visitor{Mem: func(m *Mem, a Access) {
					if accesses[m] |= a; accesses[m] == Reads|Writes {
						add(m)
					}
				}})
			})
		}
	})
}
