package gen

import (
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Rows in groups]
//
// A map whose points fold over k, as in sums of rows, has a second form, in which a group takes a point: its items take
// the values of k in turns, so that neighbours read neighbours along k, and combine in local memory. It is for
// few points with long folds, and for points whose own places in memory are far apart.

// groupRow is a kernel whose folds groups can share.
type groupRow struct {
	pre, post seg.Code
	fold      *seg.Fold
}

// rowFold is the form of a kernel with a group for each point, nil if it has none.
func rowFold(k *seg.Kernel) *groupRow {
	for at, s := range k.Body {
		f, ok := s.(*seg.Fold)
		if !ok {
			continue
		}
		r := &groupRow{k.Body[:at], k.Body[at+1:], f}
		declared := map[*core.Var]bool{}
		for _, s := range r.pre {
			switch s := s.(type) {
			case *seg.Decl:
				declared[s.V] = true
			case *seg.Let, *seg.Select, *seg.Load:
			default: // all items of the group run it
				return nil
			}
		}
		for _, a := range f.Accs {
			if !declared[a] {
				return nil
			}
		}
		return r
	}
	return nil
}

// groupRows writes the stage with a group for each point.
func (w *writer) groupRows(r *groupRow) {
	l := make([]string, len(r.fold.Accs))
	for a, x := range r.fold.Accs {
		l[a] = fmt.Sprintf("l%d", a)
		t := x.Type.Elem
		w.arg(Arg{Kind: ArgLocal, N: t.Size()}, fmt.Sprintf("__local %s *%s", ctype(t), l[a]))
	}
	each := func(f func(a int, op func(x, y string) string)) {
		for a := range l {
			f(a, func(x, y string) string { return apply(r.fold.Ops[a], r.fold.Accs[a].Type.Elem, x, y) })
		}
	}
	w.totals(w.total())
	w.braces("for (long p = group; p < total; p += chunks)", func() {
		w.point()
		w.code(r.pre)
		for a, x := range r.fold.Accs {
			w.line("%s x%d = %s;", ctype(x.Type.Elem), a, neutral(r.fold.Ops[a], x.Type.Elem))
		}
		w.apart(func() {
			n, k := w.atom(r.fold.Bound), w.bind(r.fold.I)
			w.braces(fmt.Sprintf("for (long %s = lid; %s < %s; %s += lsize)", k, k, n, k), func() {
				w.poll()
				w.code(r.fold.Body)
				vals := w.atoms(r.fold.Vals)
				each(func(a int, op func(x, y string) string) { w.line("x%d = %s;", a, op(fmt.Sprintf("x%d", a), vals[a])) })
			})
		})
		each(func(a int, _ func(x, y string) string) { w.line("%s[lid] = x%d;", l[a], a) })
		w.braces("for (long s = lsize / 2; s > 0; s /= 2)", func() {
			w.barrier()
			each(func(a int, op func(x, y string) string) {
				w.line("if (lid < s) %s[lid] = %s;", l[a], op(l[a]+"[lid]", l[a]+"[lid + s]"))
			})
		})
		w.braces("if (lid == 0)", func() {
			w.apart(func() {
				each(func(a int, op func(x, y string) string) {
					x := w.name(r.fold.Accs[a])
					w.line("%s = %s;", x, op(x, l[a]+"[0]"))
				})
				w.code(r.post)
			})
		})
		w.barrier()
	})
}

// alongK tells that some load of the fold has step 1 in k.
func (r *groupRow) alongK() bool {
	along := false
	seg.Walk(r.fold.Body, func(s seg.Stm) {
		if l, ok := s.(*seg.Load); ok && l.Mem.Space == seg.Device {
			for _, t := range l.At {
				along = along || t.A == core.Atom(r.fold.I) && t.B == nil
			}
		}
	})
	return along
}
