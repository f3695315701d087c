package eval

import (
	"raido/lang/core"
)

// folding is the operator of a reduce or scan: the accumulated values are the first half of its
// parameters, the elements the second.
type folding struct {
	enter, run op
	ins        []input
	acc        []*core.Var
	ops        int64 // of a step
}

func (c *compiler) folding(fn *core.Lambda, ne []core.Atom, arrs []*core.Var) folding {
	k := len(ne)
	f := folding{ops: weight(fn.Body)}
	c.binders(fn.Params)
	f.acc = fn.Params[:k]
	f.enter = c.move(ne, f.acc, nil)
	f.ins = c.inputs(arrs, fn.Params[k:])
	b := c.body(fn.Body)
	f.run = sequence([]op{b.run, c.move(b.result, f.acc, b.local)})
	return f
}

func (c *compiler) arraySlots(vs []*core.Var) []int {
	var out []int
	for _, v := range vs {
		if !v.Type.IsScalar() {
			out = append(out, c.slot(v))
		}
	}
	return out
}

// reduce folds from the left, beginning with the neutral element. The result is fresh: it may not be a
// view of an input or of the neutral element.
func (c *compiler) reduce(e *core.Reduce, pat []*core.Var) op {
	w, src := c.slot(e.W), c.src
	f := c.folding(e.Fn, e.Ne, e.Arrs)
	leave := c.move(core.Atoms(f.acc), pat, nil)
	arrays := c.arraySlots(pat)
	return func(m *machine) {
		n := int64(m.s[w])
		m.begin(src, n, f.ins)
		f.enter(m)
		for i := range n {
			m.step(src, f.ops)
			for j := range f.ins {
				f.ins[j].elem(m, i)
			}
			f.run(m)
		}
		leave(m)
		for _, x := range arrays {
			m.a[x] = m.fresh(src, m.a[x])
		}
	}
}

func (c *compiler) scan(e *core.Scan, pat []*core.Var) op {
	w, src := c.slot(e.W), c.src
	f := c.folding(e.Fn, e.Ne, e.Arrs)
	var outs []output
	for i, v := range f.acc {
		outs = append(outs, c.output(v, e.Arrs[i].Type.Row()))
	}
	to := c.binders(pat)
	return func(m *machine) {
		n := int64(m.s[w])
		m.begin(src, n, f.ins)
		f.enter(m)
		for j := range outs {
			outs[j].make(m, src, n)
		}
		for i := range n {
			m.step(src, f.ops)
			for j := range f.ins {
				f.ins[j].elem(m, i)
			}
			f.run(m)
			for j := range outs {
				outs[j].put(m, src, i)
			}
		}
		for j := range outs {
			outs[j].finish(m, to[j])
		}
	}
}
