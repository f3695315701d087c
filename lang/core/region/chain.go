package region

import (
	"slices"

	"raido/lang/core"
)

// Chains are the versions of the arrays of some code.
type Chains struct {
	*space
	bodies   map[core.Exp][]inner
	versions map[*core.Var]version
	values   map[*core.Var]write // where a value is written by the body that computes it
}

// version is an array as it is at one point.
type version struct {
	of    *chain
	place *place
	at    int // the writes up to this number stand before, of those in the same run of the loops around
}

// chain is what happens to one array in a body.
type chain struct {
	top    *place
	writes []write
	ends   []*core.Var // the versions of the body itself, in order
}

// write puts a value in a part.
type write struct {
	at    int
	place *place
	part  view
	idx   []core.Atom
	made  *core.Var // the version that it makes
}

// step is one part of a chain: a write, a loop or a branch.
type step struct {
	made  *core.Var
	place *place
	part  *view
	idx   []core.Atom
	val   core.Atom
	param *core.Var // of a loop
	parts [][]step
}

// NewChains knows no code.
func NewChains() *Chains {
	return &Chains{space: newSpace(), bodies: map[core.Exp][]inner{}, versions: map[*core.Var]version{}, values: map[*core.Var]write{}}
}

// Add takes in code, a body with its parameters: that of a function, or one that comes to stand in known code.
func (c *Chains) Add(params []*core.Var, b core.Body) {
	top := &place{}
	c.bind(top, params)
	c.scan(top, b)
	c.chains(top, b)
}

// chains finds the chains of a body, then of bodies inside.
func (c *Chains) chains(p *place, b core.Body) {
	for _, st := range slices.Backward(b.Stms) {
		for _, v := range st.Pat {
			if _, known := c.versions[v]; !known && v.Type.Rank() > 0 && !v.Type.IsAcc() {
				c.chain(p, v)
			}
		}
	}
	for _, st := range b.Stms {
		for _, in := range c.bodies[st.Exp] {
			c.chains(in.place, in.body)
		}
	}
}

// chain is the chain that ends in v. One that begins outside of the body, or with the body's own runs, is no chain: an array that
// is kept for each run might be larger than what a run does.
func (c *Chains) chain(p *place, v *core.Var) {
	steps, root := c.trace(p, v)
	_, bound := c.defs[root]
	if len(steps) == 0 || c.where[root] != p || p.loop && !bound {
		return
	}
	ch := &chain{top: p, ends: []*core.Var{root}}
	c.versions[root] = version{ch, p, 0}
	n := 0
	c.number(ch, p, steps, &n)
	for _, s := range steps {
		ch.ends = append(ch.ends, s.made)
	}
}

// trace follows an array back to where it comes from in the body at p, or to what is bound outside.
func (c *Chains) trace(p *place, v *core.Var) (steps []step, root *core.Var) {
	for c.where[v] == p {
		st, ok := c.defs[v]
		if !ok {
			break
		}
		s := step{made: v, place: p}
		from := c.before(&s, st)
		if from == nil {
			break
		}
		steps = append(steps, s)
		v = from
	}
	slices.Reverse(steps)
	return steps, v
}

// before fills the step that a statement is, and gives the version before it; nil if the statement makes an array of its own.
func (c *Chains) before(s *step, st core.Stm) *core.Var {
	k := slices.Index(st.Pat, s.made)
	switch e := st.Exp.(type) {
	case *core.Update:
		part := c.index(whole(e.Arr.Type), e.Idx)
		s.part, s.idx, s.val = &part, e.Idx, e.Val
		return e.Arr
	case *core.UpdateSlice:
		part := c.slice(whole(e.Arr.Type), e.Dims)
		s.part = &part
		return e.Arr
	case *core.Loop:
		return c.around(s, e, k)
	case *core.If:
		return c.either(s, e, k)
	default: // an array of its own
	}
	return nil
}

func (c *Chains) around(s *step, e *core.Loop, k int) *core.Var {
	ins := c.bodies[e]
	end, ok := e.Body.Result[k].(*core.Var)
	from, isVar := e.Init[k].(*core.Var)
	if !ok || !isVar {
		return nil
	}
	steps, root := c.trace(ins[len(ins)-1].place, end)
	if root != e.Params[k] {
		return nil
	}
	s.param, s.parts = root, [][]step{steps}
	return from
}

func (c *Chains) either(s *step, e *core.If, k int) *core.Var {
	ins := c.bodies[e]
	x, okX := e.Then.Result[k].(*core.Var)
	y, okY := e.Else.Result[k].(*core.Var)
	if !okX || !okY {
		return nil
	}
	then, from := c.trace(ins[0].place, x)
	els, other := c.trace(ins[1].place, y)
	if from != other {
		return nil
	}
	s.parts = [][]step{then, els}
	return from
}

// number counts the writes of steps in the order in which they run, and notes the versions between.
func (c *Chains) number(ch *chain, p *place, steps []step, n *int) {
	for _, s := range steps {
		*n++
		if s.part != nil {
			w := write{at: *n, place: s.place, part: *s.part, idx: s.idx, made: s.made}
			ch.writes = append(ch.writes, w)
			if v, ok := s.val.(*core.Var); ok && c.where[v] == s.place {
				c.values[v] = w
			}
		}
		if s.param != nil {
			c.versions[s.param] = version{ch, c.where[s.param], *n}
		}
		for _, part := range s.parts {
			c.number(ch, p, part, n)
		}
		if len(s.parts) > 0 {
			*n++
		}
		c.versions[s.made] = version{ch, s.place, *n}
	}
}
