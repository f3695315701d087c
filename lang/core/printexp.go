package core

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// words writes space-separated parts: strings, atoms, and lists of atoms or variables in parentheses.
func (p *printer) words(parts ...any) {
	for i, x := range parts {
		if i > 0 {
			p.put(" ")
		}
		switch x := x.(type) {
		case string:
			p.put(x)
		case Atom:
			p.atom(x)
		case []Atom:
			p.atoms(x)
		case []*Var:
			p.vars(x)
		case *Lambda:
			p.lambda(x)
		default:
			p.putf("<%T>", x)
		}
	}
}

func (p *printer) indices(as []Atom) { list(p, "[", "]", as, p.atom) }

func (p *printer) slices(ds []DimSlice) {
	list(p, "[", "]", ds, func(d DimSlice) {
		p.atom(d.Start)
		p.put(" : ")
		p.atom(d.Count)
		p.put(" : ")
		p.atom(d.Stride)
	})
}

func (p *printer) exp(e Exp) {
	switch e := e.(type) {
	case *Use:
		p.words("use", e.Atom)
	case *Copy:
		p.words("copy", e.Arr)
	case *PrimApp:
		p.put(e.Op.Name + "." + e.T.String())
		for _, a := range e.Args {
			p.put(" ")
			p.atom(a)
		}
	case *Index:
		p.atom(e.Arr)
		p.indices(e.Idx)
	case *Slice:
		p.atom(e.Arr)
		p.slices(e.Dims)
	case *Update:
		p.words(e.Arr, "with ")
		p.indices(e.Idx)
		p.words(" =", e.Val)
	case *UpdateSlice:
		p.words(e.Arr, "with ")
		p.slices(e.Dims)
		p.words(" =", e.Val)
	case *Iota, *Replicate, *Scratch, *ArrayLit:
		p.makes(e)
	case *Concat:
		p.words("concat", e.N, e.Arrs)
	case *Rearrange:
		p.words("rearrange", permText(e.Perm), e.Arr)
	case *Reshape:
		p.put("reshape ")
		p.indices(e.Dims)
		p.words("", e.Arr)
	case *Reverse:
		p.words("reverse", e.Arr)
	case *Rotate:
		p.words("rotate", e.By, e.Arr)
	case *Assert:
		if e.Trace {
			p.words("trace", strconv.Quote(e.Msg), e.Args)
			return
		}
		name := "assert"
		if e.Index {
			name = "assert_index"
		}
		p.words(name, e.Cond, strconv.Quote(e.Msg), e.Args)
	case *If:
		p.branch(e)
	case *Loop:
		p.loop(e)
	default:
		p.soac(e)
	}
}

// makes writes the nodes that make arrays of scalars and sizes.
func (p *printer) makes(e Exp) {
	switch e := e.(type) {
	case *Iota:
		p.words("iota."+e.T.String(), e.N, e.Start, e.Step)
	case *Replicate:
		p.put("replicate ")
		p.indices(e.Dims)
		p.words("", e.Val)
	case *Scratch:
		p.put("scratch ")
		p.typ(Prim(e.Elem).Of(e.Dims...))
	case *ArrayLit:
		if e.Plain && p.key {
			p.bits(e.Elems)
		} else {
			p.indices(e.Elems)
		}
		p.put(" : ")
		p.typ(e.Elem)
	default: // other functions write these
	}
}

// bits writes constants of one type.
func (p *printer) bits(as []Atom) {
	p.putf("%d", len(as))
	p.out.Grow(8 * len(as))
	var b [8]byte
	for _, a := range as {
		binary.LittleEndian.PutUint64(b[:], a.(Const).Bits)
		p.out.Write(b[:])
	}
}

func (p *printer) branch(e *If) {
	p.words("if", e.Cond, "then")
	p.nested(e.Then)
	p.newline()
	p.put("else")
	p.nested(e.Else)
}

func permText(perm []int) string {
	parts := make([]string, len(perm))
	for i, d := range perm {
		parts[i] = strconv.Itoa(d)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (p *printer) loop(e *Loop) {
	p.put("loop ")
	if len(e.Attrs) > 0 {
		list(p, "#[", "] ", e.Attrs, func(s string) { p.put(strconv.Quote(s)) })
	}
	for i, v := range e.Params {
		p.bound(v)
		p.put("(" + p.name(v) + ": ")
		p.typ(v.Type)
		p.put(" = ")
		if i < len(e.Init) {
			p.atom(e.Init[i])
		}
		p.put(") ")
	}
	if e.Cond != nil {
		p.put("while")
		p.nested(*e.Cond)
		p.newline()
		p.put("do")
	} else {
		p.put("for ")
		p.binder(e.I)
		p.words(" <", e.Bound, "do")
	}
	p.nested(e.Body)
}

// soac writes the nodes with lambdas, and calls.
func (p *printer) soac(e Exp) {
	switch e := e.(type) {
	case *Map:
		p.words("map", e.W, "(")
		for _, a := range e.Accs {
			p.put(p.name(a) + "; ")
		}
		list(p, "", ") ", e.Arrs, func(v *Var) { p.put(p.name(v)) })
		p.lambda(e.Fn)
	case *Reduce:
		name := "reduce"
		if e.Comm {
			name = "reduce_comm"
		}
		p.words(name, e.W, e.Arrs, e.Ne, e.Fn)
	case *Scan:
		p.words("scan", e.W, e.Arrs, e.Ne, e.Fn)
	case *Hist:
		p.words("hist", e.W, e.Dest, e.Idx, e.Vals, e.Ne, e.Fn)
	case *Scatter:
		name := "scatter"
		if e.Distinct {
			name = "scatter_distinct"
		}
		p.words(name, e.W, e.Dest, e.Idx, e.Vals)
	case *WithAcc:
		p.put("with_acc ")
		for _, a := range e.Accs {
			p.bindc(a.Cert)
			p.words(fmt.Sprintf("(acc_%d", p.cert(a.Cert)), a.Arr, a.Ne, a.Op)
			p.put(") ")
		}
		p.lambda(e.Fn)
	case *UpdateAcc:
		p.words("update_acc", e.Acc, "")
		p.indices(e.Idx)
		p.words("", e.Val)
	case *Diff:
		p.put([]string{"jvp ", "vjp ", "custom_vjp ", "custom_jvp "}[e.Mode])
		if e.Rule != nil {
			p.words(e.Fn, e.Rule, e.Args)
			return
		}
		if e.Vec != nil {
			p.words("vec", e.Vec, "")
		}
		p.words(e.Fn, e.Args, e.Seeds)
	case *Call:
		p.words("call", funName(e.Fun.Name), e.Args)
	default:
		p.putf("<%T>", e)
	}
}
