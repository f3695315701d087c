package source

import (
	"fmt"
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// Fun is the text of a function. Its parameters that are sizes of others are size parameters. A statement that traces,
// as core has it, is a comment with its message.
func Fun(f *core.Fun) string {
	p := &printer{names: map[*core.Var]string{}, taken: map[string]bool{}, texts: map[*core.Var]expr{}, uses: map[*core.Var]use{}}
	for _, w := range strings.Fields(reserved) {
		p.taken[w] = true
	}
	p.taken[f.Name] = true
	p.count(f)
	var b strings.Builder
	b.WriteString("def " + f.Name)
	sizes := map[*core.Var]bool{}
	for _, v := range f.Params {
		for _, d := range v.Type.Dims {
			if s, ok := d.(*core.Var); ok {
				sizes[s] = true
			}
		}
	}
	for _, v := range f.Params {
		if sizes[v] {
			b.WriteString(" [" + p.name(v) + "]")
		}
	}
	for _, v := range f.Params {
		if !sizes[v] {
			b.WriteString(" (" + p.name(v) + ": " + p.typ(v.Type) + ")")
		}
	}
	var ret []string
	known := map[*core.Var]bool{}
	for _, v := range f.Params {
		known[v] = true
	}
	for _, r := range f.Ret {
		ret = append(ret, p.retType(r.Type, known))
	}
	b.WriteString(": " + tuple(ret) + " =\n  " + indented(p.body(f.Body)) + "\n")
	return b.String()
}

// reserved are words that no variable may have as its name.
const reserved = `let in def if then else loop for while do with match case type entry module import open local assert true false
	map map2 map3 map4 map5 map_acc reduce reduce_comm reduce_by_index scan scatter with_acc write zip zip3 zip4 zip5 unzip unzip3 unzip4 unzip5
	iota replicate tabulate copy reverse rotate transpose flatten flatten_3d flatten_4d unflatten unflatten_3d unflatten_4d reshape rearrange
	i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 bool`

// better are names for what core names after the node that made it.
var better = map[string]string{"map": "mapped", "scan": "scanned", "if": "chosen", "red": "total", "rep": "filled", "loop": "looped", "p": "x"}

// expr is text with what binds it: an atom, an application, an operator, or something that reaches as far as it can.
type expr struct {
	text string
	prec int
}

const (
	open    = 0  // if, let, lambdas
	applied = 10 // f x
	closed  = 11 // x, (...), [...]
)

// use says how often a variable is used, and in which place: bodies that run as often as each other are one.
type use struct {
	count, def, at int
	fixed          bool // a size in a type, a result, or something that is written to
}

type printer struct {
	names map[*core.Var]string
	taken map[string]bool
	texts map[*core.Var]expr // of what stands where it is used
	uses  map[*core.Var]use
	place int
}

// count finds the uses of all variables.
func (p *printer) count(f *core.Fun) {
	p.place = 1
	p.countBody(f.Body, 1)
}

func (p *printer) countBody(b core.Body, place int) {
	for _, s := range b.Stms {
		for _, v := range s.Pat {
			u := p.uses[v]
			u.def = place
			p.uses[v] = u
			p.fix(v.Type.Dims...)
		}
		for _, v := range core.Consumed(s.Exp) {
			p.fix(v)
		}
		_, branch := s.Exp.(*core.If)
		s.Exp.Map(core.Mapper{
			Atom: func(a core.Atom) core.Atom { p.used(a, place); return a },
			Body: func(b core.Body) core.Body {
				in := place
				if !branch {
					p.place++
					in = p.place
				}
				p.countBody(b, in)
				return b
			},
			Lambda: func(l *core.Lambda) *core.Lambda {
				p.place++
				p.countBody(l.Body, p.place)
				return l
			},
		})
	}
	for _, a := range b.Result {
		p.used(a, place)
	}
}

func (p *printer) used(a core.Atom, place int) {
	if v, ok := a.(*core.Var); ok {
		u := p.uses[v]
		u.count++
		u.at = place
		p.uses[v] = u
	}
}

func (p *printer) fix(as ...core.Atom) {
	for _, a := range as {
		if v, ok := a.(*core.Var); ok {
			u := p.uses[v]
			u.fixed = true
			p.uses[v] = u
		}
	}
}

// name is the variable's own name; one that is taken gets a number.
func (p *printer) name(v *core.Var) string {
	if n, ok := p.names[v]; ok {
		return n
	}
	base := strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, v.Name)
	if base == "" || base[0] >= '0' && base[0] <= '9' || base[0] == '_' {
		base = "v" + base
	}
	if b, ok := better[base]; ok {
		base = b
	}
	n := base
	for k := 2; p.taken[n]; k++ {
		n = fmt.Sprintf("%s%d", base, k)
	}
	p.taken[n], p.names[v] = true, n
	return n
}

func (p *printer) atom(a core.Atom) expr {
	switch a := a.(type) {
	case *core.Var:
		if e, ok := p.texts[a]; ok {
			return e
		}
		return expr{p.name(a), closed}
	case core.Const:
		return constant(a.Scalar)
	}
	return expr{"?", closed}
}

// at is an atom where something of a precedence is needed.
func (p *printer) at(a core.Atom, prec int) string { return p.atom(a).within(prec) }

func (e expr) within(prec int) string {
	if e.prec < prec {
		return "(" + e.text + ")"
	}
	return e.text
}

// constant is a literal; of i64, f64 and bool without the type.
func constant(s prim.Scalar) expr {
	t := s.String()
	if s.Type.IsFloat() {
		f := s.Float64()
		switch {
		case f != f:
			return expr{s.Type.String() + ".nan", closed}
		case f-f != 0 && f > 0:
			return expr{s.Type.String() + ".inf", closed}
		case f-f != 0:
			return expr{"-" + s.Type.String() + ".inf", open}
		}
	}
	if s.Type == prim.F64 || s.Type == prim.I64 {
		t = strings.TrimSuffix(t, s.Type.String())
	}
	if strings.HasPrefix(t, "-") {
		return expr{t, open}
	}
	return expr{t, closed}
}

func (p *printer) typ(t core.Type) string {
	s := ""
	for _, d := range t.Dims {
		s += "[" + p.atom(d).text + "]"
	}
	return s + t.Elem.String()
}

// retType is a type whose sizes that are not known are left out.
func (p *printer) retType(t core.Type, known map[*core.Var]bool) string {
	s := ""
	for _, d := range t.Dims {
		if v, ok := d.(*core.Var); ok && !known[v] {
			s += "[]"
			continue
		}
		s += "[" + p.atom(d).text + "]"
	}
	return s + t.Elem.String()
}

func tuple(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func indented(s string) string { return strings.ReplaceAll(s, "\n", "\n  ") }

// body is a body as lines: lets, then the result.
func (p *printer) body(b core.Body) string {
	var lines []string
	for _, s := range b.Stms {
		if a, ok := s.Exp.(*core.Assert); ok {
			if a.Trace {
				lines = append(lines, "-- "+a.Msg)
			}
			continue
		}
		e := p.exp(s.Exp)
		if len(s.Pat) == 1 && p.moves(s, e) {
			p.texts[s.Pat[0]] = e
			continue
		}
		names := make([]string, len(s.Pat))
		for i, v := range s.Pat {
			names[i] = p.name(v)
			if p.uses[v].count == 0 && !p.uses[v].fixed {
				names[i] = "_"
			}
		}
		lines = append(lines, "let "+tuple(names)+" ="+after(e.text))
	}
	if n := len(b.Stms) - 1; n >= 0 && p.only(b.Stms[n], b.Result) {
		last, _ := strings.CutPrefix(lines[len(lines)-1], "let ")
		_, text, _ := strings.Cut(last, " =")
		if text = strings.TrimSpace(text); len(lines) == 1 {
			return strings.ReplaceAll(text, "\n  ", "\n")
		}
		lines = lines[:len(lines)-1]
		return strings.Join(append(lines, result(lines, text)), "\n")
	}
	res := make([]string, len(b.Result))
	for i, a := range b.Result {
		res[i] = p.atom(a).text
	}
	return strings.Join(append(lines, result(lines, tuple(res))), "\n")
}

// result is what follows lines: behind lets it begins with in.
func result(lines []string, text string) string {
	if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "let ") }) {
		return "in " + text
	}
	return text
}

// only tells whether the results are those of a statement, which is the last and needs no name then.
func (p *printer) only(s core.Stm, result []core.Atom) bool {
	if _, ok := s.Exp.(*core.Assert); ok || len(s.Pat) != len(result) || p.texts[s.Pat[0]].text != "" {
		return false
	}
	for i, v := range s.Pat {
		if result[i] != core.Atom(v) || p.uses[v].count != 1 {
			return false
		}
	}
	return true
}

// after puts text behind an equals sign: in the line, or if it has several lines that begin with let, below.
func after(text string) string {
	if strings.HasPrefix(text, "let ") || strings.HasPrefix(text, "--") {
		return "\n  " + indented(text)
	}
	return " " + indented(text)
}

// longest is how long an expression may be that moves to where it is used.
const longest = 48

// moves tells whether an expression may stand where its result is used: once, as often as it is computed here, and what
// it reads is not written to.
func (p *printer) moves(s core.Stm, e expr) bool {
	v := s.Pat[0]
	u := p.uses[v]
	if u.count != 1 || u.fixed || u.def != u.at || len(e.text) > longest || strings.Contains(e.text, "\n") || v.Type.Rank() > 0 {
		return false
	}
	switch x := s.Exp.(type) {
	case *core.PrimApp, *core.Use:
		return true
	case *core.Index:
		return !p.uses[x.Arr].fixed
	}
	return false
}
