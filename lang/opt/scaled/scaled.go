package scaled

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Sums scaled by a maximum]
//
// The sum of e^x over many x is scaled by their maximum, so that it does not overflow. Programs that go through the x once carry both
// [Milakov, Gimelshein, Online normalizer calculation for softmax, 2018]:
//
//	reduce (\(m, s) (n, u) -> let p = max m n in (p, s * exp (m - p) + u * exp (n - p))) (-inf, 0) (zip xs us)
//
// and so do those that choose the greater of m and n by a branch. It is the pair of
//
//	m = reduce max (-inf) xs; s = reduce (+) 0 (map (\x u -> u * exp (x - m)) xs us)
//
// since scaling by m - p and then by p - q is scaling by m - q. These are reductions of numbers, which lanes compute, with one exponential for an element in the
// place of two, and their derivative is a map; that of an operator of which nothing is known takes scans from both ends.
//
// Terms whose sum is 0 may be left out, or those whose maximum is -inf, for which the exponential would be no number: on both sides, or on
// none. The elements are then left out by the same test. Where two maxima are -inf and nothing is left out, the join is no number, and the result
// depends on the order of joins; here it is a number if any element is. operator.go says when an operator is this one.

// Sums makes maxima and sums of reductions of pairs: Note [Sums scaled by a maximum].
func Sums(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		return (&splitter{funs, map[*core.Var]core.Const{}}).body(f.Body)
	})
}

type splitter struct {
	funs  map[*core.Fun]*core.Fun
	fills map[*core.Var]core.Const // arrays of one constant
}

func (s *splitter) body(b core.Body) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		switch e := st.Exp.(type) {
		case *core.Call:
			out.Add(st.Pat, &core.Call{Fun: s.funs[e.Fun], Args: e.Args})
			continue
		case *core.Replicate:
			if c, ok := e.Val.(core.Const); ok {
				s.fills[st.Pat[0]] = c
			}
		case *core.Reduce:
			if guard, ok := operator(e.Fn); ok && e.Ne[0] == core.Atom(lowest(e.Fn.Params[0].Type.Elem)) && core.IsNeutral(core.BinOp(prim.Add, e.Fn.Params[0].Type.Elem), e.Ne[1]) {
				s.split(out, st.Pat, e, guard)
				continue
			}
		default: // no reduction
		}
		out.Add(st.Pat, core.Inside(st.Exp, s.body))
	}
	return out.Body(b.Result...)
}

// split adds a maximum and a sum in the place of their pair.
func (s *splitter) split(b *core.Builder, pat []*core.Var, e *core.Reduce, guard string) {
	t := e.Fn.Params[0].Type.Elem
	b.Add(pat[:1], &core.Reduce{W: e.W, Fn: core.BinOp(prim.Max, t), Ne: e.Ne[:1], Arrs: e.Arrs[:1], Comm: true})
	fill, filled := s.fills[e.Arrs[1]]
	term := func(b *core.Builder, x, u core.Atom) core.Atom {
		scale := b.Prim(prim.Exp, t, b.Prim(prim.Sub, t, x, pat[0]))
		if u == core.Atom(core.One(t)) {
			return scale
		}
		return b.Prim(prim.Mul, t, u, scale)
	}
	terms := b.Map(e.W, e.Arrs, func(b *core.Builder, p []*core.Var) []core.Atom {
		x, u := core.Atom(p[0]), core.Atom(p[1])
		if filled {
			u = fill
		}
		var none *core.Var
		switch {
		case guard == "m":
			none = b.Prim(prim.Eq, t, x, lowest(t))
		case guard == "s" && !(filled && u != core.Atom(core.Zero(t))):
			none = b.Prim(prim.Eq, t, u, core.Zero(t))
		default:
			return []core.Atom{term(b, x, u)}
		}
		return core.Atoms(b.If(none, []core.Type{core.Prim(t)}, func(*core.Builder) []core.Atom { return []core.Atom{core.Zero(t)} },
			func(b *core.Builder) []core.Atom { return []core.Atom{term(b, x, u)} }))
	})
	b.Add(pat[1:], &core.Reduce{W: e.W, Fn: core.BinOp(prim.Add, t), Ne: e.Ne[1:], Arrs: terms, Comm: true})
}
