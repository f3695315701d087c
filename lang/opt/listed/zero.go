package listed

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// leaf is an element of an array of the host's.
type leaf struct {
	arr *core.Var
	at  []place
}

// place is an index: that of a map, a constant, or all of a dimension.
type place struct {
	of  *core.Map
	c   core.Atom
	all bool
}

// view is an array or number of the nest as a part of one of the host's: at the places at, which are nil for the dimensions that the
// view has of its own. These are, in its order, own.
type view struct {
	arr *core.Var
	at  []*place
	own []int
}

// zero collects what must be zero for a number to be. Not ok if it may be another number then.
func (f *sum) zero(a core.Atom) bool {
	v, ok := a.(*core.Var)
	if !ok {
		c := a.(core.Const)
		return c.Scalar == prim.Zero(c.Type)
	}
	switch e := f.nest.def[v].Exp.(type) {
	case *core.PrimApp:
		switch e.Op {
		case prim.Weigh:
			return f.zero(e.Args[1])
		case prim.Add, prim.Sub:
			return e.T.IsFloat() && f.zero(e.Args[0]) && f.zero(e.Args[1])
		case prim.Neg:
			return f.zero(e.Args[0])
		}
		return false
	case *core.Use:
		return f.zero(e.Atom)
	case *core.Reduce:
		return isSum(e) && f.zeroTerms(e.Arrs[0])
	default:
		return f.leaf(v)
	}
}

// zeroTerms is zero of all elements of an array of numbers.
func (f *sum) zeroTerms(arr *core.Var) bool {
	s := f.nest.def[arr]
	m, ok := s.Exp.(*core.Map)
	if !ok || !f.nest.inside[arr] {
		return f.leaf(arr)
	}
	return len(m.Accs) == 0 && f.zero(m.Fn.Body.Result[slices.Index(s.Pat, arr)])
}

// leaf adds an element, or all of a row.
func (f *sum) leaf(v *core.Var) bool {
	p := f.nest.view(v)
	if p == nil || !p.arr.Type.Elem.IsFloat() || p.arr.Type.IsScalar() {
		return false
	}
	l := leaf{p.arr, make([]place, len(p.at))}
	for k, x := range p.at {
		if x == nil {
			x = &place{all: true}
		}
		if !x.within(p.arr.Type.Dims[k]) {
			return false
		}
		l.at[k] = *x
	}
	f.leaves = append(f.leaves, l)
	return true
}

// within reports whether a place is one of a dimension, whatever the data are.
func (x *place) within(dim core.Atom) bool {
	if x.of != nil {
		return x.of.W == dim
	}
	c, _ := core.IntConst(x.c)
	d, ok := core.IntConst(dim)
	return x.all || ok && 0 <= c && c < d
}

// view is a value of the nest as a part of another one, nil if it is not known to be.
func (n *nest) view(v *core.Var) *view {
	if !n.inside[v] {
		out := &view{arr: v, at: make([]*place, v.Type.Rank())}
		for k := range out.at {
			out.own = append(out.own, k)
		}
		return out
	}
	if p, ok := n.params[v]; ok {
		return n.view(p.arr).fix(&place{of: p.of})
	}
	switch e := n.def[v].Exp.(type) {
	case *core.Use:
		if u := core.AsVar(e.Atom); u != nil {
			return n.view(u)
		}
	case *core.Index:
		out := n.view(e.Arr)
		for _, i := range e.Idx {
			out = out.fix(n.place(i))
		}
		return out
	case *core.Rearrange:
		return n.view(e.Arr).turned(e.Perm)
	default: // made here
	}
	return nil
}

// fix is a view at a place of its first dimension.
func (v *view) fix(x *place) *view {
	if v == nil || x == nil {
		return nil
	}
	out := &view{v.arr, slices.Clone(v.at), v.own[1:]}
	out.at[v.own[0]] = x
	return out
}

// turned is a view with its first dimensions permuted.
func (v *view) turned(perm []int) *view {
	if v == nil {
		return nil
	}
	out := &view{v.arr, v.at, slices.Clone(v.own)}
	for i, p := range perm {
		out.own[i] = v.own[p]
	}
	return out
}

// place is what an index is; nil if nothing is known.
func (n *nest) place(i core.Atom) *place {
	v := core.AsVar(i)
	if v == nil {
		return &place{c: i}
	}
	if p, ok := n.params[v]; ok {
		if core.Counts(n.def[p.arr].Exp) {
			return &place{of: p.of}
		}
	}
	return nil
}
