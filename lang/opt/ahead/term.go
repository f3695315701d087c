package ahead

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/prim"
)

// copier writes a term at other counters.
type copier struct {
	*sum
	out   *core.Builder // before the map of the terms
	b     *core.Builder // in it
	i, j  affine.Form   // in the place of the counters
	along *core.Var     // counts the terms that are written side by side
	made  map[*core.Var]core.Atom
	// read is an element of an array that the loop carries: a value, or an array that has it; neither if it is not known.
	read func(arr *core.Var, at []affine.Form) (core.Atom, *core.Var)
	kept map[*core.Var]writing // values that arrays have, and where
	less int                   // how many of them go along rows, but went along columns, less those that went the other way
}

// mostStms bounds the statements of a term.
const mostStms = 24

// sumOf writes a term; nil if it needs what is not known there.
func (c *copier) sumOf() core.Atom {
	c.made = map[*core.Var]core.Atom{}
	return c.atom(c.term.Result[0])
}

func (c *copier) atom(a core.Atom) core.Atom {
	v := core.AsVar(a)
	if v == nil {
		return a
	}
	if x := c.made[v]; x != nil {
		return x
	}
	var x core.Atom
	if w, ok := c.kept[v]; ok {
		at := make([]affine.Form, len(w.place))
		for k, f := range w.place {
			at[k] = c.put(f)
		}
		x = c.at(w.e.Arr, at)
	} else {
		x = c.value(v)
	}
	if x != nil {
		c.made[v] = x
	}
	return x
}

// value is what a variable is there.
func (c *copier) value(v *core.Var) core.Atom {
	if v.Type.Elem == prim.I64 && v.Type.IsScalar() {
		if f, ok := c.form(v); ok && c.free(f) {
			return affine.Atom(c.put(f), c.b)
		}
	}
	st, ok := c.statement(v)
	switch {
	case !ok && !c.inside(v):
		return v
	case !ok || len(c.b.Stms) > mostStms:
		return nil
	}
	switch e := st.Exp.(type) {
	case *core.Use:
		return c.atom(e.Atom)
	case *core.PrimApp:
		return c.b.PrimOf(e, c.atom)
	case *core.Index:
		return c.element(v, e)
	default: // more than numbers
	}
	return nil
}

// statement is that of the term or of the loop's body which binds a variable.
func (c *copier) statement(v *core.Var) (core.Stm, bool) {
	if k := slices.IndexFunc(c.term.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) }); k >= 0 {
		return c.term.Stms[k], true
	}
	st, ok := c.own[v]
	return st, ok
}

// put is a sum of the new counters.
func (c *copier) put(f affine.Form) affine.Form { return f.Put(c.sum.i, c.i).Put(c.sum.j, c.j) }

// element reads an element of an array that the loop does not change, or that read knows.
func (c *copier) element(v *core.Var, e *core.Index) core.Atom {
	at := make([]affine.Form, len(e.Idx))
	for k, a := range e.Idx {
		f, ok := c.form(a)
		if !ok {
			return nil
		}
		at[k] = f
	}
	arr, at := c.root(e.Arr, at)
	if arr == nil || len(at) != arr.Type.Rank() || slices.ContainsFunc(at, func(f affine.Form) bool { return !c.free(f) }) {
		return nil
	}
	now := make([]affine.Form, len(at))
	for k, f := range at {
		now[k] = c.put(f)
	}
	if c.inside(arr) {
		var x core.Atom
		if x, arr = c.read(arr, now); arr == nil {
			return x
		}
	}
	c.count(at, now)
	return c.at(arr, now)
}

// count notes whether a read that went along a column goes along a row.
func (c *copier) count(at, now []affine.Form) {
	last := len(at) - 1
	across := func(fs []affine.Form, v *core.Var) bool {
		return slices.ContainsFunc(fs[:last], func(f affine.Form) bool { return f.Factor(v) != 0 })
	}
	if across(at, c.sum.j) {
		c.less++
	}
	if along := now[last].Factor(c.along); across(now, c.along) || along != 0 && along != 1 {
		c.less--
	}
}

// at reads an element, outside of the map if it is the same for all points.
func (c *copier) at(arr *core.Var, at []affine.Form) core.Atom {
	b := c.b
	if !slices.ContainsFunc(at, func(f affine.Form) bool { return f.Factor(c.along) != 0 }) {
		b = c.out
	}
	idx := make([]core.Atom, len(at))
	for k, f := range at {
		idx[k] = affine.Atom(f, b)
	}
	return b.Index(arr, idx...)
}

// root is the array of which a view is a part, with the place of an element in it; nil if there is a view that is no sum of places.
func (c *copier) root(arr *core.Var, at []affine.Form) (*core.Var, []affine.Form) {
	for c.inside(arr) {
		of, in, view := affine.Behind(c.defs[arr], at, c.form)
		if !view { // made by the loop, or carried
			return arr, at
		}
		arr, at = of, in
	}
	return arr, at
}

// fits reports whether all that is read is certainly within bounds.
func (c *copier) fits() bool {
	return !slices.ContainsFunc(slices.Concat(c.out.Stms, c.b.Stms), func(s core.Stm) bool {
		e, ok := s.Exp.(*core.Index)
		if !ok {
			return false
		}
		for k, a := range e.Idx {
			if !c.chains.Indexes(s.Pat[0], a, e.Arr.Type.Dims[k]) {
				return true
			}
		}
		return false
	})
}
