package dual

import (
	"fmt"
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// tape has the nodes of one vjp in the order of their computation, in slabs [Jensen24, 3.2].
type tape struct{ slabs [][]node }

const slabSize = 512

// node is a number computed under vjp: the operator that made it, with its operands, and its adjoint, once the
// return sweep is there. The partials are computed only if the sweep wants them.
type node struct {
	dual
	t     prim.Type
	row   *row // nil for what is no application of an operator
	args  [maxArity]num
	group *group // of a custom derivative; such a node stands for no number
	adj   num
	has   bool // the adjoint is not zero
	src   *diag.Span
}

// next is a fresh node, the last of the tape.
func (t *tape) next() *node {
	k := len(t.slabs) - 1
	if k < 0 || len(t.slabs[k]) == slabSize {
		t.slabs = append(t.slabs, make([]node, 0, slabSize))
		k++
	}
	t.slabs[k] = append(t.slabs[k], node{})
	return &t.slabs[k][len(t.slabs[k])-1]
}

// group is an application of a function with an adjoint of its own: the function's results without the
// depth, the nodes of their numbers, and those of the arguments' (nil where a number has none).
type group struct {
	adj      *core.Lambda
	env      env
	results  []val
	out, arg [][]*node
	src      *diag.Span
}

// record puts a number on the tape of a depth.
func (m *machine) record(depth int, primal num, t prim.Type) (num, *node) {
	n := m.tapes[depth].next()
	n.dual = dual{depth: depth, primal: primal, node: n}
	n.t, n.src = t, m.src
	return num{primal.bits, &n.dual}, n
}

// recordOp is record for the result of an operator.
func (m *machine) recordOp(r *row, depth int, args []num, res num) num {
	x, n := m.record(depth, res, r.op.ResultType(r.t))
	n.row = r
	copy(n.args[:], args)
	return x
}

// give adds to the adjoint of a node.
func (m *machine) give(n *node, x num) {
	if n.has {
		sum := m.apply(prim.Add, n.t, []num{n.adj, x})
		if n.t.IsFloat() && finite(n.t, n.adj) && finite(n.t, x) && !finite(n.t, sum) {
			m.blame(n.src, "the sum of what flows back to this")
		}
		x = sum
	}
	n.adj, n.has = x, true
}

// sweep is the return sweep: from the last node to the first, each once.
func (m *machine) sweep(t *tape) {
	for k := len(t.slabs) - 1; k >= 0; k-- {
		for i := len(t.slabs[k]) - 1; i >= 0; i-- {
			switch n := &t.slabs[k][i]; {
			case n.group != nil:
				m.sweepGroup(n.group)
			case (n.has || m.dense) && n.row != nil:
				m.sweepOp(n)
			}
		}
	}
}

// sweepOp hands the adjoint of the result of an operator to its operands on the same tape.
func (m *machine) sweepOp(n *node) {
	r := n.row
	var buf [maxArity]num
	low := buf[:r.op.Arity]
	for i := range low {
		low[i] = n.args[i].below(n.depth)
	}
	if r.back != nil {
		bar := m.apply(r.back, n.t, []num{n.adj})
		m.watch(n, low, bar)
		m.give(n.args[0].d.node, bar)
		return
	}
	var regs registers
	for i := range low {
		if n.args[i].depth() != n.depth || r.partial[i] == nil {
			continue
		}
		regs.start(r, low, n.primal)
		bar := n.adj
		if p, one := r.value(m, i, &regs); !one {
			bar = m.apply(prim.Mul, r.t, []num{p, bar})
		}
		m.watch(n, low, bar)
		m.give(n.args[i].d.node, bar)
	}
}

// watch notes the first operator that made an adjoint infinite or NaN.
func (m *machine) watch(n *node, low []num, bar num) {
	if m.origin != nil || !n.t.IsFloat() || finite(n.row.t, bar) || !finite(n.t, n.adj) {
		return
	}
	var at []string
	for _, x := range low {
		at = append(at, fmt.Sprintf("%g", prim.Scalar{Type: n.row.t, Bits: x.bits}.Float64()))
	}
	m.blame(n.src, "the derivative of "+n.row.op.Name+" at "+strings.Join(at, ", "))
}

// blame notes where the first adjoint that is not finite comes from.
func (m *machine) blame(src *diag.Span, what string) {
	if m.origin == nil {
		m.origin = &Origin{What: what, Src: *src}
	}
}

func finite(t prim.Type, x num) bool {
	if !t.IsFloat() {
		return true
	}
	f := prim.Scalar{Type: t, Bits: x.bits}.Float64()
	return f-f == 0
}

// sweepGroup hands the adjoints of the results to the user's adjoint function, and its results to the arguments.
func (m *machine) sweepGroup(g *group) {
	any := false
	good := true
	args := append([]val{}, g.results...)
	for i, ns := range g.out {
		for _, n := range ns {
			any = any || n != nil && n.has
			good = good && (n == nil || !n.t.IsFloat() || finite(n.t, n.adj))
		}
		args = append(args, adjoints(g.results[i], ns))
	}
	if !any && !m.dense {
		return
	}
	for i, v := range m.lambda(g.env, g.adj, args) {
		for j, n := range g.arg[i] {
			if n == nil {
				continue
			}
			if good && n.t.IsFloat() && !finite(n.t, v.at(j)) {
				m.blame(g.src, "what the function given to with_vjp makes of the adjoints")
			}
			m.give(n, v.at(j))
		}
	}
}

// adjoints is a value like v of the adjoints of its nodes.
func adjoints(v val, ns []*node) val {
	return v.mapped(func(i int, _ num) num {
		if ns[i] == nil || !ns[i].has {
			return num{}
		}
		return ns[i].adj
	})
}

// clear forgets all adjoints.
func (t *tape) clear() {
	for _, slab := range t.slabs {
		for i := range slab {
			slab[i].adj, slab[i].has = num{}, false
		}
	}
}
