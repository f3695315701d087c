package types

// Children calls f for each direct subexpression of e, in order of evaluation.
func Children(e Exp, f func(Exp)) {
	opt := func(x Exp) {
		if x != nil {
			f(x)
		}
	}
	idx := func(ds []DimIndex) {
		for _, d := range ds {
			opt(d.Fix)
			opt(d.Start)
			opt(d.End)
			opt(d.Stride)
		}
	}
	switch x := e.(type) {
	case *MkRecord:
		for i := range x.Fields {
			f(x.Fields[x.Order[i]])
		}
	case *Project:
		f(x.Rec)
	case *RecordWith:
		f(x.Rec)
		f(x.Val)
	case *ArrayLit:
		for _, a := range x.Elems {
			f(a)
		}
	case *MkConstr:
		for _, a := range x.Args {
			f(a)
		}
	case *Lambda:
		f(x.Body)
	case *Apply:
		f(x.Fn)
		for _, a := range x.Args {
			f(a)
		}
	case *Let:
		f(x.Rhs)
		f(x.Body)
	case *LetFun:
		f(x.Def.Body)
		f(x.Body)
	case *If:
		f(x.Cond)
		f(x.Then)
		f(x.Else)
	case *Match:
		f(x.Scrut)
		for _, c := range x.Cases {
			f(c.Body)
		}
	case *Loop:
		f(x.Init)
		opt(x.Bound)
		opt(x.Arr)
		opt(x.While)
		f(x.Body)
	case *Index:
		f(x.Arr)
		idx(x.Idx)
	case *With:
		f(x.Arr)
		idx(x.Idx)
		f(x.Val)
	case *Range:
		f(x.Start)
		opt(x.Step)
		f(x.End)
	case *Coerce:
		f(x.E)
	case *Assert:
		f(x.Cond)
		f(x.E)
	case *Attr:
		f(x.E)
	case *Lit, *Str, *Ref, *Hole, *sizeVal:
	}
}

// PatVars calls f for each variable that a pattern binds, in order.
func PatVars(p Pat, f func(*Symbol)) {
	switch x := p.(type) {
	case *PatVar:
		f(x.Sym)
	case *PatRecord:
		for _, q := range x.Fields {
			PatVars(q, f)
		}
	case *PatConstr:
		for _, q := range x.Args {
			PatVars(q, f)
		}
	case *PatWild, *PatLit:
	}
}

// Pats calls f for each pattern that e itself binds.
func Pats(e Exp, f func(Pat)) {
	params := func(ps []Param) {
		for _, p := range ps {
			f(p.Pat)
		}
	}
	switch x := e.(type) {
	case *Lambda:
		params(x.Params)
	case *Let:
		f(x.Pat)
	case *LetFun:
		params(x.Def.Params)
	case *Match:
		for _, c := range x.Cases {
			f(c.Pat)
		}
	case *Loop:
		f(x.Pat)
		if x.ForVar != nil {
			f(&PatVar{x.ForVar})
		}
		if x.ForPat != nil {
			f(x.ForPat)
		}
	}
}
