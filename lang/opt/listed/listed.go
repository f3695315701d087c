package listed

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Listed sums]
//
// What comes of a seed with one element that is not zero is often zero at most places, and which they are only the data tell: a
// joint of a skeleton moves the bones below it, and the skeleton is an argument. lang/sparse finds zeros that the program's text shows; here are
// those of tangents and adjoints that are read many times. In
//
//	map I (\i -> map J (\j -> map D (\d -> reduce (+) 0 (map B (\b -> weigh (w b j) t[b, i, d])))))
//
// the term of b is zero where t[b, i, d] is, whatever w is: weigh is a product by what comes of seeds (Note [Sparse seeds] in ad). So
// for each i and d, the indices by which t is read but for b and j, those b are listed for which t is not zero, once for all j:
//
//	(c, l) = map I (\i -> map D (\d -> loop (c, l) = (0, replicate B 0) for b < B do (c + i64 (t[b, i, d] != 0), l with [c] = b)))
//	map I (\i -> map D (\d -> map J (\j -> reduce (+) 0 (map c[i, d] (\k -> let b = l[i, d, k] in weigh (w b j) t[b, i, d])))))
//
// A term is made of several elements in general, of sums of them along dimensions of their own (rows, all of whose elements must be
// zero), and of sums, differences and multiples of such. [ours: weigh (x, 0) = 0 by definition, and x + 0 = x but for the sign of zero. The order
// of the terms that are left is that of b.]
//
// Lists are made if J is large and all the terms are much work, and used if at most half of the terms are left; else the sum goes over all
// terms, as before: a product of matrices stays one. Both are decided at run time by the host, so the sum must be host code's
// own or in maps that are. Zero is what compares equal to it; NaN and infinity are not.
//
// What is read for a list is read before, if J is not empty; t is read nowhere else, as its indices run over its dimensions exactly. Code that may
// fail by an Assert is left alone. A read of w out of its bounds is not seen where the term is not needed, as in lang/sparse.

// Sums rewrites sums whose terms are mostly zero, and makes plain products of those by what comes of seeds.
func Sums(p *core.Prog) *core.Prog {
	if !weighs(p) {
		return p
	}
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		w := &walk{funs: funs, def: map[*core.Var]core.Stm{}}
		return plain(w.body(f.Body))
	})
}

func weighs(p *core.Prog) (yes bool) {
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			e, ok := s.Exp.(*core.PrimApp)
			yes = yes || ok && e.Op == prim.Weigh
		})
	}
	return yes
}

// plain is a body with plain products.
func plain(b core.Body) core.Body {
	return core.Replace(b, func(s core.Stm) core.Exp {
		if e, ok := s.Exp.(*core.PrimApp); ok && e.Op == prim.Weigh {
			return &core.PrimApp{Op: prim.Mul, T: e.T, Args: e.Args}
		}
		return nil
	})
}

// walk is the state of one function.
type walk struct {
	funs map[*core.Fun]*core.Fun
	def  map[*core.Var]core.Stm // of what host code binds, and of what the nest at hand does
}

// body rewrites a body of host code.
func (w *walk) body(b core.Body) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		for _, v := range s.Pat {
			w.def[v] = s
		}
		switch e := s.Exp.(type) {
		case *core.Call:
			s.Exp = &core.Call{Fun: w.funs[e.Fun], Args: e.Args}
		case *core.If, *core.Loop:
			s.Exp = e.Map(core.Mapper{Body: w.body})
		case *core.Map:
			w.listed(out, s, e)
			continue
		default: // no sum of host code, nor maps around one
			s.Exp = e.Map(core.Mapper{Lambda: w.calls})
		}
		out.Add(s.Pat, s.Exp)
	}
	return out.Body(b.Result...)
}

// calls is a lambda that calls the new functions.
func (w *walk) calls(l *core.Lambda) *core.Lambda {
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: core.Replace(l.Body, func(s core.Stm) core.Exp {
		if c, ok := s.Exp.(*core.Call); ok {
			return &core.Call{Fun: w.funs[c.Fun], Args: c.Args}
		}
		return nil
	})}
}

// listed appends a map, with sums in it over lists.
func (w *walk) listed(b *core.Builder, s core.Stm, m *core.Map) {
	m = &core.Map{W: m.W, Accs: m.Accs, Arrs: m.Arrs, Fn: w.calls(m.Fn)}
	if len(m.Accs) == 0 && !mayFail(m.Fn.Body) {
		if n := w.nest(m); len(n.sums) > 0 {
			n.write(b, s.Pat, m)
			return
		}
	}
	b.Add(s.Pat, m)
}

// mayFail reports whether code checks something, or does more than compute.
func mayFail(b core.Body) (yes bool) {
	core.Walk(b, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Assert, *core.Call, *core.WithAcc, *core.Update, *core.UpdateSlice, *core.Scatter, *core.Hist:
			yes = true
		default:
		}
	})
	return yes
}
