package explain

import (
	"fmt"
	"slices"
	"strings"

	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/types"
)

// Clash is what does not fit: an expression has type Got where its place wants another one.
type Clash struct {
	At        diag.Span
	Why       Why
	Want, Got types.Type
	Mismatch  *types.Mismatch
	Loop      *Loop // at whose parameter the wanted size can be declared, if it is one that gives the other size
}

// Loop is a loop after which a size is unknown.
type Loop struct {
	Param string     // the name of its only parameter, "" if it has others
	Type  types.Type // after the loop
}

// Way is what kind of way out a hint offers.
type Way uint8

// The kinds of ways out that others look for.
const (
	NoWay       Way = iota // the message has no hint
	OtherWay               // any other
	Convert                // a conversion between scalar types
	Elementwise            // the operator applied to the elements of arrays
	Linear                 // what can be done with an accumulator
)

// Hint is a way out in words, with its kind.
type Hint struct {
	Way  Way
	Text string
}

// hint is a way out of no special kind.
func hint(text string) Hint {
	if text == "" {
		return Hint{}
	}
	return Hint{OtherWay, text}
}

// Mismatch reports a clash; it also gives the kind of the hint in the report. hidden names a size in a type that is defined
// in a module which does not show it, "" if there is none.
func Mismatch(r *fault.Reporter, k Clash, hidden func(types.Type) string) (*diag.Diag, Way) {
	p, m := types.NewPrinter(), k.Mismatch
	var d *diag.Diag
	var h Hint
	switch m.Kind {
	case types.MisSize:
		d, h = sizeMismatch(r, k, p, hidden)
	case types.MisEscape:
		d = r.Error(diag.Size, fault.CodeEscape, k.At, "%s has type %s, whose result size %s is not the same for every call, but here %s is needed",
			k.Why.What, p.Type(m.Got), p.Size(m.GotSize), "one size for all")
		h = hint("arrays must be regular: every row has the same size")
		NotePlace(d, m.GotSize, p.Size(m.GotSize))
	case types.MisConsume:
		d = r.Error(diag.Unique, fault.CodeUniqueFun, k.At, "%s consumes its argument: it has type %s where %s is needed", k.Why.What, p.Type(m.Got), p.Type(m.Want))
		h = hint("consume a copy instead: copy x")
	case types.MisFresh:
		d = r.Error(diag.Unique, fault.CodeUniqueFun, k.At, "%s must give a unique result: it has type %s where %s is needed", k.Why.What, p.Type(m.Got), p.Type(m.Want))
	case types.MisClass:
		d, h = classMismatch(r, k, p)
	case types.MisFunc:
		d, h = funcMismatch(r, k, p)
	case types.MisCycle:
		d = r.Error(diag.Type, fault.CodeCycle, k.At, "%s would have an infinite type", k.Why.What)
		h = hint("a function is applied to itself, or an array holds itself")
	case types.MisField:
		d = r.Error(diag.Type, fault.CodeField, k.At, "type %s has no field %s", p.Type(m.Got), m.Name)
		h = hint(FieldHint(m.Got, m.Name))
	case types.MisConstr:
		d = r.Error(diag.Type, fault.CodeConstr, k.At, "type %s has no constructor #%s with such a payload", p.Type(m.Got), m.Name)
		h = hint(constrHint(m.Got, m.Name))
	case types.MisType:
		d = r.Error(diag.Type, fault.CodeMismatch, k.At, "%s should have type %s, but has type %s", k.Why.What, p.Type(k.Want), p.Type(k.Got))
		if m.Want != k.Want && m.Got != k.Got {
			fault.Note(d, diag.Span{}, "%s does not fit %s", p.Type(m.Got), p.Type(m.Want))
		}
		h = mismatchHint(d, m, m.Want == k.Want && m.Got == k.Got)
	}
	h = deriveHint(h, k)
	d.Hint = h.Text
	if k.Why.Note != "" {
		fault.Note(d, k.Why.At, "%s", k.Why.Note)
	}
	return d, h.Way
}

// sizeMismatch reports two sizes that may differ.
func sizeMismatch(r *fault.Reporter, k Clash, p *types.Printer, hidden func(types.Type) string) (*diag.Diag, Hint) {
	m := k.Mismatch
	p.Open = isOpen(m.WantSize) || isOpen(m.GotSize)
	ws, gs := p.Size(m.WantSize), p.Size(m.GotSize)
	d := r.Error(diag.Size, fault.CodeSize, k.At, "%s should have type %s, but has type %s: sizes %s and %s differ",
		k.Why.What, p.Type(k.Want), p.Type(k.Got), ws, gs)
	NotePlace(d, m.WantSize, ws)
	NotePlace(d, m.GotSize, gs)
	if isConst(m.WantSize) && isConst(m.GotSize) {
		return d, Hint{}
	}
	x := Operand(k.At)
	if x == "" {
		x = "e"
	}
	switch hiddenSize := hidden(k.Want); {
	case nameless(k.Want):
		return d, hint("two arrays whose sizes are known only at run time may differ: name the size of one, let [k] (ys: [k]t) = ..., and coerce the other to it, zs :> [k]t, which is checked at run time")
	case p.Open:
		return d, hint("if they are always equal, name the size where the array is bound, (xs: [n]t), and coerce to it, which is checked at run time: e :> [n]t")
	case strings.Contains(ws+gs, "_*_"):
		return d, hint("say which sizes are meant, by a size coercion of the argument: e :> [3*4]t")
	case hiddenSize != "":
		return d, hint("no name here means the size " + hiddenSize + ": let its module define one, def n = ..., and coerce to that, checked at run time: e :> [m.n]t")
	case k.Loop != nil && !types.HasMeta(k.Want):
		return d, hint(loopHint(k, p, x))
	case !types.HasMeta(k.Want):
		return d, hint(fmt.Sprintf("if they are always equal, say so with a size coercion, checked at run time: %s :> %s", x, p.Type(k.Want)))
	}
	return d, hint("if they are always equal, say so with a size coercion, checked at run time: " + x + " :> [n]t")
}

// loopHint is about a size that a loop may have changed.
func loopHint(k Clash, p *types.Printer, operand string) string {
	param := "the parameter that has it"
	if k.Loop.Param != "" && alikeButSizes(k.Loop.Type, k.Want) {
		param = "its parameter, loop (" + k.Loop.Param + ": " + p.Type(k.Want) + ") ..."
	}
	return "a loop's size is unknown unless it starts with the size that its body gives: declare the size at " + param + ", or say it with a size coercion, checked at run time: " + operand + " :> " + p.Type(k.Want)
}

// alikeButSizes reports whether two types look the same without their sizes.
func alikeButSizes(a, b types.Type) bool {
	bare := func(t types.Type) string {
		return types.Print(types.MapType(t, func(types.Type) types.Type { return nil }, func(types.Size) types.Size { return types.SizeAny{} }))
	}
	return bare(a) == bare(b)
}

// funcMismatch reports a function, or an accumulator, that stands where none may.
func funcMismatch(r *fault.Reporter, k Clash, p *types.Printer) (*diag.Diag, Hint) {
	what := "a function"
	h := hint("functions may not be in arrays, or be results of if, match or loop; or a parameter is missing")
	if types.HasLinear(k.Mismatch.Got) || types.HasLinear(k.Mismatch.Want) {
		what, h = "an accumulator", Hint{Linear, fault.LinearHint}
	}
	d := r.Error(diag.Type, fault.CodeFunction, k.At, "%s has type %s: %s may not stand here", k.Why.What, p.Type(k.Got), what)
	if text := arityHint(k.Want, k.Got); text != "" {
		h = hint(text)
	}
	return d, h
}

// classMismatch reports an overloaded operator or literal that meets a type it does not cover.
func classMismatch(r *fault.Reporter, k Clash, p *types.Printer) (*diag.Diag, Hint) {
	m := k.Mismatch
	wt, gt := types.Resolve(k.Want), types.Resolve(k.Got)
	_, openWant := wt.(*types.Meta)
	openGot, literal := gt.(*types.Meta)
	switch {
	case wt != gt && literal:
		if openGot.Class == nil {
			openGot.Class = m.Class
		}
		d := r.Error(diag.Type, fault.CodeClass, k.At, "%s should %s, but %s", k.Why.What, HasType(p, wt, "have"), HasType(p, gt, "has"))
		var h Hint
		if t, ok := wt.(types.Prim); ok && t.Prim.IsInt() && openGot.Class == scope.ClassFloat {
			h = hint(fmt.Sprintf("convert the integers, with f64.%s x, or leave out the decimal point", t.Prim))
			if k.Why.What.Arg > 0 {
				h = hint(fmt.Sprintf("%s.f64 x makes an %s of a float; a function that takes floats says so in its definition: (x: f64)", t.Prim, t.Prim))
			}
		}
		if _, fn := types.Resolve(m.Want).(*types.Func); fn {
			h = hint("a function is needed: a parameter is missing")
		}
		return d, h
	case wt != gt && !openWant: // parts of them differ
		d := r.Error(diag.Type, fault.CodeClass, k.At, "%s should have type %s, but has type %s", k.Why.What, p.Type(k.Want), p.Type(k.Got))
		if m.Want != nil && m.Got != nil {
			fault.Note(d, diag.Span{}, "%s does not fit %s", kindOf(p, m.Got), kindOf(p, m.Want))
		} else if m.Got != nil {
			fault.Note(d, diag.Span{}, "%s is not %s", kindOf(p, m.Got), m.Class.Name())
		}
		return d, hint(arityHint(k.Want, k.Got))
	}
	bad := types.Resolve(m.Got)
	if bad == nil {
		bad = gt
	}
	d := r.Error(diag.Type, fault.CodeClass, k.At, "%s should be of %s, but %s", k.Why.What, m.Class.Name(), HasType(p, bad, "has"))
	return d, classHint(d, bad, k)
}

// kindOf is a type, or what an open one may be.
func kindOf(p *types.Printer, t types.Type) string {
	if m, ok := types.Resolve(t).(*types.Meta); ok && m.Class != nil {
		return m.Class.Name()
	}
	return p.Type(t)
}

// classHint says what to do about a type that an operator is not defined for.
func classHint(d *diag.Diag, bad types.Type, k Clash) Hint {
	class, op := k.Mismatch.Class, ""
	if k.Why.What.Arg == 0 {
		op = k.Why.What.Of
	}
	switch x := bad.(type) {
	case *types.Var:
		if x.Abs != nil {
			return hintAbstract(d, x)
		}
		return hint(fmt.Sprintf("'%s may be any type: pass the operator as a parameter, or use a specific type", x.Name))
	case *types.Array:
		switch {
		case op == "+" && types.SamePrim(x.Elem, prim.U8):
			return hint("++ joins strings and other arrays")
		case op != "":
			return Hint{Elementwise, fmt.Sprintf("apply the operator to the elements: map (%s 1) xs, or map2 (%s) xs ys", op, op)}
		}
	case *types.Func:
		return hint("an argument may be missing")
	case *types.Record:
		if types.IsTuple(x) && len(x.Fields) > 1 {
			return hint("take the tuple apart, by a pattern (x, y) in place of its name, or by .0 and .1")
		}
	case types.Prim:
		switch {
		case op == "^" && x.Prim.IsFloat():
			return hint("** is the power; ^ is exclusive or, of bits")
		case x.Prim.IsFloat() && class == scope.ClassInt, (x.Prim.IsFloat() || x.Prim.IsUnsigned()) && class == scope.ClassSigned:
			return Conversion(prim.I64, x.Prim, k.At).Hint()
		case x.Prim == prim.Bool && Operand(k.At) != "":
			return hint(fmt.Sprintf("a bool is no number; i32.bool %s is 1 for true, 0 for false", Operand(k.At)))
		}
	case *types.Sum, *types.Meta:
	}
	return Hint{}
}

// HasType says "has type t" or, of an overloaded one, "is of a number type"; have is the verb.
func HasType(p *types.Printer, t types.Type, have string) string {
	if m, ok := types.Resolve(t).(*types.Meta); ok && m.Class != nil {
		return fault.Pick(have == "have", "be", "is") + " of " + m.Class.Name()
	}
	return have + " type " + p.Type(t)
}

// hintAbstract says why an abstract type does not fit.
func hintAbstract(d *diag.Diag, v *types.Var) Hint {
	if types.IsLinear(v) {
		return Hint{Linear, fault.LinearHint}
	}
	fault.Note(d, v.Abs.Span.OfUser(), "%s is specified here, without a definition", v.Abs.Name)
	return hint(v.Abs.Name + " is abstract: only what its module provides can make and use its values")
}

// constrHint says what payload a constructor takes, or which constructor may be meant.
func constrHint(t types.Type, name string) string {
	s, ok := types.Resolve(t).(*types.Sum)
	if !ok {
		return ""
	}
	var names []string
	for _, k := range s.Constrs {
		names = append(names, k.Name)
		if k.Name == name {
			return fmt.Sprintf("#%s takes %s: %s", name, fault.Count(len(k.Args), "argument"), types.Print(&types.Sum{Constrs: []types.Constr{k}}))
		}
	}
	if near := diag.Nearest(name, names); near != "" {
		return "did you mean #" + near + "?"
	}
	return "its constructors are #" + strings.Join(names, ", #")
}

// mismatchHint says what to do about two types that differ; whole reports whether they are those of the expression
// itself, not of parts of it.
func mismatchHint(d *diag.Diag, m *types.Mismatch, whole bool) Hint {
	for _, t := range []types.Type{m.Got, m.Want} {
		if v, ok := types.Resolve(t).(*types.Var); ok && v.Abs != nil {
			return hintAbstract(d, v)
		}
	}
	w, okw := types.Resolve(m.Want).(types.Prim)
	g, okg := types.Resolve(m.Got).(types.Prim)
	_, fn := types.Resolve(m.Got).(*types.Func)
	wr, okwr := types.Resolve(m.Want).(*types.Record)
	gr, okgr := types.Resolve(m.Got).(*types.Record)
	switch {
	case okwr && okgr && types.IsTuple(wr) && types.IsTuple(gr):
		return hint(fmt.Sprintf("one has %s, the other %s", fault.Count(len(wr.Fields), "part"), fault.Count(len(gr.Fields), "part")))
	case okw && okg && w.Prim != g.Prim && whole:
		return Conversion(w.Prim, g.Prim, d.Span).Hint()
	case okw && okg && w.Prim != g.Prim:
		return Conversion(w.Prim, g.Prim, diag.Span{}).Hint()
	case okwr && okgr:
		return hint(recordHint(wr, gr))
	case fn:
		return hint("an argument may be missing")
	}
	return Hint{}
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

// nameless reports whether a type has a size that no name of the program stands for.
func nameless(t types.Type) bool {
	found := false
	types.TypeSyms(t, func(s *types.Symbol) { found = found || s.Name == "" })
	return found
}

func isConst(s types.Size) bool {
	_, ok := types.ResolveSize(s).(types.SizeConst)
	return ok
}

// isOpen reports whether a size is not known yet, as that of a parameter declared []t.
func isOpen(s types.Size) bool {
	_, ok := types.ResolveSize(s).(*types.SizeMeta)
	return ok
}

// FieldHint says what may be meant by a field that a type does not have.
func FieldHint(t types.Type, name string) string {
	switch x := types.Resolve(t).(type) {
	case *types.Array:
		if types.IsNumber(name) {
			return "an element of an array is xs[" + name + "], and updated by xs with [" + name + "] = e"
		}
		return map[string]string{"T": "transpose xs", "shape": "length xs is the number of elements", "size": "length xs is the number of elements", "length": "length xs",
			"sum": "f64.sum xs, i32.sum xs", "map": "map f xs", "copy": "copy xs", "dot": "f64.sum (map2 (*) xs ys)"}[name]
	case *types.Record:
		var names []string
		for _, f := range x.Fields {
			names = append(names, f.Name)
		}
		if near := diag.Nearest(name, names); near != "" && !types.IsTuple(x) {
			return "did you mean ." + near + "?"
		}
		return "its fields are ." + strings.Join(names, ", .")
	case types.Prim, *types.Sum, *types.Func, *types.Var, *types.Meta:
	}
	return ""
}
