package scope

import (
	"sort"

	"raido/lang/types"
)

// Space is a name space.
type Space uint8

// The name spaces. Values and modules have one together.
const (
	Values Space = iota
	Types
	ModuleTypes
)

// Kind is what a name may stand for.
type Kind uint8

// The kinds of what has a name.
const (
	NoKind Kind = iota
	KindValue
	KindType
	KindModule
	KindModuleType
)

// String is the word for it in messages.
func (k Kind) String() string {
	return [...]string{"nothing", "value", "type", "module", "module type"}[k]
}

// Name is a name in its name space.
type Name struct {
	Space Space
	Text  string
}

// Bindings are the names that a declaration defines, with their meanings.
type Bindings struct {
	vals map[string]*types.Symbol
	typs map[string]*TypeDef
	mods map[string]*Module
	sigs map[string]*SigDef
}

// AddType binds a type.
func (b *Bindings) AddType(name string, t *TypeDef) {
	if b.typs == nil {
		b.typs = map[string]*TypeDef{}
	}
	b.typs[name] = t
}

// AddSig binds a module type.
func (b *Bindings) AddSig(name string, s *SigDef) {
	if b.sigs == nil {
		b.sigs = map[string]*SigDef{}
	}
	b.sigs[name] = s
}

// AddModule binds a module.
func (b *Bindings) AddModule(name string, m *Module) {
	if b.mods == nil {
		b.mods = map[string]*Module{}
	}
	b.mods[name] = m
}

// AddValue binds a value.
func (b *Bindings) AddValue(name string, s *types.Symbol) {
	if b.vals == nil {
		b.vals = map[string]*types.Symbol{}
	}
	b.vals[name] = s
}

// Type is the type that is bound by that name, nil if there is none.
func (b *Bindings) Type(name string) *TypeDef { return b.typs[name] }

// Everything is all that an Env defines.
func Everything(e *Env) *Bindings {
	return &Bindings{e.AllValues(), e.AllTypes(), e.AllModules(), e.AllSigs()}
}

// Names lists what is defined, sorted.
func (b *Bindings) Names() []Name {
	var out []Name
	for n := range b.vals {
		out = append(out, Name{Values, n})
	}
	for n := range b.typs {
		out = append(out, Name{Types, n})
	}
	for n := range b.mods {
		out = append(out, Name{Values, n})
	}
	for n := range b.sigs {
		out = append(out, Name{ModuleTypes, n})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Space != out[j].Space {
			return out[i].Space < out[j].Space
		}
		return out[i].Text < out[j].Text
	})
	return out
}

// InError is the scope in which names are in error, so that their uses say nothing more; used reports whether there was one in what was
// checked since.
func (e *Env) InError(names []Name) (env *Env, used func() bool) {
	b := &Bindings{}
	for _, n := range names {
		switch n.Space {
		case Values:
			if _, ok := e.Value(n.Text); ok {
				b.AddValue(n.Text, &types.Symbol{Name: n.Text})
			} else {
				b.AddModule(n.Text, &Module{Name: n.Text, Bad: true})
			}
		case Types:
			b.AddType(n.Text, &TypeDef{Name: n.Text})
		case ModuleTypes:
			b.AddSig(n.Text, &SigDef{Name: n.Text, Bad: true})
		}
	}
	met := false
	env = e.Add(b)
	env.met = &met
	return env, func() bool { return met }
}

// Meets notes the use of a name that is in error.
func (e *Env) Meets() {
	if e.met != nil {
		*e.met = true
	}
}

// As is the scope in which the given names mean what they mean in another one; what is not there means nothing.
func (e *Env) As(other *Env, names []Name) *Env {
	b := &Bindings{}
	for _, n := range names {
		switch n.Space {
		case Values:
			if v, ok := other.Value(n.Text); ok {
				b.AddValue(n.Text, v)
			}
			if m, ok := other.Module(n.Text); ok {
				b.AddModule(n.Text, m)
			}
		case Types:
			if t, ok := other.Type(n.Text); ok {
				b.AddType(n.Text, t)
			}
		case ModuleTypes:
			if s, ok := other.Sig(n.Text); ok {
				b.AddSig(n.Text, s)
			}
		}
	}
	out := e.With(&Bindings{}, names)
	return out.Add(b)
}

// With is the scope in which the given names mean what b says; one that b does not define means nothing.
func (e *Env) With(b *Bindings, names []Name) *Env {
	out := &Bindings{vals: map[string]*types.Symbol{}, typs: map[string]*TypeDef{}, mods: map[string]*Module{}, sigs: map[string]*SigDef{}}
	for _, n := range names {
		switch n.Space {
		case Values: // of the two that a name may mean, what b does not define is hidden by what it does
			v, isVal := b.vals[n.Text]
			m, isMod := b.mods[n.Text]
			if isVal || !isMod {
				out.vals[n.Text] = v
			}
			if isMod || !isVal {
				out.mods[n.Text] = m
			}
		case Types:
			out.typs[n.Text] = b.typs[n.Text]
		case ModuleTypes:
			out.sigs[n.Text] = b.sigs[n.Text]
		}
	}
	return e.Add(out)
}

// IsOperator reports whether a name is an operator's.
func IsOperator(name string) bool {
	c := name[0]
	return c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
}
