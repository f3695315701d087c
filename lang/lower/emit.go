package lower

import (
	"fmt"
	"strconv"
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// scopeKind says how often the statements of a scope run, compared with the scope around it.
type scopeKind uint8

const (
	funScope    scopeKind = iota
	branchScope           // at most once
	loopScope             // many times
	lambdaScope           // many times, in any order
)

// A scope is a body under construction.
type scope struct {
	up    *scope
	kind  scopeKind
	stms  []core.Stm
	bound map[*core.Var]bool
	// cse remembers the results of integer and bool operators, so that equal sizes are one atom.
	cse map[string]core.Atom
	// holds are the conditions that are asserted here, sizes the atoms that are sizes of arrays made here.
	holds, sizes map[core.Atom]bool
}

// maxStms bounds the size of a program: beyond it, lowering gives up with an error.
const maxStms = 200_000

// within runs f with a new scope around its statements.
func (l *lowerer) within(kind scopeKind, f func()) *scope {
	s := &scope{up: l.sc, kind: kind, bound: map[*core.Var]bool{}, cse: map[string]core.Atom{},
		holds: map[core.Atom]bool{}, sizes: map[core.Atom]bool{}}
	l.sc = s
	f()
	l.sc = s.up
	return s
}

func (s *scope) body(result []core.Atom) core.Body { return core.Body{Stms: s.stms, Result: result} }

// isBound tells whether an atom is bound in s itself (not around it).
func (s *scope) isBound(a core.Atom) bool { v, ok := a.(*core.Var); return ok && s.bound[v] }

// declare tells that a variable is a parameter of s.
func (s *scope) declare(vs ...*core.Var) {
	for _, v := range vs {
		s.bound[v] = true
		for _, d := range v.Type.Dims {
			s.sizes[d] = true
		}
	}
}

// add appends a statement.
func (l *lowerer) add(pat []*core.Var, e core.Exp) {
	if l.count++; l.count > maxStms {
		panic(unsupported("the program becomes too large"))
	}
	l.sc.stms = append(l.sc.stms, core.Stm{Pat: pat, Exp: e, Src: l.src})
	l.sc.declare(pat...)
}

// bind binds the results of e to fresh variables; arrays among them are new and owned, or alias the
// operand.
func (l *lowerer) bind(name string, e core.Exp) []*core.Var {
	ts := e.Types()
	if ts == nil {
		diag.Bugf("lower: result types of %T are not determined", e)
	}
	pat := make([]*core.Var, len(ts))
	for i, t := range ts {
		pat[i] = core.NewVar(name, t)
		if !t.IsScalar() {
			l.roots[pat[i]] = l.rootsOf(e, i)
		}
	}
	l.add(pat, e)
	return pat
}

// let binds the one result of e.
func (l *lowerer) let(name string, e core.Exp) *core.Var { return l.bind(name, e)[0] }

func atomKey(a core.Atom) string {
	if v, ok := a.(*core.Var); ok {
		return "v" + strconv.FormatInt(v.ID, 10)
	}
	c := a.(core.Const)
	return c.Scalar.Type.String() + strconv.FormatUint(c.Bits, 16)
}

// sameAtom tells whether two atoms are surely the same value.
func sameAtom(a, b core.Atom) bool { return a != nil && b != nil && a == b }

// op applies a primitive operator, folding constants; equal integer operations are made once.
func (l *lowerer) op(o *prim.Op, t prim.Type, args ...core.Atom) core.Atom {
	if a := fold(o, t, args); a != nil {
		return a
	}
	e := &core.PrimApp{Op: o, T: t, Args: args}
	if t.IsFloat() {
		return l.let(o.Name, e)
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%s.%d", o.Name, t)
	for _, a := range args {
		key.WriteString(" " + atomKey(a))
	}
	for s := l.sc; s != nil; s = s.up {
		if a, ok := s.cse[key.String()]; ok {
			return a
		}
	}
	v := l.let(o.Name, e)
	l.sc.cse[key.String()] = v
	return v
}

// fold evaluates operators on constants and drops neutral operands; nil if nothing is to be done.
func fold(o *prim.Op, t prim.Type, args []core.Atom) core.Atom {
	consts := make([]prim.Scalar, 0, len(args))
	for _, a := range args {
		if c, ok := a.(core.Const); ok {
			consts = append(consts, c.Scalar)
		}
	}
	if len(consts) == len(args) && !t.IsFloat() {
		if r, err := o.Eval(t, consts); err == nil {
			return core.Const{Scalar: r}
		}
		return nil
	}
	if len(args) != 2 || !t.IsInt() {
		return foldBool(o, t, args)
	}
	zero, one := prim.Zero(t), prim.One(t)
	switch {
	case o == prim.Add && core.IsConst(args[0], zero), o == prim.Mul && core.IsConst(args[0], one):
		return args[1]
	case (o == prim.Add || o == prim.Sub) && core.IsConst(args[1], zero),
		(o == prim.Mul || o == prim.Div || o == prim.Quot) && core.IsConst(args[1], one):
		return args[0]
	case o == prim.Sub && sameAtom(args[0], args[1]):
		return core.Zero(t)
	case (o == prim.Eq || o == prim.Le) && sameAtom(args[0], args[1]):
		return core.BoolC(true)
	case o == prim.Lt && sameAtom(args[0], args[1]):
		return core.BoolC(false)
	}
	return nil
}

func foldBool(o *prim.Op, t prim.Type, args []core.Atom) core.Atom {
	if t != prim.Bool || len(args) != 2 {
		return nil
	}
	for i, a := range args {
		c, ok := a.(core.Const)
		switch {
		case !ok:
		case o == prim.And && c.Bool(), o == prim.Or && !c.Bool():
			return args[1-i]
		case o == prim.And, o == prim.Or:
			return a
		}
	}
	return nil
}

func (l *lowerer) i64(o *prim.Op, a, b core.Atom) core.Atom { return l.op(o, prim.I64, a, b) }

// assert emits a check, unless it is known to hold.
func (l *lowerer) assert(cond core.Atom, msg string, args ...core.Atom) {
	if core.IsConst(cond, prim.BoolOf(true)) {
		return
	}
	for s := l.sc; s != nil; s = s.up {
		if s.holds[cond] {
			return
		}
	}
	l.sc.holds[cond] = true
	l.add(nil, &core.Assert{Cond: cond, Msg: msg, Args: args})
}

// isSize tells whether n is surely no negative number: a constant, or an array has that size.
func (l *lowerer) isSize(n core.Atom) bool {
	if c, ok := n.(core.Const); ok {
		return c.Int64() >= 0
	}
	for s := l.sc; s != nil; s = s.up {
		if s.sizes[n] {
			return true
		}
	}
	return false
}

// assertSize checks that n is no negative number of elements, unless that is known.
func (l *lowerer) assertSize(n core.Atom, msg string) {
	if l.isSize(n) {
		return
	}
	l.assert(l.i64(prim.Le, core.IntC(0), n), msg, n)
}

// cast gives an array other dimensions (nil: keep), which the checker knows to be equal.
func (l *lowerer) cast(v *core.Var, dims []core.Atom) *core.Var {
	out := append([]core.Atom{}, v.Type.Dims...)
	changed := false
	for i, d := range dims {
		if d != nil && !sameAtom(d, out[i]) {
			out[i], changed = d, true
		}
	}
	if !changed {
		return v
	}
	return l.let(v.Name, &core.Reshape{Dims: out, Arr: v})
}

// castAtom casts arrays and leaves scalars and accumulators alone.
func (l *lowerer) castAtom(a core.Atom, t core.Type) core.Atom {
	v, ok := a.(*core.Var)
	if !ok || v.Type.IsScalar() || v.Type.IsAcc() {
		return a
	}
	return l.cast(v, t.Dims)
}

// castAll casts leaves to types.
func (l *lowerer) castAll(as []core.Atom, ts []core.Type) []core.Atom {
	if len(as) != len(ts) {
		diag.Bugf("lower: %d leaves for %d types", len(as), len(ts))
	}
	out := make([]core.Atom, len(as))
	for i, a := range as {
		out[i] = l.castAtom(a, ts[i])
	}
	return out
}

// castOuter gives an array value the outer dimension w.
func (l *lowerer) castOuter(a array, w core.Atom) array {
	leaves := make([]*core.Var, len(a.leaves))
	for i, v := range a.leaves {
		leaves[i] = l.cast(v, []core.Atom{w})
	}
	return ofRows(w, a.elem, leaves)
}
