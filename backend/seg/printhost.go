package seg

import (
	"raido/lang/core"
	"raido/lang/prim"
)

func (w *printer) host(list Host) {
	for _, s := range list {
		w.hostStm(s)
	}
}

func (w *printer) hostStm(s HostStm) {
	switch s := s.(type) {
	case *HLet:
		args := w.atoms(s.Args)
		w.line("%s = %s.%s %s%s", w.bind(s.V, core.Prim(s.Op.ResultType(s.T))), s.Op.Name, s.T, args, span(s.Src))
	case *HDecl:
		init := w.atom(s.Init)
		w.line("var %s = %s", w.bind(s.V, s.Init.AtomType()), init)
	case *HSet:
		w.line("set %s = %s", w.varList(s.Vs), w.atoms(s.Vals))
	case *HRead:
		from := w.mem(s.Mem) + w.index(s.At)
		w.line("%s = read %s", w.bind(s.V, core.Prim(s.Mem.Elem)), from)
	case *HAlloc:
		dims := w.array(s.Mem, s.Dims)
		w.line("alloc %s%s%s%s", dims, w.memFlags(s.Mem), flags("blank", s.Blank), span(s.Src))
	case *HMove:
		w.move(s)
	case *HOwn:
		w.line("own %s%s", w.mem(s.Mem), span(s.Src))
	case *HFree:
		w.line("free %s", w.mem(s.Mem))
	case *HCopy:
		w.line("copy %s%s = %s%s for %s", w.mem(s.Dst), w.index(s.DstAt), w.mem(s.Src), w.index(s.SrcAt), w.atom(s.N))
	case *HFill:
		w.line("fill %s%s = %s for %s", w.mem(s.Dst), w.index(s.At), w.atom(s.Val), w.atom(s.N))
	case *HLaunch:
		w.kernels = append(w.kernels, s.Kernel)
		w.kernel(s.Kernel, s.Src)
	case *HCheck:
		w.check(s.Cond, s.Site, s.Args)
	default:
		w.hostControl(s)
	}
}

func (w *printer) hostControl(s HostStm) {
	switch s := s.(type) {
	case *HSmall:
		w.small(s)
	case *HIf:
		w.in(func() { w.host(s.Then) }, "if %s", w.atom(s.Cond))
		if len(s.Else) > 0 {
			w.in(func() { w.host(s.Else) }, "else")
		}
	case *HFor:
		bound := w.atom(s.Bound)
		w.in(func() { w.host(s.Body) }, "for %s < %s", w.bind(s.I, s.Bound.AtomType()), bound)
	case *HWhile:
		w.in(func() {
			w.host(s.CondCode)
			w.line("break unless %s", w.atom(s.Cond))
			w.host(s.Body)
		}, "while")
	default: // the caller has the others
	}
}

// move says the types of the destinations that are new and unlike their sources.
func (w *printer) move(s *HMove) {
	srcs := w.memList(s.Srcs)
	dsts := ""
	for i, m := range s.Dsts {
		if dsts += " "; !w.known[m] && (m.Elem != s.Srcs[i].Elem || w.memFlags(m) != "") {
			dsts += "(" + w.declared(m) + ")"
			continue
		}
		w.known[m] = true
		dsts += w.mem(m)
	}
	w.line("move%s = %s", dsts, srcs)
}

func (w *printer) small(s *HSmall) {
	w.in(func() {
		for _, step := range s.Work.Steps {
			op := workNames[step.Kind]
			if step.Kind == WorkSize {
				op = step.Op.Name + "." + step.T.String()
			}
			args := w.atoms(step.Args)
			w.line("%s = %s %s", w.bind(step.V, core.Prim(prim.I64)), op, args)
		}
		for _, x := range s.Work.Parts {
			w.line("work %s slower %s launches %d", w.atom(x.All), w.atom(x.Slower), x.Launches)
		}
	}, "%s = small", w.bind(s.V, core.Bool))
}

var workNames = []string{WorkTimes: "times", WorkPlus: "plus", WorkMost: "most"}
