package tape

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/region"
)

// Note [Numbers beside rows]
//
// An elimination reads of each row the number in the pivot's column, and overwrites the row with what it makes of both:
//
//	cs = a[k+1:, k]                                              cs  = a[k+1:, k]
//	rs = map (\r c -> map (\x p -> x - c / d * p) r a[k])        cs' = copy cs
//	         a[k+1:] cs                                becomes   rs  = map (...) a[k+1:] cs'
//	a' = a with [k+1:] = rs                                      a'  = a with [k+1:] = rs
//
// A row can be made where it stood if its elements are read one by one, but the number is read by all points of the row (Note [Arrays made in
// place] in lang/core/direct). The copy is a number of each row; without it the rows would be copied. The same goes for c = r[k] in the map.

// Beside copies the numbers that maps read, of rows or beside them, of the array whose rows they make: Note [Numbers beside rows].
func Beside(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		chains := region.NewChains()
		chains.Learn(f.Params, f.Body)
		d := &besider{funs: funs, chains: chains, defs: map[*core.Var]core.Exp{}}
		core.Walk(f.Body, func(s core.Stm) {
			if len(s.Pat) == 1 {
				d.defs[s.Pat[0]] = s.Exp
			}
		})
		return d.body(f.Body)
	})
}

type besider struct {
	funs   map[*core.Fun]*core.Fun
	chains *region.Chains
	defs   map[*core.Var]core.Exp // of variables that are the one result of a node
}

// body rewrites a body.
func (d *besider) body(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		s.Exp = core.Inside(s.Exp, d.body)
		if c, ok := s.Exp.(*core.Call); ok {
			s.Exp = &core.Call{Fun: d.funs[c.Fun], Args: c.Args}
		}
		out.Stms = append(out.Stms, s)
	}
	for _, s := range b.Stms {
		if u, ok := s.Exp.(*core.UpdateSlice); ok {
			out.Stms = d.copied(out.Stms, u)
		}
	}
	return out
}

// copied are statements in which the map that makes what an update puts into an array reads copies of the numbers of that array.
func (d *besider) copied(stms []core.Stm, u *core.UpdateSlice) []core.Stm {
	k := slices.IndexFunc(stms, func(s core.Stm) bool { return slices.Contains(s.Pat, u.Val) })
	if k < 0 {
		return stms
	}
	m, ok := stms[k].Exp.(*core.Map)
	if !ok || u.Val.Type.Rank() < 2 || len(m.Accs) > 0 {
		return stms
	}
	b := &core.Builder{Src: stms[k].Src}
	r := &rowMap{besider: d, u: u, m: m, bound: core.BoundIn(m.Fn), rows: map[*core.Var]*core.Var{}}
	n := *m
	n.Arrs, n.Fn = slices.Clone(m.Arrs), &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret, Body: core.Body{Result: m.Fn.Body.Result}}
	for j, x := range m.Arrs {
		if viewOf(stms[:k], x) != u.Arr {
			continue
		}
		if r.rows[m.Fn.Params[j]] = x; x.Type.Rank() == 1 {
			n.Arrs[j] = b.Let(x.Name, &core.Copy{Arr: x})
		}
	}
	for _, s := range m.Fn.Body.Stms {
		if x := r.column(b, s); x != nil {
			n.Arrs, n.Fn.Params = append(n.Arrs, x), append(n.Fn.Params, s.Pat[0])
			continue
		}
		n.Fn.Body.Stms = append(n.Fn.Body.Stms, s)
	}
	if len(b.Stms) == 0 {
		return stms
	}
	b.Add(stms[k].Pat, &n)
	return slices.Concat(stms[:k], b.Stms, stms[k+1:])
}

// rowMap is a map that makes the rows which an update puts into an array.
type rowMap struct {
	*besider
	u     *core.UpdateSlice
	m     *core.Map
	bound map[*core.Var]bool
	rows  map[*core.Var]*core.Var // the parts of the array of which parameters are rows
}

// column is a copy of the numbers that a statement of the map reads, one in each row, of the parameter or of the array at the row's index; nil if it
// reads anything else, or the column may not be there.
func (r *rowMap) column(b *core.Builder, s core.Stm) *core.Var {
	one := core.IntC(1)
	e, ok := s.Exp.(*core.Index)
	if !ok || len(e.Idx) == 0 || !s.Pat[0].Type.IsScalar() {
		return nil
	}
	a, all := r.rows[e.Arr], core.DimSlice{Start: core.IntC(0), Count: r.m.W, Stride: one}
	switch {
	case a != nil && len(e.Idx) == 1:
	case e.Arr == r.u.Arr && len(e.Idx) == 2 && r.own(e.Idx[0]) && r.chains.Fits(r.u.Val, region.Target{Arr: r.u.Arr, Dims: r.u.Dims}):
		a, all = r.u.Arr, r.u.Dims[0]
	default:
		return nil
	}
	at := e.Idx[len(e.Idx)-1]
	if v, ok := at.(*core.Var); ok && r.bound[v] || !r.chains.Indexes(r.u.Val, at, a.Type.Dims[1]) {
		return nil
	}
	col := b.Let(a.Name, &core.Slice{Arr: a, Dims: []core.DimSlice{all, {Start: at, Count: one, Stride: one}}})
	col = b.Let(a.Name, &core.Reshape{Dims: []core.Atom{r.m.W}, Arr: col})
	return b.Let(a.Name, &core.Copy{Arr: col})
}

// own reports whether an index is that of the row which a point of the map makes.
func (r *rowMap) own(i core.Atom) bool {
	def := func(v *core.Var) core.Exp { return r.defs[v] }
	f, ok := affine.Of(i, def)
	first, ok2 := affine.Of(r.u.Dims[0].Start, def)
	for j, p := range r.m.Fn.Params {
		n, isIota := r.defs[r.m.Arrs[j]].(*core.Iota)
		if f.Factor(p) != 1 || !isIota || !core.IsInt(n.Step, 1) {
			continue
		}
		start, ok3 := affine.Of(n.Start, def)
		return ok && ok2 && ok3 && core.IsInt(r.u.Dims[0].Stride, 1) && f.Without(p).Plus(1, start).Equal(first)
	}
	return false
}

// viewOf is the array of which v is a part, as far as statements say.
func viewOf(stms []core.Stm, v *core.Var) *core.Var {
	for _, s := range slices.Backward(stms) {
		if !slices.Contains(s.Pat, v) {
			continue
		}
		switch e := s.Exp.(type) {
		case *core.Index:
			v = e.Arr
		case *core.Slice:
			v = e.Arr
		case *core.Rearrange:
			v = e.Arr
		case *core.Reshape:
			v = e.Arr
		default: // made there
			return v
		}
	}
	return v
}
