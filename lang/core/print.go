package core

import (
	"fmt"
	"raido/lang/irtext"
	"strconv"
	"strings"
)

// Print is the program in the text form of doc.go; Parse reads it back.
func Print(p *Prog) string { return printProg(newPrinter(), p) }

// Canon is Print with the variables and certificates numbered in the order of their binders, so that
// programs that differ only in the numbers of their variables have the same text.
func Canon(p *Prog) string { return printProg(canonPrinter(), p) }

// PrintFun is one function in text form.
func PrintFun(f *Fun) string { return newPrinter().text(func(p *printer) { p.fun(f) }) }

// PrintBody is a body in text form.
func PrintBody(b Body) string { return newPrinter().text(func(p *printer) { p.body(b) }) }

// PrintStm is a statement in text form.
func PrintStm(s Stm) string { return newPrinter().text(func(p *printer) { p.stm(s) }) }

// PrintExp is an expression in text form.
func PrintExp(e Exp) string { return newPrinter().text(func(p *printer) { p.exp(e) }) }

// PrintLambda is a lambda in text form.
func PrintLambda(l *Lambda) string { return newPrinter().text(func(p *printer) { p.lambda(l) }) }

// CanonLambda is PrintLambda with canonical numbers for what the lambda binds; free variables keep theirs.
func CanonLambda(l *Lambda) string { return canonPrinter().text(func(p *printer) { p.lambda(l) }) }

// Key is a text that two programs share if and only if Canon gives them the same, for machines: data in it is not written as
// numbers.
func Key(p *Prog) string {
	k := canonPrinter()
	k.key = true
	return printProg(k, p)
}

// KeyExp is a text that two expressions share if and only if they are the same up to the names of what they
// bind inside.
func KeyExp(e Exp) string {
	p := canonPrinter()
	canon := p.num
	p.key, p.inner = true, map[*Var]bool{}
	p.num = func(v *Var) int64 {
		if p.inner[v] {
			return -canon(v)
		}
		return v.ID
	}
	bound := p.bound
	p.bound = func(v *Var) { p.inner[v] = true; bound(v) }
	return p.text(func(p *printer) { p.exp(e) })
}

// String is the type in text form.
func (t Type) String() string { return newPrinter().text(func(p *printer) { p.typ(t) }) }

// String is the certificate's name in text form.
func (c *Cert) String() string { return fmt.Sprintf("acc_%d", c.ID) }

// printer writes text form. The numbers of variables and certificates come from functions, so that the
// same code prints real and canonical numbers.
type printer struct {
	out    strings.Builder
	indent int
	num    func(*Var) int64
	cert   func(*Cert) int64
	bound  func(*Var) // told of every binder in order
	bindc  func(*Cert)
	key    bool          // data are written as bits
	inner  map[*Var]bool // not nil: names are left out, and the numbers of these are negative
}

func newPrinter() *printer {
	return &printer{
		num:   func(v *Var) int64 { return v.ID },
		cert:  func(c *Cert) int64 { return c.ID },
		bound: func(*Var) {},
		bindc: func(*Cert) {},
	}
}

func canonPrinter() *printer {
	vars, certs := map[*Var]int64{}, map[*Cert]int64{}
	p := newPrinter()
	p.bound = func(v *Var) { vars[v] = int64(len(vars) + 1) }
	p.bindc = func(c *Cert) { certs[c] = int64(len(certs) + 1) }
	p.num = func(v *Var) int64 {
		if n, ok := vars[v]; ok {
			return n
		}
		return v.ID
	}
	p.cert = func(c *Cert) int64 {
		if n, ok := certs[c]; ok {
			return n
		}
		return c.ID
	}
	return p
}

func (p *printer) text(f func(*printer)) string { f(p); return p.out.String() }

func printProg(p *printer, prog *Prog) string {
	for i, f := range prog.Funs {
		if i > 0 {
			p.put("\n")
		}
		p.fun(f)
		p.put("\n")
	}
	return p.out.String()
}

func (p *printer) put(s string) { p.out.WriteString(s) }

func (p *printer) putf(format string, args ...any) { fmt.Fprintf(&p.out, format, args...) }

func (p *printer) newline() { p.put("\n" + strings.Repeat(" ", p.indent)) }

// name is the variable's name made a valid identifier that is no keyword, by its number at least.
func (p *printer) name(v *Var) string {
	if p.inner != nil {
		return fmt.Sprintf("v_%d", p.num(v))
	}
	return fmt.Sprintf("%s_%d", irtext.PlainName(v.Name, "v"), p.num(v))
}

func (p *printer) atom(a Atom) {
	switch a := a.(type) {
	case *Var:
		p.put(p.name(a))
	case Const:
		p.put(a.Scalar.String())
	default:
		p.putf("<%T>", a)
	}
}

// list writes things separated by commas between an opening and a closing bracket.
func list[T any](p *printer, open, shut string, xs []T, f func(T)) {
	p.put(open)
	for i, x := range xs {
		if i > 0 {
			p.put(", ")
		}
		f(x)
	}
	p.put(shut)
}

func (p *printer) atoms(as []Atom) { list(p, "(", ")", as, p.atom) }

func (p *printer) vars(vs []*Var) { list(p, "(", ")", vs, func(v *Var) { p.put(p.name(v)) }) }

func (p *printer) typ(t Type) {
	if t.Cert != nil {
		p.putf("acc acc_%d ", p.cert(t.Cert))
	}
	for _, d := range t.Dims {
		p.put("[")
		p.atom(d)
		p.put("]")
	}
	p.put(t.Elem.String())
}

func (p *printer) binder(v *Var) {
	p.bound(v)
	p.put("(" + p.name(v) + ": ")
	p.typ(v.Type)
	p.put(")")
}

func (p *printer) binders(vs []*Var) {
	for i, v := range vs {
		if i > 0 {
			p.put(" ")
		}
		p.binder(v)
	}
}

func (p *printer) fun(f *Fun) {
	p.put("fun " + funName(f.Name))
	for _, v := range f.Params {
		p.put(" ")
		p.binder(v)
	}
	p.put(" :")
	for _, v := range f.Ret {
		p.put(" ")
		p.binder(v)
	}
	p.put(" =")
	p.nested(f.Body)
}

func funName(s string) string {
	for _, r := range s {
		if !lexer.InName(r) {
			return strconv.Quote(s)
		}
	}
	if !irtext.StartsName(s) || keywords[s] {
		return strconv.Quote(s)
	}
	return s
}

// nested puts a body on lines of its own, one step to the right.
func (p *printer) nested(b Body) {
	p.indent += 2
	p.newline()
	p.body(b)
	p.indent -= 2
}

func (p *printer) body(b Body) {
	for _, s := range b.Stms {
		p.stm(s)
		p.newline()
	}
	p.put("in ")
	p.atoms(b.Result)
}

func (p *printer) stm(s Stm) {
	p.put("let ")
	// The expression comes before the binders are in scope, but after them in the text: canonical
	// numbers follow the text.
	if len(s.Pat) == 0 {
		p.put("()")
	}
	p.binders(s.Pat)
	p.put(" = ")
	p.indent += 2
	p.exp(s.Exp)
	p.indent -= 2
}

func (p *printer) lambda(l *Lambda) {
	p.put("(\\")
	p.binders(l.Params)
	if len(l.Params) > 0 {
		p.put(" ")
	}
	p.put(": ")
	list(p, "(", ")", l.Ret, p.typ)
	p.put(" ->")
	if len(l.Body.Stms) == 0 {
		p.put(" ")
		p.body(l.Body)
	} else {
		p.nested(l.Body)
	}
	p.put(")")
}
