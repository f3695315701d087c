package types

import (
	"fmt"
	"strconv"
	"strings"

	"raido/lang/prim"
)

// Printer prints types of one message or scheme with names that stay distinct: a second size or type
// parameter of the same name gets a suffix.
type Printer struct {
	names map[any]string
	used  map[string]bool
	count map[*SizeVar]int // occurrences of unnamed sizes: those seen once print as []
	Plain bool             // no parameter names of functions unless sizes mention them
	Open  bool             // sizes that are not known yet get names; else they print as []
}

// NewPrinter makes a printer.
func NewPrinter() *Printer {
	return &Printer{names: map[any]string{}, used: map[string]bool{}, count: map[*SizeVar]int{}}
}

// Print prints a type in Futhark's syntax.
func Print(t Type) string { return NewPrinter().Type(t) }

// PrintScheme prints a type with its parameters: "[n] 'a. [n]a -> i64".
func PrintScheme(s *Scheme) string {
	p := NewPrinter()
	var b strings.Builder
	for _, n := range s.Sizes {
		b.WriteString("[" + p.name(n, n.Name, "n") + "] ")
	}
	for _, v := range s.Types {
		b.WriteString("'" + [...]string{"", "~", "^"}[v.Lift] + p.name(v, v.Name, "a") + " ")
	}
	if b.Len() > 0 {
		return strings.TrimSuffix(b.String(), " ") + ". " + p.Type(s.Type)
	}
	return p.Type(s.Type)
}

// Type prints a type.
func (p *Printer) Type(t Type) string {
	EachSize(t, func(s Size) {
		if v, ok := ResolveSize(s).(*SizeVar); ok {
			p.count[v]++
		}
	})
	return p.typ(t, 0)
}

// Size prints a size.
func (p *Printer) Size(s Size) string { return p.size(s, true) }

// name gives the thing that key identifies its printed name: want if that is free.
func (p *Printer) name(key any, want, fallback string) string {
	if v, ok := key.(*SizeVar); ok && v.Sym != nil {
		key = v.Sym
	}
	if n, ok := p.names[key]; ok {
		return n
	}
	if want == "" {
		want = fallback
	}
	n := want
	for i := 1; p.used[n]; i++ {
		n = want + "_" + strconv.Itoa(i)
	}
	p.names[key], p.used[n] = n, true
	return n
}

// Precedences of the places where a type stands: 1 the left of an arrow, 2 an argument or element.
func (p *Printer) typ(t Type, prec int) string {
	switch x := Resolve(t).(type) {
	case Prim:
		return x.Prim.String()
	case *Array:
		return "[" + p.size(x.Dim, false) + "]" + p.typ(x.Elem, 2)
	case *Record:
		return p.record(x, nil)
	case *Sum:
		return paren(prec > 0, p.sum(x))
	case *Func:
		return paren(prec > 0, p.fun(x))
	case *Var:
		if x.Abs == nil {
			return p.name(x, x.Name, "a")
		}
		return p.abstract(x, prec)
	case *Meta:
		return p.meta(x)
	}
	return fmt.Sprintf("%T", t)
}

// abstract prints a use of an abstract type.
func (p *Printer) abstract(v *Var, prec int) string {
	s := p.name(v.Abs, v.Abs.Name, "t")
	for _, n := range v.Sizes {
		s += " [" + p.size(n, false) + "]"
	}
	for _, a := range v.Args {
		_, array := Resolve(a).(*Array) // whose size would be an argument too
		s += " " + paren(array, p.typ(a, 2))
	}
	return paren(prec > 1 && len(v.Sizes)+len(v.Args) > 0, s)
}

func paren(need bool, s string) string {
	if need {
		return "(" + s + ")"
	}
	return s
}

func (p *Printer) meta(m *Meta) string {
	switch {
	case len(m.Fields) > 0:
		var fs []string
		for _, f := range m.Fields {
			fs = append(fs, f.Name+": "+p.typ(f.Type, 0))
		}
		return "{" + strings.Join(fs, ", ") + ", ...}"
	case len(m.Constrs) > 0:
		return p.sum(&Sum{m.Constrs}) + " | ..."
	}
	return "_"
}

// Name is the class in words.
func (c *Class) Name() string {
	switch {
	case c.Prims == nil:
		return "a type with equality"
	case c.has(prim.Bool) && c.has(prim.F64):
		return "a scalar type"
	case c.has(prim.Bool):
		return "an integer or bool type"
	case c.has(prim.F64) && c.has(prim.I32):
		return "a number type"
	case c.has(prim.F64):
		return "a float type"
	case !c.has(prim.U8):
		return "a signed integer type"
	}
	return "an integer type"
}

// record prints a record or tuple; unique says which fields have a star.
func (p *Printer) record(r *Record, unique []bool) string {
	var fs []string
	tuple := IsTuple(r)
	for i, f := range r.Fields {
		t := p.typ(f.Type, 0)
		if unique != nil && unique[i] {
			t = "*" + p.typ(f.Type, 2)
		}
		if !tuple {
			t = f.Name + ": " + t
		}
		fs = append(fs, t)
	}
	if tuple {
		return "(" + strings.Join(fs, ", ") + ")"
	}
	return "{" + strings.Join(fs, ", ") + "}"
}

// IsTuple reports whether the record is a tuple or ().
func IsTuple(r *Record) bool {
	for i, f := range r.Fields {
		if f.Name != strconv.Itoa(i) {
			return false
		}
	}
	return len(r.Fields) != 1
}

func (p *Printer) sum(s *Sum) string {
	var cs []string
	for _, c := range s.Constrs {
		k := []string{"#" + c.Name}
		for _, a := range c.Args {
			k = append(k, p.typ(a, 2))
		}
		cs = append(cs, strings.Join(k, " "))
	}
	return strings.Join(cs, " | ")
}

// fun prints a function's type. The arrows of a chain are collected, since there may be very many.
func (p *Printer) fun(f *Func) string {
	var chain []string
	for {
		left := p.typ(f.Param, 1)
		if f.Unique {
			left = "*" + left
		}
		if f.Name != nil && mentions(f.Result, f.Name.Sym) {
			left = "(" + p.name(f.Name, f.Name.Name, "n") + ": " + left + ")"
		}
		chain = append(chain, left)
		next, ok := Resolve(f.Result).(*Func)
		if !ok || len(f.Exts) > 0 || f.ResUnique {
			return strings.Join(append(chain, p.Result(f)), " -> ")
		}
		f = next
	}
}

// Result prints a function's result type with its unknown sizes and uniqueness.
func (p *Printer) Result(f *Func) string {
	s, t := "", f.Result
	for _, x := range f.Exts {
		n := 0
		TypeSyms(t, func(sym *Symbol) {
			if sym == x.Sym {
				n++
			}
		})
		if n > 1 || x.Name != "" {
			s += "[" + p.name(x, x.Name, "k") + "]"
		}
	}
	if s != "" {
		s = "?" + s + "."
	}
	if f.ResUnique {
		return s + "*" + p.typ(t, 2)
	}
	if r, ok := Resolve(t).(*Record); ok && len(f.ResParts) == len(r.Fields) {
		return s + p.record(r, f.ResParts)
	}
	return s + p.typ(t, 0)
}

// size prints the inside of [ ]; alone says that it stands outside brackets, where an unnamed size
// needs a name.
func (p *Printer) size(s Size, alone bool) string {
	switch x := ResolveSize(s).(type) {
	case SizeConst:
		return strconv.FormatInt(x.N, 10)
	case *SizeVar:
		if n, ok := p.names[x.Sym]; ok {
			return n
		}
		if x.Name == "" && !alone && p.count[x] <= 1 {
			return ""
		}
		return p.name(x, x.Name, "k")
	case *SizeExp:
		if !alone && p.unnamed(x) {
			return ""
		}
		return p.exp(x.Exp, 0)
	case *SizeMeta:
		if p.Open {
			return p.name(x, "", "n")
		}
	default: // has no text
	}
	return ""
}

// unnamed reports whether a size mentions one that has no name yet.
func (p *Printer) unnamed(s Size) bool {
	found := false
	SizeSyms(s, func(sym *Symbol) {
		if _, named := p.names[sym]; !named && sym.Name == "" {
			found = true
		}
	})
	return found
}

// The binary operators by binding strength, for printing size expressions.
var opPrec = map[string]int{"|": 1, "^": 1, "&": 1, "<<": 2, ">>": 2, "+": 3, "-": 3, "*": 4, "/": 4, "%": 4, "//": 4, "%%": 4, "**": 5}

func (p *Printer) exp(e Exp, prec int) string {
	if s, ok := sizeOfAtom(e); ok {
		if x, isExp := s.(*SizeExp); isExp {
			return p.exp(x.Exp, prec)
		}
		if v, isVar := s.(*SizeVar); isVar {
			return p.name(v, v.Name, "k")
		}
		if t := p.size(s, true); t != "" {
			return t
		}
		return "_"
	}
	switch x := e.(type) {
	case *Lit:
		return strings.TrimSuffix(x.Val.String(), x.Val.Type.String())
	case *Ref:
		return x.Sym.Name
	case *Project:
		return p.exp(x.Rec, 9) + "." + x.Field
	case *Index:
		var is []string
		for _, d := range x.Idx {
			is = append(is, p.exp(d.Fix, 0))
		}
		return p.exp(x.Arr, 9) + "[" + strings.Join(is, ",") + "]"
	case *Apply:
		if f, ok := x.Fn.(*Ref); ok && len(x.Args) == 2 && opPrec[f.Sym.Name] > 0 {
			q := opPrec[f.Sym.Name]
			return paren(prec > q, p.exp(x.Args[0], q)+f.Sym.Name+p.exp(x.Args[1], q+1))
		}
		if f, ok := x.Fn.(*Ref); ok && f.Sym.Prim == "neg" {
			return "-" + p.exp(x.Args[0], 9)
		}
		s := p.exp(x.Fn, 9)
		for _, a := range x.Args {
			s += " " + p.exp(a, 9)
		}
		return paren(prec > 7, s)
	default: // too long for a size
	}
	return "..."
}
