package session

import (
	"fmt"
	"strings"

	"raido/ad"
	"raido/display"
	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/core/source"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// magicAD is %ad [--forward] F: the program that differentiates F, as Futhark.
func magicAD(c *cell, p part) (display.Bundle, error) {
	opts, at, err := p.options(p.args)
	if err != nil {
		return display.Bundle{}, err
	}
	if at.Start >= at.End {
		d := usage(p.args, "%%ad needs a function")
		d.Hint = "for example: %ad f64.sin"
		return display.Bundle{}, d
	}
	text, err := c.differentiated(p, at, opts["forward"] != "")
	if err != nil {
		return display.Bundle{}, err
	}
	return display.Text(text), nil
}

// differentiated is the text of the derivative of the function at a place.
func (c *cell) differentiated(p part, at diag.Span, forward bool) (text string, err error) {
	f, err := c.checked(only(p.src, at.Start, at.End))
	if err != nil {
		return "", err
	}
	names := parameterNames(f)
	if len(names) == 0 {
		return "", usage(at, "this is no function, but %s", types.PrintScheme(f.Sym.Scheme))
	}
	body := strings.TrimSpace(at.Text())
	a := &application{f: "(" + body + ")", x: "()", at: at, fAt: at.Start + strings.Index(at.Text(), body), xAt: at.End}
	def, err := c.derivativeOf(a, len(names), forward)
	if err != nil {
		return "", a.moved(err)
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *diag.Diag:
			err = a.moved(r)
		case diag.List:
			err = a.moved(r)
		default:
			panic(r)
		}
	}()
	prog, _, err := lower.Program(def)
	if err != nil {
		return "", a.moved(err)
	}
	prog.Entry().Name = map[bool]string{false: "f_vjp", true: "f_jvp"}[forward]
	if v, ok := f.Body.(*types.Ref); ok && isName(v.Sym.Name) {
		prog.Entry().Name = v.Sym.Name + prog.Entry().Name[1:]
	}
	return printed(prog, names, forward), nil
}

// parameter is how the parts of a parameter are named: after it, or after the names that a pattern gives to its fields.
type parameter struct {
	name   string
	fields map[string]string
}

// fieldNames are the names that a pattern of a record gives to fields.
func fieldNames(p *types.PatRecord) map[string]string {
	out := map[string]string{}
	for i, f := range p.Fields {
		if v, ok := f.(*types.PatVar); ok && i < len(p.T.Fields) {
			out[p.T.Fields[i].Name] = v.Sym.Name
		}
	}
	return out
}

// parameterNames are those of a function: its own where they are names.
func parameterNames(f *types.Def) []parameter {
	t := types.Reveal(f.Ret)
	var own []types.Param
	switch e := f.Body.(type) {
	case *types.Ref:
		if e.Sym.Def != nil {
			own = e.Sym.Def.Params
		}
	case *types.Lambda:
		own = e.Params
	}
	var names []parameter
	for {
		fun, ok := t.(*types.Func)
		if !ok {
			return names
		}
		p := parameter{name: fmt.Sprintf("x%d", len(names)+1)}
		if k := len(names); k < len(own) {
			switch pat := own[k].Pat.(type) {
			case *types.PatVar:
				p.name = pat.Sym.Name
			case *types.PatRecord:
				p.fields = fieldNames(pat)
			}
		}
		names = append(names, p)
		t = types.Reveal(fun.Result)
	}
}

// derivativeOf checks a definition of the derivative of a function of n parameters.
func (c *cell) derivativeOf(a *application, n int, forward bool) (*types.Def, error) {
	var xs, dots []string
	for i := range n {
		xs, dots = append(xs, fmt.Sprintf("raido_%d_", i)), append(dots, fmt.Sprintf("raido_%d_Dot", i))
	}
	point := "(" + strings.Join(xs, ", ") + ")"
	f := fmt.Sprintf("(\\%s -> %s %s)", point, a.f, strings.Join(xs, " "))
	text := fmt.Sprintf("def f_vjp %s yBar = vjp2 %s %s yBar", strings.Join(xs, " "), f, point)
	if forward {
		text = fmt.Sprintf("def f_jvp %s %s = jvp2 %s %s (%s)", strings.Join(xs, " "), strings.Join(dots, " "), f, point, strings.Join(dots, ", "))
	}
	file, errs := syntax.ParseCell(c.madeText(text))
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	_, defs, errs := check.Decl(c.st.env, file.Decls[0])
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	return defs[0], nil
}

// printed takes the derivative of a program and prints it. A statement that traces marks where the return sweep begins.
func printed(prog *core.Prog, names []parameter, forward bool) string {
	for _, pass := range []func(*core.Prog) *core.Prog{opt.Inline, opt.Simplify, opt.DCE, opt.CSE, opt.DCE} {
		prog = pass(prog)
	}
	entry := prog.Entry()
	rename(entry.Params, names)
	for i, s := range entry.Body.Stms {
		d, ok := s.Exp.(*core.Diff)
		if !ok || d.IsCustom() {
			continue
		}
		fn := *d.Fn
		rename(fn.Params, names)
		if !forward {
			mark := &core.Assert{Cond: core.Const{Scalar: prim.BoolOf(true)}, Msg: "return sweep: adjoints, from the result back to the arguments", Trace: true}
			fn.Body.Stms = append(fn.Body.Stms[:len(fn.Body.Stms):len(fn.Body.Stms)], core.Stm{Exp: mark})
		}
		marked := *d
		marked.Fn = &fn
		entry.Body.Stms[i].Exp = &marked
	}
	for _, pass := range []func(*core.Prog) *core.Prog{ad.Apply, opt.Simplify, opt.CSE, opt.Hoist, opt.DCE} {
		prog = pass(prog)
	}
	head := "-- reverse mode: yBar is the adjoint of the result; the results are f's, then the adjoints of its arguments\n"
	first := "-- forward sweep: f itself, and the tapes that the return sweep reads\n"
	if forward {
		head, first = "-- forward mode: dots are tangents; the results are f's, then their tangents\n", ""
	}
	var b strings.Builder
	b.WriteString(head)
	for i, f := range prog.Funs {
		text := source.Fun(f)
		if i == len(prog.Funs)-1 && first != "" {
			text = strings.Replace(text, "=\n", "=\n  "+first, 1)
			text = strings.Replace(text, first+"  -- return", "-- return", 1) // nothing is kept for it
		}
		b.WriteString(text)
	}
	return b.String()
}

// rename gives variables the names of the parameters that they are parts of.
func rename(vs []*core.Var, names []parameter) {
	for _, v := range vs {
		for i, n := range names {
			if rest, ok := strings.CutPrefix(v.Name, fmt.Sprintf("raido_%d_", i)); ok {
				field, dot := strings.CutPrefix(rest, "Dot")
				field = strings.TrimPrefix(field, "_")
				switch own := n.fields[field]; {
				case own != "":
					v.Name = own
				case field != "":
					v.Name = n.name + "_" + field
				default:
					v.Name = n.name
				}
				if dot {
					v.Name += "Dot"
				}
			}
		}
	}
}
