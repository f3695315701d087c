package emit

import (
	"fmt"
	"strconv"
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

var codeUnsupported = diag.Register("E0801", "Legal Futhark that Raido cannot lower yet.")

// Kind says how often the statements of a scope run, compared with the scope around it.
type Kind uint8

// How often the statements of a scope run.
const (
	FunScope    Kind = iota
	BranchScope      // at most once
	LoopScope        // many times
	LambdaScope      // many times, in any order
)

// Scope is a body under construction.
type Scope struct {
	Up    *Scope
	kind  Kind
	Stms  []core.Stm
	bound map[*core.Var]bool
	// cse remembers the results of integer and bool operators, so that equal sizes are one atom.
	cse map[string]core.Atom
	// holds are the conditions that are asserted here, sizes the atoms that are sizes of arrays made here.
	holds, sizes map[core.Atom]bool
}

// Builder makes the statements of a program, each with its place in the user's text, and knows which of its arrays may be consumed.
type Builder struct {
	Sc    *Scope // the body under construction
	Src   diag.Span
	count int
	Roots map[*core.Var][]*Root
}

// New is one for a new program.
func New(src diag.Span) Builder { return Builder{Src: src, Roots: map[*core.Var][]*Root{}} }

// maxStms bounds the size of a program: beyond it, lowering gives up with an error.
const maxStms = 200_000

// Within runs f with a new scope around its statements.
func (b *Builder) Within(kind Kind, f func()) *Scope {
	s := &Scope{Up: b.Sc, kind: kind, bound: map[*core.Var]bool{}, cse: map[string]core.Atom{},
		holds: map[core.Atom]bool{}, sizes: map[core.Atom]bool{}}
	b.Sc = s
	f()
	b.Sc = s.Up
	return s
}

// Body is what was made in the scope, with a result.
func (s *Scope) Body(result []core.Atom) core.Body { return core.Body{Stms: s.Stms, Result: result} }

// IsBound reports whether an atom is bound in s itself (not around it).
func (s *Scope) IsBound(a core.Atom) bool { v, ok := a.(*core.Var); return ok && s.bound[v] }

// Declare notes that a variable is a parameter of s.
func (s *Scope) Declare(vs ...*core.Var) {
	for _, v := range vs {
		s.bound[v] = true
		for _, d := range v.Type.Dims {
			s.sizes[d] = true
		}
	}
}

// Add appends a statement.
func (b *Builder) Add(pat []*core.Var, e core.Exp) {
	if b.count++; b.count > maxStms {
		panic(Unsupported("the program becomes too large"))
	}
	b.Sc.Stms = append(b.Sc.Stms, core.Stm{Pat: pat, Exp: e, Src: b.Src})
	b.Sc.Declare(pat...)
}

// Bind binds the results of e to fresh variables; arrays among them are new and owned, or alias the
// operand.
func (b *Builder) Bind(name string, e core.Exp) []*core.Var {
	ts := e.Types()
	if ts == nil {
		diag.Bugf("lower: result types of %T are not determined", e)
	}
	pat := make([]*core.Var, len(ts))
	for i, t := range ts {
		pat[i] = core.NewVar(name, t)
	}
	links := e.Aliases(pat)
	for _, v := range pat {
		if !v.Type.IsScalar() {
			b.Roots[v] = b.rootsOf(v, links)
		}
	}
	b.Add(pat, e)
	return pat
}

// Let binds the one result of e.
func (b *Builder) Let(name string, e core.Exp) *core.Var { return b.Bind(name, e)[0] }

func atomKey(a core.Atom) string {
	if v, ok := a.(*core.Var); ok {
		return "v" + strconv.FormatInt(v.ID, 10)
	}
	c := a.(core.Const)
	return c.Scalar.Type.String() + strconv.FormatUint(c.Bits, 16)
}

// SameAtom reports whether two atoms are surely the same value.
func SameAtom(a, b core.Atom) bool { return a != nil && b != nil && a == b }

// Op applies a primitive operator, folding constants; equal integer operations are made once.
func (b *Builder) Op(o *prim.Op, t prim.Type, args ...core.Atom) core.Atom {
	if a := fold(o, t, args); a != nil {
		return a
	}
	e := &core.PrimApp{Op: o, T: t, Args: args}
	if t.IsFloat() {
		return b.Let(o.Name, e)
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%s.%d", o.Name, t)
	for _, a := range args {
		key.WriteString(" " + atomKey(a))
	}
	for s := b.Sc; s != nil; s = s.Up {
		if a, ok := s.cse[key.String()]; ok {
			return a
		}
	}
	v := b.Let(o.Name, e)
	b.Sc.cse[key.String()] = v
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
	case o == prim.Sub && SameAtom(args[0], args[1]):
		return core.Zero(t)
	case (o == prim.Eq || o == prim.Le) && SameAtom(args[0], args[1]):
		return core.BoolC(true)
	case o == prim.Lt && SameAtom(args[0], args[1]):
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

// I64 applies an operator to two sizes.
func (b *Builder) I64(o *prim.Op, x, y core.Atom) core.Atom { return b.Op(o, prim.I64, x, y) }

// Assert emits a check, unless it is known to hold.
func (b *Builder) Assert(cond core.Atom, msg string, args ...core.Atom) {
	if core.IsConst(cond, prim.BoolOf(true)) {
		return
	}
	for s := b.Sc; s != nil; s = s.Up {
		if s.holds[cond] {
			return
		}
	}
	b.Sc.holds[cond] = true
	b.Add(nil, &core.Assert{Cond: cond, Msg: msg, Args: args})
}

// IsSize reports whether n is surely no negative number: a constant, or an array has that size.
func (b *Builder) IsSize(n core.Atom) bool {
	if c, ok := n.(core.Const); ok {
		return c.Int64() >= 0
	}
	for s := b.Sc; s != nil; s = s.Up {
		if s.sizes[n] {
			return true
		}
	}
	return false
}

// AssertSize checks that n is no negative number of elements, unless that is known.
func (b *Builder) AssertSize(n core.Atom, msg string) {
	if b.IsSize(n) {
		return
	}
	b.Assert(b.I64(prim.Le, core.IntC(0), n), msg, n)
}

// Cast gives an array other dimensions (nil: keep), which the checker knows to be equal.
func (b *Builder) Cast(v *core.Var, dims []core.Atom) *core.Var {
	out := append([]core.Atom{}, v.Type.Dims...)
	changed := false
	for i, d := range dims {
		if d != nil && !SameAtom(d, out[i]) {
			out[i], changed = d, true
		}
	}
	if !changed {
		return v
	}
	return b.Let(v.Name, &core.Reshape{Dims: out, Arr: v})
}

// CastAtom casts arrays and leaves scalars and accumulators alone.
func (b *Builder) CastAtom(a core.Atom, t core.Type) core.Atom {
	v, ok := a.(*core.Var)
	if !ok || v.Type.IsScalar() || v.Type.IsAcc() {
		return a
	}
	return b.Cast(v, t.Dims)
}

// CastAll casts leaves to types.
func (b *Builder) CastAll(as []core.Atom, ts []core.Type) []core.Atom {
	if len(as) != len(ts) {
		diag.Bugf("lower: %d leaves for %d types", len(as), len(ts))
	}
	out := make([]core.Atom, len(as))
	for i, a := range as {
		out[i] = b.CastAtom(a, ts[i])
	}
	return out
}

// Unsupported is the error for legal programs that lowering cannot handle; the place is added later.
func Unsupported(msg string) *diag.Diag {
	return &diag.Diag{Class: diag.Unsupported, Code: codeUnsupported, Msg: msg}
}
