package types

// Zonker replaces solved unification variables in a finished tree. Unsolved ones are given to Type and
// Size, which must solve them or give a replacement.
type Zonker struct {
	OnType func(*Meta) Type
	OnSize func(*SizeMeta) Size
}

// Type is t without unification variables.
func (z *Zonker) Type(t Type) Type {
	if _, ok := t.(Prim); ok {
		return t
	}
	return MapType(t, func(t Type) Type {
		if m, ok := t.(*Meta); ok {
			return z.OnType(m)
		}
		return nil
	}, z.Size)
}

// Size is s without unification variables.
func (z *Zonker) Size(s Size) Size {
	switch x := ResolveSize(s).(type) {
	case *SizeMeta:
		return z.OnSize(x)
	case *SizeExp:
		e := mapSizeExp(x.Exp, func(e Exp) Exp {
			if v, ok := e.(*sizeVal); ok {
				return SizeAsExp(z.Size(v.size))
			}
			return nil
		}, z.Type, z.Size)
		if n, ok := sizeOfAtom(e); ok {
			return n
		}
		return &SizeExp{e}
	default:
		return x
	}
}

func (z *Zonker) symbol(s *Symbol) {
	if len(s.Scheme.Types)+len(s.Scheme.Sizes) == 0 {
		s.Scheme.Type = z.Type(s.Scheme.Type)
	}
}

// Pat zonks a pattern in place.
func (z *Zonker) Pat(p Pat) {
	switch x := p.(type) {
	case *PatVar:
		z.symbol(x.Sym)
	case *PatWild:
		x.T = z.Type(x.T)
	case *PatRecord:
		x.T = z.Type(x.T).(*Record)
		for _, q := range x.Fields {
			z.Pat(q)
		}
	case *PatConstr:
		x.T = z.Type(x.T).(*Sum)
		for _, q := range x.Args {
			z.Pat(q)
		}
	case *PatLit:
	}
}

// Exp zonks a tree in place.
func (z *Zonker) Exp(e Exp) {
	if _, ok := e.(*sizeVal); ok {
		return
	}
	n := e.Base()
	n.T = z.Type(n.T)
	switch x := e.(type) {
	case *Ref:
		for i, t := range x.TypeArgs {
			x.TypeArgs[i] = z.Type(t)
		}
		for i, s := range x.SizeArgs {
			if s != nil {
				x.SizeArgs[i] = z.Size(s)
			}
		}
	case *LetFun:
		z.Def(x.Def)
		z.Exp(x.Body)
		return
	case *Loop:
		for i, s := range x.SizeInit {
			if s != nil {
				x.SizeInit[i] = z.Size(s)
			}
		}
	}
	Pats(e, z.Pat)
	Children(e, z.Exp)
}

// Def zonks a definition in place.
func (z *Zonker) Def(d *Def) {
	for _, p := range d.Params {
		z.Pat(p.Pat)
	}
	d.Ret = z.Type(d.Ret)
	d.Sym.Scheme.Type = z.Type(d.Sym.Scheme.Type)
	z.Exp(d.Body)
}
