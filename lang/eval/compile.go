package eval

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/diag"
	"raido/lang/prim"
)

// compiler assigns slots and builds closures.
type compiler struct {
	slots   map[*core.Var]int
	ns, na  int
	consts  []constant
	constAt map[prim.Scalar]int
	funs    map[*core.Fun]block
	frames  map[*core.Fun]*frame // of the recursive functions
	accs    map[*core.Cert]*accOp
	src     diag.Span           // of the statement being compiled
	outer   map[*core.Loop]bool // see outerLoops
	counted bool
}

// block is a compiled body.
type block struct {
	run    op
	result []core.Atom
	local  map[*core.Var]bool // variables bound by its own statements
}

func compile(p *core.Prog, counted bool) *Program {
	c := &compiler{slots: map[*core.Var]int{}, constAt: map[prim.Scalar]int{}, funs: map[*core.Fun]block{},
		frames: map[*core.Fun]*frame{}, accs: map[*core.Cert]*accOp{}, counted: counted, outer: outerLoops(p.Entry().Body, map[*core.Loop]bool{})}
	recursive := core.Cycles(p)
	for _, f := range p.Funs {
		if recursive[f] > 0 {
			c.frames[f] = &frame{}
		}
	}
	for _, f := range p.Funs {
		if fr := c.frames[f]; fr != nil {
			c.funs[f] = c.recursive(f, fr)
			continue
		}
		c.binders(f.Params)
		c.funs[f] = c.body(f.Body, f.Params...)
	}
	e := p.Entry()
	return &Program{prog: p, ns: c.ns, na: c.na, consts: c.consts, params: e.Params, slots: c.slots, main: c.funs[e]}
}

// binder gives a variable its slot.
func (c *compiler) binder(v *core.Var) int {
	if v.Type.IsScalar() {
		c.slots[v] = c.ns
		c.ns++
	} else {
		c.slots[v] = c.na
		c.na++
	}
	return c.slots[v]
}

func (c *compiler) binders(vs []*core.Var) []int {
	out := make([]int, len(vs))
	for i, v := range vs {
		out[i] = c.binder(v)
	}
	return out
}

// slot is where the value of an atom stands; constants have slots too.
func (c *compiler) slot(a core.Atom) int {
	switch a := a.(type) {
	case *core.Var:
		s, ok := c.slots[a]
		if !ok {
			diag.Bugf("eval: %s is not bound", a)
		}
		return s
	case core.Const:
		s, ok := c.constAt[a.Scalar]
		if !ok {
			s = c.ns
			c.ns++
			c.constAt[a.Scalar] = s
			c.consts = append(c.consts, constant{s, a.Bits})
		}
		return s
	}
	diag.Bugf("eval: unknown atom %T", a)
	return 0
}

func (c *compiler) slotsOf(as []core.Atom) []int {
	out := make([]int, len(as))
	for i, a := range as {
		out[i] = c.slot(a)
	}
	return out
}

func (c *compiler) varSlots(vs []*core.Var) []int { return c.slotsOf(core.Atoms(vs)) }

// body compiles statements. Arrays bound here (and those in owned) leave their slots after their last
// use, so that the garbage collector can have them.
func (c *compiler) body(b core.Body, owned ...*core.Var) block {
	last := lastUses(b, owned)
	local := map[*core.Var]bool{}
	var code []op
	for i, s := range b.Stms {
		outer := c.src
		if s.Src.Source != nil {
			c.src = s.Src
		}
		code = append(code, c.stm(s)...)
		for _, v := range s.Pat {
			local[v] = true
		}
		if clear := c.clear(last[i]); clear != nil {
			code = append(code, clear)
		}
		c.src = outer
	}
	return block{sequence(code), b.Result, local}
}

// lastUses lists, for each statement, the arrays bound in the body, and those in owned, that no later one uses.
func lastUses(b core.Body, owned []*core.Var) [][]*core.Var {
	out := make([][]*core.Var, len(b.Stms))
	first := 0 // bodies nested deeply cannot afford to be looked through at every level
	if !slices.ContainsFunc(owned, isArray) {
		if first = slices.IndexFunc(b.Stms, func(s core.Stm) bool { return slices.ContainsFunc(s.Pat, isArray) }); first < 0 {
			return out
		}
	}
	last := alias.LastUses(core.Body{Stms: b.Stms[first:], Result: b.Result})
	ends := func(v *core.Var, bound int) {
		if at, used := last[v]; used {
			bound = first + at
		}
		if isArray(v) && 0 <= bound && bound < len(out) {
			out[bound] = append(out[bound], v)
		}
	}
	for _, v := range owned {
		ends(v, -1)
	}
	for i, s := range b.Stms[first:] {
		for _, v := range s.Pat {
			ends(v, first+i)
		}
	}
	return out
}

func isArray(v *core.Var) bool { return !v.Type.IsScalar() }

func (c *compiler) clear(vs []*core.Var) op {
	slots := c.varSlots(vs)
	switch len(slots) {
	case 0:
		return nil
	case 1:
		x := slots[0]
		return func(m *machine) { m.a[x] = array{} }
	}
	return func(m *machine) {
		for _, x := range slots {
			m.a[x] = array{}
		}
	}
}

// sequence runs operations one after the other.
func sequence(code []op) op {
	switch len(code) {
	case 0:
		return func(*machine) {}
	case 1:
		return code[0]
	case 2:
		f, g := code[0], code[1]
		return func(m *machine) { f(m); g(m) }
	case 3:
		f, g, h := code[0], code[1], code[2]
		return func(m *machine) { f(m); g(m); h(m) }
	}
	return func(m *machine) {
		for _, f := range code {
			f(m)
		}
	}
}

// stm compiles a statement; the operands are compiled before the pattern is bound.
func (c *compiler) stm(s core.Stm) []op {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		f := c.primApp(e, s.Pat)
		if c.counted {
			return []op{f, func(m *machine) { m.n.Ops++ }}
		}
		return []op{f}
	case *core.Use:
		return []op{c.move([]core.Atom{e.Atom}, s.Pat, nil)}
	case *core.Assert:
		return []op{c.assert(e)}
	case *core.If:
		return []op{c.branch(e, s.Pat)}
	case *core.Loop:
		return []op{c.loop(e, s.Pat)}
	case *core.Call:
		return []op{c.call(e, s.Pat)}
	case *core.Index:
		f := c.index(e, s.Pat[0])
		if c.counted && s.Pat[0].Type.IsScalar() {
			return []op{f, func(m *machine) { m.n.Reads++ }}
		}
		return []op{f}
	case *core.Update:
		f := c.update(e, s.Pat[0])
		if c.counted && e.Val.AtomType().IsScalar() {
			return []op{f, func(m *machine) { m.n.Writes++ }}
		}
		return []op{f}
	default: // gives arrays
	}
	return []op{c.arrayStm(s.Exp, s.Pat)}
}

// arrayStm compiles the other nodes.
func (c *compiler) arrayStm(e core.Exp, pat []*core.Var) op {
	switch e := e.(type) {
	case *core.Copy:
		x, d, src := c.slot(e.Arr), c.binder(pat[0]), c.src
		return func(m *machine) { m.a[d] = m.fresh(src, m.a[x]) }
	case *core.Slice:
		return c.slice(e, pat[0])
	case *core.UpdateSlice:
		return c.updateSlice(e, pat[0])
	case *core.Iota:
		return c.iota(e, pat[0])
	case *core.Replicate:
		return c.replicate(e, pat[0])
	case *core.Scratch:
		return c.scratch(e, pat[0])
	case *core.ArrayLit:
		return c.arrayLit(e, pat[0])
	case *core.Concat:
		return c.concat(e, pat[0])
	case *core.Rearrange:
		return c.rearrange(e, pat[0])
	case *core.Reshape:
		return c.reshape(e, pat[0])
	case *core.Reverse:
		return c.reverse(e, pat[0])
	case *core.Rotate:
		return c.rotate(e, pat[0])
	case *core.Map:
		return c.mapSOAC(e, pat)
	case *core.Reduce:
		return c.reduce(e, pat)
	case *core.Scan:
		return c.scan(e, pat)
	case *core.Hist:
		return c.hist(e, pat)
	case *core.Scatter:
		return c.scatter(e, pat)
	case *core.WithAcc:
		return c.withAcc(e, pat)
	case *core.UpdateAcc:
		return c.updateAcc(e, pat[0])
	default: // stm has the others, and derivatives are gone
	}
	diag.Bugf("eval: %T cannot be run", e)
	return nil
}
