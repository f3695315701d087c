package session

import (
	"maps"
	"slices"
	"strings"

	"raido/lang/check"
	"raido/lang/check/scope"
	"raido/lang/syntax"
)

// This file is about what an open or import brings, and how names are forgotten.

// forget takes what cells have defined under a name away, and what an open or import of it has brought; whatever depends on
// that is marked. False: there is nothing.
func (s *state) forget(text string) bool {
	var names []scope.Name
	for _, e := range s.order {
		if e.opens(text) {
			names = append(names, e.names...)
		}
	}
	s.order = slices.DeleteFunc(s.order, func(e *entry) bool { return e.opens(text) }) // also one without names
	for _, space := range []scope.Space{scope.Values, scope.Types, scope.ModuleTypes} {
		if name := (scope.Name{Space: space, Text: text}); s.entries[name] != nil && !slices.Contains(names, name) {
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
	s.env = s.env.As(check.Prelude(), names)
	s.invalidate(names, nil)
	return len(names) > 0
}

// imports reports whether what the entry defines depends on what is in a module.
func (e *entry) imports() bool {
	switch e.piece.decl.(type) {
	case *syntax.OpenDecl, *syntax.ImportDecl:
		return true
	default: // depends on names that it mentions
	}
	return false
}

// opens reports whether the entry brings what is in the module or file of that name.
func (e *entry) opens(text string) bool {
	switch d := e.piece.decl.(type) {
	case *syntax.OpenDecl:
		return d.Mod.ModSpan().Text() == text
	case *syntax.ImportDecl:
		return d.Path == strings.Trim(text, `"`)
	default: // brings its own names
	}
	return false
}

// rebind gives an open or import, checked again, the names that it now defines: those it had, and new ones
// that no other entry has. Names that are gone mean what they mean in the library, or nothing.
func (s *state) rebind(e *entry, now []scope.Name) {
	defined := map[scope.Name]bool{}
	for _, n := range now {
		defined[n] = true
	}
	var names, gone, more []scope.Name
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
			more = append(more, n)
		}
	}
	e.names = append(names, more...)
	s.invalidate(more, e)
	if len(gone) > 0 {
		s.env = s.env.As(check.Prelude(), gone)
	}
}

// reopen checks modules that are open again where they have changed, so that their present names are in
// scope. Faults are reported to whoever mentions the names.
func (s *state) reopen() {
	if !s.opened {
		return
	}
	s.opened = false
	for _, e := range slices.Clone(s.order) {
		if e.imports() && e.dirty && !slices.ContainsFunc(e.deps, func(n scope.Name) bool { return s.redefined[n] }) {
			s.refresh(e.deps)
			s.recheck(e)
		}
	}
}

// openedAgain takes away what the same open or import has brought before and does not bring any more.
func (s *state) openedAgain(e *entry) {
	var gone []scope.Name
	s.order = slices.DeleteFunc(s.order, func(o *entry) bool {
		if o == e || !o.imports() || o.piece.decl.DeclSpan().Text() != e.piece.decl.DeclSpan().Text() {
			return false
		}
		gone = append(gone, o.names...)
		return true
	})
	if len(gone) == 0 {
		return
	}
	for _, n := range gone {
		delete(s.entries, n)
	}
	s.env = s.env.As(check.Prelude(), gone)
	s.invalidate(gone, e)
}
