package origin

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// stms follows elements through statements.
func (t *tracer) stms(b *core.Builder, stms []core.Stm) {
	for _, s := range stms {
		b.Src = s.Src
		switch e := s.Exp.(type) {
		case *core.Loop:
			t.loop(b, s, e)
		case *core.If:
			t.branches(b, s, e)
		case *core.Map:
			t.mapped(b, s, e)
		case *core.Scatter:
			t.scatter(b, s, e)
		default:
			b.Stms = append(b.Stms, s)
			if len(s.Pat) == 1 {
				delete(t.of, s.Pat[0])
				if o := t.move(b, s); o != nil {
					t.of[s.Pat[0]] = o
				}
			}
		}
	}
}

// move is the origin of what a statement gives; nil if it computes it, or moves what has none.
func (t *tracer) move(b *core.Builder, s core.Stm) *origin {
	switch e := s.Exp.(type) {
	case *core.Use:
		return t.of[core.AsVar(e.Atom)]
	case *core.Copy:
		return t.view(b, e.Arr, func(at *core.Var) core.Exp { return &core.Copy{Arr: at} })
	case *core.Reverse:
		return t.view(b, e.Arr, func(at *core.Var) core.Exp { return &core.Reverse{Arr: at} })
	case *core.Rotate:
		return t.view(b, e.Arr, func(at *core.Var) core.Exp { return &core.Rotate{By: e.By, Arr: at} })
	case *core.Slice:
		if len(e.Dims) == 1 {
			return t.view(b, e.Arr, func(at *core.Var) core.Exp { return &core.Slice{Arr: at, Dims: e.Dims} })
		}
	case *core.Index:
		if o := t.of[e.Arr]; o != nil && o.array && len(e.Idx) == 1 {
			n := o.to(b.Let("from", &core.Index{Arr: core.AsVar(o.at), Idx: e.Idx}))
			n.array = false
			return n
		}
	case *core.Update:
		return t.update(b, e)
	case *core.UpdateSlice:
		if len(e.Dims) == 1 {
			return t.written(b, e.Arr, e.Val, func(arr, val *core.Var) core.Exp { return &core.UpdateSlice{Arr: arr, Dims: e.Dims, Val: val} })
		}
	case *core.Concat:
		return t.concat(b, e)
	default: // computes
	}
	return nil
}

// view is an origin that is moved as an array is.
func (t *tracer) view(b *core.Builder, v *core.Var, as func(at *core.Var) core.Exp) *origin {
	o := t.of[v]
	if o == nil || !o.array {
		return nil
	}
	n := *o
	n.at = b.Let("from", as(core.AsVar(o.at)))
	return &n
}

// written is an array in which elements of another one are written.
func (t *tracer) written(b *core.Builder, arr, val *core.Var, as func(arr, val *core.Var) core.Exp) *origin {
	a, v := t.of[arr], t.of[val]
	if a == nil && v == nil {
		return nil
	}
	if a == nil {
		a = t.want(b, arr, v)
	} else {
		v = t.want(b, val, a)
	}
	o := a.join(v)
	if o == nil || !o.array {
		return nil
	}
	return o.to(b.Let("from", as(core.AsVar(a.at), core.AsVar(v.at))))
}

func (t *tracer) update(b *core.Builder, e *core.Update) *origin {
	if len(e.Idx) != 1 {
		return nil
	}
	arr, val := t.of[e.Arr], t.of[core.AsVar(e.Val)]
	if arr == nil && val != nil && !val.array {
		as := *val
		as.array = true
		arr = t.want(b, e.Arr, &as)
	}
	if arr == nil || !arr.array {
		return nil
	}
	as := *arr
	as.array = false
	if val = t.want(b, e.Val, &as); val == nil {
		return nil
	}
	o := as.join(val)
	if o == nil {
		return nil
	}
	o.array = true
	return o.to(b.Let("from", &core.Update{Arr: core.AsVar(arr.at), Idx: e.Idx, Val: val.at}))
}

func (t *tracer) concat(b *core.Builder, e *core.Concat) *origin {
	var o *origin
	for _, v := range e.Arrs {
		if p := t.of[v]; o == nil && p != nil && p.array {
			o = p
		}
	}
	if o == nil {
		return nil
	}
	var arrs []*core.Var
	for _, v := range e.Arrs {
		p := t.want(b, v, o)
		if o = o.join(p); o == nil {
			return nil
		}
		arrs = append(arrs, core.AsVar(p.at))
	}
	n := *o
	n.at = b.Let("from", &core.Concat{N: e.N, Arrs: arrs})
	return &n
}

// scatter follows elements through a scatter, which moves their origins as well.
func (t *tracer) scatter(b *core.Builder, s core.Stm, e *core.Scatter) {
	n, pat := *e, slices.Clone(s.Pat)
	for k, v := range s.Pat {
		delete(t.of, v)
		dest, val := t.of[e.Dest[k]], t.of[e.Vals[k]]
		if len(e.Idx) != 1 || dest == nil && val == nil {
			continue
		}
		if dest == nil {
			dest = t.want(b, e.Dest[k], val)
		} else {
			val = t.want(b, e.Vals[k], dest)
		}
		if o := dest.join(val); o != nil && o.array {
			n.Dest = append(slices.Clone(n.Dest), core.AsVar(dest.at))
			n.Vals = append(slices.Clone(n.Vals), core.AsVar(val.at))
			pat = append(pat, t.bind(v, o.to(nil)))
		}
	}
	b.Add(pat, &n)
}

// want is the origin of an atom where one like another is needed: its own, or that of a constant.
func (t *tracer) want(b *core.Builder, a core.Atom, as *origin) *origin {
	v := core.AsVar(a)
	if o := t.of[v]; o != nil {
		if o.array != as.array {
			return nil
		}
		return o
	}
	if !as.array {
		c, ok := a.(core.Const)
		if e, isRep := t.defs[v].(*core.Replicate); isRep {
			c, ok = e.Val.(core.Const)
		}
		if !ok {
			return nil
		}
		return &origin{at: core.IntC(-1), fill: c}
	}
	if v == nil || v.Type.IsScalar() {
		return nil
	}
	o := filled(t.defs, v)
	if o != nil {
		o.at = b.Let("from", o.nowhere(v.Type.Dims[0]))
	}
	return o
}

// filled is the origin of an array that is a constant everywhere, or has no contents; nil for others.
func filled(defs map[*core.Var]core.Exp, v *core.Var) *origin {
	switch e := defs[v].(type) {
	case *core.Copy:
		return filled(defs, e.Arr)
	case *core.Use:
		if w := core.AsVar(e.Atom); w != nil {
			return filled(defs, w)
		}
	case *core.Replicate:
		if c, ok := e.Val.(core.Const); ok {
			return &origin{array: true, fill: c}
		}
	case *core.Scratch:
		return &origin{array: true}
	default: // other contents
	}
	return nil
}

// nowhere is an array of origins of constants.
func (o *origin) nowhere(size core.Atom) core.Exp {
	if o.fill == nil {
		return &core.Scratch{Elem: prim.I64, Dims: []core.Atom{size}}
	}
	return &core.Replicate{Dims: []core.Atom{size}, Val: core.IntC(-1)}
}
