package gen

import (
	"fmt"
	"strings"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

// printer writes the form of a kernel, statement by statement. Free variables and memories become arguments in order of appearance.
type printer struct {
	*demands
	form    *seg.Form
	out     strings.Builder
	depth   int
	names   map[*core.Var]string
	bound   map[*core.Var]bool
	mems    map[*seg.Mem]string
	written map[*seg.Mem]bool  // see Note [Only what is read is restrict]
	far     map[*seg.Load]bool // see Note [No gathers]
	count   int                // of names
	labels  int
	args    []plan.Arg
	decls   []string // of args
	given   []string // their names
	private []*seg.Mem
	scratch []*seg.Mem
	grow    []*seg.Mem
	sites   []*seg.Site
	leave   string // the statement that ends a thread, or the Try around, early

	nests     map[*seg.For]*nest // Note [Nests of one shape]
	nestTexts string
	nestCount int
	aliased   map[*seg.Mem]bool // that have a second name
	uses      map[*seg.Mem]int  // how often the form names a memory
	inside    *nest             // that is printed as a function
}

// print writes a kernel that has a form.
func (prog *listing) print(name string, k *seg.Kernel) *listed {
	p := &printer{demands: newDemands(prog.target), form: k.Form, depth: 1, names: map[*core.Var]string{}, bound: map[*core.Var]bool{},
		mems: map[*seg.Mem]string{}, written: writtenIn(k.Form), far: map[*seg.Load]bool{}, leave: "return;"}
	p.arg(plan.Arg{Kind: plan.ArgFail}, "volatile __global int *restrict ", "fail")
	for _, a := range k.Form.Params {
		p.param(a)
	}
	p.findNests()
	bodies := make([]string, len(k.Form.Stages))
	for i, s := range k.Form.Stages {
		p.out.Reset()
		p.code(s.Body)
		bodies[i] = p.out.String()
	}
	out := p.functions(bodies)
	out.Cost = plan.PointCost(k, plan.Unknown)
	out.Width, out.WholeRows = int64(k.Width), k.Width > 0 && k.Last == nil
	out.Name, out.Source = name, p.source(out.text)
	if prog.target.CPU { // elsewhere functions of floats are the device's
		out.Builtins = p.builtins
	}
	prog.Double = prog.Double || p.double
	return out
}

func (p *printer) line(format string, args ...any) {
	p.out.WriteString(strings.Repeat("  ", p.depth))
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

// braces writes a block after its head.
func (p *printer) braces(head string, f func()) {
	p.line("%s", strings.TrimSpace(head+" {"))
	p.depth++
	f()
	p.depth--
	p.line("}")
}

func (p *printer) arg(a plan.Arg, typ, name string) {
	p.args = append(p.args, a)
	p.decls = append(p.decls, typ+name)
	p.given = append(p.given, name)
}

// fresh is a new name.
func (p *printer) fresh(kind string) string {
	p.count++
	return fmt.Sprintf("%s%d", kind, p.count)
}

// bind names a variable that the code defines.
func (p *printer) bind(v *core.Var) string {
	p.bound[v] = true
	return p.name(v)
}

func (p *printer) name(v *core.Var) string {
	n, ok := p.names[v]
	if !ok {
		if p.inside != nil && p.inside.lets[v] != nil {
			return p.lateName(v)
		}
		if p.inside != nil && !p.bound[v] {
			p.names[v] = p.give(nestParam{kind: 'v', typ: p.typ(v.Type) + " ", v: v})
			return p.names[v]
		}
		n = p.fresh("v")
		p.names[v] = n
		if !p.bound[v] {
			p.arg(plan.Arg{Kind: plan.ArgScalar, Atom: v}, p.typ(v.Type)+" ", n)
		}
	}
	return n
}

// typ is the C type of a scalar or a vector.
func (p *printer) typ(t core.Type) string { return p.typeName(t.Elem, width(t)) }

// width is the number of lanes of a type, 1 for a scalar.
func width(t core.Type) int { return max(t.Lanes, 1) }

func (p *printer) atom(a core.Atom) string {
	switch a := a.(type) {
	case *core.Var:
		return p.name(a)
	case core.Const:
		return literal(a.Scalar)
	}
	diag.Bugf("gen: atom %T", a)
	return ""
}

// vector is an operand of so many lanes: a scalar stands for a vector of itself.
func (p *printer) vector(a core.Atom, w int) string {
	if w > 1 && width(a.AtomType()) == 1 {
		return "(" + p.spread(a, w) + ")"
	}
	return p.atom(a)
}

// index is the text of a place in a memory.
func (p *printer) index(m *seg.Mem, x seg.Index) string {
	if p.inside != nil {
		return p.indexInside(m, x)
	}
	return p.sum(x)
}

// place is the text of a place in a memory that is an atom.
func (p *printer) place(m *seg.Mem, at core.Atom) string {
	if p.inside != nil {
		return p.indexInside(m, p.part(at))
	}
	return p.atom(at)
}

func (p *printer) sum(x seg.Index) string {
	if len(x) == 0 {
		return "0"
	}
	parts := make([]string, len(x))
	for i, t := range x {
		parts[i] = p.atom(t.A)
		if t.B != nil {
			parts[i] += "*" + p.atom(t.B)
		}
	}
	return strings.Join(parts, " + ")
}

// operate is the text of an operator on operands, whose text is given.
func (p *printer) operate(op opAt, args ...string) string {
	text, ok := p.op(op.op, op.t, op.w, args)
	if !ok {
		diag.Bugf("gen: no text for %s.%s of %d lanes", op.op.Name, op.t, op.w)
	}
	return text
}

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
	case *seg.Atomic:
		p.atomic(s)
	case *seg.Copy:
		p.copy(s)
	case *seg.Pack:
		p.pack(s)
	case *seg.Bind:
		p.alias(s)
	case *seg.For:
		if !p.call(s) {
			p.loop(s)
		}
	case *seg.While:
		p.while(s)
	case *seg.If:
		p.branch(s)
	case *seg.Check:
		p.check(s)
	case *seg.Reserve:
		p.reserve(s)
	case *seg.Poll:
		p.poll()
	case *seg.Tell:
		p.tell(s)
	case *seg.Barrier:
		p.line(barrier)
	case *seg.Try:
		p.try(s)
	case *seg.Fold, *seg.Pointwise:
		diag.Bugf("gen: %T is not explicit", s)
	}
}
