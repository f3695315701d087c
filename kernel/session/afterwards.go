package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"raido/kernel/magic"
	"raido/lang/check/scope"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// This file adds what the notebook knows to errors: which failed cell would have defined a name, which values are stale, ways out of
// failures at run time.

// remark adds notes to the errors of a cell.
func (c *cell) remark(err error) error {
	var list diag.List
	var one *diag.Diag
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = diag.List{one}
	default:
		return err
	}
	list = slices.Clone(list)
	stale := c.staleNote()
	own := c.names(c.src)
	for i, d := range list {
		note := ""
		switch name, _, _ := strings.Cut(d.Span.Text(), "."); {
		case d.Class == diag.Name && len(d.Notes) == 0 && !slices.Contains(own, name):
			if title := c.nb.failed[name]; title != "" {
				note = title + " would have defined " + name + ", but it failed"
			}
		case d.Class == diag.Type || d.Class == diag.Size:
			note, stale = stale, ""
		}
		hint := d.Hint
		if hint == "" && d.Class == diag.Runtime {
			hint = core.FailureHint(d.Code)
		}
		if note != "" || hint != d.Hint {
			n := *d
			if n.Hint = hint; note != "" {
				n.Notes = append(slices.Clone(d.Notes), diag.Note{Msg: note})
			}
			list[i] = &n
		}
	}
	return list
}

// staleNote names the values in the cell's text that are stale.
func (c *cell) staleNote() string {
	var stale []string
	if !c.nb.state.anyStale() {
		return "" // without a walk over a long text
	}
	for _, name := range c.nb.state.named(identifiers(scan.Words(c.src), diag.Span{})) {
		if e := c.nb.state.entries[name]; e.stale {
			stale = append(stale, name.Text)
		}
	}
	switch len(stale) {
	case 0:
		return ""
	case 1:
		return stale[0] + " is stale: what it was computed from was defined again since; %refresh computes it again"
	}
	return strings.Join(stale, ", ") + " are stale: what they were computed from was defined again since; %refresh computes them again"
}

// remember keeps which names the cell would have defined, if it failed, or has defined.
func (c *cell) remember(failed bool) {
	if c.nb.looks {
		return
	}
	for _, name := range c.names(c.src) {
		if delete(c.nb.failed, name); failed && len(c.nb.state.named([]string{name})) == 0 {
			c.nb.failed[name] = c.src.Title()
		}
	}
}

// names lists what the text of a cell defines.
func (c *cell) names(src *diag.Source) []string {
	var out []string
	for _, p := range magic.Split(src) {
		if p.Magic != "" {
			if m := magic.Find(p.Magic); m != nil && m.Binds != nil {
				out = append(out, m.Binds(p)...)
			}
			continue
		}
		file, _ := c.parse(p.Span.Piece())
		if file == nil {
			continue
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *syntax.ValDecl:
				out = append(out, d.Name)
			case *syntax.TypeDecl:
				out = append(out, d.Name)
			case *syntax.ModDecl:
				out = append(out, d.Name)
			case *syntax.SigDecl:
				out = append(out, d.Name)
			case *syntax.PatDecl:
				out = patNames(d.Pat, out)
			default: // its names are in another module
			}
		}
	}
	return out
}

// finished notes what the cell has defined.
func (c *cell) finished(pieces ...*piece) {
	for _, p := range pieces {
		c.done = append(c.done, p.defines...)
	}
}

// kept says with an error what the cell has defined before it.
func (c *cell) kept(res Result) Result {
	line := "nothing was changed"
	if c.changed {
		seen := map[scope.Name]bool{}
		names := slices.DeleteFunc(slices.Clone(c.done), func(n scope.Name) bool {
			again := seen[n]
			seen[n] = true
			return again
		})
		if line = ""; len(names) > 0 {
			line = fmt.Sprintf("what stands before it is kept: %s", nameList(names))
		}
	}
	e := *res.Err
	switch {
	case e.Name == string(diag.Interrupt) && line != "":
		e.Value = "interrupted; " + line
		e.Traceback = append([]string{"Interrupted; " + line + "."}, e.Traceback[1:]...)
	case c.changed && line != "":
		e.Traceback = append(slices.Clone(e.Traceback), line)
	}
	res.Err = &e
	return res
}
