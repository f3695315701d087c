package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Scans side by side]
//
// A program that puts small, middle and large elements into arrays of their own has a scan for each, which counts those elements and writes them. All go
// over the same array. One scan that counts in several variables reads it once, and computes once what the conditions have in common. So a scan goes to
// the next one over the same points that reads what it reads, if nothing between the two concerns it, and neither writes what the other one uses. What
// may fail stays where it is, since the first failure is reported. [ours; scans of tuples are what partitions of several parts are by hand]

// maxBeside bounds the statements of scans that become one: compilers keep so many values in registers.
const maxBeside = 96

// SideBySide makes one scan of several over the same points.
func SideBySide(p *seg.Prog) *seg.Prog {
	h := &handing{gone: map[*seg.Kernel]*seg.Kernel{}}
	var host func(list seg.Host) seg.Host
	host = func(list seg.Host) seg.Host {
		return pairs(list, host, func(out seg.Host, a, b int) (seg.Host, int) {
			x, y := out[a].(*seg.HLaunch).Kernel, out[b].(*seg.HLaunch).Kernel
			if !besides(x, y) || !sinks(x, out[a+1:b]) {
				return nil, b
			}
			k := beside(x, y)
			h.gone[x], h.gone[y] = nil, k
			return joined(out, a, b, k)
		})
	}
	body := host(p.Body)
	if len(h.gone) == 0 {
		return p
	}
	out := *p
	out.Body, out.Kernels = body, remaining(p.Kernels, h.gone)
	return &out
}

// besides reports whether two scans may be one, and gain by that.
func besides(x, y *seg.Kernel) bool {
	for _, k := range []*seg.Kernel{x, y} {
		if k.Kind != seg.Scan || k.Back || k.After == nil || len(k.Space) != 1 || k.Op.Ops == nil || k.Op.Neutral == nil {
			return false
		}
	}
	n := 0
	for _, k := range []*seg.Kernel{x, y} {
		seg.WalkKernel(k, func(s seg.Stm) {
			n++
			if _, fails := s.(*seg.Check); fails && k == x {
				n += maxBeside
			}
		})
	}
	if x.Space[0].N != y.Space[0].N || n > maxBeside {
		return false
	}
	common := slices.ContainsFunc(seg.Read(x), func(m *seg.Mem) bool { return slices.Contains(seg.Read(y), m) })
	return common && !meets(x, y) && !meets(y, x)
}

// meets reports whether a kernel writes what another one reads or writes.
func meets(x, y *seg.Kernel) bool {
	written := seg.Written(x)
	return slices.ContainsFunc(seg.KernelMems(y), func(m *seg.Mem) bool { return written[m] })
}

// beside is one scan that does the work of two which hand on their results.
func beside(x, y *seg.Kernel) *seg.Kernel {
	k := together(x, y)
	after := *y.After
	r := &seg.Renaming{Vars: map[core.Atom]core.Atom{x.After.At: after.At}}
	after.Res = append(slices.Clone(x.After.Res), after.Res...)
	after.Body = append(r.Code(x.After.Body), after.Body...)
	k.After = &after
	k.Unread = append(unread(x), unread(y)...)
	k.Updates = append(slices.Clone(x.Updates), y.Updates...)
	return k
}

// unread says for each result of a scan that nobody reads it.
func unread(k *seg.Kernel) []bool {
	if k.Unread != nil {
		return slices.Clone(k.Unread)
	}
	return make([]bool, len(k.Outs))
}
