package rev

import "raido/lang/core"

// cut decides which values of a body the return sweep computes again and which are kept, so that operations and bytes together cost
// least. [Peng23, 3.4; the minimum cut: ours]
//
//	there(v) = 1     the return sweep has v: it needs it, or a statement that is repeated does
//	again(s) = 1     the return sweep repeats the statement s
//	least            the sum of  keep(v)  over v with there(v) and not again(s),  and of  work(s)  over s with again(s)
//	where            again(s) <= there(v)  for each operand v of s that the body binds
//
// Each term depends on one variable or is least where two are equal, so that the minimum is a cut of least capacity between what
// is needed and nothing. What is repeated may be a loop or a map: where an inner nest does not depend on what the loop around carries, its
// tapes last for one iteration only. Costs are estimates: see keepCost and workCost.
type cut struct {
	p     *planner
	fwd   []core.Stm
	at    map[*core.Var]int // of the statement that binds a value
	forms []*form
	g     flow
	there map[*core.Var]int // nodes
	again []int
}

// form is how a statement is repeated.
type form struct {
	stms []core.Stm // what runs in its place
	work int64
	with []*core.Var // what it needs of the body
	own  []*core.Var // what it consumes, which is made again with it
}

// cutFor gives the statements that are repeated, in their forms.
func (p *planner) cutFor(fwd []core.Stm) map[*core.Var]*form {
	c := &cut{p: p, fwd: fwd, at: map[*core.Var]int{}, forms: make([]*form, len(fwd)), there: map[*core.Var]int{}, again: make([]int, len(fwd))}
	for k, st := range fwd {
		for _, v := range st.Pat {
			c.at[v] = k
		}
	}
	source, sink := c.g.node(), c.g.node()
	for _, v := range p.needed.List {
		if p.local[v] && !p.comesBack(v) {
			c.g.edge(source, c.value(v, sink), unlimited)
		}
	}
	side := c.g.cut(source, sink)
	out := map[*core.Var]*form{}
	for k, f := range c.forms {
		if f != nil && c.again[k] != 0 && side[c.again[k]] {
			out[fwd[k].Pat[0]] = f
		}
	}
	return out
}

// value is the node of a value that is there.
func (c *cut) value(v *core.Var, sink int) int {
	if n, ok := c.there[v]; ok {
		return n
	}
	n := c.g.node()
	c.there[v] = n
	if c.p.comesBack(v) {
		return n
	}
	to := sink
	if k, ok := c.at[v]; ok {
		if s := c.statement(k, sink); s != 0 {
			to = s
		}
	}
	c.g.edge(n, to, c.p.keepCost(v))
	return n
}

// statement is the node of a statement that is repeated, 0 if it cannot be.
func (c *cut) statement(k, sink int) int {
	if c.forms[k] != nil {
		return c.again[k]
	}
	f := c.p.formOf(c.fwd[k], c.fwd[k+1:])
	c.forms[k] = &form{}
	if f == nil {
		return 0
	}
	n := c.g.node()
	c.forms[k], c.again[k] = f, n
	c.g.edge(n, sink, f.work)
	for _, v := range f.with {
		c.g.edge(n, c.value(v, sink), unlimited)
	}
	for _, v := range f.own {
		if s := c.statement(c.at[v], sink); s != 0 {
			c.g.edge(n, s, unlimited)
		} else {
			c.g.edge(n, sink, unlimited)
		}
	}
	return n
}

// flow is a network with capacities.
type flow struct {
	out [][]int // edges of each node; an edge and the one back have numbers that differ in the last bit
	to  []int
	cap []int64
}

// unlimited is more than all costs together.
const unlimited = 1 << 50

func (g *flow) node() int {
	g.out = append(g.out, nil)
	return len(g.out) - 1
}

func (g *flow) edge(a, b int, capacity int64) {
	g.out[a] = append(g.out[a], len(g.to))
	g.out[b] = append(g.out[b], len(g.to)+1)
	g.to = append(g.to, b, a)
	g.cap = append(g.cap, capacity, 0)
}

// cut is the side of the source of the least cut that is nearest to it, by augmenting shortest paths.
func (g *flow) cut(source, sink int) []bool {
	for {
		by := make([]int, len(g.out)) // the edge by which a node is reached, plus 1
		queue := []int{source}
		for len(queue) > 0 && by[sink] == 0 {
			n := queue[0]
			queue = queue[1:]
			for _, e := range g.out[n] {
				if m := g.to[e]; g.cap[e] > 0 && by[m] == 0 && m != source {
					by[m] = e + 1
					queue = append(queue, m)
				}
			}
		}
		if by[sink] == 0 {
			side := make([]bool, len(g.out))
			for n := range by {
				side[n] = by[n] != 0 || n == source
			}
			return side
		}
		least := int64(unlimited)
		for n := sink; n != source; n = g.to[(by[n]-1)^1] {
			least = min(least, g.cap[by[n]-1])
		}
		for n := sink; n != source; n = g.to[(by[n]-1)^1] {
			g.cap[by[n]-1] -= least
			g.cap[(by[n]-1)^1] += least
		}
	}
}
