package lanes

import (
	"maps"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Smooth code beside rough code: Note [Smooth vectors].

// versions makes the code of a block, and what follows it in the same place, smooth and rough if the block is doubled. Where one test says enough
// of all loops inside their blocks are not doubled.
func (v *vectors) versions(c seg.Code, then func(v *vectors)) {
	sm := v.smooth
	if sm == nil || len(c) == 0 {
		v.stms(c)
		then(v)
		return
	}
	first := c[0]
	top := first == sm.body[0]
	if v.mask == nil && (sm.blocks[first] != nil || top && len(sm.wide) > 0) {
		var alike seg.Code
		alike, c = sm.alike(c, v.shapes)
		v.stms(alike)
	}
	if !top || v.mask != nil || len(sm.wide) == 0 {
		v.doubled(first, c, then)
		return
	}
	t := &smoothTest{v: v, sm: sm, scalar: map[core.Atom]core.Atom{}}
	for _, s := range sm.blocks[first] {
		t.add(s, first)
	}
	for _, s := range sm.wide {
		t.addWide(s.(*seg.Let))
	}
	smooth := v.copy()
	maps.Copy(smooth.known, t.scalar)
	l := *v.shapes
	l.smooth = sm.settled()
	smooth.shapes = &l
	rough := v.copy()
	rough.shapes = sm.roughTaps(v.shapes)
	v.b.Add(&seg.If{Cond: t.cond, Then: smooth.side(c, then), Else: rough.block(func(v *vectors) { v.doubled(first, c, then) })})
}

// alike takes what is the same for all lanes, whatever is taken for granted, out of a block: both versions have it. Loads stay behind checks and stores.
func (sm *smooth) alike(c seg.Code, l *shapes) (alike, rest seg.Code) {
	if l.rough != nil {
		l = l.rough
	}
	behind := map[core.Atom]bool{} // what the rest binds
	reads := true
	for _, s := range c {
		x := seg.Binds(s)
		ok := x != nil && l.of[x] == uniform && !sm.mutable[x]
		switch s := s.(type) {
		case *seg.Let:
			ok = ok && !s.Op.FailsOn(s.T)
		case *seg.Select:
		case *seg.Load:
			ok = ok && reads
		default:
			ok, reads = false, false
		}
		seg.Operands(s, func(a core.Atom) { ok = ok && !behind[a] && !sm.mutable[a] })
		if ok {
			alike = append(alike, s)
			continue
		}
		if x != nil {
			behind[x] = true
		}
		rest = append(rest, s)
	}
	return alike, rest
}

// roughTaps are the shapes for vectors that go over the border, where the bodies of folds that are written out are not doubled: what a mask depends on
// are constants and the place of the vector then, so compilers compute it before all loops.
func (sm *smooth) roughTaps(l *shapes) *shapes {
	seg.Walk(sm.body, func(s seg.Stm) {
		f, ok := s.(*seg.Fold)
		if !ok || taps(f) == 0 || len(l.smooth.blocks[f.Body[0]]) == 0 {
			return
		}
		if !slices.ContainsFunc(sm.blocks[f.Body[0]], func(s seg.Stm) bool { return !slices.Contains(sm.wide, s) }) {
			l = l.smooth.without(l, f.Body[0])
		}
	})
	return l
}

// taps is how often a fold is written out where lanes have masks, 0 if it is not.
func taps(f *seg.Fold) int64 {
	n, ok := core.IntConst(f.Bound)
	if !ok || n > limits.Now.ShortTrips || f.From != nil || !seg.LoopFree(f.Body) || len(f.Body) == 0 {
		return 0
	}
	return n
}

// parts reports whether lanes take different branches of code.
func (l *shapes) parts(c seg.Code) bool {
	return slices.ContainsFunc(c, func(s seg.Stm) bool { f, ok := s.(*seg.If); return ok && l.atom(f.Cond) == varying })
}

// tapByTap is a fold that is written out.
func (v *vectors) tapByTap(f *seg.Fold, n int64) {
	for i := range n {
		v.to[f.I] = core.Const{Scalar: prim.Int(f.I.Type.Elem, i)}
		v.stms(f.Body)
		v.foldStep(f)
	}
}

// side is one version of a block.
func (v *vectors) side(c seg.Code, then func(v *vectors)) seg.Code {
	return v.block(func(*vectors) {
		v.stms(c)
		then(v)
	})
}

// doubled makes the code of a block, which begins with first, that is doubled by its own statements.
func (v *vectors) doubled(first seg.Stm, c seg.Code, then func(v *vectors)) {
	sm := v.smooth
	if sm.blocks[first] == nil {
		v.stms(c)
		then(v)
		return
	}
	rough := v.copy()
	rough.shapes = sm.without(v.shapes, first)
	if v.mask != nil {
		rough.stms(c)
		then(rough)
		return
	}
	t := &smoothTest{v: v, sm: sm, scalar: map[core.Atom]core.Atom{}}
	for _, s := range sm.blocks[first] {
		t.add(s, first)
	}
	smooth := v.copy()
	maps.Copy(smooth.known, t.scalar)
	v.b.Add(&seg.If{Cond: t.cond, Then: smooth.side(c, then), Else: rough.side(c, then)})
}

// copy is a maker of code at the same place that knows the same.
func (v *vectors) copy() *vectors {
	n := *v
	n.to, n.under, n.known = maps.Clone(v.to), maps.Clone(v.under), maps.Clone(v.known)
	if n.known == nil {
		n.known = map[core.Atom]core.Atom{}
	}
	return &n
}
