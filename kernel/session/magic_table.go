package session

import (
	"fmt"

	"raido/display"
	"raido/lang/diag"
)

// magicDef is a magic command.
type magicDef struct {
	name    string // without %
	args    string // as it is called
	doc     string // what it does, in one line
	help    string // more, for %help NAME; lines of prose
	example string // a cell, or some
	options []option
	takes   completer // what its arguments are, for completion; nil: expressions
	names   bool      // and expressions besides
	defines bool      // what stands after it in its cell may mean something else once it has run
	files   bool      // so may imports
	run     func(c *cell, p part) (display.Bundle, error)
}

// option is --name of a magic, with a value if arg is not empty.
type option struct{ name, arg, doc string }

// magicGroup is a category of magics.
type magicGroup struct {
	title  string
	magics []*magicDef
}

// magicGroups lists the magic commands; each group's table stands in the file of its magics. init fills it, because
// %help reads it.
var magicGroups []magicGroup

func init() {
	magicGroups = []magicGroup{
		{"derivatives", diffMagics()},
		{"time", timeMagics()},
		{"pictures", plotMagics()},
		{"files", fileMagics()},
		{"the notebook", stateMagics()},
		{"around the notebook", envMagics()},
		{"help", helpMagics()},
	}
}

// findMagic is the magic of that name, or nil.
func findMagic(name string) *magicDef {
	for _, g := range magicGroups {
		for _, m := range g.magics {
			if m.name == name {
				return m
			}
		}
	}
	return nil
}

// magicNames lists the names of the magics that are written with %.
func magicNames() []string {
	var names []string
	for _, g := range magicGroups {
		for _, m := range g.magics {
			if m.name != "!" {
				names = append(names, m.name)
			}
		}
	}
	return names
}

// usage makes the diagnostic of a magic that is called wrongly.
func usage(at diag.Span, format string, args ...any) *diag.Diag {
	return &diag.Diag{Class: diag.Usage, Code: codeMagic, Span: at, Msg: fmt.Sprintf(format, args...)}
}
