package types

// Zonker replaces solved unification variables in a finished tree. Unsolved ones are given to Type and
// Size, which must solve them or give a replacement.
type Zonker struct {
	OnType func(*Meta) Type
	OnSize func(*SizeMeta) Size

	done  map[Type]Type     // what composed types came to: the types of nested expressions share their parts
	sizes map[*SizeExp]Size // the same for sizes
}

// Type is t without unification variables.
func (z *Zonker) Type(t Type) Type {
	t = Resolve(t)
	switch t := t.(type) {
	case Prim:
		return t
	case *Meta:
		return z.OnType(t)
	default: // rebuilt below
	}
	if r, ok := z.done[t]; ok {
		return r
	}
	r := MapType(t, func(part Type) Type {
		if part == t {
			return nil
		}
		return z.Type(part)
	}, z.Size)
	if z.done == nil {
		z.done = map[Type]Type{}
	}
	z.done[t] = r
	return r
}

// Size is s without unification variables.
func (z *Zonker) Size(s Size) Size {
	switch x := ResolveSize(s).(type) {
	case *SizeMeta:
		return z.OnSize(x)
	case *SizeExp:
		if r, ok := z.sizes[x]; ok {
			return r
		}
		e := mapSizeExp(x.Exp, func(e Exp) Exp {
			if v, ok := e.(*sizeVal); ok {
				return SizeAsExp(z.Size(v.size))
			}
			return nil
		}, z.Type, z.Size)
		r, ok := sizeOfAtom(e)
		if !ok {
			r = &SizeExp{e}
		}
		if z.sizes == nil {
			z.sizes = map[*SizeExp]Size{}
		}
		z.sizes[x] = r
		return r
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
	default: // nothing but its type and its parts
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
