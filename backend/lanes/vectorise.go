package lanes

import (
	"slices"

	"maps"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Rows computed twice]
//
// Where a kernel only stores results, and reads nothing that it stores, computing a point twice does no harm. Then the last
// block of a row goes back as far as it must to be whole: no code is written again under a mask, which halves
// what compilers have to do. A row must have as many points as there are lanes, or the plain form runs.

// Vectorise makes explicit vector code of the points of kernels in lanes: Body computes Width of them and Last, under a mask, the
// first ones. There is no Last where rows are computed twice.
func Vectorise(p *seg.Prog) *seg.Prog {
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		l, red := shapesOf(k), reductionOf(k)
		body := l
		if s := smoothShapes(k); s != nil {
			body = s
		}
		out := *k
		out.Vals = nil // Leave combines them
		own := map[*seg.Mem]*seg.Mem{}
		build := func(f func(v *vectors)) seg.Code { return newVectors(l, own).block(f) }
		out.Enter = build(func(v *vectors) { v.code(k.Enter); red.enter(v) })
		out.Body = newVectors(body, own).block(func(v *vectors) { v.points(k, red, core.IntC(int64(l.width))) })
		if !mayRepeat(k) {
			out.Left = core.NewVar("left", core.I64)
			out.Last = build(func(v *vectors) { v.underTail(out.Left, func() { v.points(k, red, out.Left) }) })
		}
		out.Leave = build(func(v *vectors) { v.code(k.Leave); red.leave(v) })
		return &out
	})
}

// mayRepeat reports whether a kernel may compute points twice, in rows that can be long enough.
func mayRepeat(k *seg.Kernel) bool {
	if n, ok := k.Space[len(k.Space)-1].N.(core.Const); ok && n.Int64() < int64(k.Width) || k.Kind != seg.Map || len(k.Accs) > 0 {
		return false
	}
	return !slices.ContainsFunc(seg.Overwritten(k.Body), func(m *seg.Mem) bool { return m.Space == seg.Device })
}

// reduction is what a kernel of kind Reduce has in lanes: a part of each result in each lane.
type reduction struct {
	k     *seg.Kernel
	parts []*core.Var
}

func reductionOf(k *seg.Kernel) *reduction {
	r := &reduction{k: k}
	if k.Kind == seg.Reduce {
		for _, a := range k.Op.A {
			r.parts = append(r.parts, core.NewVar("part", core.Vector(a.Type.Elem, k.Width)))
		}
	}
	return r
}

// enter declares the parts.
func (r *reduction) enter(v *vectors) {
	for j, x := range r.parts {
		v.b.Add(&seg.Decl{V: x, Init: neutral(r.k.Op.Ops[j], x.Type.Elem)})
	}
}

// add combines what the lanes yield into the parts.
func (r *reduction) add(v *vectors) {
	for j, x := range r.parts {
		v.combine(x, r.k.Op.Ops[j], v.operand(r.k.Vals[j]))
	}
}

// leave combines the parts into what the thread has.
func (r *reduction) leave(v *vectors) {
	for j, x := range r.parts {
		a, op := r.k.Op.A[j], r.k.Op.Ops[j]
		v.b.Set(a, v.b.Op("sum", op, a.Type.Elem, a, v.across(x, op)))
	}
}

func neutral(op *prim.Op, t prim.Type) core.Const {
	ne, _ := op.Neutral(t)
	return core.Const{Scalar: ne}
}

// vectors makes explicit code of statements that run in lanes.
type vectors struct {
	*shapes
	b       *seg.Builder
	to      map[*core.Var]core.Atom // what stands for a variable, a vector where that varies
	copies  map[*seg.Mem]*seg.Mem   // what stands for a block of which each lane has a copy
	mask    core.Atom               // the lanes that run the code; nil for all
	tail    core.Atom               // the mask of the last iterations of a loop, which are the first lanes
	first   core.Atom               // how many iterations are left, in a loop that computes the last ones by the same text
	count   core.Atom               // how many points there are
	under   map[*core.Var]core.Atom // the mask of the place where a variable is declared
	fillers map[*seg.For][]*seg.Mem // loops that fill blocks which nobody has used before: Note [Arrays made under a mask]
	made    map[*seg.Mem]core.Atom  // the mask under which a block has been filled so
	known   map[core.Atom]core.Atom // what smooth code need not compute again
	quiet   bool                    // inside a loop that nobody needs to stop
	oneText bool                    // whole vectors and the last one are computed by the same text
}

func newVectors(l *shapes, copies map[*seg.Mem]*seg.Mem) *vectors {
	return &vectors{shapes: l, b: &seg.Builder{}, to: map[*core.Var]core.Atom{}, copies: copies, under: map[*core.Var]core.Atom{}, made: map[*seg.Mem]core.Atom{}}
}

// block is the code that f makes.
func (v *vectors) block(f func(v *vectors)) seg.Code {
	outer := v.b
	v.b = &seg.Builder{}
	f(v)
	code := v.b.Code
	v.b = outer
	return code
}

// in makes a block's code where a method of the builder wants it.
func (v *vectors) in(f func()) func(*seg.Builder) {
	return func(b *seg.Builder) { b.Add(v.block(func(*vectors) { f() })...) }
}

// scalar makes code of one point, where what differs between lanes stands for itself.
func (v *vectors) scalar(l *shapes) *vectors {
	return &vectors{shapes: l, b: v.b, to: maps.Clone(v.to), copies: v.copies, under: map[*core.Var]core.Atom{}, quiet: true}
}

// points makes the code of a kernel's points, as many as count says.
func (v *vectors) points(k *seg.Kernel, red *reduction, count core.Atom) {
	v.count = count
	v.fillers = v.fillersIn(k.Body)
	v.versions(k.Body, red.add)
}

// underTail makes code that only the first lanes run, as many as left says. What the others compute is never
// seen: their variables and copies of blocks may hold anything.
func (v *vectors) underTail(left core.Atom, body func()) {
	v.tail = v.b.Op("k", prim.Lt, prim.I64, v.b.Move("lane", seg.Ramp, v.width, core.IntC(0)), left)
	v.mask = v.tail
	body()
	v.mask, v.tail = nil, nil
}

// atom is what stands for an operand.
func (v *vectors) atom(a core.Atom) core.Atom {
	if x, ok := a.(*core.Var); ok && v.to[x] != nil {
		return v.to[x]
	}
	return a
}

func (v *vectors) atoms(as []core.Atom) []core.Atom {
	out := make([]core.Atom, len(as))
	for i, a := range as {
		out[i] = v.atom(a)
	}
	return out
}

// operand is what stands for an operand of a vector statement: what is uniform stays a scalar.
func (v *vectors) operand(a core.Atom) core.Atom {
	if v.shapes.atom(a) == affine {
		return v.b.Move("ramp", seg.Ramp, v.width, v.atom(a))
	}
	return v.atom(a)
}

// vector is an operand as a vector.
func (v *vectors) vector(a core.Atom) core.Atom {
	x := v.operand(a)
	if x.AtomType().Lanes == 0 {
		return v.b.Move("all", seg.Spread, v.width, x)
	}
	return x
}

// bind makes the variable that stands for one that code binds.
func (v *vectors) bind(x *core.Var) *core.Var {
	t := x.Type
	if v.of[x] == varying {
		t = core.Vector(t.Elem, v.width)
	}
	n := core.NewVar(x.Name, t)
	v.to[x] = n
	return n
}

func (v *vectors) index(x seg.Index) seg.Index {
	out := make(seg.Index, len(x))
	for i, t := range x {
		if out[i].A = v.atom(t.A); t.B != nil {
			out[i].B = v.atom(t.B)
		}
	}
	return out
}

// mem is the memory that stands for one.
func (v *vectors) mem(m *seg.Mem) *seg.Mem {
	if !v.own[m] {
		return m
	}
	if v.copies[m] == nil {
		n := seg.NewMem(m.Name, m.Elem, m.Space)
		n.Len, n.Grow, n.Lanes = m.Len, m.Grow, v.width
		v.copies[m] = n
	}
	return v.copies[m]
}

func (v *vectors) code(c seg.Code) { v.versions(c, func(*vectors) {}) }

func (v *vectors) stms(c seg.Code) {
	for _, s := range c {
		v.stm(s)
	}
}

// stm makes the code of a statement.
func (v *vectors) stm(s seg.Stm) {
	switch s := s.(type) {
	case *seg.Let:
		v.let(s)
	case *seg.Decl:
		init := v.atom(s.Init)
		if v.of[s.V] == varying {
			init = v.operand(s.Init)
		}
		v.b.Add(&seg.Decl{V: v.bind(s.V), Init: init})
		v.under[s.V] = v.mask
	case *seg.Set:
		v.set(s.V, s.Val)
	case *seg.Select:
		v.choose(s)
	case *seg.Load:
		v.load(s)
	case *seg.Store:
		v.store(s)
	case *seg.Update:
		v.update(s)
	case *seg.Pack:
		v.pack(s)
	case *seg.Reserve:
		v.reserve(s)
	default:
		v.control(s)
	}
}

func (v *vectors) let(s *seg.Let) {
	if x := v.known[s.V]; x != nil && v.of[s.V] != varying {
		v.to[s.V] = x
		return
	}
	n := *s
	if n.Args = v.atoms(s.Args); v.of[s.V] == varying {
		n.Idx = false
		for i, a := range s.Args {
			n.Args[i] = v.operand(a)
		}
	}
	n.V = v.bind(s.V)
	v.b.Add(&n)
}

// set changes a variable in the lanes of the mask. One that was declared under the mask has no other lanes.
func (v *vectors) set(x *core.Var, val core.Atom) {
	now := core.AsVar(v.to[x])
	if now == nil {
		now = x
	}
	if v.of[x] != varying {
		v.b.Set(now, v.atom(val))
		return
	}
	v.assign(x, now, v.operand(val))
}

// assign is set for what varies and has its value already.
func (v *vectors) assign(x, now *core.Var, val core.Atom) {
	if v.mask != nil && v.under[x] != v.mask {
		val = v.b.Select("val", v.mask, val, now)
	}
	v.b.Set(now, val)
}

// combine combines a value into a variable that is a vector everywhere.
func (v *vectors) combine(x *core.Var, op *prim.Op, val core.Atom) {
	sum := v.b.Op("sum", op, x.Type.Elem, x, val)
	if v.mask != nil {
		sum = v.b.Select("sum", v.mask, sum, x)
	}
	v.b.Set(x, sum)
}

func (v *vectors) choose(s *seg.Select) {
	n := *s
	n.Cond, n.Then, n.Else = v.atom(s.Cond), v.atom(s.Then), v.atom(s.Else)
	if v.of[s.V] == varying {
		n.Cond, n.Then, n.Else = v.operand(s.Cond), v.operand(s.Then), v.operand(s.Else)
	}
	n.V = v.bind(s.V)
	v.b.Add(&n)
}

// across combines the lanes of a vector by a primitive operator, halves first.
func (v *vectors) across(vec core.Atom, op *prim.Op) core.Atom {
	t := vec.AtomType()
	for n := t.Lanes / 2; n > 0; n /= 2 {
		lanes := n
		if n == 1 {
			lanes = 0
		}
		vec = v.b.Op("h", op, t.Elem, v.b.Move("lo", seg.Lo, lanes, vec), v.b.Move("hi", seg.Hi, lanes, vec))
	}
	return vec
}

// pairwise combines the elements of each of the vectors in a block by a primitive operator: what vector l gives is lane l of the result.
func (v *vectors) pairwise(m *seg.Mem, op *prim.Op) core.Atom {
	n := v.width
	vecs := make([]core.Atom, n)
	for l := range vecs {
		vecs[l] = v.b.Load("part", m, n, seg.Index{{A: core.IntC(int64(l * n))}})
	}
	for len(vecs) > 1 {
		var next []core.Atom
		for p := 0; p < len(vecs); p += 2 {
			next = append(next, v.b.Op("h", op, m.Elem, v.b.Move("even", seg.Even, n, vecs[p], vecs[p+1]), v.b.Move("odd", seg.Odd, n, vecs[p], vecs[p+1])))
		}
		vecs = next
	}
	return vecs[0]
}

// temporary is a small block of n elements for each thread.
func temporary(name string, t prim.Type, n int) *seg.Mem {
	m := seg.NewMem(name, t, seg.Private)
	m.Len = core.IntC(int64(n))
	return m
}

// spill stores a vector, for its lanes to be read one by one.
func (v *vectors) spill(name string, vec core.Atom) *seg.Mem {
	t := vec.AtomType()
	m := temporary(name, t.Elem, t.Lanes)
	v.b.Add(&seg.Store{Mem: m, Val: vec})
	return m
}
