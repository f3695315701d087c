package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// extent is what is known of a size: it lies between least and most, both included.
type extent struct{ least, most amount }

func exactly(a amount) extent { return extent{a, a} }

// natural reports whether a size is not negative, as far as is known before the run: it is a guess of what a factor of sizes is.
func (x extent) natural() bool { return x.least.of != nil || x.least.n >= 0 }

// name gives v the extent of an atom, if that has one.
func (g *grain) name(v *core.Var, a core.Atom) {
	delete(g.known, v)
	if x, ok := g.value(a); ok {
		g.known[v] = x
	}
}

// counter gives the counter of a loop its extent: it counts from 0.
func (g *grain) counter(i *core.Var, bound core.Atom) {
	delete(g.known, i)
	if n, ok := g.value(bound); ok {
		g.known[i] = extent{amount{}, g.apply(prim.Sub, i.Type.Elem, n.most, amount{n: 1})}
	}
}

// elements gives an array of counters, and the operand of a map over it, the extent of each of its elements.
func (g *grain) elements(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Iota:
		v := s.Pat[0]
		delete(g.known, v)
		first, ok := g.value(e.Start)
		n, too := g.value(e.N)
		if ok && too && core.IsInt(e.Step, 1) {
			last := g.apply(prim.Sub, e.T, n.most, amount{n: 1})
			g.known[v] = extent{first.least, g.apply(prim.Add, e.T, first.most, last)}
		}
	case *core.Map:
		for k, a := range e.Arrs {
			if p := e.Fn.Params[len(e.Accs)+k]; p.Type.IsScalar() {
				g.name(p, a)
			}
		}
	default: // are not known
	}
}

// either gives v the extent of two atoms.
func (g *grain) either(v *core.Var, a, b core.Atom) {
	delete(g.known, v)
	x, ok := g.value(a)
	y, too := g.value(b)
	switch {
	case !ok || !too || !v.Type.IsScalar() || !v.Type.Elem.IsInt():
	case x == y:
		g.known[v] = x
	default:
		g.known[v] = extent{g.apply(prim.Min, v.Type.Elem, x.least, y.least), g.apply(prim.Max, v.Type.Elem, x.most, y.most)}
	}
}

// primApp follows the arithmetic of sizes.
func (g *grain) primApp(v *core.Var, e *core.PrimApp) {
	delete(g.known, v)
	if e.Op == prim.ToI64 && e.T == prim.Bool { // as wide is the map that stands for a branch in parallel code
		g.known[v] = extent{amount{}, amount{n: 1}}
		return
	}
	if len(e.Args) == 0 || !e.T.IsInt() || len(e.Args) > 2 || !e.Op.ResultType(e.T).IsInt() {
		return
	}
	args, exact := make([]extent, len(e.Args)), true
	for i, a := range e.Args {
		x, ok := g.value(a)
		if !ok {
			return
		}
		args[i], exact = x, exact && x.least == x.most
	}
	least, most := make([]amount, len(args)), make([]amount, len(args))
	for i, x := range args {
		least[i], most[i] = x.least, x.most
	}
	rises, falls := monotone(e.Op, args)
	turned := negative(e.Op, args)
	switch {
	case exact:
		if n, ok := g.applied(e.Op, e.T, least); ok {
			g.known[v] = exactly(n)
		}
		return
	case falls:
		least[1], most[1] = most[1], least[1]
	case turned >= 0:
		least[turned], most[turned] = most[turned], least[turned]
	case !rises:
		return
	}
	a, ok := g.applied(e.Op, e.T, least)
	b, too := g.applied(e.Op, e.T, most)
	if ok && too {
		g.known[v] = extent{a, b}
	}
}

// monotone reports whether an operator rises with all its operands, or with the first one while it falls with the second.
func monotone(op *prim.Op, args []extent) (rises, falls bool) {
	switch op {
	case prim.Add, prim.Min, prim.Max, prim.ToI64:
		return true, false
	case prim.Mul, prim.Shl:
		return args[0].natural() && args[1].natural(), false
	case prim.Sub:
		return false, true
	case prim.Div, prim.Quot:
		return false, args[0].natural() && args[1].least.of == nil && args[1].least.n > 0
	}
	return false, false
}

// negative is the operand with which a product falls, since the other one is a negative constant; -1 if there is none.
func negative(op *prim.Op, args []extent) int {
	if op == prim.Mul {
		for k, x := range args {
			if x.least == x.most && x.least.of == nil && x.least.n < 0 {
				return 1 - k
			}
		}
	}
	return -1
}

// apply is an operator of amounts that does not fail.
func (g *grain) apply(op *prim.Op, t prim.Type, args ...amount) amount {
	n, _ := g.applied(op, t, args)
	return n
}

// applied is an operator of amounts; a step of the host where it is not known now.
func (g *grain) applied(op *prim.Op, t prim.Type, args []amount) (amount, bool) {
	ns := make([]int64, len(args))
	for i, a := range args {
		if a.of != nil {
			return g.step(workKey{kind: seg.WorkSize, op: op, t: t}, args...), true
		}
		ns[i] = a.n
	}
	n, ok := seg.SizeOf(op, t, ns)
	return amount{n: n}, ok
}

// view notes how many elements a view has, where its dimensions are not known: none of them is larger.
func (g *grain) view(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Rearrange:
		if n, ok := g.total[e.Arr]; ok {
			g.total[s.Pat[0]] = n
		}
	case *core.Reshape:
		n := g.elems(e.Arr)
		if n == huge {
			return
		}
		for _, d := range e.Dims {
			if _, ok := g.value(d); !ok {
				g.known[d.(*core.Var)] = extent{amount{}, n}
				g.total[s.Pat[0]] = n
			}
		}
	default: // of a part
	}
}

// blocks is the work of a nest of two maps over such a view: that of a point, for each of the elements.
func (g *grain) blocks(m *core.Map) (amount, bool) {
	k := slices.IndexFunc(m.Arrs, func(a *core.Var) bool { _, ok := g.total[a]; return ok })
	if k < 0 || slices.ContainsFunc(m.Fn.Body.Stms, func(s core.Stm) bool {
		in, nest := s.Exp.(*core.Map)
		return nest && !straight(in.Fn.Body) || !nest && !straight(core.Body{Stms: []core.Stm{s}})
	}) {
		return amount{}, false
	}
	one := newGrain(nil)
	one.least = true
	n, each := g.total[m.Arrs[k]], one.body(m.Fn.Body).n+1
	if n.of == nil {
		return amount{n: seg.TimesWork(n.n, each)}, true
	}
	return g.step(workKey{kind: seg.WorkTimes}, n, amount{n: each}), true
}

// slowdown is how many times the work of a parallel node one thread does more than threads of which each has points side by side in
// lanes. Innermost loops over elements are in lanes in both, and so are most sums.
func slowdown(e core.Exp) int64 {
	k := int64(0)
	if _, ok := e.(*core.Scatter); ok { // passes of a radix sort over a million numbers were measured to take five times as long
		k = 2
	}
	if m, ok := e.(*core.Map); ok {
		if inner := nested(m); inner != nil {
			return slowdown(inner)
		}
		if len(m.Accs) > 0 && !alongUpdates(m) { // other loops of updates are not in lanes
			k = 2
		}
	}
	e.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda {
		k = max(k, slower(l.Body))
		return l
	}})
	return k
}

// slower is slowdown for what the points of a node do: loops over elements, sums of a known operator and loops over numbers are in lanes in one
// thread, too.
func slower(b core.Body) int64 {
	k := int64(0)
	for _, s := range b.Stms {
		m, elements := s.Exp.(*core.Map)
		r, sum := s.Exp.(*core.Reduce)
		branch, branches := s.Exp.(*core.If)
		switch {
		case straight(core.Body{Stms: []core.Stm{s}}), sum && primOps(r.Fn) != nil, countsAlike(b, s):
		case branches:
			k = max(k, slower(branch.Then), slower(branch.Else))
		case elements && straight(m.Fn.Body) && len(m.Accs) <= fewSums && alongUpdates(m):
		case elements && straight(m.Fn.Body) && alongUpdates(m):
			k = max(k, 1)
		default:
			return 3
		}
	}
	return k
}

// fewSums is how many arrays a loop of a task adds to without being slower than launches: the sums of more, as of forces between bodies, were
// measured to take twice as long.
const fewSums = 2

// straight reports whether code has no loops of any kind.
func straight(b core.Body) bool {
	found := false
	core.Walk(b, func(s core.Stm) {
		_, loop := s.Exp.(*core.Loop)
		_, call := s.Exp.(*core.Call)
		found = found || loop || call || width(s.Exp) != nil
	})
	return !found
}

// alongUpdates reports whether a map adds only to places that go with it or do not depend on its elements: such loops are in lanes (apart.go in
// package simplify).
func alongUpdates(m *core.Map) bool {
	bound, ok := map[core.Atom]bool{}, true
	core.Walk(m.Fn.Body, func(s core.Stm) {
		for _, v := range s.Pat {
			bound[v] = true
		}
		if u, is := s.Exp.(*core.UpdateAcc); is {
			ok = ok && !slices.ContainsFunc(u.Idx, func(a core.Atom) bool { return bound[a] })
		}
	})
	return ok
}

// countsAlike reports whether a statement of a body is a loop over numbers that goes on for all points alike.
func countsAlike(b core.Body, s core.Stm) bool {
	l, ok := s.Exp.(*core.Loop)
	return ok && l.Cond == nil && straight(l.Body) && core.AllScalar(core.VarTypes(l.Params)) && !slices.ContainsFunc(b.Stms, func(s core.Stm) bool {
		return slices.Contains(core.Atoms(s.Pat), l.Bound)
	})
}
