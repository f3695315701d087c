package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// scanPatterns: operators whose Jacobian has a pattern. [Bruun22, 7.4.1 ZeroQuad, 7.4.2 MatrixMul, 7.4.3, 11.1]
//
// As scanGeneral, but the components are grouped into the blocks of the Jacobian, of any sizes, and blocks that
// have one matrix share it: for each such family of k blocks of q components, with matrices cs of q × q entries,
//
//	return   (rs̅1, ..., rs̅k, _) = scan (\(d1, ..., dk, c) (d1', ..., dk', c') -> (d1' + c' · d1, ..., dk' + c' · dk, c' × c))
//	                                    (0, ..., 0, I) (reverse ys̅1) ... (reverse ys̅k) cs
//
// Inside of a block, entries that are zero in all products of its Jacobians, or one, are not scanned [ours]: with
// nz the relation "has an entry that is not zero", the products have entries in the transitive closure of nz only.
// So a sum among the components is scanned as a sum. Blocks need one type each; ints may stand beside floats.
func (r *rev) scanPatterns(st core.Stm, e *core.Scan) {
	on := r.activeOf(st.Pat)
	for _, i := range on {
		if st.Pat[i].Type.Rank() != 1 {
			r.scanArrays(st, e, on)
			return
		}
	}
	jac := r.jacobianOf(e.Fn, on)
	families := jac.families()
	for _, f := range families {
		for _, block := range f.blocks {
			for _, c := range block {
				if st.Pat[on[c]].Type.Elem != st.Pat[on[block[0]]].Type.Elem {
					r.scanMixed(st, e)
					return
				}
			}
		}
	}
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		rs := make([]core.Atom, len(bars))
		ls := shifted(r.b(), e.W, st.Pat, e.Ne)
		cs := jac.scanned(r.b(), e, st.Pat, families)
		for i, f := range families {
			r.scanBars(st, e.W, f.of(on), cs[i], bars, rs)
		}
		r.contributeOperator(e.W, e.Fn, ls, e.Arrs, rs)
		r.contributeNeutral(e.W, e.Fn, e.Ne, ls, e.Arrs, rs)
	})
}

// scanMixed: a block has several types. Independent parts are done each by itself; the one with the block is a loop.
func (r *rev) scanMixed(st core.Stm, e *core.Scan) {
	if splits(e.Fn) {
		r.scanSplit(st, e)
		return
	}
	r.scanLoop(st, e)
}

// of renames components: c becomes on[c].
func (f *family) of(on []int) *family {
	g := &family{mat: f.mat}
	for _, block := range f.blocks {
		named := make([]int, len(block))
		for i, c := range block {
			named[i] = on[c]
		}
		g.blocks = append(g.blocks, named)
	}
	return g
}

// scanned computes the entries of the families' Jacobians that are scanned, from the right, as fromRight does.
func (j *jacobian) scanned(b *core.Builder, e *core.Scan, ys []*core.Var, families []*family) [][][]core.Atom {
	var want, zeros []core.Atom
	cs := make([][][]core.Atom, len(families))
	for i, f := range families {
		cs[i] = make([][]core.Atom, f.q())
		for q := range cs[i] {
			cs[i][q] = make([]core.Atom, f.q())
		}
		f.entries(func(q, p int) {
			a := j.entries[f.blocks[0][q]][f.blocks[0][p]]
			want, zeros = append(want, a), append(zeros, core.Zero(a.AtomType().Elem))
		})
	}
	if len(want) == 0 {
		return cs
	}
	is := b.Let("is", &core.Iota{N: e.W, Start: core.IntC(0), Step: one64, T: prim.I64})
	fn := &core.Lambda{Params: j.fn.Params, Ret: core.AtomTypes(want), Body: core.Needed(core.Body{Stms: j.fn.Body.Stms, Result: want})}
	ls, as := reversed(b, ys), reversed(b, e.Arrs)
	arrs := b.Map(e.W, []*core.Var{is}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return core.Atoms(b.If(b.Prim(prim.Eq, prim.I64, x[0], core.IntC(0)), fn.Ret,
			func(*core.Builder) []core.Atom { return zeros },
			func(b *core.Builder) []core.Atom {
				return b.Inline(fn, slices.Concat(readAll(b, ls, x[0]), readAll(b, as, minus(b, x[0], one64)))...)
			}))
	})
	for i, f := range families {
		f.entries(func(q, p int) {
			cs[i][q][p], arrs = arrs[0], arrs[1:]
		})
	}
	return cs
}

// families groups the components: the connected components of the Jacobian are blocks, and blocks of one matrix
// are a family.
func (j *jacobian) families() []*family {
	var out []*family
	for _, block := range j.blocks() {
		same := func(f *family) bool { return j.equal(f.blocks[0], block) }
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].blocks = append(out[i].blocks, block)
			continue
		}
		out = append(out, &family{blocks: [][]int{block}, mat: j.closure(block)})
	}
	return out
}

// blocks are the connected components of "the entry is not zero".
func (j *jacobian) blocks() [][]int {
	d := len(j.entries)
	seen := make([]bool, d)
	var out [][]int
	for start := range d {
		if seen[start] {
			continue
		}
		seen[start] = true
		block := []int{start}
		for i := 0; i < len(block); i++ {
			for c := range d {
				if !seen[c] && (!isZero(j.entries[block[i]][c]) || !isZero(j.entries[c][block[i]])) {
					seen[c] = true
					block = append(block, c)
				}
			}
		}
		slices.Sort(block)
		out = append(out, block)
	}
	return out
}

// equal reports whether two blocks have one matrix.
func (j *jacobian) equal(x, y []int) bool {
	if len(x) != len(y) {
		return false
	}
	for q := range x {
		for p := range x {
			if j.entries[x[q]][x[p]] != j.entries[y[q]][y[p]] {
				return false
			}
		}
	}
	return true
}

// closure says what is known of the entries of products of a block's Jacobians.
func (j *jacobian) closure(block []int) [][]always {
	d := len(block)
	reach := make([][]bool, d)
	for q := range d {
		reach[q] = make([]bool, d)
		for p := range d {
			reach[q][p] = !isZero(j.entries[block[q]][block[p]])
		}
	}
	for m := range d {
		for q := range d {
			for p := range d {
				reach[q][p] = reach[q][p] || reach[q][m] && reach[m][p]
			}
		}
	}
	mat := make([][]always, d)
	for q := range d {
		mat[q] = make([]always, d)
		for p := range d {
			switch e := j.entries[block[q]][block[p]]; {
			case p != q && !reach[q][p], d == 1 && isZero(e):
				mat[q][p] = alwaysZero
			case p == q && e == core.Atom(core.One(e.AtomType().Elem)) && !cyclic(reach, p):
				mat[q][p] = alwaysOne
			}
		}
	}
	return mat
}

// cyclic reports whether p is reached from itself through another component.
func cyclic(reach [][]bool, p int) bool {
	for m := range reach {
		if m != p && reach[p][m] && reach[m][p] {
			return true
		}
	}
	return false
}
