package check

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
	fun  *functor // not nil: parametric
	bad  bool     // its definition is in error: uses say nothing more
}

// Env is what the module defines; nothing if it is parametric.
func (m *Module) Env() *Env {
	if m.env == nil {
		return &Env{}
	}
	return m.env()
}

func newModule(name string, at diag.Span, doc string, env func() *Env) *Module {
	return &Module{Name: name, Span: at, Doc: doc, env: sync.OnceValue(env)}
}

// structure is a module with the given definitions.
func structure(env *Env) *Module {
	return &Module{env: func() *Env { return env }}
}

// SigDef is a module type: its text with the scope it stands in. Every use elaborates it anew, so that its
// abstract types are new ones.
type SigDef struct {
	Name string
	Span diag.Span
	Doc  string
	env  *Env
	exp  syntax.SigExp
	bad  bool // in error: uses say nothing more
}

// ForCell is the scope for checking a notebook's cells: a top-level let without parameters binds a
// value that the session holds, not a definition.
func (e *Env) ForCell() *Env {
	out := *e
	out.cell = true
	return &out
}

// layer is a persistent map: a chain of maps whose sizes grow at least by half towards the end, so
// that a look-up visits few of them and adding copies little. A zero value takes a name away.
type layer[V comparable] struct {
	m    map[string]V
	next *layer[V]
}

func (l *layer[V]) get(name string) (V, bool) {
	var none V
	for ; l != nil; l = l.next {
		if v, ok := l.m[name]; ok {
			return v, v != none
		}
	}
	return none, false
}

func (l *layer[V]) add(m map[string]V) *layer[V] {
	if len(m) == 0 {
		return l
	}
	for l != nil && len(l.m) <= 2*len(m) {
		merged := make(map[string]V, len(l.m)+len(m))
		for k, v := range l.m {
			merged[k] = v
		}
		for k, v := range m {
			merged[k] = v
		}
		m, l = merged, l.next
	}
	return &layer[V]{m, l}
}

// all gives every binding that is not shadowed.
func (l *layer[V]) all() map[string]V { return l.begins("") }

// begins are the names with that prefix.
func (l *layer[V]) begins(prefix string) map[string]V {
	out := map[string]V{}
	for ; l != nil; l = l.next {
		for k, v := range l.m {
			if _, ok := out[k]; !ok && strings.HasPrefix(k, prefix) {
				out[k] = v
			}
		}
	}
	var none V
	for k, v := range out {
		if v == none {
			delete(out, k)
		}
	}
	return out
}

// binds is what one declaration defines.
type binds struct {
	vals map[string]*types.Symbol
	typs map[string]*TypeDef
	mods map[string]*Module
	sigs map[string]*SigDef
}

func (b *binds) typ(name string, t *TypeDef) {
	if b.typs == nil {
		b.typs = map[string]*TypeDef{}
	}
	b.typs[name] = t
}

func (b *binds) sig(name string, s *SigDef) {
	if b.sigs == nil {
		b.sigs = map[string]*SigDef{}
	}
	b.sigs[name] = s
}

func (b *binds) mod(name string, m *Module) {
	if b.mods == nil {
		b.mods = map[string]*Module{}
	}
	b.mods[name] = m
}

// everything is all that an Env defines.
func everything(e *Env) *binds {
	return &binds{e.vals.all(), e.typs.all(), e.mods.all(), e.sigs.all()}
}

func (b *binds) val(name string, s *types.Symbol) {
	if b.vals == nil {
		b.vals = map[string]*types.Symbol{}
	}
	b.vals[name] = s
}

// withModule is the scope with one more module.
func (e *Env) withModule(name string, m *Module) *Env {
	if name == "" {
		return e
	}
	return e.with(&binds{mods: map[string]*Module{name: m}})
}

// with is the scope with what b defines. Values and modules share a name space, so that one hides the other; but a name before a
// dot that cannot mean a field of a value means the module (see hidesModule).
func (e *Env) with(b *binds) *Env {
	out := *e
	out.vals = hide(e.vals, b.mods, b.vals).add(b.vals)
	out.mods = hide(e.mods, withFields(b.vals), b.mods).add(b.mods)
	out.typs, out.sigs = e.typs.add(b.typs), e.sigs.add(b.sigs)
	return &out
}

// hidesModule tells whether a top-level value hides a module of its name. One that has no fields does not: after open f64, which
// defines the function f64.f64, f64.exp can only mean the module's.
func hidesModule(s *types.Symbol) bool {
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
		if hidesModule(s) {
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
	Kind  string // "value", "primitive", "type", "module" or "module type"
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
		if i, ok := e.Describe(Name{space, base}); ok && (out.Kind == "" || out.Kind == "module" && space == Types) {
			out = i
			out.Name = name
		}
	}
	return out, out.Kind != ""
}

// Describe describes an unqualified name of a name space.
func (e *Env) Describe(n Name) (Info, bool) {
	out := Info{Name: n.Text, Space: n.Space}
	switch n.Space {
	case Values:
		if s, ok := e.vals.get(n.Text); ok && s.Scheme != nil {
			out.Kind = pick(s.Kind == types.KindPrim, "primitive", "value")
			out.Type, out.Doc, out.Span, out.Sym = types.PrintScheme(s.Scheme), s.Doc, s.Span, s
		} else if m, ok := e.mods.get(n.Text); ok {
			out.Kind, out.Doc, out.Span = "module", m.Doc, m.Span
		}
	case Types:
		if t, ok := e.typs.get(n.Text); ok && t.Type != nil {
			out.Kind, out.Type, out.Doc, out.Span = "type", types.Print(t.Type), t.Doc, t.Span
		}
	case ModuleTypes:
		if s, ok := e.sigs.get(n.Text); ok {
			out.Kind, out.Doc, out.Span = "module type", s.Doc, s.Span
		}
	}
	return out, out.Kind != ""
}

// Symbol finds the symbol of a value by its unqualified name.
func (e *Env) Symbol(name string) (*types.Symbol, bool) {
	s, ok := e.vals.get(name)
	return s, ok && s.Scheme != nil
}

// descend follows the modules before the last dot; the Env is nil if there is none.
func (e *Env) descend(name string) (*Env, string) {
	for {
		i := strings.IndexByte(name, '.')
		if i <= 0 || i == len(name)-1 && strings.Trim(name, ".<>|&") == "" {
			return e, name
		}
		m, ok := e.mods.get(name[:i])
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
	return e.with(&binds{vals: map[string]*types.Symbol{name: s}})
}
