package check

import (
	"strconv"

	"raido/lang/types"
)

// aliases says which variables' memory a value may share. For a record whose parts are known apart,
// fields holds those of each field; else vars holds for the whole. nil shares nothing.
type aliases struct {
	vars   []*types.Symbol
	fields map[string]*aliases
}

// all is every variable that some part shares memory with.
func (a *aliases) all() []*types.Symbol {
	if a == nil {
		return nil
	}
	if a.fields == nil {
		return a.vars
	}
	out := a.vars
	for i := 0; ; i++ { // tuples and records alike are stored by number, for a fixed order
		f, ok := a.fields[strconv.Itoa(i)]
		if !ok {
			return out
		}
		out = unionVars(out, f.all())
	}
}

func unionVars(a, b []*types.Symbol) []*types.Symbol {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
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

// field is the part for field i of a record.
func (a *aliases) field(i int) *aliases {
	if a == nil || a.fields == nil {
		return a
	}
	f := a.fields[strconv.Itoa(i)]
	if len(a.vars) == 0 {
		return f
	}
	return flat(unionVars(a.vars, f.all()))
}

// record builds the aliases of a record from those of its fields.
func recordAliases(parts []*aliases) *aliases {
	out := &aliases{fields: map[string]*aliases{}}
	some := false
	for i, p := range parts {
		out.fields[strconv.Itoa(i)] = p
		some = some || p != nil
	}
	if !some {
		return nil
	}
	return out
}

// union is what either may share, for the branches of an if.
func (a *aliases) union(b *aliases) *aliases {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.fields != nil && b.fields != nil && len(a.fields) == len(b.fields):
		parts := make([]*aliases, len(a.fields))
		for i := range parts {
			parts[i] = a.field(i).union(b.field(i))
		}
		return recordAliases(parts)
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
	if a.fields == nil {
		return flat(unionVars(a.vars, vs))
	}
	return &aliases{unionVars(a.vars, vs), a.fields}
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
	if a.fields == nil {
		return flat(vars)
	}
	out := &aliases{vars: vars, fields: map[string]*aliases{}}
	for i, f := range a.fields {
		out.fields[i] = f.without(gone)
	}
	return out
}

// fit is a restricted to what a value of type t can share: a part without arrays shares nothing.
func (a *aliases) fit(t types.Type) *aliases {
	if a == nil || !mayAlias(t) {
		return nil
	}
	return a
}

// mayAlias tells whether a value of type t may share memory with another: it holds arrays, or it may.
func mayAlias(t types.Type) bool {
	switch x := types.Resolve(t).(type) {
	case types.Prim:
		return false
	case *types.Record:
		for _, f := range x.Fields {
			if mayAlias(f.Type) {
				return true
			}
		}
		return false
	case *types.Sum:
		for _, k := range x.Constrs {
			for _, a := range k.Args {
				if mayAlias(a) {
					return true
				}
			}
		}
		return false
	}
	return true
}

func fieldIndex(r *types.Record, name string) int {
	for i, f := range r.Fields {
		if f.Name == name {
			return i
		}
	}
	return 0
}
