package region

import (
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// inner is a body inside of a statement.
type inner struct {
	place  *place
	params []*core.Var
	body   core.Body
}

// scan notes where everything in a body is bound.
func (c *Chains) scan(p *place, b core.Body) {
	for _, st := range b.Stms {
		for _, v := range st.Pat {
			if c.where[v] == nil { // else code comes again, or in another form
				c.defs[v], c.where[v] = st, p
			}
		}
		for _, in := range c.inners(p, st.Exp) {
			c.bind(in.place, in.params)
			c.scan(in.place, in.body)
		}
	}
}

func (c *Chains) bind(p *place, vs []*core.Var) {
	for _, v := range vs {
		if c.where[v] == nil {
			c.where[v] = p
		}
	}
}

// inners are the bodies of an expression that stands at p: for a loop the last one is that which is repeated, for an If the
// branches.
func (c *Chains) inners(p *place, e core.Exp) []inner {
	if in, ok := c.bodies[e]; ok {
		return in
	}
	var out []inner
	switch e := e.(type) {
	case *core.Loop:
		if e.I != nil {
			c.counted[e.I] = true
			out = append(out, inner{c.iterates(p, e.I, e.Bound), e.Params, e.Body})
			break
		}
		out = append(out, inner{c.again(p), nil, *e.Cond}, inner{c.again(p), e.Params, e.Body})
	case *core.If:
		out = append(out, inner{c.branch(p, e.Cond, true), nil, e.Then}, inner{c.branch(p, e.Cond, false), nil, e.Else})
	case *core.Map:
		in := c.iterates(p, c.counter(e), e.W)
		for k, arr := range e.Arrs {
			c.element(e.Fn.Params[len(e.Accs)+k], arr, in.i)
		}
		out = append(out, inner{in, e.Fn.Params, e.Fn.Body})
	default:
		e.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda {
			out = append(out, inner{c.again(p), l.Params, l.Body})
			return l
		}})
	}
	if _, ok := e.(*core.Loop); ok {
		out[len(out)-1].place.loop = true
	}
	c.bodies[e] = out
	return out
}

// again is a body that runs any number of times.
func (c *Chains) again(up *place) *place { return c.iterates(up, c.hide(), nil) }

// counter counts the points of a map: a parameter of it, if one does.
func (c *Chains) counter(m *core.Map) *core.Var {
	for k, arr := range m.Arrs {
		if core.Counts(c.defs[arr].Exp) {
			return m.Fn.Params[len(m.Accs)+k]
		}
	}
	return c.hide()
}

// hide is a counter that the code has no name for.
func (c *Chains) hide() *core.Var {
	i := core.NewVar("i", core.I64)
	c.hidden[i] = true
	return i
}

// element notes what the parameter of a map stands for where the operand counts.
func (c *Chains) element(p, arr, i *core.Var) {
	e, ok := c.defs[arr].Exp.(*core.Iota)
	if !ok {
		return
	}
	step, ok := e.Step.(core.Const)
	if ok && e.T == prim.I64 && max(step.Int64(), -step.Int64()) <= maxFactor {
		c.sums[p] = c.linear(e.Start).Plus(step.Int64(), linear.Of(i))
	} else if ok && step.Int64() == 1 && core.IsConst(e.Start, prim.Zero(e.T)) {
		c.sums[p], c.counted[p] = linear.Of(i), true
	}
}
