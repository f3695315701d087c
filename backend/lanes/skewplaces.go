package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// places are the indices of a nest of loops over i and j as sums in which what the nest computes is written out.
type places struct {
	*sums
	nest    *nest
	touches []touch // of memories that the nest writes
	far     bool    // one of them is at a place that is no sum, or not made when the cell is
}

// touch is an access of the cell: a*i + b*j + rest.
type touch struct {
	mem   *seg.Mem
	write bool
	when  int // the number of its statement
	a, b  stride
	rest  sum
}

func placesOf(n *nest) *places {
	p := &places{nest: n, sums: newSums(map[*core.Var]*seg.Let{}, n.outer.I, n.inner.I)}
	written := map[*seg.Mem]bool{}
	for _, s := range slices.Concat(n.head, n.inner.Body) {
		if v := seg.Binds(s); v != nil {
			p.varies[v] = true
		}
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, a seg.Access) { written[m] = written[m] || a&seg.Writes != 0 }})
		if l, ok := s.(*seg.Let); ok && l.T == prim.I64 {
			p.lets[l.V] = l
		}
	}
	for k, s := range slices.Concat(n.head, n.inner.Body) {
		switch s := s.(type) {
		case *seg.Load:
			if written[s.Mem] {
				p.touch(k, s.Mem, s.At, false)
				p.far = p.far || k < len(n.head) // it is read once for a row
			}
		case *seg.Store:
			p.touch(k, s.Mem, s.At, true)
		case *seg.Update:
			p.touch(k, s.Mem, s.At, true)
		default: // no access
		}
	}
	return p
}

// split is a sum as a*i + b*j + rest.
func (p *places) split(x sum) (a, b stride, rest sum, ok bool) {
	rest.C, ok = x.C, true
	for _, t := range x.Terms {
		s := &a
		switch {
		case t.V.a == p.nest.outer.I:
		case t.V.a == p.nest.inner.I:
			s = &b
		default:
			rest.Terms = append(rest.Terms, t)
			continue
		}
		ok = ok && s.k == 0 && t.V.b != p.nest.outer.I && t.V.b != p.nest.inner.I
		*s = stride{t.K, t.V.b}
	}
	return a, b, rest, ok
}

func (p *places) touch(when int, m *seg.Mem, x seg.Index, write bool) {
	t := touch{mem: m, write: write, when: when}
	f, ok := p.sum(x)
	if ok {
		t.a, t.b, t.rest, ok = p.split(f)
	}
	p.far = p.far || !ok
	p.touches = append(p.touches, t)
}

// apart is what must hold for two places to be equal at one distance only: |long| >= |short| * (cells + beyond), the cells of a row, or of a
// column where that is the short stride.
type apart struct {
	long   stride
	short  int64
	beyond int64
	column bool
}

// holds adds the question.
func (a apart) holds(b *seg.Builder, n *nest) core.Atom {
	cells := n.inner.Bound
	if a.column {
		cells = n.outer.Bound
	}
	long := core.Atom(core.IntC(max(a.long.k, -a.long.k)))
	if a.long.by != nil {
		long = b.Index("long", prim.Mul, a.long.by, long)
	}
	short := b.Index("short", prim.Mul, b.Index("cells", prim.Add, cells, core.IntC(a.beyond)), core.IntC(max(a.short, -a.short)))
	return b.Op("apart", prim.Le, prim.I64, short, long)
}

// distance is how many rows and columns later a cell touches the place of another one; any: whatever the row, or column, is.
type distance struct {
	rows, columns       int64
	anyRows, anyColumns bool
}

// distance is that from x to y; never if they touch no place that is the same, not ok if it is not known.
func (x touch) distance(y touch) (d distance, never, ok bool) {
	a, b := x.a, x.b
	if a != y.a || b != y.b || a.by != nil && (b.k == 0 || b.by != nil) || b.by != nil && a.k == 0 {
		return d, false, false
	}
	d.anyRows, d.anyColumns = a.k == 0, b.k == 0
	left := x.rest.Plus(-1, y.rest) // a*rows + b*columns
	take := func(s stride, rounded func(x, y int64) int64) (n int64) {
		if s.by != nil {
			of := product{a: s.by}
			n = left.Factor(of) / s.k
			left = left.Plus(-n*s.k, linear.Of(of))
		} else if s.k != 0 {
			n = rounded(left.C, s.k)
			left = left.Add(-n * s.k)
		}
		return n
	}
	if abs(b.k) > abs(a.k) && a.by == nil || b.by != nil {
		d.columns = take(b, nearest)
		d.rows = take(a, quotient)
	} else {
		d.rows = take(a, nearest)
		d.columns = take(b, quotient)
	}
	if len(left.Terms) > 0 || left.C != 0 {
		return d, len(left.Terms) == 0 && (d.anyRows || d.anyColumns), false
	}
	return d, false, true
}

func quotient(x, y int64) int64 { return x / y }

func abs(k int64) int64 { return max(k, -k) }

// nearest is x / y, rounded to the nearest integer: what is left is that of the short stride.
func nearest(x, y int64) int64 {
	n := x / y
	for _, m := range []int64{n - 1, n + 1} {
		if abs(x-m*y) < abs(x-n*y) {
			n = m
		}
	}
	return n
}

// maxShift is how many columns rows are behind each other at most.
const maxShift = 3

// order is by how many columns a row must be behind the one before, and what must hold for that; 0 if there is no such number.
func (p *places) order() (shift int64, asked []apart) {
	if p.far {
		return 0, nil
	}
	shift = 1
	for _, x := range p.touches {
		for _, y := range p.touches {
			if x.mem != y.mem || !x.write && !y.write {
				continue
			}
			d, never, ok := x.distance(y)
			if never {
				continue
			}
			s := d.shift(x.when < y.when)
			if !ok || s == 0 || s > maxShift {
				return 0, nil
			}
			shift = max(shift, s)
			if q := x.apart(d); q != (apart{}) {
				asked = ask(asked, q)
			}
		}
	}
	return shift, asked
}

// apart is what must hold for d to be the only distance.
func (x touch) apart(d distance) apart {
	switch {
	case x.a.k == 0 || x.b.k == 0:
		return apart{}
	case x.a.by != nil || x.b.by == nil && abs(x.a.k) >= abs(x.b.k):
		return apart{long: x.a, short: x.b.k, beyond: abs(d.columns)}
	}
	return apart{long: x.b, short: x.a.k, beyond: abs(d.rows), column: true}
}

// ask adds a question, or makes one like it stricter.
func ask(asked []apart, q apart) []apart {
	for i, a := range asked {
		if a.long == q.long && a.short == q.short && a.column == q.column {
			asked[i].beyond = max(a.beyond, q.beyond)
			return asked
		}
	}
	return append(asked, q)
}

// shift is the least shift for a distance, given whether the statement of the first cell stands before that of the second; 0 if none will do.
func (d distance) shift(before bool) int64 {
	rows := d.rows
	switch {
	case d.anyColumns && (d.anyRows || rows != 0):
		return 0
	case d.anyRows:
		rows = 1
	}
	if rows <= 0 {
		return 1 // the second is an earlier cell, or one of the same row
	}
	least := int64(1)
	if before {
		least = 0
	}
	need := least - d.columns // shift*rows >= need
	return max(1, (need+rows-1)/rows)
}

// along is a statement of a cell with the index that it has in the loop over l, where i is row + l and j is column - shift*l. What is the same for
// all l is added to b.
func (p *places) along(b *seg.Builder, s seg.Stm, row, column core.Atom, l *core.Var) seg.Stm {
	switch s := s.(type) {
	case *seg.Load:
		n := *s
		n.At = p.at(b, s.At, row, column, l)
		return &n
	case *seg.Store:
		n := *s
		n.At = p.at(b, s.At, row, column, l)
		return &n
	case *seg.Update:
		n := *s
		n.At = p.at(b, s.At, row, column, l)
		return &n
	default:
		return s
	}
}

func (p *places) at(b *seg.Builder, x seg.Index, row, column core.Atom, l *core.Var) seg.Index {
	f, ok := p.sum(x)
	i, j, rest, whole := p.split(f)
	if !ok || !whole {
		return x // of what the nest only reads
	}
	base := baseOf(b, rest)
	down, right := productOf(b, i.k, i.by), productOf(b, j.k, j.by)
	base = b.Index("base", prim.Add, base, b.Index("part", prim.Mul, row, down))
	base = b.Index("base", prim.Add, base, b.Index("part", prim.Mul, column, right))
	step := b.Index("step", prim.Sub, down, b.Index("part", prim.Mul, right, core.IntC(p.nest.shift)))
	switch k, ok := core.IntConst(step); {
	case ok && k == 0:
		return seg.At(base)
	case ok && k == 1:
		return seg.Index{{A: base}, {A: l}}
	}
	return seg.Index{{A: base}, {A: l, B: step}}
}
