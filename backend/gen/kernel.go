package gen

import (
	"fmt"
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
)

// kernel writes a kernel: in the GPU shape as one function for each stage, else as one function, and on a CPU as another
// one in lanes if it has such a form: which one runs is chosen at each launch.
func (g *generator) kernel(name string, k *seg.Kernel) {
	var plain *Kernel
	if k.Form != nil {
		plain = g.print(name, k)
	} else {
		var text string
		text, plain = g.write(k, nil)
		g.finish(plain, name, text)
	}
	if k.Lanes != nil {
		plain.Lanes = g.print(name+"_lanes", k.Lanes)
	}
	g.prog.Kernels[k] = plain
	g.prog.all = append(g.prog.all, plain)
}

// Func is the function of a kernel in its text, in the GPU shape the beginning of the names of several. It is the same in
// all of them, so that equal kernels have equal texts.
const Func = "k"

// write writes a kernel as one function, in a form in lanes if form is one.
func (g *generator) write(k *seg.Kernel, form *lanes) (string, *Kernel) {
	w := &writer{g: g, k: k, form: form, depth: 1, names: map[*core.Var]string{}, bound: map[*core.Var]bool{},
		mems: map[*seg.Mem]string{}, accs: map[*seg.Mem]bool{}, has: map[*seg.Mem]bool{}, written: seg.Written(k), masks: map[*core.Var]string{}, leave: "return;"}
	w.arg(Arg{Kind: ArgFail}, "volatile __global int *restrict fail")
	if g.target.GPU && k.Kind != seg.Task {
		return w.inGroups()
	}
	w.arg(Arg{Kind: ArgStage}, "int stage")
	w.arg(Arg{Kind: ArgChunks}, "long chunks")
	for _, a := range k.Accs {
		for _, m := range a.Copies() {
			w.accs[m] = true
		}
		w.has[a.Has] = a.Has != nil
	}
	switch k.Kind {
	case seg.Task:
		w.outer = !g.target.GPU
		w.code(k.Body)
	case seg.Map:
		w.mapKernel()
	case seg.Reduce:
		w.reduceKernel()
	case seg.Scan:
		w.scanKernel()
	}
	return w.function()
}

// function puts the head before what was written.
func (w *writer) function() (string, *Kernel) {
	body := w.out.String()
	w.out.Reset()
	if len(w.scratch) > 0 {
		w.arg(Arg{Kind: ArgScratch}, "__global char *scratch")
		w.arg(Arg{Kind: ArgStride}, "long scratch_stride")
	}
	w.depth = 1
	w.line(poll)
	w.line(touch)
	w.line("const long gid = get_global_id(0);")
	if w.g.target.GPU {
		w.line("uint polls = 0;")
	}
	copies := map[*seg.Mem]int64{}
	for _, m := range w.private {
		n := w.atom(m.Len)
		if !w.g.target.GPU {
			n += fmt.Sprintf(" + %d", seg.Slack/m.Elem.Size())
		}
		if w.form != nil && w.form.own[m] {
			n = fmt.Sprintf("%s*%d", w.atom(m.Len), w.form.w)
		}
		w.line("%s %s[%s];", ctype(m.Elem), w.mems[m], n)
	}
	for i, m := range w.scratch {
		off := "0"
		if i > 0 {
			off = fmt.Sprintf("scratch_%d", i)
			w.arg(Arg{Kind: ArgOffset, Mem: m}, "long "+off)
		}
		if w.form != nil && w.form.own[m] {
			copies[m] = int64(w.form.w)
		}
		w.line("__global %s *restrict %s = (__global %s *)(scratch + gid * scratch_stride + %s);", ctype(m.Elem), w.mems[m], ctype(m.Elem), off)
	}
	head := fmt.Sprintf("__kernel void %s(%s) {\n", Func, strings.Join(w.decls, ", "))
	return head + w.out.String() + body + "}\n",
		&Kernel{Args: w.args, sites: w.sites, Scratch: w.scratch, Copies: copies, Grow: w.grow, Cost: Cost(w.k.Body, unknown)}
}

// total is the number of points of the space.
func (w *writer) total() string {
	parts := make([]string, len(w.k.Space))
	for i, d := range w.k.Space {
		parts[i] = w.atom(d.N)
	}
	return strings.Join(parts, " * ")
}

// chunk declares the thread's part lo..hi of n points.
func (w *writer) chunk(n string) {
	w.line("const long total = %s;", n)
	w.line("const long lo = gid * (total / chunks) + min(gid, total %% chunks);")
	w.line("const long hi = lo + total / chunks + (gid < total %% chunks ? 1 : 0);")
}

// space runs body for each point of the thread's part. The innermost dimension is a plain loop.
func (w *writer) space(body func(), free bool) {
	dims := w.k.Space
	last := dims[len(dims)-1]
	i := w.bind(last.I)
	inner := func(lo, hi string) {
		if w.form != nil {
			w.laneSpace(w.form, i, lo, hi, body)
			return
		}
		w.plainLoop("long", i, lo, hi, free, body)
	}
	if len(dims) == 1 {
		inner("lo", "hi")
		return
	}
	n := w.atom(last.N)
	w.braces("for (long p = lo; p < hi;)", func() {
		w.line("long q = p / %s;", n)
		w.line("const long from = p - q * %s;", n)
		w.line("const long to = min((long)%s, from + hi - p);", n)
		for d := len(dims) - 2; d > 0; d-- {
			nd := w.atom(dims[d].N)
			w.line("const long %s = q %% %s;", w.bind(dims[d].I), nd)
			w.line("q /= %s;", nd)
		}
		w.line("const long %s = q;", w.bind(dims[0].I))
		inner("from", "to")
		w.line("p += to - from;")
	})
}

// mapKernel: stage 0 runs the points; with accumulators and several threads, stage 1 combines copies: the first thread works
// in the destinations.
func (w *writer) mapKernel() {
	for _, a := range w.k.Accs {
		for j, m := range a.Priv {
			dest, name := w.mem(a.Dests[j]), w.mem(m)
			w.arg(Arg{Kind: ArgAcc, Mem: m}, fmt.Sprintf("__global %s *%s_copies", ctype(m.Elem), name))
			w.line("__global %s *%s = gid == 0 ? %s : %s_copies + (gid - 1) * %s;", ctype(m.Elem), name, dest, name, w.atom(a.Len))
		}
		if m := a.Has; m != nil {
			name := w.mem(m)
			w.arg(Arg{Kind: ArgAcc, Mem: m}, fmt.Sprintf("__global %s *%s_copies", ctype(m.Elem), name))
			w.line("__global %s *%s = %s_copies + (gid - 1) * %s;", ctype(m.Elem), name, name, w.atom(a.Len))
			w.whole = "gid == 0"
		}
	}
	if t := tiled(w.k); t != nil && w.form == nil {
		w.tileSpace(t, func() {
			w.chunk(w.total())
			w.space(func() { w.code(w.k.Body) }, loopFree(w.k.Body))
		})
		return
	}
	stage0 := func() {
		w.chunk(w.total())
		for _, a := range w.k.Accs {
			w.braces("if (gid > 0)", func() {
				w.braces(fmt.Sprintf("for (long b = 0; b < %s; b++)", w.atom(a.Len)), func() {
					w.noneYet(a, func(m *seg.Mem) string { return w.mem(m) + "[b]" })
				})
			})
		}
		code := w.k.Body
		if w.form != nil {
			code = w.form.first
		}
		w.withCopies(func() { w.space(func() { w.code(code) }, loopFree(w.k.Body)) })
	}
	if len(w.k.Accs) == 0 {
		stage0()
		return
	}
	w.braces("if (stage == 0)", stage0)
	w.braces("else", func() {
		for _, a := range w.k.Accs {
			w.braces("", func() { w.combine(a) })
		}
	})
}

// noneYet makes an element of the copies one to which nothing has been added.
func (w *writer) noneYet(a *seg.Acc, at func(m *seg.Mem) string) {
	if a.Has != nil {
		w.line("%s = 0;", at(a.Has))
		return
	}
	for j, m := range a.Priv {
		w.line("%s = %s;", at(m), w.atom(a.Start[j]))
	}
}

// untouched is the condition that nothing has been added to an element of a copy; "" where that makes no difference.
func (w *writer) untouched(a *seg.Acc, at func(m *seg.Mem) string) string {
	last := len(a.Priv) - 1
	switch {
	case a.Has != nil:
		return "!" + at(a.Has)
	case a.Op.Neutral == nil:
		return at(a.Priv[last]) + " == " + w.atom(a.Start[last])
	}
	return ""
}

// combine folds the other threads' copies of accumulators into the destinations, in the order of the threads.
func (w *writer) combine(a *seg.Acc) {
	w.chunk(w.atom(a.Len))
	w.braces("for (long b = lo; b < hi; b++)", func() {
		for j, v := range a.Op.A {
			dest := w.mem(a.Dests[j])
			w.line("%s %s = %s[b];", ctype(v.Type.Elem), w.bind(v), dest)
		}
		w.braces("for (long c = 0; c < chunks - 1; c++)", func() {
			copied := func(m *seg.Mem) string { return fmt.Sprintf("%s_copies[c * %s + b]", w.mem(m), w.atom(a.Len)) }
			if none := w.untouched(a, copied); none != "" {
				w.line("if (%s) continue;", none)
			}
			for j, v := range a.Op.B {
				w.line("const %s %s = %s;", ctype(v.Type.Elem), w.bind(v), copied(a.Priv[j]))
			}
			w.operate(a.Op, w.varNames(a.Op.A))
		})
		for j, v := range a.Op.A {
			w.line("%s[b] = %s;", w.mem(a.Dests[j]), w.name(v))
		}
	})
}

func (w *writer) varNames(vs []*core.Var) []string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = w.name(v)
	}
	return out
}

// operate computes the operator and assigns its results, all after all are computed.
func (w *writer) operate(op *seg.Operator, into []string) {
	w.braces("", func() {
		w.code(op.Body)
		for j, r := range op.Res {
			w.line("const %s r%d = %s;", ctype(r.AtomType().Elem), j, w.atom(r))
		}
		for j, n := range into {
			w.line("%s = r%d;", n, j)
		}
	})
}

// partials declares the arguments for the threads' results.
func (w *writer) partials() []string {
	out := make([]string, len(w.k.Outs))
	for j, m := range w.k.Outs {
		out[j] = fmt.Sprintf("partial%d", j)
		w.arg(Arg{Kind: ArgPartial, N: j, Mem: m}, fmt.Sprintf("__global %s *%s", ctype(m.Elem), out[j]))
	}
	return out
}

// start declares the left operands of the operator. What comes first in the program is there once: one thread begins with it,
// several with what is neutral, or with an element; see Note [Neutral elements].
func (w *writer) start() {
	for j, v := range w.k.Op.A {
		ne := w.atom(w.k.Ne[j])
		if w.k.Op.Neutral != nil {
			ne = fmt.Sprintf("stage == 0 && chunks > 1 ? %s : %s", w.atom(w.k.Op.Neutral[j]), ne)
		}
		w.line("%s %s = %s;", ctype(v.Type.Elem), w.bind(v), ne)
	}
}

// step combines the value of one point into the left operands.
func (w *writer) step() {
	w.code(w.k.Body)
	vals := w.atoms(w.k.Vals)
	for j, v := range w.k.Op.B {
		w.line("const %s %s = %s;", ctype(v.Type.Elem), w.bind(v), vals[j])
	}
	w.operate(w.k.Op, w.varNames(w.k.Op.A))
}

// stepFrom is step where the first element is what the left operands begin with.
func (w *writer) stepFrom() {
	w.code(w.k.Body)
	vals := w.atoms(w.k.Vals)
	w.braces("if (some)", func() {
		for j, v := range w.k.Op.B {
			w.line("const %s %s = %s;", ctype(v.Type.Elem), w.bind(v), vals[j])
		}
		w.operate(w.k.Op, w.varNames(w.k.Op.A))
	})
	w.braces("else", func() {
		w.assign(w.varNames(w.k.Op.A), vals)
		w.line("some = 1;")
	})
}

func (w *writer) loopFree() bool {
	return loopFree(w.k.Body) && loopFree(w.k.Op.Body) && (w.k.After == nil || loopFree(w.k.After.Body))
}

// reducePart combines the thread's points.
func (w *writer) reducePart() {
	k := w.k
	if k.Op.Arg != nil && simple(k.Body) {
		w.argPart()
		return
	}
	if k.Op.Neutral == nil {
		w.reduceFrom()
		return
	}
	if k.Op.Known == nil {
		w.space(w.step, w.loopFree())
		return
	}
	if w.form != nil {
		w.reduceLanes()
		return
	}
	w.fold("lo", "hi", &seg.Fold{I: k.Space[0].I, Body: k.Body, Accs: k.Op.A, Ops: k.Op.Known, Vals: k.Vals})
}

// mostTwice is how many statements are written twice to spare a loop a test.
const mostTwice = 40

// reduceFrom combines the thread's points, beginning with the first element if there are several threads: before the loop, or in it
// where there is much to compile.
func (w *writer) reduceFrom() {
	k, n := w.k, 0
	count := func(seg.Stm) { n++ }
	seg.Walk(k.Body, count)
	seg.Walk(k.Op.Body, count)
	if n > mostTwice {
		w.line("char some = chunks == 1;")
		w.space(w.stepFrom, w.loopFree())
		return
	}
	w.line("long from = lo;")
	w.braces("if (chunks > 1)", func() {
		w.line("const long %s = from++;", w.bind(k.Space[0].I))
		w.code(k.Body)
		w.assign(w.varNames(k.Op.A), w.atoms(k.Vals))
	})
	w.plainLoop("long", w.bind(k.Space[0].I), "from", "hi", w.loopFree(), w.step)
}

// overPartials folds the threads' results up to n.
func (w *writer) overPartials(partials []string, n string, before, after func()) {
	w.braces("for (long c = 0; c < "+n+"; c++)", func() {
		before()
		for j, v := range w.k.Op.B {
			w.line("const %s %s = %s[c];", ctype(v.Type.Elem), w.bind(v), partials[j])
		}
		w.operate(w.k.Op, w.varNames(w.k.Op.A))
		after()
	})
}

// reduceKernel: stage 0 reduces chunks, stage 1 (one thread) their results.
func (w *writer) reduceKernel() {
	k := w.k
	partials := w.partials()
	nothing := func() {}
	w.start()
	w.braces("if (stage == 0)", func() {
		w.chunk(w.total())
		w.reducePart()
		for j, v := range k.Op.A {
			w.line("if (chunks == 1) %s[0] = %s; else %s[gid] = %s;", w.mem(k.Outs[j]), w.name(v), partials[j], w.name(v))
		}
	})
	w.braces("else", func() {
		w.overPartials(partials, "chunks", nothing, nothing)
		for j, v := range k.Op.A {
			w.line("%s[0] = %s;", w.mem(k.Outs[j]), w.name(v))
		}
	})
}

// scanKernel: stage 0 reduces chunks, stage 1 (one thread) turns their results into what comes before
// each chunk, stage 2 scans the chunks from there. With one thread there is only stage 2.
func (w *writer) scanKernel() {
	k := w.k
	partials := w.partials()
	w.start()
	w.braces("if (stage == 0)", func() {
		w.chunk(w.total())
		w.reducePart()
		for j, v := range k.Op.A {
			w.line("%s[gid] = %s;", partials[j], w.name(v))
		}
	})
	w.braces("else if (stage == 1)", func() {
		w.overPartials(partials, "chunks", func() {
			for j, v := range k.Op.A {
				w.line("const %s before%d = %s;", ctype(v.Type.Elem), j, w.name(v))
			}
		}, func() {
			for j := range k.Op.A {
				w.line("%s[c] = before%d;", partials[j], j)
			}
		})
	})
	w.braces("else", func() {
		w.chunk(w.total())
		w.braces("if (chunks > 1)", func() {
			for j, v := range k.Op.A {
				w.line("%s = %s[gid];", w.name(v), partials[j])
			}
		})
		w.space(func() {
			w.step()
			at := w.name(k.Space[0].I)
			if k.Back {
				at = "total - 1 - " + at
			}
			for j, v := range k.Op.A {
				if !k.Unread[j] {
					w.line("%s[%s] = %s;", w.mem(k.Outs[j]), at, w.name(v))
				}
			}
			w.after(at, w.varNames(k.Op.A))
		}, w.loopFree())
	})
}

// after writes what a scan does with its results at a place.
func (w *writer) after(at string, res []string) {
	a := w.k.After
	if a == nil {
		return
	}
	w.line("const long %s = %s;", w.bind(a.At), at)
	for j, v := range a.Res {
		w.line("const %s %s = %s;", ctype(v.Type.Elem), w.bind(v), res[j])
	}
	w.code(a.Body)
}

// pages and touch keep a kernel's page of constants in memory (Note [Pages]).
const (
	pages = "__constant int rd_pages[2] = {1, 1};\n"
	touch = "if (*(volatile __constant int *)(rd_pages + (chunks & 1)) == 0) return;"
)

// Note [Pages]
// A selection such as `c ? 1.0f : x` becomes an AVX-512 instruction that reads 1.0f from the kernel's page of constants
// under a mask. While that page has not been touched, a read of which every lane is masked out does not bring it in, it
// is only emulated, in some hundred cycles: a loop whose condition never holds runs thirty times slower (measured on
// Zen 4). So each kernel reads a constant of its own first, which the linker puts beside the others.
