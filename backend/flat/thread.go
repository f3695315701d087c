package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/prim"
)

// thread writes the sequential code of one kernel.
type thread struct {
	f    *flat
	h    *host // where the kernel is launched: sizes are computed there
	code *seg.Code
	pre  seg.Code // runs first: loads of cells
	src  diag.Span

	cells map[*cell]core.Atom
	hint  map[*core.Var]*view // see Note [Destinations]
	// turned holds destinations by those that are the same in another order of dimensions
	turned map[*view]*view
	local  map[*core.Var]bool
	// bound is an upper bound of a local i64 variable in terms of atoms that the host knows or that have
	// bounds themselves, as an expression to be computed by the host.
	bound map[*core.Var]func() core.Atom
	// natural holds local variables that are certainly not negative.
	natural map[*core.Var]bool
	inner   core.Atom // the index of the innermost loop
	ifs     int       // how many branches are around

	wrote map[*seg.Mem]bool
	order []*seg.Mem // of wrote

	// alone holds blocks with nothing in them but the array of a loop
	alone map[*seg.Mem]bool

	frames []*frame           // bodies around, see Note [Taking places over]
	root   map[*core.Var]bool // arrays that have their places for themselves
}

func newThread(f *flat, h *host, src diag.Span) *thread {
	t := &thread{f: f, h: h, src: src, cells: map[*cell]core.Atom{}, hint: map[*core.Var]*view{}, turned: map[*view]*view{},
		local: map[*core.Var]bool{}, bound: map[*core.Var]func() core.Atom{},
		natural: map[*core.Var]bool{}, root: map[*core.Var]bool{}, alone: map[*seg.Mem]bool{}, wrote: map[*seg.Mem]bool{}}
	t.code = &seg.Code{}
	return t
}

func (t *thread) emit(s seg.Stm) { *t.code = append(*t.code, s) }

// block collects what f emits.
func (t *thread) block(f func()) seg.Code {
	outer := t.code
	t.code = &seg.Code{}
	f()
	inner := *t.code
	t.code = outer
	return inner
}

// branch is the code of f, which does not always run.
func (t *thread) branch(f func()) seg.Code {
	t.ifs++
	defer func() { t.ifs-- }()
	return t.block(f)
}

func (t *thread) fresh(name string, ty prim.Type) *core.Var {
	v := core.NewVar(name, core.Prim(ty))
	t.local[v] = true
	return v
}

func (t *thread) let(name string, op *prim.Op, ty prim.Type, args ...core.Atom) *core.Var {
	v := t.fresh(name, op.ResultType(ty))
	t.emit(&seg.Let{V: v, Op: op, T: ty, Args: args})
	return v
}

// i64 implements emitter.
func (t *thread) i64(op *prim.Op, a, b core.Atom) core.Atom {
	if x := seg.FoldIndex(op, a, b); x != nil {
		return x
	}
	if t.hostKnows(a) && t.hostKnows(b) {
		return t.h.i64(op, a, b)
	}
	v := t.fresh("x", prim.I64)
	t.emit(&seg.Let{V: v, Op: op, T: prim.I64, Args: []core.Atom{a, b}, Idx: true})
	t.setBound(v, op, a, b)
	return v
}

func (t *thread) hostKnows(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return !ok || !t.local[v]
}

// scalar is the value of a scalar atom of core.
func (t *thread) scalar(a core.Atom) core.Atom {
	v, ok := a.(*core.Var)
	if !ok {
		return a
	}
	switch x := t.f.env[v].(type) {
	case core.Atom:
		return x
	case *cell:
		return t.loadCell(v, x)
	}
	diag.Bugf("flat: %s has no scalar value", v)
	return nil
}

func (t *thread) scalars(as []core.Atom) []core.Atom {
	out := make([]core.Atom, len(as))
	for i, a := range as {
		out[i] = t.scalar(a)
	}
	return out
}

func (t *thread) loadCell(v *core.Var, c *cell) core.Atom {
	if a, ok := t.cells[c]; ok {
		return a
	}
	if c.mem != nil {
		x := t.fresh(v.Name, c.mem.Elem)
		t.pre = append(t.pre, &seg.Load{V: x, Mem: c.mem, At: c.at})
		t.cells[c] = x
		return x
	}
	args := make([]core.Atom, len(c.args))
	for i, a := range c.args {
		if d, ok := a.(*cell); ok {
			a = t.loadCell(v, d)
		}
		args[i] = a.(core.Atom)
	}
	x := t.fresh(v.Name, c.op.ResultType(c.t))
	t.pre = append(t.pre, &seg.Let{V: x, Op: c.op, T: c.t, Args: args})
	t.cells[c] = x
	return x
}

// value is the value of any atom.
func (t *thread) value(a core.Atom) val {
	v, ok := a.(*core.Var)
	if !ok {
		return a
	}
	x := t.f.env[v]
	if c, ok := x.(*cell); ok {
		return t.loadCell(v, c)
	}
	if x == nil {
		diag.Bugf("flat: %s has no value", v)
	}
	return x
}

func (t *thread) array(v *core.Var) array {
	a, ok := t.value(v).(array)
	if !ok {
		diag.Bugf("flat: %s is not an array", v)
	}
	return a
}

func (t *thread) dims(ty core.Type) []core.Atom { return t.scalars(ty.Dims) }

func (t *thread) load(v *view, idx ...core.Atom) core.Atom {
	x := t.fresh("e", v.mem.Elem)
	t.emit(&seg.Load{V: x, Mem: v.mem, At: v.at(idx...)})
	return x
}

// loadAgain reads an element that a store in the same iteration replaces. Rows are different from element to
// element, which a loop of many may use.
func (t *thread) loadAgain(v *view, idx ...core.Atom) core.Atom {
	x := t.fresh("e", v.mem.Elem)
	t.emit(&seg.Load{V: x, Mem: v.mem, At: v.at(idx...), Ordered: !many(v)})
	return x
}

// many reports whether a view may have so many elements that a loop over them is worth vectorising.
func many(v *view) bool {
	for _, d := range v.dims {
		if n, known := core.IntConst(d); !known || n > limits.Now.ManyElements {
			return true
		}
	}
	return false
}

func (t *thread) store(v *view, x core.Atom, idx ...core.Atom) {
	t.emit(&seg.Store{Mem: v.mem, At: v.at(idx...), Val: x})
	t.writes(v.mem)
}

func (t *thread) writes(m *seg.Mem) {
	if m.Space == seg.Device && !t.wrote[m] {
		t.wrote[m] = true
		t.order = append(t.order, m)
	}
}

// loop runs f for each index below n.
func (t *thread) loop(n core.Atom, f func(i core.Atom)) {
	if c, ok := core.IntConst(n); ok && c == 1 {
		f(core.IntC(0))
		return
	}
	i, outer := t.index(n), t.inner
	t.inner = i
	body := t.block(func() { f(i) })
	t.inner = outer
	t.emit(&seg.For{I: i, Bound: n, Body: body, Elems: true})
}

// parLoop is loop for iterations that are independent of each other.
func (t *thread) parLoop(n core.Atom, f func(i core.Atom)) {
	if !core.IsInt(n, 1) {
		t.loop(n, f)
		if l, ok := (*t.code)[len(*t.code)-1].(*seg.For); ok {
			l.Par = true
		}
		return
	}
	f(core.IntC(0))
}

// index is a fresh index variable below n.
func (t *thread) index(n core.Atom) *core.Var {
	i := t.fresh("i", prim.I64)
	t.natural[i] = true
	t.boundBy(i, n)
	return i
}

// nest runs f for each index tuple below dims.
func (t *thread) nest(dims []core.Atom, f func(idx []core.Atom)) {
	var rec func(k int, idx []core.Atom)
	rec = func(k int, idx []core.Atom) {
		if k == len(dims) {
			f(idx)
			return
		}
		t.loop(dims[k], func(i core.Atom) { rec(k+1, append(idx[:len(idx):len(idx)], i)) })
	}
	rec(0, nil)
}

// row is element i of the outermost dimension.
func (t *thread) row(a array, i core.Atom) val {
	switch a := a.(type) {
	case *view:
		if len(a.dims) == 1 {
			return t.load(a, i)
		}
		return a.sub(i)
	case *lazy:
		return a.row(t, i)
	}
	diag.Bugf("flat: row of %T", a)
	return nil
}

// elem is one scalar of an array.
func (t *thread) elem(a array, idx []core.Atom) core.Atom {
	if v, ok := a.(*view); ok {
		return t.load(v, idx...)
	}
	x := val(a)
	for _, i := range idx {
		x = t.row(x.(array), i)
	}
	return x.(core.Atom)
}

// put writes x, a scalar or array, to a destination; nothing if it stands there already.
func (t *thread) put(dst *view, x val) {
	switch x := x.(type) {
	case core.Atom:
		t.store(dst, x)
	case *view:
		switch {
		case samePlace(x, dst):
		case t.ifs > 0 && t.isShort(dst):
			t.putShort(dst, x)
		default:
			t.nest(dst.dims, func(idx []core.Atom) { t.store(dst, t.load(x, idx...), idx...) })
		}
	case *lazy:
		t.putLazy(dst, x)
	default:
		diag.Bugf("flat: put of %T", x)
	}
}

// isShort reports whether a row has a few elements, of which what a branch on data stores can go aside (Note [Aside] in package chunk) where no loop
// stores them.
func (t *thread) isShort(dst *view) bool {
	if len(dst.dims) != 1 {
		return false
	}
	n, ok := core.IntConst(dst.dims[0])
	return ok && n <= limits.Now.ShortRow
}

// putShort is put without a loop.
func (t *thread) putShort(dst *view, x array) {
	n, _ := core.IntConst(dst.dims[0])
	for i := range n {
		t.put(dst.sub(core.IntC(i)), t.row(x, core.IntC(i)))
	}
}

func (t *thread) putLazy(dst *view, x *lazy) {
	if t.ifs > 0 && t.isShort(dst) {
		t.putShort(dst, x)
		return
	}
	t.loop(dst.dims[0], func(i core.Atom) { t.put(dst.sub(i), t.row(x, i)) })
}

// check fails the program unless cond holds.
func (t *thread) check(cond core.Atom, code, msg string, args ...core.Atom) {
	site := &seg.Site{Code: code, Msg: msg, Src: t.src}
	for _, a := range args {
		site.Types = append(site.Types, a.AtomType().Elem)
	}
	t.emit(&seg.Check{Cond: cond, Site: site, Args: args})
}

// both is the conjunction of conditions; nil stands for true.
func (t *thread) both(a, b core.Atom) core.Atom {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return t.let("c", prim.And, prim.Bool, a, b)
}

// inRange is the condition 0 <= i < n.
func (t *thread) inRange(i, n core.Atom) core.Atom {
	u := t.let("u", prim.ToU64, prim.I64, i)
	m := t.let("m", prim.ToU64, prim.I64, n)
	return t.let("in", prim.Lt, prim.U64, u, m)
}
