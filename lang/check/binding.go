package check

import (
	"sort"

	"raido/lang/diag"
	"raido/lang/syntax"
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

// Name is a name in its name space.
type Name struct {
	Space Space
	Text  string
}

// Bindings are the names that a declaration defines, with their meanings.
type Bindings struct{ b *binds }

// Bind checks one declaration in a scope, like Decl, but gives what it defines apart from the scope.
func Bind(env *Env, d syntax.Decl) (*Bindings, []*types.Def, diag.List) {
	k := &declarer{}
	b := k.decl(env, d)
	return &Bindings{b}, k.defs, k.diags
}

// Names lists what is defined, sorted.
func (b *Bindings) Names() []Name {
	var out []Name
	for n := range b.b.vals {
		out = append(out, Name{Values, n})
	}
	for n := range b.b.typs {
		out = append(out, Name{Types, n})
	}
	for n := range b.b.mods {
		out = append(out, Name{Values, n})
	}
	for n := range b.b.sigs {
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

// InError is the scope in which names are in error, so that their uses say nothing more; used tells whether there was one in what was
// checked since.
func (e *Env) InError(names []Name) (env *Env, used func() bool) {
	b := &binds{}
	for _, n := range names {
		switch n.Space {
		case Values:
			if _, ok := e.vals.get(n.Text); ok {
				b.val(n.Text, &types.Symbol{Name: n.Text})
			} else {
				b.mod(n.Text, &Module{Name: n.Text, bad: true})
			}
		case Types:
			b.typ(n.Text, &TypeDef{Name: n.Text})
		case ModuleTypes:
			b.sig(n.Text, &SigDef{Name: n.Text, bad: true})
		}
	}
	met := false
	env = e.with(b)
	env.met = &met
	return env, func() bool { return met }
}

// meets notes the use of a name that is in error.
func (e *Env) meets() {
	if e.met != nil {
		*e.met = true
	}
}

// As is the scope in which the given names mean what they mean in another one; what is not there means nothing.
func (e *Env) As(other *Env, names []Name) *Env {
	b := &binds{}
	for _, n := range names {
		switch n.Space {
		case Values:
			if v, ok := other.vals.get(n.Text); ok {
				b.val(n.Text, v)
			}
			if m, ok := other.mods.get(n.Text); ok {
				b.mod(n.Text, m)
			}
		case Types:
			if t, ok := other.typs.get(n.Text); ok {
				b.typ(n.Text, t)
			}
		case ModuleTypes:
			if s, ok := other.sigs.get(n.Text); ok {
				b.sig(n.Text, s)
			}
		}
	}
	out := e.With(&Bindings{&binds{}}, names)
	return out.with(b)
}

// With is the scope in which the given names mean what b says; one that b does not define means nothing.
func (e *Env) With(b *Bindings, names []Name) *Env {
	out := &binds{vals: map[string]*types.Symbol{}, typs: map[string]*TypeDef{}, mods: map[string]*Module{}, sigs: map[string]*SigDef{}}
	for _, n := range names {
		switch n.Space {
		case Values: // of the two that a name may mean, what b does not define is hidden by what it does
			v, isVal := b.b.vals[n.Text]
			m, isMod := b.b.mods[n.Text]
			if isVal || !isMod {
				out.vals[n.Text] = v
			}
			if isMod || !isVal {
				out.mods[n.Text] = m
			}
		case Types:
			out.typs[n.Text] = b.b.typs[n.Text]
		case ModuleTypes:
			out.sigs[n.Text] = b.b.sigs[n.Text]
		}
	}
	return e.with(out)
}
