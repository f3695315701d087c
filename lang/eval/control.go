package eval

import (
	"math"
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

func (c *compiler) assert(e *core.Assert) op {
	if e.Trace {
		return c.trace(e)
	}
	cond, args, src := c.slot(e.Cond), c.slotsOf(e.Args), c.src
	types := core.AtomTypes(e.Args)
	return func(m *machine) {
		if m.s[cond] != 0 {
			return
		}
		var texts []string
		for i, x := range args {
			s := prim.Scalar{Type: types[i].Elem, Bits: m.s[x]}
			texts = append(texts, s.Plain())
		}
		m.fail(src, e.Code(), "%s", fill(e.Msg, texts))
	}
}

// trace shows values with their types.
func (c *compiler) trace(e *core.Assert) op {
	args := c.slotsOf(e.Args)
	types := core.AtomTypes(e.Args)
	return func(m *machine) {
		var texts []string
		for i, x := range args {
			if types[i].IsScalar() {
				texts = append(texts, prim.Scalar{Type: types[i].Elem, Bits: m.s[x]}.String())
			} else {
				texts = append(texts, value.Print(m.hostValue(m.a[x])))
			}
		}
		m.trace(fill(e.Msg, texts))
	}
}

// fill replaces the %d places of a message by texts.
func fill(msg string, texts []string) string {
	for _, t := range texts {
		msg = strings.Replace(msg, "%d", t, 1)
	}
	return msg
}

func (c *compiler) branch(e *core.If, pat []*core.Var) op {
	cond := c.slot(e.Cond)
	arm := func(b core.Body) op {
		blk := c.body(b)
		return sequence([]op{blk.run, c.move(blk.result, pat, blk.local)})
	}
	then := arm(e.Then)
	els := arm(e.Else)
	return func(m *machine) {
		if m.s[cond] != 0 {
			then(m)
		} else {
			els(m)
		}
	}
}

func (c *compiler) loop(e *core.Loop, pat []*core.Var) op {
	enter := c.move(e.Init, e.Params, nil)
	var iterate op
	if e.Cond != nil {
		iterate = c.whileLoop(e)
	} else {
		iterate = c.forLoop(e)
	}
	params := map[*core.Var]bool{}
	for _, p := range e.Params {
		params[p] = true
	}
	return sequence([]op{enter, iterate, c.move(core.Atoms(e.Params), pat, params)})
}

func (c *compiler) forLoop(e *core.Loop) op {
	bound, src := c.slot(e.Bound), c.src
	i, unsigned := c.binder(e.I), e.I.Type.Elem == prim.U64
	b := c.body(e.Body)
	body := sequence([]op{b.run, c.move(b.result, e.Params, b.local)})
	outer, ops := c.outer[e], weight(e.Body)
	return func(m *machine) {
		n := int64(m.s[bound])
		if unsigned && n < 0 {
			n = math.MaxInt64 // more iterations than anyone waits for
		}
		for k := int64(0); k < n; k++ {
			m.step(src, ops)
			if outer {
				m.progress(k, n)
			}
			m.s[i] = uint64(k)
			body(m)
		}
		if outer {
			m.progress(0, 0)
		}
	}
}

func (c *compiler) whileLoop(e *core.Loop) op {
	src := c.src
	test := c.body(*e.Cond)
	cond := c.slot(test.result[0])
	b := c.body(e.Body)
	body := sequence([]op{b.run, c.move(b.result, e.Params, b.local)})
	outer, ops := c.outer[e], weight(e.Body)+weight(*e.Cond)
	return func(m *machine) {
		for k := int64(0); ; k++ {
			m.step(src, ops)
			if outer {
				m.progress(k, -1)
			}
			test.run(m)
			if m.s[cond] == 0 {
				break
			}
			body(m)
		}
		if outer {
			m.progress(0, 0)
		}
	}
}

// call moves arguments to the parameters of the function, whose slots no other activation uses unless it is
// recursive.
func (c *compiler) call(e *core.Call, pat []*core.Var) op {
	if fr := c.frames[e.Fun]; fr != nil {
		return c.recursiveCall(e, fr, pat)
	}
	f, ok := c.funs[e.Fun]
	if !ok {
		diag.Bugf("eval: function %s is called before its definition", e.Fun.Name)
	}
	local := map[*core.Var]bool{}
	for v := range f.local {
		local[v] = true
	}
	for _, p := range e.Fun.Params {
		local[p] = true
	}
	enter := c.move(e.Args, e.Fun.Params, nil)
	return sequence([]op{enter, f.run, c.move(f.result, pat, local)})
}
