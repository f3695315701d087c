package check

import (
	"slices"
	"sort"
	"strings"

	"raido/lang/diag"
	"raido/lang/syntax"
)

// Names that mean nothing, and what they could mean.

// unknown reports an unknown name; names are what it could have been.
func (c *checker) unknown(code, what, name string, at diag.Span, names []string) {
	d := c.error(diag.Name, code, at, "unknown %s %s", what, name)
	if len(c.diags) > maxSuggested {
		return
	}
	sort.Strings(names)
	if near := diag.Nearest(name, names); near != "" {
		d.Hint = "did you mean " + near + "?"
	}
	for _, b := range c.below {
		if kind, n, place := nameOf(b); kind == what && n == name {
			note(d, place, "%s is defined here, below its use", name)
			d.Hint = "move the definition of " + name + " up: a definition sees only what stands above it"
			return
		}
	}
}

// nameOf is what a declaration defines, as unknown calls it.
func nameOf(d syntax.Decl) (what, name string, at diag.Span) {
	switch x := d.(type) {
	case *syntax.ValDecl:
		return "name", x.Name, x.NameSpan
	case *syntax.TypeDecl:
		return "type", x.Name, x.NameSpan
	case *syntax.ModDecl:
		return "module", x.Name, x.NameSpan
	case *syntax.SigDecl:
		return "module type", x.Name, x.NameSpan
	}
	return "", "", diag.Span{}
}

func (c *checker) unknownModule(sc *scope, name string, at diag.Span) {
	var names []string
	for n := range c.env.mods.all() {
		names = append(names, n)
	}
	if _, _, value := c.value(sc, name); !value && at.End > at.Start+len(name) && len(c.below) == 0 && diag.Nearest(name, names) == "" { // x.f may be a field, too
		c.unknownValue(sc, name, diag.Span{Source: at.Source, Start: at.Start, End: min(at.End, at.Start+len(name))})
		return
	}
	c.unknown(codeUnknownMod, "module", name, at, names)
	if _, _, ok := c.value(sc, name); ok {
		c.diags[len(c.diags)-1].Hint = name + " is a value, not a module"
	}
}

// maxSuggested is how many faults of a definition come with a way out that has to be searched for among all names.
const maxSuggested = 20

func (c *checker) unknownValue(sc *scope, name string, at diag.Span) {
	if len(c.diags) > maxSuggested {
		c.unknown(codeUnknown, "name", name, at, nil)
		return
	}
	var names []string
	for s := sc; s != nil; s = s.parent {
		if s.val != nil {
			names = append(names, s.name)
		}
	}
	for n := range c.env.vals.all() {
		names = append(names, n)
	}
	names = slices.DeleteFunc(append(names, "true", "false"), func(n string) bool { return n == "it" }) // the last cell's result, and no slip
	c.unknown(codeUnknown, "name", name, at, names)
	d, in := c.diags[len(c.diags)-1], c.modulesWith(name)
	switch {
	case name == c.defining || c.defined[name]:
		d.Hint = "only top-level functions may call themselves: use loop, or make it one"
	case len(d.Notes) > 0: // defined below
	case foreignNames[name] != "":
		d.Hint = foreignNames[name]
	case scalarNameHint(name) != "":
		d.Hint = scalarNameHint(name)
	case afterSlashes(at):
		d.Hint = "comments begin with --"
	case c.otherwise(name) != "":
		d.Hint = c.otherwise(name)
	case in != "":
		d.Hint = "did you mean " + in + "?"
	case d.Hint == "":
		d.Hint = "a name must be defined before its use, or imported"
	}
}

// otherwise says what a name is that is no value.
func (c *checker) otherwise(name string) string {
	if m, ok := c.env.mods.get(name); ok && m != nil {
		return name + " is a module: its names are written " + name + ".x"
	}
	if t, ok := c.env.typs.get(name); ok && t != nil {
		return name + " is a type, and no value"
	}
	if s, ok := c.env.sigs.get(name); ok && s != nil {
		return name + " is a module type, and no value"
	}
	return ""
}

// modulesWith lists the scalar modules that define a name, qualified.
func (c *checker) modulesWith(name string) string {
	var out []string
	for _, m := range []string{"f64", "f32", "i64", "i32", "bool"} {
		if mod, ok := c.env.mods.get(m); ok {
			if s, ok := mod.Env().vals.get(name); ok && s.Scheme != nil {
				out = append(out, m+"."+name)
			}
		}
	}
	return strings.Join(out, ", ")
}
