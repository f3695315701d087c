package dual

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// diff takes a derivative. What the function captures is of lower depths, and so a constant.
func (m *machine) diff(v env, e *core.Diff) []val {
	args, seeds := m.atoms(v, e.Args), m.atoms(v, e.Seeds)
	switch {
	case e.IsCustom():
		return m.custom(v, e, args)
	case e.Mode == core.VJP:
		return m.vjp(v, e, args, seeds)
	case e.Vec == nil:
		primal, dots := m.jvp(v, e.Fn, args, seeds)
		return append(primal, dots...)
	}
	return m.jvps(v, e, args, seeds)
}

// enter begins a derivative: its depth.
func (m *machine) enter() int {
	m.depth++
	if m.depth == len(m.tapes) {
		m.tapes = append(m.tapes, nil)
	}
	return m.depth
}

// jvp runs a function on dual numbers and takes its results apart [Jensen24, 3.1].
func (m *machine) jvp(v env, fn *core.Lambda, args, seeds []val) (primal, dots []val) {
	depth := m.enter()
	in := make([]val, len(args))
	for i, a := range args {
		s := seeds[i]
		if in[i] = a; fn.Params[i].Type.Elem == prim.Bool {
			continue
		}
		in[i] = a.mapped(func(j int, x num) num {
			return num{x.bits, &dual{depth: depth, primal: x, tan: s.at(j)}}
		})
	}
	out := m.lambda(v, fn, in)
	m.depth--
	for _, o := range out {
		primal = append(primal, o.mapped(func(_ int, x num) num { return x.below(depth) }))
	}
	return primal, tangents(out, depth)
}

// jvps takes as many tangents as Vec says, one after the other.
func (m *machine) jvps(v env, e *core.Diff, args, seeds []val) []val {
	n := m.atom(v, e.Vec).int()
	var primal []val
	rows := make([][]val, len(e.Fn.Ret))
	for s := range n {
		var dots []val
		primal, dots = m.jvp(v, e.Fn, args, rowsAt(seeds, s))
		for i, d := range dots {
			rows[i] = append(rows[i], d)
		}
	}
	if n == 0 {
		primal = m.lambda(v, e.Fn, args)
	}
	return append(primal, stackAll(rows, primal)...)
}

// vjp runs a function with a tape and sweeps back, once for each seed [Jensen24, 3.2].
func (m *machine) vjp(v env, e *core.Diff, args, seeds []val) []val {
	depth := m.enter()
	t := &tape{}
	m.tapes[depth] = t
	in, inNodes := make([]val, len(args)), make([][]*node, len(args))
	for i, a := range args {
		if in[i], inNodes[i] = a, make([]*node, a.size()); e.Fn.Params[i].Type.Elem != prim.Bool {
			in[i] = m.track(depth, a, e.Fn.Params[i].Type.Elem, inNodes[i])
		}
	}
	out := m.lambda(v, e.Fn, in)
	m.depth--
	if m.pattern != nil && m.pattern.of == e {
		m.pattern.find(t, depth, e.Fn, inNodes, out)
	}
	primal := make([]val, len(out))
	for i, o := range out {
		primal[i] = o.mapped(func(_ int, x num) num { return x.below(depth) })
	}
	sweep := func(seeds []val) (bars []val) {
		t.clear()
		for i, o := range out {
			o.each(func(j int, x num) {
				if x.depth() == depth {
					m.give(x.d.node, seeds[i].at(j))
				}
			})
		}
		m.sweep(t)
		for i, a := range args {
			bars = append(bars, adjoints(a, inNodes[i]))
		}
		return bars
	}
	if e.Vec == nil {
		return append(primal, sweep(seeds)...)
	}
	rows := make([][]val, len(args))
	for s := range m.atom(v, e.Vec).int() {
		for i, b := range sweep(rowsAt(seeds, s)) {
			rows[i] = append(rows[i], b)
		}
	}
	return append(primal, stackAll(rows, args)...)
}

// track makes nodes of the numbers of a value.
func (m *machine) track(depth int, a val, t prim.Type, nodes []*node) val {
	return a.mapped(func(j int, x num) num {
		x, nodes[j] = m.record(depth, x, t)
		return x
	})
}

// tangents are those of values at a depth.
func tangents(vs []val, depth int) []val {
	out := make([]val, len(vs))
	for i, v := range vs {
		out[i] = v.mapped(func(_ int, x num) num {
			if x.depth() != depth {
				return num{}
			}
			return x.d.tan
		})
	}
	return out
}

// withTangents makes dual numbers of results; bools have no tangent.
func (m *machine) withTangents(e *core.Diff, depth int, results, dots []val) []val {
	out := make([]val, len(results))
	for i, o := range results {
		if out[i] = o; e.Fn.Ret[i].Elem != prim.Bool {
			out[i] = o.mapped(func(j int, x num) num {
				return num{x.bits, &dual{depth: depth, primal: x, tan: dots[i].at(j)}}
			})
		}
	}
	return out
}

func rowsAt(vs []val, i int64) []val {
	out := make([]val, len(vs))
	for k, v := range vs {
		out[k] = v.a.row(i)
	}
	return out
}

// stackAll makes one array of the values for each seed; like gives the shape where there are none.
func stackAll(rows [][]val, like []val) []val {
	out := make([]val, len(like))
	for i, l := range like {
		out[i] = stack(rows[i], l.dims())
	}
	return out
}
