package dual

import (
	"context"
	"math/bits"

	"raido/lang/core"
	"raido/lang/value"
)

// patternRun asks for the pattern of a Jacobian in the place of a derivative.
type patternRun struct {
	of   *core.Diff
	room int // words that sets may take in all
	rows [][]int
	ok   bool
}

// patternEnd ends a run: the pattern is found, or it takes too much.
type patternEnd struct{}

// Bounds of a pattern: applications of operators, and words of sets.
const (
	maxPatternOps   = 2_000_000
	maxPatternWords = 1 << 23
)

// Pattern finds which floats among the arguments of a reverse derivative, which the program's entry point reaches, the
// floats among its results depend on: for each result the arguments in ascending order, both numbered in order. The
// program runs once with a tape, along which sets of arguments flow forward; so the pattern is that of this point, with its
// branches and indices. ok is false if that takes too much, or if a function with a derivative of its own is called.
func Pattern(ctx context.Context, p *core.Prog, args []value.Value, of *core.Diff) (rows [][]int, ok bool, err error) {
	m := newMachine(ctx)
	m.pattern = &patternRun{of: of, room: maxPatternWords}
	m.mostOps = maxPatternOps
	defer func() {
		switch r := recover().(type) {
		case nil:
		case patternEnd:
			rows, ok, err = m.pattern.rows, m.pattern.ok, nil
		default:
			panic(r)
		}
	}()
	_, err = m.run(p, args)
	return nil, false, err
}

// find computes the pattern from the tape of a function.
func (r *patternRun) find(t *tape, depth int, fn *core.Lambda, in [][]*node, out []val) {
	n := 0
	for i, nodes := range in {
		if fn.Params[i].Type.Elem.IsFloat() {
			n += len(nodes)
		}
	}
	s := &sets{words: (n + 63) / 64, room: r.room, of: map[*node][]uint64{}}
	k := 0
	for i, nodes := range in {
		if fn.Params[i].Type.Elem.IsFloat() {
			for _, x := range nodes {
				set := s.fresh()
				set[k/64] |= 1 << (k % 64)
				s.of[x] = set
				k++
			}
		}
	}
	for _, slab := range t.slabs {
		for i := range slab {
			if slab[i].group != nil {
				panic(patternEnd{})
			}
			s.flow(&slab[i])
		}
	}
	for i, o := range out {
		if !fn.Ret[i].Elem.IsFloat() {
			continue
		}
		o.each(func(_ int, x num) {
			var set []uint64
			if x.depth() == depth {
				set = s.of[x.d.node]
			}
			r.rows = append(r.rows, members(set))
		})
	}
	r.ok = true
	panic(patternEnd{})
}

// sets are the arguments that nodes depend on, as bits; none for those that depend on no argument. Nodes share sets.
type sets struct {
	words, room int
	of          map[*node][]uint64
}

func (s *sets) fresh() []uint64 {
	if s.room -= s.words; s.room < 0 {
		panic(patternEnd{})
	}
	return make([]uint64, s.words)
}

// flow gives the result of an operator what its operands depend on.
func (s *sets) flow(n *node) {
	if n.row == nil || n.row.zero {
		return
	}
	var all []uint64
	own := false
	for i := range n.row.op.Arity {
		if n.args[i].depth() != n.depth || n.row.back == nil && n.row.partial[i] == nil {
			continue
		}
		set := s.of[n.args[i].d.node]
		switch {
		case set == nil || within(set, all):
		case all == nil || within(all, set):
			all, own = set, false
		default:
			if !own {
				union := s.fresh()
				copy(union, all)
				all, own = union, true
			}
			for w := range all {
				all[w] |= set[w]
			}
		}
	}
	if all != nil {
		s.of[n] = all
	}
}

// within reports whether all members of a set are in another.
func within(a, b []uint64) bool {
	if b == nil {
		return false
	}
	for w := range a {
		if a[w]&^b[w] != 0 {
			return false
		}
	}
	return true
}

func members(set []uint64) []int {
	var out []int
	for w, x := range set {
		for ; x != 0; x &= x - 1 {
			out = append(out, 64*w+bits.TrailingZeros64(x))
		}
	}
	return out
}
