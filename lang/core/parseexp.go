package core

import (
	"strconv"
	"strings"

	"raido/lang/prim"
)

// exp reads an expression: a keyword of a node, "op.type" with operands, or a variable followed by
// brackets or "with".
func (p *parser) exp() Exp {
	t := p.peek()
	if p.is("[") {
		elems := p.indices()
		p.expect(":")
		return NewArrayLit(p.typ(), elems)
	}
	if t.kind != tokName {
		p.fail("expected an expression, found %q", t.text)
	}
	if keywords[t.text] {
		p.pos++
		return p.keywordExp(t)
	}
	if strings.Contains(t.text, ".") {
		p.pos++
		return p.primExp(t)
	}
	arr := p.array()
	if p.accept("with") {
		idx, dims := p.brackets()
		p.expect("=")
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
	p.expect("[")
	for !p.is("]") {
		if len(idx)+len(dims) > 0 {
			p.expect(",")
		}
		a := p.atom()
		if len(idx) > 0 || dims == nil && !p.is(":") {
			idx = append(idx, a)
			continue
		}
		p.expect(":")
		n := p.atom()
		p.expect(":")
		dims = append(dims, DimSlice{a, n, p.atom()})
	}
	p.expect("]")
	return idx, dims
}

func (p *parser) primExp(t token) Exp {
	dot := strings.LastIndexByte(t.text, '.')
	typ, ok := prim.ByName(t.text[dot+1:])
	if !ok || typ == prim.Invalid {
		p.failAt(t, "expected an operator with its type, found %q", t.text)
	}
	if t.text[:dot] == "iota" {
		return &Iota{p.atom(), p.atom(), p.atom(), typ}
	}
	op := prim.ByOpName(t.text[:dot])
	if op == nil {
		p.failAt(t, "there is no operator %q", t.text[:dot])
	}
	e := &PrimApp{Op: op, T: typ}
	for range op.Arity {
		e.Args = append(e.Args, p.atom())
	}
	return e
}

func (p *parser) keywordExp(t token) Exp {
	switch t.text {
	case "use":
		return &Use{p.atom()}
	case "copy":
		return &Copy{p.array()}
	case "replicate":
		return &Replicate{p.indices(), p.atom()}
	case "scratch":
		typ := p.typ()
		if typ.IsAcc() {
			p.failAt(t, "scratch needs an array type")
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
	case "assert":
		c := p.atom()
		return &Assert{Cond: c, Msg: p.str(), Args: p.atoms()}
	case "trace":
		return &Assert{Cond: BoolC(true), Msg: p.str(), Args: p.atoms(), Trace: true}
	case "if":
		e := &If{Cond: p.atom()}
		p.expect("then")
		e.Then = p.body()
		p.expect("else")
		e.Else = p.body()
		return e
	case "loop":
		return p.loop()
	}
	return p.soacExp(t)
}

func (p *parser) soacExp(t token) Exp {
	switch t.text {
	case "map":
		return p.mapExp()
	case "reduce", "reduce_comm":
		w, arrs, ne := p.atom(), p.varList(), p.atoms()
		return &Reduce{W: w, Fn: p.lambda(), Ne: ne, Arrs: arrs, Comm: t.text == "reduce_comm"}
	case "scan":
		w, arrs, ne := p.atom(), p.varList(), p.atoms()
		return &Scan{W: w, Fn: p.lambda(), Ne: ne, Arrs: arrs}
	case "hist":
		w, dest, idx, vals, ne := p.atom(), p.varList(), p.varList(), p.varList(), p.atoms()
		return &Hist{w, dest, idx, vals, p.lambda(), ne}
	case "scatter", "scatter_distinct":
		return &Scatter{p.atom(), p.varList(), p.varList(), p.varList(), t.text == "scatter_distinct"}
	case "with_acc":
		return p.withAcc()
	case "update_acc":
		acc := p.array()
		return &UpdateAcc{acc, p.indices(), p.atom()}
	case "jvp", "vjp":
		e := &Diff{Mode: JVP}
		if t.text == "vjp" {
			e.Mode = VJP
		}
		if p.accept("vec") {
			e.Vec = p.atom()
		}
		e.Fn = p.lambda()
		e.Args = p.atoms()
		e.Seeds = p.atoms()
		return e
	case "custom_vjp", "custom_jvp":
		mode := CustomVJP
		if t.text == "custom_jvp" {
			mode = CustomJVP
		}
		return &Diff{Mode: mode, Fn: p.lambda(), Rule: p.lambda(), Args: p.atoms()}
	case "call":
		name := p.next()
		key := name.text
		if name.kind == tokString {
			key, _ = strconv.Unquote(key)
		}
		return &Call{Fun: p.called(key, name), Args: p.atoms()}
	}
	p.failAt(t, "expected an expression, found %q", t.text)
	return nil
}

func (p *parser) dim() int {
	t := p.next()
	n, err := strconv.Atoi(t.text)
	if err != nil || n < 0 {
		p.failAt(t, "expected a dimension, found %q", t.text)
	}
	return n
}

func (p *parser) str() string {
	t := p.next()
	s, err := strconv.Unquote(t.text)
	if t.kind != tokString || err != nil {
		p.failAt(t, "expected a string, found %q", t.text)
	}
	return s
}

func (p *parser) loop() Exp {
	e := &Loop{}
	if p.accept("#") {
		e.Attrs = listOf(p, "[", "]", p.str)
	}
	p.scope(func() {
		var names []string
		for p.accept("(") {
			names = append(names, p.name("a loop parameter"))
			p.expect(":")
			v := NewVar(baseName(names[len(names)-1]), p.typ())
			e.Params = append(e.Params, v)
			p.expect("=")
			e.Init = append(e.Init, p.loopInit(names, e.Params))
			p.expect(")")
			p.bindName(names[len(names)-1], v)
		}
		if p.accept("while") {
			c := p.body()
			e.Cond = &c
		} else {
			p.expect("for")
			p.expect("(")
			name := p.name("a loop counter")
			p.expect(":")
			e.I = NewVar(baseName(name), p.typ())
			p.expect(")")
			p.expect("<")
			e.Bound = p.atom()
			p.bindName(name, e.I)
		}
		p.expect("do")
		e.Body = p.body()
	})
	return e
}

// loopInit reads an initial value: parameters are not in scope there, although later types may name
// them, so a mention of one is refused.
func (p *parser) loopInit(names []string, params []*Var) Atom {
	t := p.peek()
	a := p.atom()
	for i := range params[:len(params)-1] {
		if a == Atom(params[i]) {
			p.failAt(t, "loop parameter %q cannot be an initial value", names[i])
		}
	}
	return a
}

func (p *parser) mapExp() Exp {
	e := &Map{W: p.atom()}
	p.expect("(")
	for !p.is(")") {
		if len(e.Arrs) > 0 {
			p.expect(",")
		}
		v := p.array()
		if len(e.Arrs) == 0 && p.accept(";") {
			e.Accs = append(e.Accs, v)
		} else {
			e.Arrs = append(e.Arrs, v)
		}
	}
	p.expect(")")
	e.Fn = p.lambda()
	return e
}

func (p *parser) withAcc() Exp {
	e := &WithAcc{}
	p.scope(func() {
		for p.is("(") && p.toks[p.pos+1].text != "\\" {
			p.expect("(")
			name, c := p.name("an accumulator's name"), NewCert()
			in := AccInput{Arr: p.array(), Ne: p.atom(), Op: p.lambda(), Cert: c}
			p.expect(")")
			e.Accs = append(e.Accs, in)
			old := p.certs[name]
			p.certs[name] = c
			p.undo = append(p.undo, func() { p.certs[name] = old })
		}
		e.Fn = p.lambda()
	})
	return e
}
