package types

// expEq compares size expressions structurally; size compares the sizes that they are or have inside.
func expEq(a, b Exp, size func(a, b Size) bool) bool {
	sa, oka := sizeOfAtom(a)
	sb, okb := sizeOfAtom(b)
	if oka || okb {
		if !oka {
			sa = &SizeExp{a}
		}
		if !okb {
			sb = &SizeExp{b}
		}
		return size(ResolveSize(sa), ResolveSize(sb))
	}
	switch x := a.(type) {
	case *Lit:
		y, ok := b.(*Lit)
		return ok && x.Val == y.Val
	case *Ref:
		y, ok := b.(*Ref)
		return ok && x.Sym == y.Sym
	case *Project:
		y, ok := b.(*Project)
		return ok && x.Field == y.Field && expEq(x.Rec, y.Rec, size)
	case *Apply:
		y, ok := b.(*Apply)
		if !ok || len(x.Args) != len(y.Args) || !expEq(x.Fn, y.Fn, size) {
			return false
		}
		for i := range x.Args {
			if !expEq(x.Args[i], y.Args[i], size) {
				return false
			}
		}
		return true
	case *Index:
		y, ok := b.(*Index)
		if !ok || len(x.Idx) != len(y.Idx) || !expEq(x.Arr, y.Arr, size) {
			return false
		}
		for i := range x.Idx {
			if !expEq(x.Idx[i].Fix, y.Idx[i].Fix, size) {
				return false
			}
		}
		return true
	default: // no size has other forms
	}
	return false
}

// SameSize reports whether two sizes are equal as they stand; it solves nothing.
func SameSize(a, b Size) bool {
	a, b = ResolveSize(a), ResolveSize(b)
	switch x := a.(type) {
	case SizeConst:
		y, ok := b.(SizeConst)
		return ok && x.N == y.N
	case *SizeVar:
		y, ok := b.(*SizeVar)
		return ok && x.Sym == y.Sym
	case *SizeExp:
		y, ok := b.(*SizeExp)
		return ok && expEq(x.Exp, y.Exp, SameSize)
	default: // equal if identical
	}
	return a == b
}

// SizeMetas calls f for each unsolved variable in a size, also where an expression holds it in an instantiation:
// in length xs, the length of xs.
func SizeMetas(s Size, f func(*SizeMeta)) {
	switch x := ResolveSize(s).(type) {
	case *SizeMeta:
		f(x)
	case *SizeExp:
		eachSizeVal(x.Exp, func(s Size) { SizeMetas(s, f) })
	default: // no variables inside
	}
}

func eachSizeVal(e Exp, f func(Size)) {
	if v, ok := e.(*sizeVal); ok {
		f(v.size)
		return
	}
	if r, ok := e.(*Ref); ok {
		for _, s := range r.SizeArgs {
			if s != nil {
				f(s)
			}
		}
		for _, t := range r.TypeArgs {
			EachSize(t, f)
		}
	}
	Children(e, func(x Exp) { eachSizeVal(x, f) })
}
