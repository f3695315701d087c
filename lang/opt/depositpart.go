package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// part is the statement at j, where it only adds an array that is neutral but for a part, row by row if it is a map, in that part alone; nil if it does not.
func (d *depositor) part(b core.Body, j int) []core.Stm {
	for _, v := range addends(b.Stms[j].Exp) {
		k, e := made(b, v, j)
		s, ok := e.(*core.UpdateSlice)
		if !ok || usedBeside(b, v, j) || usedBeside(b, s.Val, k) {
			continue
		}
		_, e = made(b, s.Arr, j)
		r, ok := e.(*core.Replicate)
		if !ok {
			continue
		}
		p := &patch{depositor: d, of: v, neutral: r.Val, dims: s.Dims, x: s.Val}
		out := &core.Builder{Src: b.Stms[j].Src}
		if e := p.added(out, b.Stms[j].Exp); e != nil {
			out.Add(b.Stms[j].Pat, e)
			return out.Stms
		}
	}
	return nil
}

// addends are the arrays that an expression may add, or rows of them.
func addends(e core.Exp) []*core.Var {
	switch e := e.(type) {
	case *core.UpdateAcc:
		if v := core.AsVar(e.Val); v != nil {
			return []*core.Var{v}
		}
	case *core.Map:
		if len(e.Accs) > 0 {
			return e.Arrs
		}
	default: // adds nothing
	}
	return nil
}

// made is the statement of a body before j that makes v; nil if none of them does.
func made(b core.Body, v *core.Var, j int) (int, core.Exp) {
	k := slices.IndexFunc(b.Stms[:j], func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
	if k < 0 {
		return k, nil
	}
	return k, b.Stms[k].Exp
}

// patch is an array that is neutral but for x in dims.
type patch struct {
	*depositor
	of      *core.Var
	neutral core.Atom
	dims    []core.DimSlice
	x       *core.Var
}

// added is an expression that adds the part where e adds the array; nil if e does anything else with that.
func (p *patch) added(out *core.Builder, e core.Exp) core.Exp {
	switch e := e.(type) {
	case *core.UpdateAcc:
		if cert := e.Acc.Type.Cert; e.Val == core.Atom(p.of) && p.scalar[cert] && p.neutral == p.depositor.neutral[cert] {
			return addPart(out, e.Acc, e.Idx, p.dims, p.x)
		}
	case *core.Map:
		if i := slices.Index(e.Arrs, p.of); i >= 0 && len(e.Accs) > 0 && p.wholeRows(e.W) {
			return p.rows(e, i)
		}
	default: // does not add
	}
	return nil
}

// wholeRows reports whether the part has something of each row.
func (p *patch) wholeRows(n core.Atom) bool {
	d := p.dims[0]
	return d.Count == n && core.IsInt(d.Start, 0) && core.IsInt(d.Stride, 1) && p.x.Type.Rank() > 1
}

// rows is a map that adds the part of each row where m adds that row, its operand i; nil if m does anything else with it.
func (p *patch) rows(m *core.Map, i int) core.Exp {
	row := m.Fn.Params[len(m.Accs)+i]
	in := &patch{depositor: p.depositor, of: row, neutral: p.neutral, dims: p.dims[1:], x: core.NewVar(p.x.Name, p.x.Type.Row())}
	b := m.Fn.Body
	j := slices.IndexFunc(b.Stms, func(s core.Stm) bool { return core.FreeInStm(s).Has(row) })
	if j < 0 || usedBeside(b, row, j) || slices.Contains(m.Arrs[i+1:], p.of) {
		return nil
	}
	out := &core.Builder{Src: b.Stms[j].Src, Stms: slices.Clone(b.Stms[:j])}
	e := in.added(out, b.Stms[j].Exp)
	if e == nil {
		return nil
	}
	out.Add(b.Stms[j].Pat, e)
	n := &core.Map{W: m.W, Accs: m.Accs, Arrs: slices.Clone(m.Arrs), Fn: &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret,
		Body: core.Body{Stms: append(out.Stms, b.Stms[j+1:]...), Result: b.Result}}}
	n.Arrs[i], n.Fn.Params[len(m.Accs)+i] = p.x, in.x
	return n
}

// addPart adds x to a part of an accumulator.
func addPart(b *core.Builder, acc *core.Var, at []core.Atom, dims []core.DimSlice, x *core.Var) core.Exp {
	if len(dims) == 0 {
		return &core.UpdateAcc{Acc: acc, Idx: at, Val: x}
	}
	d, t := dims[0], acc.Type
	is := b.Let("is", &core.Iota{N: d.Count, Start: d.Start, Step: d.Stride, T: prim.I64})
	fn := b.Lambda([]core.Type{t, core.I64, x.Type.Row()}, []core.Type{t}, func(b *core.Builder, ps []*core.Var) []core.Atom {
		return []core.Atom{b.Let("acc", addPart(b, ps[0], append(slices.Clone(at), ps[1]), dims[1:], ps[2]))}
	})
	return &core.Map{W: d.Count, Accs: []*core.Var{acc}, Arrs: []*core.Var{is, x}, Fn: fn}
}
