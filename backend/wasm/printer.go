package wasm

import (
	"fmt"
	"slices"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/prim"
)

// The memory of all kernels begins with the failure words.
const failAt = 1024

// The parameters of a kernel's function: where its arguments lie, 8 bytes each, which thread this is of how many, and where the thread's stack begins.
const (
	paramArgs = iota
	paramThread
	paramThreads
	paramStack
)

// printer writes the form of a kernel, statement by statement. Free variables and memories become arguments in order of appearance.
type printer struct {
	*function
	*library
	form     *seg.Form
	fixed    map[*core.Var]vec
	vars     map[*core.Var]*changing
	mems     map[*seg.Mem]place
	constant map[*seg.Mem]bool       // those that are only read
	sets     map[seg.Stm][]*core.Var // what is set in the body of a loop
	head     *region                 // what the function begins with: reads arguments
	args     []plan.Arg
	stack    int64 // bytes of the thread's stack that blocks have
	blocks   []*seg.Mem
	grow     []*seg.Mem
	rooms    []val // of grow
	sites    []*seg.Site
	from     val       // the number of the first site
	leave    int       // the label of what a failure ends
	breath   *variable // how many polls are left until the host gets the thread back. Note [Breath]
	weight   uint64    // of a poll
}

// changing is a variable of seg that changes, in registers.
type changing struct {
	elem    prim.Type
	w, size int
	parts   []*variable
}

// Generate writes a program, all of whose kernels have forms.
func Generate(p *seg.Prog) *plan.Program {
	out := &plan.Program{Kernels: map[*seg.Kernel]*plan.Kernel{}}
	for i, k := range p.Kernels {
		name := fmt.Sprintf("k%d_%s", i, k.Name)
		plain := print(name, k)
		if k.Lanes != nil {
			plain.Lanes = print(name+"_lanes", k.Lanes)
		}
		out.Add(k, plain)
	}
	out.Text = func() string { return seg.Print(p) }
	out.LaneText = func() string { return "" }
	return out
}

// print writes a kernel that has a form. The functions of a module are numbered behind those that it imports, which are known only at the end: where there are
// any it is written again, and where it is long, in functions (Note [Large loops]).
func print(name string, k *seg.Kernel) *plan.Kernel {
	lib := newLibrary(1)
	out := lib.kernel(name, k)
	if n, long := len(lib.imports), len(out.Source) > limits.Now.LongModule; n > 1 || long {
		lib = newLibrary(n)
		lib.split = long
		out = lib.kernel(name, k)
	}
	return out
}

// signatureOfKernel is that of a kernel's function.
var signatureOfKernel = signature{params: []valtype{i32, i64, i64, i32}}

// kernel writes a kernel and the functions that it calls.
func (lib *library) kernel(name string, k *seg.Kernel) *plan.Kernel {
	p := lib.printer(signatureOfKernel)
	p.form = k.Form
	if k.Form.Groups || len(k.Form.Stages) != 1 {
		diag.Bugf("wasm: a form in groups")
	}
	for _, a := range k.Form.Params {
		p.param(a)
	}
	body := k.Form.Stages[0].Body
	p.findSets(body)
	p.constant = onlyRead(body)
	p.begin()
	p.code(body)
	out := &plan.Kernel{Name: name, Scratch: p.blocks, Copies: map[*seg.Mem]int64{}, Grow: p.grow, Sites: p.sites,
		Cost: plan.PointCost(k, plan.Unknown), Width: int64(k.Width), WholeRows: k.Width > 0 && k.Last == nil, Private: p.stack}
	p.scratch(out)
	out.Args = p.args
	lib.add(definition{signatureOfKernel, p.locals, whole(p.head.text, p.root.text)})
	out.Source = string(lib.module(p.stack))
	return out
}

// parameter is what a parameter of the function holds.
func parameter(t valtype, k uint32) val { return val{typ: t, local: k} }

// argument reads an argument when the function begins.
func (p *printer) argument(a plan.Arg, t valtype, load []byte) val {
	k := len(p.args)
	p.args = append(p.args, a)
	v := val{typ: t, local: p.local(t)}
	p.head.push(parameter(i32, paramArgs))
	p.head.op(memarg(load, int64(8*k))...)
	p.head.set(v.local)
	return v
}

// loads are the instructions that read a scalar of a type, and stores those that write one.
func loadOf(t prim.Type) []byte {
	return []byte{map[prim.Type]byte{prim.I8: 0x2c, prim.U8: 0x2d, prim.Bool: 0x2d, prim.I16: 0x2e, prim.U16: 0x2f, prim.F16: 0x2f,
		prim.I32: 0x28, prim.U32: 0x28, prim.I64: 0x29, prim.U64: 0x29, prim.F32: 0x2a, prim.F64: 0x2b}[t]}
}

func storeOf(t prim.Type) []byte {
	if t.IsFloat() && t.Size() > 2 {
		return []byte{map[prim.Type]byte{prim.F32: 0x38, prim.F64: 0x39}[t]}
	}
	return []byte{map[int]byte{1: 0x3a, 2: 0x3b, 4: 0x36, 8: 0x37}[t.Size()]}
}

// numbers are the arguments that a launch gives for parameters that are numbers.
var numbers = map[seg.ParamKind]struct {
	arg plan.Arg
	t   prim.Type
}{
	seg.ParamStage:  {plan.Arg{Kind: plan.ArgStage}, prim.I32},
	seg.ParamChunks: {plan.Arg{Kind: plan.ArgChunks}, prim.I64},
}

// param names what a launch gives.
func (p *printer) param(a seg.Param) {
	switch a.Kind {
	case seg.ParamThread:
		p.fixed[a.V] = single(prim.I64, parameter(i64, paramThread))
	case seg.ParamThreads:
		p.fixed[a.V] = single(prim.I64, parameter(i64, paramThreads))
	case seg.ParamPartial:
		p.mems[a.Mem] = p.start(plan.Arg{Kind: plan.ArgPartial, N: a.N, Mem: a.Mem})
	case seg.ParamCopies:
		p.mems[a.Mem] = p.start(plan.Arg{Kind: plan.ArgAcc, Mem: a.Of})
	default:
		of, ok := numbers[a.Kind]
		if !ok {
			diag.Bugf("wasm: parameter %d", a.Kind)
		}
		p.fixed[a.V] = single(of.t, p.argument(of.arg, typeOf(of.t), loadOf(of.t)))
	}
}

// of is the present value of a variable.
func (p *printer) of(v *core.Var) vec {
	if x, ok := p.fixed[v]; ok {
		return x
	}
	if c, ok := p.vars[v]; ok {
		out := vec{elem: c.elem, w: c.w, size: c.size}
		for _, part := range c.parts {
			out.parts = append(out.parts, p.get(part))
		}
		return out
	}
	x := single(v.Type.Elem, p.argument(plan.Arg{Kind: plan.ArgScalar, Atom: v}, typeOf(v.Type.Elem), loadOf(v.Type.Elem)))
	p.fixed[v] = x
	return x
}

// bind gives a variable that does not change its value.
func (p *printer) bind(v *core.Var, x vec) {
	if w := width(v.Type); x.w == 1 && w > 1 {
		x = p.spread(x.elem, x.parts[0], w)
	}
	x.parts = slices.Clone(x.parts)
	for i, part := range x.parts {
		x.parts[i] = p.keep(part)
	}
	x.elem = v.Type.Elem
	p.fixed[v] = x
}

// declare declares a variable that changes.
func (p *printer) declare(s *seg.Decl) {
	t := s.V.Type.Elem
	c := &changing{elem: t, w: width(s.V.Type), size: t.Size()}
	if t == prim.Bool && c.w > 1 {
		c.size = min(8, register/c.w)
	}
	var init vec
	if s.Init != nil {
		init = p.operand(s.Init, c.w)
	} else {
		init = p.spread(t, number(typeOf(t), 0), c.w)
	}
	if c.w > 1 && t == prim.Bool {
		init = p.masked(init, c.size)
	}
	for _, part := range init.parts {
		if was := p.vars[s.V]; was != nil { // in the next iteration
			c.parts = was.parts
			break
		}
		c.parts = append(c.parts, p.function.variable(part.typ))
	}
	p.vars[s.V] = c
	p.put(c, init)
}

func (p *printer) set(s *seg.Set) {
	c := p.vars[s.V]
	x := p.operand(s.Val, c.w)
	if c.w > 1 && c.elem == prim.Bool {
		x = p.masked(x, c.size)
	}
	p.put(c, x)
}

func (p *printer) put(c *changing, x vec) {
	for i, part := range c.parts {
		p.assign(part, x.parts[i])
	}
}

// width is the number of lanes of a type, 1 for a scalar.
func width(t core.Type) int { return max(t.Lanes, 1) }

func (p *printer) code(c seg.Code) {
	for _, s := range c {
		p.stm(s)
	}
}

func (p *printer) stm(s seg.Stm) {
	switch s := s.(type) {
	case *seg.Let:
		p.let(s)
	case *seg.Select:
		p.choose(s)
	case *seg.Decl:
		p.declare(s)
	case *seg.Set:
		p.set(s)
	case *seg.Lanes:
		p.move(s)
	case *seg.Load:
		p.load(s)
	case *seg.Gather:
		p.gather(s)
	case *seg.Store:
		p.store(s)
	case *seg.Scatter:
		p.scatter(s)
	case *seg.Squeeze:
		p.squeeze(s)
	case *seg.Update:
		p.update(s)
	case *seg.Copy:
		p.copy(s)
	case *seg.Pack:
		p.pack(s)
	case *seg.Bind:
		p.alias(s)
	case *seg.For:
		p.loop(s)
	case *seg.While:
		p.while(s)
	case *seg.If:
		p.decide(s)
	case *seg.Check:
		p.check(s)
	case *seg.Reserve:
		p.reserve(s)
	case *seg.Poll:
		p.poll()
	case *seg.Tell:
		p.tell(s)
	case *seg.Try:
		p.try(s)
	case *seg.Fold, *seg.Pointwise, *seg.Barrier, *seg.Atomic:
		diag.Bugf("wasm: %T is not of explicit code for a CPU", s)
	}
}

func (p *printer) let(s *seg.Let) {
	w := width(s.V.Type)
	args := make([]vec, len(s.Args))
	for i, a := range s.Args {
		args[i] = p.operand(a, w)
	}
	p.bind(s.V, p.operate(s.Op, s.T, w, args...))
}

func (p *printer) choose(s *seg.Select) {
	w, t := width(s.V.Type), s.V.Type.Elem
	cond, then, els := p.operand(s.Cond, 1), p.operand(s.Then, w), p.operand(s.Else, w)
	if cond.w > 1 {
		p.bind(s.V, p.blend(t, w, cond, then, els))
		return
	}
	if w > 1 && t == prim.Bool {
		size := max(then.size, els.size)
		then, els = p.masked(then, size), p.masked(els, size)
	}
	out := vec{elem: t, w: w, size: then.size}
	for i := range then.parts {
		out.parts = append(out.parts, p.choice(then.parts[i].typ, cond.parts[0], then.parts[i], els.parts[i]))
	}
	p.bind(s.V, out)
}
