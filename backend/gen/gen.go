package gen

import (
	"fmt"
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/limits"
)

// Target says what a program is for.
type Target struct {
	// CPU is a CPU device with f64: functions of floats are Raido's own, not the device's.
	CPU bool
	// Small tells that programs run only where the loops over arrays do little work in all: they need not be stopped.
	Small bool
	// Lanes, if not 0, is the number of lanes that every kernel that can be computed in lanes gets, for tests.
	Lanes int
	// GPU asks for the GPU shape.
	GPU bool
	// Atomics64 tells that the device has atomic operators on 64-bit integers.
	Atomics64 bool
}

// Generate writes a program in the shape of the target.
func Generate(p *seg.Prog, target Target) *Program {
	out := &Program{Kernels: map[*seg.Kernel]*Kernel{}, target: target}
	g := &generator{target: target, prog: out}
	for i, k := range p.Kernels {
		g.kernel(fmt.Sprintf("k%d_%s", i, cleanName(k.Name)), k)
	}
	return out
}

// finish makes the kernel of a text a program of its own, with numbers for its failures; k may be nil.
func (g *generator) finish(k *Kernel, name, text string) {
	if k == nil {
		return
	}
	k.Name, k.text = name, text
	k.Source = source(text, g.target)
	g.enlist(k, strings.Contains(text, "double"))
}

// enlist gives the failures of a kernel their numbers.
func (g *generator) enlist(k *Kernel, double bool) {
	k.FirstSite = len(g.prog.Sites)
	g.prog.Sites = append(g.prog.Sites, k.sites...)
	g.prog.Double = g.prog.Double || double
}

// source puts before the text of kernels what they call.
func source(text string, target Target) string {
	text = demandsOf(text, target).source(text)
	if limits.Now.Backwards {
		text = backwards.Replace(text)
	}
	return text
}

// backwards numbers threads, groups and items from the other end.
var backwards = strings.NewReplacer(
	"get_global_id(0)", "(get_global_size(0) - 1 - get_global_id(0))",
	"get_local_id(0)", "(get_local_size(0) - 1 - get_local_id(0))",
	"get_group_id(0)", "(get_num_groups(0) - 1 - get_group_id(0))")

type generator struct {
	target Target
	prog   *Program
}

func cleanName(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, s)
}

// writer writes one kernel. Free variables and memories become arguments in order of appearance.
type writer struct {
	g       *generator
	k       *seg.Kernel
	out     strings.Builder
	depth   int
	names   map[*core.Var]string
	bound   map[*core.Var]bool
	count   int
	mems    map[*seg.Mem]string
	private []*seg.Mem
	args    []Arg
	decls   []string // of args
	scratch []*seg.Mem
	grow    []*seg.Mem
	sites   []*seg.Site
	accs    map[*seg.Mem]bool // copies of the kernel's Accs
	has     map[*seg.Mem]bool // those that tell where there is something
	whole   string            // the condition under which a thread works on all of the destination
	written map[*seg.Mem]bool // that the kernel stores to

	form  *lanes // of the kernel, if it is computed in lanes
	lanes *lanes // form, where code in lanes is being written
	tail  string // there: the mask of the last iterations of a loop, which are the first lanes
	rest  string // there: how many iterations are left, in a loop that computes the last ones by the same text
	mask  string // there: the lanes that run the code, a vector of bools; empty for all
	quiet bool   // inside a loop that nobody needs to stop
	teller
	masks map[*core.Var]string // of the places where variables are declared

	leave  string  // the statement that ends a thread early
	groups *groups // what is peculiar to the GPU shape; nil in the CPU shape
}

func (w *writer) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("  ", w.depth))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

// braces writes a block after its head.
func (w *writer) braces(head string, f func()) {
	w.line("%s {", head)
	w.depth++
	f()
	w.depth--
	w.line("}")
}

func (w *writer) arg(a Arg, decl string) {
	w.args = append(w.args, a)
	w.decls = append(w.decls, decl)
}

// bind names a variable that the kernel defines.
func (w *writer) bind(v *core.Var) string {
	w.bound[v] = true
	return w.name(v)
}

func (w *writer) name(v *core.Var) string {
	n, ok := w.names[v]
	if !ok {
		w.count++
		n = fmt.Sprintf("v%d", w.count)
		w.names[v] = n
		if !w.bound[v] {
			w.arg(Arg{Kind: ArgScalar, Atom: v}, ctype(v.Type.Elem)+" "+n)
		}
	}
	return n
}

func (w *writer) atom(a core.Atom) string {
	switch a := a.(type) {
	case *core.Var:
		return w.name(a)
	case core.Const:
		return literal(a.Scalar)
	}
	diag.Bugf("gen: atom %T", a)
	return ""
}

func (w *writer) atoms(as []core.Atom) []string {
	out := make([]string, len(as))
	for i, a := range as {
		out[i] = w.atom(a)
	}
	return out
}

// Note [Only what is read is restrict]
//
// PoCL inlines a kernel that LLVM (14, 15) has vectorised already, and inlining marks calls as apart from what the caller's restrict
// pointers point to, unless they have these as arguments. A gather is a call, and its argument is a vector of addresses: so a
// gather from a restrict pointer counts as apart from the stores to it, which LLVM then moves past it. Memories that a kernel
// only reads have no stores to move; the others are apart from these anyway.

// mem is the C name of a memory; see Note [Only what is read is restrict].
func (w *writer) mem(m *seg.Mem) string {
	n, ok := w.mems[m]
	if ok {
		return n
	}
	n = fmt.Sprintf("m%d", len(w.mems)+1)
	w.mems[m] = n
	switch m.Space {
	case seg.Device:
		alone := "restrict "
		if w.written[m] {
			alone = ""
		}
		w.arg(Arg{Kind: ArgMem, Mem: m}, fmt.Sprintf("__global %s *%s%s", ctype(m.Elem), alone, n))
	case seg.Private:
		w.private = append(w.private, m)
	case seg.Scratch:
		if !w.accs[m] {
			w.scratch = append(w.scratch, m)
		}
	}
	return n
}

func (w *writer) index(x seg.Index) string {
	if len(x) == 0 {
		return "0"
	}
	parts := make([]string, len(x))
	for i, t := range x {
		parts[i] = w.atom(t.A)
		if t.B != nil {
			parts[i] += "*" + w.atom(t.B)
		}
	}
	return strings.Join(parts, " + ")
}

func (w *writer) code(c seg.Code) {
	for _, s := range c {
		w.stm(s)
	}
}

func (w *writer) stm(s seg.Stm) {
	if w.lanes != nil && w.laneStm(s) {
		return
	}
	switch s := s.(type) {
	case *seg.Let:
		w.let(s)
	case *seg.Select:
		cond, then, els := w.atom(s.Cond), w.atom(s.Then), w.atom(s.Else)
		w.line("const %s %s = %s ? %s : %s;", ctype(s.V.Type.Elem), w.bind(s.V), cond, then, els)
	case *seg.Decl:
		init := w.atom(s.Init)
		w.line("%s %s = %s;", ctype(s.V.Type.Elem), w.bind(s.V), init)
	case *seg.Set:
		w.line("%s = %s;", w.name(s.V), w.atom(s.Val))
	case *seg.Load:
		at := w.place(s.Mem, s.At)
		elem := w.source(s.Mem, s.Again) + "[" + at + "]"
		if w.has[s.Mem] {
			elem = w.whole + " || " + elem
		}
		w.line("const %s %s = %s;", ctype(s.Mem.Elem), w.bind(s.V), elem)
	case *seg.Store:
		if w.claim(s) {
			return
		}
		w.line("%s[%s] = %s;", w.mem(s.Mem), w.place(s.Mem, s.At), w.atom(s.Val))
	case *seg.Update:
		w.update(s)
	case *seg.For:
		w.told(w.atom(s.Bound), s.Elems, func() { w.forLoop(s) })
	case *seg.Fold:
		w.told("", true, func() { w.fold("0", w.atom(s.Bound), s) })
	case *seg.While:
		w.told("-1", false, func() { w.while(s) })
	case *seg.If:
		w.braces("if ("+w.atom(s.Cond)+")", func() { w.code(s.Then) })
		if len(s.Else) > 0 {
			w.braces("else", func() { w.code(s.Else) })
		}
	case *seg.Check:
		w.check(s)
	case *seg.Room:
		w.room(s)
	}
}

// source is a memory to load from; see Note [Loops that must run in order].
func (w *writer) source(m *seg.Mem, again bool) string {
	if again {
		return "((volatile " + space(m) + ctype(m.Elem) + " *)" + w.mem(m) + ")"
	}
	return w.mem(m)
}

func (w *writer) update(s *seg.Update) {
	t := s.Mem.Elem
	if w.groups != nil && w.groups.atomic[s.Mem] {
		w.line("%s(&%s[%s], %s);", atomicFunc(s.Op, t), w.mem(s.Mem), w.index(s.At), w.atom(s.Val))
		return
	}
	w.braces("", func() {
		w.line("const long at = %s;", w.place(s.Mem, s.At))
		w.line("const %s old = %s[at];", ctype(t), w.source(s.Mem, s.Again))
		w.line("%s[at] = %s;", w.mem(s.Mem), apply(s.Op, t, "old", w.atom(s.Val)))
	})
}

func (w *writer) let(s *seg.Let) {
	args := w.atoms(s.Args)
	var text string
	if sign, ok := indexOps[s.Op]; ok && s.Idx && len(args) == 2 {
		text = args[0] + " " + sign + " " + args[1]
	} else {
		text, ok = opText(s.Op, s.T, args)
		if !ok {
			diag.Bugf("gen: no text for %s.%s", s.Op.Name, s.T)
		}
	}
	w.line("const %s %s = %s;", ctype(s.V.Type.Elem), w.bind(s.V), text)
}

// quietly writes a loop over the elements of arrays: where arrays are small nobody needs to stop it, and compilers take half the time
// for loops that have one way out and no blocks.
func (w *writer) quietly(loop func()) {
	was := w.quiet
	w.quiet = was || w.g.target.Small
	loop()
	w.quiet = was
}

// forLoop looks at the failure words in every iteration if the body has loops, and rarely if it is
// simple, so that it can be vectorised.
func (w *writer) forLoop(s *seg.For) {
	if s.Elems && w.g.target.Small && !w.quiet {
		w.quietly(func() { w.forLoop(s) })
		return
	}
	if w.copies(s) {
		return
	}
	if s.Par {
		if l := w.innerLoop(s.I, s.Bound, s.Body, nil); l != nil {
			w.braces("", func() { w.innerFor(l, s) })
			return
		}
	}
	n := w.atom(s.Bound)
	i := w.bind(s.I)
	t := ctype(s.I.Type.Elem)
	w.plainLoop(t, i, "0", n, loopFree(s.Body), func() { w.code(s.Body) })
}

// plainLoop is a loop of i from lo to hi; free tells that its body has no loops.
func (w *writer) plainLoop(t, i, lo, hi string, free bool, body func()) {
	if free {
		w.blocked(t, i, lo, hi, body)
		return
	}
	w.braces(fmt.Sprintf("for (%s %s = %s; %s < %s; %s++)", t, i, lo, i, hi, i), func() {
		w.poll()
		w.tell(i)
		body()
	})
}

// blocked is a simple loop of i from lo to hi in blocks.
func (w *writer) blocked(t, i, lo, hi string, body func()) {
	if n, ok := constText(hi); ok && n <= limits.Now.Block || s8(t) || w.quiet {
		w.braces(fmt.Sprintf("for (%s %s = %s; %s < %s; %s++)", t, i, lo, i, hi, i), body)
		return
	}
	if w.g.target.GPU {
		w.plainLoop(t, i, lo, hi, false, body)
		return
	}
	w.braces(fmt.Sprintf("for (%s %s_b = %s; %s_b < %s;)", t, i, lo, i, hi), func() {
		w.poll()
		w.tell(i + "_b")
		w.line("const %s %s_e = %s - %s_b > %d ? %s_b + %d : %s;", t, i, hi, i, limits.Now.Block, i, limits.Now.Block, hi)
		w.braces(fmt.Sprintf("for (%s %s = %s_b; %s < %s_e; %s++)", t, i, i, i, i, i), body)
		w.line("%s_b = %s_e;", i, i)
	})
}

// s8 tells that a loop over that type is short anyway.
func s8(t string) bool { return t == "char" || t == "uchar" || t == "short" || t == "ushort" }

func constText(s string) (int64, bool) {
	var n int64
	_, err := fmt.Sscanf(s, "%dL", &n)
	return n, err == nil && s == fmt.Sprintf("%dL", n)
}

func (w *writer) while(s *seg.While) {
	count := w.counter()
	w.braces("while (1)", func() {
		w.look() // nobody knows how often
		w.tell(count)
		w.code(s.CondCode)
		w.line("if (!%s) break;", w.atom(s.Cond))
		w.code(s.Body)
	})
}

// loopFree tells that code has no loops.
func loopFree(c seg.Code) bool {
	for _, s := range c {
		switch s := s.(type) {
		case *seg.For, *seg.While, *seg.Fold:
			return false
		case *seg.If:
			if !loopFree(s.Then) || !loopFree(s.Else) {
				return false
			}
		}
	}
	return true
}
