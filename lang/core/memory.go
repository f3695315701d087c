package core

// Note [Memory]
//
// Arrays are values, but engines work in place. So each node says which of the names around it may lie in the same
// memory (Aliases) and which memory it takes for its results (Consumes), and all that asks about memory asks the nodes:
// package alias follows these facts through a program. A node says nothing of what its bodies and lambdas do inside:
// that a parameter is consumed is found there, and what entered as that parameter is consumed then.

// Alias says that Name may lie in the memory of Of. Both are arrays or accumulators, never scalars.
type Alias struct {
	Name *Var
	Of   *Var
	How  How
}

// How is the way in which one memory comes to have two names.
type How uint8

const (
	// View: a result lies in an operand.
	View How = iota
	// Enter: a parameter lies in an operand, whenever the code runs that has it.
	Enter
	// Next: a parameter lies in what the code gave when it ran last.
	Next
	// Leave: a result lies in what a body gave.
	Leave
	// Over: a result or a parameter has the memory of an operand that the node consumes.
	Over
)

// aliases pairs names with what they lie in, as far as both go, and leaves scalars out.
func aliases(how How, names []*Var, of []Atom) []Alias {
	var out []Alias
	for i, v := range names {
		if i == len(of) {
			break
		}
		if w, ok := of[i].(*Var); ok && !v.Type.IsScalar() && !w.Type.IsScalar() {
			out = append(out, Alias{v, w, how})
		}
	}
	return out
}

func join(parts ...[]Alias) []Alias {
	var out []Alias
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// operator are the aliases of an operator that is applied from left to right: what it has combined so far begins as
// first and is its own result after that, each element comes from arrs.
func operator(how How, fn *Lambda, first []Atom, arrs []*Var) []Alias {
	k := min(len(first), len(fn.Params))
	return join(aliases(how, fn.Params[:k], first), aliases(Enter, fn.Params[k:], Atoms(arrs)),
		aliases(Next, fn.Params[:k], fn.Body.Result))
}

// Aliases implements Exp.
func (e *Use) Aliases(pat []*Var) []Alias { return aliases(View, pat, []Atom{e.Atom}) }

// Aliases implements Exp.
func (e *Copy) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *PrimApp) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *Index) Aliases(pat []*Var) []Alias { return aliases(View, pat, []Atom{e.Arr}) }

// Aliases implements Exp.
func (e *Slice) Aliases(pat []*Var) []Alias { return aliases(View, pat, []Atom{e.Arr}) }

// Aliases implements Exp.
func (e *Update) Aliases(pat []*Var) []Alias { return aliases(Over, pat, []Atom{e.Arr}) }

// Aliases implements Exp.
func (e *UpdateSlice) Aliases(pat []*Var) []Alias { return aliases(Over, pat, []Atom{e.Arr}) }

// Aliases implements Exp.
func (e *Iota) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *Replicate) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *Scratch) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *ArrayLit) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *Concat) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *Rearrange) Aliases(pat []*Var) []Alias { return aliases(View, pat, []Atom{e.Arr}) }

// Aliases implements Exp.
func (e *Reshape) Aliases(pat []*Var) []Alias { return aliases(View, pat, []Atom{e.Arr}) }

// Aliases implements Exp.
func (e *Reverse) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *Rotate) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *Assert) Aliases([]*Var) []Alias { return nil }

// Aliases implements Exp.
func (e *If) Aliases(pat []*Var) []Alias {
	return join(aliases(Leave, pat, e.Then.Result), aliases(Leave, pat, e.Else.Result))
}

// Aliases implements Exp. Without an iteration the results are the initial values.
func (e *Loop) Aliases(pat []*Var) []Alias {
	return join(aliases(Enter, e.Params, e.Init), aliases(Next, e.Params, e.Body.Result),
		aliases(View, pat, e.Init), aliases(Leave, pat, e.Body.Result))
}

// Aliases implements Exp. The arrays of results are new.
func (e *Map) Aliases(pat []*Var) []Alias {
	k := len(e.Accs)
	return join(aliases(Over, e.Fn.Params[:k], Atoms(e.Accs)), aliases(Enter, e.Fn.Params[k:], Atoms(e.Arrs)),
		aliases(Over, pat, Atoms(e.Accs)))
}

// Aliases implements Exp. The results are new: an engine never gives a row, or the neutral element, as it is.
func (e *Reduce) Aliases([]*Var) []Alias { return operator(Enter, e.Fn, e.Ne, e.Arrs) }

// Aliases implements Exp.
func (e *Scan) Aliases([]*Var) []Alias { return operator(Enter, e.Fn, e.Ne, e.Arrs) }

// Aliases implements Exp. What is combined so far lies in the destination, or began as the neutral element in a part.
func (e *Hist) Aliases(pat []*Var) []Alias {
	return join(aliases(Over, pat, Atoms(e.Dest)), operator(Over, e.Fn, Atoms(e.Dest), e.Vals), aliases(Enter, e.Fn.Params, e.Ne))
}

// Aliases implements Exp.
func (e *Scatter) Aliases(pat []*Var) []Alias { return aliases(Over, pat, Atoms(e.Dest)) }

// Aliases implements Exp.
func (e *WithAcc) Aliases(pat []*Var) []Alias {
	return join(aliases(Over, e.Fn.Params, Atoms(e.arrays())), aliases(Over, pat, Atoms(e.arrays())),
		aliases(Leave, pat, e.Fn.Body.Result))
}

func (e *WithAcc) arrays() []*Var {
	out := make([]*Var, len(e.Accs))
	for i, a := range e.Accs {
		out[i] = a.Arr
	}
	return out
}

// Aliases implements Exp.
func (e *UpdateAcc) Aliases(pat []*Var) []Alias { return aliases(Over, pat, []Atom{e.Acc}) }

// Aliases implements Exp. Tangents take the ways of the values that they belong to; adjoints are new.
func (e *Diff) Aliases(pat []*Var) []Alias {
	out := join(aliases(Enter, e.Fn.Params, e.Args), aliases(Leave, pat, e.Fn.Body.Result))
	if e.Mode != JVP {
		return out
	}
	out = append(out, aliases(Enter, e.Fn.Params, e.Seeds)...)
	for _, v := range pat[min(len(e.Fn.Ret), len(pat)):] {
		for _, a := range e.Seeds {
			out = append(out, aliases(View, []*Var{v}, []Atom{a})...)
		}
	}
	return out
}

// Aliases implements Exp. The body of the function must be there.
func (e *Call) Aliases(pat []*Var) []Alias {
	return join(aliases(Enter, e.Fun.Params, e.Args), aliases(Leave, pat, e.Fun.Body.Result))
}

// Consumes implements Exp.
func (e *Use) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Copy) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *PrimApp) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Index) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Slice) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Update) Consumes() []*Var { return []*Var{e.Arr} }

// Consumes implements Exp.
func (e *UpdateSlice) Consumes() []*Var { return []*Var{e.Arr} }

// Consumes implements Exp.
func (e *Iota) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Replicate) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Scratch) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *ArrayLit) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Concat) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Rearrange) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Reshape) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Reverse) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Rotate) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Assert) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *If) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Loop) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Map) Consumes() []*Var { return e.Accs }

// Consumes implements Exp.
func (e *Reduce) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Scan) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Hist) Consumes() []*Var { return e.Dest }

// Consumes implements Exp.
func (e *Scatter) Consumes() []*Var { return e.Dest }

// Consumes implements Exp.
func (e *WithAcc) Consumes() []*Var { return e.arrays() }

// Consumes implements Exp.
func (e *UpdateAcc) Consumes() []*Var { return []*Var{e.Acc} }

// Consumes implements Exp.
func (e *Diff) Consumes() []*Var { return nil }

// Consumes implements Exp.
func (e *Call) Consumes() []*Var { return nil }
