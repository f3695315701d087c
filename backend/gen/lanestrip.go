package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Strips]
//
// A loop whose iterations each combine the lanes of a vector into neighbouring elements of a shared accumulator runs in
// strips of W iterations: the W vectors are added pairwise, even lanes to odd lanes, until one vector holds what
// belongs to the W elements. That takes W-1 steps for all, in place of as many for each.

// strip is the updates of a loop's body that go into strips.
type strip map[*seg.Update]string // the name of the strip's vectors

// maxStrip bounds the statements of a body that is written twice.
const maxStrip = 64

// stripOf finds the updates; nil if there are none, or all lanes need not run the loop.
func (w *writer) stripOf(s *seg.For) strip {
	if w.mask != "" || len(s.Body) > maxStrip || !loopFree(s.Body) || s.I.Type.Elem != prim.I64 {
		return nil
	}
	bound := boundIn(s.Body)
	out := strip{}
	for _, b := range s.Body {
		u, ok := b.(*seg.Update)
		if !ok || !w.lanes.shared[u.Mem] || w.lanes.copies[u.Mem] != nil || w.lanes.index(u.At).kind != same || w.lanes.of(u.Val) != each {
			continue
		}
		along := 0
		for _, t := range u.At {
			if t.A == core.Atom(s.I) && t.B == nil {
				along++
			}
		}
		if !uses(u.At, bound) && along == 1 && unitIn(u.At, s.I) {
			out[u] = ""
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// stripFor writes the loop in strips, and what is left over as it is.
func (w *writer) stripFor(s *seg.For, st strip) {
	n, i, lanes := w.atom(s.Bound), w.bind(s.I), w.lanes.w
	w.braces("", func() {
		w.line("long %s_s = 0;", i)
		w.braces(fmt.Sprintf("for (; %s_s + %d <= %s; %s_s += %d)", i, lanes, n, i, lanes), func() {
			w.line(poll)
			for _, b := range s.Body {
				if u, ok := b.(*seg.Update); ok && st[u] == "" {
					if _, in := st[u]; in {
						st[u] = w.fresh("strip")
						w.line("%s %s[%d];", vecType(u.Mem.Elem, lanes), st[u], lanes)
					}
				}
			}
			w.line("#pragma unroll")
			w.braces(fmt.Sprintf("for (int l = 0; l < %d; l++)", lanes), func() {
				w.line("const long %s = %s_s + l;", i, i)
				for _, b := range s.Body {
					if u, ok := b.(*seg.Update); ok && st[u] != "" {
						w.line("%s[l] = %s;", st[u], w.vec(u.Val))
					} else {
						w.stm(b)
					}
				}
			})
			w.line("const long %s = %s_s;", i, i)
			for _, b := range s.Body {
				if u, ok := b.(*seg.Update); ok && st[u] != "" {
					w.stripSum(u, st[u])
				}
			}
		})
		w.braces(fmt.Sprintf("for (long %s = %s_s; %s < %s; %s++)", i, i, i, n, i), func() { w.code(s.Body) })
	})
}

// stripSum combines the vectors of a strip into the accumulator.
func (w *writer) stripSum(u *seg.Update, name string) {
	t, n := u.Mem.Elem, w.lanes.w
	w.braces("", func() {
		sum, to := w.pairwise(name, u.Op, t), w.vecAt(u.Mem, n, "at")
		w.line("const long at = %s;", w.index(u.At))
		w.line("%s = %s;", to, vecApply(u.Op, t, n, to, sum))
	})
}

// boundIn is what code binds.
func boundIn(c seg.Code) map[core.Atom]bool {
	bound := map[core.Atom]bool{}
	seg.Walk(c, func(s seg.Stm) {
		if v := seg.Binds(s); v != nil {
			bound[v] = true
		}
	})
	return bound
}

// uses tells that an index has such atoms.
func uses(x seg.Index, atoms map[core.Atom]bool) bool {
	for _, t := range x {
		if atoms[t.A] || t.B != nil && atoms[t.B] {
			return true
		}
	}
	return false
}
