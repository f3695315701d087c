package adrandom

import (
	"sort"
	"strings"
	"time"
)

// shrink makes a program smaller as long as fails says that it still fails in the same way.
func shrink(p *program, fails func(*program) bool, limit time.Duration) *program {
	end := time.Now().Add(limit)
	for again := true; again; {
		again = false
		for _, c := range candidates(p) {
			if time.Now().After(end) {
				return p
			}
			if fails(c) {
				p, again = c, true
				break
			}
		}
	}
	return p
}

// candidates are smaller programs, the smallest first.
func candidates(p *program) []*program {
	var out []*program
	add := func(f func(*program)) {
		c := *p
		f(&c)
		out = append(out, &c)
	}
	if p.n > 1 {
		add(func(c *program) { c.n = 1 })
		add(func(c *program) { c.n-- })
	}
	if p.float != "f64" {
		add(func(c *program) { c.float = "f64" })
	}
	for i, d := range p.defs {
		if !strings.Contains(p.body.String(), d.name()+" ") {
			add(func(c *program) { c.defs = append(p.defs[:i:i], p.defs[i+1:]...) })
		}
		for _, b := range smaller(d.body) {
			add(func(c *program) {
				c.defs = append(p.defs[:0:0], p.defs...)
				c.defs[i].body = b
			})
		}
	}
	for i, x := range p.params {
		if !mentions(p.body.String(), x.name) {
			add(func(c *program) { c.params = append(p.params[:i:i], p.params[i+1:]...) })
		}
	}
	for _, n := range p.body.all()[1:] {
		if n.typ != "operator" && n.typ != "bool" && !strings.Contains(n.typ, "->") && n.typ != "i64" && !strings.Contains(n.typ, "[q") && !strings.HasPrefix(n.typ, "[]") {
			add(func(c *program) { c.body = n })
		}
	}
	for _, b := range smaller(p.body) {
		add(func(c *program) { c.body = b })
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].size() < out[j].size() })
	return out
}

func (d definition) name() string { return strings.Fields(d.head)[1] }

func (p *program) size() int {
	s := p.body.size() + len(p.params) + int(p.n)
	if p.float != "f64" {
		s++
	}
	for _, d := range p.defs {
		s += d.body.size()
	}
	return s
}

func mentions(text, name string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_'
	}) {
		if w == name {
			return true
		}
	}
	return false
}

// smaller are trees with one node replaced: by one of its type below it, a variable or a literal.
func smaller(root *node) []*node {
	var out []*node
	for _, n := range root.all() {
		if n.typ == "operator" {
			if n.text != "(+) 0" {
				out = append(out, root.replace(n, &node{typ: n.typ, text: "(+) 0"}))
			}
			continue
		}
		for _, below := range n.all()[1:] {
			if below.typ == n.typ {
				out = append(out, root.replace(n, below))
			}
		}
		if n.size() == 1 && !strings.Contains(n.text, "%") {
			continue
		}
		for _, v := range n.scope {
			if v.typ == n.typ && v.args == nil {
				out = append(out, root.replace(n, &node{typ: n.typ, text: v.name, scope: n.scope}))
			}
		}
		if !strings.HasPrefix(n.typ, "[]") {
			out = append(out, root.replace(n, &node{typ: n.typ, text: simple(n.typ), scope: n.scope}))
		}
	}
	return out
}

// simple is a literal of a type.
func simple(t string) string {
	switch t {
	case "f64":
		return "0.5"
	case "i64":
		return "1"
	case "bool":
		return "true"
	case "f64 -> f64":
		return "f64.sin"
	case "f64 -> f64 -> f64":
		return "(f64.*)"
	}
	if d, row := dim(t); d != "" {
		return "(replicate " + extent(d) + " " + simple(row) + ")"
	}
	var out []string
	for _, p := range parts(t) {
		out = append(out, simple(p))
	}
	names, types := fields(t)
	for i := range names {
		out = append(out, names[i]+" = "+simple(types[i]))
	}
	if names != nil {
		return "{" + strings.Join(out, ", ") + "}"
	}
	return "(" + strings.Join(out, ", ") + ")"
}
