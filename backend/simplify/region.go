package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Regions]
//
// A loop over all elements of an array of which most stay as they are, or whose elements are computed in one way in one region and in another way
// in another one, costs as much as all elements in all ways. Where the regions are intervals of the loop's index, each becomes a loop over it:
//
//	for k < n par: if k == j { A } else { if j < k and k <= i { B } }
//	becomes   if 0 <= j < n { A[j/k] };   if j < i { for t < min(i, n-1) - j: B[t+j+1/k] }
//
// What tells the regions apart are comparisons of the index with what does not change in the loop; other conditions stay. The regions are the
// sets of affine constraints that [Peng23, 3.3] computes the effective elements of a loop with, of one index at a time. Loops are done from the inside
// out: a loop around has the conditions that the region inside is not empty, and goes over its own part, as the rows of a triangle.
//
// Iterations of a loop that is split are independent of each other, but for what they add to accumulators. What one of them does in two places may
// then be done in two loops, if it hands nothing over in memory that iterations share. A loop that must stay whole goes over what holds all regions.

// Regions makes loops over intervals of loops whose bodies are branches on their index.
func Regions(p *seg.Prog) *seg.Prog {
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		n := *k
		if n.Body = regions(k.Body); k.Kind == seg.Task {
			n.Body = seg.Rewrite(n.Body, func(s seg.Stm) seg.Code {
				if f, ok := s.(*seg.For); ok {
					return apart(f)
				}
				return seg.Code{s}
			})
		}
		return &n
	})
}

func regions(c seg.Code) seg.Code {
	return seg.Rewrite(c, func(s seg.Stm) seg.Code {
		f, ok := s.(*seg.For)
		if !ok || !f.FromZero() || f.I.Type.Elem != prim.I64 || f.Interchange != seg.NoInterchange {
			return seg.Code{s}
		}
		for _, body := range append(inBranches(f.Body), f.Body) {
			if out := split(f, body); out != nil {
				return out
			}
		}
		return seg.Code{s}
	})
}

// maxRegions bounds the loops that one becomes.
const maxRegions = 4

// split is a loop with this body as loops over regions; nil if it has none.
func split(f *seg.For, body seg.Code) seg.Code {
	w := &regionWalk{loop: f, defs: map[core.Atom]seg.Stm{}, varies: map[core.Atom]bool{f.I: true}}
	seg.Walk(body, func(s seg.Stm) {
		s.Each(seg.Visitor{Bind: func(v *core.Var) { w.varies[v] = true }})
		switch s := s.(type) {
		case *seg.Let:
			w.defs[s.V] = s
		case *seg.Select:
			w.defs[s.V] = s
		case *seg.Set:
			w.varies[s.V] = true
		case *seg.Fold:
			for _, a := range s.Accs {
				w.varies[a] = true
			}
		default: // no condition
		}
	})
	w.level(body, nil, nil)
	if len(w.parts) == 0 || len(w.parts) > maxRegions {
		return nil
	}
	var rs []*interval
	for _, p := range w.parts {
		rs = append(rs, w.region(p.when))
	}
	if slices.ContainsFunc(rs, func(r *interval) bool { return r.at == nil && len(r.low) == 0 && len(r.high) == 0 }) {
		return nil
	}
	if len(rs) > 1 && (w.refused || !f.Par && !w.anyOrder(body)) {
		return hull(rs).code(f, body)
	}
	var out seg.Code
	for i, r := range rs {
		out = append(out, r.code(f, live(w.parts[i].under(r.rest)))...)
	}
	return out
}

// part is code of an iteration and the conditions under which it runs.
type part struct {
	when []condition
	code seg.Code
}

// condition is what a variable must be for the statements of a part from a place on.
type condition struct {
	v  core.Atom
	is bool
	at int
}

// under is the code with branches for conditions.
func (p part) under(rest []condition) seg.Code {
	c := p.code
	for _, x := range slices.Backward(rest) {
		c = append(slices.Clone(c[:x.at]), seg.Block(guarded(x, func(b *seg.Builder) { b.Add(c[x.at:]...) }))...)
	}
	return c
}

// regionWalk takes the body of a loop apart.
type regionWalk struct {
	loop    *seg.For
	defs    map[core.Atom]seg.Stm
	varies  map[core.Atom]bool // in the loop
	parts   []part
	refused bool
}

// level adds the parts of a list of statements, which come after pure ones and run under conditions.
func (w *regionWalk) level(c, before seg.Code, when []condition) {
	first := len(w.parts)
	pure := slices.Clip(before)
	for i, s := range c {
		switch x := s.(type) {
		case *seg.Select:
			pure = append(pure, s)
			continue
		case *seg.Let:
			if !x.Op.FailsOn(x.T) {
				pure = append(pure, s)
				continue
			}
		case *seg.Load:
			pure = append(pure, s)
			continue
		case *seg.If:
			if !setsOutside(x) {
				at := len(w.parts)
				w.level(x.Then, pure, append(slices.Clip(when), condition{x.Cond, true, len(pure)}))
				w.level(x.Else, pure, append(slices.Clip(when), condition{x.Cond, false, len(pure)}))
				w.apart(first, at)
				continue
			}
		default: // the rest is one part
		}
		at := len(w.parts)
		rest := c[i:]
		if f, ok := s.(*seg.For); ok && i+1 < len(c) && !setsOutside(f) {
			w.parts = append(w.parts, part{when, append(slices.Clip(pure), f)})
			w.apart(first, at)
			continue
		}
		w.parts = append(w.parts, part{when, append(slices.Clip(pure), rest...)})
		w.apart(first, at)
		return
	}
}

// apart refuses if the parts from one on, which run after those before in the same iteration, cannot do so when all iterations of those have run.
func (w *regionWalk) apart(first, at int) {
	for _, a := range w.parts[first:at] {
		for _, b := range w.parts[at:] {
			w.refused = w.refused || !w.separate(a.code, b.code)
		}
	}
}

// separate reports whether parts share no memory but at places that iterations have for themselves, and what the later one reads there before
// its turn is not what the first one writes.
func (w *regionWalk) separate(a, b seg.Code) bool {
	access := func(c seg.Code) (all, writes map[*seg.Mem]bool) {
		all, writes = map[*seg.Mem]bool{}, map[*seg.Mem]bool{}
		seg.Walk(c, func(s seg.Stm) {
			s.Each(seg.Visitor{Mem: func(m *seg.Mem, x seg.Access) {
				all[m] = true
				if x&seg.Writes != 0 {
					writes[m] = true
				}
			}})
		})
		return all, writes
	}
	allA, writesA := access(a)
	allB, writesB := access(b)
	for m := range allA {
		if allB[m] && (writesA[m] || writesB[m]) && !(w.own(a, m) && w.own(b, m)) {
			return false
		}
	}
	for _, s := range b {
		if l, ok := s.(*seg.Load); ok && writesA[l.Mem] && slices.ContainsFunc(a, func(x seg.Stm) bool { return x == seg.Stm(l) }) {
			return false
		}
	}
	return true
}

// own reports whether all places of a memory that code uses are of the iteration alone, as far as they say so: they depend on its index.
func (w *regionWalk) own(c seg.Code, m *seg.Mem) bool {
	ok := true
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Load:
			ok = ok && (s.Mem != m || s.At.Mentions(w.loop.I))
		case *seg.Store:
			ok = ok && (s.Mem != m || s.At.Mentions(w.loop.I))
		case *seg.Update:
			ok = ok && (s.Mem != m || s.At.Mentions(w.loop.I))
		default:
			s.Each(seg.Visitor{Mem: func(x *seg.Mem, _ seg.Access) { ok = ok && x != m }})
		}
	})
	return ok
}

// setsOutside reports whether a statement changes a variable that is declared outside of it.
func setsOutside(s seg.Stm) bool {
	inside, found := map[*core.Var]bool{}, false
	seg.Walk(seg.Code{s}, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Decl:
			inside[s.V] = true
		case *seg.Set:
			found = found || !inside[s.V]
		case *seg.Fold:
			for _, a := range s.Accs {
				found = found || !inside[a]
			}
		case *seg.Check, *seg.Reserve:
			found = true // it decides on the rest
		default: // changes no variable
		}
	})
	return found
}

// live is code without what computes values that nothing uses.
func live(c seg.Code) (out seg.Code) {
	uses := countUses(c)
	for _, s := range slices.Backward(c) {
		switch s.(type) {
		case *seg.Let, *seg.Load, *seg.Select:
			if v := seg.Binds(s); uses[v] == 0 {
				seg.Operands(s, func(a core.Atom) { uses[a]-- })
				continue
			}
		default: // it does something
		}
		out = append(out, s)
	}
	slices.Reverse(out)
	return out
}
