package lanes

import (
	"maps"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Smooth vectors]
//
// Most points of a stencil, of a table that is read as i / m and i % m, or of a pass of a Fourier transform do alike what their neighbours do:
// the tests that set the border apart, the clamps and the wraps-around hold for all lanes of a vector or for none, and i % m goes in
// steps of 1. So a kernel with such code tests for each vector whether that is so, by a few operations on the first lane, and has its body
// twice: smooth, where
//
//	i % m         is affine      if i % m + W - 1 < m
//	i / m         is uniform     if so
//	i < n, i <= n is uniform     if the first and the last lane agree
//	i == n        is uniform     if n is not one of i..i+W-1
//	min, max      is i           if that is so in the first and the last lane
//	i ^ c, i | c  is affine      if i and c are multiples of W: butterflies
//	i & c, i >> c is uniform     if so; c is at least log W. i & (c - 1) is affine
//	if c then i   is affine      if c chooses what is affine
//	i < i ^ c     is uniform     if both go in steps of 1
//
// and rough, where nothing of the sort is taken for granted. In smooth code branches are branches, rows are read and written whole, and
// there are no divisions of vectors. Bodies of loops whose tests depend on the loop's index are doubled by themselves. The exception is a
// loop over the few taps of a window, where one test before all loops is enough: its rough code is written out, so that the masks of the
// taps stand before all loops. This is index set splitting [Griebl, Feautrier and Lengauer, Int. J. Parallel Programming 28, 2000] at run time, for a vector at a time.

// smooth is what is taken for granted in a code.
type smooth struct {
	trust   map[seg.Stm]bool        // statements whose operands are affine and uniform, with the results said above
	blocks  map[seg.Stm][]seg.Stm   // those of each block that is doubled, by its first statement
	inside  map[seg.Stm][]seg.Stm   // those of a block and of all blocks in it
	def     map[core.Atom]seg.Stm   // what binds a variable
	of      map[seg.Stm]seg.Stm     // the block of a statement, by its first statement
	wide    []seg.Stm               // of loops inside: those that one test before all loops is enough for
	loops   map[*core.Var]core.Atom // the bounds of indices of loops from 0 on
	crosses map[*core.Var]bool      // variables that a block changes in which they are not declared
	mutable map[core.Atom]bool      // variables that change at all
	index   *core.Var               // goes along the lanes
	body    seg.Code
}

// smoothShapes are the shapes of a kernel's smooth code; nil if there is none, or it would not gain.
func smoothShapes(k *seg.Kernel) *shapes {
	rough := shapesOf(k)
	if k.Kind != seg.Map && k.Kind != seg.Reduce || len(k.Enter) > 0 {
		return nil
	}
	return smoothAlong(lastIndex(k), k.Body, rough)
}

// smoothAlong are the shapes of smooth code that goes along an index in lanes.
func smoothAlong(index *core.Var, body seg.Code, rough *shapes) *shapes {
	if !doubles(body, rough) {
		return nil
	}
	sm := &smooth{trust: map[seg.Stm]bool{}, def: map[core.Atom]seg.Stm{}, of: map[seg.Stm]seg.Stm{}, loops: map[*core.Var]core.Atom{},
		crosses: map[*core.Var]bool{}, mutable: map[core.Atom]bool{}, index: index, body: body}
	sm.look(body, map[*core.Var]seg.Stm{})
	for s := range sm.trust {
		if !sm.early(s, sm.of[s]) {
			delete(sm.trust, s)
		}
	}
	if len(sm.trust) == 0 {
		return nil
	}
	l := sm.shapes(rough)
	sm.settle(l)
	if len(sm.blocks) == 0 || !l.fits(body) || !eases(body, rough, l) {
		return nil
	}
	return l
}

// look notes the statements of a block that may be trusted, and the variables that change.
func (sm *smooth) look(block seg.Code, declared map[*core.Var]seg.Stm) {
	first := block[0]
	changes := func(v *core.Var, at seg.Stm) {
		sm.mutable[v] = true
		if declared[v] != at {
			sm.crosses[v] = true
		}
	}
	var code func(c seg.Code)
	code = func(c seg.Code) {
		for _, s := range c {
			if v := seg.Binds(s); v != nil {
				sm.def[v] = s
			}
			sm.of[s] = first
			switch s := s.(type) {
			case *seg.Let, *seg.Select:
				if trustable(s) {
					sm.trust[s] = true
				}
			case *seg.Decl:
				declared[s.V] = first
				sm.mutable[s.V] = true
			case *seg.Set:
				changes(s.V, first)
			case *seg.If:
				code(s.Then)
				code(s.Else)
			case *seg.For:
				if s.FromZero() {
					sm.loops[s.I] = s.Bound
				}
				sm.look(s.Body, declared)
			case *seg.Fold:
				if s.From == nil {
					sm.loops[s.I] = s.Bound
				}
				for _, a := range s.Accs {
					changes(a, nil)
				}
				if len(s.Body) > 0 {
					sm.look(s.Body, declared)
				}
			case *seg.While: // lanes leave it one after another
				seg.Walk(slices.Concat(s.CondCode, s.Body), func(s seg.Stm) {
					if x, ok := s.(*seg.Set); ok {
						changes(x.V, nil)
					}
				})
			default: // nothing to trust
			}
		}
	}
	code(block)
}

// trustable reports whether smooth code may have a statement whose result is no vector.
func trustable(s seg.Stm) bool {
	switch s := s.(type) {
	case *seg.Let:
		switch s.Op {
		case prim.Mod, prim.Div, prim.Rem, prim.Quot, prim.Le, prim.Eq, prim.Min, prim.Max, prim.Xor, prim.Or, prim.And, prim.Shr, prim.Lshr:
			return s.T == prim.I64
		case prim.Lt:
			return s.T == prim.I64 || s.T == prim.U64
		}
	case *seg.Select:
		return s.V.Type.Elem == prim.I64
	default: // not trusted in smooth code
	}
	return false
}

// early reports whether the operands of a statement are known before its block, or follow by integer operators from what is.
func (sm *smooth) early(s seg.Stm, block seg.Stm) bool {
	ok := true
	seg.Operands(s, func(a core.Atom) {
		v, isVar := a.(*core.Var)
		if !isVar || !ok {
			return
		}
		d := sm.def[v]
		switch d.(type) {
		case nil:
			ok = !sm.mutable[v]
		case *seg.Let, *seg.Select:
			ok = sm.of[d] != block || isWhole(d) && sm.early(d, block)
		default:
			ok = sm.of[d] != block && !sm.mutable[v]
		}
	})
	return ok
}

// isWhole reports whether a statement computes a whole number or a bool by an operator that smooth tests may use: one that cannot fail, or a
// division, whose divisor they make positive.
func isWhole(s seg.Stm) bool {
	switch s := s.(type) {
	case *seg.Let:
		divides := s.T == prim.I64 && (s.Op == prim.Mod || s.Op == prim.Div || s.Op == prim.Rem || s.Op == prim.Quot)
		return (s.T.IsInt() || s.T == prim.Bool) && (!s.Op.Fails || divides)
	case *seg.Select:
		return !s.V.Type.Elem.IsFloat()
	default: // not trusted in smooth code
	}
	return false
}

// shapes are the shapes of the code where these statements are trusted.
func (sm *smooth) shapes(rough *shapes) *shapes {
	l := *rough
	l.smooth, l.own, l.of = sm, maps.Clone(rough.own), map[*core.Var]shape{sm.index: affine}
	for v := range sm.crosses {
		l.of[v] = rough.of[v]
	}
	l.rough, l.falls, l.down = rough, nil, nil
	l.fixpoint(sm.body)
	return &l
}

// settle finds the blocks that are doubled: those with statements that are no vectors because they are trusted.
func (sm *smooth) settle(l *shapes) {
	sm.blocks, sm.inside = map[seg.Stm][]seg.Stm{}, map[seg.Stm][]seg.Stm{}
	var outer []seg.Stm // first statements of the blocks around
	var block func(c seg.Code)
	var code func(c seg.Code)
	code = func(c seg.Code) {
		for _, s := range c {
			if l.trusted(s) {
				at := outer[len(outer)-1]
				sm.blocks[at] = append(sm.blocks[at], s)
				for _, o := range outer {
					sm.inside[o] = append(sm.inside[o], s)
				}
			}
			switch s := s.(type) {
			case *seg.If:
				code(s.Then)
				code(s.Else)
			case *seg.For:
				block(s.Body)
			case *seg.Fold:
				block(s.Body)
			default: // no code inside that is doubled
			}
		}
	}
	block = func(c seg.Code) {
		if len(c) == 0 {
			return
		}
		outer = append(outer, c[0])
		code(c)
		outer = outer[:len(outer)-1]
	}
	block(sm.body)
	top := sm.body[0]
	sm.wide = nil
	for _, s := range sm.inside[top] {
		if x, ok := s.(*seg.Let); ok && sm.of[s] != top && sm.spans(x, l) {
			sm.wide = append(sm.wide, s)
		}
	}
}

// spans reports whether one test can say of a comparison in loops that all lanes agree in all iterations: its operands are sums of indices
// of loops and of what the kernel's code begins with.
func (sm *smooth) spans(s *seg.Let, l *shapes) bool {
	switch s.Op {
	case prim.Lt, prim.Le, prim.Eq, prim.Min, prim.Max:
	default:
		return false
	}
	ok := true
	var sum func(a core.Atom)
	sum = func(a core.Atom) {
		v, isVar := a.(*core.Var)
		if !isVar || !ok {
			return
		}
		if n := sm.loops[v]; n != nil {
			ok = l.atom(n) == uniform
			sum(n)
			return
		}
		switch d := sm.def[v].(type) {
		case nil:
		case *seg.Let:
			if ok = d.T == prim.I64 && (d.Op == prim.Add || d.Op == prim.Sub || d.Op == prim.ToU64 && s.T == prim.U64); ok {
				for _, b := range d.Args {
					sum(b)
				}
			}
		default:
			ok = false
		}
	}
	for _, a := range s.Args {
		sum(a)
	}
	return ok
}

// settled is what is taken for granted where the wide tests have held.
func (sm *smooth) settled() *smooth {
	n := *sm
	n.blocks, n.wide = map[seg.Stm][]seg.Stm{}, nil
	for at, ss := range sm.blocks {
		if left := slices.DeleteFunc(slices.Clone(ss), func(s seg.Stm) bool { return slices.Contains(sm.wide, s) }); len(left) > 0 {
			n.blocks[at] = left
		}
	}
	return &n
}

// without are the shapes where a block, which begins with first, trusts nothing, nor those in it.
func (sm *smooth) without(l *shapes, first seg.Stm) *shapes {
	n := *sm
	n.trust = maps.Clone(sm.trust)
	for _, s := range sm.inside[first] {
		delete(n.trust, s)
	}
	out := n.shapes(l.rough)
	n.settle(out)
	return out
}

// trusted reports whether a statement is no vector because it is trusted: one of its operands is affine, the other one uniform.
func (l *shapes) trusted(s seg.Stm) bool {
	if l.smooth == nil || !l.smooth.trust[s] {
		return false
	}
	switch s := s.(type) {
	case *seg.Let:
		a, b := l.atom(s.Args[0]), l.atom(s.Args[1])
		switch s.Op {
		case prim.Mod, prim.Div, prim.Rem, prim.Quot, prim.Shr, prim.Lshr:
			return a == affine && b == uniform
		}
		return a+b == affine
	case *seg.Select:
		return l.atom(s.Cond) == uniform && l.atom(s.Then)+l.atom(s.Else) == affine
	default: // not trusted in smooth code
	}
	return false
}

// counts reports whether an operand goes in steps of 1, without overflow: two of them compare alike in all lanes.
func (l *shapes) counts(a core.Atom) bool {
	if a == core.Atom(l.smooth.index) {
		return true
	}
	d, ok := l.smooth.def[a].(*seg.Let)
	return ok && l.atom(a) == affine && l.trusted(d) && d.Op != prim.Min && d.Op != prim.Max
}

// smoothLet is the shape of a trusted operator's result.
func (sm *smooth) smoothLet(s *seg.Let) shape {
	switch s.Op {
	case prim.Mod, prim.Rem, prim.Min, prim.Max, prim.Xor, prim.Or:
		return affine
	case prim.And:
		if sm.lowBits(s) {
			return affine
		}
	}
	return uniform
}

// lowBits reports whether an operand of an And is one less than something, mostly a power of two.
func (sm *smooth) lowBits(s *seg.Let) bool {
	return slices.ContainsFunc(s.Args, func(a core.Atom) bool {
		if n, ok := core.IntConst(a); ok {
			return n&1 == 1 && n > 1
		}
		d, ok := sm.def[a].(*seg.Let)
		return ok && (d.Op == prim.Sub && core.IsInt(d.Args[1], 1) || d.Op == prim.Add && core.IsInt(d.Args[1], -1))
	})
}
