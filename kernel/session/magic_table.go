package session

import (
	"fmt"
	"strings"

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

// magic runs one magic.
func (c *cell) magic(p part) (display.Bundle, error) {
	if m := findMagic(p.magic); m != nil {
		if c.nb.looks && !looking[m.name] {
			return display.Bundle{}, onlyLooks(p.args, "%"+m.name+" changes the notebook and is not there")
		}
		return m.run(c, p)
	}
	d := usage(p.args, "there is no magic %%%s", p.magic)
	if near := diag.Nearest(p.magic, magicNames()); near != "" {
		d.Hint = "did you mean %" + near + "?"
	} else {
		d.Hint = "%lsmagic lists the magics"
	}
	return display.Bundle{}, d
}

// usage makes the diagnostic of a magic that is called wrongly.
func usage(at diag.Span, format string, args ...any) *diag.Diag {
	return &diag.Diag{Class: diag.Usage, Code: codeMagic, Span: at, Msg: fmt.Sprintf(format, args...)}
}

// options takes the options that the magic has from the front of its arguments at at, and gives the rest. A flag has the
// value "on".
func (p part) options(at diag.Span) (map[string]string, diag.Span, error) {
	out := map[string]string{}
	for {
		rest := at.Text()
		trimmed := strings.TrimLeft(rest, " \t\n")
		at.Start += len(rest) - len(trimmed)
		if !strings.HasPrefix(trimmed, "--") {
			return out, at, nil
		}
		word := trimmed
		if end := strings.IndexAny(word, " \t\r\n"); end >= 0 {
			word = word[:end]
		}
		here := diag.Span{Source: at.Source, Start: at.Start, End: at.Start + len(word)}
		o, err := p.option(here)
		if err != nil {
			return nil, at, err
		}
		at.Start += len(word)
		if o.arg == "" {
			out[o.name] = "on"
			continue
		}
		val, n := optionValue(trimmed[len(word):])
		if val == "" {
			return nil, at, usage(here, "--%s needs a value: --%s %s", o.name, o.name, o.arg)
		}
		out[o.name] = val
		at.Start += n
	}
}

// option is the option of the magic that is written at at.
func (p part) option(at diag.Span) (option, error) {
	var all []string
	if m := findMagic(p.magic); m != nil {
		for _, o := range m.options {
			if at.Text() == "--"+o.name {
				return o, nil
			}
			all = append(all, "--"+o.name)
		}
	}
	d := usage(at, "%%%s has no option %s", p.magic, at.Text())
	if d.Hint = "the options are " + strings.Join(all, ", "); len(all) == 0 {
		d.Hint = "it has no options"
	}
	return option{}, d
}

// optionValue takes a word, or a text in double quotes, and tells how many bytes it took.
func optionValue(s string) (string, int) {
	n := 0
	for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
		n++
	}
	if n < len(s) && s[n] == '"' {
		if end := strings.IndexByte(s[n+1:], '"'); end >= 0 {
			return s[n+1 : n+1+end], n + end + 2
		}
	}
	end := strings.IndexAny(s[n:], " \t\r\n")
	if end < 0 {
		end = len(s) - n
	}
	return s[n : n+end], n + end
}
