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

// Scope is everything in e as bindings.
func (e *Env) Scope() *Bindings { return &Bindings{everything(e)} }

// With is the scope in which the given names mean what b says; one that b does not define means nothing.
func (e *Env) With(b *Bindings, names []Name) *Env {
	out := &binds{vals: map[string]*types.Symbol{}, typs: map[string]*TypeDef{}, mods: map[string]*Module{}, sigs: map[string]*SigDef{}}
	for _, n := range names {
		switch n.Space {
		case Values:
			out.vals[n.Text], out.mods[n.Text] = b.b.vals[n.Text], b.b.mods[n.Text]
		case Types:
			out.typs[n.Text] = b.b.typs[n.Text]
		case ModuleTypes:
			out.sigs[n.Text] = b.b.sigs[n.Text]
		}
	}
	return e.with(out)
}
