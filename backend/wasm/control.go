package wasm

import (
	"slices"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// findSets notes which variables loops set that are declared around them.
func (p *printer) findSets(c seg.Code) {
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.For:
			p.sets[s] = setIn(s.Body)
		case *seg.While:
			p.sets[s] = setIn(slices.Concat(s.CondCode, s.Body))
		default: // no loop
		}
	})
}

func setIn(c seg.Code) (out []*core.Var) {
	seen := map[*core.Var]bool{}
	seg.Walk(c, func(s seg.Stm) {
		if x, ok := s.(*seg.Set); ok && !seen[x.V] {
			seen[x.V] = true
			out = append(out, x.V)
		}
	})
	return out
}

// changed are the registers that a loop sets.
func (p *printer) changed(s seg.Stm) (out []*variable) {
	out = append(out, p.breath)
	for _, v := range p.sets[s] {
		if c := p.vars[v]; c != nil {
			out = append(out, c.parts...)
		}
	}
	return out
}

// How many iterations are written one after the other at most: of a loop of which a pass says that it should be, and of any other one, which must be short.
const (
	mostUnrolled = 64
	fewUnrolled  = 4
	mostWritten  = 128 // statements of the latter
)

// trips is how many iterations are written one after the other; 0 if the loop is written as a loop.
func trips(s *seg.For) int64 {
	n, known := core.IntConst(s.Bound)
	n = (n + max(s.Step, 1) - 1) / max(s.Step, 1)
	if known && s.FromZero() && (s.Unroll && n <= mostUnrolled || n <= fewUnrolled && n*written(s.Body) <= mostWritten) {
		return n
	}
	return 0
}

// written is how many statements straight code takes; more than mostWritten if there are any that are not straight.
func written(c seg.Code) (n int64) {
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Let, *seg.Select, *seg.Decl, *seg.Set, *seg.Load, *seg.Update, *seg.Lanes:
			n++
		case *seg.Gather:
			n += int64(width(s.V.Type))
		case *seg.Scatter:
			n += int64(max(width(s.Val.AtomType()), width(s.At.AtomType())))
		case *seg.Store:
			if n++; s.First != nil { // lane by lane
				n += 2 * int64(width(s.Val.AtomType()))
			}
		case *seg.For:
			k := trips(s)
			if k == 0 {
				return mostWritten + 1
			}
			n += k * written(s.Body)
		default:
			return mostWritten + 1
		}
	}
	return n
}

// unrolled writes out a loop whose numbers are constants then, and reports whether it does.
func (p *printer) unrolled(s *seg.For) bool {
	n := trips(s)
	for i := range n {
		p.fixed[s.I] = single(s.I.Type.Elem, integer(s.I.Type.Elem, i*max(s.Step, 1)))
		p.code(s.Body)
	}
	return n > 0
}

func (p *printer) loop(s *seg.For) {
	if p.unrolled(s) {
		return
	}
	defer func(before uint64) { p.weight = before }(p.weight)
	p.weight = 1
	t := s.I.Type.Elem
	w := typeOf(t)
	from := number(w, 0)
	if s.From != nil {
		from = p.atom(s.From)
	}
	bound, step := p.keep(p.atom(s.Bound)), max(s.Step, 1)
	i := p.function.declare(w, from)
	changed := append(p.changed(s), i)
	turns := func(k int64, bound val) { // k iterations at a time, as long as the first of them is below a bound
		p.branch(p.less(t, p.get(i), bound), func() {
			p.repeat(changed, func() val {
				for j := range k {
					p.fixed[s.I] = single(t, p.scalar(prim.Add, t, false, p.get(i), integer(t, j*step)))
					p.code(s.Body)
				}
				p.assign(i, p.scalar(prim.Add, t, false, p.get(i), integer(t, k*step)))
				return p.less(t, p.get(i), bound)
			})
		}, nil)
	}
	k := atOnce(s)
	if k == 1 {
		turns(1, bound)
		return
	}
	p.branch(p.less(t, p.get(i), bound), func() {
		turns(k, p.keep(p.scalar(prim.Sub, t, false, bound, integer(t, (k-1)*step))))
		turns(1, bound)
	}, nil)
}

// atOnce is how many iterations of a loop are written behind each other in it, so that they share addresses (Note [Places]) and its end. Numbers of loops are not negative.
func atOnce(s *seg.For) int64 {
	n := written(s.Body)
	switch {
	case s.I.Type.Elem != prim.I64 || n > 16:
		return 1
	case n > 8:
		return 2
	}
	return 4
}

func (p *printer) while(s *seg.While) {
	changed := p.changed(s)
	defer func(before uint64) { p.weight = before }(p.weight)
	if p.weight = 1; s.Quiet {
		p.weight = breaths / pieces
	}
	p.repeat(changed, func() val {
		p.code(s.CondCode)
		again := p.keep(p.atom(s.Cond))
		p.branch(again, func() { p.code(s.Body) }, nil)
		return again
	})
}

func (p *printer) decide(s *seg.If) {
	var els func()
	if len(s.Else) > 0 {
		els = func() { p.code(s.Else) }
	}
	p.branch(p.keep(p.atom(s.Cond)), func() { p.code(s.Then) }, els)
}

// try writes code that a failure leaves for what comes after it.
func (p *printer) try(s *seg.Try) {
	before := p.leave
	p.block(func(label int) {
		p.leave = label
		p.code(s.Body)
	})
	p.leave = before
}

// Note [Breath]
//
// Go stops all its threads now and then, to collect garbage or since another goroutine has waited, and cannot stop one that runs compiled WebAssembly: it
// waits until that returns. So a kernel calls a function of the host that does nothing, after so many polls, which is where loops that may be long look whether something has
// failed. There it looks, too: a poll that does neither only counts. Those between pieces of a loop, each of which has thousands of iterations
// (limits.Set.Block), count more.

// How many polls lie between two calls of the host, and how many pieces of a loop.
const (
	breaths = 256
	pieces  = 4
)

// breathe is the function that does nothing.
var breathe = callee{module: "breathe", name: "f"}

// begin ends the thread if something has failed before.
func (p *printer) begin() {
	p.look()
	p.breath = p.function.declare(i32, number(i32, breaths))
}

// look ends the thread if something has failed.
func (p *printer) look() {
	words := p.fresh(i64, memarg(loadOf(prim.I64), failAt), number(i32, 0))
	p.branch(p.pure(i32, opNe.of(i64), words, number(i64, 0)), func() { p.exit(p.leave) }, nil)
}

// poll ends the thread, now and then, if something has failed.
func (p *printer) poll() {
	p.assign(p.breath, p.pure(i32, opSub.of(i32), p.get(p.breath), number(i32, p.weight)))
	p.branch(p.pure(i32, opLe.of(i32), p.get(p.breath), number(i32, 0)), func() {
		p.look()
		p.effect(p.imported(breathe))
		p.assign(p.breath, number(i32, breaths))
	}, nil)
}

// cmpxchg is the instruction that writes a word if it is still what it was.
var cmpxchg = []byte{0xfe, 0x48, 2}

// fail records a failure, if it is the first, with values, and ends the thread.
func (p *printer) fail(site val, values []val) {
	for r := p.now; r != nil; r = r.around {
		r.guarded = true
	}
	was := p.fresh(i32, unsigned(cmpxchg[:3:3], failAt), number(i32, 0), number(i32, 0), site)
	p.branch(p.pure(i32, isZero, was), func() {
		for i, v := range values {
			p.effect(memarg(storeOf(prim.I64), failAt+8*int64(plan.WordVals+i)), number(i32, 0), v)
		}
	}, nil)
	p.exit(p.leave)
}

// check records the first failure and ends the thread.
func (p *printer) check(s *seg.Check) {
	if len(p.sites) == 0 {
		p.from = p.argument(plan.Arg{Kind: plan.ArgSites}, i32, loadOf(prim.I32))
	}
	n := slices.Index(p.sites, s.Site)
	if n < 0 {
		n = len(p.sites)
		p.sites = append(p.sites, s.Site)
	}
	failed := p.pure(i32, isZero, p.atom(s.Cond))
	p.branch(failed, func() {
		var values []val
		for _, a := range s.Args {
			values = append(values, p.word(p.operand(a, 1)))
		}
		p.fail(p.pure(i32, opAdd.of(i32), p.from, number(i32, uint64(n+1))), values)
	}, nil)
}

// word is a scalar as the bits of a Scalar.
func (p *printer) word(x vec) val {
	v := p.bitsOf(x.elem, x.parts[0])
	switch {
	case v.typ == i64:
		return v
	case x.elem.IsSigned():
		return p.pure(i64, extendS, v)
	}
	return p.pure(i64, extendU, v)
}

// reserve records how large a block must be, and ends the thread, if it is smaller.
func (p *printer) reserve(s *seg.Reserve) {
	k := slices.Index(p.grow, s.Mem)
	if k < 0 {
		k = len(p.grow)
		p.grow = append(p.grow, s.Mem)
		p.rooms = append(p.rooms, p.argument(plan.Arg{Kind: plan.ArgCapacity, Mem: s.Mem}, i64, loadOf(prim.I64)))
	}
	const most = 1 << 48
	need := number(i64, 1)
	for _, d := range s.Dims {
		n := p.atom(d)
		none := p.pure(i32, opLe.of(i64), n, number(i64, 0))
		few := p.choice(i64, none, number(i64, 1), n)
		many := p.pure(i32, opGt.of(i64), need, p.pure(i64, opDiv.of(i64), number(i64, most), few))
		need = p.choice(i64, none, number(i64, 0), p.choice(i64, many, number(i64, most), p.pure(i64, opMul.of(i64), need, few)))
	}
	p.branch(p.pure(i32, opGt.of(i64), need, p.rooms[k]), func() {
		p.fail(number(i32, uint64(uint32(int32(-k-1)))), []val{need})
	}, nil)
}

// tell tells whoever looks how far the outermost loop is.
func (p *printer) tell(s *seg.Tell) {
	word := int64(plan.WordDone)
	if s.Of {
		word = plan.WordOf
	}
	p.effect(memarg(storeOf(prim.I64), failAt+8*word), number(i32, 0), p.atom(s.N))
}
