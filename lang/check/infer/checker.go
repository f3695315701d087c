package infer

import (
	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/check/uniqueness"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
	"strings"
)

// Context is where a declaration stands.
type Context struct {
	// Path is that of the enclosing modules with a final dot, "" at top level.
	Path string
	// Library allows #[prim] and other things that only the library may do.
	Library bool
	// Instance says that it is part of a parametric module's body, which has been checked before.
	Instance bool
	// OfLibrary is what the library means by a name, for trees that a syntax.Builder made.
	OfLibrary func(name string) (*types.Symbol, bool)
	// Below are the declarations that follow in the file or module, to explain unknown names.
	Below []syntax.Decl
}

// Checker checks one top-level declaration.
type Checker struct {
	u   types.Unifier
	env *scope.Env
	*fault.Reporter
	Context

	// whole is the pattern of a top-level let, which is part of no tree.
	whole types.Pat
	// abbreviation is set while the right side of a type definition is read: what [] means there is up to
	// its uses.
	abbreviation bool
	// bodyExts are the unknown sizes that the body of the last definition gives.
	bodyExts []*types.SizeVar
	// inSize is set while a size in a type is checked.
	inSize bool
	// resultExts are the unknown sizes of the result type being read; nil outside of one.
	resultExts *[]*types.SizeVar
	// defining is the name of the definition being checked, to explain recursion.
	defining string
	defined  map[string]bool // the same for local functions around

	// clock and born order the local symbols by birth, to tell which sizes are known only inside a
	// body or branch.
	clock int
	born  map[*types.Symbol]birth

	uses []*types.Symbol
	used map[*types.Symbol]bool
	lits []pendingLit
	tabs []pendingTable
	sums []pendingSum
	refs []*types.Ref
	// self is the function being defined, if its body may mention it, and selfUses are where it does.
	self     *types.Symbol
	selfUses []selfUse
	// selfSizes are the anonymous sizes in the types of its parameters, size parameters that have no name.
	selfSizes []*types.SizeMeta
	facts     *uniqueness.Facts
	stays     stays
	// loops are those after which sizes are unknown, by where they stand: so does what has such a size.
	loops map[diag.Span]*looper
	// oneType are the local functions whose type was open at their definition: their first use decides it.
	oneType map[*types.Symbol]bool
}

// New makes a checker for one declaration in a scope.
func New(env *scope.Env, cx Context) *Checker {
	c := &Checker{env: env, Context: cx, Reporter: &fault.Reporter{}, born: map[*types.Symbol]birth{}, used: map[*types.Symbol]bool{},
		facts: uniqueness.NewFacts(cx.Library), oneType: map[*types.Symbol]bool{},
		loops: map[diag.Span]*looper{}, stays: stays{names: map[*types.SizeMeta]loopSize{}, assumed: map[*types.SizeMeta]bool{}}}
	c.u.NewSize = func() *types.SizeVar { return c.NewSize("", diag.Span{}) }
	return c
}

// birth is when a symbol was made: how many symbols, and how many type and size variables, were made before.
type birth struct{ clock, made int }

// locals is a chain of local names, innermost first. Each link binds a value, a type, or everything
// in a module.
type locals struct {
	parent *locals
	name   string
	val    *types.Symbol
	typ    *types.Var
	env    *scope.Env
}

func (sc *locals) bind(s *types.Symbol) *locals {
	return &locals{parent: sc, name: s.Name, val: s}
}

// newSym makes a local variable.
func (c *Checker) newSym(name string, t types.Type, at diag.Span) *types.Symbol {
	s := &types.Symbol{Name: name, Scheme: &types.Scheme{Type: t}, Span: at, Kind: types.KindLocal}
	c.born[s] = birth{c.clock, c.u.Made()}
	c.clock++
	return s
}

// NewSize makes a size with its symbol.
func (c *Checker) NewSize(name string, at diag.Span) *types.SizeVar {
	return types.SizeOfSymbol(c.newSym(name, types.I64, at))
}

// newer tells which symbols were born at or after mark.
func (c *Checker) newer(mark int) func(*types.Symbol) bool {
	return func(s *types.Symbol) bool {
		b, local := c.born[s]
		return local && b.clock >= mark
	}
}

// meets notes the use of a name that is in error.
func (c *Checker) meets() {
	c.Faulty = true
	c.env.Meets()
}

// after tells which symbols were born after a type or size variable: it can't stand for what mentions them.
func (c *Checker) after(id int) func(*types.Symbol) bool {
	return func(s *types.Symbol) bool {
		b, local := c.born[s]
		return local && b.made >= id
	}
}

// value finds a value by unqualified name; global reports whether it is a top-level symbol.
func (c *Checker) value(sc *locals, name string) (s *types.Symbol, global, ok bool) {
	for ; sc != nil; sc = sc.parent {
		if sc.env != nil {
			if s, ok := sc.env.Value(name); ok {
				return s, true, true
			}
		} else if sc.val != nil && sc.name == name && sc.val.Scheme != nil { // without one: a function, in the types of its parameters
			return sc.val, false, true
		}
	}
	s, ok = c.env.Value(name)
	return s, true, ok
}

// modNamed finds a module by unqualified name. A local value hides a module of its name, but a function that
// may mention itself does not: in def f32 (x: i32) = f32.i32 x both are meant as they look.
func (c *Checker) modNamed(sc *locals, name string) (*scope.Module, bool) {
	for ; sc != nil; sc = sc.parent {
		if sc.env != nil {
			if m, ok := sc.env.Module(name); ok {
				return m, true
			}
			if s, ok := sc.env.Value(name); ok && scope.HidesModule(s) {
				return nil, false
			}
		} else if sc.val != nil && sc.name == name && sc.val.Scheme != nil && sc.val != c.self {
			return nil, false
		}
	}
	return c.env.Module(name)
}

// ModPath follows a path of module names to an ordinary module's contents.
func (c *Checker) ModPath(sc *locals, quals []string, at diag.Span) (*scope.Env, bool) {
	m, ok := c.ModOf(sc, quals, at)
	if !ok || m.Bad {
		if ok {
			c.meets()
		}
		return nil, false
	}
	if m.Functor != nil {
		Parametric(c.Reporter, quals[len(quals)-1], at)
		return nil, false
	}
	return m.Env(), true
}

// ModOf follows a path of module names; it reports the first that is unknown. The module may be one whose
// definition is in error.
func (c *Checker) ModOf(sc *locals, quals []string, at diag.Span) (*scope.Module, bool) {
	m, ok := c.modNamed(sc, quals[0])
	if !ok {
		c.unknownModule(sc, quals[0], at)
		return nil, false
	}
	for i, q := range quals[1:] {
		if m.Bad {
			c.meets()
			return nil, false
		}
		if m.Functor != nil {
			Parametric(c.Reporter, quals[i], at)
			return nil, false
		}
		if m, ok = m.Env().Module(q); !ok {
			c.unknownModule(nil, q, at)
			return nil, false
		}
	}
	return m, true
}

// use records that the definition mentions a top-level symbol.
func (c *Checker) use(s *types.Symbol) {
	if !c.used[s] {
		c.used[s] = true
		c.uses = append(c.uses, s)
	}
}

// unify demands that an expression at the given place, of type got, has type want.
func (c *Checker) unify(at diag.Span, want, got types.Type, w explain.Why) bool {
	m := c.u.Unify(want, got)
	if m == nil {
		return true
	}
	c.mismatch(at, m, want, got, w)
	return false
}

// check infers e and demands type want.
func (c *Checker) check(sc *locals, e syntax.Exp, want types.Type, w explain.Why) types.Exp {
	x := c.exp(sc, e, want)
	c.unify(e.ExpSpan(), want, x.Type(), w)
	return x
}

// mismatch reports why want and got do not unify; it also gives the kind of the hint.
func (c *Checker) mismatch(at diag.Span, m *types.Mismatch, want, got types.Type, w explain.Why) (*diag.Diag, explain.Way) {
	return explain.Mismatch(c.Reporter, explain.Clash{At: at, Why: w, Want: want, Got: got, Mismatch: m, Loop: c.loopOf(m)}, c.hiddenSize)
}

// hiddenSize is the name of a size in t that is defined in a module which does not show it; "" if there is none.
func (c *Checker) hiddenSize(t types.Type) string {
	out := ""
	types.FreeSyms(t, func(s *types.Symbol) {
		if _, local := c.born[s]; local || out != "" {
			return
		}
		if i, ok := c.env.Lookup(strings.TrimPrefix(s.Name, c.Path)); !ok || i.Sym != s {
			out = s.Name
		}
	})
	return out
}

// Parametric reports that a parametric module is used like an ordinary one.
func Parametric(r *fault.Reporter, name string, at diag.Span) {
	d := r.Error(diag.Module, fault.CodeFunctor, at, "%s is a parametric module: it has no contents before it is applied", fault.Short(name))
	d.Hint = "apply it first: module m = " + fault.Short(name) + " argument"
}

// Fits makes two types equal as unification does, where the abstract types of shows are what they stand for.
func (c *Checker) Fits(shows map[*types.Abstract]bool, want, got types.Type) *types.Mismatch {
	c.u.Shows = shows
	return c.u.Unify(want, got)
}

// FreshSize is a size that may become anything.
func (c *Checker) FreshSize() *types.SizeMeta { return c.u.FreshSize() }
