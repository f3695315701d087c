package lanes

import (
	"cmp"
	"maps"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// code is the loop with its windows in variables, and as it was for where it may not be so.
func (l *windowed) code() seg.Code {
	return seg.Block(func(b *seg.Builder) {
		from := l.From
		if from == nil {
			from = core.IntC(0)
		}
		widest := int64(0)
		for _, c := range l.windows {
			widest = max(widest, c.top-c.low)
		}
		may := core.Atom(b.Op("more", prim.Lt, prim.I64, b.Index("from", prim.Add, from, core.IntC(widest)), l.Bound))
		for _, v := range slices.SortedFunc(maps.Keys(l.asked), func(x, y *core.Var) int { return cmp.Compare(x.ID, y.ID) }) {
			may = b.Op("may", prim.And, prim.Bool, may, b.Op("apart", prim.Le, prim.I64, core.IntC(l.asked[v]), v))
		}
		b.If(may, func(b *seg.Builder) { l.inVariables(b, from) }, func(b *seg.Builder) { b.Add(l.For) })
	})
}

// inVariables adds the loop with its windows in variables.
func (l *windowed) inVariables(b *seg.Builder, from core.Atom) {
	carried := map[*window][]*core.Var{} // the elements from c.low on but for the top, before an iteration
	for _, c := range l.windows {
		for n := c.low; n < c.top; n++ {
			carried[c] = append(carried[c], b.Var("x", core.Prim(c.mem.Elem), b.Load("e", c.mem, 0, c.place(b, from, n))))
		}
	}
	f := *l.For
	f.I = core.NewVar(l.I.Name, l.I.Type)
	f.Body = seg.Block(func(b *seg.Builder) { l.iteration(b, &f, carried) })
	b.Add(&f)
	var last core.Atom
	for _, c := range l.windows {
		if c.stored < c.top && last == nil {
			last = b.Index("last", prim.Sub, l.Bound, core.IntC(1))
		}
		for n := c.stored + 1; n <= c.top; n++ {
			b.Store(c.mem, c.place(b, last, n), carried[c][n-1-c.low])
		}
	}
}

// place is that of an element of the window in iteration i.
func (c *window) place(b *seg.Builder, i core.Atom, n int64) seg.Index {
	moved := b.Index("moved", prim.Add, i, core.IntC(n))
	return seg.At(b.Index("at", prim.Add, baseOf(b, c.rest), b.Index("part", prim.Mul, moved, productOf(b, c.by.k, c.by.by))))
}

// iteration adds an iteration of the loop f.
func (l *windowed) iteration(b *seg.Builder, f *seg.For, carried map[*window][]*core.Var) {
	r := &seg.Renaming{Vars: map[core.Atom]core.Atom{l.I: f.I}}
	now := map[*window]map[int64]core.Atom{} // what the elements are
	last := map[*windowTouch]bool{}          // writes of an element that is not changed any more
	in := map[seg.Stm]*windowTouch{}
	for _, c := range l.windows {
		now[c] = map[int64]core.Atom{}
		for k, v := range carried[c] {
			now[c][c.low+int64(k)] = same(b, v)
		}
		var stores *windowTouch
		for _, t := range c.touches {
			in[t.stm] = t
			if t.write && t.at == c.stored {
				stores = t
			}
		}
		last[stores] = true
	}
	for _, s := range l.Body {
		t := in[s]
		if t == nil {
			b.Add(r.Stm(s))
			continue
		}
		switch s := s.(type) {
		case *seg.Load:
			if e := now[t.in][t.at]; e != nil {
				r.Vars[s.V] = e
				continue
			}
			b.Add(r.Stm(s))
			now[t.in][t.at] = r.Atom(s.V)
		case *seg.Store:
			v := r.Atom(s.Val)
			if l.sets[s.Val] {
				v = same(b, v.(*core.Var))
			}
			now[t.in][t.at] = v
			if last[t] {
				b.Add(&seg.Store{Mem: s.Mem, At: r.Stm(s).(*seg.Store).At, Val: v})
			}
		default: // windows are loads and stores
		}
	}
	for _, c := range l.windows {
		for k, v := range carried[c] {
			b.Set(v, now[c][c.low+int64(k)+1])
		}
	}
}

// same is what a variable that changes is now.
func same(b *seg.Builder, v *core.Var) core.Atom {
	return b.Op(v.Name, prim.To(v.Type.Elem), v.Type.Elem, v)
}
