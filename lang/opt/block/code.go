package block

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// code makes the code of one part of a block.
type code struct {
	*nest
	space
	p     int64
	note  bool                    // what is read is noted; the code is thrown away
	known map[*core.Var]place     // what variables of the lambda are
	elems map[*core.Var]*core.Var // what a point of the nest has of an array: an element for each part
	sub   *core.Subst
}

// part is the maker of the code of part p; elems are the arrays' elements, nil where the code only is looked at.
func (n *nest) part(p int64, elems map[*core.Var]*core.Var) *code {
	c := &code{nest: n, space: newSpace(), p: p, known: map[*core.Var]place{}, elems: elems, sub: core.NewSubst()}
	c.known[n.i] = c.self()
	return c
}

// self is the place of a point: (b * P + p) * h + r.
func (c *code) self() place {
	return linear.Of(c.bh).Times(c.parts).Plus(c.p, linear.Of(c.h)).Plus(1, linear.Of(c.r))
}

func (c *code) require(x need) {
	if !slices.Contains(c.needs, x) {
		c.needs = append(c.needs, x)
	}
}

// place is what an operand is, if that is known.
func (c *code) place(a core.Atom) (place, bool) {
	if v, ok := a.(*core.Var); ok {
		if !isWhole(v) {
			return place{}, false
		}
		if c.bound[v] {
			x, ok := c.known[v]
			return x, ok
		}
	} else if k, ok := a.(core.Const); !ok || k.Type != prim.I64 {
		return place{}, false
	}
	return c.outer(a), true
}

// body adds the code of a body and gives its results.
func (c *code) body(b *core.Builder, from core.Body) []core.Atom {
	for _, s := range from.Stms {
		b.Src = s.Src
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			if !c.operator(b, s, e) && !c.outside(s, e) {
				b.Stms = append(b.Stms, c.sub.Stm(s))
			}
		case *core.Index:
			if !c.read(b, s, e) {
				b.Stms = append(b.Stms, c.sub.Stm(s))
			}
		case *core.If:
			c.branch(b, s, e)
		default:
			for _, v := range core.FreeInStm(s).List {
				c.elsewhere(v)
			}
			b.Stms = append(b.Stms, c.sub.Stm(s))
		}
	}
	return c.sub.Atoms(from.Result)
}

// operator notes what a result is, and reports whether it needs no statement of its own.
func (c *code) operator(b *core.Builder, s core.Stm, e *core.PrimApp) bool {
	if e.T != prim.I64 || len(e.Args) != 2 {
		return false
	}
	x, ok := c.place(e.Args[0])
	y, ok2 := c.place(e.Args[1])
	if !ok || !ok2 {
		return false
	}
	v := s.Pat[0]
	if yes, known := c.compared(e.Op, x, y); known {
		c.sub.Vars[v] = core.BoolC(yes)
		return true
	}
	z, ok := c.combined(e.Op, x, y)
	if !ok || !isWhole(v) {
		return false
	}
	c.known[v] = z
	if len(z.Terms) > 0 && !isDivision(e) || z.Factor(c.span) != 0 {
		return false
	}
	c.sub.Vars[v] = c.atom(b, z)
	return true
}

// outside computes what is the same for all blocks before them, a division by a part's length too, and reports whether it is that.
func (c *code) outside(s core.Stm, e *core.PrimApp) bool {
	if c.note || e.MayFail() && !isDivision(e) {
		return false
	}
	if e.MayFail() {
		y, ok := c.place(e.Args[1])
		if k := y.Plus(-y.Factor(c.h), linear.Of(c.h)); !ok || len(k.Terms) > 0 || k.C < 0 || y.Factor(c.h) < 0 || k.C == 0 && y.Factor(c.h) == 0 {
			return false
		}
	}
	for _, a := range e.Args {
		if v, ok := a.(*core.Var); ok && c.bound[v] && c.before[v] == nil {
			return false
		}
	}
	v := s.Pat[0]
	if c.before[v] == nil {
		src := c.top.Src
		c.top.Src = s.Src
		c.before[v] = c.top.Let(v.Name, c.sub.Exp(e))
		c.top.Src = src
	}
	c.sub.Vars[v] = c.before[v]
	return true
}

// atom computes a place.
func (c *code) atom(b *core.Builder, x place) core.Atom {
	if k := x.Factor(c.bh); k != 0 && !c.note {
		x = x.Put(c.bh, linear.Of(b.Prim(prim.Mul, prim.I64, c.b, c.h)))
	}
	return affine.Atom(x, b)
}

// branch takes one branch where the condition is known.
func (c *code) branch(b *core.Builder, s core.Stm, e *core.If) {
	cond := c.sub.Atom(e.Cond)
	if k, ok := cond.(core.Const); ok {
		taken := e.Else
		if k.Bool() {
			taken = e.Then
		}
		res := c.body(b, taken)
		for j, v := range s.Pat {
			c.sub.Vars[v] = res[j]
			if x, ok := c.place(taken.Result[j]); ok {
				c.known[v] = x
			}
		}
		return
	}
	n := &core.If{Cond: cond}
	n.Then = b.Sub(func(b *core.Builder) []core.Atom { return c.body(b, e.Then) })
	n.Else = b.Sub(func(b *core.Builder) []core.Atom { return c.body(b, e.Else) })
	b.Add(c.sub.Binders(s.Pat), n)
}

// read takes an element of a block from what the point has, if it may, and reports whether it has done so.
func (c *code) read(b *core.Builder, s core.Stm, e *core.Index) bool {
	x, ok := place{}, len(e.Idx) == 1 && e.Arr.Type.Rank() == 1 && !c.bound[e.Arr] && e.Arr.Type.Dims[0] == c.m.W
	if ok {
		x, ok = c.place(e.Idx[0])
	}
	q, spread, inside := int64(0), false, false
	if ok {
		q, spread, inside = c.inBlock(x)
	}
	if c.note {
		if inside {
			c.found(e.Arr, q, spread)
		} else {
			c.elsewhere(e.Arr)
		}
		return false
	}
	if a := c.at[e.Arr]; !inside || a == nil {
		return false
	}
	c.sub.Vars[s.Pat[0]] = b.Index(c.elems[e.Arr], core.IntC(q))
	return true
}

// inBlock is the part in which a place is: at (b, q, r), or (q, b, r) if it is spread over the array.
func (c *code) inBlock(x place) (q int64, spread, ok bool) {
	blocks := x.Factor(c.bh)
	q = x.Factor(c.h)
	if spread = blocks == 1; spread {
		q = x.Factor(c.span)
	}
	unit := c.h
	if spread {
		unit = c.span
	}
	want := linear.Of(c.bh).Times(blocks).Plus(1, linear.Of(c.r)).Plus(q, linear.Of(unit))
	return q, spread, (spread || blocks == c.parts) && 0 <= q && q < c.parts && x.Equal(want)
}

// found notes that an array is read in part q of a block.
func (c *code) found(arr *core.Var, q int64, spread bool) {
	a := c.at[arr]
	if a == nil {
		a = &array{arr: arr, spread: spread}
		c.at[arr] = a
		c.arrays = append(c.arrays, a)
	}
	a.mixed = a.mixed || a.spread != spread
	a.other = a.other || q != c.p || spread
}

// elsewhere notes that an array is read in another way.
func (c *code) elsewhere(arr *core.Var) {
	if c.note && !arr.Type.IsScalar() && !c.bound[arr] {
		c.found(arr, c.p, false)
		c.at[arr].mixed = true
	}
}
