package types

import "fmt"

// Verify checks the invariants of a finished definition: no unification variable and no anonymous size
// is left, instantiations match the symbols' parameters, and applications have a function to apply.
// It gives the first violation; a definition that the checker passed has none.
func Verify(d *Def) error {
	v := &verifier{}
	v.def(d)
	return v.err
}

type verifier struct{ err error }

func (v *verifier) fail(format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf(format, args...)
	}
}

func (v *verifier) def(d *Def) {
	for _, p := range d.Params {
		v.pat(p.Pat)
	}
	v.typ(d.Ret, "result of "+d.Sym.Name)
	v.typ(d.Sym.Scheme.Type, d.Sym.Name)
	v.exp(d.Body)
}

func (v *verifier) typ(t Type, where string) {
	if t == nil {
		v.fail("%s has no type", where)
		return
	}
	MapType(t, func(t Type) Type {
		if m, ok := t.(*Meta); ok {
			v.fail("%s: type variable %d is open", where, m.ID)
		}
		return nil
	}, func(s Size) Size {
		v.size(s, where)
		return s
	})
}

func (v *verifier) size(s Size, where string) {
	switch x := ResolveSize(s).(type) {
	case nil:
		v.fail("%s: missing size", where)
	case *SizeMeta:
		v.fail("%s: size variable %d is open", where, x.ID)
	case *SizeVar:
		if x.Sym == nil {
			v.fail("%s: size %s has no symbol", where, x.Name)
		}
	case *SizeExp:
		v.exp(x.Exp)
	case SizeAny:
		v.fail("%s: anonymous size", where)
	default: // constants are always right
	}
}

func (v *verifier) pat(p Pat) {
	switch x := p.(type) {
	case *PatRecord:
		if len(x.Fields) != len(x.T.Fields) {
			v.fail("pattern has %d fields, its type %d", len(x.Fields), len(x.T.Fields))
		}
		for _, q := range x.Fields {
			v.pat(q)
		}
	case *PatConstr:
		if args, ok := ConstrArgs(x.T, x.Name); !ok || len(args) != len(x.Args) {
			v.fail("pattern #%s does not fit its type %s", x.Name, Print(x.T))
		}
		for _, q := range x.Args {
			v.pat(q)
		}
	case *PatVar, *PatWild, *PatLit:
	}
	v.typ(p.Type(), "a pattern")
}

func (v *verifier) exp(e Exp) {
	v.typ(e.Type(), fmt.Sprintf("%T at %v", e, e.Span()))
	switch x := e.(type) {
	case *sizeVal:
		v.fail("a size stands for an expression at %v", x.At)
	case *Lit:
		if !SamePrim(x.T, x.Val.Type) {
			v.fail("literal %s has type %s", x.Val, Print(x.T))
		}
	case *Table:
		for _, s := range x.Vals {
			if !SamePrim(x.T.(*Array).Elem, s.Type) {
				v.fail("number %s in %s", s, Print(x.T))
			}
		}
	case *Ref:
		if len(x.TypeArgs) != len(x.Sym.Scheme.Types) || len(x.SizeArgs) != len(x.Sym.Scheme.Sizes) {
			v.fail("use of %s has %d type and %d size arguments", x.Sym.Name, len(x.TypeArgs), len(x.SizeArgs))
		}
		for _, t := range x.TypeArgs {
			v.typ(t, "argument of "+x.Sym.Name)
		}
		for _, s := range x.SizeArgs {
			if s != nil {
				v.size(s, "argument of "+x.Sym.Name)
			}
		}
		if x.Sym.Kind == KindPrim && x.Sym.Prim == "" {
			v.fail("primitive %s without a name", x.Sym.Name)
		}
	case *Apply:
		t := Resolve(x.Fn.Type())
		for range x.Args {
			f, ok := t.(*Func)
			if !ok {
				v.fail("application at %v of what is no function", x.At)
				break
			}
			t = Resolve(f.Result)
		}
	case *LetFun:
		v.def(x.Def)
		v.exp(x.Body)
		return
	case *Loop:
		if len(x.Sizes) != len(x.SizeInit) || len(x.Sizes) != len(x.Exts) {
			v.fail("loop at %v has %d sizes, %d initial and %d final ones", x.At, len(x.Sizes), len(x.SizeInit), len(x.Exts))
		}
	default: // right if its parts are
	}
	Pats(e, v.pat)
	Children(e, v.exp)
}
