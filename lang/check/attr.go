package check

import (
	"sort"
	"strings"

	"raido/lang/diag"
	"raido/lang/syntax"
)

// attributes are the known ones. None changes what a program means (param, what whoever runs it may change); the others are left out with a warning,
// since Futhark ignores them and a misspelled one would go unnoticed.
var attributes = map[string]bool{
	"unroll": true, "sequential": true, "sequential_outer": true, "sequential_inner": true, "inline": true,
	"noinline": true, "opaque": true, "trace": true, "break": true, "blank": true, "scratch": true,
	"unsafe": true, "warn": true, "flattening": true, "incremental_flattening": true, "stripmine": true, "bound": true,
	"true_dep": true, "prop": true, "param": true, "cpu_function": true,
}

// attribute warns of an attribute that nothing knows; names with a $ in it must be in scope.
func (c *checker) attribute(sc *scope, a syntax.Attr) {
	name, args, _ := strings.Cut(strings.TrimSpace(a.Text), "(")
	name = strings.TrimSpace(name)
	for _, part := range strings.FieldsFunc(name+","+args, func(r rune) bool { return strings.ContainsRune("(), \t\n", r) }) {
		if v, ok := strings.CutPrefix(part, "$"); ok {
			if _, _, found := c.value(sc, v); !found {
				c.unknownValue(sc, v, a.Span)
			}
		}
	}
	if attributes[name] || strings.HasPrefix(name, "$") || c.prelude {
		return
	}
	w := &diag.Diag{Class: diag.Name, Code: codeAttribute, Warning: true, Span: a.Span, Msg: "unknown attribute " + name + " is ignored"}
	var names []string
	for n := range attributes {
		names = append(names, n)
	}
	sort.Strings(names)
	if near := diag.Nearest(name, names); near != "" {
		w.Hint = "did you mean " + near + "?"
	}
	c.warnings = append(c.warnings, w)
}
