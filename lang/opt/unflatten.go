package opt

import (
	"raido/lang/core"
)

// Unflatten makes nests of reductions of those over the elements of nests of maps, in parallel code, where they are loops anyway:
//
//	xs = map n (\i -> map m (\j -> e))
//	y = reduce (+) 0 (flatten xs)         becomes     y = reduce (+) 0 (map (\row -> reduce (+) 0 row) xs)
//
// so that they take the maps in, and no array of the elements is left. Rows come in their order: the operator need not be commutative.
func Unflatten(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		u := &unflattener{funs: funs, uses: countUses(f), def: map[*core.Var]core.Exp{}}
		return u.body(f.Body, false)
	})
}

type unflattener struct {
	funs map[*core.Fun]*core.Fun
	uses map[*core.Var]int
	def  map[*core.Var]core.Exp
}

// body rewrites a body; inside says whether it is one of parallel code.
func (u *unflattener) body(b core.Body, inside bool) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		for _, v := range s.Pat {
			u.def[v] = s.Exp
		}
		if r, ok := s.Exp.(*core.Reduce); ok && inside {
			if xs := u.nests(r); xs != nil {
				out.Add(s.Pat, rowwise(out, r, xs))
				continue
			}
		}
		_, with := s.Exp.(*core.WithAcc) // no parallel node by itself
		e := s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return u.body(b, inside) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: u.body(l.Body, inside || !with)}
			},
		})
		if c, ok := e.(*core.Call); ok {
			c.Fun = u.funs[c.Fun]
		}
		out.Add(s.Pat, e)
	}
	return core.Body{Stms: out.Stms, Result: b.Result}
}

// nests are the arrays of which a reduction takes all elements, if it is one by primitive operators over flattened nests of maps that nothing else uses.
func (u *unflattener) nests(r *core.Reduce) []*core.Var {
	if !scalarOp(r.Fn) {
		return nil
	}
	for i, s := range r.Fn.Body.Stms {
		if _, ok := s.Exp.(*core.PrimApp).Op.Neutral(r.Fn.Ret[i].Elem); !ok {
			return nil
		}
	}
	xs := make([]*core.Var, len(r.Arrs))
	for i, a := range r.Arrs {
		flat, ok := u.def[a].(*core.Reshape)
		if !ok || u.uses[a] != 1 || u.uses[flat.Arr] != 1 {
			return nil
		}
		m, ok := u.def[flat.Arr].(*core.Map)
		if !ok || len(m.Accs) > 0 || flat.Arr.Type.Rank() < 2 || i > 0 && !sameDims(flat.Arr, xs[0]) {
			return nil
		}
		xs[i] = flat.Arr
	}
	return xs
}

func sameDims(a, b *core.Var) bool {
	if a.Type.Rank() != b.Type.Rank() {
		return false
	}
	for i, d := range a.Type.Dims {
		if d != b.Type.Dims[i] {
			return false
		}
	}
	return true
}

// rowwise is the reduction of all elements of arrays, row by row. Rows start with the operator's own neutral element.
func rowwise(b *core.Builder, r *core.Reduce, xs []*core.Var) core.Exp {
	if xs[0].Type.Rank() == 1 {
		return &core.Reduce{W: xs[0].Type.Dims[0], Fn: core.Rename(r.Fn), Ne: r.Ne, Arrs: xs, Comm: r.Comm}
	}
	rows := *r
	rows.Ne = make([]core.Atom, len(r.Ne))
	for i, s := range r.Fn.Body.Stms {
		ne, _ := s.Exp.(*core.PrimApp).Op.Neutral(r.Fn.Ret[i].Elem)
		rows.Ne[i] = core.Const{Scalar: ne}
	}
	sums := b.Map(xs[0].Type.Dims[0], xs, func(b *core.Builder, row []*core.Var) []core.Atom {
		return core.Atoms(b.Bind("red", rowwise(b, &rows, row)))
	})
	return &core.Reduce{W: xs[0].Type.Dims[0], Fn: core.Rename(r.Fn), Ne: r.Ne, Arrs: sums, Comm: r.Comm}
}
