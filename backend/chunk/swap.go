package chunk

import (
	"maps"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Swaps]
//
// A loop that computes its array anew in each iteration has two blocks for it: the new array is made in one, and copied to the other at the
// end, where the next iteration reads it. Here the blocks change places instead:
//
//	for i < n { code on a and b; a[..] = b[..] }
//
// becomes
//
//	odd = false; for i < n { now = if odd then b else a; next = if odd then a else b; code on now and next; odd = not odd }
//	if odd { a[..] = b[..] }
//
// A copy may be a nest that copies row after row. What makes the copy says that nobody reads b after it before all of it is written
// (seg.For.Moves). A compiler sees that now and next are apart, since both are chosen by one condition.

// Swap makes loops exchange blocks that they would copy.
func Swap(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU {
		return p
	}
	return pass(p, func(_ *seg.Kernel, c seg.Code) seg.Code { return swaps(c) })
}

// swaps is code with exchanges for copies, in inner loops first.
func swaps(c seg.Code) seg.Code {
	b := &seg.Builder{}
	for _, s := range c {
		s = within(s, swaps)
		switch x := s.(type) {
		case *seg.For:
			if e := exchanges(x.Body); len(e) > 0 {
				n := *x
				exchange(b, e, &n, &n.Body, &n.Body)
				continue
			}
		case *seg.While:
			if e := exchanges(x.Body); len(e) > 0 {
				n := *x
				exchange(b, e, &n, &n.CondCode, &n.Body)
				continue
			}
		default: // no loop
		}
		b.Add(s)
	}
	return b.Code
}

// exchanges are the copies at the end of a loop's body for which blocks may change places.
func exchanges(body seg.Code) map[seg.Stm]*seg.Copy {
	bound := map[core.Atom]bool{}
	seg.Walk(body, func(s seg.Stm) { s.Each(seg.Visitor{Bind: func(v *core.Var) { bound[v] = true }}) })
	out := map[seg.Stm]*seg.Copy{}
	mentions := map[*seg.Mem]int{} // by what comes at the end
	for k := len(body) - 1; k >= 0; k-- {
		s := body[k]
		if _, ok := s.(*seg.Set); ok {
			continue
		}
		l, ok := s.(*seg.For)
		if !ok || !l.Moves {
			break
		}
		if c := copiedNest(l, bound); c != nil && swappable(c.To) && swappable(c.From) {
			out[s] = c
		}
		seg.Walk(seg.Code{s}, func(s seg.Stm) { s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { mentions[m]++ }}) })
	}
	maps.DeleteFunc(out, func(_ seg.Stm, c *seg.Copy) bool { return mentions[c.To] > 1 || mentions[c.From] > 1 })
	return out
}

// copiedNest is the copy of the rows of a block that a nest makes, whose bounds are none of these variables; nil if it is another nest.
func copiedNest(l *seg.For, bound map[core.Atom]bool) *seg.Copy {
	for len(l.Body) == 1 && l.FromZero() && !bound[l.Bound] {
		in, ok := l.Body[0].(*seg.For)
		if !ok {
			return nil
		}
		l = in
	}
	c, ok := copied(l).(*seg.Copy)
	if !ok || bound[c.N] || !slices.Equal(c.ToAt, c.FromAt) {
		return nil
	}
	return c
}

// swappable reports whether a memory is a plain block in memory.
func swappable(m *seg.Mem) bool {
	return (m.Space == seg.Device || m.Space == seg.Scratch) && !m.Grow && m.Lanes <= 1
}

// exchange adds a loop without some copies at its end; first is the code that an iteration begins with.
func exchange(b *seg.Builder, copies map[seg.Stm]*seg.Copy, loop seg.Stm, first, body *seg.Code) {
	odd := b.Var("odd", core.Bool, core.BoolC(false))
	names := map[*seg.Mem]*seg.Mem{}
	var begin, rest seg.Code
	var order seg.Code
	for _, s := range *body {
		c := copies[s]
		if c == nil {
			rest = append(rest, s)
			continue
		}
		order = append(order, s)
		now, next := seg.NewMem(c.To.Name, c.To.Elem, c.To.Space), seg.NewMem(c.From.Name, c.From.Elem, c.From.Space)
		now.Len, next.Len = c.To.Len, c.From.Len
		names[c.To], names[c.From] = now, next
		begin = append(begin, &seg.Bind{Mem: now, Cond: odd, Then: c.From, Else: c.To}, &seg.Bind{Mem: next, Cond: odd, Then: c.To, Else: c.From})
	}
	*body = append(renamed(rest, names), seg.Block(func(b *seg.Builder) { b.Set(odd, b.Op("odd", prim.Not, prim.Bool, odd)) })...)
	if first != body {
		*first = renamed(*first, names)
	}
	*first = append(begin, *first...)
	b.Add(loop)
	b.If(odd, func(b *seg.Builder) {
		for _, s := range (&seg.Renaming{}).Code(order) {
			n := *s.(*seg.For)
			n.Moves = false
			b.Add(&n)
		}
	}, nil)
}

// renamed is code on memories of other names.
func renamed(c seg.Code, names map[*seg.Mem]*seg.Mem) seg.Code {
	m := seg.Mapper{
		Mem: func(m *seg.Mem) *seg.Mem {
			if n := names[m]; n != nil {
				return n
			}
			return m
		},
		Code: func(c seg.Code) seg.Code { return renamed(c, names) },
	}
	out := make(seg.Code, len(c))
	for i, s := range c {
		out[i] = s.Map(m)
	}
	return out
}
