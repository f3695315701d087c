package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// scanArrays: operators on arrays that are no map of one on their elements. [ours; named in Bruun22, 11.2]
//
// The components fall into groups that depend on nothing outside of them. Two kinds of groups have Jacobians of a
// size that the operator's own work bounds, and one application of its reverse derivative finds them:
//
//	elementwise  q arrays of one shape, where an element depends on the left operand's elements at the same place
//	             only. The Jacobian has q × q entries at each place: those of q are the derivative with ones as
//	             seed. The recurrence is solved for each place alone, as in scanPatterns.
//	matrix       a square matrix whose rows (or columns) depend linearly on the same row of the left operand, all in
//	             one way, as in a matrix product: MatrixMul [Bruun22, 7.4.2] with blocks of a size known at run
//	             time. The block is the derivative with the identity as seed: row i of the result is row i of it.
//	             (rs̅, _) = scan (\(d1, c1) (d2, c2) -> (d2 + d1 × c2, c1 × c2)) (0, I) (reverse ys̅) cs
//	vector       an array of d elements beside a d × d matrix of the kind before, as in compositions of affine maps.
//	             Its Jacobian has d × d entries, found by d derivatives with unit vectors as seeds; their products
//	             cost what the matrix's do.
//
// Operators of independent parts are split before. The analysis is in align.go. Small elements of constant shape have a dense
// Jacobian, see scandense.go. Everything else is a loop, which is sequential, but has the primal's work.
func (r *rev) scanArrays(st core.Stm, e *core.Scan, on []int) {
	if splits(e.Fn) {
		r.scanSplit(st, e)
		return
	}
	groups := r.scanGroups(e, on)
	switch {
	case groups == nil && isDense(e, on):
		r.scanDense(st, e, on)
		return
	case groups == nil:
		r.scanLoop(st, e)
		return
	}
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		rs := make([]core.Atom, len(bars))
		ls := shiftedPlaces(r.b(), e, st.Pat)
		if slices.ContainsFunc(groups, func(g *scanGroup) bool { return g.matrix }) {
			ls = shifted(r.b(), e.W, st.Pat, e.Ne)
		}
		for _, g := range groups {
			g.solve(r, st, e, ls, bars, rs)
		}
		r.contributeOperator(e.W, e.Fn, ls, e.Arrs, rs)
		r.contributeNeutral(e.W, e.Fn, e.Ne, ls, e.Arrs, rs)
	})
}

// shiftedPlaces is shifted, place by place.
func shiftedPlaces(b *core.Builder, e *core.Scan, ys []*core.Var) []*core.Var {
	out := make([]*core.Var, len(ys))
	for i, y := range ys {
		out[i] = places(b, y.Type.Dims, func(b *core.Builder, at []core.Atom) core.Atom {
			return either(b, y.Type.Elem, b.Prim(prim.Eq, prim.I64, at[0], core.IntC(0)),
				func(b *core.Builder) core.Atom {
					if ne, ok := e.Ne[i].(*core.Var); ok {
						return b.Index(ne, at[1:]...)
					}
					return e.Ne[i]
				},
				func(b *core.Builder) core.Atom {
					return b.Index(y, append([]core.Atom{minus(b, at[0], one64)}, at[1:]...)...)
				})
		})
	}
	return out
}

// scanGroup is a group of components.
type scanGroup struct {
	family         *family // one block
	matrix, vector bool    // its kind, if it is not elementwise
	byCols         bool    // of a matrix: its columns are aligned
}

// scanGroups gives the groups of an operator, or nil if one is of neither kind.
func (r *rev) scanGroups(e *core.Scan, on []int) []*scanGroup {
	k := len(e.Arrs)
	deps := &jacobian{} // one where a component depends on another
	how := make([][][]align, k)
	for _, p := range on {
		x := e.Fn.Params[p]
		for dim := range max(1, x.Type.Rank()) {
			how[p] = append(how[p], r.alignments(e.Fn, x, dim))
		}
	}
	for _, q := range on {
		row := make([]core.Atom, len(on))
		for i, p := range on {
			row[i] = core.IntC(0)
			if how[p][0][q].kind != without {
				row[i] = core.IntC(2) // neither zero nor one
			}
		}
		deps.entries = append(deps.entries, row)
	}
	var out []*scanGroup
	for _, block := range deps.blocks() {
		g := &scanGroup{family: (&family{blocks: [][]int{block}, mat: deps.closure(block)}).of(on)}
		g.vector = !g.elementwise(e, how) && !g.square(e, how)
		out = append(out, g)
	}
	for _, g := range out {
		v := g.elem(e)
		beside := func(m *scanGroup) bool {
			row := m.elem(e)
			return m.matrix && row.Elem == v.Elem && slices.Equal(row.Dims[1:], v.Dims)
		}
		if g.vector && (g.family.q() > 1 || !slices.ContainsFunc(out, beside)) {
			return nil
		}
	}
	return out
}

// elem is the type of the elements of the group's first component.
func (g *scanGroup) elem(e *core.Scan) core.Type { return e.Arrs[g.family.blocks[0][0]].Type.Row() }

func (g *scanGroup) elementwise(e *core.Scan, how [][][]align) bool {
	block := g.family.blocks[0]
	t := e.Arrs[block[0]].Type
	for _, p := range block {
		if u := e.Arrs[p].Type; u.Elem != t.Elem || !slices.Equal(u.Dims, t.Dims) {
			return false
		}
		if t.Rank() == 1 {
			continue // scalars
		}
		for dim, results := range how[p] {
			for _, q := range block {
				if s := results[q]; s.kind != without && (s.kind != along || s.dim != dim) {
					return false
				}
			}
		}
	}
	return true
}

func (g *scanGroup) square(e *core.Scan, how [][][]align) bool {
	c := g.family.blocks[0][0]
	if g.family.q() != 1 || e.Arrs[c].Type.Rank() != 3 || e.Arrs[c].Type.Dims[1] != e.Arrs[c].Type.Dims[2] {
		return false
	}
	for dim, results := range how[c] {
		if s := results[c]; s.kind == along && s.dim == dim && s.uniform {
			g.matrix, g.byCols = true, dim == 1
			return true
		}
	}
	return false
}

// solve solves the recurrence of a group, from bars to out.
func (g *scanGroup) solve(r *rev, st core.Stm, e *core.Scan, ls []*core.Var, bars, out []core.Atom) {
	block := g.family.blocks[0]
	if !slices.ContainsFunc(block, func(c int) bool { return bars[c] != nil }) {
		return
	}
	if g.matrix || g.vector {
		g.solveMatrix(r, st, e, ls, bars, out)
		return
	}
	elem := st.Pat[block[0]].Type.Row()
	cs := make([][]core.Atom, len(block))
	for q, c := range block {
		seed := r.b().Replicate(core.One(elem.Elem), append([]core.Atom{e.W}, elem.Dims...)...)
		row := r.scanJacobianRow(e, ls, c, seed)
		for _, p := range block {
			cs[q] = append(cs[q], row[p])
		}
	}
	r.scanBars(st, e.W, g.family, cs, bars, out)
}

// scanJacobianRow is the derivative of component c of l ⊙ a by l with seeds, for the components of l, from the right.
func (r *rev) scanJacobianRow(e *core.Scan, ls []*core.Var, c int, seed core.Atom) []core.Atom {
	b, k := r.b(), len(ls)
	active, seeds := make([]bool, 2*k), make([]core.Atom, k)
	for p := range k {
		active[p] = r.facts.isActive(e.Fn.Params[p])
	}
	seeds[c] = seed
	row := r.mapBars(&core.Map{W: e.W, Arrs: slices.Concat(ls, e.Arrs), Fn: r.constFree(e.Fn)}, seeds, active, nil)[:k]
	for p, js := range row {
		if js == nil {
			row[p] = b.ZeroOf(ls[p].Type)
			continue
		}
		row[p] = fromRight(b, js.(*core.Var))
	}
	return row
}

// solveMatrix is the recurrence of a matrix whose rows are aligned, or of a vector.
func (g *scanGroup) solveMatrix(r *rev, st core.Stm, e *core.Scan, ls []*core.Var, bars, out []core.Atom) {
	b, c := r.b(), g.family.blocks[0][0]
	turned := func(x core.Atom) *core.Var {
		if !g.byCols {
			return x.(*core.Var)
		}
		return b.Let("t", &core.Rearrange{Perm: []int{0, 2, 1}, Arr: x.(*core.Var)})
	}
	elem := g.elem(e)
	mat := elem
	if g.vector {
		mat = elem.Of(elem.Dims[0])
	}
	unit := identity(b, mat)
	var js core.Atom
	if g.vector {
		js = g.vectorJacobian(r, e, ls, unit)
	} else {
		js = r.scanJacobianRow(e, ls, c, b.Replicate(unit, e.W))[c]
	}
	ins := append(reversed(b, []*core.Var{turned(bars[c])}), turned(js))
	ts := []core.Type{elem, mat}
	fn := b.Lambda(append(ts, ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		var moved core.Atom
		if cols := transpose(b, p[3]); g.vector {
			moved = rowProduct(b, p[0], cols)
		} else {
			moved = matrixProduct(b, p[0], cols)
		}
		return []core.Atom{addTo(b, p[2], moved), matrixProduct(b, p[1], transpose(b, p[3]))}
	})
	scanned := b.Bind("r", &core.Scan{W: e.W, Fn: fn, Ne: []core.Atom{b.ZeroOf(elem), unit}, Arrs: ins})
	out[c] = turned(reversed(b, scanned[:1])[0])
}

// vectorJacobian maps the derivative over the unit vectors.
func (g *scanGroup) vectorJacobian(r *rev, e *core.Scan, ls []*core.Var, unit *core.Var) core.Atom {
	b, s, c := r.b(), r.s, g.family.blocks[0][0]
	rows := b.Map(unit.Type.Dims[0], []*core.Var{unit}, func(in *core.Builder, seed []*core.Var) []core.Atom {
		s.ret = in // rules emit into the map
		defer func() { s.ret = b }()
		return []core.Atom{r.scanJacobianRow(e, ls, c, in.Replicate(seed[0], e.W))[c]}
	})
	return transpose(b, rows[0])
}

// identity is the unit matrix of a type.
func identity(b *core.Builder, t core.Type) *core.Var {
	is := b.Let("is", &core.Iota{N: t.Dims[0], Start: core.IntC(0), Step: one64, T: prim.I64})
	return b.Map(t.Dims[0], []*core.Var{is}, func(b *core.Builder, i []*core.Var) []core.Atom {
		return core.Atoms(b.Map(t.Dims[1], []*core.Var{is}, func(b *core.Builder, j []*core.Var) []core.Atom {
			return []core.Atom{choose(b, b.Prim(prim.Eq, prim.I64, i[0], j[0]), core.One(t.Elem), core.Zero(t.Elem))}
		}))
	})[0]
}

// matrixProduct is x × y for square matrices, y given by its columns.
func matrixProduct(b *core.Builder, x, cols *core.Var) core.Atom {
	return b.Map(x.Type.Dims[0], []*core.Var{x}, func(b *core.Builder, row []*core.Var) []core.Atom {
		return []core.Atom{rowProduct(b, row[0], cols)}
	})[0]
}

// rowProduct is a row times the matrix of the columns.
func rowProduct(b *core.Builder, row, cols *core.Var) core.Atom {
	n, t := row.Type.Dims[0], row.Type.Elem
	return b.Map(n, []*core.Var{cols}, func(b *core.Builder, col []*core.Var) []core.Atom {
		terms := b.Map(n, []*core.Var{row, col[0]}, func(b *core.Builder, v []*core.Var) []core.Atom {
			return []core.Atom{b.Prim(prim.Mul, t, v[0], v[1])}
		})
		return core.Atoms(b.Bind("sum", &core.Reduce{W: n, Fn: core.BinOp(prim.Add, t), Ne: []core.Atom{core.Zero(t)}, Arrs: terms, Comm: true}))
	})[0]
}
