package session

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"raido/backend"
	"raido/kernel/magic"
	"raido/lang/check"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/lower/iface"
	"raido/lang/types"
)

// This file holds the definition graph: what the cells have defined, who depends on whom, and what that
// means when a name is defined again. Note [Late binding] at the end.

// entry is one definition of a cell: the latest one of each of its names.
type entry struct {
	names []scope.Name // a pattern declaration, open and import define several
	all   int          // how many they were at first; later definitions take names away
	piece *piece       // nil if no text of a cell defines it
	deps  []scope.Name // names of other entries that its text mentions
	scope *scope.Env   // the scope it was first checked in
	self  bool         // it may mention an earlier meaning of its own name
	defs  []*types.Def
	warns diag.List // of the first check

	version int64 // of its meaning: defined or checked again, it has another

	dirty  bool      // something it depends on was defined again since it was checked
	broken diag.List // why it has no meaning, if the last check failed
	stale  bool      // its value was computed from an older meaning
	gaveUp int64     // the newest version of what it depends on with which its value could not be computed again

	// For top-level lets: the values, by symbol; with those of earlier meanings of its own name that it mentions.
	values map[*types.Symbol]*held
}

// held is a value on the engine, as leaves, with the description that turns them into a user's value.
type held struct {
	iface  *iface.Iface
	leaves []backend.Value
	typ    string
	engine string // that computed it; empty if it was loaded

	from   magic.Origin // of a loaded value
	def    *types.Def   // what it was computed by, else
	inputs []*held      // and of; Note [Lineage]
	depth  int          // how long the chain of those is
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
	env     *scope.Env
	entries map[scope.Name]*entry
	order   []*entry // in order of definition

	// redefined are the names whose new definition in the running cell has a fault: their old one is out of the picture.
	redefined map[scope.Name]bool
	opened    bool // what an open or import has brought may have changed
	// mentioned has every name that some entry of the notebook, now or earlier, depends on. All states share it: it only grows.
	mentioned *sync.Map
}

// newState is the state before the first cell; imports finds what cells import.
func newState(imports scope.Loader) *state {
	return &state{env: check.Prelude().ForCell().WithLoader(imports), entries: map[scope.Name]*entry{}, mentioned: &sync.Map{}}
}

// anyStale reports whether a value is stale.
func (s *state) anyStale() bool {
	return slices.ContainsFunc(s.order, func(e *entry) bool { return e.stale })
}

// clone copies all entries, in one block: that is a microsecond for ten of them.
func (s *state) clone() *state {
	block := make([]entry, len(s.order))
	c := &state{env: s.env, mentioned: s.mentioned, entries: make(map[scope.Name]*entry, len(s.entries)), order: make([]*entry, len(s.order)), opened: s.opened}
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
		delete(s.redefined, name)
	}
	if e.imports() {
		s.openedAgain(e)
	}
	s.order = append(s.order, e)
	for _, name := range e.deps {
		s.mentioned.Store(name, true)
	}
	if slices.ContainsFunc(e.names, func(n scope.Name) bool { _, ok := s.mentioned.Load(n); return ok }) {
		s.invalidate(e.names, e)
	}
}

// redefine takes the old meaning of a name, whose new definition has a fault, out of the picture.
func (s *state) redefine(name scope.Name) {
	if s.redefined == nil {
		s.redefined = map[scope.Name]bool{}
	}
	s.redefined[name] = true
}

// drop takes one name away from an entry; an entry without names is gone, but an open may get new ones.
func (s *state) drop(e *entry, name scope.Name) {
	var rest []scope.Name
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

// invalidate marks the dependents of names: definitions to be checked again, values as stale.
func (s *state) invalidate(names []scope.Name, except *entry) {
	work := append([]scope.Name{}, names...)
	seen := map[scope.Name]bool{}
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
				s.opened = s.opened || e.imports()
			}
			work = append(work, e.names...)
		}
	}
}

// refresh checks again what names need: their dirty definitions, dependencies first.
func (s *state) refresh(names []scope.Name) {
	seen := map[*entry]bool{}
	var visit func(name scope.Name)
	visit = func(name scope.Name) {
		e := s.entries[name]
		if e == nil || seen[e] || s.redefined[name] || !e.dirty {
			return
		}
		seen[e] = true
		for _, d := range e.deps {
			visit(d)
		}
		s.recheck(e)
	}
	for _, n := range names {
		visit(n)
	}
}

// scope is the scope of now for what mentions names; those without a meaning are in error. If one of them turns out to be meant,
// broken says why it has none.
func (s *state) scope(names []scope.Name) (env *scope.Env, broken func() diag.List) {
	var bad []scope.Name
	for _, n := range names {
		if e := s.entries[n]; e != nil && e.broken != nil && !s.redefined[n] {
			bad = append(bad, n)
		}
	}
	if len(bad) == 0 {
		return s.env, func() diag.List { return nil }
	}
	env, used := s.env.InError(bad)
	return env, func() (out diag.List) {
		if !used() {
			return nil
		}
		for _, n := range bad {
			for _, d := range s.entries[n].broken {
				if !slices.Contains(out, d) {
					out = append(out, d)
				}
			}
		}
		return out
	}
}

// recheck checks an entry in the scope of now. What it defines takes the place of what it defined before, but for names that a
// later entry has taken over. One that no longer checks says where it stands and whose new meaning it met.
func (s *state) recheck(e *entry) {
	scope, causes := s.scope(e.deps)
	if e.self {
		scope = scope.As(e.scope, e.names)
	}
	b, defs, diags := check.Bind(scope, e.piece.decl)
	e.dirty, e.broken, e.version = false, causes(), versions.Add(1)
	for _, d := range diags.Errors() {
		n := *d
		n.Notes = append(append([]diag.Note{}, d.Notes...), s.brokenNotes(e)...)
		e.broken = append(e.broken, &n)
	}
	if e.broken != nil {
		return
	}
	if e.defs = defs; e.values == nil {
		for _, d := range defs { // a let that was a function stays a definition
			if d.Sym.Kind == types.KindValue {
				d.Sym.Kind = types.KindDef
			}
		}
	}
	if e.imports() {
		s.rebind(e, b.Names())
	}
	s.env = s.env.With(b, e.names)
}

// brokenNotes says which cells a broken definition depends on.
func (s *state) brokenNotes(e *entry) []diag.Note {
	notes := []diag.Note{{Msg: fmt.Sprintf("%s was defined in %s, and no longer fits what it depends on", nameList(e.names), e.piece.src.Title())}}
	for _, dep := range e.deps {
		if d := s.entries[dep]; d != nil && d.piece.decl != nil && !d.piece.src.SameText(e.piece.src) {
			notes = append(notes, diag.Note{Span: d.piece.decl.DeclSpan(), Msg: fmt.Sprintf("%s has its present meaning from %s", dep.Text, d.piece.src.Title())})
		}
	}
	return notes
}

// named are the names of entries that the identifiers of a text may mean, in their order. It may give
// too many (a local variable of the same name), never too few: the cost is a needless check.
func (s *state) named(words []string) []scope.Name {
	var out []scope.Name
	for _, text := range words {
		for _, space := range []scope.Space{scope.Values, scope.Types, scope.ModuleTypes} {
			if name := (scope.Name{Space: space, Text: text}); s.entries[name] != nil {
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
func (s *state) sortedNames() []scope.Name {
	names := make([]scope.Name, 0, len(s.entries))
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
func nameList(names []scope.Name) string {
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
