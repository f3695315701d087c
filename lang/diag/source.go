package diag

import (
	"fmt"
	"sync/atomic"
)

// Kind says what a text is.
type Kind uint8

// The kinds of texts.
const (
	Alone   Kind = iota // a text on its own: its Source is its identity, and Name its title
	Cell                // the Number-th cell of a notebook, or what its magic Part made
	File                // the file Part
	Library             // the file Part of Futhark's library, without folder and ending
	Remote              // the Number-th source of a program that came from another process, without its text
)

// ID says which text a source is, or is a part of. It is a value: sources of equal IDs are of one text, but for those that stand Alone.
type ID struct {
	Kind   Kind
	Number int
	Part   string
}

// FileID is the identity of a file, by its path as it was given.
func FileID(path string) ID { return ID{Kind: File, Part: path} }

// title is the name of a text that people see; "" where the ID tells none.
func (id ID) title() string {
	switch id.Kind {
	case Cell:
		title := fmt.Sprintf("In [%d]", id.Number)
		if id.Part != "" {
			title += ", " + id.Part
		}
		return title
	case File:
		return id.Part
	case Library:
		return "prelude/" + id.Part + ".fut"
	case Remote:
		return fmt.Sprintf("source %d", id.Number)
	}
	return ""
}

// Source is a text that positions refer to: a file, a cell, a piece of a cell, or a part of the library.
type Source struct {
	ID   ID     // as it was at first: a cell that is run again has another number
	Name string // for people, of a text that stands Alone
	Text string

	place atomic.Pointer[Place]
}

// Place is where a text stands: at a place of a longer text, which people see. That is the text itself, if it is no part of another.
type Place struct {
	ID   ID
	Text string
	At   int
}

// Place is where the text stands at present.
func (s *Source) Place() Place {
	if p := s.place.Load(); p != nil {
		return *p
	}
	return Place{ID: s.ID, Text: s.Text}
}

// Move says that the text stands at another place: a part of a cell that is run again may stand elsewhere. Others may read the source
// at the same time.
func (s *Source) Move(p Place) { s.place.Store(&p) }

// Title is the name that people see.
func (s *Source) Title() string {
	if t := s.Place().ID.title(); t != "" {
		return t
	}
	return s.Name
}

// SameText reports whether two sources are of one text, as two pieces of a cell are.
func (s *Source) SameText(o *Source) bool {
	if s == nil || o == nil || s == o {
		return s == o
	}
	id := s.Place().ID
	return id.Kind != Alone && id == o.Place().ID
}

// Piece is the text of a span as a source of its own, which stands where the span does.
func (s Span) Piece() *Source {
	p := &Source{ID: s.Source.ID, Name: s.Source.Name, Text: s.Text()}
	whole := s.Source.Place()
	whole.At += s.Start
	p.Move(whole)
	return p
}
