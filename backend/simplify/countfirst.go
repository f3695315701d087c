package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Counting first]
//
// A partition puts an element where the sum at it says, and the totals of sums: every place waits for whole scans, which store their results for the map that
// makes the places. Totals alone are cheap: a reduction goes over the flags in vectors, and stores nothing. So where a map needs totals of integer scans
// that it reads element by element, reductions count first. The scans of one map become one scan, at the last of them, which then hands on its results: Note
// [Handing on]. In the place of two sweeps that write and read all sums there is one that reads the flags again.

// CountFirst makes reductions of the totals that maps need beside the scans, and one scan of several.
func CountFirst(p *seg.Prog) *seg.Prog {
	c := &counting{squeezes: p.Target.Squeezes(), mentions: mentions(p), lasts: lastReads(p), lastAt: lastPlaces(p), first: map[*seg.Kernel]*seg.Kernel{}, gone: map[*seg.Kernel]*seg.Kernel{},
		total: map[*seg.Mem]*seg.Mem{}, read: map[*core.Var]*seg.Mem{}}
	body := c.host(p.Body)
	if len(c.first)+len(c.gone) == 0 {
		return p
	}
	out := *p
	out.Body, out.Kernels = c.reads(body), nil
	for _, k := range p.Kernels {
		if r := c.first[k]; r != nil {
			out.Kernels = append(out.Kernels, r)
		}
		out.Kernels = append(out.Kernels, remaining([]*seg.Kernel{k}, c.gone)...)
	}
	return &out
}

// counting is the state of the pass.
type counting struct {
	squeezes bool                        // Note [Scattering scans]
	mentions map[*seg.Mem]int            // the statements of the host that mention a memory, and results
	lasts    map[*seg.Mem][]*core.Var    // the host's reads of the last result: Note [Counts]
	lastAt   map[core.Atom]core.Atom     // the scalars that are one less than another
	first    map[*seg.Kernel]*seg.Kernel // what counts before a scan
	gone     map[*seg.Kernel]*seg.Kernel // what a kernel has become; nil if another one does its work
	total    map[*seg.Mem]*seg.Mem       // where the total of a result is
	read     map[*core.Var]*seg.Mem      // where the host reads it
}

// lastPlaces are the scalars of the host that are one less than another.
func lastPlaces(p *seg.Prog) map[core.Atom]core.Atom {
	out := map[core.Atom]core.Atom{}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		if s, ok := s.(*seg.HLet); ok {
			if n := oneMore(s); n != nil {
				out[s.V] = n
			}
		}
	})
	return out
}

func (c *counting) host(list seg.Host) seg.Host {
	out := make(seg.Host, 0, len(list))
	for _, s := range list {
		out = append(out, s.Map(seg.Mapper{Host: c.host}))
	}
	for b := 0; b < len(out); b++ {
		l, ok := out[b].(*seg.HLaunch)
		if !ok || l.Kernel.Kind != seg.Map || l.Kernel.Serial || len(l.Kernel.Accs) > 0 || len(l.Kernel.Space) != 1 || !light(l.Kernel.Body) ||
			!c.squeezes && storesAlone(l.Kernel.Body) {
			continue
		}
		scans := c.scansOf(l.Kernel, out[:b])
		if len(scans) == 0 || len(scans) == 1 && !c.waits(l.Kernel, out[scans[0]].(*seg.HLaunch).Kernel, out[scans[0]:b]) {
			continue
		}
		out[b] = &seg.HLaunch{Kernel: c.withTotals(l.Kernel, out, scans), Src: l.Src}
		more := len(out)
		out = c.count(out, scans)
		b += len(out) - more
	}
	return out
}

// scansOf are the places of the sums that a map alone reads, element by element or the last one.
func (c *counting) scansOf(m *seg.Kernel, before seg.Host) (scans []int) {
	for a, s := range before {
		s, ok := s.(*seg.HLaunch)
		if ok && c.countable(s.Kernel) && c.alone(s.Kernel, m) && undisturbed(s.Kernel, before[a+1:]) {
			scans = append(scans, a)
		}
	}
	return scans
}

// countable reports whether a kernel gives sums of integers which are cheap to compute twice.
func (c *counting) countable(k *seg.Kernel) bool {
	n := 0
	seg.Walk(k.Body, func(s seg.Stm) {
		n++
		if _, ok := s.(*seg.Check); ok {
			n += maxLight
		}
	})
	return k.Kind == seg.Scan && !k.Back && k.After == nil && !slices.Contains(k.Unread, true) && len(k.Space) == 1 && len(k.Updates) == 0 && n <= maxLight && light(k.Body) &&
		!slices.ContainsFunc(k.Outs, func(o *seg.Mem) bool { return !o.Elem.IsInt() }) && len(k.Op.Ops) == len(k.Outs) &&
		!slices.ContainsFunc(k.Op.Ops, func(op *prim.Op) bool { return op != prim.Add })
}

// alone reports whether a map, over the same points, is all that reads the results of a scan, each at its place, but for the last ones.
func (c *counting) alone(scan, m *seg.Kernel) bool {
	if scan.Space[0].N != m.Space[0].N {
		return false
	}
	read, ok := map[*seg.Mem]bool{}, true
	seg.Walk(m.Body, func(s seg.Stm) {
		l, isLoad := s.(*seg.Load)
		s.Each(seg.Visitor{Mem: func(x *seg.Mem, _ seg.Access) {
			if slices.Contains(scan.Outs, x) {
				ok = ok && isLoad && (slices.Equal(l.At, seg.At(m.Space[0].I)) || c.isLast(l, scan))
				read[x] = true
			}
		}})
	})
	for _, o := range scan.Outs {
		mentions := 2 + len(c.lasts[o]) // where it is made and filled
		if read[o] {
			mentions++
		}
		ok = ok && c.mentions[o] == mentions
	}
	return ok && len(read) > 0
}

// isLast reports whether a load is that of the last result of a scan.
func (c *counting) isLast(l *seg.Load, scan *seg.Kernel) bool {
	return len(l.At) == 1 && l.At[0].B == nil && c.lastAt[l.At[0].A] == scan.Space[0].N
}

// waits reports whether a map needs the last result of a scan, or scalars that the host has computed of it.
func (c *counting) waits(m, scan *seg.Kernel, between seg.Host) (found bool) {
	of := map[core.Atom]bool{}
	for _, o := range scan.Outs {
		for _, v := range c.lasts[o] {
			of[v] = true
		}
	}
	seg.WalkHost(between, func(s seg.HostStm) {
		if s, ok := s.(*seg.HSet); ok {
			for i, a := range s.Vals {
				of[s.Vs[i]] = of[s.Vs[i]] || of[a]
			}
			return
		}
		if s, ok := s.(*seg.HLet); ok && slices.ContainsFunc(s.Args, func(a core.Atom) bool { return of[a] }) {
			of[s.V] = true
		}
	})
	seg.Walk(m.Body, func(s seg.Stm) {
		l, ok := s.(*seg.Load)
		found = found || ok && slices.Contains(scan.Outs, l.Mem) && c.isLast(l, scan)
		seg.Operands(s, func(a core.Atom) { found = found || of[a] })
	})
	return found
}

// withTotals is the map that reads totals where they are counted. It makes their memories.
func (c *counting) withTotals(m *seg.Kernel, host seg.Host, scans []int) *seg.Kernel {
	of := map[*seg.Mem]*seg.Kernel{}
	for _, a := range scans {
		scan := host[a].(*seg.HLaunch).Kernel
		for _, o := range scan.Outs {
			of[o] = scan
			for _, v := range c.lasts[o] {
				c.read[v] = c.totalOf(o)
			}
		}
	}
	n := *m
	n.Body = seg.Rewrite(m.Body, func(s seg.Stm) seg.Code {
		l, ok := s.(*seg.Load)
		if !ok || of[l.Mem] == nil || !c.isLast(l, of[l.Mem]) {
			return seg.Code{s}
		}
		x := *l
		x.Mem, x.At = c.totalOf(l.Mem), nil
		return seg.Code{&x}
	})
	c.gone[m] = &n
	return &n
}

func (c *counting) totalOf(o *seg.Mem) *seg.Mem {
	if c.total[o] == nil {
		c.total[o] = seg.NewMem("total", o.Elem, o.Space)
	}
	return c.total[o]
}

// count is host code that counts the totals that are needed before scans, and has one scan at the last of their places.
func (c *counting) count(list seg.Host, scans []int) (out seg.Host) {
	var one *seg.Kernel
	for a, s := range list {
		if !slices.Contains(scans, a) {
			out = append(out, s)
			continue
		}
		l := s.(*seg.HLaunch)
		if r := c.reduction(l.Kernel); r != nil {
			for _, t := range r.Outs {
				out = append(out, &seg.HAlloc{Mem: t})
			}
			out = append(out, &seg.HLaunch{Kernel: r, Src: l.Src})
		}
		if one == nil {
			one = l.Kernel
		} else {
			one = c.together(one, l.Kernel)
		}
		if a == scans[len(scans)-1] {
			out = append(out, &seg.HLaunch{Kernel: one, Src: l.Src})
		}
	}
	return out
}

// reduction counts the totals of a scan, if any is needed.
func (c *counting) reduction(scan *seg.Kernel) *seg.Kernel {
	if !slices.ContainsFunc(scan.Outs, func(o *seg.Mem) bool { return c.total[o] != nil }) {
		return nil
	}
	k := *scan
	k.Kind, k.Name, k.Outs, k.Unread = seg.Reduce, "total", nil, nil
	for _, o := range scan.Outs {
		k.Outs = append(k.Outs, c.totalOf(o))
	}
	c.first[scan] = (&seg.Renaming{}).Kernel(&k)
	return c.first[scan]
}

// together is one scan that does the work of two.
func (c *counting) together(x, y *seg.Kernel) *seg.Kernel {
	k := together(x, y)
	c.gone[x], c.gone[y] = k, nil
	return k
}

// together is one scan for two that do nothing with their results.
func together(x, y *seg.Kernel) *seg.Kernel {
	k, op := *y, *y.Op
	r := &seg.Renaming{Vars: map[core.Atom]core.Atom{x.Space[0].I: y.Space[0].I}}
	k.Body = append(r.Code(x.Body), y.Body...)
	k.Unread = make([]bool, len(x.Outs)+len(y.Outs))
	k.Vals, k.Ne, k.Outs = slices.Concat(r.Atoms(x.Vals), y.Vals), slices.Concat(x.Ne, y.Ne), slices.Concat(x.Outs, y.Outs)
	op.A, op.B, op.Body = slices.Concat(x.Op.A, op.A), slices.Concat(x.Op.B, op.B), slices.Concat(x.Op.Body, op.Body)
	op.Res = slices.Concat(x.Op.Res, op.Res)
	if op.Ops = slices.Concat(x.Op.Ops, op.Ops); len(op.Ops) < len(op.Res) {
		op.Ops = nil
	}
	if op.Neutral = slices.Concat(x.Op.Neutral, op.Neutral); len(op.Neutral) < len(op.Res) {
		op.Neutral = nil
	}
	k.Op = &op
	return &k
}

// reads is host code that reads the totals where they are counted.
func (c *counting) reads(list seg.Host) seg.Host {
	out := make(seg.Host, len(list))
	for i, s := range list {
		if r, ok := s.(*seg.HRead); ok && c.read[r.V] != nil {
			out[i] = &seg.HRead{V: r.V, Mem: c.read[r.V]}
			continue
		}
		out[i] = s.Map(seg.Mapper{Host: c.reads})
	}
	return out
}
