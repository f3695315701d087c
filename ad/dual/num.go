package dual

import (
	"raido/ad/deriv"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// num is a scalar of some depth; its type stands in the program. bits is the primal of the lowest depth,
// which decides branches and indices.
type num struct {
	bits uint64
	d    *dual // nil at depth 0
}

// dual is what a number of a depth above 0 has there: the number without that depth, and a tangent or a node.
type dual struct {
	depth  int
	primal num
	tan    num
	node   *node // of the depth's tape; nil under jvp
}

func (n num) depth() int {
	if n.d == nil {
		return 0
	}
	return n.d.depth
}

// below is the number without what it has at the depth, which is the highest that occurs.
func (n num) below(depth int) num {
	if n.depth() == depth && depth > 0 {
		return n.d.primal
	}
	return n
}

func plain(s prim.Scalar) num { return num{bits: s.Bits} }

// apply is an operator on numbers of any depths: on the highest, what the chain rule says; the rest is done by
// the same rules at the depths below [Jensen24, 3.3].
func (m *machine) apply(op *prim.Op, t prim.Type, args []num) num {
	depth, reverse := 0, false
	for _, a := range args {
		if a.depth() > depth {
			depth, reverse = a.d.depth, a.d.node != nil
		}
	}
	if depth == 0 {
		return m.eval(op, t, args)
	}
	var buf [maxArity]num
	low := buf[:len(args)]
	for i, a := range args {
		low[i] = a.below(depth)
	}
	res := m.apply(op, t, low)
	r := m.rowOf(op, t)
	switch {
	case r.zero:
		return res
	case reverse:
		return m.recordOp(r, depth, args, res)
	}
	return m.forward(r, depth, args, low, res)
}

const maxArity = 3

// eval applies an operator to plain numbers.
func (m *machine) eval(op *prim.Op, t prim.Type, args []num) num {
	if m.ops++; m.ops == m.mostOps {
		panic(patternEnd{})
	}
	s := m.scalars[:len(args)]
	for i, a := range args {
		s[i] = prim.Scalar{Type: op.OperandType(t, i), Bits: a.bits}
	}
	r, err := op.Eval(t, s)
	if err != nil {
		m.fail("%s", err)
	}
	if m.values {
		m.look(op, s, r)
	}
	return plain(r)
}

// forward gives the result of an operator its tangent: the sum of partials times tangents.
func (m *machine) forward(r *row, depth int, args, low []num, res num) num {
	if r.back != nil {
		return num{res.bits, &dual{depth: depth, primal: res, tan: m.apply(r.op, r.t, []num{args[0].d.tan})}}
	}
	var regs registers
	var tan num
	some := false
	for i, a := range args {
		if a.depth() != depth || r.partial[i] == nil {
			continue
		}
		regs.start(r, low, res)
		term := a.d.tan
		if p, one := r.value(m, i, &regs); !one {
			term = m.apply(prim.Mul, r.t, []num{p, term})
		}
		if some {
			term = m.apply(prim.Add, r.t, []num{tan, term})
		}
		tan, some = term, true
	}
	if !some {
		return res
	}
	return num{res.bits, &dual{depth: depth, primal: res, tan: tan}}
}

// row is the code of an operator's partials at a type, as ad/deriv has it; or a conversion, whose tangent is
// converted and whose adjoint is converted back. Nothing flows to and from bool.
type row struct {
	op      *prim.Op
	t       prim.Type // of the operands, and of the adjoints that the partials are multiplied with
	zero    bool
	back    *prim.Op // the conversion back
	code    []*core.PrimApp
	reg     map[*core.Var]int // arguments, result, then one for each statement of the code
	partial []core.Atom       // nil is zero
}

type rowKey struct {
	op *prim.Op
	t  prim.Type
}

func (m *machine) rowOf(op *prim.Op, t prim.Type) *row {
	k := rowKey{op, t}
	if r, ok := m.rows[k]; ok {
		return r
	}
	r := newRow(op, t)
	m.rows[k] = r
	return r
}

func newRow(op *prim.Op, t prim.Type) *row {
	b, r := &core.Builder{}, &row{op: op, t: t, reg: map[*core.Var]int{}}
	if op.IsConversion() {
		r.zero = t == prim.Bool || op.ResultType(t) == prim.Bool
		r.back = prim.To(t)
		return r
	}
	var args []core.Atom
	for i := range op.Arity {
		x := core.NewVar("x", core.Prim(op.OperandType(t, i)))
		r.reg[x] = i
		args = append(args, x)
	}
	res := core.NewVar("res", core.Prim(op.ResultType(t)))
	r.reg[res] = op.Arity
	r.partial = deriv.Partials(b, op, t, args, res)
	r.zero = true
	for _, p := range r.partial {
		r.zero = r.zero && p == nil
	}
	for _, s := range b.Stms {
		r.reg[s.Pat[0]] = len(r.reg)
		e, ok := s.Exp.(*core.PrimApp)
		if !ok {
			diag.Bugf("dual: the row of %s has a %T", op.Name, s.Exp)
		}
		r.code = append(r.code, e)
	}
	return r
}

// registers hold what the code of a row has computed for one application.
type registers struct {
	val  []num
	done []bool
}

// start sets the arguments and the result, once.
func (regs *registers) start(r *row, args []num, res num) {
	if regs.val != nil {
		return
	}
	n := len(args) + 1 + len(r.code)
	regs.val, regs.done = make([]num, n), make([]bool, n)
	copy(regs.val, args)
	regs.val[len(args)] = res
	for i := range len(args) + 1 {
		regs.done[i] = true
	}
}

// value is partial i, computed when first asked for; one reports whether it is the constant 1.
func (r *row) value(m *machine, i int, regs *registers) (p num, one bool) {
	return r.atom(m, r.partial[i], regs), core.IsConst(r.partial[i], prim.One(r.t))
}

func (r *row) atom(m *machine, a core.Atom, regs *registers) num {
	v, ok := a.(*core.Var)
	if !ok {
		return plain(a.(core.Const).Scalar)
	}
	k := r.reg[v]
	if !regs.done[k] {
		e := r.code[k-(len(regs.val)-len(r.code))]
		var buf [maxArity]num
		for i, x := range e.Args {
			buf[i] = r.atom(m, x, regs)
		}
		regs.val[k], regs.done[k] = m.apply(e.Op, e.T, buf[:len(e.Args)]), true
	}
	return regs.val[k]
}
