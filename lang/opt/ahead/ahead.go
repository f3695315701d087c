package ahead

import (
	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/opt"
	"raido/lang/prim"
)

// Note [Sums taken ahead]
//
// A substitution that is written by inner products may go down the columns of a matrix:
//
//	loop x for i < n do                                  loop (x, t) = (x0, 0) for i < n do
//	  let s = sum (map2 (*) a[:i, i] x[:i])     becomes    let s = t[i]
//	  let v = f i s                                        let v = f i s
//	  in x with [i] = v                                    in (x with [i] = v, t with [i + 1:] = map2 (\t a -> t + a * v) t[i + 1:] a[i, i + 1:])
//
// Elements of a column lie in as many pieces of memory, of which each comes to the processor for one number. The sum of iteration i has one
// term for each earlier one, j, which is known as soon as x[j] is; so iteration j adds it, and those of all later iterations, which lie side by side in row j. These
// are the same terms; sums are taken in another order, as Note [Sums of loops] has it. The same goes, without waiting, for sums of what the loop does not change,
// of as many terms in each iteration: they are taken before the loop, row by row.
//
//	loop x for i < n do                                  let t = loop t = 0 for j < m do map2 (\t a -> t + a * y[j]) t a[j]
//	  let s = sum (map2 (*) a[:, i] y)          becomes  loop x for i < n do
//	  ... s ...                                            let s = t[i] ...
//
// So are those of terms from the diagonal on, or up to it: a row then adds to the sums of some iterations only.
//
// This is decided before derivatives are taken: the derivative of the one form goes down columns, that of the other along rows. It is done where more of
// what a term reads lies along columns before than after, and all of it is certainly within bounds, so no failure is added. What is read of the array that the
// loop writes lies where no iteration writes, but for the elements x[j] themselves. Loops in parallel code stay: there columns are those of threads side by
// side. [Left-looking and right-looking factorisations: Dongarra, Gustavson, Karp, Implementing linear algebra algorithms for dense
// matrices on a vector pipeline machine, 1984; that the terms of all earlier iterations are those of one iteration for all later ones is the interchange of
// a triangular nest, Allen, Kennedy: Optimizing Compilers for Modern Architectures, 5.2]

// Sums takes sums along columns ahead: Note [Sums taken ahead].
func Sums(p *core.Prog) *core.Prog {
	changed := false
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		a := &taker{funs: funs, chains: region.NewChains(), defs: map[*core.Var]core.Exp{}}
		a.chains.Learn(f.Params, f.Body)
		a.define(f.Body)
		b := a.body(f.Body, false)
		changed = changed || a.changed
		return b
	})
	if changed {
		return opt.DCE(out)
	}
	return p
}

type taker struct {
	funs   map[*core.Fun]*core.Fun
	chains *region.Chains
	defs   map[*core.Var]core.Exp

	changed bool
}

func (a *taker) define(b core.Body) {
	core.Walk(b, func(s core.Stm) {
		for _, v := range s.Pat {
			a.defs[v] = s.Exp
		}
	})
}

// body rewrites the loops of a body; parallel says that it is one of parallel code.
func (a *taker) body(b core.Body, parallel bool) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		if e, ok := s.Exp.(*core.Loop); ok && !parallel && e.Cond == nil && e.I.Type.Elem == prim.I64 {
			s = a.loop(out, s, e)
		}
		_, diff := s.Exp.(*core.Diff)
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return a.body(b, parallel) },
			Lambda: func(f *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: f.Params, Ret: f.Ret, Body: a.body(f.Body, parallel || !diff)}
			},
		})
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = a.funs[c.Fun]
		}
		out.Add(s.Pat, s.Exp)
	}
	return core.Body{Stms: out.Stms, Result: b.Result}
}

// loop is a loop of which sums are taken ahead; what comes before it is added to out.
func (a *taker) loop(out *core.Builder, st core.Stm, e *core.Loop) core.Stm {
	for k := range e.Body.Stms {
		n, ok := a.pull(st, e, k)
		if s := a.sum(e, k); s != nil {
			if n, ok = s.push(out, st, e); !ok {
				n, ok = s.before(out, st, e)
			}
		}
		if ok {
			st, e, a.changed = n, n.Exp.(*core.Loop), true
		}
	}
	return st
}
