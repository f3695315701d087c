package gen

import (
	"fmt"
	"strings"

	"raido/backend/fmath"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// This file prints functions of floats (backend/fmath): one text for scalars, and one for vectors of each number of lanes. Truths are what
// comparisons give: int, or masks as wide as what was compared. The first result is returned, the others go where pointers tell.

// mathText writes a function at a number of lanes.
type mathText struct {
	*demands
	w     int
	fun   *core.Fun
	out   strings.Builder
	names map[*core.Var]string
	masks map[*core.Var]prim.Type // of truths: the signed type of their masks
}

// math adds the text of a function after those it calls.
func (n *demands) math(f *core.Fun, w int) {
	m := &mathText{demands: n, w: w, fun: f, names: map[*core.Var]string{}, masks: map[*core.Var]prim.Type{}}
	var params []string
	for _, p := range f.Params {
		params = append(params, m.typ(p)+" "+m.name(p))
	}
	for i, r := range f.Ret[1:] {
		params = append(params, fmt.Sprintf("%s *r%d", m.typ(r), i+1))
	}
	head := "static "
	if fmath.Rare(f) {
		head = "__attribute__((noinline)) " + head
	}
	base, t := fmath.Base(f)
	m.line("%s%s rd_%s_%s(%s) {", head, m.typ(f.Ret[0]), base, shapeName(t, w), strings.Join(params, ", "))
	m.stms(f.Body.Stms)
	for i, a := range f.Body.Result[1:] {
		m.line("*r%d = %s;", i+1, m.wide(a))
	}
	m.line("return %s;\n}", m.wide(f.Body.Result[0]))
	n.defs = append(n.defs, definition{mathRank, strings.TrimSpace(m.out.String())})
}

func (m *mathText) line(format string, args ...any) { fmt.Fprintf(&m.out, format+"\n", args...) }

// typ is the type of a variable; a truth has that of its mask.
func (m *mathText) typ(v *core.Var) string {
	t := v.Type.Elem
	if t == prim.Bool {
		if m.w == 1 {
			return "int"
		}
		t = m.masks[v]
	}
	m.double = m.double || t == prim.F64
	return vecType(t, m.w)
}

func (m *mathText) name(v *core.Var) string {
	if m.names[v] == "" {
		m.names[v] = fmt.Sprintf("v%d", len(m.names))
	}
	return m.names[v]
}

// plain is an operand of an operator that takes scalars beside vectors.
func (m *mathText) plain(a core.Atom) string {
	if c, ok := a.(core.Const); ok {
		return literal(c.Scalar)
	}
	return m.name(a.(*core.Var))
}

// wide is an operand that must be a vector.
func (m *mathText) wide(a core.Atom) string {
	if c, ok := a.(core.Const); ok && m.w > 1 {
		return fmt.Sprintf("(%s)(%s)", vecType(c.Type, m.w), literal(c.Scalar))
	}
	return m.plain(a)
}

// mask is a truth as a mask for values of the size of a signed type.
func (m *mathText) mask(a core.Atom, t prim.Type) string {
	v, ok := a.(*core.Var)
	switch {
	case !ok && m.w == 1:
		return literal(a.(core.Const).Scalar)
	case !ok:
		return fmt.Sprintf("(%s)(%d)", vecType(t, m.w), -int(a.(core.Const).Bits))
	case m.w == 1 || m.masks[v] == t:
		return m.name(v)
	}
	return m.builtin("convert_"+vecType(t, m.w)) + "(" + m.name(v) + ")"
}

// maskType is the type of the mask of a truth; constants have none.
func (m *mathText) maskType(as ...core.Atom) prim.Type {
	for _, a := range as {
		if v, ok := a.(*core.Var); ok {
			return m.masks[v]
		}
	}
	return prim.I64
}

// test is whether any lane of a truth is set.
func (m *mathText) test(a core.Atom) string {
	if m.w == 1 {
		return m.plain(a)
	}
	t := m.maskType(a)
	m.add(instance{"any", t, m.w})
	return fmt.Sprintf("rd_any_%s(%s)", shapeName(t, m.w), m.mask(a, t))
}

func (m *mathText) stms(ss []core.Stm) {
	for _, s := range ss {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			m.define(s.Pat[0], m.apply(s.Pat[0], e))
		case *core.If:
			m.branch(s.Pat, e)
		case *core.Loop:
			m.loop(s.Pat, e)
		case *core.Call:
			m.call(s.Pat, e)
		default:
			diag.Bugf("gen: no text for %s", core.PrintStm(s))
		}
	}
}

func (m *mathText) define(v *core.Var, text string) {
	m.line("%s %s = %s;", m.typ(v), m.name(v), text)
}

// signsOf are operators that C has for scalars and vectors alike.
var signsOf = map[*prim.Op]string{prim.Add: "+", prim.Sub: "-", prim.Mul: "*", prim.Div: "/", prim.Lt: "<", prim.Le: "<=", prim.Eq: "==", prim.And: "&",
	prim.Or: "|", prim.Xor: "^"}

// apply is the text of an operator.
func (m *mathText) apply(v *core.Var, e *core.PrimApp) string {
	sign := signsOf[e.Op]
	switch {
	case e.T == prim.Bool:
		return m.truth(v, e)
	case v.Type.Elem == prim.Bool:
		m.masks[v] = signedOf(e.T)
		return m.plain(e.Args[0]) + " " + sign + " " + m.plain(e.Args[1])
	case sign != "" && (e.T.IsFloat() || m.w > 1):
		return m.plain(e.Args[0]) + " " + sign + " " + m.plain(e.Args[1])
	case e.Op == prim.Shl || e.Op == prim.Shr:
		sign = ">>"
		if e.Op == prim.Shl {
			sign = "<<"
		}
		return m.plain(e.Args[0]) + " " + sign + " " + m.wide(e.Args[1])
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = m.wide(a)
	}
	text, ok := m.op(e.Op, e.T, m.w, args)
	if !ok {
		diag.Bugf("gen: no text for %s.%s in %s", e.Op.Name, e.T, m.fun.Name)
	}
	return text
}

// truth is an operator on truths.
func (m *mathText) truth(v *core.Var, e *core.PrimApp) string {
	t := m.maskType(e.Args...)
	m.masks[v] = t
	not := "~"
	if m.w == 1 {
		not = "!"
	}
	x := m.mask(e.Args[0], t)
	switch e.Op {
	case prim.Not:
		return not + x
	case prim.Eq: // of masks it is one more comparison
		return not + "(" + x + " ^ " + m.mask(e.Args[1], t) + ")"
	}
	return x + " " + signsOf[e.Op] + " " + m.mask(e.Args[1], t)
}

// choose is the text of a choice between values.
func (m *mathText) choose(v *core.Var, cond, a, b core.Atom) string {
	t := signedOf(v.Type.Elem)
	if v.Type.Elem == prim.Bool {
		t = m.maskType(a, b, cond)
		m.masks[v] = t
		return fmt.Sprintf("%s ? %s : %s", m.mask(cond, t), m.mask(a, t), m.mask(b, t))
	}
	return fmt.Sprintf("%s ? %s : %s", m.mask(cond, t), m.wide(a), m.wide(b))
}

// branch is a choice, or runs each of the branches in which there is something to do if any lane takes it.
func (m *mathText) branch(pat []*core.Var, e *core.If) {
	if fmath.Choice(e) {
		for i, v := range pat {
			text := m.choose(v, e.Cond, e.Then.Result[i], e.Else.Result[i])
			m.define(v, text)
		}
		return
	}
	if m.w == 1 {
		for _, v := range pat {
			m.line("%s %s;", m.typ(v), m.name(v))
		}
		m.line("if (%s) {", m.plain(e.Cond))
		m.arm(pat, e.Then, nil)
		m.line("} else {")
		m.arm(pat, e.Else, nil)
		m.line("}")
		return
	}
	for i, v := range pat {
		init := core.Atom(core.Const{Scalar: prim.Zero(v.Type.Elem)})
		if len(e.Else.Stms) == 0 {
			init = e.Else.Result[i]
		}
		m.define(v, m.wide(init))
	}
	if len(e.Else.Stms) > 0 {
		not := core.NewVar("not", core.Prim(prim.Bool))
		text := m.apply(not, &core.PrimApp{Op: prim.Not, T: prim.Bool, Args: []core.Atom{e.Cond}})
		m.define(not, text)
		m.line("if (%s) {", m.test(not))
		m.arm(pat, e.Else, nil)
		m.line("}")
	}
	m.line("if (%s) {", m.test(e.Cond))
	m.arm(pat, e.Then, e.Cond)
	m.line("}")
}

// arm is a branch: its results become those of the If, in all lanes or in those of a condition.
func (m *mathText) arm(pat []*core.Var, b core.Body, cond core.Atom) {
	m.stms(b.Stms)
	for i, v := range pat {
		text := m.wide(b.Result[i])
		if cond != nil {
			text = fmt.Sprintf("%s ? %s : %s", m.mask(cond, signedOf(v.Type.Elem)), text, m.name(v))
		}
		m.line("%s = %s;", m.name(v), text)
	}
}

// loop runs as long as any lane does; the others keep what they have.
func (m *mathText) loop(pat []*core.Var, e *core.Loop) {
	for i, p := range e.Params {
		m.define(p, m.wide(e.Init[i]))
	}
	m.line("for (;;) {")
	m.stms(e.Cond.Stms)
	m.line("if (!(%s)) break;", m.test(e.Cond.Result[0]))
	m.stms(e.Body.Stms)
	next := make([]string, len(e.Params))
	for i, p := range e.Params {
		next[i] = m.name(core.NewVar("next", p.Type))
		text := m.wide(e.Body.Result[i])
		if m.w > 1 {
			text = fmt.Sprintf("%s ? %s : %s", m.mask(e.Cond.Result[0], signedOf(p.Type.Elem)), text, m.name(p))
		}
		m.line("%s %s = %s;", m.typ(p), next[i], text)
	}
	for i, p := range e.Params {
		m.line("%s = %s;", m.name(p), next[i])
	}
	m.line("}")
	for i, v := range pat {
		m.names[v] = m.name(e.Params[i])
	}
}

func (m *mathText) call(pat []*core.Var, e *core.Call) {
	base, t := fmath.Base(e.Fun)
	var args []string
	for _, a := range e.Args {
		args = append(args, m.wide(a))
	}
	for _, v := range pat[1:] {
		m.line("%s %s;", m.typ(v), m.name(v))
		args = append(args, "&"+m.name(v))
	}
	m.define(pat[0], m.function(base, t, m.w)+"("+strings.Join(args, ", ")+")")
}
