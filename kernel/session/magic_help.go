package session

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"raido/display"
	"raido/lang/diag"
)

func helpMagics() []*magicDef {
	return []*magicDef{
		{name: "lsmagic", doc: "lists the magics", takes: nothing, run: magicList, example: "%lsmagic"},
		{name: "help", args: "[NAME]", doc: "what a magic or a name does", takes: helpNames, names: true, run: magicHelp,
			help:    "A cell that is ?NAME or NAME? does the same.",
			example: "%help plot\n%help map"},
	}
}

// magicList is %lsmagic.
func magicList(_ *cell, _ part) (display.Bundle, error) {
	t := &display.Table{Head: []string{"magic", "what it does", "about"}}
	for _, g := range magicGroups {
		for _, m := range g.magics {
			t.Add(m.call(), m.doc, g.title)
		}
	}
	t.Note("%help NAME tells more, with an example")
	return t.Bundle(), nil
}

// magicHelp is %help [NAME].
func magicHelp(c *cell, p part) (display.Bundle, error) {
	name := strings.TrimPrefix(strings.TrimSpace(p.args.Text()), "%")
	if name == "" {
		return magicList(c, p)
	}
	if m := findMagic(name); m != nil {
		return m.describe(), nil
	}
	if info, ok := c.st.env.Lookup(name); ok {
		return c.nb.describe(info, 0), nil
	}
	d := usage(p.args, "there is neither a magic nor a name %s", name)
	d.Hint = "%lsmagic lists the magics; other names are known when a cell has defined or imported them"
	if near := diag.Nearest(name, slices.Concat(magicNames(), c.st.env.Names(""))); near != "" {
		d.Hint = "did you mean " + near + "?"
	}
	return display.Bundle{}, d
}

var helpPattern = regexp.MustCompile(`^\s*(?:\?\??\s*(%?[\pL_][\pL\pN_'.]*|!)|(%?[\pL_][\pL\pN_'.]*)\?\??)\s*$`)

// helpAsked tells whether a cell is ?name or name?, as other kernels have it; that is %help name.
func helpAsked(src *diag.Source) (part, bool) {
	if text := strings.TrimSpace(src.Text); !strings.HasPrefix(text, "?") && !strings.HasSuffix(text, "?") {
		return part{}, false // without a walk over a long text
	}
	at := helpPattern.FindStringSubmatchIndex(src.Text)
	if at == nil {
		return part{}, false
	}
	name := diag.Span{Source: src, Start: max(at[2], at[4]), End: max(at[3], at[5])}
	return part{src: src, magic: "help", name: name, args: name}, true
}

// call is how the magic is called.
func (m *magicDef) call() string { return strings.TrimSpace(m.title() + " " + m.args) }

// describe is the help of a magic.
func (m *magicDef) describe() display.Bundle {
	var b strings.Builder
	b.WriteString("\n" + m.doc + "\n")
	if m.help != "" {
		b.WriteString("\n" + m.help + "\n")
	}
	if len(m.options) > 0 {
		b.WriteString("\noptions:\n")
	}
	for _, o := range m.options {
		fmt.Fprintf(&b, "  %-14s %s\n", strings.TrimSpace("--"+o.name+" "+o.arg), o.doc)
	}
	if m.example != "" {
		b.WriteString("\nfor example:\n\n    " + strings.ReplaceAll(m.example, "\n", "\n    ") + "\n")
	}
	return display.Text(m.call()+"\n"+b.String()).With(display.MIMEHTML,
		"<pre style=\"white-space:pre-wrap\"><b>"+html.EscapeString(m.call())+"</b>\n"+html.EscapeString(b.String())+"</pre>")
}

// title is the name as it is written: %name, or ! alone.
func (m *magicDef) title() string {
	if m.name == "!" {
		return m.name
	}
	return "%" + m.name
}
