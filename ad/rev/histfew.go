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
			st := definition(s.fwd.Stms, v)
			if st == nil {
				return s.kind == loopScope // a parameter; those of maps and functions are copied if they are consumed
			}
			before := (*core.Var)(nil)
			for _, a := range st.Exp.Aliases(st.Pat) {
				if a.Name == v && a.How == core.Leave {
					return s.isIn(loopScope)
				}
				if a.Name == v {
					before = a.Of
				}
			}
			if before == nil {
				return false
			}
			v = before
		}
	}
	return false
}

// definition is the statement that binds v.
func definition(stms []core.Stm, v *core.Var) *core.Stm {
	for k := len(stms) - 1; k >= 0; k-- {
		if slices.Contains(stms[k].Pat, v) {
			return &stms[k]
		}
	}
	return nil
}
