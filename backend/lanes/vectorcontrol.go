package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Loops, branches and checks in lanes.

func (v *vectors) control(s seg.Stm) {
	switch s := s.(type) {
	case *seg.For:
		v.loop(s)
	case *seg.Fold:
		v.fold(s)
	case *seg.While:
		v.while(s)
	case *seg.If:
		v.branch(s)
	case *seg.Check:
		v.check(s)
	case *seg.Pointwise:
		v.pointwise(s)
	default:
		diag.Bugf("lanes: no vectors for %T", s)
	}
}

func (v *vectors) branch(s *seg.If) {
	if v.shapes.atom(s.Cond) == uniform {
		then := v.block(func(*vectors) { v.code(s.Then) })
		v.b.Add(&seg.If{Cond: v.atom(s.Cond), Then: then, Else: v.block(func(*vectors) { v.code(s.Else) }), Unlikely: s.Unlikely})
		return
	}
	run := v.where
	if !s.Unlikely && v.short(s.Then) && v.short(s.Else) {
		run = v.masked
	}
	run(v.atom(s.Cond), func() { v.code(s.Then) })
	if len(s.Else) > 0 {
		run(v.b.Op("not", prim.Not, prim.Bool, v.atom(s.Cond)), func() { v.code(s.Else) })
	}
}

// short reports whether code takes no longer than the test whether a lane runs it, and does no harm where none does: it gathers one element at
// most, and lanes that do not run it read the first of the block.
func (v *vectors) short(code seg.Code) bool {
	reads := 0
	for _, s := range code {
		switch s := s.(type) {
		case *seg.Load:
			if reads++; !v.lasts(s.Mem) || v.shapes.index(s.At).kind != varying {
				return false
			}
		case *seg.Set:
		default: // work, or more than this thread sees
			return false
		}
	}
	return reads <= 1
}

// masked makes code under one more condition, a vector of bools.
func (v *vectors) masked(cond core.Atom, f func()) {
	if v.mask != nil {
		cond = v.b.Op("k", prim.And, prim.Bool, v.mask, cond)
	}
	v.only(cond, f)
}

// where makes code under one more condition, a vector of bools; nothing runs if no lane is left.
func (v *vectors) where(cond core.Atom, f func()) {
	if v.mask != nil {
		cond = v.b.Op("k", prim.And, prim.Bool, v.mask, cond)
	}
	v.b.If(v.b.Move("some", seg.Any, 0, cond), v.in(func() { v.only(cond, f) }), nil)
}

// only makes code in the lanes of a mask.
func (v *vectors) only(mask core.Atom, f func()) {
	outer := v.mask
	v.mask = mask
	f()
	v.mask = outer
}

// active declares the mask of a loop that lanes leave one after another.
func (v *vectors) active() *core.Var {
	init := v.mask
	if init == nil {
		init = core.BoolC(true)
	}
	return v.b.Var("k", core.Vector(prim.Bool, v.width), init)
}

// staying takes the lanes that do not go on out of the mask of a loop, and gives whether some do.
func (v *vectors) staying(k *core.Var, cond core.Atom) core.Atom {
	v.b.Set(k, v.b.Op("k", prim.And, prim.Bool, k, cond))
	return v.b.Move("some", seg.Any, 0, k)
}

func (v *vectors) loop(s *seg.For) {
	switch {
	case s.Interchange != seg.NoInterchange:
		v.interchanged(s)
	case v.shapes.atom(s.Bound) != uniform && v.falls[s] != nil:
		v.falling(s)
	case v.shapes.atom(s.Bound) != uniform:
		v.someFor(s.I, s.Bound, func() { v.code(s.Body) })
	case (v.mask == nil || v.mask != v.tail) && hasStrips(s.Body):
		v.strips(s)
	default:
		for _, m := range v.fillers[s] {
			v.made[m] = v.mask
		}
		n := &seg.For{Bound: v.atom(s.Bound), Step: s.Step, Elems: s.Elems}
		if s.From != nil {
			n.From = v.atom(s.From)
		}
		n.I = v.bind(s.I)
		n.Body = v.block(func(*vectors) { v.code(s.Body) })
		v.b.Add(n)
	}
}

// someFor is a loop whose bound differs between lanes.
func (v *vectors) someFor(i *core.Var, bound core.Atom, body func()) {
	outer, t := v.mask, i.Type.Elem
	k := v.active()
	x := v.b.Var(i.Name, core.Prim(t), core.Zero(t))
	v.to[i] = x
	cond := func() (on core.Atom) { return v.staying(k, v.b.Op("less", prim.Lt, t, x, v.operand(bound))) }
	v.whileLoop(cond, func() {
		v.mask = k
		body()
		v.mask = outer
		v.b.Set(x, v.b.Op("next", prim.Add, t, x, core.One(t)))
	})
}

// falling is a loop that counts down from a bound that differs between lanes, in step: from the largest of all.
func (v *vectors) falling(s *seg.For) {
	outer, t, i := v.mask, s.I.Type.Elem, v.falls[s]
	bound := v.operand(s.Bound)
	most := bound
	if outer != nil {
		most = v.b.Select("most", outer, bound, core.Zero(t))
	}
	x := v.b.Var(s.I.Name, core.Prim(t), v.across(most, prim.Max))
	v.whileLoop(func() core.Atom { return v.b.Op("more", prim.Lt, t, core.Zero(t), x) }, func() {
		v.b.Set(x, v.b.Op("next", prim.Sub, t, x, core.One(t)))
		var k core.Atom = v.b.Op("k", prim.Lt, t, x, bound)
		if outer != nil {
			k = v.b.Op("k", prim.And, prim.Bool, outer, k)
		}
		v.mask, v.to[i.V] = k, x
		v.code(slices.DeleteFunc(slices.Clone(s.Body), func(b seg.Stm) bool { return b == seg.Stm(i) }))
		v.mask = outer
	})
}

// whileLoop adds a loop.
func (v *vectors) whileLoop(cond func() core.Atom, body func()) {
	s := &seg.While{}
	s.CondCode = v.block(func(*vectors) { s.Cond = cond() })
	s.Body = v.block(func(*vectors) { body() })
	v.b.Add(s)
}

func (v *vectors) while(s *seg.While) {
	if v.shapes.atom(s.Cond) == uniform {
		v.whileLoop(func() core.Atom { v.code(s.CondCode); return v.atom(s.Cond) }, func() { v.code(s.Body) })
		return
	}
	outer := v.mask
	k := v.active()
	v.mask = k
	v.whileLoop(func() core.Atom { v.code(s.CondCode); return v.staying(k, v.operand(s.Cond)) }, func() { v.code(s.Body) })
	v.mask = outer
}

// fold folds a value for each lane, in the order of the index.
func (v *vectors) fold(s *seg.Fold) {
	if s.Interchange != seg.NoInterchange {
		v.interchangedFold(s)
		return
	}
	some := false
	for _, a := range s.Accs {
		some = some || v.of[a] == varying
	}
	switch {
	case v.shapes.atom(s.Bound) != uniform:
		v.someFor(s.I, s.Bound, func() { v.foldBody(s) })
	case v.smooth != nil && taps(s) > 0 && v.smooth.blocks[s.Body[0]] == nil && v.shapes.parts(s.Body):
		v.tapByTap(s, taps(s))
	case some || v.smooth != nil && len(s.Body) > 0 && v.smooth.blocks[s.Body[0]] != nil:
		n := &seg.For{Bound: v.atom(s.Bound), Elems: true}
		n.I = v.bind(s.I)
		n.Body = v.block(func(*vectors) { v.foldBody(s) })
		v.b.Add(n)
	default:
		n := &seg.Fold{Bound: v.atom(s.Bound), Ops: s.Ops}
		n.I = v.bind(s.I)
		n.Body = v.block(func(*vectors) { v.code(s.Body) })
		for j, a := range s.Accs {
			n.Accs, n.Vals = append(n.Accs, core.AsVar(v.atom(a))), append(n.Vals, v.atom(s.Vals[j]))
		}
		v.b.Add(n)
	}
}

// foldBody is an iteration of a fold.
func (v *vectors) foldBody(s *seg.Fold) {
	v.versions(s.Body, func(v *vectors) { v.foldStep(s) })
}

// foldStep ends an iteration of a fold: all is computed before anything is set.
func (v *vectors) foldStep(s *seg.Fold) {
	next := make([]core.Atom, len(s.Accs))
	for j, a := range s.Accs {
		val := v.atom(s.Vals[j])
		if v.of[a] == varying {
			val = v.operand(s.Vals[j])
		}
		next[j] = v.b.Op("next", s.Ops[j], a.Type.Elem, v.atom(a), val)
	}
	for j, a := range s.Accs {
		if now := core.AsVar(v.atom(a)); v.of[a] == varying {
			v.assign(a, now, next[j])
		} else {
			v.b.Set(now, next[j])
		}
	}
}

// check ends the kernel if the condition fails in a lane of the mask, and reports the first such lane.
func (v *vectors) check(s *seg.Check) {
	alike := v.shapes.atom(s.Cond) == uniform
	for _, a := range s.Args {
		p := v.shapes.atom(a)
		alike = alike && (p == uniform || p == affine && v.mask == nil)
	}
	if alike {
		v.b.Add(&seg.Check{Cond: v.atom(s.Cond), Site: s.Site, Args: v.atoms(s.Args)})
		return
	}
	var bad core.Atom = v.b.Op("bad", prim.Not, prim.Bool, v.vector(s.Cond))
	if v.mask != nil {
		bad = v.b.Op("bad", prim.And, prim.Bool, v.mask, bad)
	}
	v.b.If(v.b.Move("some", seg.Any, 0, bad), v.in(func() { v.fail(s, bad) }), nil)
}

// fail reports the first bad lane.
func (v *vectors) fail(s *seg.Check, bad core.Atom) {
	which := v.spill("bad", bad)
	l := v.b.Var("l", core.I64, core.IntC(0))
	at := seg.Index{{A: l}}
	v.whileLoop(func() core.Atom { return v.b.Op("good", prim.Not, prim.Bool, v.b.Load("bad", which, 0, at)) },
		func() { v.b.Set(l, v.b.Index("next", prim.Add, l, core.IntC(1))) })
	args := v.atoms(s.Args)
	for i, a := range s.Args {
		switch v.shapes.atom(a) {
		case varying:
			args[i] = v.b.Load("arg", v.spill("arg", args[i]), 0, at)
		case affine:
			args[i] = v.b.Index("arg", prim.Add, args[i], l)
		}
	}
	v.b.Add(&seg.Check{Cond: core.BoolC(false), Site: s.Site, Args: args})
}

// pointwise makes a scalar epilogue: the points one after the other, with what they use of before.
func (v *vectors) pointwise(s *seg.Pointwise) {
	declared := map[*core.Var]bool{}
	for x := range v.of {
		declared[x] = true
	}
	v.each(v.fromBefore(s.Body, declared), v.count, func(one *vectors) { one.code(s.Body) })
}

// each makes code for the first points, as many as count says, one after the other; values are what they use that differs between lanes.
func (v *vectors) each(values []*core.Var, count core.Atom, body func(one *vectors)) {
	stored := map[*core.Var]*seg.Mem{}
	for _, x := range values {
		if v.of[x] == varying {
			stored[x] = v.spill(x.Name, v.atom(x))
		}
	}
	v.b.For("l", nil, count, 1, func(b *seg.Builder, l *core.Var) {
		one := v.scalar(&shapes{width: v.width})
		one.b = b
		for _, x := range values {
			if m := stored[x]; m != nil {
				one.to[x] = b.Load(x.Name, m, 0, seg.Index{{A: l}})
			} else {
				one.to[x] = b.Index(x.Name, prim.Add, v.atom(x), l)
			}
		}
		body(one)
	}).Quiet = true
}
