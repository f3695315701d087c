package seg

import (
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
	inner := false
	s.Each(Visitor{Bind: func(v *core.Var) { out = v }, Code: func(Code) { inner = true }})
	if inner {
		return nil
	}
	return out
}

// Operands calls f on the operands of a statement, but for those of statements inside of it.
func Operands(s Stm, f func(core.Atom)) { s.Each(Visitor{Atom: f}) }
