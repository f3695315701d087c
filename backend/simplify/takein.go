package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Taking in]
//
// What a map makes element by element for a scan alone, by a few light operations, the scan computes itself, where it and what it does with its results
// read it, in the place of reading it from memory: the flags of a filter. A scan goes over its elements one by one anyway, and one sweep over memory
// costs more than the operations. A scan of several threads computes it twice.

// maxTaken bounds the statements of a map that a scan takes in: a map does more of them faster, in vectors.
const maxTaken = 12

// TakeIn lets scans compute what maps make for them alone.
func TakeIn(p *seg.Prog) *seg.Prog {
	t := &taking{mentions: mentions(p), gone: map[*seg.Kernel]*seg.Kernel{}, none: map[*seg.Mem]bool{}}
	body := t.host(p.Body)
	if len(t.gone) == 0 {
		return p
	}
	out := *p
	out.Body, out.Kernels = t.without(body), remaining(p.Kernels, t.gone)
	return &out
}

// taking is the state of the pass.
type taking struct {
	mentions map[*seg.Mem]int            // the statements of the host that mention a memory, and results
	gone     map[*seg.Kernel]*seg.Kernel // what a kernel has become; nil if another one does its work
	none     map[*seg.Mem]bool           // memories that are none any more
}

func (t *taking) host(list seg.Host) seg.Host {
	out := make(seg.Host, 0, len(list))
	for _, s := range list {
		out = append(out, s.Map(seg.Mapper{Host: t.host}))
	}
	for b := 0; b < len(out); b++ {
		scan, ok := out[b].(*seg.HLaunch)
		if !ok || scan.Kernel.Kind != seg.Scan || len(scan.Kernel.Space) != 1 {
			continue
		}
		for a := b - 1; a >= 0; a-- {
			m, ok := out[a].(*seg.HLaunch)
			if !ok {
				continue
			}
			vals := made(m.Kernel)
			if vals == nil || !t.takes(scan.Kernel, m.Kernel, vals) || !undisturbed(m.Kernel, out[a+1:b]) {
				continue
			}
			scan = &seg.HLaunch{Kernel: t.join(scan.Kernel, m.Kernel, vals), Src: scan.Src}
			out[b] = scan
			out = slices.Delete(out, a, a+1)
			b--
		}
	}
	return out
}

// made is what a light map stores at its places, by memory; nil if it does something else too.
func made(m *seg.Kernel) map[*seg.Mem]core.Atom {
	if m.Kind != seg.Map || m.Serial || len(m.Accs)+len(m.Updates) > 0 || len(m.Space) != 1 || !light(m.Body) {
		return nil
	}
	vals, n, ok := map[*seg.Mem]core.Atom{}, 0, true
	for _, s := range m.Body {
		if st, isStore := s.(*seg.Store); isStore && slices.Equal(st.At, seg.At(m.Space[0].I)) {
			vals[st.Mem] = st.Val
		}
	}
	seg.Walk(m.Body, func(s seg.Stm) {
		n++
		_, check := s.(*seg.Check)
		ok = ok && !check
		s.Each(seg.Visitor{Mem: func(x *seg.Mem, a seg.Access) {
			_, isStore := s.(*seg.Store)
			ok = ok && (a&seg.Writes == 0 || isStore) && (vals[x] != nil) == isStore
		}})
	})
	if !ok || len(vals) == 0 || n-len(vals) > maxTaken {
		return nil
	}
	return vals
}

// takes reports whether a scan alone reads what a map makes, each element at its place.
func (t *taking) takes(scan, m *seg.Kernel, vals map[*seg.Mem]core.Atom) bool {
	if scan.Space[0].N != m.Space[0].N {
		return false
	}
	reads := map[*seg.Mem]bool{}
	ok := true
	visit := func(at *core.Var) func(s seg.Stm) {
		return func(s seg.Stm) {
			l, isLoad := s.(*seg.Load)
			s.Each(seg.Visitor{Mem: func(x *seg.Mem, _ seg.Access) {
				if vals[x] != nil {
					ok = ok && isLoad && slices.Equal(l.At, seg.At(at))
					reads[x] = true
				}
			}})
		}
	}
	seg.Walk(scan.Body, visit(scan.Space[0].I))
	if scan.After != nil {
		seg.Walk(scan.After.Body, visit(scan.After.At))
	}
	seg.Walk(scan.Op.Body, visit(nil))
	for x := range vals {
		ok = ok && reads[x] && t.mentions[x] == 3 // where it is made, filled and read
	}
	written := seg.Written(scan)
	return ok && !slices.ContainsFunc(seg.KernelMems(m), func(x *seg.Mem) bool { return written[x] || x.Grow })
}

// join is the scan that computes what the map makes.
func (t *taking) join(scan, m *seg.Kernel, vals map[*seg.Mem]core.Atom) *seg.Kernel {
	body := slices.DeleteFunc(slices.Clone(m.Body), func(s seg.Stm) bool { _, store := s.(*seg.Store); return store })
	is := map[core.Atom]core.Atom{}
	atom := func(a core.Atom) core.Atom {
		if x := is[a]; x != nil {
			return x
		}
		return a
	}
	inline := func(c seg.Code, at *core.Var) seg.Code {
		c = seg.Rewrite(c, func(s seg.Stm) seg.Code {
			l, ok := s.(*seg.Load)
			if !ok || vals[l.Mem] == nil {
				return seg.Code{s}
			}
			b := &seg.Builder{}
			is[l.V] = b.Inline(body, map[core.Atom]core.Atom{m.Space[0].I: at}, []core.Atom{vals[l.Mem]})[0]
			return b.Code
		})
		return seg.Rewrite(c, func(s seg.Stm) seg.Code { return seg.Code{s.Map(seg.Mapper{Atom: atom})} })
	}
	k := *scan
	k.Body = inline(scan.Body, scan.Space[0].I)
	k.Vals = slices.Clone(scan.Vals)
	for i, a := range k.Vals {
		k.Vals[i] = atom(a)
	}
	if scan.After != nil {
		after := *scan.After
		after.Body = inline(after.Body, after.At)
		k.After = &after
	}
	for x := range vals {
		t.none[x] = true
	}
	t.gone[scan], t.gone[m] = &k, nil
	return &k
}

// without is host code without the memories that are none any more.
func (t *taking) without(list seg.Host) (out seg.Host) {
	for _, s := range list {
		if a, ok := s.(*seg.HAlloc); !ok || !t.none[a.Mem] {
			out = append(out, s.Map(seg.Mapper{Host: t.without}))
		}
	}
	return out
}
