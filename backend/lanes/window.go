package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Windows]
//
// An iteration that adds to its neighbours, as return sweeps of in-place code do, leaves a number in memory for the next one, which waits until it
// has gone there and back:
//
//	for j: e = a[j + 1]; w = f e; a[j] += w; a[j + 1] = 0; a[j + 2] += w
//
// So elements are variables from the first iteration that touches them to the last one that changes them (scalar replacement [Callahan, Carr and
// Kennedy, Improving register allocation for subscripted variables, PLDI 1990], for windows in which several elements change):
//
//	x, y = a[0], a[1]
//	for j: z = a[j + 2]; w = f y; a[j] = x + w; x, y = 0, z + w
//	a[n], a[n + 1] = x, y
//
// A window is the elements from the last one that an iteration changes, in the direction of the loop, back to the last one that it touches, most
// of them mostWide. Other rows have windows of their own. That a row is long enough for windows and other elements not to meet is asked when
// the program runs, and whether there are more iterations than elements in a window; there is the loop as it was for where that does not hold.
// What memory has in the place of a window is old. Loops that vectors go along, or diagonals (Note [Skewed nests]), have none.

const (
	mostWide    = 5   // elements of a window
	mostCarried = 8   // variables of a loop: more would go to memory, which is what they are to spare
	mostInLoop  = 160 // statements of a loop, which is there twice then
)

// Windows keeps in variables the elements that neighbouring iterations change: Note [Windows].
func Windows(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU || p.Target.GPU {
		return p
	}
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		n := *k
		n.Body = windower{letsOf(k.Body)}.code(k.Body)
		return &n
	})
}

// windower finds the loops; it knows what is computed from what does not change.
type windower struct{ lets map[*core.Var]*seg.Let }

// letsOf is what code computes of i64, but for what it computes from variables that it sets.
func letsOf(c seg.Code) map[*core.Var]*seg.Let {
	declared := map[core.Atom]bool{}
	seg.Walk(c, func(s seg.Stm) {
		if d, ok := s.(*seg.Decl); ok {
			declared[d.V] = true
		}
	})
	lets := map[*core.Var]*seg.Let{}
	seg.Walk(c, func(s seg.Stm) {
		if l, ok := s.(*seg.Let); ok && l.T == prim.I64 && !slices.ContainsFunc(l.Args, func(a core.Atom) bool { return declared[a] }) {
			lets[l.V] = l
		}
	})
	return lets
}

func (w windower) code(c seg.Code) (out seg.Code) {
	for _, s := range c {
		if f, ok := s.(*seg.For); ok {
			if l := w.loop(f); l != nil {
				out = append(out, l.code()...)
				continue
			}
		}
		out = append(out, s.Map(seg.Mapper{Code: w.code}))
	}
	return out
}

// windowed is a loop with windows.
type windowed struct {
	*seg.For
	windows []*window
	sets    map[core.Atom]bool  // variables that it changes
	asked   map[*core.Var]int64 // lengths of rows, and how long they must be at least
}

// window is a row of elements that neighbouring iterations change.
type window struct {
	mem      *seg.Mem
	by       stride
	rest     sum
	low, top int64 // the elements from by*(i + low) + rest to by*(i + top) + rest
	stored   int64 // the one that is not changed any more after an iteration
	touches  []*windowTouch
}

// windowTouch is a load or a store.
type windowTouch struct {
	stm   seg.Stm
	write bool
	rest  sum
	at    int64 // which element of the window
	in    *window
}

// loop is a loop with windows; nil if there are none.
func (w windower) loop(f *seg.For) *windowed {
	if f.Par || f.Moves || f.Step > 1 || f.I.Type.Elem != prim.I64 || !windowBody(f.Body) {
		return nil
	}
	l := &windowed{For: f, sets: map[core.Atom]bool{}, asked: map[*core.Var]int64{}}
	places := newSums(w.lets, f.I)
	seg.Walk(f.Body, func(s seg.Stm) {
		if v := seg.Binds(s); v != nil {
			places.varies[v] = true
		}
		if s, ok := s.(*seg.Set); ok {
			places.varies[s.V], l.sets[s.V] = true, true
		}
	})
	carried := int64(0)
	for _, m := range plainMems(f.Body) {
		ts, by := touchesOf(places, f, m)
		for _, c := range clusters(m, by, ts) {
			if carried+c.top-c.low > mostCarried || !l.apart(c, ts) {
				c.leave()
				continue
			}
			carried += c.top - c.low
			l.windows = append(l.windows, c)
		}
	}
	if len(l.windows) == 0 {
		return nil
	}
	return l
}

// windowBody reports whether the code of a loop has no loops and nothing that may fail.
func windowBody(c seg.Code) bool {
	n, ok := 0, true
	seg.Walk(c, func(s seg.Stm) {
		n++
		switch s.(type) {
		case *seg.Let, *seg.Select, *seg.Decl, *seg.Set, *seg.Load, *seg.Store, *seg.Update, *seg.If:
		default:
			ok = false
		}
	})
	return ok && n <= mostInLoop
}

// plainMems are the memories that code reads and writes element by element, and not under conditions.
func plainMems(c seg.Code) (out []*seg.Mem) {
	plain, loads := map[*seg.Mem]int{}, map[*seg.Mem]int{}
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Load:
			if s.V.Type.Lanes == 0 {
				plain[s.Mem]++
				loads[s.Mem]++
			}
		case *seg.Store:
			if s.First == nil && s.Val.AtomType().Lanes == 0 {
				if plain[s.Mem]++; !slices.Contains(out, s.Mem) {
					out = append(out, s.Mem)
				}
			}
		default: // no access that is plain
		}
	}
	seg.Walk(c, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { plain[m]-- }})
	})
	return slices.DeleteFunc(out, func(m *seg.Mem) bool { return plain[m] != 0 || loads[m] == 0 })
}

// touchesOf are the loads and stores of a memory and what the place of all of them moves by; none if there is no such stride.
func touchesOf(places *sums, f *seg.For, m *seg.Mem) (ts []*windowTouch, by stride) {
	for _, s := range f.Body {
		t := &windowTouch{stm: s}
		var at seg.Index
		switch s := s.(type) {
		case *seg.Load:
			if s.Mem != m {
				continue
			}
			at = s.At
		case *seg.Store:
			if s.Mem != m {
				continue
			}
			at, t.write = s.At, true
		default:
			continue
		}
		x, ok := places.sum(at)
		if !ok {
			return nil, by
		}
		var moves stride
		for _, term := range x.Terms {
			switch {
			case term.V.a != f.I:
				t.rest.Terms = append(t.rest.Terms, term)
			case term.V.b == f.I || moves.k != 0:
				return nil, by
			default:
				moves = stride{term.K, term.V.b}
			}
		}
		t.rest.C = x.C
		if len(ts) > 0 && moves != by || moves.k == 0 {
			return nil, by
		}
		by = moves
		ts = append(ts, t)
	}
	return ts, by
}

// steps is a distance as so many strides; not ok if it is no multiple.
func (s stride) steps(d sum) (n int64, ok bool) {
	if s.by == nil {
		return d.C / s.k, len(d.Terms) == 0 && d.C%s.k == 0
	}
	k := d.Factor(product{a: s.by})
	return k / s.k, d.C == 0 && k%s.k == 0 && (len(d.Terms) == 0 || len(d.Terms) == 1 && k != 0)
}

// clusters are the windows of a memory: what lies a few strides apart, if one iteration writes what a later one touches.
func clusters(m *seg.Mem, by stride, ts []*windowTouch) (out []*window) {
	for _, t := range ts {
		if !t.write || t.in != nil {
			continue
		}
		c := &window{mem: m, by: by, rest: t.rest, low: 0, top: 0}
		for _, o := range ts { // as far as it is written
			if n, ok := by.steps(o.rest.Plus(-1, t.rest)); ok && o.write && o.in == nil && max(n, -n) < mostWide {
				c.top = max(c.top, n)
			}
		}
		c.low, c.stored = c.top, c.top
		for _, o := range ts {
			if n, ok := by.steps(o.rest.Plus(-1, t.rest)); ok && o.in == nil && n <= c.top && c.top-n < mostWide {
				o.at, o.in = n, c
				c.touches = append(c.touches, o)
				c.low = min(c.low, n)
				if o.write {
					c.stored = min(c.stored, n)
				}
			}
		}
		if !slices.ContainsFunc(c.touches, func(o *windowTouch) bool { return !o.write && o.at < c.top }) {
			c.leave()
			continue
		}
		out = append(out, c)
	}
	return out
}

// leave lets the touches of a window be what they are.
func (c *window) leave() {
	for _, t := range c.touches {
		t.in = nil
	}
}

// apart asks what must hold for a window to meet nothing else that the loop touches in the same iteration; false if that cannot be asked.
func (l *windowed) apart(c *window, ts []*windowTouch) bool {
	asked := map[*core.Var]int64{}
	for _, t := range ts {
		if t.in == c {
			continue
		}
		d := t.rest.Plus(-1, c.rest)
		if n, ok := c.by.steps(d); ok {
			if c.low <= n && n <= c.top {
				return false
			}
			continue
		}
		v, least, ok := c.least(d, t)
		if !ok {
			return false
		}
		if v != nil {
			asked[v] = max(asked[v], least)
		}
	}
	for v, least := range asked {
		l.asked[v] = max(l.asked[v], least)
	}
	return true
}

// least is how long a row must be at least for places that lie d apart from those of the window not to be among them, nil if that is never so.
func (c *window) least(d sum, t *windowTouch) (v *core.Var, least int64, ok bool) {
	far := max(d.C, -d.C)
	vs := d.Terms
	if c.by.by != nil {
		vs = append(slices.Clone(vs), linear.Term[product]{V: product{a: c.by.by}, K: 1})
	} else {
		reach := max(c.low, -c.low, c.top, -c.top)
		if t.in != nil {
			reach += max(t.in.low, -t.in.low, t.in.top, -t.in.top)
		}
		far += reach * max(c.by.k, -c.by.k)
	}
	if len(vs) == 0 {
		return nil, 0, true // between two elements of the window
	}
	for _, x := range vs {
		if x.V != vs[0].V || x.V.b != nil {
			return nil, 0, false
		}
	}
	return vs[0].V.a, far + 1, true
}
