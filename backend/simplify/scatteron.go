package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Scattering scans]
//
// A scan that makes places (Note [Handing on]) also writes to them: a map over the same points that reads what the scan stores, each element at its
// own place, and writes to other memories, does its work in the scan. What nobody else reads then is not stored. The scan is launched where the map was, so
// nothing between may concern it.

// Where a branch stores what is computed without a load, compilers keep the branch, which is guessed wrong as often as the data change (Note [Aside] of
// package chunk): in a scan it delays all points behind it, so such a map stays a map. But where registers squeeze what they hold, the scan goes in lanes
// without a branch: Note [Appending] of package lanes. There the scan does the work of such maps too.

// ScatterOn lets scans do the work of the maps that write to the places that they make.
func ScatterOn(p *seg.Prog) *seg.Prog {
	s := &scattering{handing: handing{mentions: mentions(p), gone: map[*seg.Kernel]*seg.Kernel{}}, none: map[*seg.Mem]bool{}, squeezes: p.Target.Squeezes()}
	body := s.host(p.Body)
	if len(s.gone) == 0 {
		return p
	}
	out := *p
	out.Body, out.Kernels = (&taking{none: s.none}).without(body), remaining(p.Kernels, s.gone)
	return &out
}

// scattering is the state of the pass.
type scattering struct {
	handing
	none     map[*seg.Mem]bool // memories that are none any more
	squeezes bool              // a branch that stores need not be one
}

func (h *scattering) host(list seg.Host) seg.Host {
	return pairs(list, h.host, func(out seg.Host, a, b int) (seg.Host, int) {
		s, l := out[a].(*seg.HLaunch), out[b].(*seg.HLaunch)
		if !h.takes(s.Kernel, l.Kernel) || !sinks(s.Kernel, out[a+1:b]) {
			return nil, b
		}
		return joined(out, a, b, h.join(s.Kernel, l.Kernel))
	})
}

// takes reports whether a scan that makes places does the work of a map.
func (h *scattering) takes(scan, m *seg.Kernel) bool {
	if scan.Kind != seg.Scan || scan.After == nil || m.Kind != seg.Map || m.Serial || len(m.Accs) > 0 || len(m.Space) != 1 ||
		m.Space[0].N != scan.Space[0].N || !light(m.Body) || !h.squeezes && storesAlone(m.Body) {
		return false
	}
	stored := storedBy(scan)
	mine, read := map[*seg.Mem]bool{}, false
	for _, x := range seg.KernelMems(scan) {
		mine[x] = true
	}
	written := seg.Written(m)
	ok := true
	seg.Walk(m.Body, func(s seg.Stm) {
		l, isLoad := s.(*seg.Load)
		s.Each(seg.Visitor{Mem: func(x *seg.Mem, _ seg.Access) {
			if st := stored[x]; st != nil {
				ok = ok && isLoad && sameAt(l.At, m.Space[0].I, st.At, scan.After.At)
				read = true
			}
			ok = ok && !(written[x] && (mine[x] || x.Grow))
		}})
	})
	for x := range seg.Written(scan) { // what else it writes the map must not read
		ok = ok && (stored[x] != nil || !slices.Contains(seg.KernelMems(m), x))
	}
	return ok && read
}

// storesAlone reports whether a branch stores and loads nothing.
func storesAlone(c seg.Code) (found bool) {
	seg.Walk(c, func(s seg.Stm) {
		f, ok := s.(*seg.If)
		if !ok {
			return
		}
		for _, branch := range []seg.Code{f.Then, f.Else} {
			isLoad := func(s seg.Stm) bool { _, is := s.(*seg.Load); return is }
			isStore := func(s seg.Stm) bool { _, is := s.(*seg.Store); return is }
			found = found || slices.ContainsFunc(branch, isStore) && !slices.ContainsFunc(branch, isLoad)
		}
	})
	return found
}

// storedBy is what a scan stores once for each point, where it has its results.
func storedBy(scan *seg.Kernel) map[*seg.Mem]*seg.Store {
	out, n := map[*seg.Mem]*seg.Store{}, map[*seg.Mem]int{}
	for _, s := range scan.After.Body {
		if st, ok := s.(*seg.Store); ok && slices.ContainsFunc(st.At, func(t seg.Term) bool { return t.A == core.Atom(scan.After.At) && t.B == nil }) {
			out[st.Mem] = st
		}
	}
	seg.Walk(scan.After.Body, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(x *seg.Mem, _ seg.Access) { n[x]++ }})
	})
	for x, k := range n {
		if k > 1 {
			delete(out, x)
		}
	}
	return out
}

// sameAt reports whether two places are the same where i is j.
func sameAt(x seg.Index, i *core.Var, y seg.Index, j *core.Var) bool {
	return slices.EqualFunc(x, y, func(s, t seg.Term) bool {
		return s == t || s.A == core.Atom(i) && t.A == core.Atom(j) && s.B == nil && t.B == nil
	})
}

// sinks reports whether a scan may be launched after statements in the place of before them.
func sinks(scan *seg.Kernel, between seg.Host) bool {
	written := seg.Written(scan)
	ok := undisturbed(scan, between)
	seg.WalkHost(between, func(s seg.HostStm) {
		switch s := s.(type) {
		case *seg.HAlloc:
		case *seg.HLaunch:
			ok = ok && !slices.ContainsFunc(seg.KernelMems(s.Kernel), func(m *seg.Mem) bool { return written[m] })
		default:
			ok = ok && !slices.ContainsFunc(seg.HostMems(s), func(m *seg.Mem) bool { return written[m] })
		}
	})
	return ok
}

// join is the scan with the work of the map.
func (h *scattering) join(scan, m *seg.Kernel) *seg.Kernel {
	stored := storedBy(scan)
	k, after := *scan, *scan.After
	r := &seg.Renaming{Vars: map[core.Atom]core.Atom{m.Space[0].I: after.At}}
	read := map[*seg.Mem]bool{}
	more := seg.Rewrite(m.Body, func(s seg.Stm) seg.Code {
		if l, ok := s.(*seg.Load); ok && stored[l.Mem] != nil {
			r.Vars[l.V], read[l.Mem] = stored[l.Mem].Val, true
			return nil
		}
		return seg.Code{s}
	})
	after.Body = slices.DeleteFunc(slices.Clone(after.Body), func(s seg.Stm) bool {
		st, ok := s.(*seg.Store)
		if !ok || !read[st.Mem] || slices.Contains(scan.Updates, st.Mem) || h.mentions[st.Mem] != 3 { // made, stored and read here
			return false
		}
		h.none[st.Mem] = true
		return true
	})
	after.Body = append(after.Body, r.Code(more)...)
	k.After = &after
	k.Updates = append(slices.Clone(scan.Updates), m.Updates...)
	for x := range read {
		h.mentions[x]-- // the map
	}
	h.gone[scan], h.gone[m] = &k, nil
	return &k
}
