package infer

import (
	"slices"
	"sort"
	"strings"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/syntax"
)

// Names that mean nothing, and what they could mean.

// unknownCodes are the codes for unknown names.
var unknownCodes = map[scope.Kind]string{scope.KindValue: fault.CodeUnknown, scope.KindType: fault.CodeUnknownType, scope.KindModule: fault.CodeUnknownMod, scope.KindModuleType: fault.CodeUnknownSig}

// Unknown reports an unknown name, by what it should stand for; names are what it could have been.
func (c *Checker) Unknown(kind scope.Kind, name string, at diag.Span, names []string) *diag.Diag {
	what := kind.String()
	if kind == scope.KindValue {
		what = "name"
	}
	d := c.Error(diag.Name, unknownCodes[kind], at, "unknown %s %s", what, name)
	if len(c.Diags) > maxSuggested {
		return d
	}
	sort.Strings(names)
	if near := diag.Nearest(name, names); near != "" {
		d.Hint = "did you mean " + near + "?"
	}
	for _, b := range c.Below {
		if k, n, place := nameOf(b); k == kind && n == name {
			fault.Note(d, place, "%s is defined here, below its use", name)
			d.Hint = "move the definition of " + name + " up: a definition sees only what stands above it"
			return d
		}
	}
	return d
}

// nameOf is the name that a declaration defines, with what it stands for; nothing if there are none or many.
func nameOf(d syntax.Decl) (kind scope.Kind, name string, at diag.Span) {
	switch x := d.(type) {
	case *syntax.ValDecl:
		return scope.KindValue, x.Name, x.NameSpan
	case *syntax.TypeDecl:
		return scope.KindType, x.Name, x.NameSpan
	case *syntax.ModDecl:
		return scope.KindModule, x.Name, x.NameSpan
	case *syntax.SigDecl:
		return scope.KindModuleType, x.Name, x.NameSpan
	case *syntax.OpenDecl, *syntax.ImportDecl, *syntax.PatDecl:
	}
	return scope.NoKind, "", diag.Span{}
}

func (c *Checker) unknownModule(sc *locals, name string, at diag.Span) {
	var names []string
	for n := range c.env.AllModules() {
		names = append(names, n)
	}
	if _, _, value := c.value(sc, name); !value && at.End > at.Start+len(name) && len(c.Below) == 0 && diag.Nearest(name, names) == "" { // x.f may be a field, too
		c.unknownValue(sc, name, diag.Span{Source: at.Source, Start: at.Start, End: min(at.End, at.Start+len(name))})
		return
	}
	d := c.Unknown(scope.KindModule, name, at, names)
	if _, _, ok := c.value(sc, name); ok {
		d.Hint = name + " is a value, not a module"
	}
}

// maxSuggested is how many faults of a definition come with a way out that has to be searched for among all names.
const maxSuggested = 20

func (c *Checker) unknownValue(sc *locals, name string, at diag.Span) {
	if len(c.Diags) > maxSuggested {
		c.Unknown(scope.KindValue, name, at, nil)
		return
	}
	var names []string
	for s := sc; s != nil; s = s.parent {
		if s.val != nil {
			names = append(names, s.name)
		}
	}
	for n := range c.env.AllValues() {
		names = append(names, n)
	}
	names = slices.DeleteFunc(append(names, "true", "false"), func(n string) bool { return n == "it" }) // the last cell's result, and no slip
	d, in := c.Unknown(scope.KindValue, name, at, names), c.modulesWith(name)
	switch {
	case name == c.defining || c.defined[name]:
		d.Hint = "only top-level functions may call themselves: use loop, or make it one"
	case len(d.Notes) > 0: // defined below
	case explain.ForeignNames[name] != "":
		d.Hint = explain.ForeignNames[name]
	case explain.ScalarNameHint(name) != "":
		d.Hint = explain.ScalarNameHint(name)
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
func (c *Checker) otherwise(name string) string {
	if m, ok := c.env.Module(name); ok && m != nil {
		return name + " is a module: its names are written " + name + ".x"
	}
	if t, ok := c.env.Type(name); ok && t != nil {
		return name + " is a type, and no value"
	}
	if s, ok := c.env.Sig(name); ok && s != nil {
		return name + " is a module type, and no value"
	}
	return ""
}

// modulesWith lists the scalar modules that define a name, qualified.
func (c *Checker) modulesWith(name string) string {
	var out []string
	for _, m := range []string{"f64", "f32", "i64", "i32", "bool"} {
		if mod, ok := c.env.Module(m); ok {
			if s, ok := mod.Env().Value(name); ok && s.Scheme != nil {
				out = append(out, m+"."+name)
			}
		}
	}
	return strings.Join(out, ", ")
}
