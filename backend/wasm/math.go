package wasm

import (
	"fmt"
	"slices"

	"raido/backend/fmath"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// library is the functions of a module beside that of the kernel: what it imports, and functions of floats (backend/fmath), each for scalars or for as
// many lanes as a register holds.
type library struct {
	base      int // how many are imported
	imports   []callee
	functions []definition
	numbers   map[string]int // of functions of floats
	split     bool           // long loops are functions of their own: Note [Large loops]
}

func newLibrary(base int) *library {
	return &library{base: base, imports: []callee{breathe}, numbers: map[string]int{}}
}

func (lib *library) module(stack int64) []byte { return assembled(lib.imports, lib.functions, stack) }

// add adds a function, and gives its number.
func (lib *library) add(f definition) int {
	lib.functions = append(lib.functions, f)
	return lib.base + len(lib.functions) - 1
}

// imported is the instruction that calls a function of the host.
func (lib *library) imported(c callee) []byte {
	k := slices.IndexFunc(lib.imports, func(have callee) bool { return have.module == c.module })
	if k < 0 {
		k = len(lib.imports)
		lib.imports = append(lib.imports, c)
	}
	return unsigned([]byte{opCall}, uint64(k))
}

// printer writes a function.
func (lib *library) printer(s signature) *printer {
	return &printer{function: lib.function(s.params...), library: lib, fixed: map[*core.Var]vec{}, vars: map[*core.Var]*changing{},
		mems: map[*seg.Mem]place{}, sets: map[seg.Stm][]*core.Var{}, head: &region{known: map[string][]val{}}, weight: 1}
}

// scalars are operands of an operator.
func scalars(op *prim.Op, t prim.Type, a []val) []vec {
	out := make([]vec, len(a))
	for i, v := range a {
		out[i] = single(op.OperandType(t, i), v)
	}
	return out
}

// math is what a function of floats gives, for all lanes: it is called for each register.
func (p *printer) math(f *core.Fun, w int, args []vec) []vec {
	n := 1
	if w > 1 {
		_, t := fmath.Base(f)
		n = register / t.Size()
	}
	number, ok := p.numbers[fmt.Sprint(f.Name, n)]
	if !ok {
		number = p.define(f, n)
		p.numbers[fmt.Sprint(f.Name, n)] = number
	}
	call, results := unsigned([]byte{opCall}, uint64(number)), held(f.Ret, n)
	out := make([]vec, len(f.Ret))
	for i, r := range f.Ret {
		out[i] = like(r, w)
	}
	for first := 0; first < w; first += n {
		var in []val
		for _, a := range args {
			in = append(in, p.registers(a, first, n)...)
		}
		vals := p.values(results, call, anywhere, in)
		for i, r := range f.Ret {
			k := len(held([]*core.Var{r}, n))
			out[i].parts = append(out[i].parts, vals[:k]...)
			vals = vals[k:]
		}
	}
	return out
}

// like is a vector of w lanes for a variable, without its registers. Truths are masks as wide as there is room for.
func like(v *core.Var, w int) vec {
	out := vec{elem: v.Type.Elem, w: w, size: v.Type.Elem.Size()}
	if out.elem == prim.Bool && w > 1 {
		out.size = min(8, register/w)
	}
	return out
}

// held are the types of what holds variables in n lanes.
func held(vs []*core.Var, n int) (out []valtype) {
	for _, v := range vs {
		if n == 1 {
			out = append(out, typeOf(v.Type.Elem))
			continue
		}
		for range partsOf(n, like(v, n).size) {
			out = append(out, v128)
		}
	}
	return out
}

// registers are those of n lanes of a vector from the first on, as a parameter takes them.
func (p *printer) registers(a vec, first, n int) []val {
	if n == 1 {
		return a.parts
	}
	if a.w == 1 {
		return p.spread(a.elem, a.parts[0], n).parts
	}
	lanes := min(n, a.w)
	if a.w == n || lanes*a.size >= register {
		from := first * a.size / register
		return a.parts[from : from+partsOf(lanes, a.size)]
	}
	return p.permuted(n, []vec{a}, func(l int) int { return min(first+l, a.w-1) }).parts
}

// define writes a function of floats for n lanes.
func (p *printer) define(f *core.Fun, n int) int {
	s := signature{held(f.Params, n), held(f.Ret, n)}
	q := p.library.printer(s)
	local := uint32(0)
	for _, v := range f.Params {
		x := like(v, n)
		for _, t := range held([]*core.Var{v}, n) {
			x.parts = append(x.parts, parameter(t, local))
			local++
		}
		q.fixed[v] = x
	}
	m := &mathCode{q, n}
	m.stms(f.Body.Stms)
	for i, a := range f.Body.Result {
		q.root.push(m.shaped(a, f.Ret[i]).parts...)
	}
	return p.add(definition{s, q.locals, whole(q.root.text)})
}

// mathCode writes code of functions of floats in w lanes.
type mathCode struct {
	*printer
	w int
}

// shaped is an atom as a variable is held.
func (m *mathCode) shaped(a core.Atom, as *core.Var) vec {
	x := m.operand(a, m.w)
	if x.elem == prim.Bool && m.w > 1 {
		x = m.masked(x, like(as, m.w).size)
	}
	return x
}

func (m *mathCode) stms(list []core.Stm) {
	for _, s := range list {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			args := make([]vec, len(e.Args))
			for i, a := range e.Args {
				args[i] = m.operand(a, m.w)
			}
			m.fixed[s.Pat[0]] = m.operate(e.Op, e.T, m.w, args...)
		case *core.If:
			m.choice(s.Pat, e)
		case *core.Loop:
			m.loop(s.Pat, e)
		case *core.Call:
			args := make([]vec, len(e.Args))
			for i, a := range e.Args {
				args[i] = m.shaped(a, e.Fun.Params[i])
			}
			for i, x := range m.math(e.Fun, m.w, args) {
				m.fixed[s.Pat[i]] = x
			}
		default:
			diag.Bugf("wasm: no code for %s", core.PrintStm(s))
		}
	}
}

// chosen chooses in each lane.
func (m *mathCode) chosen(t prim.Type, cond, then, els vec) vec {
	if m.w == 1 {
		return single(t, m.printer.choice(typeOf(t), cond.parts[0], then.parts[0], els.parts[0]))
	}
	return m.blend(t, m.w, cond, then, els)
}

// choice is a choice between values, or runs each branch in which there is something to do if any lane takes it.
func (m *mathCode) choice(pat []*core.Var, e *core.If) {
	cond := m.operand(e.Cond, m.w)
	if fmath.Choice(e) {
		for i, v := range pat {
			m.fixed[v] = m.chosen(v.Type.Elem, cond, m.operand(e.Then.Result[i], m.w), m.operand(e.Else.Result[i], m.w))
		}
		return
	}
	vars := make([]*changing, len(pat))
	for i, v := range pat {
		init := core.Atom(core.Const{Scalar: prim.Zero(v.Type.Elem)})
		if len(e.Else.Stms) == 0 {
			init = e.Else.Result[i]
		}
		vars[i] = m.variable(v, init)
	}
	arm := func(cond vec, b core.Body) {
		m.branch(m.test(cond), func() {
			m.stms(b.Stms)
			next := make([]vec, len(pat))
			for i, v := range pat {
				next[i] = m.shaped(b.Result[i], v)
				if m.w > 1 {
					next[i] = m.chosen(v.Type.Elem, cond, next[i], m.of(v))
				}
			}
			for i, c := range vars {
				m.put(c, next[i])
			}
		}, nil)
	}
	if len(e.Else.Stms) > 0 {
		arm(m.operate(prim.Not, prim.Bool, m.w, cond), e.Else)
	}
	arm(cond, e.Then)
}

// variable is a variable that changes.
func (m *mathCode) variable(v *core.Var, init core.Atom) *changing {
	x := m.shaped(init, v)
	c := &changing{elem: x.elem, w: x.w, size: x.size}
	for _, part := range x.parts {
		c.parts = append(c.parts, m.function.declare(part.typ, part))
	}
	m.vars[v] = c
	return c
}

// loop runs as long as any lane does; the others keep what they have.
func (m *mathCode) loop(pat []*core.Var, e *core.Loop) {
	var changed []*variable
	vars := make([]*changing, len(pat))
	for i, v := range e.Params {
		vars[i] = m.variable(v, e.Init[i])
		changed = append(changed, vars[i].parts...)
	}
	m.repeat(changed, func() val {
		m.stms(e.Cond.Stms)
		cond := m.operand(e.Cond.Result[0], m.w)
		again := m.keep(m.test(cond))
		m.branch(again, func() {
			m.stms(e.Body.Stms)
			next := make([]vec, len(vars))
			for i, v := range e.Params {
				next[i] = m.shaped(e.Body.Result[i], v)
				if m.w > 1 {
					next[i] = m.chosen(v.Type.Elem, cond, next[i], m.of(v))
				}
				next[i].parts = slices.Clone(next[i].parts)
				for k, part := range next[i].parts {
					next[i].parts[k] = m.keep(part)
				}
			}
			for i, c := range vars {
				m.put(c, next[i])
			}
		}, nil)
		return again
	})
	for i, v := range pat {
		m.vars[v] = vars[i]
	}
}
