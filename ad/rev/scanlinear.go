package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// family is a part of the linear recurrence that is solved by one scan: blocks of components that depend on
// nothing outside of their block and that have one Jacobian, [Bruun22, 7.4.2].
type family struct {
	blocks [][]int // components, among those of the scan; each block has q of them
	// mat says what is known of the q × q entries of all products of Jacobians.
	mat [][]always
}

// always is what is known of an entry of a matrix whatever the elements are.
type always uint8

const (
	anything always = iota
	alwaysZero
	alwaysOne
)

func (f *family) q() int { return len(f.mat) }

// dense is the family of one block of which nothing is known.
func dense(on []int) *family {
	f := &family{blocks: [][]int{on}, mat: make([][]always, len(on))}
	for q := range f.mat {
		f.mat[q] = make([]always, len(on))
	}
	return f
}

// entries calls f for the entries that are scanned, in order.
func (f *family) entries(visit func(q, p int)) {
	for q, row := range f.mat {
		for p, k := range row {
			if k == anything {
				visit(q, p)
			}
		}
	}
}

// scanBars solves r̅[i] = y̅[i] + cs[i] · r̅[i+1] from the right for one family, by composing linear functions
// [Bruun22, 5.1]; cs are its entries of width w, from the right, and the solution
// goes to out.
func (r *rev) scanBars(st core.Stm, w core.Atom, f *family, cs [][]core.Atom, bars, out []core.Atom) {
	b := r.b()
	var ins []*core.Var
	var ne []core.Atom
	var at []int
	g := *f
	g.blocks = nil
	for _, block := range f.blocks {
		if !slices.ContainsFunc(block, func(c int) bool { return bars[c] != nil }) {
			continue // stays zero
		}
		g.blocks = append(g.blocks, block)
		for _, c := range block {
			bar, ok := bars[c].(*core.Var)
			if !ok {
				bar = b.ZeroOf(st.Pat[c].Type).(*core.Var)
			}
			ins, at = append(ins, bar), append(at, c)
			ne = append(ne, core.Zero(bar.Type.Elem))
		}
	}
	if len(ins) == 0 {
		return
	}
	if g.q() == 1 && g.mat[0][0] == alwaysZero { // y ⊙ a does not depend on y
		for i, c := range at {
			out[c] = ins[i]
		}
		return
	}
	t, ins := ins[0].Type.Elem, reversed(b, ins)
	g.entries(func(q, p int) {
		ins = append(ins, cs[q][p].(*core.Var))
		unit := core.Zero(t)
		if p == q {
			unit = core.One(t)
		}
		ne = append(ne, unit)
	})
	inner := ins[0].Type.Dims[1:]
	for i, a := range ne {
		ne[i] = b.Replicate(a, inner...)
	}
	ends := b.Bind("r", &core.Scan{W: w, Fn: lifted(g.compose(t), inner), Ne: ne, Arrs: ins})
	for i, v := range reversed(b, ends[:len(at)]) {
		out[at[i]] = v
	}
}

// compose is \(d1, c1) (d2, c2) -> (d2 + c2 · d1, c2 × c1), where c[q][p] takes component q to component p
// and each block has its own d.
func (f *family) compose(t prim.Type) *core.Lambda {
	d := len(f.blocks) * f.q()
	place := make([][]int, f.q()) // of the entries among the operands
	n := d
	for q := range place {
		place[q] = make([]int, f.q())
	}
	f.entries(func(q, p int) {
		place[q][p] = n
		n++
	})
	ts := slices.Repeat([]core.Type{core.Prim(t)}, n)
	b := &core.Builder{}
	return b.Lambda(slices.Concat(ts, ts), ts, func(b *core.Builder, v []*core.Var) []core.Atom {
		x, y := v[:n], v[n:]
		entry := func(side []*core.Var, q, p int) core.Atom {
			switch f.mat[q][p] {
			case alwaysZero:
				return core.Zero(t)
			case alwaysOne:
				return core.One(t)
			}
			return side[place[q][p]]
		}
		var out []core.Atom
		for i := range d {
			sum, start := core.Atom(y[i]), i/f.q()*f.q()
			for q := range f.q() {
				sum = plusTerm(b, t, sum, timesTerm(b, t, entry(y, q, i-start), x[start+q]))
			}
			out = append(out, sum)
		}
		f.entries(func(q, p int) {
			sum := core.Atom(core.Zero(t))
			for m := range f.q() {
				sum = plusTerm(b, t, sum, timesTerm(b, t, entry(x, q, m), entry(y, m, p)))
			}
			out = append(out, sum)
		})
		return out
	})
}

// plusTerm is x + y, of which constant zeros are no part.
func plusTerm(b *core.Builder, t prim.Type, x, y core.Atom) core.Atom {
	switch {
	case isZero(x):
		return y
	case isZero(y):
		return x
	}
	return b.Prim(prim.Add, t, x, y)
}

// timesTerm is x * y, where constant zeros and ones are those of the pattern.
func timesTerm(b *core.Builder, t prim.Type, x, y core.Atom) core.Atom {
	switch one := core.Atom(core.One(t)); {
	case isZero(x) || isZero(y):
		return core.Zero(t)
	case x == one:
		return y
	case y == one:
		return x
	}
	return b.Prim(prim.Mul, t, x, y)
}
