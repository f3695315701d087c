package carry

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [What fresh rows hold]
//
// A row that has just been filled with zeros holds them where nothing has been written since, so what is added to such a part is the part:
//
//	let a' = a with [j] = replicate [m] 0                   let a' = a with [j] = replicate [m] 0
//	let b = a' with [j, j] = a'[j, j] + v         becomes     let b = a' with [j, j] = 0 + v
//	let c = b with [j, 0:j] = map (+) b[j, 0:j] q             let c = b with [j, 0:j] = q
//
// The sums of the adjoint of a triangle become what is added, and q is computed where it is to lie.

// zeroRow is the code of an iteration behind the zeros of its row.
type zeroRow struct {
	runs    *region.Runs
	zero    core.Atom
	written map[*core.Var][]span // by version of the array, in the second dimension
	zeros   map[*core.Var]bool   // arrays of zeros
}

// span is the places from, from + 1, ... of a dimension; no count: all.
type span struct{ from, count core.Atom }

// known is the body in which statement at fills a row of an array, with the reads of what it knows.
func (z *zeroRow) known(b core.Body, at int) core.Body {
	z.written[b.Stms[at].Pat[0]] = nil
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	for k := at + 1; k < len(out.Stms); k++ {
		if e := z.stm(out.Stms[k]); e != nil {
			out.Stms[k].Exp = e
		}
	}
	return out
}

// stm notes what a statement writes, or is what it reads if that is known.
func (z *zeroRow) stm(s core.Stm) core.Exp {
	switch e := s.Exp.(type) {
	case *core.Update:
		z.write(e.Arr, s.Pat[0], indexed(e.Idx))
	case *core.UpdateSlice:
		z.write(e.Arr, s.Pat[0], sliced(e.Dims))
	case *core.Index:
		if !z.holds(e.Arr, indexed(e.Idx)) {
			return nil
		}
		if s.Pat[0].Type.IsScalar() {
			return &core.Use{Atom: z.zero}
		}
		return z.part(s.Pat[0])
	case *core.Slice:
		if z.holds(e.Arr, sliced(e.Dims)) {
			return z.part(s.Pat[0])
		}
	case *core.Reshape:
		z.zeros[s.Pat[0]] = z.zeros[e.Arr]
	case *core.Map:
		if added := z.added(e); added != nil {
			return &core.Use{Atom: added}
		}
	default: // reads what it reads
	}
	return nil
}

func (z *zeroRow) part(v *core.Var) core.Exp {
	z.zeros[v] = true
	return &core.Replicate{Dims: v.Type.Dims, Val: z.zero}
}

func (z *zeroRow) write(arr, next *core.Var, s span) {
	if w, ok := z.written[arr]; ok {
		z.written[next] = append(slices.Clone(w), s)
	}
}

// holds reports whether a part of the row has certainly not been written.
func (z *zeroRow) holds(arr *core.Var, s span) bool {
	w, ok := z.written[arr]
	return ok && !slices.ContainsFunc(w, func(w span) bool { return !z.before(s, w) && !z.before(w, s) })
}

// before reports whether a ends where b begins, or before.
func (z *zeroRow) before(a, b span) bool {
	if a.count == nil || b.count == nil {
		return false
	}
	end := a.from
	c, ok := core.IntConst(a.count)
	if !ok {
		end = a.count
		c, ok = core.IntConst(a.from)
	}
	apart, known := z.runs.Apart(b.from, end)
	return ok && known && apart >= c
}

// added is what a map adds to zeros; nil if it does anything else.
func (z *zeroRow) added(e *core.Map) core.Atom {
	op, ok := core.IsBinOp(e.Fn)
	if !ok || op.Op != prim.Add || len(e.Accs) > 0 || len(e.Arrs) != 2 {
		return nil
	}
	for k, a := range e.Arrs {
		if z.zeros[a] {
			return e.Arrs[1-k]
		}
	}
	return nil
}

// indexed are the places of the second dimension that indices tell.
func indexed(idx []core.Atom) span {
	if len(idx) < 2 {
		return span{}
	}
	return span{idx[1], core.IntC(1)}
}

// sliced are the places of the second dimension that a slice has.
func sliced(dims []core.DimSlice) span {
	if len(dims) < 2 || !core.IsInt(dims[1].Stride, 1) {
		return span{}
	}
	return span{dims[1].Start, dims[1].Count}
}
