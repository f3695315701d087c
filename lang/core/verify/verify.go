package verify

import (
	"errors"
	"fmt"
	"strings"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Prog checks a program: unique binders, scopes, exact types, no array used after it was consumed, accumulators used
// once. The error lists what is wrong, at most ten faults. Two dimensions that are different atoms are taken
// to be equal unless both are constants.
func Prog(p *core.Prog) error {
	v := &verifier{bound: map[*core.Var]bool{}, scope: map[*core.Var]bool{}, certs: map[*core.Cert]bool{}, funs: map[*core.Fun]bool{}, cycles: core.Cycles(p)}
	if len(p.Funs) == 0 {
		return errors.New("the program has no function")
	}
	names := map[string]bool{}
	for _, f := range p.Funs {
		v.where = trace{{text: "fun " + f.Name}}
		if names[f.Name] {
			v.errf("function %s is defined twice", f.Name)
		}
		names[f.Name] = true
		v.here = f
		v.fun(f)
		v.funs[f] = true
	}
	for _, f := range p.Funs {
		for _, g := range core.Callees(f.Body) {
			if !v.funs[g] && v.cycles[g] > 0 {
				v.errf("function %s, which %s calls, is not in the program", g.Name, f.Name)
			}
		}
	}
	if len(v.errs) == 0 {
		v.memory(p)
	}
	if len(v.errs) > 10 {
		v.errs = v.errs[:10]
	}
	return errors.Join(v.errs...)
}

// memory checks that nothing is used after it was consumed.
func (v *verifier) memory(p *core.Prog) {
	calls := alias.NewCalls()
	for _, f := range p.Funs {
		flow := alias.NewFlow(calls, func(path []*core.Stm, fault string) {
			v.where = trace{{text: "fun " + f.Name}}
			for _, s := range path {
				v.where = append(v.where, crumb{stm: s})
			}
			v.errf("%s", fault)
		})
		flow.Body(f.Body)
	}
}

// trace is the way from a function to a fault inside; its text is made only when there is a fault.
type trace []crumb

type crumb struct {
	text string
	stm  *core.Stm // or this statement's first line
}

// String joins the crumbs.
func (t trace) String() string {
	var parts []string
	for _, c := range t {
		if c.stm != nil {
			c.text, _, _ = strings.Cut(core.PrintStm(*c.stm), "\n")
		}
		parts = append(parts, c.text)
	}
	return strings.Join(parts, ": ")
}

type verifier struct {
	errs  []error
	where trace // where the walk is, for messages
	bound map[*core.Var]bool
	scope map[*core.Var]bool
	certs map[*core.Cert]bool
	funs  map[*core.Fun]bool // defined before
	// here is the function at hand, cycles the recursive functions.
	here   *core.Fun
	cycles map[*core.Fun]int
}

func (v *verifier) errf(format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf("%s: %s", v.where, fmt.Sprintf(format, args...)))
}

// use checks that an atom is in scope.
func (v *verifier) use(a core.Atom) {
	switch a := a.(type) {
	case nil:
		v.errf("an operand is missing")
	case *core.Var:
		if a == nil {
			v.errf("an operand is missing")
		} else if !v.scope[a] {
			v.errf("%s is not in scope", a)
		}
	default: // constants are in scope everywhere
	}
}

// typ checks that a type is well formed and its dimensions are i64 atoms in scope.
func (v *verifier) typ(t core.Type) {
	if t.Elem == prim.Invalid {
		v.errf("invalid element type")
	}
	if t.Cert != nil && !v.certs[t.Cert] {
		v.errf("accumulator type %s outside its with_acc", t)
	}
	for _, d := range t.Dims {
		v.use(d)
		v.scalar("a dimension", d, prim.I64)
	}
}

// bind checks a binder and puts it in scope; it returns the undoing.
func (v *verifier) bind(vs ...*core.Var) (leave func()) {
	for _, b := range vs {
		v.typ(b.Type)
		if v.bound[b] {
			v.errf("%s is bound twice", b)
		}
		v.bound[b], v.scope[b] = true, true
	}
	return func() {
		for _, b := range vs {
			delete(v.scope, b)
		}
	}
}

func (v *verifier) fun(f *core.Fun) {
	defer v.bind(f.Params...)()
	v.body(f.Body, func() {
		v.results("result", f.Body.Result, f.Ret)
	})
	v.bind(f.Ret...)()
}

// body checks statements and result atoms, then runs end with all of them in scope.
func (v *verifier) body(b core.Body, end func()) {
	var leave []func()
	for _, s := range b.Stms {
		leave = append(leave, v.stm(s))
	}
	for _, a := range b.Result {
		v.use(a)
	}
	end()
	for _, f := range leave {
		f()
	}
}

func (v *verifier) stm(s core.Stm) (leave func()) {
	v.where = append(v.where, crumb{stm: &s})
	defer func() { v.where = v.where[:len(v.where)-1] }()
	bad := len(v.errs)
	s.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom { v.use(a); return a }})
	if len(v.errs) > bad {
		return v.bind(s.Pat...)
	}
	v.exp(s)
	if len(v.errs) == bad {
		if ts := s.Exp.Types(); ts != nil {
			v.sameTypes("pattern", core.VarTypes(s.Pat), ts)
		}
	}
	return v.bind(s.Pat...)
}

// results checks atoms against binders of which later types may mention earlier ones.
func (v *verifier) results(what string, got []core.Atom, want []*core.Var) {
	if len(got) != len(want) {
		v.errf("%s: %d values for %d binders", what, len(got), len(want))
		return
	}
	s := core.NewSubst()
	for i, w := range want {
		v.sameType(fmt.Sprintf("%s %d", what, i), got[i].AtomType(), s.Type(w.Type))
		s.Vars[w] = got[i]
	}
}

func (v *verifier) sameTypes(what string, got, want []core.Type) {
	if len(got) != len(want) {
		v.errf("%s: %d, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		v.sameType(fmt.Sprintf("%s %d", what, i), got[i], want[i])
	}
}

func (v *verifier) sameType(what string, got, want core.Type) {
	if !compatible(got, want) {
		v.errf("%s has type %s, want %s", what, got, want)
	}
}

// compatible reports whether types are equal, or may be where dimensions are different variables: but not where they are
// the same ones in another order, which is a permutation that somebody dropped.
func compatible(a, b core.Type) bool {
	if a.Elem != b.Elem || a.Cert != b.Cert || len(a.Dims) != len(b.Dims) {
		return false
	}
	count := map[core.Atom]int{}
	differ := false
	for i := range a.Dims {
		if !compatibleDim(a.Dims[i], b.Dims[i]) {
			return false
		}
		differ = differ || a.Dims[i] != b.Dims[i]
		count[a.Dims[i]]++
		count[b.Dims[i]]--
	}
	for _, n := range count {
		if n != 0 {
			return true
		}
	}
	return !differ
}

func compatibleDim(a, b core.Atom) bool {
	ca, ok := a.(core.Const)
	cb, ok2 := b.(core.Const)
	return !ok || !ok2 || ca == cb
}

// lambda checks a lambda against its parameter and result types (nil: any).
func (v *verifier) lambda(what string, l *core.Lambda, params, ret []core.Type) {
	if l == nil {
		v.errf("%s is missing", what)
		return
	}
	v.where = append(v.where, crumb{text: what})
	defer func() { v.where = v.where[:len(v.where)-1] }()
	defer v.bind(l.Params...)()
	if params != nil || len(l.Params) == 0 {
		v.sameTypes("parameter", core.VarTypes(l.Params), params)
	}
	for _, t := range l.Ret {
		v.typ(t)
	}
	v.body(l.Body, func() {
		v.sameTypes("result", core.AtomTypes(l.Body.Result), l.Ret)
	})
	if ret != nil {
		v.sameTypes("result", l.Ret, ret)
	}
}

func (v *verifier) scalar(what string, a core.Atom, t prim.Type) {
	if got := a.AtomType(); !got.IsScalar() || got.Elem != t {
		v.errf("%s has type %s, want %s", what, got, t)
	}
}

func (v *verifier) scalars(what string, as []core.Atom, t prim.Type) {
	for _, a := range as {
		v.scalar(what, a, t)
	}
}

// array checks that a is an array of at least that rank.
func (v *verifier) array(a *core.Var, rank int) bool {
	if a.Type.IsAcc() || a.Type.Rank() < max(rank, 1) {
		v.errf("%s has type %s, want an array of rank %d at least", a, a.Type, max(rank, 1))
		return false
	}
	return true
}

// arrays checks arrays of outer dimension w, and gives their row types.
func (v *verifier) arrays(w core.Atom, as []*core.Var) []core.Type {
	rows := []core.Type{}
	for _, a := range as {
		if !v.array(a, 1) {
			rows = append(rows, a.Type)
			continue
		}
		if !compatibleDim(a.Type.Dims[0], w) {
			v.errf("%s has type %s, want outer dimension %s", a, a.Type, w)
		}
		rows = append(rows, a.Type.Row())
	}
	return rows
}
