package triangle

import (
	"raido/lang/core"
	"raido/lang/core/affine"
)

// copier writes what an iteration computes at other counters, of what is known before the loop.
type copier struct {
	*rows
	b    *core.Builder
	i    *core.Var // in the place of the loop's counter
	q, t *core.Var // in the place of q, that of a sum's terms
	made map[*core.Var]core.Atom
}

// mostStms bounds the statements of a term.
const mostStms = 24

func (r *rows) copier(b *core.Builder, i *core.Var, s *sum, t *core.Var) *copier {
	c := &copier{rows: r, b: b, i: i, made: map[*core.Var]core.Atom{}}
	if s != nil {
		c.q, c.t = s.q, t
	}
	return c
}

// atom is a number there; nil if it depends on what the loop computes, or on the column.
func (c *copier) atom(a core.Atom) core.Atom {
	v := core.AsVar(a)
	if v == nil {
		return a
	}
	if x := c.made[v]; x != nil {
		return x
	}
	x := c.value(v)
	if x != nil {
		c.made[v] = x
	}
	return x
}

func (c *copier) value(v *core.Var) core.Atom {
	if v.Type.Elem == core.I64.Elem && v.Type.IsScalar() {
		if f, ok := c.index(v); ok && c.free(f) {
			return affine.Atom(c.put(f), c.b)
		}
	}
	if c.outside(v) {
		return v
	}
	if len(c.b.Stms) > mostStms {
		return nil
	}
	switch e := c.defs[v].(type) {
	case *core.Use:
		return c.atom(e.Atom)
	case *core.PrimApp:
		return c.b.PrimOf(e, c.atom)
	case *core.Index:
		return c.read(v)
	default: // more than numbers
	}
	return nil
}

// outside reports whether a variable is bound before the loop.
func (c *copier) outside(v *core.Var) bool { return !c.bound[v] && !c.fresh[v] && v != c.j && v != c.q }

// free reports whether a sum has no variables of the loop but the counters.
func (c *copier) free(f affine.Form) bool {
	return !has(f, func(v *core.Var) bool { return v != c.e.I && v != c.q && !c.outside(v) })
}

// put is a sum of the new counters.
func (c *copier) put(f affine.Form) affine.Form { return at(f, c.e.I, c.i, c.q, c.t) }

// read is an element of an array that is there before the loop.
func (c *copier) read(v *core.Var) core.Atom {
	arr, at := c.element(v)
	if arr == nil || !c.outside(arr) || len(at) != arr.Type.Rank() {
		return nil
	}
	idx := make([]core.Atom, len(at))
	for k, f := range at {
		if !c.free(f) {
			return nil
		}
		idx[k] = affine.Atom(c.put(f), c.b)
	}
	return c.b.Index(arr, idx...)
}
