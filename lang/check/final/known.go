package final

import (
	"slices"
	"strings"

	"raido/lang/check/fault"
	"raido/lang/diag"
	"raido/lang/types"
)

// scopes checks that every size is known where a type mentions it. Inference treats sizes as if all
// were known everywhere; this pass walks the finished tree in order of evaluation and reports binders
// and instantiations whose types mention a size that comes into being only later, or inside a function
// or branch that has been left.
func (c *checks) scopes(d *types.Def) {
	s := &scoper{c: c, known: map[*types.Symbol]bool{}, bad: map[*types.Symbol]bool{}}
	s.def(d)
}

type scoper struct {
	c     *checks
	known map[*types.Symbol]bool
	trail []*types.Symbol
	bad   map[*types.Symbol]bool // reported already
}

func (s *scoper) add(sym *types.Symbol) {
	if !s.known[sym] {
		s.known[sym] = true
		s.trail = append(s.trail, sym)
	}
}

func (s *scoper) sizes(vs []*types.SizeVar) {
	for _, v := range vs {
		s.add(v.Sym)
	}
}

// inside runs f and forgets what it made known.
func (s *scoper) inside(f func()) {
	mark := len(s.trail)
	f()
	for _, sym := range s.trail[mark:] {
		delete(s.known, sym)
	}
	s.trail = s.trail[:mark]
}

// needs reports the sizes of t that are not known here.
func (s *scoper) needs(t types.Type, what string, at diag.Span) {
	types.FreeSyms(t, func(sym *types.Symbol) { s.need(sym, t, what, at) })
}

func (s *scoper) need(sym *types.Symbol, t types.Type, what string, at diag.Span) {
	if !s.c.Local(sym) || s.known[sym] || s.bad[sym] {
		return
	}
	s.bad[sym] = true
	size := "the size " + sym.Name
	if sym.Name == "" {
		size = "its size"
	}
	d := s.c.Error(diag.Size, fault.CodeEscape, at, "%s has type %s, but %s is not known here", what, types.Print(t), size)
	fault.Note(d, sym.Span, "the size comes into being here")
	d.Hint = "compute the size first and bind it with let, or use :> to give the value another size"
}

func (s *scoper) pat(p types.Pat) {
	types.PatVars(p, func(sym *types.Symbol) { s.add(sym) })
	types.PatVars(p, func(sym *types.Symbol) { s.needs(sym.Scheme.Type, sym.Name, sym.Span) })
}

func (s *scoper) def(d *types.Def) {
	s.inside(func() {
		s.sizes(d.Sym.Scheme.Sizes)
		for _, p := range d.Params {
			s.pat(p.Pat)
		}
		s.inside(func() { s.exp(d.Body) })
		s.sizes(d.Exts)
		s.needs(d.Ret, "the result of "+d.Sym.Name, d.Body.Span())
	})
}

func (s *scoper) exp(e types.Exp) {
	diag.Poll()
	switch x := e.(type) {
	case *types.Ref:
		s.ref(x)
		return
	case *types.Apply:
		s.apply(x)
		return
	case *types.Lambda:
		s.inside(func() {
			for _, p := range x.Params {
				s.pat(p.Pat)
			}
			s.exp(x.Body)
		})
		s.needs(x.T, "this function", x.At)
		return
	case *types.Let:
		s.exp(x.Rhs)
		s.sizes(x.Sizes)
		s.pat(x.Pat)
		s.exp(x.Body)
		s.forget(x.Pat)
		s.sizes(x.Exts)
		return
	case *types.LetFun:
		s.def(x.Def)
		s.add(x.Def.Sym) // a size may call it
		s.exp(x.Body)
		delete(s.known, x.Def.Sym)
		s.sizes(x.Exts)
		return
	case *types.If:
		s.exp(x.Cond)
		s.inside(func() { s.exp(x.Then) })
		s.inside(func() { s.exp(x.Else) })
		s.sizes(x.Exts)
		s.needs(x.T, "the result of if", x.At)
		return
	case *types.Match:
		s.match(x)
		return
	case *types.Loop:
		s.loop(x)
		return
	default: // binds nothing
	}
	types.Children(e, s.exp)
	s.simple(e)
}

func (s *scoper) match(x *types.Match) {
	s.exp(x.Scrut)
	for _, k := range x.Cases {
		s.inside(func() {
			s.pat(k.Pat)
			s.exp(k.Body)
		})
	}
	s.sizes(x.Exts)
	s.needs(x.T, "the result of match", x.At)
}

// simple treats an expression that binds nothing, after its parts.
func (s *scoper) simple(e types.Exp) {
	switch x := e.(type) {
	case *types.Index:
		s.sizes(x.Exts)
	case *types.Range:
		if x.Ext != nil {
			s.add(x.Ext.Sym)
		}
	case *types.Coerce:
		s.needs(x.T, "the result of :>", x.At)
	case *types.Hole:
		s.needs(x.T, "???", x.At)
	case *types.ArrayLit:
		s.needs(x.T, "this array", x.At)
	case *types.MkConstr:
		s.needs(x.T, "this value", x.At)
	default: // its type has the sizes of its parts
	}
}

func (s *scoper) forget(p types.Pat) {
	types.PatVars(p, func(sym *types.Symbol) {
		delete(s.known, sym)
	})
}

func (s *scoper) ref(x *types.Ref) {
	for _, t := range x.TypeArgs {
		s.needs(t, x.Sym.Name, x.At)
	}
	for _, n := range x.SizeArgs {
		if n != nil {
			types.SizeSyms(n, func(sym *types.Symbol) { s.need(sym, x.T, x.Sym.Name, x.At) })
		}
	}
}

// apply visits data before functions: arguments that are functions run only when all others are there,
// and the instantiation of the function may mention sizes that its arguments bring about. An argument is there before the
// function that it is given to: in f a b, which is (f a) b, b before a. Operands are there from left to right.
func (s *scoper) apply(x *types.Apply) {
	var later []types.Exp
	args := slices.Clone(x.Args)
	if r, ok := x.Fn.(*types.Ref); !ok || !strings.ContainsRune("+-*/%=!><|&^.", rune(r.Sym.Name[len(r.Sym.Name)-1])) {
		slices.Reverse(args)
	}
	for _, a := range args {
		if _, fn := types.Resolve(a.Type()).(*types.Func); fn {
			later = append(later, a)
		} else {
			s.exp(a)
		}
	}
	for _, a := range later {
		s.exp(a)
	}
	s.sizes(x.Exts)
	s.exp(x.Fn)
}

func (s *scoper) loop(x *types.Loop) {
	s.exp(x.Init)
	if x.Bound != nil {
		s.exp(x.Bound)
	}
	if x.Arr != nil {
		s.exp(x.Arr)
	}
	s.inside(func() {
		s.sizes(x.Sizes)
		s.pat(x.Pat)
		if x.ForVar != nil {
			s.add(x.ForVar)
		}
		if x.ForPat != nil {
			s.pat(x.ForPat)
		}
		if x.While != nil {
			s.inside(func() { s.exp(x.While) })
		}
		s.exp(x.Body)
	})
	s.sizes(x.Exts)
}
