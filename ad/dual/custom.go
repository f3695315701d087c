package dual

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// custom is a function with a rule of its own, which counts where the highest depth among the arguments and what the
// function captures is that of a derivative of its mode. What is captured loses that depth: it gets no adjoint and
// its tangent does not count. The depths below have their turn in the function's own code, which sees no higher one.
func (m *machine) custom(v env, e *core.Diff, args []val) []val {
	captured := v.only(slices.Concat(core.FreeInLambda(e.Fn).List, core.FreeInLambda(e.Rule).List))
	depth, reverse := highest(captured, args)
	if depth == 0 || reverse != (e.Mode == core.CustomVJP) {
		return m.lambda(v, e.Fn, args)
	}
	below := func(_ int, x num) num { return x.below(depth) }
	for x, c := range captured {
		captured[x] = c.mapped(below)
	}
	low := make([]val, len(args))
	for i, a := range args {
		low[i] = a.mapped(below)
	}
	if d, _ := highest(nil, args); d < depth {
		return m.custom(captured, e, low)
	}
	if !reverse {
		results := m.custom(captured, e, low)
		return m.withTangents(e, depth, results, m.lambda(captured, e.Rule, append(low, tangents(args, depth)...)))
	}
	g := &group{adj: e.Rule, env: captured, src: m.src}
	m.tapes[depth].next().group = g
	g.results = m.custom(captured, e, low)
	if tape, any := e.Tape(); any {
		for i, c := range m.lambda(captured, e.Fn, low) {
			if tape[i] {
				g.results[i] = c
			}
		}
	}
	return m.inGroup(e, g, depth, args)
}

// inGroup makes nodes of the results of a group, and notes those of its arguments.
func (m *machine) inGroup(e *core.Diff, g *group, depth int, args []val) []val {
	for _, a := range args {
		nodes := make([]*node, a.size())
		a.each(func(j int, x num) {
			if x.depth() == depth {
				nodes[j] = x.d.node
			}
		})
		g.arg = append(g.arg, nodes)
	}
	out := make([]val, len(g.results))
	for i, o := range g.results {
		nodes := make([]*node, o.size())
		out[i] = o
		if e.Fn.Ret[i].Elem != prim.Bool {
			out[i] = m.track(depth, o, e.Fn.Ret[i].Elem, nodes)
		}
		g.out = append(g.out, nodes)
	}
	return out
}

// highest is the highest depth among values, and whether it is that of a reverse derivative.
func highest(captured env, args []val) (depth int, reverse bool) {
	look := func(_ int, x num) {
		if x.depth() > depth {
			depth, reverse = x.depth(), x.d.node != nil
		}
	}
	for _, a := range args {
		a.each(look)
	}
	for _, c := range captured {
		c.each(look)
	}
	return depth, reverse
}
