package check

import (
	"fmt"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// checker checks one top-level declaration.
type checker struct {
	u     types.Unifier
	env   *Env
	diags diag.List
	// warnings go to diags at the end: the checks ask whether there are diags, that is, errors.
	warnings diag.List
	// module is the path of the enclosing modules with a final dot, "" at top level.
	module string
	// instance: the definition is part of a parametric module's body, which has been checked before.
	instance bool
	// faulty: it mentions something in error, about which no more is said.
	faulty bool
	// prelude allows #[prim] and other things that only the library may do.
	prelude bool

	// below are the declarations that follow in the file or module, to explain unknown names.
	below []syntax.Decl
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
	owned     map[*types.Symbol]bool // variables bound with a unique type
	inferred  map[*types.Symbol]bool // parameters of lambdas without a declared type: accumulators there may be written to
	kept      map[*types.Symbol]bool // loop parameters declared with a type that is not
	// oneType are the local functions whose type was open at their definition: their first use decides it.
	oneType map[*types.Symbol]bool
	// declared and declaredLambda are the functions whose result type is written.
	declared       map[*types.Def]bool
	declaredLambda map[*types.Lambda]bool
}

func newChecker(env *Env) *checker {
	c := &checker{env: env, born: map[*types.Symbol]birth{}, used: map[*types.Symbol]bool{}, owned: map[*types.Symbol]bool{}, inferred: map[*types.Symbol]bool{}, kept: map[*types.Symbol]bool{},
		declared: map[*types.Def]bool{}, declaredLambda: map[*types.Lambda]bool{},
		oneType: map[*types.Symbol]bool{}}
	c.u.NewSize = func() *types.SizeVar { return c.newSize("", diag.Span{}) }
	return c
}

// birth is when a symbol was made: how many symbols, and how many type and size variables, were made before.
type birth struct{ clock, made int }

// scope is a chain of local names, innermost first. Each link binds a value, a type, or everything
// in a module.
type scope struct {
	parent *scope
	name   string
	val    *types.Symbol
	typ    *types.Var
	env    *Env
}

func (sc *scope) bind(s *types.Symbol) *scope {
	return &scope{parent: sc, name: s.Name, val: s}
}

func (c *checker) error(class diag.Class, code string, at diag.Span, format string, args ...any) *diag.Diag {
	d := &diag.Diag{Class: class, Code: code, Span: at, Msg: fmt.Sprintf(format, args...)}
	c.diags = append(c.diags, d)
	return d
}

func note(d *diag.Diag, at diag.Span, format string, args ...any) {
	d.Notes = append(d.Notes, diag.Note{Span: at, Msg: fmt.Sprintf(format, args...)})
}

// newSym makes a local variable.
func (c *checker) newSym(name string, t types.Type, at diag.Span) *types.Symbol {
	s := &types.Symbol{Name: name, Scheme: &types.Scheme{Type: t}, Span: at, Kind: types.KindLocal}
	c.born[s] = birth{c.clock, c.u.Made()}
	c.clock++
	return s
}

// newSize makes a size with its symbol.
func (c *checker) newSize(name string, at diag.Span) *types.SizeVar {
	return types.SizeOfSymbol(c.newSym(name, types.I64, at))
}

// newer tells which symbols were born at or after mark.
func (c *checker) newer(mark int) func(*types.Symbol) bool {
	return func(s *types.Symbol) bool {
		b, local := c.born[s]
		return local && b.clock >= mark
	}
}

// meets notes the use of a name that is in error.
func (c *checker) meets() {
	c.faulty = true
	c.env.meets()
}

// after tells which symbols were born after a type or size variable: it can't stand for what mentions them.
func (c *checker) after(id int) func(*types.Symbol) bool {
	return func(s *types.Symbol) bool {
		b, local := c.born[s]
		return local && b.made >= id
	}
}

// value finds a value by unqualified name; global tells that it is a top-level symbol.
func (c *checker) value(sc *scope, name string) (s *types.Symbol, global, ok bool) {
	for ; sc != nil; sc = sc.parent {
		if sc.env != nil {
			if s, ok := sc.env.vals.get(name); ok {
				return s, true, true
			}
		} else if sc.val != nil && sc.name == name && sc.val.Scheme != nil { // without one: a function, in the types of its parameters
			return sc.val, false, true
		}
	}
	s, ok = c.env.vals.get(name)
	return s, true, ok
}

// modNamed finds a module by unqualified name. A local value hides a module of its name, but a function that
// may mention itself does not: in def f32 (x: i32) = f32.i32 x both are meant as they look.
func (c *checker) modNamed(sc *scope, name string) (*Module, bool) {
	for ; sc != nil; sc = sc.parent {
		if sc.env != nil {
			if m, ok := sc.env.mods.get(name); ok {
				return m, true
			}
			if s, ok := sc.env.vals.get(name); ok && hidesModule(s) {
				return nil, false
			}
		} else if sc.val != nil && sc.name == name && sc.val.Scheme != nil && sc.val != c.self {
			return nil, false
		}
	}
	return c.env.mods.get(name)
}

// modPath follows a path of module names to an ordinary module's contents.
func (c *checker) modPath(sc *scope, quals []string, at diag.Span) (*Env, bool) {
	m, ok := c.modOf(sc, quals, at)
	if !ok || m.bad {
		if ok {
			c.meets()
		}
		return nil, false
	}
	if m.fun != nil {
		c.parametric(quals[len(quals)-1], at)
		return nil, false
	}
	return m.Env(), true
}

// modOf follows a path of module names; it reports the first that is unknown. The module may be one whose
// definition is in error.
func (c *checker) modOf(sc *scope, quals []string, at diag.Span) (*Module, bool) {
	m, ok := c.modNamed(sc, quals[0])
	if !ok {
		c.unknownModule(sc, quals[0], at)
		return nil, false
	}
	for i, q := range quals[1:] {
		if m.bad {
			c.meets()
			return nil, false
		}
		if m.fun != nil {
			c.parametric(quals[i], at)
			return nil, false
		}
		if m, ok = m.Env().mods.get(q); !ok {
			c.unknownModule(nil, q, at)
			return nil, false
		}
	}
	return m, true
}

// use records that the definition mentions a top-level symbol.
func (c *checker) use(s *types.Symbol) {
	if !c.used[s] {
		c.used[s] = true
		c.uses = append(c.uses, s)
	}
}

// why says where an expectation comes from: what must have the type, and a place to point at.
type why struct {
	what string
	note string
	at   diag.Span
}

// unify demands that an expression at the given place, of type got, has type want.
func (c *checker) unify(at diag.Span, want, got types.Type, w why) bool {
	m := c.u.Unify(want, got)
	if m == nil {
		return true
	}
	c.mismatch(at, m, want, got, w)
	return false
}

// check infers e and demands type want.
func (c *checker) check(sc *scope, e syntax.Exp, want types.Type, w why) types.Exp {
	x := c.exp(sc, e, want)
	c.unify(e.ExpSpan(), want, x.Type(), w)
	return x
}
