package check

import (
	"fmt"
	"slices"
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/types"
)

// mismatch reports why want and got do not unify.
func (c *checker) mismatch(at diag.Span, m *types.Mismatch, want, got types.Type, w why) *diag.Diag {
	p := types.NewPrinter()
	var d *diag.Diag
	switch m.Kind {
	case types.MisSize:
		p.Open = isOpen(m.WantSize) || isOpen(m.GotSize)
		ws, gs := p.Size(m.WantSize), p.Size(m.GotSize)
		d = c.error(diag.Size, codeSize, at, "%s should have type %s, but has type %s: sizes %s and %s differ",
			w.what, p.Type(want), p.Type(got), ws, gs)
		c.sizePlace(d, m.WantSize, ws)
		c.sizePlace(d, m.GotSize, gs)
		if !isConst(m.WantSize) || !isConst(m.GotSize) {
			x := operand(at)
			if x == "" {
				x = "e"
			}
			d.Hint = "if they are always equal, say so with a size coercion, checked at run time: " + x + " :> [n]t"
			if nameless(want) {
				d.Hint = "two arrays whose sizes are known only at run time may differ: name the size of one, let [k] (ys: [k]t) = ..., and coerce the other to it, zs :> [k]t, which is checked at run time"
			} else if p.Open {
				d.Hint = "if they are always equal, name the size where the array is bound, (xs: [n]t), and coerce to it, which is checked at run time: e :> [n]t"
			} else if strings.Contains(ws+gs, "_*_") {
				d.Hint = "say which sizes are meant, by a size coercion of the argument: e :> [3*4]t"
			} else if hidden := c.hiddenSize(want); hidden != "" {
				d.Hint = "no name here means the size " + hidden + ": let its module define one, def n = ..., and coerce to that, checked at run time: e :> [m.n]t"
			} else if !hasMeta(want) {
				d.Hint = fmt.Sprintf("if they are always equal, say so with a size coercion, checked at run time: %s :> %s", x, p.Type(want))
			}
		}
	case types.MisEscape:
		d = c.error(diag.Size, codeEscape, at, "%s has type %s, whose result size %s is not the same for every call, but here %s is needed",
			w.what, p.Type(m.Got), p.Size(m.GotSize), "one size for all")
		d.Hint = "arrays must be regular: every row has the same size"
		c.sizePlace(d, m.GotSize, p.Size(m.GotSize))
	case types.MisConsume:
		d = c.error(diag.Unique, codeUniqueFun, at, "%s consumes its argument: it has type %s where %s is needed", w.what, p.Type(m.Got), p.Type(m.Want))
		d.Hint = "consume a copy instead: copy x"
	case types.MisFresh:
		d = c.error(diag.Unique, codeUniqueFun, at, "%s must give a unique result: it has type %s where %s is needed", w.what, p.Type(m.Got), p.Type(m.Want))
	case types.MisClass:
		d = c.classMismatch(at, m, want, got, w, p)
	case types.MisFunc:
		d = c.error(diag.Type, codeFunction, at, "%s has type %s: a function may not stand here", w.what, p.Type(got))
		d.Hint = "functions may not be in arrays, or be results of if, match or loop; or a parameter is missing"
		if types.HasLinear(m.Got) || types.HasLinear(m.Want) {
			d.Msg = strings.Replace(d.Msg, "a function may not", "an accumulator may not", 1)
			d.Hint = linearHint
		}
		if h := arityHint(want, got); h != "" {
			d.Hint = h
		}
	case types.MisCycle:
		d = c.error(diag.Type, codeCycle, at, "%s would have an infinite type", w.what)
		d.Hint = "a function is applied to itself, or an array holds itself"
	case types.MisField:
		d = c.error(diag.Type, codeField, at, "type %s has no field %s", p.Type(m.Got), m.Name)
		c.fieldHint(d, m.Got, m.Name)
	case types.MisConstr:
		d = c.error(diag.Type, codeConstr, at, "type %s has no constructor #%s with such a payload", p.Type(m.Got), m.Name)
		constrHint(d, m.Got, m.Name)
	default:
		d = c.error(diag.Type, codeMismatch, at, "%s should have type %s, but has type %s", w.what, p.Type(want), p.Type(got))
		if m.Want != want && m.Got != got {
			note(d, diag.Span{}, "%s does not fit %s", p.Type(m.Got), p.Type(m.Want))
		}
		mismatchHint(d, m, m.Want == want && m.Got == got)
	}
	deriveHint(d, m.Kind, w.what, got)
	if w.note != "" {
		note(d, w.at, "%s", w.note)
	}
	return d
}

// classMismatch reports an overloaded operator or literal that meets a type it does not cover.
func (c *checker) classMismatch(at diag.Span, m *types.Mismatch, want, got types.Type, w why, p *types.Printer) *diag.Diag {
	wt, gt := types.Resolve(want), types.Resolve(got)
	_, openWant := wt.(*types.Meta)
	openGot, literal := gt.(*types.Meta)
	switch {
	case wt != gt && literal:
		if openGot.Class == nil {
			openGot.Class = m.Class
		}
		d := c.error(diag.Type, codeClass, at, "%s should %s, but %s", w.what, hasType(p, wt, "have"), hasType(p, gt, "has"))
		if t, ok := wt.(types.Prim); ok && t.Prim.IsInt() && openGot.Class == classFloat {
			d.Hint = fmt.Sprintf("convert the integers, with f64.%s x, or leave out the decimal point", t.Prim)
			if strings.HasPrefix(w.what, "argument ") {
				d.Hint = fmt.Sprintf("%s.f64 x makes an %s of a float; a function that takes floats says so in its definition: (x: f64)", t.Prim, t.Prim)
			}
		}
		if _, fn := types.Resolve(m.Want).(*types.Func); fn {
			d.Hint = "a function is needed: a parameter is missing"
		}
		return d
	case wt != gt && !openWant: // parts of them differ
		d := c.error(diag.Type, codeClass, at, "%s should have type %s, but has type %s", w.what, p.Type(want), p.Type(got))
		if m.Want != nil && m.Got != nil {
			note(d, diag.Span{}, "%s does not fit %s", kindOf(p, m.Got), kindOf(p, m.Want))
		} else if m.Got != nil {
			note(d, diag.Span{}, "%s is not %s", kindOf(p, m.Got), m.Class.Name())
		}
		d.Hint = arityHint(want, got)
		return d
	}
	bad := types.Resolve(m.Got)
	if bad == nil {
		bad = gt
	}
	d := c.error(diag.Type, codeClass, at, "%s should be of %s, but %s", w.what, m.Class.Name(), hasType(p, bad, "has"))
	classHint(d, bad, m, w, at)
	return d
}

// kindOf is a type, or what an open one may be.
func kindOf(p *types.Printer, t types.Type) string {
	if m, ok := types.Resolve(t).(*types.Meta); ok && m.Class != nil {
		return m.Class.Name()
	}
	return p.Type(t)
}

// classHint says what to do about a type that an operator is not defined for.
func classHint(d *diag.Diag, bad types.Type, m *types.Mismatch, w why, at diag.Span) {
	op, isOp := strings.CutPrefix(w.what, "an operand of ")
	switch x := bad.(type) {
	case *types.Var:
		d.Hint = fmt.Sprintf("'%s may be any type: pass the operator as a parameter, or use a specific type", x.Name)
		if x.Abs != nil {
			hintAbstract(d, x)
		}
	case *types.Array:
		switch {
		case isOp && op == "+" && types.SamePrim(x.Elem, prim.U8):
			d.Hint = "++ joins strings and other arrays"
		case isOp:
			d.Hint = fmt.Sprintf("apply the operator to the elements: map (%s 1) xs, or map2 (%s) xs ys", op, op)
		}
	case *types.Func:
		d.Hint = "an argument may be missing"
	case *types.Record:
		if types.IsTuple(x) && len(x.Fields) > 1 {
			d.Hint = "take the tuple apart, by a pattern (x, y) in place of its name, or by .0 and .1"
		}
	case types.Prim:
		switch {
		case isOp && op == "^" && x.Prim.IsFloat():
			d.Hint = "** is the power; ^ is exclusive or, of bits"
		case x.Prim.IsFloat() && m.Class == classInt, (x.Prim.IsFloat() || x.Prim.IsUnsigned()) && m.Class == classSigned:
			d.Hint = conversion(prim.I64, x.Prim, at)
		case x.Prim == prim.Bool && operand(at) != "":
			d.Hint = fmt.Sprintf("a bool is no number; i32.bool %s is 1 for true, 0 for false", operand(at))
		}
	}
}

// hasType says "has type t" or, of an overloaded one, "is of a number type"; have is the verb.
func hasType(p *types.Printer, t types.Type, have string) string {
	if m, ok := types.Resolve(t).(*types.Meta); ok && m.Class != nil {
		return pick(have == "have", "be", "is") + " of " + m.Class.Name()
	}
	return have + " type " + p.Type(t)
}

// hintAbstract says why an abstract type does not fit.
func hintAbstract(d *diag.Diag, v *types.Var) {
	if types.IsLinear(v) {
		d.Hint = linearHint
		return
	}
	note(d, v.Abs.Span.OfUser(), "%s is specified here, without a definition", v.Abs.Name)
	d.Hint = v.Abs.Name + " is abstract: only what its module provides can make and use its values"
}

// constrHint says what payload a constructor takes, or which constructor may be meant.
func constrHint(d *diag.Diag, t types.Type, name string) {
	s, ok := types.Resolve(t).(*types.Sum)
	if !ok {
		return
	}
	var names []string
	for _, k := range s.Constrs {
		names = append(names, k.Name)
		if k.Name == name {
			d.Hint = fmt.Sprintf("#%s takes %s: %s", name, count(len(k.Args), "argument"), types.Print(&types.Sum{Constrs: []types.Constr{k}}))
			return
		}
	}
	d.Hint = "its constructors are #" + strings.Join(names, ", #")
	if near := diag.Nearest(name, names); near != "" {
		d.Hint = "did you mean #" + near + "?"
	}
}

// mismatchHint says what to do about two types that differ; whole tells that they are those of the expression
// itself, not of parts of it.
func mismatchHint(d *diag.Diag, m *types.Mismatch, whole bool) {
	for _, t := range []types.Type{m.Got, m.Want} {
		if v, ok := types.Resolve(t).(*types.Var); ok && v.Abs != nil {
			hintAbstract(d, v)
			return
		}
	}
	w, okw := types.Resolve(m.Want).(types.Prim)
	g, okg := types.Resolve(m.Got).(types.Prim)
	_, fn := types.Resolve(m.Got).(*types.Func)
	wr, okwr := types.Resolve(m.Want).(*types.Record)
	gr, okgr := types.Resolve(m.Got).(*types.Record)
	switch {
	case okwr && okgr && types.IsTuple(wr) && types.IsTuple(gr):
		d.Hint = fmt.Sprintf("one has %s, the other %s", count(len(wr.Fields), "part"), count(len(gr.Fields), "part"))
	case okw && okg && w.Prim != g.Prim && whole:
		d.Hint = conversion(w.Prim, g.Prim, d.Span)
	case okw && okg && w.Prim != g.Prim:
		d.Hint = fmt.Sprintf("convert with %s.%s", w.Prim, g.Prim)
	case okwr && okgr:
		d.Hint = recordHint(wr, gr)
	case fn:
		d.Hint = "an argument may be missing"
	}
}

// recordHint says which fields a record lacks, or has too many.
func recordHint(want, got *types.Record) string {
	if lacks := without(want, got); lacks != "" {
		return "it lacks " + lacks
	}
	if more := without(got, want); more != "" {
		return "leave out " + more
	}
	return ""
}

// without lists the fields of a that b does not have.
func without(a, b *types.Record) string {
	var out []string
	for _, f := range a.Fields {
		if !slices.ContainsFunc(b.Fields, func(g types.Field) bool { return g.Name == f.Name }) {
			out = append(out, f.Name)
		}
	}
	return strings.Join(out, ", ")
}

// nameless tells whether a type has a size that no name of the program stands for.
func nameless(t types.Type) bool {
	found := false
	types.TypeSyms(t, func(s *types.Symbol) { found = found || s.Name == "" })
	return found
}

func isConst(s types.Size) bool {
	_, ok := types.ResolveSize(s).(types.SizeConst)
	return ok
}

// isOpen tells whether a size is not known yet, as that of a parameter declared []t.
func isOpen(s types.Size) bool {
	_, ok := types.ResolveSize(s).(*types.SizeMeta)
	return ok
}

// sizePlace notes where a size comes from.
func (c *checker) sizePlace(d *diag.Diag, s types.Size, text string) {
	if v, ok := types.ResolveSize(s).(*types.SizeVar); ok && v.Sym.Span.OfUser().Source != nil {
		if v.Name == "" {
			note(d, v.Sym.Span, "size %s is only known when this is computed", text)
		} else {
			note(d, v.Sym.Span, "size %s is bound here", text)
		}
	}
}

func (c *checker) fieldHint(d *diag.Diag, t types.Type, name string) {
	if _, ok := types.Resolve(t).(*types.Array); ok {
		d.Hint = map[string]string{"T": "transpose xs", "shape": "length xs is the number of elements", "size": "length xs is the number of elements", "length": "length xs",
			"sum": "f64.sum xs, i32.sum xs", "map": "map f xs", "copy": "copy xs", "dot": "f64.sum (map2 (*) xs ys)"}[name]
	}
	if _, ok := types.Resolve(t).(*types.Array); ok && isNumber(name) {
		d.Hint = "an element of an array is xs[" + name + "], and updated by xs with [" + name + "] = e"
	}
	if r, ok := types.Resolve(t).(*types.Record); ok {
		var names []string
		for _, f := range r.Fields {
			names = append(names, f.Name)
		}
		d.Hint = "its fields are ." + strings.Join(names, ", .")
		if near := diag.Nearest(name, names); near != "" && !types.IsTuple(r) {
			d.Hint = "did you mean ." + near + "?"
		}
	}
}

// hiddenSize is the name of a size in t that is defined in a module which does not show it; "" if there is none.
func (c *checker) hiddenSize(t types.Type) string {
	out := ""
	types.FreeSyms(t, func(s *types.Symbol) {
		if _, local := c.born[s]; local || out != "" {
			return
		}
		if i, ok := c.env.Lookup(strings.TrimPrefix(s.Name, c.module)); !ok || i.Sym != s {
			out = s.Name
		}
	})
	return out
}
