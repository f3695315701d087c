package session

import (
	"fmt"
	"slices"
	"strings"

	"raido/backend"
	"raido/display"
	"raido/kernel/magic"
	"raido/lang/syntax"
)

// This file tells what the cells have defined, as people are told.

// definitions are what cells have defined, by name; an open or import is one, where the first of its names stands.
func (s *state) definitions() []magic.Definition {
	var out []magic.Definition
	told, folded := map[*held]*magic.Held{}, map[*entry]bool{}
	for _, name := range s.sortedNames() {
		e := s.entries[name]
		d := magic.Definition{Name: name.Text, Kind: e.kind(), Cell: e.piece.src.Title(), State: e.condition()}
		if e.imports() {
			if !folded[e] {
				d.Name, d.Kind = strings.Join(strings.Fields(e.piece.decl.DeclSpan().Text()), " "), "names"
				d.Type = fmt.Sprintf("%d: %s", len(e.names), nameList(e.names))
				out = append(out, d)
			}
			folded[e] = true
			continue
		}
		if info, ok := s.env.Describe(name); ok {
			d.Type = info.Type
			if h := e.values[info.Sym]; h != nil {
				d.Kind, d.Type = "value", h.shapes(info.Type)
				if told[h] == nil {
					told[h] = &magic.Held{Bytes: h.bytes(), Where: h.where(), Engine: h.engine}
				}
				d.Held = told[h]
			}
		}
		out = append(out, d)
	}
	return out
}

// kind is what sort of definition the entry is, values aside.
func (e *entry) kind() string {
	switch e.piece.decl.(type) {
	case *syntax.TypeDecl:
		return "type"
	case *syntax.ModDecl:
		return "module"
	case *syntax.SigDecl:
		return "module type"
	default: // has no word of its own
	}
	return "definition"
}

// condition is what there is to know about an entry that is not as it was defined.
func (e *entry) condition() string {
	switch {
	case e.broken != nil:
		return "broken: " + e.broken[0].Msg
	case e.lost():
		return "lost"
	case e.stale:
		return "stale"
	case e.dirty:
		return "to be checked again"
	}
	return ""
}

// where tells which memory holds a value. Scalars are on the host always.
func (h *held) where() string {
	if slices.ContainsFunc(h.leaves, backend.Value.OnDevice) {
		return "device"
	}
	return "host"
}

// bytes is the memory of a held value.
func (h *held) bytes() int64 {
	total := int64(0)
	for _, l := range h.leaves {
		n := int64(l.Elem().Size())
		for _, d := range l.Shape() {
			n *= d
		}
		total += n
	}
	return total
}

// shapes gives the type with its actual sizes, where the value is one array.
func (h *held) shapes(typ string) string {
	if len(h.leaves) == 1 && len(h.leaves[0].Shape()) > 0 {
		return display.ArrayType(h.leaves[0].Shape(), h.leaves[0].Elem())
	}
	return typ
}
