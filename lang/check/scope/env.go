package scope

import (
	"sort"
	"strings"
	"sync"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// Env is a scope of definitions. Its name spaces are those of types, of module types, and of values and
// modules together.
// It is immutable: adding gives a new Env, and the old one stays valid.
type Env struct {
	vals *layer[*types.Symbol]
	typs *layer[*TypeDef]
	mods *layer[*Module]
	sigs *layer[*SigDef]
	cell bool
	load Loader
	met  *bool // not nil: set where a name that is in error is used
}

// Loader gives the definitions of an imported file, by the path as written.
type Loader func(path string) (*Env, diag.List)

// WithLoader is the scope in which imports are found by load.
func (e *Env) WithLoader(load Loader) *Env {
	out := *e
	out.load = load
	return &out
}

// TypeDef is a type abbreviation with its parameters. Exts are its unknown sizes, written [] or ?[n]:
// each use gives them a meaning. A nil Type is a definition that was in error.
type TypeDef struct {
	Name   string
	Params []TypeDefParam
	Exts   []*types.SizeVar
	Type   types.Type
	Lift   types.Lift
	Span   diag.Span
	Doc    string
}

// TypeDefParam is a parameter of a type abbreviation: a size or a type.
type TypeDefParam struct {
	Size *types.SizeVar
	Type *types.Var
}

// Module is a structure, whose definitions are checked when first needed; or a parametric module.
type Module struct {
	Name string
	Span diag.Span
	Doc  string
	env  func() *Env
	// Functor is what makes a parametric module's contents of its argument; nil for an ordinary one.
	Functor Functor
	// Bad says that its definition is in error: uses say nothing more.
	Bad bool
}

// Functor is a parametric module as those see it who do not apply it: package modules knows what is behind.
type Functor interface{ Parametric() }

// Env is what the module defines; nothing if it is parametric.
func (m *Module) Env() *Env {
	if m.env == nil {
		return &Env{}
	}
	return m.env()
}

// NewModule is a module whose definitions are found when they are first needed.
func NewModule(name string, at diag.Span, doc string, env func() *Env) *Module {
	return &Module{Name: name, Span: at, Doc: doc, env: sync.OnceValue(env)}
}

// Structure is a module with the given definitions.
func Structure(env *Env) *Module {
	return &Module{env: func() *Env { return env }}
}

// SigDef is a module type: its text with the scope it stands in. Every use elaborates it anew, so that its
// abstract types are new ones.
type SigDef struct {
	Name string
	Span diag.Span
	Doc  string
	Env  *Env
	Exp  syntax.SigExp
	Bad  bool // in error: uses say nothing more
}

// ForCell is the scope for checking a notebook's cells: a top-level let without parameters binds a
// value that the session holds, not a definition.
func (e *Env) ForCell() *Env {
	out := *e
	out.cell = true
	return &out
}

// Value finds a value by its unqualified name; its Scheme is nil if its definition is in error.
func (e *Env) Value(name string) (*types.Symbol, bool) { return e.vals.get(name) }

// Type finds a type by its unqualified name.
func (e *Env) Type(name string) (*TypeDef, bool) { return e.typs.get(name) }

// Module finds a module by its unqualified name.
func (e *Env) Module(name string) (*Module, bool) { return e.mods.get(name) }

// Sig finds a module type by its unqualified name.
func (e *Env) Sig(name string) (*SigDef, bool) { return e.sigs.get(name) }

// AllValues are the values in scope by name.
func (e *Env) AllValues() map[string]*types.Symbol { return e.vals.all() }

// AllTypes are the types in scope by name.
func (e *Env) AllTypes() map[string]*TypeDef { return e.typs.all() }

// AllModules are the modules in scope by name.
func (e *Env) AllModules() map[string]*Module { return e.mods.all() }

// AllSigs are the module types in scope by name.
func (e *Env) AllSigs() map[string]*SigDef { return e.sigs.all() }

// InCell reports whether the scope is that of a notebook's cell; see ForCell.
func (e *Env) InCell() bool { return e.cell }

// Import gives what an imported file defines; ok is false where nothing can be imported.
func (e *Env) Import(path string) (defined *Env, faults diag.List, ok bool) {
	if e.load == nil {
		return nil, nil, false
	}
	defined, faults = e.load(path)
	return defined, faults, true
}

// AddModule is the scope with one more module.
func (e *Env) AddModule(name string, m *Module) *Env {
	if name == "" {
		return e
	}
	return e.Add(&Bindings{mods: map[string]*Module{name: m}})
}

// Add is the scope with what b defines. Values and modules share a name space, so that one hides the other; but a name before a
// dot that cannot mean a field of a value means the module (see HidesModule).
func (e *Env) Add(b *Bindings) *Env {
	out := *e
	out.vals = hide(e.vals, b.mods, b.vals).add(b.vals)
	out.mods = hide(e.mods, withFields(b.vals), b.mods).add(b.mods)
	out.typs, out.sigs = e.typs.add(b.typs), e.sigs.add(b.sigs)
	return &out
}

// HidesModule reports whether a top-level value hides a module of its name. One that has no fields does not: after open f64, which
// defines the function f64.f64, f64.exp can only mean the module's.
func HidesModule(s *types.Symbol) bool {
	if s == nil || s.Scheme == nil {
		return true
	}
	_, record := types.Reveal(s.Scheme.Type).(*types.Record)
	return record
}

// withFields are the values that hide modules.
func withFields(vals map[string]*types.Symbol) map[string]*types.Symbol {
	var out map[string]*types.Symbol
	for n, s := range vals {
		if HidesModule(s) {
			if out == nil {
				out = map[string]*types.Symbol{}
			}
			out[n] = s
		}
	}
	return out
}

// hide takes the names of others away from l, but for those that are about to be added.
func hide[V, W comparable](l *layer[V], others map[string]W, added map[string]V) *layer[V] {
	var gone map[string]V
	for n := range others {
		if _, both := added[n]; both {
			continue
		}
		if _, ok := l.get(n); ok {
			var none V
			if gone == nil {
				gone = map[string]V{}
			}
			gone[n] = none
		}
	}
	return l.add(gone)
}

// Info describes a name in scope.
type Info struct {
	Name  string
	Space Space
	Kind  Kind
	Type  string // of a value; the meaning of a type
	Doc   string
	Span  diag.Span
	Sym   *types.Symbol // for values
}

// Lookup describes a name, which may be qualified by modules; values win over types, these over modules
// and module types.
func (e *Env) Lookup(name string) (Info, bool) {
	e, base := e.descend(name)
	if e == nil {
		return Info{}, false
	}
	var out Info
	for space := Values; space <= ModuleTypes; space++ {
		if i, ok := e.Describe(Name{space, base}); ok && (out.Kind == NoKind || out.Kind == KindModule && space == Types) {
			out = i
			out.Name = name
		}
	}
	return out, out.Kind != NoKind
}

// Describe describes an unqualified name of a name space.
func (e *Env) Describe(n Name) (Info, bool) {
	out := Info{Name: n.Text, Space: n.Space}
	switch n.Space {
	case Values:
		if s, ok := e.Value(n.Text); ok && s.Scheme != nil {
			out.Kind = KindValue
			out.Type, out.Doc, out.Span, out.Sym = types.PrintScheme(s.Scheme), s.Doc, s.Span, s
		} else if m, ok := e.Module(n.Text); ok {
			out.Kind, out.Doc, out.Span = KindModule, m.Doc, m.Span
		}
	case Types:
		if t, ok := e.Type(n.Text); ok && t.Type != nil {
			out.Kind, out.Type, out.Doc, out.Span = KindType, types.Print(t.Type), t.Doc, t.Span
		}
	case ModuleTypes:
		if s, ok := e.Sig(n.Text); ok {
			out.Kind, out.Doc, out.Span = KindModuleType, s.Doc, s.Span
		}
	}
	return out, out.Kind != NoKind
}

// Symbol finds the symbol of a value by its unqualified name.
func (e *Env) Symbol(name string) (*types.Symbol, bool) {
	s, ok := e.Value(name)
	return s, ok && s.Scheme != nil
}

// descend follows the modules before the last dot; the Env is nil if there is none.
func (e *Env) descend(name string) (*Env, string) {
	for {
		i := strings.IndexByte(name, '.')
		if i <= 0 || i == len(name)-1 && strings.Trim(name, ".<>|&") == "" {
			return e, name
		}
		m, ok := e.Module(name[:i])
		if !ok {
			return nil, ""
		}
		e, name = m.Env(), name[i+1:]
	}
}

// Names lists the names in scope that start with prefix, sorted; after a module's name and a dot, the
// names of the module, qualified.
func (e *Env) Names(prefix string) []string {
	inner, base := e.descend(prefix)
	if inner == nil {
		return nil
	}
	qual := strings.TrimSuffix(prefix, base)
	seen := map[string]bool{}
	for n, s := range inner.vals.begins(base) {
		if s.Scheme != nil {
			seen[n] = true
		}
	}
	for n := range inner.typs.begins(base) {
		seen[n] = true
	}
	for n := range inner.mods.begins(base) {
		seen[n] = true
	}
	for n := range inner.sigs.begins(base) {
		seen[n] = true
	}
	var out []string
	for n := range seen {
		out = append(out, qual+n)
	}
	sort.Strings(out)
	return out
}

// WithSymbol is the scope with one more value, or another one of that name.
func (e *Env) WithSymbol(name string, s *types.Symbol) *Env {
	return e.Add(&Bindings{vals: map[string]*types.Symbol{name: s}})
}

// At is the meaning of a type at arguments; ext gives each of its unknown sizes a meaning (nil: they stay).
func (d *TypeDef) At(args []types.Type, sizes []types.Size, ext func() types.Size) types.Type {
	var s types.Subst
	for _, p := range d.Params {
		if p.Size != nil {
			s.BindSize(p.Size, sizes[0])
			sizes = sizes[1:]
			continue
		}
		s.BindType(p.Type, args[0])
		args = args[1:]
	}
	if ext != nil {
		for _, v := range d.Exts {
			s.BindSize(v, ext())
		}
	}
	return s.Type(d.Type)
}
