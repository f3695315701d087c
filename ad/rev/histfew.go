package rev

import (
	"slices"

	"raido/lang/core"
)

// fewValues reports whether a histogram may have far fewer values than buckets, as one in a loop that takes its
// destination from iteration to iteration in place. [ours]
//
// The rules for products, minima and maxima make arrays of buckets; the general one does not, but sorts the values. Where the
// destination is made before the histogram, the primal makes an array of buckets too, so that arrays of buckets cost
// no more than the primal's order.
func (r *rev) fewValues(e *core.Hist) bool {
	n, ok := e.W.(core.Const)
	if !ok {
		return slices.ContainsFunc(e.Dest, r.carried)
	}
	buckets := int64(1)
	for _, d := range e.Dest[0].Type.Dims[:len(e.Idx)] {
		k, ok := d.(core.Const)
		if !ok {
			return true
		}
		buckets *= max(k.Int64(), 1)
	}
	return buckets > 16*n.Int64()
}

// carried reports whether an array may be one that a loop took from iteration to iteration without copying it.
func (r *rev) carried(v *core.Var) bool {
	for s := r.s; s != nil; s = s.parent {
		for s.bound[v] {
			st, i := definition(s.fwd.Stms, v)
			if st == nil {
				return s.kind == loopScope // a parameter; those of maps and functions are copied if they are consumed
			}
			before, known := consumedBy(st.Exp, i)
			if !known {
				return s.inLoop()
			}
			if before == nil {
				return false
			}
			v = before
		}
	}
	return false
}

// definition is the statement that binds v, as its result i.
func definition(stms []core.Stm, v *core.Var) (*core.Stm, int) {
	for k := len(stms) - 1; k >= 0; k-- {
		if i := slices.Index(stms[k].Pat, v); i >= 0 {
			return &stms[k], i
		}
	}
	return nil, 0
}

// consumedBy is the array that result i of e has the memory of: nil if e makes a new one.
func consumedBy(e core.Exp, i int) (arr *core.Var, known bool) {
	switch e := e.(type) {
	case *core.Use:
		arr, _ = e.Atom.(*core.Var)
	case *core.Update:
		arr = e.Arr
	case *core.UpdateSlice:
		arr = e.Arr
	case *core.Slice:
		arr = e.Arr
	case *core.Reshape:
		arr = e.Arr
	case *core.Rearrange:
		arr = e.Arr
	case *core.Hist:
		arr = e.Dest[i]
	case *core.Scatter:
		arr = e.Dest[i]
	case *core.If, *core.Loop, *core.WithAcc, *core.Call, *core.Diff, *core.Index:
		return nil, false
	}
	return arr, true
}

// inLoop reports whether the scope is inside of a loop.
func (s *scope) inLoop() bool {
	for ; s != nil; s = s.parent {
		if s.kind == loopScope {
			return true
		}
	}
	return false
}
