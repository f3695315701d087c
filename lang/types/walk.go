package types

import "raido/lang/diag"

// Children calls f for each direct subexpression of e, in order of evaluation.
func Children(e Exp, f func(Exp)) {
	diag.Poll()
	switch x := e.(type) {
	case *MkRecord:
		for i := range x.Fields {
			f(x.Fields[x.Order[i]])
		}
	case *Project:
		f(x.Rec)
	case *RecordWith:
		each(f, x.Rec, x.Val)
	case *ArrayLit:
		each(f, x.Elems...)
	case *MkConstr:
		each(f, x.Args...)
	case *Lambda:
		f(x.Body)
	case *Apply:
		f(x.Fn)
		each(f, x.Args...)
	case *Let:
		each(f, x.Rhs, x.Body)
	case *LetFun:
		each(f, x.Def.Body, x.Body)
	case *If:
		each(f, x.Cond, x.Then, x.Else)
	case *Match:
		f(x.Scrut)
		for _, c := range x.Cases {
			f(c.Body)
		}
	case *Loop:
		each(f, x.Init, x.Bound, x.Arr, x.While, x.Body)
	case *Index:
		f(x.Arr)
		eachIndex(f, x.Idx)
	case *With:
		f(x.Arr)
		eachIndex(f, x.Idx)
		f(x.Val)
	case *Range:
		each(f, x.Start, x.Step, x.End)
	case *Coerce:
		f(x.E)
	case *Assert:
		each(f, x.Cond, x.E)
	case *Attr:
		f(x.E)
	case *Lit, *Table, *Str, *Ref, *Hole, *sizeVal:
	}
}

// each calls f for the expressions that are there.
func each(f func(Exp), es ...Exp) {
	for _, e := range es {
		if e != nil {
			f(e)
		}
	}
}

func eachIndex(f func(Exp), ds []DimIndex) {
	for _, d := range ds {
		each(f, d.Fix, d.Start, d.End, d.Stride)
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
	default: // binds nothing
	}
}
