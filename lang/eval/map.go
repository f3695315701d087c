package eval

import (
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// input is an array that a SOAC walks along its outermost dimension, into a parameter of its lambda.
type input struct {
	arr, param int
	scalar     bool
}

func (c *compiler) inputs(arrs, params []*core.Var) []input {
	out := make([]input, len(arrs))
	for i, a := range arrs {
		out[i] = input{c.slot(a), c.slot(params[i]), params[i].Type.IsScalar()}
	}
	return out
}

// elem puts element i into the parameter.
func (in *input) elem(m *machine, i int64) {
	a := &m.a[in.arr]
	if in.scalar {
		m.s[in.param] = a.buf.load(a.off + i*a.dims[0].stride)
	} else {
		m.a[in.param] = a.row(i)
	}
}

// begin checks that the inputs have width w, and counts what will be read.
func (m *machine) begin(src diag.Span, w int64, ins []input) {
	for _, in := range ins {
		if n := m.a[in.arr].dims[0].n; n != w {
			m.fail(src, core.CodeShape, "shape mismatch: an array of length %d where length %d is expected", n, w)
		}
		if in.scalar {
			m.n.Reads += w
		}
	}
}

// output is an array that a SOAC builds, element by element.
type output struct {
	from   int // slot of the element
	temp   int // slot of the array under construction
	elem   prim.Type
	rows   []int // slots of the sizes of an element
	scalar bool
}

func (c *compiler) output(a core.Atom, t core.Type) output {
	temp := c.na
	c.na++
	return output{c.slot(a), temp, t.Elem, c.slotsOf(t.Dims), t.IsScalar()}
}

func (o *output) make(m *machine, src diag.Span, w int64) {
	rows := m.dimsIn(o.rows, nil)
	m.a[o.temp] = m.newArray(src, o.elem, append([]dim{{n: w}}, rows...))
	if o.scalar {
		m.n.Writes += w
	}
}

func (o *output) put(m *machine, src diag.Span, i int64) {
	a := &m.a[o.temp]
	if o.scalar {
		a.buf.store(i, m.s[o.from])
		return
	}
	row, v := a.row(i), m.a[o.from]
	m.sameShape(src, row.dims, v.dims)
	m.write(src, row, v)
}

// finish moves the array to the variable that the statement binds.
func (o *output) finish(m *machine, to int) {
	m.a[to] = m.a[o.temp]
	m.a[o.temp] = array{}
}

func (c *compiler) mapSOAC(e *core.Map, pat []*core.Var) op {
	w, src, k, ops := c.slot(e.W), c.src, len(e.Accs), weight(e.Fn.Body)
	c.binders(e.Fn.Params)
	enter := c.move(core.Atoms(e.Accs), e.Fn.Params[:k], nil)
	ins := c.inputs(e.Arrs, e.Fn.Params[k:])
	b := c.body(e.Fn.Body)
	next := c.move(b.result[:k], e.Fn.Params[:k], b.local)
	leave := c.move(core.Atoms(e.Fn.Params[:k]), pat[:k], nil)
	var outs []output
	for i, t := range e.Fn.Ret[k:] {
		outs = append(outs, c.output(b.result[k+i], t))
	}
	to := c.binders(pat[k:])
	run := b.run
	if k > 0 {
		run = sequence([]op{b.run, next})
	}
	return func(m *machine) {
		n := int64(m.s[w])
		m.begin(src, n, ins)
		enter(m)
		for i := range outs {
			outs[i].make(m, src, n)
		}
		for i := range n {
			m.step(src, ops)
			for j := range ins {
				ins[j].elem(m, i)
			}
			run(m)
			for j := range outs {
				outs[j].put(m, src, i)
			}
		}
		leave(m)
		for j := range outs {
			outs[j].finish(m, to[j])
		}
	}
}
