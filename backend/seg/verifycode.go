package seg

import (
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// hostCode checks host statements in the current scope.
func (v *verifier) hostCode(list Host) {
	for _, s := range list {
		v.hostStm(s)
	}
}

func (v *verifier) hostStm(s HostStm) {
	switch s := s.(type) {
	case *HLet:
		v.prim(s.V, s.Op, s.T, s.Args)
	case *HDecl:
		v.declare(s.V, s.Init)
	case *HSet:
		for i, x := range s.Vs {
			v.set(x, s.Vals[i])
		}
	case *HRead:
		v.reads(s.Mem)
		v.index(s.At)
		v.bind(s.V)
	case *HAlloc:
		v.atoms(s.Dims, prim.I64)
		v.mems[s.Mem] = fresh
		if s.Blank || slices.ContainsFunc(s.Dims, func(d core.Atom) bool { return isInt(d, 0) }) {
			v.mems[s.Mem] = filled
		}
	case *HMove:
		from := make([]state, len(s.Srcs))
		for i, m := range s.Srcs {
			v.mem(m)
			from[i] = v.mems[m]
		}
		for i, m := range s.Dsts {
			v.mems[m] = from[i]
		}
	case *HOwn:
		v.mem(s.Mem)
	case *HFree:
		v.mem(s.Mem)
		delete(v.mems, s.Mem)
	case *HCopy:
		v.reads(s.Src)
		v.writes(s.Dst)
		v.index(s.DstAt)
		v.index(s.SrcAt)
		v.atom(s.N, prim.I64)
	case *HFill:
		v.writes(s.Dst)
		v.index(s.At)
		v.atom(s.N, prim.I64)
		v.atom(s.Val, s.Dst.Elem)
	case *HLaunch:
		v.launched[s.Kernel]++
		v.contents(s.Kernel)
		v.scoped(func() { v.kernel(s.Kernel) })
	case *HCheck:
		v.atom(s.Cond, prim.Bool)
	default:
		v.hostControl(s)
	}
}

func (v *verifier) hostControl(s HostStm) {
	switch s := s.(type) {
	case *HSmall:
		v.scoped(func() {
			for _, w := range s.Work.Steps {
				v.sizes(w.Args)
				v.bind(w.V)
			}
			v.sizes([]core.Atom{s.Work.All})
		})
		v.bind(s.V)
	case *HIf:
		v.atom(s.Cond, prim.Bool)
		before := v.snapshot()
		v.scoped(func() { v.hostCode(s.Then) })
		after := v.snapshot()
		v.mems = before
		v.scoped(func() { v.hostCode(s.Else) })
		for m := range v.mems {
			v.mems[m] = min(v.mems[m], after[m])
		}
	case *HFor:
		v.scoped(func() {
			v.atom(s.Bound, s.I.Type.Elem)
			v.bind(s.I)
			v.hostCode(s.Body)
		})
	case *HWhile:
		v.scoped(func() {
			v.hostCode(s.CondCode)
			v.atom(s.Cond, prim.Bool)
			v.hostCode(s.Body)
		})
	}
}

// sizes checks operands of work: integers of any type.
func (v *verifier) sizes(as []core.Atom) {
	for _, a := range as {
		v.atom(a, a.AtomType().Elem)
		if !a.AtomType().Elem.IsInt() {
			v.errf("%s is no size", a)
		}
	}
}

func (v *verifier) snapshot() map[*Mem]state { return maps.Clone(v.mems) }

// contents checks what a kernel reads, and notes what it writes; it may read what it writes itself.
func (v *verifier) contents(k *Kernel) {
	written := Written(k)
	for _, m := range Read(k) {
		if !written[m] && !m.Grow {
			v.reads(m)
		}
	}
	for m := range written {
		if m.Space == Device && !m.Grow {
			v.writes(m)
		}
	}
}

func (v *verifier) kernel(k *Kernel) {
	for _, m := range KernelMems(k) {
		if m.Grow {
			v.grows(k, m)
			continue
		}
		v.mem(m)
		if m.Space != Device && m.Len == nil {
			v.errf("kernel %s: the block %s_%d has no length", k.Name, m.Name, m.ID)
		} else if m.Space != Device {
			v.atom(m.Len, prim.I64)
		}
	}
	for i, a := range k.Ne {
		v.atom(a, k.Outs[i].Elem)
	}
	for _, d := range k.Space {
		v.atom(d.N, prim.I64)
	}
	for _, a := range k.Accs {
		v.operator(a.Op)
	}
	if k.Op != nil {
		v.operator(k.Op)
	}
	if k.After != nil {
		v.after(k.After)
	}
	for _, d := range k.Space {
		v.bind(d.I)
	}
	v.code(k.Body)
	for i, a := range k.Vals {
		v.atom(a, k.Outs[i].Elem)
	}
}

func (v *verifier) after(a *After) {
	v.scoped(func() {
		v.bind(a.At)
		for _, r := range a.Res {
			v.bind(r)
		}
		v.code(a.Body)
	})
}

// grows checks a block that grows: one of the device gets its buffer here.
func (v *verifier) grows(k *Kernel, m *Mem) {
	if m.Space == Private || m.Space == Device && k.Kind != Task {
		v.errf("kernel %s: the block %s_%d cannot grow", k.Name, m.Name, m.ID)
	}
	if m.Space == Device {
		v.mems[m] = filled
	}
}

func (v *verifier) operator(op *Operator) {
	v.scoped(func() {
		for i := range op.A {
			v.bind(op.A[i])
			v.bind(op.B[i])
		}
		v.code(op.Body)
		for i, a := range op.Res {
			v.atom(a, op.A[i].Type.Elem)
		}
	})
}

// code checks thread code in the current scope.
func (v *verifier) code(c Code) {
	for _, s := range c {
		v.stm(s)
	}
}

func (v *verifier) block(c Code) { v.scoped(func() { v.code(c) }) }

func (v *verifier) stm(s Stm) {
	switch s := s.(type) {
	case *Let:
		v.prim(s.V, s.Op, s.T, s.Args)
	case *Decl:
		v.declare(s.V, s.Init)
	case *Set:
		v.set(s.V, s.Val)
	case *Select:
		v.atom(s.Cond, prim.Bool)
		v.atom(s.Then, s.V.Type.Elem)
		v.atom(s.Else, s.V.Type.Elem)
		v.bind(s.V)
	case *Load:
		v.index(s.At)
		v.bind(s.V)
		if s.V.Type.Elem != s.Mem.Elem {
			v.errf("%s is loaded from %s", s.V, s.Mem.Elem)
		}
	case *Store:
		v.index(s.At)
		v.atom(s.Val, s.Mem.Elem)
	case *Update:
		v.index(s.At)
		v.atom(s.Val, s.Mem.Elem)
		if !s.Op.Assoc || !s.Op.Comm {
			v.errf("an update by %s", s.Op.Name)
		}
	case *For:
		v.scoped(func() { v.loop(s.I, s.Bound); v.code(s.Body) })
	case *Fold:
		v.scoped(func() {
			v.loop(s.I, s.Bound)
			v.code(s.Body)
			for i, a := range s.Vals {
				v.set(s.Accs[i], a)
			}
		})
	case *While:
		v.scoped(func() {
			v.code(s.CondCode)
			v.atom(s.Cond, prim.Bool)
			v.code(s.Body)
		})
	case *If:
		v.atom(s.Cond, prim.Bool)
		v.block(s.Then)
		v.block(s.Else)
	case *Check:
		v.atom(s.Cond, prim.Bool)
		if len(s.Args) > MaxSiteArgs || len(s.Args) != len(s.Site.Types) {
			v.errf("a check has %d values, its site %d", len(s.Args), len(s.Site.Types))
		}
	case *Room:
		v.atoms(s.Dims, prim.I64)
		if !s.Mem.Grow {
			v.errf("the memory %s_%d does not grow", s.Mem.Name, s.Mem.ID)
		}
	}
}

func (v *verifier) loop(i *core.Var, bound core.Atom) {
	v.atom(bound, i.Type.Elem)
	v.bind(i)
}
