package core

import (
	"raido/lang/diag"
	"raido/lang/prim"
)

// Builder appends statements to a body. Its verbs carry the names of the nodes, so that a rule reads
// like the pseudo-code above it. Src is put on every statement.
type Builder struct {
	Stms []Stm
	Src  diag.Span
}

// Add binds the results of e to given variables.
func (b *Builder) Add(pat []*Var, e Exp) {
	diag.Poll()
	b.Stms = append(b.Stms, Stm{pat, e, b.Src})
}

// Bind binds the results of e, whose types must be known, to fresh variables.
func (b *Builder) Bind(name string, e Exp) []*Var {
	ts := e.Types()
	if ts == nil {
		diag.Bugf("core.Bind: result types of %T are not determined", e)
	}
	pat := make([]*Var, len(ts))
	for i, t := range ts {
		pat[i] = NewVar(name, t)
	}
	b.Add(pat, e)
	return pat
}

// Let binds the one result of e.
func (b *Builder) Let(name string, e Exp) *Var { return b.Bind(name, e)[0] }

// Prim applies a primitive operator at operand type t.
func (b *Builder) Prim(op *prim.Op, t prim.Type, args ...Atom) *Var {
	return b.Let(op.Name, &PrimApp{op, t, args})
}

// PrimOf applies the operator of e to what stands for its operands, nil if something stands for none of one, or if the operator may fail.
func (b *Builder) PrimOf(e *PrimApp, of func(Atom) Atom) Atom {
	args := make([]Atom, len(e.Args))
	for k, a := range e.Args {
		if args[k] = of(a); args[k] == nil {
			return nil
		}
	}
	if e.MayFail() {
		return nil
	}
	return b.Prim(e.Op, e.T, args...)
}

// Index is arr[idx...]; with no indices it is arr.
func (b *Builder) Index(arr *Var, idx ...Atom) *Var {
	if len(idx) == 0 {
		return arr
	}
	return b.Let(arr.Name, &Index{arr, idx})
}

// Replicate makes an array of dims with v everywhere; with no dims it is v.
func (b *Builder) Replicate(v Atom, dims ...Atom) Atom {
	if len(dims) == 0 {
		return v
	}
	return b.Let("rep", &Replicate{dims, v})
}

// ZeroOf is a value of type t that is zero everywhere.
func (b *Builder) ZeroOf(t Type) Atom { return b.Replicate(Zero(t.Elem), t.Dims...) }

// If builds both branches and binds their results at types ts (which may mention outer variables only).
func (b *Builder) If(cond Atom, ts []Type, then, els func(*Builder) []Atom) []*Var {
	pat := make([]*Var, len(ts))
	for i, t := range ts {
		pat[i] = NewVar("if", t)
	}
	b.Add(pat, &If{cond, b.Sub(then), b.Sub(els)})
	return pat
}

// Sub builds a nested body.
func (b *Builder) Sub(f func(*Builder) []Atom) Body {
	in := &Builder{Src: b.Src}
	r := f(in)
	return Body{in.Stms, r}
}

// Lambda builds a lambda with fresh parameters of the given types; ret are its result types, or nil to
// take them from the result atoms (which must not depend on variables bound inside).
func (b *Builder) Lambda(params, ret []Type, f func(b *Builder, ps []*Var) []Atom) *Lambda {
	l := &Lambda{Ret: ret}
	for _, t := range params {
		l.Params = append(l.Params, NewVar("p", t))
	}
	l.Body = b.Sub(func(in *Builder) []Atom { return f(in, l.Params) })
	if ret == nil {
		l.Ret = AtomTypes(l.Body.Result)
	}
	return l
}

// Map maps f over the elements of arrs (width w); the results are fresh arrays.
func (b *Builder) Map(w Atom, arrs []*Var, f func(b *Builder, xs []*Var) []Atom) []*Var {
	return b.Bind("map", &Map{W: w, Arrs: arrs, Fn: b.Lambda(ElemTypes(arrs), nil, f)})
}

// Inline appends the body of l with its parameters replaced by args, everything bound renamed.
func (b *Builder) Inline(l *Lambda, args ...Atom) []Atom {
	s := NewSubst()
	for i, p := range l.Params {
		s.Vars[p] = args[i]
	}
	body := s.Body(l.Body)
	b.Stms = append(b.Stms, body.Stms...)
	return body.Result
}

// BinOp is the scalar lambda \x y -> op x y at type t.
func BinOp(op *prim.Op, t prim.Type) *Lambda {
	b := &Builder{}
	return b.Lambda([]Type{Prim(t), Prim(t)}, []Type{Prim(t)}, func(b *Builder, p []*Var) []Atom {
		return []Atom{b.Prim(op, t, p[0], p[1])}
	})
}

// Body closes the builder.
func (b *Builder) Body(result ...Atom) Body { return Body{b.Stms, result} }
