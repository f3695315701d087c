package magic

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"raido/display"
	"raido/lang/diag"
)

// This file calls magics: what is wrong with a call whatever the magic, and options.

// Called is the magic that a part of a cell calls.
func Called(p Part) (*Def, error) {
	if m := Find(p.Magic); m != nil {
		return m, nil
	}
	return nil, unknownMagic(p)
}

// Call runs the magic as a part of a cell calls it.
func (m *Def) Call(c Cell, p Part) (display.Bundle, error) {
	b, err := m.Run(&Call{c, p})
	if err != nil {
		return display.Bundle{}, noDeclaration(p, err)
	}
	return b, nil
}

// noDeclaration says that a magic takes an expression, where a declaration stands.
func noDeclaration(p Part, err error) error {
	list, ok := err.(diag.List)
	first, _, _ := strings.Cut(strings.TrimSpace(p.Args.Text()), " ")
	if !ok || len(list) == 0 || list[0].Class != diag.Syntax || !slices.Contains([]string{"def", "let", "type", "module", "entry", "open", "import"}, first) {
		return err
	}
	d := *list[0]
	d.Hint = p.title() + " takes an expression: what it needs is defined on the lines before"
	return append(diag.List{&d}, list[1:]...)
}

// unknownMagic says what could be meant.
func unknownMagic(p Part) *diag.Diag {
	if p.Magic == "%" {
		d := usage(p.Name, "a %% that begins a line is followed by the name of a magic, without a space")
		d.Hint = "%lsmagic lists the magics"
		return d
	}
	d := usage(p.Name, "there is no magic %%%s", p.Magic)
	d.Hint = "%lsmagic lists the magics"
	if cell := strings.TrimLeft(p.Magic, "%"); Find(cell) != nil {
		d.Hint = "there are no magics for cells: %" + cell + " takes the rest of its line and the indented lines after it"
	} else if near := diag.Nearest(strings.ToLower(p.Magic), magicNames()); near != "" {
		d.Hint = "did you mean %" + near + "?"
	}
	return d
}

// Fits checks what a magic's table says of its arguments: whether it takes any, needs any, and has options.
func (m *Def) Fits(p Part) error {
	text := strings.TrimSpace(p.Args.Text())
	switch {
	case text == "" && m.needs() != "":
		d := usage(p.Name, "%s needs %s: %s", m.title(), m.needs(), m.call())
		d.Hint = m.exampleHint()
		return d
	case text != "" && m.Args == "":
		return usage(p.Args, "%s takes no arguments", m.title())
	case len(m.Options) == 0 && strings.HasPrefix(text, "--") && m.Name != "!":
		_, _, err := p.options(p.Args)
		return err
	}
	return nil
}

// argumentNames says in words what the arguments in the tables are.
var argumentNames = map[string]string{"F": "a function", "X": "the point to differentiate it at", "E": "an expression", "N": "a number", "NAME": "a name", "FILE": "a file",
	"PASS": "the name of a pass", "CMD": "a command", "on|off": "on or off"}

// needs are the arguments that are not in brackets, in words.
func (m *Def) needs() string {
	depth := 0
	outside := strings.Map(func(r rune) rune {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
			return -1
		}
		if depth > 0 {
			return -1
		}
		return r
	}, m.Args)
	var out []string
	for _, w := range strings.Fields(outside) {
		if w == "|" {
			break
		}
		if name := argumentNames[w]; name != "" {
			out = append(out, name)
		}
	}
	return strings.Join(out, " and ")
}

// exampleHint is the first line of the example that calls the magic.
func (m *Def) exampleHint() string {
	for _, line := range strings.Split(m.Example, "\n") {
		if strings.HasPrefix(line, m.title()) {
			return "for example: " + line
		}
	}
	return "%help " + m.Name + " tells more"
}

// given are the options of a call, with the places of their values; of those that take none, with their own.
type given map[string]diag.Span

// has reports whether an option is given.
func (g given) has(name string) bool { return g[name].Source != nil }

// text is the value of an option; "" if it is not given.
func (g given) text(name string) string { return g[name].Text() }

// options takes the options that the magic has from the front of its arguments at at, and comments, and gives the rest.
func (p Part) options(at diag.Span) (given, diag.Span, error) {
	out := given{}
	for {
		rest := at.Text()
		trimmed := strings.TrimLeft(rest, " \t\n")
		at.Start += len(rest) - len(trimmed)
		if !strings.HasPrefix(trimmed, "--") {
			return out, at, nil
		}
		word := trimmed
		if end := strings.IndexAny(word, "= \t\r\n"); end >= 0 {
			word = word[:end]
		}
		if word == "--" { // a comment
			comment, _, _ := strings.Cut(trimmed, "\n")
			at.Start += len(comment)
			continue
		}
		here := diag.Span{Source: at.Source, Start: at.Start, End: at.Start + len(word)}
		o, err := p.option(here)
		if err != nil {
			return nil, at, err
		}
		at.Start += len(word)
		_, assigned := strings.CutPrefix(trimmed[len(word):], "=")
		if assigned {
			at.Start++
		}
		if o.Arg == "" {
			if assigned {
				return nil, at, usage(here, "--%s takes no value", o.Name)
			}
			out[o.Name] = here
			continue
		}
		val, n := optionValue(at)
		if n < 0 {
			return nil, at, unclosed(at)
		}
		if val.Text() == "" {
			return nil, at, usage(here, "--%s needs a value: --%s %s", o.Name, o.Name, o.Arg)
		}
		out[o.Name] = val
		at.Start += n
	}
}

// around takes the options before the expression of a magic and those behind it, which would be a comment of Futhark.
func (p Part) around(at diag.Span) (given, diag.Span, error) {
	opts, at, err := p.options(at)
	if err != nil {
		return nil, at, err
	}
	for _, found := range behind.FindAllStringSubmatchIndex(at.Text(), -1) {
		start := at.Start + found[2]
		if _, err := p.option(diag.Span{Source: at.Source, Start: start, End: at.Start + found[3]}); err != nil {
			continue // a comment
		}
		end := at.End
		if comment := strings.Index(at.Text()[found[2]:], " -- "); comment >= 0 {
			end = start + comment
		}
		more, rest, err := p.options(diag.Span{Source: at.Source, Start: start, End: end})
		if err != nil {
			return nil, at, err
		}
		if rest.Start < rest.End {
			return nil, at, usage(rest, "options stand before the expression, or all behind it")
		}
		maps.Copy(opts, more)
		at.End = start
		break
	}
	return opts, at, nil
}

var behind = regexp.MustCompile(`\s(--[a-z]+)(?:[\s=]|$)`)

// option is the option of the magic that is written at at.
func (p Part) option(at diag.Span) (Option, error) {
	var all []string
	if m := Find(p.Magic); m != nil {
		for _, o := range m.Options {
			if at.Text() == "--"+o.Name {
				return o, nil
			}
			all = append(all, "--"+o.Name)
		}
	}
	d := usage(at, "%%%s has no option %s", p.Magic, at.Text())
	if d.Hint = "the options are " + strings.Join(all, ", "); len(all) == 0 {
		d.Hint = "it has no options; %help " + p.Magic + " tells more"
	}
	if near := diag.Nearest(at.Text(), all); near != "" {
		d.Hint = "did you mean " + near + "?"
	}
	return Option{}, d
}

// optionValue takes a word, or a text in quotes, from the front of a place, and tells how many bytes it took: -1 if the quotes are not closed.
func optionValue(at diag.Span) (diag.Span, int) {
	s := at.Text()
	n := len(s) - len(strings.TrimLeft(s, " \t"))
	from, end, took := n, strings.IndexAny(s[n:], " \t\r\n"), 0
	if end < 0 {
		end = len(s) - n
	}
	if n < len(s) && (s[n] == '"' || s[n] == '\'') {
		if from, end, took = n+1, strings.IndexByte(s[n+1:], s[n]), 1; end < 0 {
			return diag.Span{}, -1
		}
	}
	return diag.Span{Source: at.Source, Start: at.Start + from, End: at.Start + from + end}, from + end + took
}

// unclosed is the fault of a quote without its end.
func unclosed(at diag.Span) *diag.Diag {
	at.Start += len(at.Text()) - len(strings.TrimLeft(at.Text(), " \t"))
	return usage(at, "this quote is not closed")
}

// title is the magic as it is called.
func (p Part) title() string { return "%" + p.Magic }
