package listing

import (
	"fmt"
	"slices"
	"strings"

	"raido/ad"
	"raido/ad/rev"
	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/core/source"
	"raido/lang/diag"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/syntax/parser"
)

// Definition is a definition of the derivative of a function f, an expression, of such parameters. Lowered, it is what Of takes. What the
// function consumes is copied, so that there is a derivative of it.
func Definition(b *syntax.Builder, f syntax.Exp, params []Parameter, forward bool) *syntax.ValDecl {
	var xs, dots, inner []*syntax.PatName
	var point, dot, own []syntax.Exp
	for i, p := range params {
		name := fmt.Sprintf("raido_%d_", i)
		x, in, d := b.Fresh(name), b.Fresh(name), b.Fresh(name+"dot")
		xs, inner, dots = append(xs, x), append(inner, in), append(dots, d)
		arg := b.Use(in)
		if p.Consumed {
			arg = b.Apply(b.Library("copy"), arg)
		}
		point, own, dot = append(point, b.Use(x)), append(own, arg), append(dot, b.Use(d))
	}
	fn := b.Lambda(b.TuplePat(inner...), b.Apply(f, own...))
	if forward {
		return b.Def("def", "f_jvp", b.At, b.Apply(b.Library("jvp2"), fn, b.Tuple(point...), b.Tuple(dot...)), append(xs, dots...)...)
	}
	bar := b.Fresh("y_bar")
	return b.Def("def", "f_vjp", b.At, b.Apply(b.Library("vjp2"), fn, b.Tuple(point...), b.Use(bar)), append(xs, bar)...)
}

// Of is the derivative of a program that is called name, made ready to be read, and what it keeps for the return sweep. A statement that
// traces marks where that begins.
func Of(prog *core.Prog, name string, params []Parameter, forward bool) (*core.Prog, []*rev.Kept) {
	prog = passes(prog, opt.Inline, opt.Simplify, opt.DCE, opt.CSE, opt.DCE)
	entry := prog.Entry()
	nameResults(entry, params, forward)
	entry.Name = name + "_vjp"
	if forward {
		entry.Name = name + "_jvp"
	}
	rename(entry.Params, params)
	renameAll(entry.Body, params)
	nameSizes(entry)
	for i, s := range entry.Body.Stms {
		d, ok := s.Exp.(*core.Diff)
		if !ok || d.IsCustom() {
			continue
		}
		fn := *d.Fn
		if !forward {
			mark := &core.Assert{Cond: core.Const{Scalar: prim.BoolOf(true)}, Msg: returnSweep, Trace: true}
			fn.Body.Stms = append(fn.Body.Stms[:len(fn.Body.Stms):len(fn.Body.Stms)], core.Stm{Exp: mark})
		}
		marked := *d
		marked.Fn = &fn
		entry.Body.Stms[i].Exp = &marked
	}
	prog, kept := ad.ApplyKept(prog)
	return passes(prog, opt.Simplify, opt.CSE, opt.Hoist, opt.DCE, withoutChoices, withoutAccs, opt.Simplify, opt.CSE, opt.DCE), kept
}

// returnSweep is what stands where it begins.
const returnSweep = "return sweep: adjoints, from the result back to the arguments"

// Text is the text of a program that Of gave, in the first style in which it is a program. Comments tell what is kept, and why.
func Text(prog *core.Prog, kept []*rev.Kept, forward bool) string {
	text := ""
	for _, style := range source.Styles {
		if text = inStyle(prog, kept, forward, style); isProgram(text) {
			return text
		}
	}
	return "-- this is no program as it stands: it calls what Futhark has no words for\n" + text
}

// isProgram reports whether a text can be checked.
func isProgram(text string) bool {
	file, ds := parser.File(&diag.Source{Name: "derivative", Text: text})
	if len(ds.Errors()) > 0 {
		return false
	}
	_, ds = check.File(check.Prelude(), file, nil)
	return len(ds.Errors()) == 0
}

func inStyle(prog *core.Prog, kept []*rev.Kept, forward bool, style source.Style) string {
	head := "-- reverse mode: y_bar is the adjoint of the result;\n-- the results are those of f, then the adjoints of its arguments\n"
	first := "-- forward sweep: f itself, and the tapes that the return sweep reads\n"
	if forward {
		head, first = "-- forward mode: x_dot is the tangent of x; the results are those of f, then their tangents\n", ""
	}
	if hasConstants(prog.Entry(), forward) {
		head += "-- the last parameters are values of the notebook\n"
	}
	for _, k := range kept {
		head += "-- kept: " + k.String() + "\n"
	}
	var b strings.Builder
	b.WriteString(head)
	for i, f := range prog.Funs {
		if style.Sizes {
			f = withSizes(f)
		}
		text := source.Fun(f, style)
		if i == len(prog.Funs)-1 && first != "" {
			text = strings.Replace(text, "=\n", "=\n  "+first, 1)
			text = strings.Replace(text, first+"  -- return", "-- return", 1) // nothing is kept for it
		}
		b.WriteString(text)
	}
	return b.String()
}

// hasConstants reports whether parameters follow those that are tangents or cotangents.
func hasConstants(f *core.Fun, forward bool) bool {
	last := f.Params[len(f.Params)-1].Name
	return !(forward && strings.HasSuffix(last, "_dot") || !forward && strings.HasPrefix(last, "y") && strings.Contains(last, "_bar"))
}

func passes(p *core.Prog, list ...func(*core.Prog) *core.Prog) *core.Prog {
	for _, pass := range list {
		p = pass(p)
	}
	return p
}

// withSizes is the function with results of just the sizes that it promises, where its body knows them by other names: those of a function
// whose result has a size of its own.
func withSizes(f *core.Fun) *core.Fun {
	b := &core.Builder{Stms: slices.Clone(f.Body.Stms)}
	out := *f
	res := slices.Clone(f.Body.Result)
	for i, r := range f.Ret {
		v, ok := res[i].(*core.Var)
		given := !slices.ContainsFunc(r.Type.Dims, func(d core.Atom) bool {
			return slices.ContainsFunc(f.Ret, func(s *core.Var) bool { return d == core.Atom(s) })
		})
		if ok && given && !slices.Equal(v.Type.Dims, r.Type.Dims) {
			res[i] = b.Let(v.Name, &core.Reshape{Dims: r.Type.Dims, Arr: v})
		}
	}
	out.Body = b.Body(res...)
	return &out
}
