package seg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/irtext"
	"raido/lang/prim"
)

// Print is the program in the text form of doc.go, which Parse reads back. Variables and memories are numbered in order of
// appearance, so that equal programs have equal text.
func Print(p *Prog) string {
	w := newPrinter()
	if p.Target != (Target{}) {
		w.line("target%s", target(p.Target))
	}
	for _, a := range p.Params {
		if a.Var != nil {
			w.line("param %s", w.bind(a.Var, core.Type{}))
		} else {
			w.line("param %s%s", w.array(a.Mem, a.Dims), w.memFlags(a.Mem))
		}
	}
	w.host(p.Body)
	for _, r := range p.Results {
		if r.Mem != nil {
			w.line("result %s", w.array(r.Mem, r.Dims)+otherElem(r.Mem, r.Elem))
		} else {
			w.line("result %s: %s", w.atom(r.Atom), r.Elem)
		}
	}
	if !slices.Equal(p.Kernels, w.kernels) {
		order := ""
		for _, k := range p.Kernels {
			order += fmt.Sprintf(" %d", slices.Index(w.kernels, k)+1)
		}
		w.line("kernels%s", order)
	}
	return w.out.String()
}

func target(t Target) string {
	out := flags("cpu", t.CPU, "plain", t.Plain, "small", t.Small, "gpu", t.GPU, "atomics64", t.Atomics64, "functions", t.Functions, "fused", t.Fused, "spaces", t.Spaces)
	for _, x := range []struct {
		name string
		n    int64
	}{{"lanes", int64(t.Lanes)}, {"vector", int64(t.Vector)}, {"registers", int64(t.Registers)}, {"cache", t.Cache}} {
		if x.n != 0 {
			out += fmt.Sprintf(" %s %d", x.name, x.n)
		}
	}
	return out
}

// PrintKernel is a kernel in text form; what comes from the host has no declaration there.
func PrintKernel(k *Kernel) string {
	w := newPrinter()
	w.kernel(k, diag.Span{})
	return w.out.String()
}

// PrintCode is thread code in text form, without declarations of the memories.
func PrintCode(c Code) string {
	w := newPrinter()
	w.code(c)
	return w.out.String()
}

func newPrinter() *printer {
	return &printer{vars: map[*core.Var]int{}, mems: map[*Mem]int{}, known: map[*Mem]bool{}, sites: map[*Site]int{}}
}

type printer struct {
	out     strings.Builder
	depth   int
	vars    map[*core.Var]int
	mems    map[*Mem]int
	known   map[*Mem]bool // those of which the type has been said
	sites   map[*Site]int
	kernels []*Kernel // in order of appearance
}

func (w *printer) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("  ", w.depth))
	w.out.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	w.out.WriteByte('\n')
}

// in writes a nested list after its head.
func (w *printer) in(f func(), format string, args ...any) {
	w.line(format, args...)
	w.depth++
	f()
	w.depth--
}

func (w *printer) atom(a core.Atom) string {
	v, ok := a.(*core.Var)
	if !ok {
		return a.(core.Const).Scalar.String()
	}
	if w.vars[v] == 0 {
		w.vars[v] = len(w.vars) + 1
	}
	return fmt.Sprintf("%s_%d", irtext.PlainName(v.Name, "_"), w.vars[v])
}

// bind is a variable where it is bound; its type is said if it is another than could be expected.
func (w *printer) bind(v *core.Var, expected core.Type) string {
	if v.Type.Elem == expected.Elem && v.Type.Lanes == expected.Lanes {
		return w.atom(v)
	}
	return w.atom(v) + ": " + typeText(v.Type)
}

func typeText(t core.Type) string {
	if t.Lanes > 0 {
		return fmt.Sprintf("%sx%d", t.Elem, t.Lanes)
	}
	return t.Elem.String()
}

func (w *printer) binds(vs []*core.Var) string {
	out := make([]string, len(vs))
	for i, v := range vs {
		out[i] = w.bind(v, core.Type{})
	}
	return strings.Join(out, " ")
}

func (w *printer) atoms(as []core.Atom) string {
	out := make([]string, len(as))
	for i, a := range as {
		out[i] = w.atom(a)
	}
	return strings.Join(out, " ")
}

func (w *printer) varList(vs []*core.Var) string { return w.atoms(core.Atoms(vs)) }

func (w *printer) mem(m *Mem) string {
	if w.mems[m] == 0 {
		w.mems[m] = len(w.mems) + 1
	}
	return fmt.Sprintf("%s#%d", irtext.PlainName(m.Name, "_"), w.mems[m])
}

func (w *printer) memList(ms []*Mem) string {
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = w.mem(m)
	}
	return strings.Join(out, " ")
}

// array is a memory with the dimensions of what is in it.
func (w *printer) array(m *Mem, dims []core.Atom) string {
	w.known[m] = true
	return fmt.Sprintf("%s: %s%s", w.mem(m), w.dims(dims), m.Elem)
}

// otherElem says the type of elements that are not those of the memory.
func otherElem(m *Mem, t prim.Type) string {
	if t == m.Elem {
		return ""
	}
	return " as " + t.String()
}

// memFlags is what a device memory is besides: nothing, as a rule.
func (w *printer) memFlags(m *Mem) string {
	s := ""
	if m.Space != Device {
		s += " in " + m.Space.String()
	}
	if m.Len != nil {
		s += " len " + w.atom(m.Len)
	}
	if m.Grow {
		s += " grow"
	}
	if m.Lanes != 0 {
		s += fmt.Sprintf(" lanes %d", m.Lanes)
	}
	return s
}

var spaceNames = []string{Device: "device", Private: "private", Scratch: "scratch", Local: "local"}

// String is the word for a space in the text form.
func (s Space) String() string { return spaceNames[s] }

// declared is the declaration of a memory.
func (w *printer) declared(m *Mem) string {
	w.known[m] = true
	return fmt.Sprintf("%s: %s%s", w.mem(m), m.Elem, w.memFlags(m))
}

// declare declares the memories of which nothing has been said.
func (w *printer) declare(ms []*Mem) {
	for _, m := range ms {
		if !w.known[m] {
			w.line("mem %s", w.declared(m))
		}
	}
}

func (w *printer) dims(as []core.Atom) string {
	s := ""
	for _, a := range as {
		s += "[" + w.atom(a) + "]"
	}
	return s
}

func (w *printer) index(x Index) string {
	out := make([]string, len(x))
	for i, t := range x {
		out[i] = w.atom(t.A)
		if t.B != nil {
			out[i] += "*" + w.atom(t.B)
		}
	}
	return "[" + strings.Join(out, " + ") + "]"
}

// span is a place in the user's program; nothing if there is none.
func span(s diag.Span) string {
	if s.Source == nil {
		return ""
	}
	return fmt.Sprintf(" @%q %d %d", s.Source.Name, s.Start, s.End)
}

// flags are the words of those that hold.
func flags(words ...any) string {
	s := ""
	for i := 0; i < len(words); i += 2 {
		if words[i+1].(bool) {
			s += " " + words[i].(string)
		}
	}
	return s
}

// opt is a word and an atom, nothing if there is no atom.
func (w *printer) opt(word string, a core.Atom) string {
	if a == nil {
		return ""
	}
	return " " + word + " " + w.atom(a)
}

// check is a check; a site is said where it appears first.
func (w *printer) check(cond core.Atom, s *Site, args []core.Atom) {
	text := fmt.Sprintf("check %s site", w.atom(cond))
	if w.sites[s] == 0 {
		w.sites[s] = len(w.sites) + 1
		text += fmt.Sprintf(" %d %s %q", w.sites[s], strconv.Quote(s.Code), s.Msg)
		for _, t := range s.Types {
			text += " " + t.String()
		}
		if s.Hint != "" {
			text += fmt.Sprintf(" hint %q", s.Hint)
		}
		text += span(s.Src)
	} else {
		text += fmt.Sprintf(" %d", w.sites[s])
	}
	if len(args) > 0 {
		text += " with " + w.atoms(args)
	}
	w.line("%s", text)
}

// ops are the names of operators.
func ops(os []*prim.Op) string {
	out := make([]string, len(os))
	for i, o := range os {
		out[i] = o.Name
	}
	return strings.Join(out, " ")
}
