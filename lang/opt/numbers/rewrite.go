package numbers

import (
	"slices"

	"raido/lang/core"
)

type rewriter struct {
	*classes
	funs    map[*core.Fun]*core.Fun
	parts   map[*core.Var][]core.Atom // the numbers of arrays that become numbers; arrays of them, for arrays of points
	changed bool
}

func (r *rewriter) body(b core.Body, inside bool) core.Body {
	out := &core.Builder{}
	r.stms(out, b, inside)
	return out.Body(b.Result...)
}

func (r *rewriter) stms(out *core.Builder, b core.Body, inside bool) {
	for _, s := range b.Stms {
		out.Src = s.Src
		r.stm(out, s, inside)
	}
}

func (r *rewriter) stm(out *core.Builder, s core.Stm, inside bool) {
	switch e := s.Exp.(type) {
	case *core.Call:
		out.Add(s.Pat, &core.Call{Fun: r.funs[e.Fun], Args: e.Args})
	case *core.Loop:
		r.loop(out, s.Pat, e, inside)
	case *core.If:
		r.branch(out, s.Pat, e, inside)
	case *core.Map:
		r.mapped(out, s.Pat, e, within(e, inside))
	case *core.Reduce:
		if !r.reduced(out, s.Pat, e.Fn, e.Ne, e.Arrs, func(op *core.Lambda, ne core.Atom, a *core.Var) core.Exp {
			return &core.Reduce{W: e.W, Fn: op, Ne: []core.Atom{ne}, Arrs: []*core.Var{a}, Comm: e.Comm}
		}) {
			r.other(out, s, inside)
		}
	case *core.Scan:
		if !r.reduced(out, s.Pat, e.Fn, e.Ne, e.Arrs, func(op *core.Lambda, ne core.Atom, a *core.Var) core.Exp {
			return &core.Scan{W: e.W, Fn: op, Ne: []core.Atom{ne}, Arrs: []*core.Var{a}}
		}) {
			r.other(out, s, inside)
		}
	default:
		r.other(out, s, inside)
	}
}

// other is a statement that is not taken apart.
func (r *rewriter) other(out *core.Builder, s core.Stm, inside bool) {
	if e, ok := s.Exp.(*core.Index); ok && s.Pat[0].Type.IsScalar() && r.parts[e.Arr] != nil {
		sh := shapeOf(e.Arr.Type)
		k := len(sh.lead)
		first, _, _ := sh.at(e.Idx[k:])
		r.name(out, s.Pat[0], r.parts[e.Arr][first], e.Idx[:k])
		return
	}
	if len(s.Pat) == 1 && r.good(s.Pat[0]) && (!single(s.Pat[0]) || inside) {
		if n := r.made(out, s.Pat[0], s.Exp); n != nil {
			r.array(out, s.Pat[0], n)
			return
		}
	}
	out.Add(s.Pat, core.Inside(s.Exp, func(b core.Body) core.Body { return r.body(b, within(s.Exp, inside)) }))
}

// name gives a[idx] a name.
func (r *rewriter) name(out *core.Builder, v *core.Var, a core.Atom, idx []core.Atom) {
	if len(idx) == 0 {
		out.Add([]*core.Var{v}, &core.Use{Atom: a})
	} else {
		out.Add([]*core.Var{v}, &core.Index{Arr: a.(*core.Var), Idx: idx})
	}
}

// made are the numbers of an array that a statement makes; nil if it is made as an array.
func (r *rewriter) made(out *core.Builder, v *core.Var, e core.Exp) []core.Atom {
	sh := shapeOf(v.Type)
	switch e := e.(type) {
	case *core.Use:
		return r.numbers(out, e.Atom)
	case *core.Copy:
		return r.each(r.numbers(out, e.Arr), func(a core.Atom) core.Atom {
			if a.AtomType().IsScalar() {
				return a
			}
			return out.Let(v.Name, &core.Copy{Arr: a.(*core.Var)})
		})
	case *core.ArrayLit:
		return r.literal(out, v, e)
	case *core.Replicate:
		return r.replicated(out, v, e)
	case *core.Scratch:
		if len(sh.lead) == 0 {
			return slices.Repeat([]core.Atom{core.Zero(e.Elem)}, sh.n)
		}
		return r.times(sh.n, func(int) core.Atom { return out.Let(v.Name, &core.Scratch{Elem: e.Elem, Dims: sh.lead}) })
	case *core.Index:
		return r.part(out, e)
	case *core.Update:
		return r.updated(out, e)
	case *core.Slice, *core.Concat, *core.Reverse, *core.Rotate:
		return r.columns(out, v, e)
	case *core.Rearrange:
		if ofPoints(e) {
			return r.columns(out, v, e)
		}
	default: // elements that are not known
	}
	return nil
}

func (r *rewriter) each(as []core.Atom, f func(core.Atom) core.Atom) (out []core.Atom) {
	for _, a := range as {
		out = append(out, f(a))
	}
	return out
}

func (r *rewriter) times(n int, f func(i int) core.Atom) (out []core.Atom) {
	for i := range n {
		out = append(out, f(i))
	}
	return out
}

// literal are the numbers of an array that is written out.
func (r *rewriter) literal(out *core.Builder, v *core.Var, e *core.ArrayLit) []core.Atom {
	sh := shapeOf(v.Type)
	if len(sh.lead) == 0 && len(sh.point) == 1 {
		return e.Elems
	}
	var rows [][]core.Atom
	for _, a := range e.Elems {
		rows = append(rows, r.numbers(out, a))
	}
	if len(sh.lead) == 0 {
		return slices.Concat(rows...)
	}
	return r.times(sh.n, func(i int) core.Atom {
		lit := &core.ArrayLit{Elem: core.Prim(v.Type.Elem).Of(sh.lead[1:]...)}
		for _, row := range rows {
			lit.Elems = append(lit.Elems, row[i])
		}
		return out.Let(v.Name, lit)
	})
}

// replicated are the numbers of an array that is the same everywhere.
func (r *rewriter) replicated(out *core.Builder, v *core.Var, e *core.Replicate) []core.Atom {
	sh := shapeOf(v.Type)
	val := []core.Atom{e.Val}
	if wide(e.Val) {
		val = r.numbers(out, e.Val)
	}
	dims := e.Dims[:min(len(e.Dims), len(sh.lead))]
	return r.times(sh.n, func(i int) core.Atom { return out.Replicate(val[i%len(val)], dims...) })
}

// part are the numbers of part of an array; nil if the array stays.
func (r *rewriter) part(out *core.Builder, e *core.Index) []core.Atom {
	n := r.parts[e.Arr]
	if n == nil {
		return nil
	}
	sh := shapeOf(e.Arr.Type)
	k := min(len(sh.lead), len(e.Idx))
	first, many, _ := sh.at(e.Idx[k:])
	return r.each(n[first:first+many], func(a core.Atom) core.Atom {
		if k == 0 {
			return a
		}
		return out.Index(a.(*core.Var), e.Idx[:k]...)
	})
}

// updated are the numbers of a point with a part written.
func (r *rewriter) updated(out *core.Builder, e *core.Update) []core.Atom {
	first, _, _ := shapeOf(e.Arr.Type).at(e.Idx)
	all := slices.Clone(r.numbers(out, e.Arr))
	if wide(e.Val) {
		copy(all[first:], r.numbers(out, e.Val))
	} else {
		all[first] = e.Val
	}
	return all
}

// columns are the numbers of an array that is made of others, for each of which the same is done.
func (r *rewriter) columns(out *core.Builder, v *core.Var, e core.Exp) []core.Atom {
	of := map[*core.Var][]core.Atom{}
	e.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
		if wide(a) {
			of[a.(*core.Var)] = r.numbers(out, a)
		}
		return a
	}})
	sh := shapeOf(v.Type)
	return r.times(sh.n, func(i int) core.Atom {
		col := core.NewVar(v.Name, core.Prim(v.Type.Elem).Of(sh.lead...))
		out.Add([]*core.Var{col}, e.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
			if w, ok := a.(*core.Var); ok && of[w] != nil {
				return of[w][i]
			}
			return a
		}}))
		return col
	})
}

// numbers are the numbers of an array, read from it if they are not known.
func (r *rewriter) numbers(out *core.Builder, a core.Atom) []core.Atom {
	v := a.(*core.Var)
	if n := r.parts[v]; n != nil {
		return n
	}
	sh := shapeOf(v.Type)
	k := len(sh.lead)
	if k == 0 {
		return r.times(sh.n, func(i int) core.Atom { return out.Index(v, sh.indices(i)...) })
	}
	var perm []int
	for i := range v.Type.Dims {
		perm = append(perm, (k+i)%v.Type.Rank())
	}
	turned := out.Let(v.Name, &core.Rearrange{Perm: perm, Arr: v})
	return r.times(sh.n, func(i int) core.Atom { return out.Let(v.Name, &core.Copy{Arr: out.Index(turned, sh.indices(i)...)}) })
}

// array makes an array of numbers, for those who take it as an array.
func (r *rewriter) array(out *core.Builder, v *core.Var, n []core.Atom) {
	r.changed = true
	r.parts[v] = n
	out.Add([]*core.Var{v}, r.of(out, v.Type, n))
}

// of is an array of a type, of its numbers.
func (r *rewriter) of(out *core.Builder, t core.Type, n []core.Atom) core.Exp {
	sh := shapeOf(t)
	if len(sh.lead) > 0 {
		row := t.Drop(1)
		m := &core.Map{W: sh.lead[0], Fn: &core.Lambda{Ret: []core.Type{row}}}
		for _, a := range n {
			m.Arrs = append(m.Arrs, a.(*core.Var))
			m.Fn.Params = append(m.Fn.Params, core.NewVar(a.(*core.Var).Name, core.Prim(t.Elem).Of(sh.lead[1:]...)))
		}
		m.Fn.Body = out.Sub(func(in *core.Builder) []core.Atom {
			return []core.Atom{in.Let("row", r.of(in, row, core.Atoms(m.Fn.Params)))}
		})
		return m
	}
	elem := t.Drop(1)
	if elem.IsScalar() {
		return &core.ArrayLit{Elem: elem, Elems: n}
	}
	lit := &core.ArrayLit{Elem: elem}
	for size := sh.n / int(sh.point[0]); len(n) > 0; n = n[size:] {
		lit.Elems = append(lit.Elems, out.Let("row", r.of(out, elem, n[:size])))
	}
	return lit
}
