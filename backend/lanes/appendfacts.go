package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// What scans know of the host's scalars and arrays: Note [Appending].

// lengths are those of arrays of one dimension, where the host does not change the number. What takes over buffers has the length that all of them have.
func lengths(p *seg.Prog) map[*seg.Mem]core.Atom {
	out, several := map[*seg.Mem]core.Atom{}, map[*seg.Mem]bool{}
	changes := false
	has := func(m *seg.Mem, n core.Atom) {
		if old := out[m]; old == nil && !several[m] {
			out[m], changes = n, true
		} else if old != n && !several[m] {
			delete(out, m)
			several[m], changes = true, true
		}
	}
	set := changed(p)
	made := func(m *seg.Mem, dims []core.Atom) {
		if several[m] = several[m] || len(dims) != 1 || set[dims[0]]; !several[m] {
			has(m, dims[0])
		}
	}
	for _, a := range p.Params {
		if a.Mem != nil {
			made(a.Mem, a.Dims)
		}
	}
	for first := true; first || changes; first = false {
		changes = false
		seg.WalkHost(p.Body, func(s seg.HostStm) {
			switch s := s.(type) {
			case *seg.HAlloc:
				made(s.Mem, s.Dims)
			case *seg.HMove:
				for j, m := range s.Dsts {
					if n := out[s.Srcs[j]]; n != nil {
						has(m, n)
					} else if several[s.Srcs[j]] && !several[m] {
						delete(out, m)
						several[m], changes = true, true
					}
				}
			default: // makes no buffer
			}
		})
	}
	return out
}

// sameScalars are scalars of the host that others before them are equal to: each part of a program that is computed apart has its own.
func sameScalars(p *seg.Prog) map[core.Atom]core.Atom {
	is, known, set := map[core.Atom]core.Atom{}, map[computed]core.Atom{}, changed(p)
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		l, ok := s.(*seg.HLet)
		k := computed{}
		if !ok || l.Op.Fails || copy(k.of[:], l.Args) < len(l.Args) {
			return
		}
		k.op, k.t = l.Op, l.T
		for i, a := range k.of {
			if set[a] {
				return
			}
			if b := is[a]; b != nil {
				k.of[i] = b
			}
		}
		if known[k] != nil {
			is[l.V] = known[k]
			return
		}
		known[k] = l.V
	})
	return is
}

// changed are the scalars that the host changes.
func changed(p *seg.Prog) map[core.Atom]bool {
	set := map[core.Atom]bool{}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		if s, ok := s.(*seg.HSet); ok {
			for _, v := range s.Vs {
				set[v] = true
			}
		}
	})
	return set
}
