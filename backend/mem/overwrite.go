package mem

import (
	"maps"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Overwriting in threads]
//
// A loop that makes a new array of the old one in every iteration, as tabulate_2d n n (\i k -> if k > j then f a[i, k] else a[i, k]), is a
// nest in a thread that writes a block, and one that copies the block to where the old array stands. Where each element of the new array needs
// only what it replaces of the old one, the nest writes there itself, as a kernel does (Note [Reuse]). What must hold:
//
//   - the block is written before the copy, and used by nothing else than the statements from the nest to the copy;
//   - from the nest on, and until the copy, nothing uses the old array. A nest that stands before others that still read it moves
//     behind them first, as long as they leave what it reads alone;
//   - the copy goes over all elements of the nest, which it neither moves nor turns, and the block has no more.
//
// A nest that is the last to read a block, each element for what it puts in the same place of another array, works in that array, too: what made
// the block makes it there.

// Overwrite lets nests in threads write over the array that their result is copied to, and over what they are the last to read.
func Overwrite(p *seg.Prog) *seg.Prog {
	host := map[core.Atom][]core.Atom{}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		l, ok := s.(*seg.HLet)
		switch {
		case !ok || l.T != prim.I64:
		case l.Op == prim.Mul:
			host[l.V] = l.Args
		case l.Op == prim.Max && core.IsInt(l.Args[1], 0): // a bound that the host computes of a size
			host[l.V] = l.Args[:1]
		}
	})
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Op != nil || k.After != nil || len(k.Accs) > 0 || k.Contraction {
			return k
		}
		o := &overwriter{all: map[*seg.Mem]int{}, products: maps.Clone(host)}
		seg.Walk(k.Body, func(s seg.Stm) {
			if l, ok := s.(*seg.Let); ok && l.Op == prim.Mul && l.T == prim.I64 {
				o.products[l.V] = l.Args
			}
		})
		o.count(k.Body, o.all)
		n := *k
		n.Body = o.code(k.Body)
		return &n
	})
}

// overwriter knows how often statements of a kernel mention memories, and what products are made of.
type overwriter struct {
	all      map[*seg.Mem]int
	products map[core.Atom][]core.Atom
}

// sized reports whether a block has as many elements as the loops of a nest have iterations together.
func (o *overwriter) sized(m *seg.Mem, bounds map[core.Atom]core.Atom) bool {
	if m.Len == nil {
		return false
	}
	var of func(a core.Atom) (int64, []core.Atom)
	of = func(a core.Atom) (int64, []core.Atom) {
		if n, ok := core.IntConst(a); ok {
			return n, nil
		}
		n, out := int64(1), []core.Atom(nil)
		for _, x := range o.products[a] {
			k, as := of(x)
			n, out = n*k, append(out, as...)
		}
		if o.products[a] == nil {
			out = []core.Atom{a}
		}
		return n, out
	}
	n, have := of(m.Len)
	for _, b := range bounds {
		k, as := of(b)
		if k == 0 || n%k != 0 {
			return false
		}
		n /= k
		for _, a := range as {
			at := slices.Index(have, a)
			if at < 0 {
				return false
			}
			have = slices.Delete(have, at, at+1)
		}
	}
	return n == 1 && len(have) == 0
}

func (o *overwriter) count(c seg.Code, in map[*seg.Mem]int) {
	seg.Walk(c, func(s seg.Stm) { s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { in[m]++ }}) })
}

func (o *overwriter) code(c seg.Code) seg.Code {
	out := make(seg.Code, len(c))
	for i, s := range c {
		out[i] = s.Map(seg.Mapper{Code: o.code})
	}
	for at := 0; at < len(out); at++ {
		if moved := o.without(out, at); moved != nil {
			out = moved
			at--
		} else {
			out = o.taken(out, at)
		}
	}
	return out
}

// copied is a nest that copies a block: every element to the same place of another one.
type copied struct {
	from, to *seg.Mem
	at       seg.Index
	bounds   map[core.Atom]core.Atom // of loops, by their index
}

// copyOf takes a nest of loops apart that copies a block; nil if it is none.
func copyOf(s seg.Stm) *copied {
	out := &copied{bounds: map[core.Atom]core.Atom{}}
	for {
		f, ok := s.(*seg.For)
		if !ok || !f.FromZero() {
			return nil
		}
		out.bounds[f.I] = f.Bound
		if len(f.Body) == 2 {
			l, isLoad := f.Body[0].(*seg.Load)
			st, isStore := f.Body[1].(*seg.Store)
			if !isLoad || !isStore || st.Val != core.Atom(l.V) || st.First != nil || l.Mem == st.Mem || l.Mem.Elem != st.Mem.Elem || !slices.Equal(l.At, st.At) {
				return nil
			}
			out.from, out.to, out.at = l.Mem, st.Mem, l.At
			return out
		}
		if len(f.Body) != 1 {
			return nil
		}
		s = f.Body[0]
	}
}

// without is a list without the copy at a place, the block of which is the array it would be copied to; nil if that cannot be.
func (o *overwriter) without(c seg.Code, at int) seg.Code {
	x := copyOf(c[at])
	if x == nil || x.from.Space == seg.Device || x.from.Grow || x.to.Grow || !o.sized(x.from, x.bounds) {
		return nil
	}
	first := slices.IndexFunc(c[:at], func(s seg.Stm) bool { return uses(s, x.from) })
	if first < 0 {
		return nil
	}
	here := map[*seg.Mem]int{}
	o.count(c[first:at+1], here)
	if here[x.from] != o.all[x.from] || !x.covers(c[first]) {
		return nil
	}
	next := first + 1 // where the nest may stand at last
	for next < at && !uses(c[next], x.from) && apart(c[first], c[next]) {
		next++
	}
	if slices.ContainsFunc(c[next:at], func(s seg.Stm) bool { return uses(s, x.to) }) || !x.inPlace(c[first]) {
		return nil
	}
	o.all[x.to] += o.all[x.from] - 2 // less the copy's
	delete(o.all, x.from)
	m := instead(x.from, x.to)
	var out seg.Code
	for _, s := range slices.Concat(c[first+1:next], c[first:first+1], c[next:at]) {
		out = append(out, s.Map(m))
	}
	return slices.Concat(c[:first], out, c[at+1:])
}

// instead has one memory for another one.
func instead(of, m *seg.Mem) seg.Mapper {
	return seg.Mapper{Mem: func(x *seg.Mem) *seg.Mem {
		if x == of {
			return m
		}
		return x
	}}.Through()
}

// stored are the stores of a nest that run in all iterations of the loops around, which go with them.
func stored(s seg.Stm, bounds map[core.Atom]core.Atom, visit func(*seg.Store, map[core.Atom]core.Atom)) {
	switch s := s.(type) {
	case *seg.For:
		if !s.FromZero() {
			return
		}
		in := maps.Clone(bounds)
		in[s.I] = s.Bound
		for _, t := range s.Body {
			stored(t, in, visit)
		}
	case *seg.Store:
		if s.First == nil {
			visit(s, bounds)
		}
	default: // runs not always, or not once
	}
}

// taken is a list in which the nest at a place works in its result from where a block was made that it is the last to read.
func (o *overwriter) taken(c seg.Code, at int) (out seg.Code) {
	out = c
	stored(c[at], map[core.Atom]core.Atom{}, func(st *seg.Store, bounds map[core.Atom]core.Atom) {
		x := &copied{from: st.Mem, at: st.At, bounds: map[core.Atom]core.Atom{}}
		for _, t := range st.At {
			if n := bounds[t.A]; n != nil {
				x.bounds[t.A] = n
			}
		}
		if &out[0] != &c[0] || st.Mem.Grow || !x.covers(c[at]) {
			return
		}
		for _, m := range loaded(c[at]) {
			if x.to = m; m.Space == seg.Scratch && !m.Grow && m != st.Mem && m.Elem == st.Mem.Elem && o.sized(m, x.bounds) && o.dies(c, at, x) && x.inPlace(c[at]) {
				out = o.renamed(c, at, x)
				return
			}
		}
	})
	return out
}

// dies reports whether a block is made in full by a statement before one that is the last to use it, while nothing uses the result of that.
func (o *overwriter) dies(c seg.Code, at int, x *copied) bool {
	first := slices.IndexFunc(c, func(s seg.Stm) bool { return uses(s, x.to) })
	if first == at || slices.ContainsFunc(c[first:at], func(s seg.Stm) bool { return uses(s, x.from) }) {
		return false
	}
	here := map[*seg.Mem]int{}
	o.count(c[first:at+1], here)
	made := &copied{from: x.to, at: x.at, bounds: x.bounds}
	full := false
	stored(c[first], map[core.Atom]core.Atom{}, func(st *seg.Store, _ map[core.Atom]core.Atom) { full = full || st.Mem == x.to })
	return full && here[x.to] == o.all[x.to] && made.covers(c[first])
}

// renamed has the result from the first use of the block on.
func (o *overwriter) renamed(c seg.Code, at int, x *copied) seg.Code {
	o.all[x.from] += o.all[x.to]
	delete(o.all, x.to)
	m, out := instead(x.to, x.from), slices.Clone(c)
	for i := range out[:at+1] {
		if uses(out[i], x.to) {
			out[i] = out[i].Map(m)
		}
	}
	return out
}

// loaded are the memories that a statement loads elements of, each once.
func loaded(s seg.Stm) (out []*seg.Mem) {
	seg.Walk(seg.Code{s}, func(s seg.Stm) {
		if l, ok := s.(*seg.Load); ok && !slices.Contains(out, l.Mem) {
			out = append(out, l.Mem)
		}
	})
	return out
}

// uses reports whether a statement mentions a memory.
func uses(s seg.Stm, m *seg.Mem) bool { return mentionsAny(seg.Code{s}, m) }

func mentionsAny(c seg.Code, m *seg.Mem) (found bool) {
	seg.Walk(c, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(x *seg.Mem, _ seg.Access) { found = found || x == m }})
	})
	return found
}

// apart reports whether a nest may run after a statement instead of before: neither writes what the other one uses, and only
// the nest may fail.
func apart(nest, s seg.Stm) bool {
	type touched struct{ reads, writes map[any]bool }
	of := func(s seg.Stm) touched {
		t := touched{map[any]bool{}, map[any]bool{}}
		seg.Walk(seg.Code{s}, func(s seg.Stm) {
			s.Each(seg.Visitor{
				Mem: func(m *seg.Mem, a seg.Access) {
					t.reads[m] = true
					if a&seg.Writes != 0 {
						t.writes[m] = true
					}
				},
				Atom: func(a core.Atom) { t.reads[a] = true },
			})
			switch s := s.(type) {
			case *seg.Set:
				t.writes[core.Atom(s.V)] = true
			case *seg.Fold:
				for _, a := range s.Accs {
					t.writes[core.Atom(a)] = true
				}
			case *seg.Check, *seg.Reserve:
				t.writes[nil] = true // whether the rest runs
				t.reads[nil] = true
			default: // changes no variable
			}
		})
		return t
	}
	a, b := of(nest), of(s)
	for x := range a.writes {
		if b.reads[x] {
			return false
		}
	}
	for x := range b.writes {
		if a.reads[x] {
			return false
		}
	}
	return true
}

// covers reports whether all places of the block that a nest writes are those of the copy.
func (x *copied) covers(nest seg.Stm) bool {
	bounds, stored, ok := map[core.Atom]core.Atom{}, 0, true
	seg.Walk(seg.Code{nest}, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.For:
			if s.FromZero() {
				bounds[s.I] = s.Bound
			}
		case *seg.Fold:
		case *seg.Store:
			if s.Mem == x.from {
				stored++
				ok = ok && len(s.At) == len(x.at) && s.First == nil && !slices.ContainsFunc(x.at, func(t seg.Term) bool {
					mine, loop := x.bounds[t.A]
					i := place(s.At).index(t.B)
					return !loop || i == nil || bounds[i] == nil || !sameAtom(bounds[i], mine)
				})
			}
		case *seg.Let, *seg.Select, *seg.Decl, *seg.Set, *seg.Load, *seg.If, *seg.Check, *seg.While:
		default:
			ok = ok && !uses(s, x.from)
		}
	})
	return ok && stored > 0 && len(x.at) == len(x.bounds)
}

// inPlace reports whether a nest that writes the block may write over the array instead.
func (x *copied) inPlace(nest seg.Stm) bool {
	o := &overwriting{in: x.to, out: x.from, own: map[core.Atom]bool{}, bounds: map[core.Atom]core.Atom{}}
	for _, n := range x.bounds {
		o.dims = append(o.dims, n)
	}
	seg.Walk(seg.Code{nest}, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.For:
			o.bounds[s.I] = s.Bound
		case *seg.Fold:
			o.bounds[s.I] = s.Bound
		default: // binds no index
		}
	})
	_, writes, ok := o.inOrder(seg.Code{nest})
	return ok && writes
}
