package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Skewed nests]
//
// In dynamic programming a cell needs neighbours in the row before and in its own, so neither loop of the nest may run in any order. Cells on
// a diagonal do not need each other: rows go together, W of them, each of which is S cells behind the one before (Lamport, The parallel
// execution of DO loops, 1974; Wolfe, Loop skewing, 1986). So
//
//	for i < n: for j < m: cell(i, j)
//
// becomes, with h = min(W, n - b*W) rows at a time,
//
//	for b < n/W: for t < m + S*(h-1): for l of the rows that have a cell now, in any order: cell(b*W + l, t - S*l)
//
// whose innermost loop is a vector. Where two cells, dj columns and di > 0 rows apart, touch one place and one of them
// writes it, the first must come first: S*di + dj > 0. If that is 0 they go at once, statement by statement, which is right where the
// statement of the first stands before that of the second.
//
// Places are compared as C + a*i + b*j, in which a is the length of a row as a rule. They are equal for one di and dj only if a >= b*(m + dj);
// that is asked when the program runs, and there is the nest as it was for where it does not hold, and for few rows.
//
// What the outer loop checks for a row, mostly indices of the row that are in bounds if it has a cell, is checked for all rows before the first
// cell [ours]: cells neither fail nor write what is checked, so the same check fails, if one does, and what cells would have written until then is
// nobody's, since the program has failed.

// Skew computes the cells of nests of dependent iterations along diagonals, in vectors, where that gains: Note [Skewed nests].
func Skew(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU || p.Target.GPU {
		return p
	}
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		n := *k
		n.Body = skewed(k.Body)
		return &n
	})
}

// skewed is code with skewed nests.
func skewed(c seg.Code) (out seg.Code) {
	for _, s := range c {
		if f, ok := s.(*seg.For); ok {
			if n := nestOf(f); n != nil {
				out = append(out, n.skew()...)
				continue
			}
		}
		out = append(out, s.Map(seg.Mapper{Code: skewed}))
	}
	return out
}

// nest is two loops, the inner one the last statement of the outer one, and how far rows are behind each other.
type nest struct {
	outer, inner *seg.For
	checks       seg.Code // what the outer loop does before the inner one, if it checks
	head         seg.Code // what of that computes
	places       *places
	width        int64 // rows that go together
	shift        int64
	apart        []apart // what must hold for places to be compared
}

const (
	leastRows = 4   // for how many rows vectors are worth it
	maxCell   = 128 // bounds the statements of a cell: there are three copies
)

// nestOf is the nest of a loop that gains by vectors along its diagonals; nil if it is none.
func nestOf(f *seg.For) *nest {
	if len(f.Body) == 0 || !plainLoop(f) {
		return nil
	}
	last := len(f.Body) - 1
	in, ok := f.Body[last].(*seg.For)
	if !ok || !plainLoop(in) || !cells(in.Body) || len(in.Body) > maxCell || boundIn(f.Body)[in.Bound] || in.Bound == core.Atom(f.I) {
		return nil
	}
	n := &nest{outer: f, inner: in}
	if n.checks, n.head, ok = parted(f.Body[:last]); !ok || expensive(n.head) || reads(n.checks, in.Body) {
		return nil
	}
	n.places = placesOf(n)
	if n.shift, n.apart = n.places.order(); n.shift == 0 {
		return nil
	}
	any := core.NewVar("any", core.I64)
	d := n.diagonalFrom(&seg.Builder{}, any, any)
	if !d.shapes.fits(d.body) || d.shapes.leaks(d.body) || !d.shapes.mostlyRows(d.body) {
		return nil
	}
	n.width = int64(d.shapes.width)
	return n
}

// plainLoop reports whether a loop takes all numbers from 0 on, in order.
func plainLoop(f *seg.For) bool {
	return f.FromZero() && !f.Par && !f.Moves && f.I.Type.Elem == prim.I64 && f.Interchange == seg.NoInterchange
}

// computes reports whether code only computes what cannot fail, or reads.
func computes(c seg.Code) bool {
	return !slices.ContainsFunc(c, func(s seg.Stm) bool {
		switch s := s.(type) {
		case *seg.Let:
			return s.Op.FailsOn(s.T)
		case *seg.Select:
			return false
		case *seg.Load:
			return s.Ordered || s.V.Type.Lanes > 0
		default:
			return true
		}
	})
}

// parted is the code before the inner loop as what goes before the whole nest, nothing if there are no checks, and what computes; not ok
// if it does something else.
func parted(c seg.Code) (checks, head seg.Code, ok bool) {
	for _, s := range c {
		switch {
		case computes(seg.Code{s}):
			head = append(head, s)
		case inspects(seg.Code{s}):
			checks = c
		default:
			return nil, nil, false
		}
	}
	return checks, head, true
}

// inspects reports whether code checks and computes, and that is all, whatever its control.
func inspects(c seg.Code) bool {
	ok := true
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Check, *seg.If, *seg.For, *seg.Select:
		default:
			ok = ok && computes(seg.Code{s})
		}
	})
	return ok
}

// reads reports whether code reads what other code writes.
func reads(c, writing seg.Code) (found bool) {
	written := map[*seg.Mem]bool{}
	seg.Walk(writing, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, a seg.Access) { written[m] = written[m] || a&seg.Writes != 0 }})
	})
	seg.Walk(c, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { found = found || written[m] }})
	})
	return found
}

// cells reports whether code is that of a cell: it computes, reads and writes, without branches.
func cells(c seg.Code) bool {
	return !slices.ContainsFunc(c, func(s seg.Stm) bool {
		switch s := s.(type) {
		case *seg.Store:
			return s.First != nil
		case *seg.Update:
			return s.Ordered || s.Strip
		default:
			return !computes(seg.Code{s})
		}
	})
}

// skew is the nest along its diagonals, and as it was where that is not allowed.
func (n *nest) skew() seg.Code {
	rows, columns := n.outer.Bound, n.inner.Bound
	return seg.Block(func(b *seg.Builder) {
		may := core.Atom(b.Op("may", prim.Le, prim.I64, core.IntC(leastRows), rows))
		for _, a := range n.apart {
			may = b.Op("may", prim.And, prim.Bool, may, a.holds(b, n))
		}
		b.If(may, func(b *seg.Builder) {
			if n.checks != nil {
				r := &seg.Renaming{Vars: map[core.Atom]core.Atom{}}
				b.Add(r.Stm(&seg.For{I: n.outer.I, Bound: rows, Body: n.checks}))
			}
			w := core.IntC(n.width)
			more := b.Index("more", prim.Add, rows, core.IntC(n.width-1))
			b.For("block", nil, b.Index("blocks", prim.Quot, more, w), 0, func(b *seg.Builder, block *core.Var) {
				first := b.Index("first", prim.Mul, block, w)
				high := b.Index("high", prim.Min, w, b.Index("left", prim.Sub, rows, first))
				behind := b.Index("behind", prim.Mul, core.IntC(n.shift), b.Index("others", prim.Sub, high, core.IntC(1)))
				b.For("time", nil, b.Index("times", prim.Add, columns, behind), 0, func(b *seg.Builder, t *core.Var) { n.diagonal(b, first, high, t) })
			})
		}, func(b *seg.Builder) { b.Add(n.outer) })
	})
}

// diagonal adds the cells of the time t.
func (n *nest) diagonal(b *seg.Builder, first, high core.Atom, t *core.Var) {
	s := core.IntC(n.shift)
	done := b.Index("done", prim.Sub, b.Index("later", prim.Add, t, s), n.inner.Bound)
	low := b.Index("low", prim.Quot, b.Index("done", prim.Max, done, core.IntC(0)), s)
	begun := b.Index("begun", prim.Add, b.Index("begun", prim.Quot, t, s), core.IntC(1))
	end := b.Index("end", prim.Min, high, begun)
	d := n.diagonalFrom(b, b.Index("row", prim.Add, first, low), b.Index("column", prim.Sub, t, b.Index("behind", prim.Mul, low, s)))
	b.Add(newVectors(d.shapes, map[*seg.Mem]*seg.Mem{}).block(func(v *vectors) {
		v.quiet = true
		v.along(d.l, b.Index("rows", prim.Sub, end, low), false, func() { v.code(d.body) })
	})...)
}

// diagonal is the code of cells, of which cell l is l rows further than the first and shift*l columns behind.
type diagonal struct {
	l      *core.Var
	body   seg.Code
	shapes *shapes
}

// diagonalFrom is the diagonal from a cell on. What is the same for all of its cells is added to b.
func (n *nest) diagonalFrom(b *seg.Builder, row, column core.Atom) diagonal {
	l := core.NewVar("l", core.I64)
	r := &seg.Renaming{Vars: map[core.Atom]core.Atom{}}
	c := seg.Block(func(in *seg.Builder) {
		r.Vars[n.outer.I] = in.Index("i", prim.Add, row, l)
		r.Vars[n.inner.I] = in.Index("j", prim.Sub, column, in.Index("behind", prim.Mul, l, core.IntC(n.shift)))
		for _, s := range slices.Concat(n.head, n.inner.Body) {
			in.Add(r.Code(seg.Code{n.places.along(b, s, row, column, l)})...)
		}
	})
	d := diagonal{l: l, body: needed(c, c)}
	d.shapes = shapesAlong(l, d.body, 0)
	d.shapes.width = d.shapes.natural()
	return d
}
