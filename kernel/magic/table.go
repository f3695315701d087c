package magic

import (
	"fmt"

	"raido/display"
	"raido/lang/diag"
)

// Def is a magic.
type Def struct {
	Name    string // without %
	Args    string // as it is called
	Doc     string // what it does, in one line
	Help    string // more, for %help NAME; lines of prose
	Example string // a cell, or some
	Options []Option
	Takes   Completer             // what its arguments are, for completion; nil: expressions
	Names   bool                  // and expressions besides
	Looks   bool                  // it changes nothing of the notebook
	Defines bool                  // what stands after it in its cell may mean something else once it has run
	Files   bool                  // so may imports
	Binds   func(p Part) []string // the names that a call defines, where its arguments say so
	Run     func(c *Call) (display.Bundle, error)
}

// Option is --Name of a magic, with a value if Arg is not empty.
type Option struct{ Name, Arg, Doc string }

// Group is a category of magics.
type Group struct {
	Title  string
	Magics []*Def
}

// groups lists the magics; each group's table stands in the file of its magics. init fills it, because %help reads it.
var groups []Group

func init() {
	groups = []Group{
		{"derivatives", diffMagics()},
		{"time", timeMagics()},
		{"pictures", plotMagics()},
		{"files", fileMagics()},
		{"the notebook", stateMagics()},
		{"around the notebook", envMagics()},
		{"help", helpMagics()},
	}
}

// Groups are the magics there are.
func Groups() []Group { return groups }

// Find is the magic of that name, or nil.
func Find(name string) *Def {
	for _, g := range groups {
		for _, m := range g.Magics {
			if m.Name == name {
				return m
			}
		}
	}
	return nil
}

// magicNames lists the names of the magics that are written with %.
func magicNames() []string {
	var names []string
	for _, g := range groups {
		for _, m := range g.Magics {
			if m.Name != "!" {
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// usage makes the diagnostic of a magic that is called wrongly.
func usage(at diag.Span, format string, args ...any) *diag.Diag {
	return &diag.Diag{Class: diag.Usage, Code: codeMagic, Span: at, Msg: fmt.Sprintf(format, args...)}
}

var codeMagic = diag.Register("E1001", "A magic does not exist, or is called wrongly.")

// CodeNoValue is the code of an expression that has no value to show.
var CodeNoValue = diag.Register("E1003", "A cell ends with what is no value: a function, or something of any type.")
