package final

import (
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/types"
)

// EntryType demands that an entry point takes and gives data of specific types, and that the arguments
// show all sizes.
func EntryType(d *types.Def, at diag.Span, r *fault.Reporter) {
	name := d.Sym.Name
	if takesLinear(d.Sym.Scheme.Type) {
		e := r.Error(diag.Type, fault.CodeEntry, at, "entry point %s takes an accumulator, which only a stream can make: it has type %s", name, types.PrintScheme(d.Sym.Scheme))
		e.Hint = "define it with def, and call it in the function of a stream"
		return
	}
	if scope.IsOperator(name) {
		e := r.Error(diag.Type, fault.CodeEntry, at, "the name of entry point %s is an operator: nothing outside could call it", name)
		e.Hint = "define it with def, and add an entry point with another name"
		return
	}
	if len(d.Sym.Scheme.Types) > 0 {
		e := r.Error(diag.Type, fault.CodeEntry, at, "entry point %s is polymorphic: it has type %s", name, types.PrintScheme(d.Sym.Scheme))
		e.Hint = "give its parameters specific types"
		return
	}
	t := d.Sym.Scheme.Type
	var params []types.Type
	for i := 1; ; i++ {
		f, ok := t.(*types.Func)
		if !ok {
			break
		}
		if mayHoldFunc(f.Param) {
			e := r.Error(diag.Type, fault.CodeEntry, at, "parameter %d of entry point %s holds a function: it has type %s", i, name, types.Print(f.Param))
			e.Hint = "entry points take and give data only"
		}
		params = append(params, f.Param)
		t = f.Result
	}
	if mayHoldFunc(t) {
		r.Error(diag.Type, fault.CodeEntry, at, "entry point %s gives a function: its result has type %s", name, types.Print(t))
	}
	entrySizes(d, params, at, r)
}

// takesLinear reports whether a function has an accumulator among its parameters.
func takesLinear(t types.Type) bool {
	f, ok := types.Resolve(t).(*types.Func)
	return ok && (types.HasLinear(f.Param) || takesLinear(f.Result))
}

// mayHoldFunc reports whether a type holds functions, or an abstract type^ that may stand for them.
func mayHoldFunc(t types.Type) bool {
	return types.HasFunc(t) || new(types.Unifier).Restrict(t, types.SizeLifted) != nil
}

// entrySizes demands that the arguments of an entry point show its size parameters.
func entrySizes(d *types.Def, params []types.Type, at diag.Span, r *fault.Reporter) {
	for _, n := range d.Sym.Scheme.Sizes {
		all := types.TupleOf(params...)
		if types.Constructive(all, n.Sym) {
			continue
		}
		if types.Mentions(all, n.Sym) {
			e := r.Error(diag.Size, fault.CodeEntry, at, "the size %s of entry point %s is not the size of an array among its parameters, only a part of a size: it has type %s",
				n.Name, d.Sym.Name, types.PrintScheme(d.Sym.Scheme))
			e.Hint = "make it a parameter, (" + n.Name + ": i64), or take an array of any size and convert it inside with :>"
			return
		}
		e := r.Error(diag.Size, fault.CodeEntry, at, "entry point %s gives an array of a size %s that its caller would choose: it has type %s",
			d.Sym.Name, n.Name, types.PrintScheme(d.Sym.Scheme))
		e.Hint = "make the size a parameter: (" + n.Name + ": i64)"
		return
	}
}
