package seggen

import (
	"fmt"
	"math/rand/v2"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// Options bound what is made. The zero value is a program of a few small kernels.
type Options struct {
	Kernels  int  // at most, 0 is 4
	Size     int  // statements of a point, roughly; 0 is 12
	Exact    bool // only operators whose order does not matter to the bits: passes may reassociate then
	Nests    bool // only kernels of two loops whose cells need each other
	Products bool // only products of matrices, and sums of them
	Parts    bool // only scans that write elements into parts
	Rows     bool // only loops whose iterations share a row
	InPlace  bool // only loops that change a matrix in place
	LastRead bool // only maps that read an array for the last time
	Lengths  bool // only maps whose points go through sequences of their own length, of states of up to 20 numbers, or through rows by windows
}

// Gen makes a program and its arguments.
func Gen(seed uint64, o Options) (*seg.Prog, []value.Value) {
	if o.Kernels == 0 {
		o.Kernels = 4
	}
	if o.Size == 0 {
		o.Size = 12
	}
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 15)), o: o, p: &seg.Prog{}}
	n, m := 1+g.Int64N(17), 1+g.Int64N(6)
	if o.Lengths {
		m = 1 + g.Int64N(20)
	}
	g.n, g.m = g.size("n", n), g.size("m", m)
	g.input(prim.F64, n, g.n)
	g.input(prim.I64, n, g.n)
	g.input(prim.F64, m, g.m)
	g.input(prim.F64, n*m, g.n, g.m)
	g.input(prim.I32, n, g.n)
	g.inputs = len(g.arrays)
	for range 1 + g.IntN(o.Kernels) {
		g.step()
	}
	made := g.arrays[g.inputs:]
	for i, a := range made {
		if i == len(made)-1 || g.IntN(2) == 0 { // what is no result, a later kernel may write over
			g.results = append(g.results, a)
		}
	}
	for _, a := range g.results {
		g.p.Results = append(g.p.Results, seg.Result{Elem: a.mem.Elem, Mem: a.mem, Dims: a.dims})
	}
	g.p.Body = g.host
	return g.p, g.args
}

// array is a memory of the host with contents.
type array struct {
	mem    *seg.Mem
	dims   []core.Atom
	shared bool // another array may have the same block
}

type gen struct {
	*rand.Rand
	o       Options
	p       *seg.Prog
	args    []value.Value
	n, m    *core.Var
	arrays  []array // that kernels may read
	inputs  int     // of them
	results []array
	host    seg.Host
}

func (g *gen) size(name string, n int64) *core.Var {
	v := core.NewVar(name, core.I64)
	g.p.Params = append(g.p.Params, seg.Arg{Var: v})
	g.args = append(g.args, value.Scalar{Scalar: prim.Int(prim.I64, n)})
	return v
}

func (g *gen) input(t prim.Type, n int64, dims ...core.Atom) {
	m := seg.NewMem("xs", t, seg.Device)
	g.p.Params = append(g.p.Params, seg.Arg{Mem: m, Dims: dims})
	elems := make([]prim.Scalar, n)
	for i := range elems {
		elems[i] = g.constant(t).Scalar
	}
	g.args = append(g.args, value.FromScalars(t, []int64{n}, elems))
	g.arrays = append(g.arrays, array{mem: m, dims: dims})
}

// constant is a small number.
func (g *gen) constant(t prim.Type) core.Const {
	switch {
	case t == prim.Bool:
		return core.BoolC(g.IntN(2) == 0)
	case t.IsFloat():
		return core.Const{Scalar: prim.Float(t, float64(g.IntN(33)-16)/4)}
	}
	return core.Const{Scalar: prim.Int(t, g.Int64N(17)-8)}
}

// elems are the types of elements.
var elems = []prim.Type{prim.F64, prim.F64, prim.F32, prim.I64, prim.I32}

func (g *gen) elem() prim.Type { return elems[g.IntN(len(elems))] }

// alloc makes a memory that kernels may fill.
func (g *gen) alloc(t prim.Type, dims ...core.Atom) array {
	m := seg.NewMem("ys", t, seg.Device)
	g.host = append(g.host, &seg.HAlloc{Mem: m, Dims: dims})
	return array{mem: m, dims: dims}
}

// launch ends a kernel.
func (g *gen) launch(k *seg.Kernel) {
	k.Name = fmt.Sprintf("k%d", len(g.p.Kernels))
	g.p.Kernels = append(g.p.Kernels, k)
	g.host = append(g.host, &seg.HLaunch{Kernel: k})
}

// step adds a launch and what it needs.
func (g *gen) step() {
	if g.o.Nests {
		g.nest()
		return
	}
	if g.o.Products {
		g.product()
		return
	}
	if g.o.Parts {
		g.parts()
		return
	}
	if g.o.Rows {
		g.sharedRows()
		return
	}
	if g.o.InPlace {
		g.changed()
		return
	}
	if g.o.LastRead {
		g.lastRead()
		return
	}
	if g.o.Lengths {
		if g.IntN(2) == 0 {
			g.windows()
		} else {
			g.sequences()
		}
		return
	}
	switch g.IntN(22) {
	case 0:
		g.reduce()
	case 1, 2:
		g.scan()
	case 3:
		g.accumulate()
	case 4:
		g.serial()
	case 5:
		g.task()
	case 6:
		g.again()
	case 7:
		g.product()
	case 8, 9:
		g.elementwise()
	case 10, 11:
		g.handed()
	case 12:
		g.change()
	case 13, 14:
		g.rowwise()
	case 15:
		g.nest()
	case 16, 17:
		g.states()
	case 18:
		g.sharedRows()
	case 19:
		g.sequences()
	case 20:
		g.windows()
	default:
		g.mapping()
	}
}

// mapping is a map over one dimension or two, which writes one or two arrays.
func (g *gen) mapping() {
	k := &seg.Kernel{Kind: seg.Map}
	dims := []core.Atom{g.n, g.m}[:1+g.IntN(2)]
	c := g.points(k, dims...)
	var outs []array
	for range 1 + g.IntN(2) {
		outs = append(outs, g.alloc(g.elem(), dims...))
	}
	c.statements()
	for _, a := range outs {
		c.b.Add(&seg.Store{Mem: a.mem, At: c.own(a), Val: c.pick(a.mem.Elem)})
	}
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, outs...)
}

// serial is a map whose points write to any place; the last one wins.
func (g *gen) serial() {
	out := g.filled(g.elem(), g.m)
	k := &seg.Kernel{Kind: seg.Map, Serial: true, Updates: []*seg.Mem{out.mem}}
	c := g.points(k, g.n)
	c.statements()
	c.b.Add(&seg.Store{Mem: out.mem, At: c.any(out), Val: c.pick(out.mem.Elem)})
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, out)
}

// filled is an array with the same number everywhere.
func (g *gen) filled(t prim.Type, n core.Atom) array {
	a := g.alloc(t, n)
	g.host = append(g.host, &seg.HFill{Dst: a.mem, N: n, Val: g.constant(t)})
	return a
}

// task is a sequential loop.
func (g *gen) task() {
	k := &seg.Kernel{Kind: seg.Task}
	out := g.alloc(g.elem(), g.n)
	c := &code{g: g, k: k, b: &seg.Builder{}, size: 4}
	c.statements()
	c.b.For("i", nil, g.n, 0, func(b *seg.Builder, i *core.Var) {
		in := c.inner(b)
		in.index = append(in.index, index{i, g.n})
		in.statements()
		b.Add(&seg.Store{Mem: out.mem, At: in.own(out), Val: in.pick(out.mem.Elem)})
	})
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, out)
}

// again changes an array in a loop of the host, which may be left out.
func (g *gen) again() {
	from := g.filled(prim.F64, g.n)
	now := seg.NewMem("now", prim.F64, seg.Device)
	g.host = append(g.host, &seg.HMove{Dsts: []*seg.Mem{now}, Srcs: []*seg.Mem{from.mem}})
	outer, r := g.host, core.NewVar("r", core.I64)
	g.host = seg.Host{&seg.HOwn{Mem: now}}
	k := &seg.Kernel{Kind: seg.Map, Updates: []*seg.Mem{now}}
	c := g.points(k, g.n)
	c.scalars = append(c.scalars, r)
	c.statements()
	at := c.own(array{mem: now, dims: from.dims})
	old := c.b.Load("old", now, 0, at)
	c.b.Add(&seg.Store{Mem: now, At: at, Val: c.b.Op("new", prim.Add, prim.F64, old, c.pick(prim.F64))})
	k.Body = c.b.Code
	g.launch(k)
	loop := &seg.HFor{I: r, Bound: core.IntC(g.Int64N(4)), Body: g.host}
	cond := core.NewVar("often", core.Bool)
	g.host = append(outer, &seg.HLet{V: cond, Op: prim.Lt, T: prim.I64, Args: []core.Atom{core.IntC(2), g.n}},
		&seg.HIf{Cond: cond, Then: seg.Host{loop}})
	from.shared = true
	g.arrays = append(g.arrays, from, array{mem: now, dims: from.dims, shared: true})
}

// change writes over the elements of an array that is there, in place, of which other kernels may have read before.
func (g *gen) change() {
	var rows []array
	for _, a := range g.arrays[g.inputs:] {
		if len(a.dims) == 1 && !a.shared {
			rows = append(rows, a)
		}
	}
	if len(rows) == 0 {
		g.mapping()
		return
	}
	a := rows[g.IntN(len(rows))]
	k := &seg.Kernel{Kind: seg.Map, Updates: []*seg.Mem{a.mem}}
	c := g.points(k, a.dims...)
	c.size = 3
	c.statements()
	c.b.Add(&seg.Store{Mem: a.mem, At: c.own(a), Val: c.pick(a.mem.Elem)})
	k.Body = c.b.Code
	g.launch(k)
}

// points is the code of a kernel over some dimensions.
func (g *gen) points(k *seg.Kernel, dims ...core.Atom) *code {
	c := &code{g: g, k: k, b: &seg.Builder{}, size: g.o.Size}
	for _, d := range dims {
		i := core.NewVar("i", core.I64)
		k.Space = append(k.Space, seg.Dim{I: i, N: d})
		c.index = append(c.index, index{i, d})
	}
	return c
}
