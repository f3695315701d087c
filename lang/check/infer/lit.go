package infer

import (
	"errors"
	"math"
	"slices"
	"strings"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// pendingLit is a literal whose value waits for its type.
type pendingLit struct {
	node *types.Lit
	text string
	pat  *types.PatLit // receives the value too
	wrap bool          // has a suffix: a value that is too large wraps around
}

// pendingSum is a constructor pattern whose sum type waits to be known.
type pendingSum struct {
	t  types.Type
	p  *types.PatConstr
	at diag.Span
}

// literal checks a number, bool or character. hint is the type it should have, if known.
func (c *Checker) literal(e syntax.Exp, hint types.Type) types.Exp {
	switch x := e.(type) {
	case *syntax.NumLit:
		return c.number(x, hint)
	case *syntax.BoolLit:
		return &types.Lit{Node: types.Node{T: types.Bool, At: x.Span}, Val: prim.BoolOf(x.Val)}
	case *syntax.CharLit:
		n := &types.Lit{Node: types.Node{At: x.Span}}
		n.T = c.litType(scope.ClassNum, prim.Invalid, hint, x.Span) // like an integer of the same value
		c.lits = append(c.lits, pendingLit{node: n, text: itoa(int(x.Val))})
		return n
	default: // no literal of this kind: exp sends none
	}
	return &types.Hole{Node: types.Node{T: c.u.Fresh(), At: e.ExpSpan()}}
}

func (c *Checker) number(x *syntax.NumLit, hint types.Type) types.Exp {
	n := &types.Lit{Node: types.Node{At: x.Span}}
	class := scope.ClassNum
	if x.Float {
		class = scope.ClassFloat
	}
	p, _ := prim.ByName(x.Suffix)
	n.T = c.litType(class, p, hint, x.Span)
	c.lits = append(c.lits, pendingLit{node: n, text: x.Text, wrap: x.Suffix != ""})
	c.settle(c.lits[len(c.lits)-1])
	return n
}

// litType is the type of a literal: given by its suffix, by what is expected, or open.
func (c *Checker) litType(class *types.Class, suffix prim.Type, hint types.Type, at diag.Span) types.Type {
	if suffix != prim.Invalid {
		return types.Prim{Prim: suffix}
	}
	if hint != nil {
		if p, ok := types.Resolve(hint).(types.Prim); ok && c.u.Satisfy(class, p) == nil {
			return p
		}
	}
	m := c.u.FreshClass(class)
	m.At = at
	return m
}

var errInfinite = errors.New("the literal is too large")

// settle gives a literal its value once its type is known; it reports whether it is.
func (c *Checker) settle(l pendingLit) bool {
	p, ok := types.Resolve(l.node.T).(types.Prim)
	if !ok {
		return false
	}
	l.node.T = p
	if l.pat != nil {
		l.pat.Val = l.node.Val
		return true
	}
	if l.node.Val.Type != prim.Invalid {
		return true
	}
	v, err := prim.ParseScalarAs(p.Prim, l.text)
	if err == nil && p.Prim.IsFloat() && !l.wrap && math.IsInf(v.Float64(), 0) {
		err = errInfinite
	}
	if err != nil && l.wrap && p.Prim.IsInt() {
		if wide, e := prim.ParseScalarAs(prim.U64, strings.TrimPrefix(l.text, "-")); e == nil {
			n := wide.Int64()
			if strings.HasPrefix(l.text, "-") {
				n = -n
			}
			v, err = prim.Int(p.Prim, n), nil
		}
	}
	if err != nil {
		d := c.Error(diag.Type, fault.CodeLiteral, l.node.At, "literal %s does not fit type %s", l.node.At.Text(), p.Prim)
		d.Hint = "give it a wider type"
		if p.Prim.IsUnsigned() && strings.HasPrefix(l.text, "-") {
			d.Hint = "give it a signed type, or write " + l.text + p.Prim.String() + ", which wraps around"
		}
		v = prim.Zero(p.Prim)
	}
	l.node.Val = v
	return true
}

// settleAll settles the literals inside x; it reports whether all have their type.
func (c *Checker) settleAll(x types.Exp) bool {
	ok := true
	if l, isLit := x.(*types.Lit); isLit && l.Val.Type == prim.Invalid {
		ok = false
		for i := len(c.lits) - 1; i >= 0; i-- {
			if c.lits[i].node == l && c.lits[i].pat == nil {
				return c.settle(c.lits[i])
			}
		}
	}
	if t, isTable := x.(*types.Table); isTable && t.Vals == nil {
		i := slices.IndexFunc(c.tabs, func(p pendingTable) bool { return p.node == t })
		return c.settleTable(c.tabs[i])
	}
	types.Children(x, func(y types.Exp) { ok = c.settleAll(y) && ok })
	return ok
}

// pendingTable is a table whose numbers wait for their type.
type pendingTable struct {
	node *types.Table
	text *syntax.TableExp
	elem types.Type
}

// table checks an array of many numbers as arrayLit checks them one by one.
func (c *Checker) table(sc *locals, x *syntax.TableExp, hint types.Type) types.Exp {
	var elem types.Type
	if hint != nil {
		if a, ok := types.Resolve(hint).(*types.Array); ok {
			elem = types.Resolve(a.Elem)
		}
	}
	class := scope.ClassNum
	if x.Float {
		class = scope.ClassFloat
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
	c.unify(first, m, c.litType(class, suffix, elem, first), explain.Why{What: explain.AsElement(0)})
	out := &types.Table{Node: node(&types.Array{Dim: types.SizeConst{N: int64(x.Count)}, Elem: m}, x.Span)}
	c.tabs = append(c.tabs, pendingTable{out, x, m})
	c.settleTable(c.tabs[len(c.tabs)-1])
	return out
}

// settleTable gives the numbers of a table their values once their type is known; it reports whether it is.
func (c *Checker) settleTable(t pendingTable) bool {
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
