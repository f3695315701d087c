package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Handing on]
//
// A map that takes the results of a scan, element by element, and does a few light operations with each, does them where the scan has
// its results (seg.After), in the place of storing them and reading them again. It alone uses them, so they need no memory. Of several scans that a map
// reads the last one hands on. What both launches read must not change between them.

// maxLight bounds the statements of a map that a scan takes over, so that nothing is lost by the scan's order; of which four make the check
// of an index.
const maxLight = 32

// lightOps are the operators of floats that are not worth being done for several elements at once.
var lightOps = []*prim.Op{prim.Add, prim.Sub, prim.Mul, prim.Div, prim.Neg, prim.Abs, prim.Min, prim.Max, prim.Eq, prim.Lt, prim.Le, prim.IsNaN}

// HandOn lets scans hand on their results.
func HandOn(p *seg.Prog) *seg.Prog {
	h := &handing{mentions: mentions(p), gone: map[*seg.Kernel]*seg.Kernel{}, single: map[*seg.Mem]bool{}, lasts: lastReads(p),
		counted: map[*core.Var]*seg.Mem{}}
	body := h.host(p.Body)
	if len(h.gone) == 0 {
		return p
	}
	out := *p
	out.Body, out.Kernels = h.alone(body), remaining(p.Kernels, h.gone)
	return &out
}

// mentions counts for each memory the statements of the host that mention it, and results.
func mentions(p *seg.Prog) map[*seg.Mem]int {
	out := map[*seg.Mem]int{}
	for _, r := range p.Results {
		out[r.Mem]++
	}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		for _, m := range seg.HostMems(s) {
			out[m]++
		}
	})
	return out
}

// remaining are kernels without those that are gone, and with what others have become.
func remaining(ks []*seg.Kernel, gone map[*seg.Kernel]*seg.Kernel) (out []*seg.Kernel) {
	for _, k := range ks {
		to, changed := k, true
		for to != nil && changed {
			k = to
			to, changed = gone[k]
		}
		if !changed {
			out = append(out, k)
		}
	}
	return out
}

// handing is the state of the pass.
type handing struct {
	mentions map[*seg.Mem]int            // the statements of the host that mention a memory, and results
	gone     map[*seg.Kernel]*seg.Kernel // what a kernel has become; nil if another one does its work
	single   map[*seg.Mem]bool           // results that need no memory any more
	lasts    map[*seg.Mem][]*core.Var    // the reads of the last result: Note [Counts]
	counted  map[*core.Var]*seg.Mem      // where that is now
}

func (h *handing) host(list seg.Host) seg.Host {
	return pairs(list, h.host, func(out seg.Host, a, b int) (seg.Host, int) {
		s, l := out[a].(*seg.HLaunch), out[b].(*seg.HLaunch)
		if !h.takes(s.Kernel, l.Kernel) {
			return nil, b
		}
		of := h.countsOf(s.Kernel)
		if len(of) == 0 {
			if !undisturbed(s.Kernel, out[a+1:b]) {
				return nil, b
			}
			return joined(out, a, b, h.join(s.Kernel, l.Kernel))
		}
		made, ok := rises(l.Kernel, out[a+1:b], s.Kernel)
		if !ok {
			return nil, b
		}
		k := h.join(s.Kernel, l.Kernel)
		up := append(append(h.counts(k, of), made...), &seg.HLaunch{Kernel: k, Src: s.Src})
		rest := slices.DeleteFunc(slices.Clone(out[a+1:b]), func(s seg.HostStm) bool { return slices.Contains(made, s) })
		return slices.Concat(out[:a], up, rest, out[b+1:]), a + len(up) - 1
	})
}

// pairs looks at each launch b with the launches a before it, the nearest first, once inside has looked at what is within the statements. Where join gives
// another list, it goes on behind the place that join says.
func pairs(list seg.Host, inside func(seg.Host) seg.Host, join func(out seg.Host, a, b int) (seg.Host, int)) seg.Host {
	out := make(seg.Host, 0, len(list))
	for _, s := range list {
		out = append(out, s.Map(seg.Mapper{Host: inside}))
	}
	for b := 0; b < len(out); b++ {
		if _, ok := out[b].(*seg.HLaunch); !ok {
			continue
		}
		for a := b - 1; a >= 0; a-- {
			if _, ok := out[a].(*seg.HLaunch); !ok {
				continue
			}
			if next, at := join(out, a, b); next != nil {
				out, b = next, at
				break
			}
		}
	}
	return out
}

// joined has one kernel launched in the place of b for those of a and b.
func joined(out seg.Host, a, b int, k *seg.Kernel) (seg.Host, int) {
	out[b] = &seg.HLaunch{Kernel: k, Src: out[a].(*seg.HLaunch).Src}
	return slices.Delete(out, a, a+1), b - 1
}

// takes reports whether a map does its work where a scan has its results.
func (h *handing) takes(scan, m *seg.Kernel) bool {
	if scan.Kind != seg.Scan || scan.After != nil || m.Kind != seg.Map || m.Serial || len(m.Accs) > 0 || len(m.Space) != 1 ||
		m.Space[0].N != scan.Space[0].N || !light(m.Body) {
		return false
	}
	at := seg.Index{{A: m.Space[0].I}}
	read := map[*seg.Mem]bool{}
	ok := true
	seg.Walk(m.Body, func(s seg.Stm) {
		l, isLoad := s.(*seg.Load)
		s.Each(seg.Visitor{Mem: func(x *seg.Mem, _ seg.Access) {
			if slices.Contains(scan.Outs, x) {
				ok = ok && isLoad && slices.Equal(l.At, at)
				read[x] = true
			}
		}})
	})
	for i, o := range scan.Outs {
		mentions := 2 + len(h.lasts[o]) // where it is made and filled
		if read[o] {
			mentions++
		}
		ok = ok && (scan.Unread != nil && scan.Unread[i] || h.mentions[o] == mentions)
	}
	written := seg.Written(m)
	return ok && len(read) > 0 && !slices.ContainsFunc(seg.KernelMems(scan), func(x *seg.Mem) bool { return written[x] || x.Grow })
}

// light reports whether code is a few operations, none of which is worth doing for several elements at once.
func light(c seg.Code) bool {
	n, ok := 0, true
	seg.Walk(c, func(s seg.Stm) {
		n++
		switch s := s.(type) {
		case *seg.Let:
			ok = ok && (!s.T.IsFloat() || slices.Contains(lightOps, s.Op) || s.Op.IsConversion())
		case *seg.For, *seg.Fold, *seg.While, *seg.Reserve:
			ok = false
		default: // one operation
		}
	})
	return ok && n <= maxLight
}

// undisturbed reports whether a kernel may be launched after statements in the place of before them.
func undisturbed(k *seg.Kernel, between seg.Host) bool {
	mine, scalars := map[*seg.Mem]bool{}, map[core.Atom]bool{}
	for _, m := range seg.KernelMems(k) {
		mine[m] = true
	}
	seg.WalkKernel(k, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { scalars[a] = true }) })
	ok := true
	seg.WalkHost(between, func(s seg.HostStm) {
		switch s := s.(type) {
		case *seg.HLaunch:
			for m := range seg.Written(s.Kernel) {
				ok = ok && !mine[m]
			}
		case *seg.HRead:
		case *seg.HSet:
			ok = ok && !slices.ContainsFunc(s.Vs, func(v *core.Var) bool { return scalars[v] })
		default:
			ok = ok && !slices.ContainsFunc(seg.HostMems(s), func(m *seg.Mem) bool { return mine[m] })
		}
	})
	return ok
}

// join is the scan with the work of the map.
func (h *handing) join(scan, m *seg.Kernel) *seg.Kernel {
	k := *scan
	k.Unread = make([]bool, len(scan.Outs))
	k.After = &seg.After{At: m.Space[0].I}
	res := map[*seg.Mem]*core.Var{}
	for i, o := range scan.Outs {
		k.Unread[i], h.single[o] = true, true
		res[o] = core.NewVar(o.Name, core.Prim(o.Elem))
		k.After.Res = append(k.After.Res, res[o])
	}
	r := &seg.Renaming{Vars: map[core.Atom]core.Atom{}}
	k.After.Body = seg.Rewrite(m.Body, func(s seg.Stm) seg.Code {
		if l, ok := s.(*seg.Load); ok && res[l.Mem] != nil {
			r.Vars[l.V] = res[l.Mem]
			return nil
		}
		return seg.Code{s}
	})
	k.After.Body = r.Code(k.After.Body)
	k.Updates = append(slices.Clone(scan.Updates), m.Updates...)
	h.gone[scan], h.gone[m] = nil, &k
	return &k
}

// alone is host code in which results that nobody reads have memories of one element, and the last ones are read where they are.
func (h *handing) alone(list seg.Host) seg.Host {
	out := make(seg.Host, len(list))
	for i, s := range list {
		if a, ok := s.(*seg.HAlloc); ok && h.single[a.Mem] {
			n := *a
			n.Dims = []core.Atom{core.IntC(1)}
			out[i] = &n
			continue
		}
		if r, ok := s.(*seg.HRead); ok && h.counted[r.V] != nil {
			out[i] = &seg.HRead{V: r.V, Mem: h.counted[r.V], At: seg.At(core.IntC(0))}
			continue
		}
		out[i] = s.Map(seg.Mapper{Host: h.alone})
	}
	return out
}
