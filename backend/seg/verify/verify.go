package verify

import (
	"errors"
	"fmt"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Prog checks the invariants in the doc.go of package seg: variables are bound once and used where they are in scope, only
// declared ones change, memories of the host are allocated before they are used and written before they are read, every
// kernel is launched, and every store and operator has operands of the right type. The error lists at most ten faults.
func Prog(p *seg.Prog) error {
	v := &verifier{bound: map[*core.Var]bool{}, scope: map[*core.Var]bool{}, mutable: map[*core.Var]bool{}, mems: map[*seg.Mem]state{}, launched: map[*seg.Kernel]int{}}
	for _, a := range p.Params {
		if a.Var != nil {
			v.bind(a.Var)
		} else {
			v.mems[a.Mem] = filled
			v.atoms(a.Dims, prim.I64)
		}
	}
	v.hostCode(p.Body)
	for _, r := range p.Results {
		if r.Mem != nil {
			v.reads(r.Mem)
			v.atoms(r.Dims, prim.I64)
		} else {
			v.atom(r.Atom, r.Elem)
		}
	}
	for _, k := range p.Kernels {
		if n := v.launched[k]; n != 1 {
			v.errf("the kernel %s is launched in %d places", k.Name, n)
		}
	}
	if len(v.errs) > 10 {
		v.errs = v.errs[:10]
	}
	return errors.Join(v.errs...)
}

type verifier struct {
	errs     []error
	bound    map[*core.Var]bool // anywhere
	scope    map[*core.Var]bool // here
	mutable  map[*core.Var]bool
	mems     map[*seg.Mem]state // here
	launched map[*seg.Kernel]int
	trail    []*core.Var // scope in the order of binding

	width    int               // the lanes of the kernel that is being checked
	form     *seg.Form         // that is being checked, nil in code that is not explicit
	mark     []*seg.Mem        // names that a Bind has made, in order
	named    map[*seg.Mem]bool // memories that a Bind of the form makes names: whether they are in scope
	barriers bool              // the stage has barriers

	pointwise bool // the code is for one point after the other
}

// state is what is known of a memory at a place of the host program: no buffer, one that nobody has written to, or one with
// contents.
type state uint8

const (
	none state = iota
	fresh
	filled
)

func (v *verifier) errf(format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf(format, args...))
}

func (v *verifier) bind(x *core.Var) {
	if v.scope[x] {
		v.errf("%s is bound twice", x)
	}
	v.bound[x], v.scope[x] = true, true
	v.trail = append(v.trail, x)
}

// scoped runs f; what it binds is out of scope after.
func (v *verifier) scoped(f func()) {
	mark, names := len(v.trail), len(v.mark)
	f()
	for _, x := range v.trail[mark:] {
		delete(v.scope, x)
	}
	for _, m := range v.mark[names:] {
		v.named[m] = false
	}
	v.trail, v.mark = v.trail[:mark], v.mark[:names]
}

// atom checks a scalar operand.
func (v *verifier) atom(a core.Atom, t prim.Type) { v.lanes(a, t, 0) }

// lanes checks an operand of a statement on vectors of so many lanes, in which a scalar stands for a vector of itself.
func (v *verifier) lanes(a core.Atom, t prim.Type, lanes int) {
	if a == nil {
		v.errf("an operand is missing")
		return
	}
	if x, ok := a.(*core.Var); ok && !v.scope[x] {
		if v.bound[x] {
			v.errf("%s is used out of its scope", x)
		} else {
			v.errf("%s is never bound", x)
		}
	}
	if got := a.AtomType(); len(got.Dims) > 0 || got.IsAcc() || got.Elem != t {
		v.errf("%s has type %s, want %s", a, got, t)
	} else if got.Lanes != 0 && got.Lanes != lanes {
		v.errf("%s has %d lanes, want %d", a, got.Lanes, lanes)
	}
}

func (v *verifier) atoms(as []core.Atom, t prim.Type) {
	for _, a := range as {
		v.atom(a, t)
	}
}

func (v *verifier) index(x seg.Index) {
	for _, t := range x {
		v.atom(t.A, prim.I64)
		if t.B != nil {
			v.atom(t.B, prim.I64)
		}
	}
}

func (v *verifier) mem(m *seg.Mem) {
	if m.Space == seg.Device && v.mems[m] == none {
		v.errf("the memory %s_%d has no buffer", m.Name, m.ID)
	}
}

// reads checks a memory whose contents are wanted.
func (v *verifier) reads(m *seg.Mem) {
	v.mem(m)
	if v.mems[m] == fresh {
		v.errf("the memory %s_%d is read, but nobody has written to it", m.Name, m.ID)
	}
}

// writes checks a memory that gets contents.
func (v *verifier) writes(m *seg.Mem) {
	v.mem(m)
	if v.mems[m] == fresh {
		v.mems[m] = filled
	}
}

func (v *verifier) prim(x *core.Var, op *prim.Op, t prim.Type, args []core.Atom) {
	if len(args) != op.Arity || !op.Class.Has(t) {
		v.errf("%s.%s has %d operands", op.Name, t, len(args))
		return
	}
	for i, a := range args {
		v.lanes(a, op.OperandType(t, i), x.Type.Lanes)
	}
	v.bind(x)
	if x.Type.Elem != op.ResultType(t) {
		v.errf("%s is bound to a %s", x, op.ResultType(t))
	}
}

func (v *verifier) set(x *core.Var, a core.Atom) {
	if !v.scope[x] || !v.mutable[x] {
		v.errf("%s is set but not declared", x)
	}
	v.lanes(a, x.Type.Elem, x.Type.Lanes)
}

func (v *verifier) declare(x *core.Var, init core.Atom) {
	v.lanes(init, x.Type.Elem, x.Type.Lanes)
	v.bind(x)
	v.mutable[x] = true
}
