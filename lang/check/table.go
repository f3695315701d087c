package check

import (
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// pendingTable is a table whose numbers wait for their type.
type pendingTable struct {
	node *types.Table
	text *syntax.TableExp
	elem types.Type
}

// table checks an array of many numbers as arrayLit checks them one by one.
func (c *checker) table(sc *scope, x *syntax.TableExp, hint types.Type) types.Exp {
	var elem types.Type
	if hint != nil {
		if a, ok := types.Resolve(hint).(*types.Array); ok {
			elem = types.Resolve(a.Elem)
		}
	}
	class := classNum
	if x.Float {
		class = classFloat
	}
	suffix, _ := prim.ByName(x.Suffix)
	if p, ok := elem.(types.Prim); ok && suffix == prim.Invalid && c.u.Satisfy(class, p) != nil {
		return c.arrayLit(sc, x.Array(), hint) // for the error's place
	}
	m := c.u.Fresh()
	m.At, m.Lift = x.Span, types.Unlifted
	var first diag.Span
	for _, n := range x.Elems {
		first = n.Span
		break
	}
	c.unify(first, m, c.litType(class, suffix, elem, first), why{what: "element 0 of this array"})
	out := &types.Table{Node: node(&types.Array{Dim: types.SizeConst{N: int64(x.Count)}, Elem: m}, x.Span)}
	c.tabs = append(c.tabs, pendingTable{out, x, m})
	c.settleTable(c.tabs[len(c.tabs)-1])
	return out
}

// settleTable gives the numbers of a table their values once their type is known; it tells whether it is.
func (c *checker) settleTable(t pendingTable) bool {
	p, ok := types.Resolve(t.elem).(types.Prim)
	if !ok || t.node.Vals != nil {
		return ok
	}
	vals := make([]prim.Scalar, t.text.Count)
	var lit types.Lit
	for i, n := range t.text.Elems {
		diag.Poll()
		lit = types.Lit{Node: node(p, n.Span)}
		c.settle(pendingLit{node: &lit, text: n.Text, wrap: n.Suffix != ""})
		vals[i] = lit.Val
	}
	t.node.Vals = vals
	return true
}
