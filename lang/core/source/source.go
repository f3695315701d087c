package source

import (
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// Style says how much is written down that readers know, but a checker may not see.
type Style struct {
	Parts  bool // sizes of slices and of what is joined
	Sizes  bool // and of all arrays, where the types of expressions may name others
	Copies bool // copies before updates in place
}

// Styles are all styles, from what reads best to what is surest to be a program.
var Styles = []Style{{}, {Parts: true}, {Parts: true, Copies: true}, {Parts: true, Sizes: true}, {Parts: true, Sizes: true, Copies: true}}

// Fun is the text of a function. Its parameters that are sizes of others are size parameters; results that are sizes of
// others are left out. A statement that traces, as core has it, is a comment with its message.
func Fun(f *core.Fun, style Style) string {
	p := &printer{Style: style, names: map[*core.Var]string{}, taken: map[string]bool{}, texts: map[*core.Var]expr{}, uses: map[*core.Var]use{},
		bearers: map[string][]*core.Var{}, defs: map[*core.Var]core.Exp{}, follows: map[*core.Var]map[*core.Var]bool{}, wanted: map[*core.Var]string{}}
	for _, w := range strings.Fields(reserved) {
		p.taken[w] = true
	}
	p.taken[f.Name] = true
	p.count(f)
	sizes := sizesAmong(f.Ret)
	body := f.Body
	body.Result = nil
	var ret []string
	known := map[*core.Var]bool{}
	for _, v := range f.Params {
		known[v] = true
	}
	for i, r := range f.Ret {
		if sizes[i] {
			continue
		}
		ret, body.Result = append(ret, p.retType(r.Type, known)), append(body.Result, f.Body.Result[i])
		if v, ok := f.Body.Result[i].(*core.Var); ok {
			p.want(v, r.Name)
		}
	}
	var b strings.Builder
	b.WriteString("def " + f.Name)
	for i, size := range sizesAmong(f.Params) {
		if size {
			b.WriteString(" [" + p.name(f.Params[i]) + "]")
		}
	}
	for i, size := range sizesAmong(f.Params) {
		if v := f.Params[i]; !size {
			b.WriteString(" (" + p.name(v) + ": " + p.typ(v.Type) + ")")
		}
	}
	head, result := b.String(), ": "+tuple(ret)+" =\n  "
	if len(head)+len(result) > lineWidth {
		result = "\n  " + result
	}
	return head + result + indented(p.body(body)) + "\n"
}

// lineWidth is how long a line may be that can be broken.
const lineWidth = 110

// sizesAmong tells which of some binders are sizes of others.
func sizesAmong(vs []*core.Var) []bool {
	out := make([]bool, len(vs))
	for _, v := range vs {
		for _, d := range v.Type.Dims {
			if i := slices.IndexFunc(vs, func(w *core.Var) bool { return core.Atom(w) == d }); i >= 0 {
				out[i] = true
			}
		}
	}
	return out
}

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

type printer struct {
	Style
	names   map[*core.Var]string
	bearers map[string][]*core.Var // of each name
	taken   map[string]bool        // words that are no names
	wanted  map[*core.Var]string   // names for results, if they have none that says more
	texts   map[*core.Var]expr     // of what stands where it is used
	uses    map[*core.Var]use
	defs    map[*core.Var]core.Exp
	follows map[*core.Var]map[*core.Var]bool // what a variable takes the place of
	moving  []core.Stm                       // statements that may move to where their result is used

	place, bodies, clock int
	mark                 int // when the mark in the function stands
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
	t = strings.Replace(t, ".0e", "e", 1)
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
func (p *printer) body(b core.Body) string { return p.bodyAs(b, tuple, nil) }

// bodyAs is a body that gives its results in some form, and arrays with the sizes of types, if there are any.
func (p *printer) bodyAs(b core.Body, form func([]string) string, ret []core.Type) string {
	var lines []string
	plain := true // the last line is one let
	for _, s := range b.Stms {
		if a, ok := s.Exp.(*core.Assert); ok && a.Trace {
			lines = append(lines, "-- "+a.Msg)
		}
		if len(s.Pat) == 0 {
			continue
		}
		e := p.exp(s.Exp)
		if len(s.Pat) == 1 && p.moves(s, e) {
			p.texts[s.Pat[0]] = e
			continue
		}
		names, coercions := p.pattern(s)
		if len(s.Pat) == 1 && len(coercions) == 1 && p.Parts && !strings.Contains(e.text, "\n") {
			e, coercions = expr{strings.TrimSuffix(e.within(2), " :> "+p.typ(s.Pat[0].Type)) + " :> " + p.typ(s.Pat[0].Type), 1}, nil
		}
		left := tuple(names)
		if isSOAC(s.Exp) {
			left = grouped(names)
		}
		lines = append(lines, "let "+left+" ="+after(e.text))
		lines = append(lines, coercions...)
		plain = len(coercions) == 0
	}
	if n := len(b.Stms) - 1; n >= 0 && len(lines) > 0 && plain && ret == nil && p.only(b.Stms[n], b.Result) {
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
		if ret != nil && ret[i].Rank() > 0 {
			res[i] = p.atom(a).within(2) + " :> " + p.typ(ret[i])
		}
	}
	return strings.Join(append(lines, result(lines, form(res))), "\n")
}

// isSOAC reports whether several results of an expression come from an array of tuples.
func isSOAC(e core.Exp) bool {
	switch e.(type) {
	case *core.Map, *core.Reduce, *core.Scan, *core.Hist:
		return true
	default: // its results are apart
	}
	return false
}

// pattern is the names that a statement binds, and lines after it that tell sizes.
func (p *printer) pattern(s core.Stm) (names, coercions []string) {
	sizes := make([]bool, len(s.Pat))
	if c, ok := s.Exp.(*core.Call); ok {
		sizes = sizesAmong(c.Fun.Ret)
	}
	for i, v := range s.Pat {
		if sizes[i] {
			continue
		}
		if p.uses[v].count == 0 && !p.uses[v].fixed && !slices.Contains(sizes, true) {
			names = append(names, "_")
			continue
		}
		names = append(names, p.name(v))
		if v.Type.Rank() > 0 && (p.Sizes && vague(s.Exp, v.Type) || p.Parts && isPart(s.Exp)) {
			coercions = append(coercions, "let "+p.name(v)+" = "+p.name(v)+" :> "+p.typ(v.Type))
		}
	}
	if slices.Contains(sizes, true) {
		return names, p.sizesBound(s.Pat, sizes)
	}
	return names, coercions
}

// sizesBound are lines that bind the sizes of what a call gives, and tell those of its other arrays.
func (p *printer) sizesBound(pat []*core.Var, sizes []bool) (lines []string) {
	known := map[core.Atom]bool{}
	for _, v := range pat {
		head := ""
		for _, d := range v.Type.Dims {
			if i := slices.IndexFunc(pat, func(w *core.Var) bool { return core.Atom(w) == d }); i >= 0 && sizes[i] && !known[d] {
				head += "[" + p.name(pat[i]) + "] "
				known[d] = true
			}
		}
		if head != "" {
			lines = append(lines, "let "+head+"("+p.name(v)+": "+p.typ(v.Type)+") = "+p.name(v))
		} else if v.Type.Rank() > 0 {
			lines = append(lines, "let "+p.name(v)+" = "+p.name(v)+" :> "+p.typ(v.Type))
		}
	}
	return lines
}

// isPart reports whether the size of an array is one that its expression computes.
func isPart(e core.Exp) bool {
	switch e.(type) {
	case *core.Slice, *core.Concat:
		return true
	default: // its sizes have names
	}
	return false
}

// vague reports whether the sizes of an expression's type, as a checker finds it, may have other names than core has.
func vague(e core.Exp, t core.Type) bool {
	switch e := e.(type) {
	case *core.Copy:
		return !slices.Equal(e.Arr.Type.Dims, t.Dims)
	case *core.Slice, *core.Concat, *core.If, *core.Loop, *core.Call, *core.Reshape, *core.Map, *core.ArrayLit, *core.UpdateSlice:
		return true
	default: // its sizes are those of core
	}
	return false
}

// result is what follows lines: behind lets it begins with in.
func result(lines []string, text string) string {
	if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "let ") }) {
		return "in " + text
	}
	return text
}

// only reports whether the results are those of a statement, which is the last and needs no name then.
func (p *printer) only(s core.Stm, result []core.Atom) bool {
	if c, ok := s.Exp.(*core.Call); ok && slices.Contains(sizesAmong(c.Fun.Ret), true) {
		return false
	}
	if len(s.Pat) == 0 || len(s.Pat) > inZip || len(s.Pat) != len(result) || p.texts[s.Pat[0]].text != "" {
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

// longest and widest are how long an expression may be that moves to where it is used, of a scalar and of an array.
const longest, widest = 48, 64

// moves reports whether an expression may stand where its result is used: once, as often as it is computed here, and what
// it reads is not written to.
func (p *printer) moves(s core.Stm, e expr) bool {
	v := s.Pat[0]
	u := p.uses[v]
	_, scalar := s.Exp.(*core.PrimApp)
	if u.count != 1 || u.def != u.at || len(e.text) > widest || len(e.text) > longest && scalar || strings.Contains(e.text, "\n") {
		return false
	}
	switch x := s.Exp.(type) {
	case *core.PrimApp, *core.Use:
		return !u.fixed
	case *core.Index:
		return v.Type.Rank() == 0 && !u.fixed && !slices.ContainsFunc(p.uses[x.Arr].consumed, func(t int) bool { return t > u.born && t < slices.Max(u.seen) })
	case *core.Replicate:
		return !p.Sizes && u.body == p.uses[v].body
	case *core.Map, *core.Reduce, *core.Reverse, *core.Iota:
		return !p.Sizes && !u.fixed && !(u.body == top && slices.Max(u.seen) == p.clock) && (p.mark < u.born || p.mark > slices.Max(u.seen)) &&
			!slices.ContainsFunc(core.FreeInExp(s.Exp).List, func(v *core.Var) bool { return v.Type.Rank() > 0 && p.uses[v].fixed })
	default: // stays where it is
	}
	return false
}

// mayMove reports whether an expression is of a kind that moves.
func mayMove(e core.Exp) bool {
	switch e.(type) {
	case *core.PrimApp, *core.Use, *core.Index, *core.Replicate, *core.Map, *core.Reduce, *core.Reverse, *core.Iota:
		return true
	default: // stays where it is
	}
	return false
}
