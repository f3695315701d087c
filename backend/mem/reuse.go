package mem

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Reuse]
//
// A kernel that reads an array for the last time writes its result over it [Peng23, 4.1], where each point reads only what
// it then replaces: the result needs no memory, and no cache line is fetched to be overwritten. What must hold:
//
//   - nobody else has the buffer: the array was allocated in the same list of statements, and was given no other name;
//   - operand and result have the same dimensions and elements. All their accesses are at the indices of the
//     point in the same dimensions, so that what a point touches belongs to it alone;
//   - a point does not read after it has written, but for loops whose iterations all have elements of their own. Points,
//     or iterations, may then go in any order or side by side, as long as each keeps its own order;
//   - the kernel does not run again for larger blocks (Note [Blocks that grow] in backend/host), since it would find its operand changed;
//   - it is not a product of matrices in tiles, which are computed more than once or all read before.
//
// A scan reads its operand in two passes, but writes in the second only, after reading the same element.

// Reuse gives results the blocks of arrays that are used for the last time.
func Reuse(p *seg.Prog) *seg.Prog {
	r := &reuser{named: map[*seg.Mem]bool{}, block: map[*seg.Mem]*seg.Mem{}, taken: map[*seg.Mem]bool{}}
	for _, res := range p.Results {
		r.named[res.Mem] = true
	}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		if m, ok := s.(*seg.HMove); ok {
			for _, x := range slices.Concat(m.Dsts, m.Srcs) {
				r.named[x] = true
			}
		}
	})
	r.list(p.Body)
	if len(r.block) == 0 {
		return p
	}
	m := seg.Mapper{Mem: r.of}.Through()
	out := seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel { return k.Map(m) })
	out.Body, out.Results = r.renamed(out.Body), slices.Clone(p.Results)
	for i := range out.Results {
		out.Results[i].Mem = r.of(out.Results[i].Mem)
	}
	return out
}

type reuser struct {
	named map[*seg.Mem]bool     // results, and memories that share a buffer with others
	block map[*seg.Mem]*seg.Mem // of a result, that it takes over
	taken map[*seg.Mem]bool
}

// list looks at the launches of a list.
func (r *reuser) list(list seg.Host) {
	made := map[*seg.Mem]*seg.HAlloc{}
	first, last := map[*seg.Mem]int{}, map[*seg.Mem]int{}
	for i, s := range list {
		if a, ok := s.(*seg.HAlloc); ok {
			made[a.Mem] = a
			continue
		}
		for _, m := range memsOf(s) {
			if _, used := first[m]; !used {
				first[m] = i
			}
			last[m] = i
		}
	}
	for i, s := range list {
		s.Each(seg.Visitor{Host: r.list})
		l, ok := s.(*seg.HLaunch)
		if !ok || !r.open(l.Kernel) {
			continue
		}
		mems := seg.KernelMems(l.Kernel)
		for _, d := range mems {
			if made[d] == nil || first[d] != i {
				continue
			}
			for _, m := range mems {
				if made[m] != nil && last[m] == i && first[m] < i && !r.named[m] && !r.taken[m] && alike(made[m], made[d]) && inPlace(l.Kernel, m, d, made[d].Dims) {
					r.block[d], r.taken[m] = m, true
					break
				}
			}
		}
	}
}

// open reports whether a kernel may write over an operand: it runs once, and stores what nobody has seen before.
func (r *reuser) open(k *seg.Kernel) bool {
	if k.Kind != seg.Map && (k.Kind != seg.Scan || k.Back) || k.Contraction {
		return false
	}
	return !slices.ContainsFunc(seg.KernelMems(k), func(m *seg.Mem) bool { return m.Grow })
}

// alike reports whether two arrays have the same dimensions and elements.
func alike(a, b *seg.HAlloc) bool {
	return a.Mem.Elem == b.Mem.Elem && slices.EqualFunc(a.Dims, b.Dims, sameAtom)
}

func sameAtom(a, b core.Atom) bool {
	x, isConst := a.(core.Const)
	y, isConst2 := b.(core.Const)
	return a == b || isConst && isConst2 && x.Int64() == y.Int64()
}

// of is the block of a memory.
func (r *reuser) of(m *seg.Mem) *seg.Mem {
	for r.block[m] != nil {
		m = r.block[m]
	}
	return m
}

// renamed is host code with the blocks instead of the memories that take them over.
func (r *reuser) renamed(list seg.Host) seg.Host {
	var out seg.Host
	for _, s := range list {
		if a, ok := s.(*seg.HAlloc); ok && r.block[a.Mem] != nil {
			continue
		}
		out = append(out, s.Map(seg.Mapper{Mem: r.of, Host: r.renamed}))
	}
	return out
}
