package session

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"raido/backend"
	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/syntax"
	"raido/lang/types"
)

// This file holds the definition graph: what the cells have defined, who depends on whom, and what that
// means when a name is defined again. Note [Late binding] at the end.

// entry is one definition of a cell: the latest one of each of its names.
type entry struct {
	names  []check.Name // a pattern declaration, open and import define several
	all    int          // how many they were at first; later definitions take names away
	decl   syntax.Decl
	source *diag.Source // the cell that defined it
	deps   []check.Name // names of other entries that its text mentions
	scope  *check.Env   // the scope it was first checked in
	self   bool         // it may mention an earlier meaning of its own name
	defs   []*types.Def
	warns  diag.List // of the first check

	version int64 // of its meaning: defined or checked again, it has another

	dirty  bool      // something it depends on was defined again since it was checked
	broken diag.List // what the last check said, if it failed
	stale  bool      // its value was computed from an older meaning
	gaveUp int64     // the newest version of what it depends on with which its value could not be computed again

	// For top-level lets: the values, by symbol; with those of earlier meanings of its own name that it mentions.
	values map[*types.Symbol]*held
}

// held is a value on the engine, as leaves, with the description that turns them into a user's value.
type held struct {
	iface  *lower.Iface
	leaves []backend.Value
	typ    string

	from   *origin    // the file, of a loaded value
	def    *types.Def // what it was computed by, else
	inputs []*held    // and of; Note [Lineage]
	depth  int        // how long the chain of those is
}

// earlier are the values of earlier meanings of its own name that the entry mentions; nil if there are none.
func (e *entry) earlier() map[*types.Symbol]*held {
	var out map[*types.Symbol]*held
	for sym, h := range e.values {
		if !ownSymbol(sym, e.defs) {
			if out == nil {
				out = map[*types.Symbol]*held{}
			}
			out[sym] = h
		}
	}
	return out
}

// state is what all cells so far have made. A cell works on a clone, so that a failing cell changes
// nothing.
type state struct {
	env     *check.Env
	entries map[check.Name]*entry
	order   []*entry // in order of definition
}

// newState is the state before the first cell; imports finds what cells import.
func newState(imports check.Loader) *state {
	return &state{env: check.Prelude().ForCell().WithLoader(imports), entries: map[check.Name]*entry{}}
}

// clone copies all entries, in one block: that is a microsecond for ten of them.
func (s *state) clone() *state {
	block := make([]entry, len(s.order))
	c := &state{env: s.env, entries: make(map[check.Name]*entry, len(s.entries)), order: make([]*entry, len(s.order))}
	for i, e := range s.order {
		block[i] = *e
		c.order[i] = &block[i]
		for _, name := range e.names {
			c.entries[name] = &block[i]
		}
	}
	return c
}

// define adds an entry under its names and marks everything that depends on them.
func (s *state) define(e *entry) {
	e.version = versions.Add(1)
	for _, name := range e.names {
		if old := s.entries[name]; old != nil {
			s.outlive(old, name)
			s.drop(old, name)
		}
		s.entries[name] = e
	}
	if e.imports() { // the same again: the earlier one has nothing to say any more
		s.order = slices.DeleteFunc(s.order, func(o *entry) bool {
			return len(o.names) == 0 && o.decl.DeclSpan().Text() == e.decl.DeclSpan().Text()
		})
	}
	s.order = append(s.order, e)
	s.invalidate(e.names, e)
}

// drop takes one name away from an entry; an entry without names is gone, but an open may get new ones.
func (s *state) drop(e *entry, name check.Name) {
	var rest []check.Name
	for _, n := range e.names {
		if n != name {
			rest = append(rest, n)
		}
	}
	e.names = rest
	if len(rest) > 0 || e.imports() {
		return
	}
	for i, o := range s.order {
		if o == e {
			s.order = append(s.order[:i:i], s.order[i+1:]...)
			return
		}
	}
}

// forget takes what cells have defined under a name away; whatever depends on it is marked. False: there is nothing.
func (s *state) forget(text string) bool {
	var names []check.Name
	for _, space := range []check.Space{check.Values, check.Types, check.ModuleTypes} {
		if name := (check.Name{Space: space, Text: text}); s.entries[name] != nil {
			names = append(names, name)
		}
	}
	for _, name := range names {
		e := s.entries[name]
		s.outlive(e, name)
		if info, ok := s.env.Describe(name); ok && e.values != nil {
			e.values = maps.Clone(e.values) // the state before the cell has it, too
			delete(e.values, info.Sym)
		}
		s.drop(e, name)
		delete(s.entries, name)
	}
	s.env = s.env.With(check.Prelude().Scope(), names)
	s.invalidate(names, nil)
	return len(names) > 0
}

// invalidate marks the dependents of names: definitions to be checked again, values as stale.
func (s *state) invalidate(names []check.Name, except *entry) {
	work := append([]check.Name{}, names...)
	seen := map[check.Name]bool{}
	for len(work) > 0 {
		name := work[0]
		work = work[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, e := range s.order {
			if e == except || !slices.Contains(e.deps, name) {
				continue
			}
			if e.values != nil {
				e.stale = true
			} else {
				e.dirty = true
			}
			work = append(work, e.names...)
		}
	}
}

// refresh checks again what names need: their dirty definitions, dependencies first. A definition that no
// longer checks is reported with a note on where it stands and whose new meaning it met.
func (s *state) refresh(names []check.Name) diag.List {
	var errs diag.List
	seen := map[*entry]bool{}
	var visit func(name check.Name)
	visit = func(name check.Name) {
		e := s.entries[name]
		if e == nil || seen[e] {
			return
		}
		seen[e] = true
		for _, d := range e.deps {
			visit(d)
		}
		if e.values == nil && (e.dirty || e.broken != nil) {
			errs = append(errs, s.recheck(e)...)
		}
	}
	for _, n := range names {
		visit(n)
	}
	return errs
}

// recheck checks an entry in the scope of now. What it defines takes the place of what it defined before,
// but for names that a later entry has taken over.
func (s *state) recheck(e *entry) diag.List {
	scope := s.env
	if e.self {
		scope = scope.With(e.scope.Scope(), e.names)
	}
	b, defs, diags := check.Bind(scope, e.decl)
	if bad := diags.Errors(); len(bad) > 0 {
		e.broken = bad
		out := make(diag.List, len(bad))
		for i, d := range bad {
			n := *d
			n.Notes = append(append([]diag.Note{}, d.Notes...), s.brokenNotes(e)...)
			out[i] = &n
		}
		return out
	}
	e.defs, e.dirty, e.broken = defs, false, nil
	e.version = versions.Add(1)
	if e.imports() {
		s.rebind(e, b.Names())
	}
	s.env = s.env.With(b, e.names)
	return nil
}

// imports tells whether what the entry defines depends on what is in a module.
func (e *entry) imports() bool {
	switch e.decl.(type) {
	case *syntax.OpenDecl, *syntax.ImportDecl:
		return true
	}
	return false
}

// rebind gives an open or import, checked again, the names that it now defines: those it had, and new ones
// that no other entry has. Names that are gone mean what they mean in the library, or nothing.
func (s *state) rebind(e *entry, now []check.Name) {
	defined := map[check.Name]bool{}
	for _, n := range now {
		defined[n] = true
	}
	var names, gone []check.Name
	for _, n := range e.names {
		if defined[n] {
			names = append(names, n)
		} else {
			gone = append(gone, n)
			delete(s.entries, n)
		}
	}
	for _, n := range now {
		if s.entries[n] == nil {
			s.entries[n] = e
			names = append(names, n)
		}
	}
	e.names = names
	if len(gone) > 0 {
		s.env = s.env.With(check.Prelude().Scope(), gone)
	}
}

// reopen checks modules that are open again where they have changed, so that their present names are in
// scope. Faults are reported to whoever mentions the names.
func (s *state) reopen() {
	for _, e := range append([]*entry{}, s.order...) {
		if e.imports() && e.dirty {
			s.refresh(e.deps)
			s.recheck(e)
		}
	}
}

// brokenNotes says which cells a broken definition depends on.
func (s *state) brokenNotes(e *entry) []diag.Note {
	notes := []diag.Note{{Msg: fmt.Sprintf("%s was defined in %s, and no longer fits what it depends on", nameList(e.names), e.source.Title())}}
	for _, dep := range e.deps {
		if d := s.entries[dep]; d != nil && d.source.Title() != e.source.Title() {
			notes = append(notes, diag.Note{Span: d.decl.DeclSpan(), Msg: fmt.Sprintf("%s has its present meaning from %s", dep.Text, d.source.Title())})
		}
	}
	return notes
}

// named are the names of entries that the identifiers of a text may mean, in their order. It may give
// too many (a local variable of the same name), never too few: the cost is a needless check.
func (s *state) named(words []string) []check.Name {
	var out []check.Name
	for _, text := range words {
		for _, space := range []check.Space{check.Values, check.Types, check.ModuleTypes} {
			if name := (check.Name{Space: space, Text: text}); s.entries[name] != nil {
				out = append(out, name)
			}
		}
	}
	return out
}

// held finds the value of a top-level let.
func (s *state) held(sym *types.Symbol) *held {
	for _, e := range s.order {
		if h := e.values[sym]; h != nil {
			return h
		}
	}
	return nil
}

// heldValues are all values that the state holds.
func (s *state) heldValues() map[*held]bool {
	out := map[*held]bool{}
	for _, e := range s.order {
		for _, h := range e.values {
			out[h] = true
		}
	}
	return out
}

// sortedNames lists the defined names.
func (s *state) sortedNames() []check.Name {
	names := make([]check.Name, 0, len(s.entries))
	for n := range s.entries {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if names[i].Text != names[j].Text {
			return names[i].Text < names[j].Text
		}
		return names[i].Space < names[j].Space
	})
	return names
}

// nameList is names as text; of a long list the first.
func nameList(names []check.Name) string {
	const most = 5
	var out []string
	for i, n := range names {
		if i == most {
			out = append(out, "...")
			break
		}
		out = append(out, n.Text)
	}
	return strings.Join(out, ", ")
}

// Note [Late binding]
//
// A name means its latest definition, also inside earlier definitions. When a cell defines f again, every
// definition whose text mentions f is marked dirty, and whatever depends on those, and so on; values
// (top-level lets) are marked stale and keep what they are. Dirty definitions are checked again, in the
// scope of now, when a cell next mentions them, and only then. A constant that shadows an earlier one
// of its own name and uses it (def c = c * 100) keeps that earlier meaning for good: there is nothing
// newer for it to follow.
//
// The same holds for types, modules and module types, each in its name space. An open or import defines
// every name of its module; when the module is defined again, what the open defines is found anew.
