package tape

import (
	"slices"

	"raido/lang/core"
)

// Note [Tapes in tapes]
//
// A loop in a loop has a tape, and the outer one a tape of these:
//
//	t = loop (t = scratch [l][n]) for i < l do                  t = loop (t = scratch [l][n + 1]) for i < l do
//	  s = scratch [n + 1] with [0] = u0                           t = t with [i, 0] = u0
//	  s = loop (s) for j < n do                        becomes    in loop (t) for j < n do
//	    u = s[j]; v = f u                                           u = t[i, j]; v = f u
//	    in s with [j + 1] = v                                       in t with [i, j + 1] = v
//	  in t with [i] = s[:n]
//
// so that what the inner loop keeps is made where it stays. It is the inner tape that has a row more, or not: Note [Carried in the tape].

// nested is a tape whose rows are the tapes of a loop in the one that has it.
type nested struct {
	*tape
	l                *core.Loop // that has the tape
	in               *core.Loop // whose tapes these are
	made, first, cut int        // statements of its body that make the inner tape, put what it begins with, and cut its end off; -1 if there is none
	at, q            int        // the statement that is the inner loop, and its parameter
	s                *core.Var  // the inner tape
	sizes            *carriers
}

// join lets the inner loop of a tape put its rows into that; not ok if it cannot.
func (in *carriers) join(b core.Body, t *tape) (out core.Body, ok bool) {
	n := &nested{tape: t, l: b.Stms[t.loop].Exp.(*core.Loop), first: -1, cut: -1, sizes: in}
	dims := b.Stms[t.made].Exp.(*core.Scratch).Dims
	later := core.Body{Stms: b.Stms[t.loop+1:], Result: b.Result}
	if len(dims) < 3 || !in.counts(dims[0], n.l.Bound) || !n.find(dims) || !n.own() || n.cut >= 0 && !stays(later, t.all) {
		return b, false
	}
	x := &core.Builder{Src: b.Stms[t.made].Src, Stms: slices.Clone(b.Stms[:t.made])}
	all := t.all
	if n.cut >= 0 {
		dims = slices.Concat(dims[:1], []core.Atom{above(x, dims[1])}, dims[2:])
		all = typed(all, dims)
	}
	made := typed(b.Stms[t.made].Pat[0], dims)
	x.Add([]*core.Var{made}, &core.Scratch{Elem: made.Type.Elem, Dims: dims})
	x.Stms = append(x.Stms, b.Stms[t.made+1:t.loop]...)
	l := *n.l
	l.Params, l.Init = slices.Clone(l.Params), slices.Clone(l.Init)
	l.Params[t.param], l.Init[t.param] = typed(l.Params[t.param], dims), made
	l.Body = n.body(l.Params[t.param], dims)
	x.Src = b.Stms[t.loop].Src
	x.Add(t.with(b.Stms[t.loop].Pat, all), &l)
	if n.cut >= 0 {
		later = core.Replace(later, func(s core.Stm) core.Exp {
			if e, ok := s.Exp.(*core.Index); ok && e.Arr == t.all && len(e.Idx) > 1 {
				return &core.Index{Arr: all, Idx: e.Idx}
			}
			return nil
		})
		if core.FreeInBody(later).Has(t.all) {
			whole := func(d core.Atom) core.DimSlice {
				return core.DimSlice{Start: core.IntC(0), Count: d, Stride: core.IntC(1)}
			}
			x.Add([]*core.Var{t.all}, &core.Slice{Arr: all, Dims: []core.DimSlice{whole(t.all.Type.Dims[0]), whole(t.all.Type.Dims[1])}})
		}
	}
	return core.Body{Stms: append(x.Stms, later.Stms...), Result: b.Result}, true
}

// typed is an array of other dimensions.
func typed(v *core.Var, dims []core.Atom) *core.Var {
	return core.NewVar(v.Name, core.Prim(v.Type.Elem).Of(dims...))
}

// find looks from the row that is saved to the loop that fills it, and to what begins that.
func (n *nested) find(dims []core.Atom) bool {
	stms := n.l.Body.Stms
	of := func(v *core.Var) int {
		return slices.IndexFunc(stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
	}
	n.s = n.val
	if n.at = of(n.s); n.at < 0 {
		return false
	}
	if e, ok := stms[n.at].Exp.(*core.Slice); ok {
		if d := e.Dims[0]; len(e.Dims) != 1 || !core.IsInt(d.Start, 0) || !core.IsInt(d.Stride, 1) || !n.sizes.same(d.Count, dims[1]) {
			return false
		}
		n.cut, n.s = n.at, e.Arr
		if n.at = of(n.s); n.at < 0 {
			return false
		}
	}
	var ok bool
	if n.in, ok = stms[n.at].Exp.(*core.Loop); !ok || n.in.Cond != nil {
		return false
	}
	n.q = slices.Index(stms[n.at].Pat, n.s)
	if n.made = of(core.AsVar(n.in.Init[n.q])); n.made < 0 {
		return false
	}
	if e, ok := stms[n.made].Exp.(*core.Update); ok {
		if len(e.Idx) != 1 || !core.IsInt(e.Idx[0], 0) {
			return false
		}
		n.first = n.made
		if n.made = of(e.Arr); n.made < 0 {
			return false
		}
	}
	made, ok := stms[n.made].Exp.(*core.Scratch)
	return ok && slices.Equal(made.Dims[1:], dims[2:]) && (n.cut >= 0 || n.sizes.same(made.Dims[0], dims[1]))
}

// own reports whether the inner tape is used as one alone: the inner loop reads rows, and puts one in each iteration, and later statements read rows.
func (n *nested) own() bool {
	stms := n.l.Body.Stms
	mentioned := func(v *core.Var, but ...int) bool {
		for j, s := range stms {
			if !slices.Contains(but, j) && core.FreeInStm(s).Has(v) {
				return true
			}
		}
		return slices.Contains(n.l.Body.Result, core.Atom(v))
	}
	reads := []int{n.cut, n.update}
	for j, s := range stms {
		if e, ok := s.Exp.(*core.Index); ok && e.Arr == n.s && len(e.Idx) > 0 {
			if !stays(core.Body{Stms: stms[j+1:], Result: n.l.Body.Result}, s.Pat[0]) {
				return false // it would be a part of the outer tape
			}
			reads = append(reads, j)
		}
	}
	if mentioned(stms[n.made].Pat[0], n.first, n.at) || mentioned(n.s, reads...) || n.first >= 0 && mentioned(stms[n.first].Pat[0], n.at) || n.cut >= 0 && mentioned(n.val, n.update) {
		return false
	}
	begin := core.AsVar(n.in.Init[n.q])
	if slices.Contains(slices.Delete(slices.Clone(n.in.Init), n.q, n.q+1), core.Atom(begin)) || core.FreeInBody(n.in.Body).Has(begin) {
		return false
	}
	p, last := n.in.Params[n.q], -1
	for j, s := range n.in.Body.Stms {
		if !core.FreeInStm(s).Has(p) {
			continue
		}
		switch e := s.Exp.(type) {
		case *core.Index:
			if e.Arr != p || len(e.Idx) == 0 {
				return false
			}
		case *core.Update:
			if e.Arr != p || last >= 0 || e.Val == core.Atom(p) {
				return false
			}
			last = j
		default:
			return false
		}
	}
	if last < 0 {
		return false
	}
	next := n.in.Body.Stms[last].Pat[0]
	rest := core.Body{Stms: n.in.Body.Stms, Result: slices.Delete(slices.Clone(n.in.Body.Result), n.q, n.q+1)}
	return n.in.Body.Result[n.q] == core.Atom(next) && !core.FreeInBody(rest).Has(next) && !slices.Contains(rest.Result, core.Atom(next)) && !slices.Contains(rest.Result, core.Atom(p))
}

// body is that of the outer loop, with the tape p.
func (n *nested) body(p *core.Var, dims []core.Atom) core.Body {
	row := func(idx []core.Atom) []core.Atom { return append([]core.Atom{n.l.I}, idx...) }
	x := &core.Builder{}
	all := typed(n.s, dims)
	for j, s := range n.l.Body.Stms {
		x.Src = s.Src
		e, isIndex := s.Exp.(*core.Index)
		switch {
		case j == n.first:
			u := s.Exp.(*core.Update)
			p = x.Let(p.Name, &core.Update{Arr: p, Idx: row(u.Idx), Val: u.Val})
		case j == n.at:
			pat := slices.Clone(s.Pat)
			pat[n.q] = all
			x.Add(pat, n.filling(p, row, dims))
		case j == n.made || j == n.cut || j == n.update:
		case isIndex && e.Arr == n.s:
			x.Add(s.Pat, &core.Index{Arr: all, Idx: row(e.Idx)})
		default:
			x.Add(s.Pat, s.Exp)
		}
	}
	result := slices.Clone(n.l.Body.Result)
	result[n.param] = all
	return core.Body{Stms: x.Stms, Result: result}
}

// filling is the inner loop, which puts its rows into the tape of the outer one.
func (n *nested) filling(p *core.Var, row func(idx []core.Atom) []core.Atom, dims []core.Atom) *core.Loop {
	l := *n.in
	old := l.Params[n.q]
	l.Params, l.Init = slices.Clone(l.Params), slices.Clone(l.Init)
	l.Params[n.q], l.Init[n.q] = typed(old, dims), p
	l.Body = core.Body{Stms: slices.Clone(l.Body.Stms), Result: slices.Clone(l.Body.Result)}
	for j, s := range l.Body.Stms {
		switch e := s.Exp.(type) {
		case *core.Index:
			if e.Arr == old {
				s.Exp = &core.Index{Arr: l.Params[n.q], Idx: row(e.Idx)}
			}
		case *core.Update:
			if e.Arr == old {
				next := typed(old, dims)
				s.Pat, s.Exp = []*core.Var{next}, &core.Update{Arr: l.Params[n.q], Idx: row(e.Idx), Val: e.Val}
				l.Body.Result[n.q] = next
			}
		default: // nothing of the tape
		}
		l.Body.Stms[j] = s
	}
	return &l
}
