package seg

import (
	"fmt"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// Print is the program as text, for people and tests. Variables and memories are numbered in order of
// appearance, so that equal programs have equal text.
func Print(p *Prog) string {
	w := &printer{vars: map[*core.Var]int{}, mems: map[*Mem]int{}}
	for _, a := range p.Params {
		if a.Var != nil {
			w.line("param %s: %s", w.atom(a.Var), a.Var.Type.Elem)
		} else {
			w.line("param %s: %s%s", w.mem(a.Mem), w.dims(a.Dims), a.Mem.Elem)
		}
	}
	w.host(p.Body)
	for _, r := range p.Results {
		if r.Mem != nil {
			w.line("result %s: %s%s", w.mem(r.Mem), w.dims(r.Dims), r.Elem)
		} else {
			w.line("result %s: %s", w.atom(r.Atom), r.Elem)
		}
	}
	return w.out.String()
}

type printer struct {
	out   strings.Builder
	depth int
	vars  map[*core.Var]int
	mems  map[*Mem]int
}

func (w *printer) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("  ", w.depth))
	fmt.Fprintf(&w.out, format, args...)
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
	return fmt.Sprintf("%s_%d", v.Name, w.vars[v])
}

func (w *printer) atoms(as []core.Atom) string {
	out := make([]string, len(as))
	for i, a := range as {
		out[i] = w.atom(a)
	}
	return strings.Join(out, " ")
}

func (w *printer) mem(m *Mem) string {
	if w.mems[m] == 0 {
		w.mems[m] = len(w.mems) + 1
	}
	return fmt.Sprintf("%s%s#%d", [...]string{"", "private ", "scratch "}[m.Space], m.Name, w.mems[m])
}

func (w *printer) memList(ms []*Mem) string {
	out := make([]string, len(ms))
	for i, m := range ms {
		out[i] = w.mem(m)
	}
	return strings.Join(out, " ")
}

func (w *printer) varList(vs []*core.Var) string { return w.atoms(core.Atoms(vs)) }

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

func (w *printer) host(list Host) {
	for _, s := range list {
		w.hostStm(s)
	}
}

func (w *printer) hostStm(s HostStm) {
	switch s := s.(type) {
	case *HLet:
		args := w.atoms(s.Args)
		w.line("%s = %s.%s %s", w.atom(s.V), s.Op.Name, s.T, args)
	case *HDecl:
		w.line("var %s = %s", w.atom(s.V), w.atom(s.Init))
	case *HSet:
		w.line("set %s = %s", w.varList(s.Vs), w.atoms(s.Vals))
	case *HRead:
		w.line("%s = read %s%s", w.atom(s.V), w.mem(s.Mem), w.index(s.At))
	case *HAlloc:
		w.line("alloc %s: %s%s", w.mem(s.Mem), w.dims(s.Dims), s.Mem.Elem)
	case *HMove:
		w.line("move %s = %s", w.memList(s.Dsts), w.memList(s.Srcs))
	case *HOwn:
		w.line("own %s", w.mem(s.Mem))
	case *HFree:
		w.line("free %s", w.mem(s.Mem))
	case *HCopy:
		w.line("copy %s%s = %s%s for %s", w.mem(s.Dst), w.index(s.DstAt), w.mem(s.Src), w.index(s.SrcAt), w.atom(s.N))
	case *HFill:
		w.line("fill %s%s = %s for %s", w.mem(s.Dst), w.index(s.At), w.atom(s.Val), w.atom(s.N))
	case *HLaunch:
		w.kernel(s.Kernel)
	case *HCheck:
		w.line("check %s %q %s", w.atom(s.Cond), s.Site.Msg, w.atoms(s.Args))
	case *HSmall:
		w.line("%s = small %s", w.atom(s.V), w.atoms(s.Vals))
	case *HIf:
		w.in(func() { w.host(s.Then) }, "if %s", w.atom(s.Cond))
		w.in(func() { w.host(s.Else) }, "else")
	case *HFor:
		w.in(func() { w.host(s.Body) }, "for %s < %s", w.atom(s.I), w.atom(s.Bound))
	case *HWhile:
		w.in(func() {
			w.host(s.CondCode)
			w.line("break unless %s", w.atom(s.Cond))
			w.host(s.Body)
		}, "while")
	}
}

func (w *printer) kernel(k *Kernel) {
	w.in(func() {
		for _, d := range k.Space {
			w.line("over %s < %s", w.atom(d.I), w.atom(d.N))
		}
		w.code(k.Body)
		if k.Op != nil {
			w.line("yield %s, after %s, into %s%s", w.atoms(k.Vals), w.atoms(k.Ne), w.memList(k.Outs), map[bool]string{true: " backwards"}[k.Back])
			w.operator(k.Op)
		}
		if a := k.After; a != nil {
			w.in(func() { w.code(a.Body) }, "after each, %s at %s", w.varList(a.Res), w.atom(a.At))
		}
		for _, a := range k.Accs {
			from := ", from " + w.atoms(a.Start)
			if a.Has != nil {
				from = " where " + w.memList([]*Mem{a.Has})
			}
			w.line("accumulate %s[%s] by copies %s%s", w.memList(a.Dests), w.atom(a.Len), w.memList(a.Priv), from)
			w.operator(a.Op)
		}
	}, "%s %s", [...]string{"task", "map", "reduce", "scan"}[k.Kind]+map[bool]string{true: " serial"}[k.Serial], k.Name)
}

func (w *printer) operator(op *Operator) {
	if op.Known != nil {
		w.line("operator %s", ops(op.Known))
		return
	}
	w.in(func() {
		w.code(op.Body)
		w.line("in %s", w.atoms(op.Res))
	}, "operator %s, %s", w.varList(op.A), w.varList(op.B))
}

func (w *printer) code(c Code) {
	for _, s := range c {
		w.stm(s)
	}
}

func (w *printer) stm(s Stm) {
	switch s := s.(type) {
	case *Let:
		args := w.atoms(s.Args)
		w.line("%s = %s.%s %s", w.atom(s.V), s.Op.Name, s.T, args)
	case *Decl:
		w.line("var %s = %s", w.atom(s.V), w.atom(s.Init))
	case *Set:
		w.line("set %s = %s", w.atom(s.V), w.atom(s.Val))
	case *Select:
		w.line("%s = if %s then %s else %s", w.atom(s.V), w.atom(s.Cond), w.atom(s.Then), w.atom(s.Else))
	case *Load:
		again := ""
		if s.Again {
			again = " again"
		}
		w.line("%s = %s%s%s", w.atom(s.V), w.mem(s.Mem), w.index(s.At), again)
	case *Store:
		w.line("%s%s = %s", w.mem(s.Mem), w.index(s.At), w.atom(s.Val))
	case *Update:
		again := ""
		if s.Again {
			again = " again"
		}
		w.line("%s%s %s= %s%s", w.mem(s.Mem), w.index(s.At), s.Op.Name, w.atom(s.Val), again)
	case *For:
		w.in(func() { w.code(s.Body) }, "for %s < %s", w.atom(s.I), w.atom(s.Bound))
	case *Fold:
		w.in(func() { w.code(s.Body) }, "fold %s < %s into %s by %s", w.atom(s.I), w.atom(s.Bound), w.varList(s.Accs), ops(s.Ops))
		w.line("  yield %s", w.atoms(s.Vals))
	case *While:
		w.in(func() {
			w.code(s.CondCode)
			w.line("break unless %s", w.atom(s.Cond))
			w.code(s.Body)
		}, "while")
	case *If:
		w.in(func() { w.code(s.Then) }, "if %s", w.atom(s.Cond))
		if len(s.Else) > 0 {
			w.in(func() { w.code(s.Else) }, "else")
		}
	case *Check:
		w.line("check %s %q %s", w.atom(s.Cond), s.Site.Msg, w.atoms(s.Args))
	case *Room:
		w.line("room in %s for %s", w.mem(s.Mem), w.dims(s.Dims))
	}
}

// ops are the names of operators.
func ops(os []*prim.Op) string {
	out := make([]string, len(os))
	for i, o := range os {
		out[i] = o.Name
	}
	return strings.Join(out, " ")
}
