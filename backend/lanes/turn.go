package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Turned blocks]
//
// The results of a map of rows stand row by row in memory. Where points go in lanes, or where columns are read afterwards, the elements that are
// wanted together are a row apart. A block that only one thread knows may as well stand column by column:
//
//	for i < n                                    for i < n
//	  for j < m                                    for j < m
//	    x[i*m + j] = f i j           becomes         x[j*n + i] = f i j
//	for j < m                                    for j < m
//	  s[j] = fold over i < n of x[i*m + j]         s[j] = fold over i < n of x[j*n + i]
//
// if all its places are i*m + j for indices of loops below n and m, the same everywhere. It is turned where the kernel costs less then. [Data
// layout transformation, as in Allen, Kennedy, Optimizing Compilers for Modern Architectures, 9.2, of the array in place of the loops]

// maxTurned bounds the blocks of a kernel that are tried.
const maxTurned = 8

// Turn stores matrices of a thread column by column where that is better for all loops: Note [Turned blocks].
func Turn(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU || p.Target.GPU {
		return p
	}
	products := map[core.Atom][]core.Atom{}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		if x, ok := s.(*seg.HLet); ok && x.Op == prim.Mul && x.T == prim.I64 {
			products[x.V] = x.Args
		}
	})
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Width > 0 || k.Op != nil || k.After != nil || len(k.Enter) > 0 || len(k.Leave) > 0 {
			return k
		}
		in := innerLoops{target: p.Target, uses: usesOf(k)}
		out := *k
		before := -1.0
		for _, b := range matricesOf(k, products) {
			if before < 0 {
				before = in.costOf(out.Body)
			}
			body := b.turned(out.Body)
			if after := in.costOf(body); after < before {
				out.Body, before = body, after
			}
		}
		return &out
	})
}

// costOf is what sequential code costs, as the loops go that this package makes vectors of.
func (in innerLoops) costOf(c seg.Code) float64 {
	_, single := (&cost{l: shapesAlong(core.NewVar("i", core.I64), nil, 0), trips: trips, copies: map[*seg.Mem]bool{}, inner: &in}).code(c)
	return single
}

// matrix is a block of rows times cols elements.
type matrix struct {
	m          *seg.Mem
	rows, cols core.Atom
}

// matricesOf are the blocks of a thread that may be turned.
func matricesOf(k *seg.Kernel, products map[core.Atom][]core.Atom) []*matrix {
	bounds := map[core.Atom]core.Atom{}
	found := map[*seg.Mem]*matrix{}
	count := map[*seg.Mem]int{}
	var order []*seg.Mem
	access := func(m *seg.Mem, at seg.Index, val core.Atom) {
		if m.Space != seg.Scratch || m.Grow || m.Lanes > 0 {
			return
		}
		rows, cols := placeOf(at, bounds)
		x := found[m]
		if x == nil && rows != nil && count[m] == 0 {
			x = &matrix{m, rows, cols}
			found[m] = x
			order = append(order, m)
		}
		if x != nil && x.rows == rows && x.cols == cols && val.AtomType().Lanes == 0 {
			count[m]++
		} else {
			count[m] = -1 << 30
		}
	}
	seg.Walk(k.Body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.For:
			if s.FromZero() && s.Step <= 1 {
				bounds[s.I] = s.Bound
			}
		case *seg.Fold:
			if s.From == nil {
				bounds[s.I] = s.Bound
			}
		case *seg.Load:
			access(s.Mem, s.At, s.V)
		case *seg.Store:
			access(s.Mem, s.At, s.Val)
		case *seg.Update:
			access(s.Mem, s.At, s.Val)
		default: // no access that may be turned
		}
	})
	uses := usesOf(k)
	order = slices.DeleteFunc(order, func(m *seg.Mem) bool { return count[m] != uses[m] || !found[m].fills(products) })
	var out []*matrix
	for _, m := range order[:min(len(order), maxTurned)] {
		out = append(out, found[m])
	}
	return out
}

// fills reports whether the block has as many elements as the matrix: what loops below their bounds leave out need not be there.
func (x *matrix) fills(products map[core.Atom][]core.Atom) bool {
	if n, ok := core.IntConst(x.m.Len); ok {
		r, known := core.IntConst(x.rows)
		c, also := core.IntConst(x.cols)
		return known && also && r*c == n
	}
	is := func(a, b core.Atom) bool {
		return len(products[x.m.Len]) == 2 && products[x.m.Len][0] == a && products[x.m.Len][1] == b
	}
	return is(x.rows, x.cols) || is(x.cols, x.rows)
}

// placeOf are the bounds of i and j where an index is i*cols + j; nil if it is none such.
func placeOf(at seg.Index, bounds map[core.Atom]core.Atom) (rows, cols core.Atom) {
	if len(at) != 2 {
		return nil, nil
	}
	hi, lo := at[0], at[1]
	if hi.B == nil {
		hi, lo = lo, hi
	}
	if hi.B == nil || lo.B != nil || lo.A == hi.A || bounds[lo.A] == nil {
		return nil, nil
	}
	i, stride := hi.A, hi.B
	if bounds[i] == nil || bounds[lo.A] != stride {
		i, stride = stride, i
	}
	if bounds[i] == nil || bounds[lo.A] != stride {
		return nil, nil
	}
	return bounds[i], stride
}

// turned is code in which the matrix stands column by column.
func (x *matrix) turned(c seg.Code) seg.Code {
	turn := func(at seg.Index) seg.Index {
		hi, lo := at[0], at[1]
		if hi.B == nil {
			hi, lo = lo, hi
		}
		i := hi.A
		if i == x.cols && hi.B != x.cols {
			i = hi.B
		}
		return seg.Index{{A: lo.A, B: x.rows}, {A: i}}
	}
	return seg.Rewrite(c, func(s seg.Stm) seg.Code {
		switch y := s.(type) {
		case *seg.Load:
			if y.Mem == x.m {
				n := *y
				n.At = turn(y.At)
				s = &n
			}
		case *seg.Store:
			if y.Mem == x.m {
				n := *y
				n.At = turn(y.At)
				s = &n
			}
		case *seg.Update:
			if y.Mem == x.m {
				n := *y
				n.At = turn(y.At)
				s = &n
			}
		default: // as it is
		}
		return seg.Code{s}
	})
}
