package session

import (
	"fmt"
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
	names  []string // a pattern declaration defines several
	decl   syntax.Decl
	source *diag.Source // the cell that defined it
	deps   []string     // names of other entries that its text mentions
	scope  *check.Env   // the scope it was first checked in
	self   bool         // it mentions an earlier meaning of its own name
	defs   []*types.Def

	dirty  bool      // something it depends on was defined again since it was checked
	broken diag.List // what the last check said, if it failed
	stale  bool      // its value was computed from an older meaning

	values map[*types.Symbol]*held // for top-level lets: the values, by symbol
}

// held is a value on the engine, as leaves, with the description that turns them into a user's value.
type held struct {
	iface  *lower.Iface
	leaves []backend.Value
	typ    string
}

// state is what all cells so far have made. A cell works on a clone, so that a failing cell changes
// nothing.
type state struct {
	env     *check.Env
	entries map[string]*entry // by name
	order   []*entry          // in order of definition
}

func newState() *state {
	return &state{env: check.Prelude().ForCell(), entries: map[string]*entry{}}
}

func (s *state) clone() *state {
	c := &state{env: s.env, entries: make(map[string]*entry, len(s.entries)), order: make([]*entry, len(s.order))}
	copies := make(map[*entry]*entry, len(s.order))
	for i, e := range s.order {
		n := *e
		copies[e] = &n
		c.order[i] = &n
	}
	for name, e := range s.entries {
		c.entries[name] = copies[e]
	}
	return c
}

// define adds an entry under its names and marks everything that depends on them.
func (s *state) define(e *entry) {
	for _, name := range e.names {
		if old := s.entries[name]; old != nil {
			s.drop(old, name)
		}
		s.entries[name] = e
	}
	s.order = append(s.order, e)
	s.invalidate(e.names, e)
}

// drop takes one name away from an entry; an entry without names is gone.
func (s *state) drop(e *entry, name string) {
	var rest []string
	for _, n := range e.names {
		if n != name {
			rest = append(rest, n)
		}
	}
	e.names = rest
	if len(rest) > 0 {
		return
	}
	for i, o := range s.order {
		if o == e {
			s.order = append(s.order[:i:i], s.order[i+1:]...)
			return
		}
	}
}

// invalidate marks the dependents of names: definitions to be checked again, values as stale.
func (s *state) invalidate(names []string, except *entry) {
	work := append([]string{}, names...)
	seen := map[string]bool{}
	for len(work) > 0 {
		name := work[0]
		work = work[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, e := range s.order {
			if e == except || !contains(e.deps, name) {
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
func (s *state) refresh(names []string) diag.List {
	var errs diag.List
	seen := map[*entry]bool{}
	var visit func(name string)
	visit = func(name string) {
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

func (s *state) recheck(e *entry) diag.List {
	scope := s.env
	if e.self {
		for _, n := range e.names {
			if earlier, ok := e.scope.Symbol(n); ok {
				scope = scope.WithSymbol(n, earlier)
			}
		}
	}
	env, defs, diags := check.Decl(scope, e.decl)
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
	s.env, e.defs, e.dirty, e.broken = env, defs, false, nil
	return nil
}

// brokenNotes says which cells a broken definition depends on.
func (s *state) brokenNotes(e *entry) []diag.Note {
	notes := []diag.Note{{Msg: fmt.Sprintf("%s was defined in %s, and no longer fits what it depends on", strings.Join(e.names, ", "), e.source.Name)}}
	for _, dep := range e.deps {
		if d := s.entries[dep]; d != nil && d.source != e.source {
			notes = append(notes, diag.Note{Span: d.decl.DeclSpan(), Msg: fmt.Sprintf("%s has its present meaning from %s", dep, d.source.Name)})
		}
	}
	return notes
}

// staleEntries are the values computed from an older meaning, in dependency order.
func (s *state) staleEntries() []*entry {
	var out []*entry
	done := map[*entry]bool{}
	var visit func(e *entry)
	visit = func(e *entry) {
		if done[e] {
			return
		}
		done[e] = true
		for _, d := range e.deps {
			if o := s.entries[d]; o != nil {
				visit(o)
			}
		}
		if e.stale {
			out = append(out, e)
		}
	}
	for _, e := range s.order {
		visit(e)
	}
	return out
}

// mentioned are the names of entries that a text mentions, in order of first occurrence. It may give
// too many (a local variable of the same name), never too few: the cost is a needless check.
func (s *state) mentioned(src *diag.Source, span diag.Span) []string {
	var out []string
	seen := map[string]bool{}
	for _, name := range identifiers(src, span) {
		if s.entries[name] != nil && !seen[name] {
			seen[name] = true
			out = append(out, name)
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
func (s *state) sortedNames() []string {
	names := make([]string, 0, len(s.entries))
	for n := range s.entries {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

func contains(xs []string, x string) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}

// Note [Late binding]
//
// A name means its latest definition, also inside earlier definitions. When a cell defines f again, every
// definition whose text mentions f is marked dirty, and whatever depends on those, and so on; values
// (top-level lets) are marked stale and keep what they are. Dirty definitions are checked again, in the
// scope of now, when a cell next mentions them, and only then. A constant that shadows an earlier one
// of its own name and uses it (def c = c * 100) keeps that earlier meaning for good: there is nothing
// newer for it to follow.
