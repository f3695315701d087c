package core

import (
	"strconv"
	"strings"

	"raido/lang/irtext"
	"raido/lang/prim"
)

// exp reads an expression: a keyword of a node, "op.type" with operands, or a variable followed by
// brackets or "with".
func (p *parser) exp() Exp {
	t := p.Peek()
	if p.Is("[") {
		elems := p.indices()
		p.Expect(":")
		return NewArrayLit(p.typ(), elems)
	}
	if t.Kind != irtext.Name {
		p.Fail("expected an expression, found %q", t.Text)
	}
	if keywords[t.Text] {
		p.Pos++
		return p.keywordExp(t)
	}
	if strings.Contains(t.Text, ".") {
		p.Pos++
		return p.primExp(t)
	}
	arr := p.array()
	if p.Accept("with") {
		idx, dims := p.brackets()
		p.Expect("=")
		if dims != nil {
			return &UpdateSlice{arr, dims, p.array()}
		}
		return &Update{arr, idx, p.atom()}
	}
	idx, dims := p.brackets()
	if dims != nil {
		return &Slice{arr, dims}
	}
	return &Index{arr, idx}
}

// brackets are indices [i, j] or slices [start : count : stride, ...].
func (p *parser) brackets() (idx []Atom, dims []DimSlice) {
	p.Expect("[")
	for !p.Is("]") {
		if len(idx)+len(dims) > 0 {
			p.Expect(",")
		}
		a := p.atom()
		if len(idx) > 0 || dims == nil && !p.Is(":") {
			idx = append(idx, a)
			continue
		}
		p.Expect(":")
		n := p.atom()
		p.Expect(":")
		dims = append(dims, DimSlice{a, n, p.atom()})
	}
	p.Expect("]")
	return idx, dims
}

func (p *parser) primExp(t irtext.Token) Exp {
	dot := strings.LastIndexByte(t.Text, '.')
	typ, ok := prim.ByName(t.Text[dot+1:])
	if !ok || typ == prim.Invalid {
		p.FailAt(t, "expected an operator with its type, found %q", t.Text)
	}
	if t.Text[:dot] == "iota" {
		return &Iota{p.atom(), p.atom(), p.atom(), typ}
	}
	op := prim.ByOpName(t.Text[:dot])
	if op == nil {
		p.FailAt(t, "there is no operator %q", t.Text[:dot])
	}
	e := &PrimApp{Op: op, T: typ}
	for range op.Arity {
		e.Args = append(e.Args, p.atom())
	}
	return e
}

func (p *parser) keywordExp(t irtext.Token) Exp {
	switch t.Text {
	case "use":
		return &Use{p.atom()}
	case "copy":
		return &Copy{p.array()}
	case "replicate":
		return &Replicate{p.indices(), p.atom()}
	case "scratch":
		typ := p.typ()
		if typ.IsAcc() {
			p.FailAt(t, "scratch needs an array type")
		}
		return &Scratch{typ.Elem, typ.Dims}
	case "concat":
		return &Concat{p.atom(), p.varList()}
	case "rearrange":
		return &Rearrange{listOf(p, "(", ")", p.dim), p.array()}
	case "reshape":
		return &Reshape{p.indices(), p.array()}
	case "reverse":
		return &Reverse{p.array()}
	case "rotate":
		return &Rotate{p.atom(), p.array()}
	case "assert", "assert_index":
		c := p.atom()
		return &Assert{Cond: c, Msg: p.Str(), Args: p.atoms(), Index: t.Text == "assert_index"}
	case "trace":
		return &Assert{Cond: BoolC(true), Msg: p.Str(), Args: p.atoms(), Trace: true}
	case "if":
		e := &If{Cond: p.atom()}
		p.Expect("then")
		e.Then = p.body()
		p.Expect("else")
		e.Else = p.body()
		return e
	case "loop":
		return p.loop()
	}
	return p.soacExp(t)
}

func (p *parser) soacExp(t irtext.Token) Exp {
	switch t.Text {
	case "map":
		return p.mapExp()
	case "reduce", "reduce_comm":
		w, arrs, ne := p.atom(), p.varList(), p.atoms()
		return &Reduce{W: w, Fn: p.lambda(), Ne: ne, Arrs: arrs, Comm: t.Text == "reduce_comm"}
	case "scan":
		w, arrs, ne := p.atom(), p.varList(), p.atoms()
		return &Scan{W: w, Fn: p.lambda(), Ne: ne, Arrs: arrs}
	case "hist":
		w, dest, idx, vals, ne := p.atom(), p.varList(), p.varList(), p.varList(), p.atoms()
		return &Hist{w, dest, idx, vals, p.lambda(), ne}
	case "scatter", "scatter_distinct":
		return &Scatter{p.atom(), p.varList(), p.varList(), p.varList(), t.Text == "scatter_distinct"}
	case "with_acc":
		return p.withAcc()
	case "update_acc":
		acc := p.array()
		return &UpdateAcc{acc, p.indices(), p.atom()}
	case "jvp", "vjp":
		e := &Diff{Mode: JVP}
		if t.Text == "vjp" {
			e.Mode = VJP
		}
		if p.Accept("vec") {
			e.Vec = p.atom()
		}
		e.Fn = p.lambda()
		e.Args = p.atoms()
		e.Seeds = p.atoms()
		return e
	case "custom_vjp", "custom_jvp":
		mode := CustomVJP
		if t.Text == "custom_jvp" {
			mode = CustomJVP
		}
		return &Diff{Mode: mode, Fn: p.lambda(), Rule: p.lambda(), Args: p.atoms()}
	case "call":
		name := p.Next()
		key := name.Text
		if name.Kind == irtext.String {
			key, _ = strconv.Unquote(key)
		}
		return &Call{Fun: p.called(key, name), Args: p.atoms()}
	}
	p.FailAt(t, "expected an expression, found %q", t.Text)
	return nil
}

func (p *parser) dim() int {
	t := p.Next()
	n, err := strconv.Atoi(t.Text)
	if err != nil || n < 0 {
		p.FailAt(t, "expected a dimension, found %q", t.Text)
	}
	return n
}

func (p *parser) loop() Exp {
	e := &Loop{}
	if p.Accept("#") {
		e.Attrs = listOf(p, "[", "]", p.Str)
	}
	p.scope(func() {
		var names []string
		for p.Accept("(") {
			names = append(names, p.name("a loop parameter"))
			p.Expect(":")
			v := NewVar(irtext.BaseName(names[len(names)-1]), p.typ())
			e.Params = append(e.Params, v)
			p.Expect("=")
			e.Init = append(e.Init, p.loopInit(names, e.Params))
			p.Expect(")")
			p.bindName(names[len(names)-1], v)
		}
		if p.Accept("while") {
			c := p.body()
			e.Cond = &c
		} else {
			p.Expect("for")
			p.Expect("(")
			name := p.name("a loop counter")
			p.Expect(":")
			e.I = NewVar(irtext.BaseName(name), p.typ())
			p.Expect(")")
			p.Expect("<")
			e.Bound = p.atom()
			p.bindName(name, e.I)
		}
		p.Expect("do")
		e.Body = p.body()
	})
	return e
}

// loopInit reads an initial value: parameters are not in scope there, although later types may name
// them, so a mention of one is refused.
func (p *parser) loopInit(names []string, params []*Var) Atom {
	t := p.Peek()
	a := p.atom()
	for i := range params[:len(params)-1] {
		if a == Atom(params[i]) {
			p.FailAt(t, "loop parameter %q cannot be an initial value", names[i])
		}
	}
	return a
}

func (p *parser) mapExp() Exp {
	e := &Map{W: p.atom()}
	p.Expect("(")
	for !p.Is(")") {
		if len(e.Arrs) > 0 {
			p.Expect(",")
		}
		v := p.array()
		if len(e.Arrs) == 0 && p.Accept(";") {
			e.Accs = append(e.Accs, v)
		} else {
			e.Arrs = append(e.Arrs, v)
		}
	}
	p.Expect(")")
	e.Fn = p.lambda()
	return e
}

func (p *parser) withAcc() Exp {
	e := &WithAcc{}
	p.scope(func() {
		for p.Is("(") && p.Toks[p.Pos+1].Text != "\\" {
			p.Expect("(")
			name, c := p.name("an accumulator's name"), NewCert()
			in := AccInput{Arr: p.array(), Ne: p.atom(), Op: p.lambda(), Cert: c}
			p.Expect(")")
			e.Accs = append(e.Accs, in)
			old := p.certs[name]
			p.certs[name] = c
			p.undo = append(p.undo, func() { p.certs[name] = old })
		}
		e.Fn = p.lambda()
	})
	return e
}
