package layout

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
)

// Note [Columns in one piece]
//
// Matrices lie in memory row by row. A loop that carries one and goes along its columns, as an orthogonalisation or a substitution with several
// right-hand sides does as textbooks write it, takes an element from every row in turn: of each piece of memory that comes to the processor it uses
// one number, and no vector is read or written at once. So where most accesses of a nest go along columns, its loops carry the transpose:
//
//	r = loop a = a0 for j < n do                  t0 = copy (transpose a0)
//	      v = map f (transpose a)[j]              t  = loop t = t0 for j < n do
//	      a with [0:n, j:1] = v         becomes         v = map f t[j]
//	                                                    t with [j] = v
//	                                              r  = transpose t
//
// This is decided before derivatives are taken, so that adjoints and tapes lie in the same way. An access counts as often as the loops and maps run
// in which it lies, as far as its index depends on them, and goes along a column if the innermost of these is that of its first index. Loops in
// parallel code stay: there rows are those of other threads. [data layout transformations; Allen, Kennedy: Optimizing Compilers for
// Modern Architectures, 9.2, for the cost of an order of loops]

// Apply lets loops carry transposes: Note [Columns in one piece].
func Apply(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		l := &layouter{funs: funs, chains: region.NewChains(), defs: map[*core.Var]core.Exp{}}
		l.chains.Learn(f.Params, f.Body)
		core.Walk(f.Body, func(s core.Stm) {
			for _, v := range s.Pat {
				l.defs[v] = s.Exp
			}
		})
		return l.body(f.Body, false)
	})
}

type layouter struct {
	funs   map[*core.Fun]*core.Fun
	chains *region.Chains // of the function as it was
	defs   map[*core.Var]core.Exp
}

// body rewrites the loops of a body; parallel says that it is one of parallel code.
func (l *layouter) body(b core.Body, parallel bool) core.Body {
	out := &core.Builder{}
	for k, s := range b.Stms {
		out.Src = s.Src
		e, ok := s.Exp.(*core.Loop)
		if ok && !parallel && l.loop(out, e, s.Pat, core.Body{Stms: b.Stms[k+1:], Result: b.Result}) {
			continue
		}
		_, diff := s.Exp.(*core.Diff)
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return l.body(b, parallel) },
			Lambda: func(f *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: f.Params, Ret: f.Ret, Body: l.body(f.Body, parallel || !diff)}
			},
		})
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = l.funs[c.Fun]
		}
		out.Add(s.Pat, s.Exp)
	}
	return core.Body{Stms: out.Stms, Result: b.Result}
}

// loop adds a loop that carries transposes, and what it gives as it was; it adds nothing if there is no matrix to transpose. rest is the
// code after the loop.
func (l *layouter) loop(out *core.Builder, e *core.Loop, pat []*core.Var, rest core.Body) bool {
	if l.bothWays(out, e, pat) {
		return true
	}
	t := &turner{layouter: l, turned: map[*core.Var]*core.Var{}}
	n := &core.Loop{Params: slices.Clone(e.Params), Init: slices.Clone(e.Init), I: e.I, Bound: e.Bound, Attrs: e.Attrs}
	now := slices.Clone(pat)
	for k, p := range e.Params {
		if v := l.votesOf(e, k); v != nil && v.alongColumns() {
			n.Params[k], n.Init[k], now[k] = t.turn(p), l.start(out, e.Init[k].(*core.Var)), core.NewVar(pat[k].Name, transposed(pat[k].Type))
		}
	}
	if len(t.turned) == 0 {
		return false
	}
	if e.Cond != nil {
		c := t.body(*e.Cond)
		n.Cond = &c
	}
	n.Body = t.body(e.Body)
	out.Add(now, n)
	for k, v := range pat {
		if now[k] == v {
			continue
		}
		set := &core.VarSet{}
		set.Add(v)
		whole := core.Exp(&core.Rearrange{Perm: swap, Arr: now[k]})
		if slices.Contains(rest.Result, core.Atom(v)) || alias.MayConsume(rest, set) {
			whole = &core.Copy{Arr: out.Let(v.Name, whole)}
		}
		out.Add([]*core.Var{v}, whole)
	}
	return true
}

// start adds the transpose with which a loop starts.
func (l *layouter) start(b *core.Builder, v *core.Var) core.Atom {
	if r, ok := l.defs[v].(*core.Replicate); ok && r.Val.AtomType().IsScalar() {
		return b.Let(v.Name, &core.Replicate{Dims: transposed(v.Type).Dims, Val: r.Val})
	}
	return b.Let(v.Name, &core.Copy{Arr: b.Let(v.Name, &core.Rearrange{Perm: swap, Arr: v})})
}

// swap is the permutation of a transpose.
var swap = []int{1, 0}

// transposed is the type of the transpose of a matrix.
func transposed(t core.Type) core.Type { return core.Prim(t.Elem).Of(t.Dims[1], t.Dims[0]) }
