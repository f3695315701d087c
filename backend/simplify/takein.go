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
// costs more than the operations. A scan of several threads computes it twice. Reductions beside the scan, which count what it sums, compute it, too, if the map
// reads one array: then all read as much as before.

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
	for a := len(out) - 1; a >= 0; a-- {
		m, ok := out[a].(*seg.HLaunch)
		if !ok {
			continue
		}
		vals := made(m.Kernel)
		readers := t.readers(m.Kernel, vals, out, a)
		for _, b := range readers {
			l := out[b].(*seg.HLaunch)
			out[b] = &seg.HLaunch{Kernel: t.join(l.Kernel, m.Kernel, vals), Src: l.Src}
		}
		if len(readers) > 0 {
			out = slices.Delete(out, a, a+1)
		}
	}
	return out
}

// readers are the scans, and reductions beside them, that alone read what map a makes; none if others do, or if it would not pay.
func (t *taking) readers(m *seg.Kernel, vals map[*seg.Mem]core.Atom, list seg.Host, a int) (at []int) {
	reads := map[*seg.Mem]int{}
	scans := 0
	for b := a + 1; b < len(list) && vals != nil; b++ {
		l, ok := list[b].(*seg.HLaunch)
		if !ok || !slices.ContainsFunc(seg.KernelMems(l.Kernel), func(x *seg.Mem) bool { return vals[x] != nil }) {
			continue
		}
		if !t.takes(l.Kernel, m, vals, reads) || !undisturbed(m, list[a+1:b]) {
			return nil
		}
		at = append(at, b)
		if l.Kernel.Kind == seg.Scan {
			scans++
		}
	}
	for x := range vals {
		if t.mentions[x] != 2+reads[x] || reads[x] == 0 { // where it is made and filled, and read
			return nil
		}
	}
	if scans == 0 || len(at) > 1 && len(seg.Read(m)) > 1 {
		return nil
	}
	return at
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

// takes reports whether a scan or reduction reads what a map makes, each element at its place, and counts it among the readers.
func (t *taking) takes(k, m *seg.Kernel, vals map[*seg.Mem]core.Atom, readers map[*seg.Mem]int) bool {
	if k.Kind != seg.Scan && k.Kind != seg.Reduce || len(k.Space) != 1 || k.Space[0].N != m.Space[0].N {
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
	seg.Walk(k.Body, visit(k.Space[0].I))
	if k.After != nil {
		seg.Walk(k.After.Body, visit(k.After.At))
	}
	seg.Walk(k.Op.Body, visit(nil))
	for x := range reads {
		readers[x]++
	}
	written := seg.Written(k)
	return ok && len(reads) > 0 && !slices.ContainsFunc(seg.KernelMems(m), func(x *seg.Mem) bool { return written[x] || x.Grow })
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
