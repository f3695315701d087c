package contract

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Contract tells of each map whether it is a contraction that gains by tiles, or on a GPU by squares: a fold over k at every point (i, j) that
// reads the same elements for many points.
func Contract(p *seg.Prog) *seg.Prog {
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		c := shapeOf(k)
		if c == nil || p.Target.GPU && squareOf(k, c) == nil || !p.Target.GPU && analyse(c, false) == nil {
			return k
		}
		n := *k
		n.Contraction = true
		return &n
	})
}

// shape is a map taken apart: points (I, J), of which I is nil if there is one dimension only.
type shape struct {
	I, J *core.Var
	Pre  seg.Code
	Fold *seg.Fold
	Post seg.Code
}

// shapeOf takes a map apart at its fold; nil if it has none, or reads what it writes.
func shapeOf(k *seg.Kernel) *shape {
	if k.Kind != seg.Map || k.Serial || len(k.Accs) > 0 {
		return nil
	}
	c := &shape{J: k.Space[len(k.Space)-1].I}
	if n := len(k.Space); n > 1 {
		c.I = k.Space[n-2].I
	}
	if !c.takeApart(k.Body) || len(c.overwritten()) > 0 {
		return nil
	}
	return c
}

// takeApart finds the fold in the code of a point, and what is before and after it.
func (c *shape) takeApart(body seg.Code) bool {
	for i, s := range body {
		f, ok := s.(*seg.Fold)
		if l, isLoop := s.(*seg.For); isLoop {
			f = inOrder(l)
			ok = f != nil
		}
		if ok {
			c.Pre, c.Fold, c.Post = body[:i], f, body[i+1:]
			return true
		}
	}
	return false
}

// overwritten are the memories that the map both reads and writes.
func (c *shape) overwritten() []*seg.Mem { return seg.Overwritten(c.Pre, c.Fold.Body, c.Post) }

// Values is what comes before the fold besides declaring the accumulators.
func (c *shape) Values() seg.Code {
	return slices.DeleteFunc(slices.Clone(c.Pre), func(s seg.Stm) bool { _, ok := s.(*seg.Decl); return ok })
}

// Start is what an accumulator of the fold starts with.
func (c *shape) Start(acc *core.Var) core.Atom {
	for _, s := range c.Pre {
		if d, ok := s.(*seg.Decl); ok && d.V == acc {
			return d.Init
		}
	}
	return core.Zero(acc.Type.Elem)
}

// inOrder is a loop that sums as a fold: tiles add to each sum in the order of the loop. It is nil if the loop does anything
// else or looks at its sums.
//
//	for k < n { ...; next = acc + x; set acc = next }
func inOrder(s *seg.For) *seg.Fold {
	if !s.FromZero() {
		return nil
	}
	f := &seg.Fold{I: s.I, Bound: s.Bound}
	def := map[core.Atom]*seg.Let{}
	for _, b := range s.Body {
		if l, ok := b.(*seg.Let); ok {
			def[l.V] = l
		}
	}
	own := map[seg.Stm]bool{} // the sums
	for _, b := range s.Body {
		set, ok := b.(*seg.Set)
		if !ok {
			continue
		}
		own[b] = true
		l := def[set.Val]
		for l != nil && l.Op.ResultType(l.T) == l.T && l.Op == prim.To(l.T) {
			own[l], l = true, def[l.Args[0]]
		}
		if l == nil || l.Op != prim.Add || !slices.Contains(l.Args, core.Atom(set.V)) {
			return nil
		}
		own[l] = true
		x := l.Args[0]
		if x == core.Atom(set.V) {
			x = l.Args[1]
		}
		f.Accs, f.Ops, f.Vals = append(f.Accs, set.V), append(f.Ops, prim.Add), append(f.Vals, x)
	}
	gone := slices.Clone(f.Accs)
	for b := range own {
		if v := seg.Binds(b); v != nil {
			gone = append(gone, v)
		}
	}
	f.Body = slices.DeleteFunc(slices.Clone(s.Body), func(b seg.Stm) bool { return own[b] })
	if len(f.Accs) == 0 || foldUses(f, gone) {
		return nil
	}
	return f
}

// foldUses reports whether a fold uses one of the variables.
func foldUses(f *seg.Fold, vs []*core.Var) bool {
	out := slices.ContainsFunc(f.Vals, func(a core.Atom) bool { return slices.Contains(vs, core.AsVar(a)) })
	seg.Walk(f.Body, func(s seg.Stm) {
		seg.Operands(s, func(a core.Atom) { out = out || slices.Contains(vs, core.AsVar(a)) })
	})
	return out
}
