package tape

import (
	"slices"

	"raido/lang/core"
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
		return (&besider{funs, chains}).body(f.Body)
	})
}

type besider struct {
	funs   map[*core.Fun]*core.Fun
	chains *region.Chains
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
	n := *m
	n.Arrs, n.Fn = slices.Clone(m.Arrs), &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret, Body: core.Body{Result: m.Fn.Body.Result}}
	rows := map[*core.Var]*core.Var{} // the arrays of which parameters are rows
	for j, x := range m.Arrs {
		if viewOf(stms[:k], x) != u.Arr {
			continue
		}
		if rows[m.Fn.Params[j]] = x; x.Type.Rank() == 1 {
			n.Arrs[j] = b.Let(x.Name, &core.Copy{Arr: x})
		}
	}
	bound := core.BoundIn(m.Fn)
	for _, s := range m.Fn.Body.Stms {
		if x := d.column(b, rows, bound, s, u.Val); x != nil {
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

// column is a copy of the numbers that a statement of a map reads, one in each row; nil if it reads anything else, or the column may not be there.
func (d *besider) column(b *core.Builder, rows map[*core.Var]*core.Var, bound map[*core.Var]bool, s core.Stm, v *core.Var) *core.Var {
	e, ok := s.Exp.(*core.Index)
	if !ok || rows[e.Arr] == nil || e.Arr.Type.Rank() != 1 {
		return nil
	}
	a, n := rows[e.Arr], e.Arr.Type.Dims[0]
	if at, ok := e.Idx[0].(*core.Var); ok && bound[at] || !d.chains.Indexes(v, e.Idx[0], n) {
		return nil
	}
	one := core.IntC(1)
	col := b.Let(a.Name, &core.Slice{Arr: a, Dims: []core.DimSlice{{Start: core.IntC(0), Count: a.Type.Dims[0], Stride: one}, {Start: e.Idx[0], Count: one, Stride: one}}})
	col = b.Let(a.Name, &core.Reshape{Dims: a.Type.Dims[:1], Arr: col})
	return b.Let(a.Name, &core.Copy{Arr: col})
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
