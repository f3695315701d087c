package adrandom

import (
	"fmt"
	"slices"
	"strings"
)

// node is an expression: text with a %s for each kid. Types are their text in Futhark.
type node struct {
	typ   string
	text  string
	kids  []*node
	scope []variable
}

// variable is a name in scope. Functions have arguments.
type variable struct {
	name, typ string
	args      []string
}

func (n *node) String() string {
	var kids []any
	for _, k := range n.kids {
		kids = append(kids, k)
	}
	return fmt.Sprintf(n.text, kids...)
}

func (n *node) size() int {
	s := 1
	for _, k := range n.kids {
		s += k.size()
	}
	return s
}

// replace is the tree with another node in place of old.
func (n *node) replace(old, new *node) *node {
	if n == old {
		return new
	}
	c := *n
	c.kids = slices.Clone(n.kids)
	for i, k := range c.kids {
		c.kids[i] = k.replace(old, new)
	}
	return &c
}

// all lists the nodes of a tree, from the top down.
func (n *node) all() []*node {
	out := []*node{n}
	for i := 0; i < len(out); i++ {
		out = append(out, out[i].kids...)
	}
	return out
}

// dim is the outermost dimension of an array type, and the type of its rows; empty for others.
func dim(t string) (d, row string) {
	if !strings.HasPrefix(t, "[") {
		return "", ""
	}
	d, row, _ = strings.Cut(t[1:], "]")
	return d, row
}

// elem is the type below all dimensions.
func elem(t string) string { return t[strings.LastIndex(t, "]")+1:] }

func array(d, row string) string { return "[" + d + "]" + row }

// extent is a dimension as an expression.
func extent(d string) string {
	if d[0] >= '0' && d[0] <= '9' {
		return d + "i64"
	}
	return d
}

// parts are the types of a tuple, and whether it is one.
func parts(t string) []string {
	if !strings.HasPrefix(t, "(") {
		return nil
	}
	return split(t[1 : len(t)-1])
}

// fields are the names and types of a record.
func fields(t string) (names, types []string) {
	if !strings.HasPrefix(t, "{") {
		return nil, nil
	}
	for _, f := range split(t[1 : len(t)-1]) {
		name, typ, _ := strings.Cut(f, ": ")
		names, types = append(names, name), append(types, typ)
	}
	return names, types
}

// split cuts a list at its commas outside of brackets.
func split(s string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range s {
		switch c {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ',':
			if depth == 0 {
				out, start = append(out, s[start:i]), i+2
			}
		}
	}
	return append(out, s[start:])
}

// program is a random program: an entry point f, definitions before it, and a point.
type program struct {
	defs   []definition
	params []variable
	body   *node
	rough  bool
	float  string // the type that stands for f64: f32 and f16 have fewer digits
	coarse bool   // some numbers are f32 or f16 inside
	n      int64  // the size of arrays [n]
	point  uint64
	seed   uint64
}

// definition is a function of the top level.
type definition struct {
	head string
	body *node
}

func (p *program) String() string {
	text := ""
	for _, d := range p.defs {
		text += d.head + fmt.Sprintf("\n  %s\n", d.body)
	}
	head := ""
	for _, x := range p.params {
		head += fmt.Sprintf(" (%s: %s)", x.name, x.typ)
	}
	if strings.Contains(head, "[n]") {
		head = " [n]" + head
	}
	text += fmt.Sprintf("entry f%s =\n  %s\n", head, p.body)
	return strings.ReplaceAll(withLibrary(text), "f64", p.float)
}
