package gen

import (
	"fmt"
	"slices"
	"strings"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

// threadNames are what the language knows of a thread, by the names that it has in the text.
var threadNames = map[seg.ParamKind]string{
	seg.ParamThread: "gid", seg.ParamThreads: "threads", seg.ParamItem: "lid", seg.ParamGroupSize: "lsize", seg.ParamGroup: "group", seg.ParamHalt: "halt",
}

// argOf are the arguments that a launch gives for parameters that are numbers.
var argOf = map[seg.ParamKind]struct {
	arg       plan.Arg
	typ, name string
}{
	seg.ParamStage:  {plan.Arg{Kind: plan.ArgStage}, "int", "stage"},
	seg.ParamChunks: {plan.Arg{Kind: plan.ArgChunks}, "long", "chunks"},
	seg.ParamItems:  {plan.Arg{Kind: plan.ArgItems}, "long", "items"},
	seg.ParamLive:   {plan.Arg{Kind: plan.ArgRound, N: 0}, "long", "live"},
	seg.ParamStep:   {plan.Arg{Kind: plan.ArgRound, N: 1}, "long", "step"},
	seg.ParamSide:   {plan.Arg{Kind: plan.ArgSide}, "long", "side"},
}

// param names what a launch gives.
func (p *printer) param(a seg.Param) {
	if name, ok := threadNames[a.Kind]; ok {
		p.names[a.V], p.bound[a.V] = name, true
		return
	}
	if of, ok := argOf[a.Kind]; ok {
		p.names[a.V], p.bound[a.V] = of.name, true
		p.arg(of.arg, of.typ+" ", of.name)
		return
	}
	size := a.Mem.Elem.Size()
	switch a.Kind {
	case seg.ParamPartial:
		p.memory(a.Mem, plan.Arg{Kind: plan.ArgPartial, N: a.N, Mem: a.Mem}, "__global ")
	case seg.ParamCopies:
		p.memory(a.Mem, plan.Arg{Kind: plan.ArgAcc, Mem: a.Of}, "__global ")
	case seg.ParamOwner:
		p.memory(a.Mem, plan.Arg{Kind: plan.ArgOwner, Mem: a.Of}, "__global ")
	case seg.ParamLocal:
		p.memory(a.Mem, plan.Arg{Kind: plan.ArgLocal, N: a.N * size}, "__local ")
	case seg.ParamLocalAcc:
		p.memory(a.Mem, plan.Arg{Kind: plan.ArgLocalAcc, Mem: a.Of}, "__local ")
	case seg.ParamLocalTile:
		p.memory(a.Mem, plan.Arg{Kind: plan.ArgLocalTile, N: size}, "__local ")
	default:
		diag.Bugf("gen: parameter %d", a.Kind)
	}
}

// memory names a memory that is an argument.
func (p *printer) memory(m *seg.Mem, a plan.Arg, space string) {
	name := p.fresh("m")
	p.mems[m] = name
	p.arg(a, fmt.Sprintf("%s%s *", space, p.typeName(m.Elem, 1)), name)
}

// functions puts heads before the bodies of the stages.
func (p *printer) functions(bodies []string) *listed {
	k := &plan.Kernel{Scratch: p.scratch, Copies: map[*seg.Mem]int64{}, Grow: p.grow, Sites: p.sites, Squares: p.form.Squares,
		Tells: p.target.Functions && !p.form.Groups}
	if r := p.form.Rows; r != nil {
		k.Rows = &plan.Rows{Stage: r.Stage, Bound: r.Bound, AlongK: r.AlongK}
	}
	blocks := p.blocks(k)
	k.Args = p.args
	var out strings.Builder
	out.WriteString(p.nestTexts)
	for i, s := range p.form.Stages {
		name := Func
		if p.form.Groups {
			name = fmt.Sprintf("%s_%d", Func, i)
			k.Stages = append(k.Stages, name)
		}
		if p.form.Groups {
			fmt.Fprintf(&out, "__kernel void %s(%s) {\n%s%s%s}\n\n", name, p.params(), p.begin(s), blocks, bodies[i])
			continue
		}
		who, given := p.who()
		fmt.Fprintf(&out, "static %s void %s_body(%s%s) {\n%s%s%s}\n\n", apart(), name, p.params(), who, p.begin(s), blocks, bodies[i])
		fmt.Fprintf(&out, "__kernel %s void %s(%s) {\n%s  %s_body(%s%s);\n}\n", Alone, name, p.params(), p.tellWhere(), name, strings.Join(p.given, ", "), given)
	}
	return &listed{k, out.String(), p.demands}
}

// Alone says that the groups of a kernel are of one item, without which PoCL compiles and loads forms for other sizes.
const Alone = "__attribute__((reqd_work_group_size(1, 1, 1)))"

// params declares the arguments.
func (p *printer) params() string { return strings.Join(p.decls, ", ") }

// Note [Bodies]
// PoCL writes three functions for a kernel: the kernel, a group of any size, and a group that it launches itself, and inlines the kernel in
// both. What computes is a function of its own, which is not inlined: it is compiled once, not three times, and outside of the loops over the
// items of a group (programs of tests/lang, cold: 0.55 of the processor time). The body is told who the thread is, since functions that are not
// inlined do not know it there.

// apart is what a function says that is compiled by itself.
func apart() string {
	return fmt.Sprintf("__attribute__((noinline, min_vector_width(%d)))", 8*vectorBytes)
}

// who declares what the body is told of its thread, after the arguments, and gives it.
func (p *printer) who() (decl, given string) {
	decl, given = ", long gid", ", "+p.number("get_global_id", "get_global_size")
	if p.asks(seg.ParamThreads) {
		decl, given = decl+", long threads", given+", "+p.builtin("get_global_size")+"(0)"
	}
	return decl, given
}

// asks reports whether the form has a parameter of a kind.
func (p *printer) asks(k seg.ParamKind) bool {
	return slices.ContainsFunc(p.form.Params, func(a seg.Param) bool { return a.Kind == k })
}

// begin is what a function begins with: who the thread is, and whether there is anything to do.
func (p *printer) begin(s seg.FormStage) string {
	p.out.Reset()
	switch {
	case s.Barriers:
		p.line("const long lid = %s, lsize = get_local_size(0), group = %s;", p.number("get_local_id", "get_local_size"), p.number("get_group_id", "get_num_groups"))
		p.line("__local int halt;")
		p.line("if (lid == 0) halt = fail[0] | fail[1];")
		p.line(barrier)
	default:
		p.line("if (fail[0] | fail[1]) return;")
	}
	if p.form.Groups {
		p.line("const long gid = %s;", p.number("get_global_id", "get_global_size"))
		if p.asks(seg.ParamThreads) {
			p.line("const long threads = %s(0);", p.builtin("get_global_size"))
		}
	} else {
		p.line("if (*(volatile __constant int *)(rd_pages + (gid & 1)) == 0) return;") // Note [Pages]
	}
	if p.target.GPU {
		p.line("uint polls = 0;")
	}
	return p.out.String()
}

// declarePrivate declares the small arrays of a function, and counts the bytes of those whose size is known.
func (p *printer) declarePrivate() (bytes int64) {
	for _, m := range p.private {
		t, n := p.typeName(m.Elem, 1), p.atom(m.Len)
		switch {
		case m.Lanes > 1:
			p.line("%s%s %s[%s*%d] __attribute__((aligned(%d)));", localWord(m), t, p.mems[m], n, m.Lanes, vectorBytes)
		case p.target.GPU:
			p.line("%s%s %s[%s];", localWord(m), t, p.mems[m], n)
		default:
			p.line("%s %s[%s + %d];", t, p.mems[m], n, seg.Slack/m.Elem.Size())
		}
		if c, ok := m.Len.(core.Const); ok && m.Space == seg.Private {
			bytes += c.Int64() * int64(m.Elem.Size())
		}
	}
	return bytes
}

// blocks declares the blocks of a thread.
func (p *printer) blocks(k *plan.Kernel) string {
	p.out.Reset()
	if len(p.scratch) > 0 {
		p.arg(plan.Arg{Kind: plan.ArgScratch}, "__global char *", "scratch")
		if !p.form.Groups {
			p.arg(plan.Arg{Kind: plan.ArgStride}, "long ", "scratch_stride")
		}
	}
	k.Private = p.declarePrivate()
	for i, m := range p.scratch {
		off := "0"
		if i > 0 {
			off = fmt.Sprintf("scratch_%d", i)
			p.arg(plan.Arg{Kind: plan.ArgOffset, Mem: m, N: i}, "long ", off)
		}
		if m.Lanes > 1 {
			k.Copies[m] = int64(m.Lanes)
		}
		t := p.typeName(m.Elem, 1)
		if p.form.Groups {
			p.line("__global %s *restrict %s = (__global %s *)(scratch + %s) + gid;", t, p.mems[m], t, off)
		} else {
			p.line("__global %s *restrict %s = (__global %s *)(scratch + gid * scratch_stride + %s);", t, p.mems[m], t, off)
		}
	}
	return p.out.String()
}

// pages keeps a kernel's page of constants in memory (Note [Pages]).
const pages = "__constant int rd_pages[2] = {1, 1};\n"

// Note [Pages]
// A selection such as `c ? 1.0f : x` becomes an AVX-512 instruction that reads 1.0f from the kernel's page of constants
// under a mask. While that page has not been touched, a read of which every lane is masked out does not bring it in, it
// is only emulated, in some hundred cycles: a loop whose condition never holds runs thirty times slower (measured on
// Zen 4). So each kernel reads a constant of its own first, which the linker puts beside the others.
