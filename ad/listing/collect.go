package listing

import (
	"slices"

	"raido/lang/core"
)

// write is what the points of maps around it write to an accumulator: one value, or an array of them.
type write struct {
	k    int // to which
	idx  []core.Atom
	val  core.Atom
	dims []core.Atom // of idx and val in front
	each bool        // point i writes at i, and nothing else does
}

// written are the variables of collected writes.
func written(ws []write) (out []*core.Var) {
	for _, x := range ws {
		for _, a := range append(slices.Clone(x.idx), x.val) {
			out = append(out, a.(*core.Var))
		}
	}
	return out
}

// collector takes accumulators out of code that runs in a map: what it writes becomes results.
type collector struct {
	*sums
	writes []write
}

// mapped is a map that gives the writes of its points as further results; its own results are rest.
func (c *collector) mapped(pat []*core.Var, e *core.Map) (out *core.Map, rest []*core.Var, ok bool) {
	in := &collector{sums: c.sums}
	var body core.Builder
	if !in.stms(&body, e.Fn.Body.Stms) {
		return nil, nil, false
	}
	fn, m := &core.Lambda{}, &core.Map{W: e.W, Arrs: e.Arrs}
	var res []core.Atom
	inside := boundIn(e.Fn.Params, body.Stms)
	for j, p := range e.Fn.Params {
		if j < len(e.Accs) && c.which(p) >= 0 {
			continue
		}
		fn.Params = append(fn.Params, p)
		if j < len(e.Accs) {
			m.Accs = append(m.Accs, e.Accs[j])
		}
	}
	for j, v := range pat {
		if c.which(v) < 0 {
			rest, res, fn.Ret = append(rest, v), append(res, e.Fn.Body.Result[j]), append(fn.Ret, e.Fn.Ret[j])
		}
	}
	for _, x := range in.writes {
		y := write{k: x.k, dims: append([]core.Atom{e.W}, x.dims...), each: len(x.dims) == 0 && len(x.idx) == 1 && c.counts(x.idx[0], e)}
		for i, a := range append(slices.Clone(x.idx), x.val) {
			t := a.AtomType()
			if !outside(t, inside) {
				return nil, nil, false
			}
			name := "at"
			if i == len(x.idx) {
				name = "vs"
			}
			v := core.NewVar(name, t.Of(e.W))
			if i < len(x.idx) {
				y.idx = append(y.idx, v)
			} else {
				y.val = v
			}
			res, fn.Ret = append(res, a), append(fn.Ret, t)
		}
		c.writes = append(c.writes, y)
	}
	fn.Body = body.Body(res...)
	m.Fn = fn
	return m, rest, true
}

// counts reports whether an atom is the number of a map's point.
func (c *collector) counts(a core.Atom, e *core.Map) bool {
	i := slices.IndexFunc(e.Fn.Params, func(p *core.Var) bool { return core.Atom(p) == a })
	if i < len(e.Accs) {
		return false
	}
	iota, ok := c.defs[e.Arrs[i-len(e.Accs)]].(*core.Iota)
	return ok && iota.Start == core.Atom(core.IntC(0)) && iota.Step == core.Atom(core.IntC(1))
}

// boundIn are the variables that statements and parameters bind.
func boundIn(params []*core.Var, stms []core.Stm) map[core.Atom]bool {
	out := map[core.Atom]bool{}
	for _, p := range params {
		out[p] = true
	}
	for _, s := range stms {
		for _, v := range s.Pat {
			out[v] = true
		}
	}
	return out
}

// outside reports whether a type has a meaning where some variables are not bound.
func outside(t core.Type, inside map[core.Atom]bool) bool {
	return !slices.ContainsFunc(t.Dims, func(d core.Atom) bool { return inside[d] })
}

// stms copies statements without the accumulators; false where their writes cannot be collected.
func (c *collector) stms(b *core.Builder, stms []core.Stm) bool {
	for _, s := range stms {
		b.Src = s.Src
		mine := slices.ContainsFunc(s.Pat, func(v *core.Var) bool { return c.which(v) >= 0 })
		if !mine {
			b.Add(s.Pat, s.Exp)
			continue
		}
		switch e := s.Exp.(type) {
		case *core.Use:
		case *core.UpdateAcc:
			c.writes = append(c.writes, write{k: c.which(e.Acc), idx: e.Idx, val: e.Val})
		case *core.Map:
			from := len(c.writes)
			out, rest, ok := c.mapped(s.Pat, e)
			if !ok {
				return false
			}
			b.Add(append(rest, written(c.writes[from:])...), out)
		case *core.If:
			if !c.branches(b, s.Pat, e) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// branches give the writes of both: where one has none it writes nowhere, or what changes nothing.
func (c *collector) branches(b *core.Builder, pat []*core.Var, e *core.If) bool {
	var bodies [2]core.Builder
	var writes [2][]write
	for i, body := range []core.Body{e.Then, e.Else} {
		in := &collector{sums: c.sums}
		if !in.stms(&bodies[i], body.Stms) {
			return false
		}
		inside := boundIn(nil, bodies[i].Stms)
		for _, x := range in.writes {
			for _, a := range append(slices.Clone(x.idx), x.val) {
				if !outside(a.AtomType(), inside) {
					return false
				}
			}
		}
		writes[i] = in.writes
	}
	var res [2][]core.Atom
	var out []*core.Var
	for j, v := range pat {
		if c.which(v) < 0 {
			out = append(out, v)
			res[0], res[1] = append(res[0], e.Then.Result[j]), append(res[1], e.Else.Result[j])
		}
	}
	for i, x := range writes[0] {
		other := -1
		if i < len(writes[1]) && alike(x, writes[1][i]) {
			other = i
		}
		var against []core.Atom
		if other >= 0 {
			against = append(slices.Clone(writes[1][i].idx), writes[1][i].val)
			writes[1][i].k = -1
		} else {
			against = c.nowhere(&bodies[1], x)
		}
		res[0], res[1] = append(append(res[0], x.idx...), x.val), append(res[1], against...)
		out = c.joined(out, x)
	}
	for _, x := range writes[1] {
		if x.k >= 0 {
			res[0], res[1] = append(res[0], c.nowhere(&bodies[0], x)...), append(append(res[1], x.idx...), x.val)
			out = c.joined(out, x)
		}
	}
	b.Add(out, &core.If{Cond: e.Cond, Then: bodies[0].Body(res[0]...), Else: bodies[1].Body(res[1]...)})
	return true
}

// joined adds the results of branches for a write, which is from then on one of the code around.
func (c *collector) joined(out []*core.Var, x write) []*core.Var {
	y := write{k: x.k, dims: x.dims}
	for _, a := range x.idx {
		y.idx = append(y.idx, core.NewVar("at", a.AtomType()))
	}
	y.val = core.NewVar("v", x.val.AtomType())
	c.writes = append(c.writes, y)
	return append(out, written([]write{y})...)
}

// alike reports whether two writes can be one.
func alike(x, y write) bool {
	same := func(a, b core.Atom) bool { return slices.Equal(a.AtomType().Dims, b.AtomType().Dims) }
	return x.k == y.k && len(x.idx) == len(y.idx) && same(x.val, y.val) && slices.EqualFunc(x.idx, y.idx, same)
}

// nowhere are indices and a value that change nothing: in no place, and neutral.
func (c *collector) nowhere(b *core.Builder, x write) []core.Atom {
	var out []core.Atom
	for _, a := range x.idx {
		out = append(out, b.Replicate(minusOne, a.AtomType().Dims...))
	}
	return append(out, b.Replicate(core.NeutralOf(c.to[x.k].Op, c.to[x.k].Ne), x.val.AtomType().Dims...))
}
