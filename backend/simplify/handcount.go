package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Counts]
//
// The last result of a scan is often a count: filter makes an array of so many elements. The host reads it between the scan and what is done with the
// others. A scan that hands on its results then puts the last one into a memory of its own, and the map goes up to the scan, with the memories that are
// made for it. What is between must not concern the map: it mentions none of its memories, and binds or changes no scalar that it uses.

// lastReads are the reads of the last result of a scan, by memory.
func lastReads(p *seg.Prog) map[*seg.Mem][]*core.Var {
	last, out := map[core.Atom]core.Atom{}, map[*seg.Mem][]*core.Var{}
	size := map[*seg.Mem]core.Atom{}
	for _, k := range p.Kernels {
		if k.Kind == seg.Scan && len(k.Space) == 1 {
			for _, o := range k.Outs {
				size[o] = k.Space[0].N
			}
		}
	}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		switch s := s.(type) {
		case *seg.HLet:
			if n := oneMore(s); n != nil {
				last[s.V] = n
			}
		case *seg.HRead:
			if n := size[s.Mem]; n != nil && len(s.At) == 1 && s.At[0].B == nil && last[s.At[0].A] == n {
				out[s.Mem] = append(out[s.Mem], s.V)
			}
		default: // reads nothing
		}
	})
	return out
}

// oneMore is what a scalar is one less than, nil if it is computed in another way.
func oneMore(s *seg.HLet) core.Atom {
	if s.T == prim.I64 && (s.Op == prim.Add && core.IsInt(s.Args[1], -1) || s.Op == prim.Sub && core.IsInt(s.Args[1], 1)) {
		return s.Args[0]
	}
	return nil
}

// countsOf are the results of a scan whose last one the host reads.
func (h *handing) countsOf(scan *seg.Kernel) (out []int) {
	for i, o := range scan.Outs {
		if len(h.lasts[o]) > 0 {
			out = append(out, i)
		}
	}
	return out
}

// rises reports whether a map may be launched before statements, in the place of after them, and gives the memories that must be made before it.
func rises(m *seg.Kernel, between seg.Host, scan *seg.Kernel) (made seg.Host, ok bool) {
	mine, scalars := map[*seg.Mem]bool{}, map[core.Atom]bool{}
	for _, x := range seg.KernelMems(m) {
		mine[x] = true
	}
	seg.WalkKernel(m, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { scalars[a] = true }) })
	for _, s := range between {
		if a, isAlloc := s.(*seg.HAlloc); isAlloc && mine[a.Mem] {
			if slices.ContainsFunc(a.Dims, func(d core.Atom) bool { _, c := d.(core.Const); return !c && d != scan.Space[0].N }) {
				return nil, false
			}
			made = append(made, a)
		}
	}
	ok = true
	seg.WalkHost(between, func(s seg.HostStm) {
		switch s := s.(type) {
		case *seg.HAlloc:
			return
		case *seg.HRead:
			ok = ok && slices.Contains(scan.Outs, s.Mem) && !scalars[s.V]
			return
		case *seg.HSet:
			ok = ok && !slices.ContainsFunc(s.Vs, func(v *core.Var) bool { return scalars[v] })
		default:
			s.Each(seg.Visitor{Bind: func(v *core.Var) { ok = ok && !scalars[v] }})
		}
		ok = ok && !slices.ContainsFunc(seg.HostMems(s), func(x *seg.Mem) bool { return mine[x] })
	})
	return made, ok
}

// counts lets a scan that hands on its results keep the last ones that the host reads, and gives the memories of those.
func (h *handing) counts(k *seg.Kernel, of []int) (made seg.Host) {
	b := &seg.Builder{}
	n := k.Space[0].N
	is := b.Equal(k.After.At, b.Index("last", prim.Sub, n, core.IntC(1)))
	b.If(is, func(b *seg.Builder) {
		for _, i := range of {
			o := k.Outs[i]
			count := seg.NewMem(o.Name, o.Elem, o.Space)
			made = append(made, &seg.HAlloc{Mem: count, Dims: []core.Atom{core.IntC(1)}})
			b.Store(count, seg.At(core.IntC(0)), k.After.Res[i])
			for _, r := range h.lasts[o] {
				h.counted[r] = count
			}
		}
	}, nil)
	k.After.Body = append(slices.Clip(k.After.Body), b.Code...)
	return made
}
