package session

import (
	"context"
	"maps"
	"time"

	"raido/backend"
	"raido/display"
	"raido/kernel/magic"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/lower"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/types"
	"raido/lang/value"
)

// ready gives the engine. Where no OpenCL device is found, the embedded engine serves and the user is told so,
// once.
func (c *cell) ready() (backend.Engine, error) {
	if c.next != nil {
		return c.next, nil
	}
	e, err := c.nb.slot.open(c.nb.engineName())
	if note := c.nb.slot.takeNote(); note != "" {
		c.out.Stream("stderr", note+"\n")
	}
	if err == nil {
		err = e.Ready(c.ctx)
	}
	return e, err
}

// prepared is a definition compiled for the engine, with its arguments from the state.
type prepared struct {
	def     *types.Def
	iface   *iface.Iface
	program backend.Program
	memo    *compiled
	engine  backend.Engine
	inputs  []*held
	args    []backend.Value
	ph      magic.Phases
}

// prepare compiles a definition without parameters and finds the values it mentions.
func (c *cell) prepare(def *types.Def) (*prepared, error) {
	p, engine, err := c.compile(def)
	if err != nil {
		return nil, err
	}
	return p, c.arguments(p, engine)
}

// compile compiles a definition without parameters.
func (c *cell) compile(def *types.Def) (*prepared, backend.Engine, error) {
	engine, err := c.ready()
	if err != nil {
		return nil, nil, err
	}
	if d := notShown(def); d != nil {
		return nil, nil, d
	}
	p := &prepared{def: def}
	if k, ok := c.nb.memos.programs.Get(def); ok && k.engine == engine {
		p.iface, p.program, p.memo = k.iface, k.program, k
		return p, engine, nil
	}
	t := time.Now()
	prog, iface, err := lower.Program(def)
	if err != nil {
		return nil, nil, err
	}
	p.iface = iface
	p.ph.Lower = lap(&t)
	if c.at("simplifying"); differentiates(prog) {
		c.at("differentiating")
	}
	ready, err := backend.Prepare(engine, prog)
	if err != nil {
		return nil, nil, err
	}
	p.ph.Passes = lap(&t)
	c.at("compiling")
	p.program, err = engine.Compile(c.ctx, ready)
	if err != nil {
		return nil, nil, err
	}
	p.program = backend.WithCheckpoints(engine, prog, p.program)
	p.ph.Compile = lap(&t)
	p.memo = &compiled{engine: engine, iface: iface, program: p.program}
	c.nb.memos.programs.Add(def, p.memo)
	return p, engine, nil
}

// notShown says why a definition without parameters has no value that could be computed and shown.
func notShown(def *types.Def) *diag.Diag {
	t := types.PrintScheme(def.Sym.Scheme)
	if _, ok := types.Reveal(def.Ret).(*types.Func); ok {
		return &diag.Diag{Class: diag.Type, Code: magic.CodeNoValue, Span: def.Span, Msg: "this is a function, of type " + t + ", and no value to show",
			Hint: "apply it to arguments; %type shows the type alone"}
	}
	if s := def.Sym.Scheme; s != nil && len(s.Types) > 0 {
		return &diag.Diag{Class: diag.Type, Code: magic.CodeNoValue, Span: def.Span, Msg: "nothing says what type this has: it could be any of " + t,
			Hint: "say which one you mean: (... : [2]f64)"}
	}
	return nil
}

// arguments gathers the size arguments and the held values that a program takes.
func (c *cell) arguments(p *prepared, engine backend.Engine) error {
	for _, g := range p.iface.Globals {
		h := c.held(g.Sym)
		if h == nil {
			return &diag.Diag{Class: diag.Name, Code: codeGone, Msg: "the value of " + g.Sym.Name + " is not there any more",
				Hint: "run the cell that defines it again"}
		}
		if err := c.restore(h, g.Sym.Name); err != nil {
			return err
		}
		p.inputs = append(p.inputs, h)
	}
	return c.takeInputs(p, engine)
}

// takeInputs makes the arguments of a program of its inputs.
func (c *cell) takeInputs(p *prepared, engine backend.Engine) error {
	p.engine = engine
	var leaves []backend.Value
	var shapes [][]int64
	for _, h := range p.inputs {
		for _, l := range h.leaves {
			leaves = append(leaves, l)
			shapes = append(shapes, l.Shape())
		}
	}
	sizes, err := p.iface.Sizes(shapes)
	if err != nil {
		return err
	}
	for _, s := range sizes {
		v, err := engine.Upload(c.ctx, value.Scalar{Scalar: prim.Int(prim.I64, s)})
		if err != nil {
			return err
		}
		p.args = append(p.args, v)
	}
	p.args = append(p.args, leaves...)
	return nil
}

// run runs a prepared program; the results are held by the caller.
func (c *cell) runPrepared(ctx context.Context, p *prepared) (*held, error) {
	c.at("running")
	t := time.Now()
	says := false
	ctx = eval.WithTrace(ctx, func(text string) {
		says = true
		c.out.Stream("stderr", text+"\n")
	})
	var results []backend.Value
	var prof *backend.Profile
	err := c.with(p, func() (err error) {
		results, prof, err = p.program.Run(ctx, p.args)
		return err
	})
	p.ph.Run, p.ph.Profile = lap(&t), prof
	if err != nil {
		return nil, err
	}
	for _, remark := range prof.Remarks() {
		if says = true; !c.silent {
			c.out.Stream("stderr", remark+"\n")
		}
	}
	for _, s := range results[:p.iface.NumExts] {
		s.Release()
	}
	h := &held{iface: p.iface, leaves: results[p.iface.NumExts:], typ: types.Print(p.def.Ret), engine: prof.Engine}
	h.computedBy(p)
	c.made = append(c.made, h)
	if p.memo.last = nil; !says {
		p.memo.last = &outcome{inputs: p.inputs, result: h}
	}
	return h, nil
}

// assemble makes a held value of its leaves on the host.
func (h *held) assemble(leaves []value.Value) value.Value {
	return h.iface.Result(append(make([]value.Value, h.iface.NumExts), leaves...))
}

// compute evaluates the values that an entry binds, if it is a top-level let; it gives what they were computed from.
func (c *cell) compute(e *entry) (inputs map[*types.Symbol]*held, err error) {
	if !e.bindsValues() {
		return nil, nil
	}
	values := maps.Clone(e.values) // an entry that stays shares it with the state before the cell
	if values == nil {
		values = map[*types.Symbol]*held{}
	}
	inputs = map[*types.Symbol]*held{}
	for _, def := range e.defs {
		if def.Sym.Kind != types.KindValue {
			continue
		}
		p, err := c.prepare(def)
		if err != nil {
			return nil, err
		}
		h, err := c.value(p)
		if err != nil {
			return nil, err
		}
		values[def.Sym], c.computed[def.Sym] = h, h
		for i, g := range p.iface.Globals {
			inputs[g.Sym] = p.inputs[i]
		}
	}
	e.values = values
	return inputs, nil
}

// keepEarlier has an entry hold what its values were computed from and nothing else holds: an earlier meaning of its own name.
func (c *cell) keepEarlier(e *entry, inputs map[*types.Symbol]*held) {
	for sym, h := range inputs {
		if c.st.held(sym) == nil {
			e.values[sym] = h
		}
	}
}

// held finds the value of a top-level let: one that the state has, or one that the cell has given another meaning, since
// let x = x + 1 means the earlier x.
func (c *cell) held(sym *types.Symbol) *held {
	for _, h := range []*held{c.st.held(sym), c.computed[sym], c.nb.state.held(sym)} {
		if h != nil {
			return h
		}
	}
	return nil
}

// show evaluates a last expression and renders it.
func (c *cell) show(def *types.Def) (display.Bundle, error) {
	p, err := c.prepare(def)
	if err != nil {
		return display.Bundle{}, err
	}
	h, err := c.value(p)
	if err != nil {
		return display.Bundle{}, err
	}
	leaves, err := c.leaves(h)
	if err != nil {
		return display.Bundle{}, err
	}
	p.remember(h, leaves)
	c.bindIt(def, h)
	if c.silent {
		return display.Bundle{}, nil
	}
	return display.Value(h.assemble(leaves), h.typ), nil
}

// lap is the time since *t, and sets *t to now.
func lap(t *time.Time) time.Duration {
	now := time.Now()
	d := now.Sub(*t)
	*t = now
	return d
}
