package uniqueness

import (
	"raido/lang/types"
	"strings"
)

// aliases says which variables' memory a value may share. For a record or sum whose parts are known apart,
// parts holds those of each (see partTypes); vars holds for the whole. nil shares nothing.
type aliases struct {
	vars  []*types.Symbol
	parts []*aliases
}

// partTypes are the parts of a type that are tracked apart: the fields of a record, the arguments of all
// constructors of a sum. nil for a type without parts.
func partTypes(t types.Type) []types.Type {
	var out []types.Type
	switch x := types.Resolve(t).(type) {
	case *types.Record:
		for _, f := range x.Fields {
			out = append(out, f.Type)
		}
	case *types.Sum:
		for _, k := range x.Constrs {
			out = append(out, k.Args...)
		}
	default: // no parts
	}
	return out
}

// place is a variable, or the part of it at a path of fields, each with a dot before it.
type place struct {
	sym  *types.Symbol
	path string
}

func (p place) String() string { return p.sym.Name + p.path }

// inside reports whether a place is a part of another.
func (p place) inside(q place) bool {
	return p.sym == q.sym && p.path != q.path && under(p.path, q.path)
}

// under reports whether path is below, or begins with it and goes on with another field.
func under(path, below string) bool {
	rest, ok := strings.CutPrefix(path, below)
	return ok && (rest == "" || rest[0] == '.')
}

// partOf is part i of a place of type t; what a constructor holds has no name of its own.
func partOf(p place, t types.Type, i int) place {
	if r, ok := types.Resolve(t).(*types.Record); ok {
		p.path += "." + r.Fields[i].Name
	}
	return p
}

// constrPart is the number of the first argument of a constructor among the parts of its sum.
func constrPart(t types.Type, name string) int {
	n := 0
	if s, ok := types.Resolve(t).(*types.Sum); ok {
		for _, k := range s.Constrs {
			if k.Name == name {
				break
			}
			n += len(k.Args)
		}
	}
	return n
}

// all is every variable that some part shares memory with.
func (a *aliases) all() []*types.Symbol {
	if a == nil {
		return nil
	}
	out := a.vars
	for _, p := range a.parts {
		out = unionVars(out, p.all())
	}
	return out
}

func unionVars(a, b []*types.Symbol) []*types.Symbol {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	if len(a)*len(b) > 256 { // long chains of names for one memory
		known := make(map[*types.Symbol]bool, len(a))
		for _, s := range a {
			known[s] = true
		}
		for _, s := range b {
			if !known[s] {
				out = append(out, s)
			}
		}
		return out
	}
	for _, s := range b {
		if !hasVar(a, s) {
			out = append(out, s)
		}
	}
	return out
}

func hasVar(vs []*types.Symbol, s *types.Symbol) bool {
	for _, v := range vs {
		if v == s {
			return true
		}
	}
	return false
}

// common is a variable in both.
func common(a, b []*types.Symbol) *types.Symbol {
	for _, s := range a {
		if hasVar(b, s) {
			return s
		}
	}
	return nil
}

func flat(vs []*types.Symbol) *aliases {
	if len(vs) == 0 {
		return nil
	}
	return &aliases{vars: vs}
}

// part is what part i of a value shares.
func (a *aliases) part(i int) *aliases {
	if a == nil || a.parts == nil {
		return a
	}
	p := a.parts[i]
	if len(a.vars) == 0 {
		return p
	}
	return p.with(a.vars)
}

// partAliases builds the aliases of a value from those of its parts.
func partAliases(parts []*aliases) *aliases {
	for _, p := range parts {
		if p != nil {
			return &aliases{parts: parts}
		}
	}
	return nil
}

// except is a but for the part at the end of a path of part numbers.
func (a *aliases) except(path []int) *aliases {
	if len(path) == 0 || a == nil {
		return nil
	}
	if a.parts == nil {
		return a
	}
	parts := append([]*aliases{}, a.parts...)
	parts[path[0]] = parts[path[0]].except(path[1:])
	return partAliases(parts).with(a.vars)
}

// union is what either may share, for the branches of an if.
func (a *aliases) union(b *aliases) *aliases {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.parts != nil && len(a.parts) == len(b.parts):
		parts := make([]*aliases, len(a.parts))
		for i := range parts {
			parts[i] = a.part(i).union(b.part(i))
		}
		return partAliases(parts)
	}
	return flat(unionVars(a.all(), b.all()))
}

// with adds variables to every part.
func (a *aliases) with(vs []*types.Symbol) *aliases {
	if len(vs) == 0 {
		return a
	}
	if a == nil {
		return flat(vs)
	}
	return &aliases{unionVars(a.vars, vs), a.parts}
}

// without leaves out variables.
func (a *aliases) without(gone func(*types.Symbol) bool) *aliases {
	if a == nil {
		return nil
	}
	var vars []*types.Symbol
	for _, s := range a.vars {
		if !gone(s) {
			vars = append(vars, s)
		}
	}
	parts := make([]*aliases, len(a.parts))
	for i, p := range a.parts {
		parts[i] = p.without(gone)
	}
	return partAliases(parts).with(vars)
}

// fit is a restricted to what a value of type t can share: a part without arrays shares nothing.
func (a *aliases) fit(t types.Type) *aliases {
	if a == nil || !MayAlias(t) {
		return nil
	}
	return a
}

// MayAlias reports whether a value of type t may share memory with another: it holds arrays, or it may.
func MayAlias(t types.Type) bool {
	switch types.Resolve(t).(type) {
	case types.Prim:
		return false
	case *types.Record, *types.Sum:
		for _, p := range partTypes(t) {
			if MayAlias(p) {
				return true
			}
		}
		return false
	default: // an array, or what may be one
	}
	return true
}

// shareable counts the parts of parts that may share memory.
func shareable(t types.Type) int {
	ps := partTypes(t)
	if ps == nil && MayAlias(t) {
		return 1
	}
	n := 0
	for _, p := range ps {
		n += shareable(p)
	}
	return n
}

// twice is a variable that two parts of a value of type t share memory with. Parts of different
// constructors are never there together.
func (a *aliases) twice(t types.Type) *types.Symbol {
	if a == nil || !MayAlias(t) {
		return nil
	}
	groups := [][]types.Type{}
	switch x := types.Resolve(t).(type) {
	case *types.Record:
		groups = append(groups, partTypes(x))
	case *types.Sum:
		for _, k := range x.Constrs {
			groups = append(groups, k.Args)
		}
	default: // no parts
	}
	first := 0
	for _, g := range groups {
		var seen []*types.Symbol
		for i, p := range g {
			q := a.part(first + i).fit(p)
			if s := q.twice(p); s != nil {
				return s
			}
			if s := common(seen, q.all()); s != nil {
				return s
			}
			seen = unionVars(seen, q.all())
		}
		first += len(g)
	}
	return nil
}

func fieldIndex(r *types.Record, name string) int {
	for i, f := range r.Fields {
		if f.Name == name {
			return i
		}
	}
	return 0
}
