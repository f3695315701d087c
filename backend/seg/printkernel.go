package seg

import (
	"fmt"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/irtext"
)

var kindNames = []string{Task: "task", Map: "map", Reduce: "reduce", Scan: "scan"}

func (w *printer) kernel(k *Kernel, src diag.Span) {
	name := k.Name
	if name != irtext.PlainName(name, "_") || keywords[name] {
		name = fmt.Sprintf("%q", name)
	}
	w.in(func() { w.kernelParts(k) }, "%s %s%s%s", kindNames[k.Kind], name, flags("serial", k.Serial, "back", k.Back, "contraction", k.Contraction), span(src))
}

func (w *printer) kernelParts(k *Kernel) {
	if len(k.Updates) > 0 {
		w.line("updates %s", w.memList(k.Updates))
	}
	for _, d := range k.Space {
		n := w.atom(d.N)
		w.line("over %s < %s", w.bind(d.I, core.I64), n)
	}
	w.declare(KernelMems(k))
	if k.Width != 0 {
		w.line("width %d", k.Width)
	}
	if k.Below != 0 {
		w.line("below %d %s", k.Below, w.atoms(k.Rows))
	}
	if k.Few {
		w.line("few")
	}
	w.part("enter", k.Enter)
	w.code(k.Body)
	if len(k.Vals) > 0 {
		w.line("yield %s", w.atoms(k.Vals))
	}
	if k.Op != nil {
		w.operator(k.Op)
	}
	if len(k.Outs) > 0 {
		from := ""
		if len(k.Ne) > 0 {
			from = " from " + w.atoms(k.Ne)
		}
		w.line("into %s%s%s", w.memList(k.Outs), from, unread(k.Unread))
	}
	if a := k.After; a != nil {
		w.in(func() { w.code(a.Body) }, "after %s, %s", w.bind(a.At, core.I64), w.binds(a.Res))
	}
	for _, a := range k.Accs {
		w.acc(a)
	}
	if x := k.Blocks; x != nil {
		w.in(func() { w.blocks(x) }, "blocks %s %s", w.bind(x.Thread, core.I64), w.bind(x.Threads, core.I64))
	}
	if k.Left != nil {
		w.in(func() { w.code(k.Last) }, "last %s", w.bind(k.Left, core.I64))
	}
	w.part("leave", k.Leave)
	if k.Lanes != nil {
		w.in(func() { w.kernel(k.Lanes, diag.Span{}) }, "lanes")
	}
	if k.Form != nil {
		w.form(k.Form)
	}
}

func (w *printer) blocks(x *Blocks) {
	w.declare(codeMems(x.Body))
	w.code(x.Body)
}

// part is code with a head, nothing if it is empty.
func (w *printer) part(head string, c Code) {
	if len(c) > 0 {
		w.in(func() { w.code(c) }, "%s", head)
	}
}

func unread(list []bool) string {
	if list == nil {
		return ""
	}
	s := " unread"
	for _, u := range list {
		s += map[bool]string{true: " yes", false: " no"}[u]
	}
	return s
}

func (w *printer) acc(a *Acc) {
	rest := ""
	if len(a.Start) > 0 {
		rest += " start " + w.atoms(a.Start)
	}
	if a.Has != nil {
		rest += " has " + w.mem(a.Has)
	}
	w.in(func() { w.operator(a.Op) }, "accumulate %s[%s] by %s%s", w.memList(a.Dests), w.atom(a.Len), w.memList(a.Priv), rest)
}

func (w *printer) operator(op *Operator) {
	rest := ""
	if op.Ops != nil {
		rest += " is " + ops(op.Ops)
	}
	if op.Neutral != nil {
		rest += " neutral " + w.atoms(op.Neutral)
	}
	if op.Arg != nil {
		rest += " arg " + op.Arg.Name
	}
	w.in(func() {
		w.code(op.Body)
		w.line("in %s", w.atoms(op.Res))
	}, "operator %s, %s%s", w.binds(op.A), w.binds(op.B), rest)
}

var paramNames = []string{ParamStage: "stage", ParamChunks: "chunks", ParamThread: "thread", ParamThreads: "threads", ParamItems: "items",
	ParamItem: "item", ParamGroupSize: "size", ParamGroup: "group", ParamHalt: "halt", ParamLive: "live", ParamStep: "step", ParamSide: "side",
	ParamPartial: "partial", ParamCopies: "copies", ParamOwner: "owner", ParamLocal: "local", ParamLocalAcc: "localacc", ParamLocalTile: "localtile"}

// String is the word for a kind of parameters in the text form.
func (k ParamKind) String() string { return paramNames[k] }

func (w *printer) form(f *Form) {
	head := "form" + flags("groups", f.Groups)
	if f.Squares != 0 {
		head += fmt.Sprintf(" squares %d", f.Squares)
	}
	w.in(func() {
		for _, p := range f.Params {
			w.param(p)
		}
		if r := f.Rows; r != nil {
			w.line("rows %d bound %s%s", r.Stage, w.atom(r.Bound), flags("along", r.AlongK))
		}
		w.declare(FormMems(f))
		for _, s := range f.Stages {
			w.in(func() { w.code(s.Body) }, "stage%s", flags("barriers", s.Barriers))
		}
	}, "%s", head)
}

func (w *printer) param(p Param) {
	s := "param " + p.Kind.String()
	if p.V != nil {
		s += " " + w.bind(p.V, core.I64)
	}
	if p.Of != nil {
		s += " of " + w.mem(p.Of)
	}
	if p.N != 0 {
		s += fmt.Sprintf(" count %d", p.N)
	}
	if p.Mem != nil && !w.known[p.Mem] {
		s += " mem " + w.declared(p.Mem)
	} else if p.Mem != nil {
		s += " mem " + w.mem(p.Mem)
	}
	w.line("%s", s)
}
