package magic

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"raido/display"
	"raido/lang/diag"
)

func helpMagics() []*Def {
	return []*Def{
		{Name: "lsmagic", Doc: "lists the magics", Takes: nothing, Looks: true, Run: magicList, Example: "%lsmagic"},
		{Name: "help", Args: "[NAME]", Doc: "what a magic or a name does", Takes: helpNames, Names: true, Looks: true, Run: magicHelp,
			Help:    "A cell that is ?NAME or NAME? does the same.",
			Example: "%help plot\n%help map"},
	}
}

// magicList is %lsmagic.
func magicList(*Call) (display.Bundle, error) {
	t := &display.Table{Head: []string{"magic", "what it does", "about"}}
	for _, g := range groups {
		for _, m := range g.Magics {
			t.Add(m.call(), m.Doc, g.Title)
		}
	}
	t.Note("%help NAME tells more, with an example")
	return t.Bundle(), nil
}

// magicHelp is %help [NAME].
func magicHelp(c *Call) (display.Bundle, error) {
	name := strings.TrimPrefix(strings.TrimSpace(c.Args.Text()), "%")
	if name == "" {
		return magicList(c)
	}
	if m := Find(name); m != nil {
		return m.Describe(), nil
	}
	if b, ok := c.Notebook().Describe(name); ok {
		return b, nil
	}
	d := usage(c.Args, "there is neither a magic nor a name %s", name)
	d.Hint = "%lsmagic lists the magics; other names are known when a cell has defined or imported them"
	if near := diag.Nearest(name, slices.Concat(magicNames(), c.Notebook().Names())); near != "" {
		d.Hint = "did you mean " + near + "?"
	}
	return display.Bundle{}, d
}

// call is how the magic is called.
func (m *Def) call() string { return strings.TrimSpace(m.title() + " " + m.Args) }

// Describe is the help of a magic.
func (m *Def) Describe() display.Bundle {
	var b strings.Builder
	b.WriteString("\n" + m.Doc + "\n")
	if m.Help != "" {
		b.WriteString("\n" + m.Help + "\n")
	}
	if len(m.Options) > 0 {
		b.WriteString("\noptions:\n")
	}
	for _, o := range m.Options {
		fmt.Fprintf(&b, "  %-14s %s\n", strings.TrimSpace("--"+o.Name+" "+o.Arg), o.Doc)
	}
	if m.Example != "" {
		b.WriteString("\nfor example:\n\n    " + strings.ReplaceAll(m.Example, "\n", "\n    ") + "\n")
	}
	return display.Text(m.call()+"\n"+b.String()).With(display.MIMEHTML,
		"<pre style=\"white-space:pre-wrap\"><b>"+html.EscapeString(m.call())+"</b>\n"+html.EscapeString(b.String())+"</pre>")
}

// title is the name as it is written: %name, or ! alone.
func (m *Def) title() string {
	if m.Name == "!" {
		return m.Name
	}
	return "%" + m.Name
}
