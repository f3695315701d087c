package verify

import (
	"maps"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// hostCode checks host statements in the current scope.
func (v *verifier) hostCode(list seg.Host) {
	for _, s := range list {
		v.hostStm(s)
	}
}

func (v *verifier) hostStm(s seg.HostStm) {
	switch s := s.(type) {
	case *seg.HLet:
		v.prim(s.V, s.Op, s.T, s.Args)
	case *seg.HDecl:
		v.declare(s.V, s.Init)
	case *seg.HSet:
		for i, x := range s.Vs {
			v.set(x, s.Vals[i])
		}
	case *seg.HRead:
		v.reads(s.Mem)
		v.index(s.At)
		v.bind(s.V)
	case *seg.HAlloc:
		v.atoms(s.Dims, prim.I64)
		v.mems[s.Mem] = fresh
		if s.Blank || slices.ContainsFunc(s.Dims, func(d core.Atom) bool { return core.IsInt(d, 0) }) {
			v.mems[s.Mem] = filled
		}
	case *seg.HMove:
		from := make([]state, len(s.Srcs))
		for i, m := range s.Srcs {
			v.mem(m)
			from[i] = v.mems[m]
		}
		for i, m := range s.Dsts {
			v.mems[m] = from[i]
		}
	case *seg.HOwn:
		v.mem(s.Mem)
	case *seg.HFree:
		v.mem(s.Mem)
		delete(v.mems, s.Mem)
	case *seg.HCopy:
		v.reads(s.Src)
		v.writes(s.Dst)
		v.index(s.DstAt)
		v.index(s.SrcAt)
		v.atom(s.N, prim.I64)
	case *seg.HFill:
		v.writes(s.Dst)
		v.index(s.At)
		v.atom(s.N, prim.I64)
		v.atom(s.Val, s.Dst.Elem)
	case *seg.HLaunch:
		v.launched[s.Kernel]++
		v.contents(s.Kernel)
		v.scoped(func() { v.kernel(s.Kernel) })
	case *seg.HCheck:
		v.atom(s.Cond, prim.Bool)
	default:
		v.hostControl(s)
	}
}

func (v *verifier) hostControl(s seg.HostStm) {
	switch s := s.(type) {
	case *seg.HSmall:
		v.scoped(func() {
			for _, w := range s.Work.Steps {
				v.sizes(w.Args)
				v.bind(w.V)
			}
			for _, x := range s.Work.Parts {
				v.sizes([]core.Atom{x.All, x.Slower})
			}
		})
		v.bind(s.V)
	case *seg.HIf:
		v.atom(s.Cond, prim.Bool)
		before := v.snapshot()
		v.scoped(func() { v.hostCode(s.Then) })
		after := v.snapshot()
		v.mems = before
		v.scoped(func() { v.hostCode(s.Else) })
		for m := range v.mems {
			v.mems[m] = min(v.mems[m], after[m])
		}
	case *seg.HFor:
		v.scoped(func() {
			v.atom(s.Bound, s.I.Type.Elem)
			v.bind(s.I)
			v.hostCode(s.Body)
		})
	case *seg.HWhile:
		v.scoped(func() {
			v.hostCode(s.CondCode)
			v.atom(s.Cond, prim.Bool)
			v.hostCode(s.Body)
		})
	default: // the caller has the others
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

func (v *verifier) snapshot() map[*seg.Mem]state { return maps.Clone(v.mems) }
