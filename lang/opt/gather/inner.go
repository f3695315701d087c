package gather

import (
	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/limits"
)

// Note [Functions of inner indices]
//
// What a point of a nest computes may depend on its inner indices alone:
//
//	                                                       let ls = map (\w -> log w) ws
//	map (\x -> map (\w m -> log w - (x - m)^2) ws ms) xs   in map (\x -> map (\l m -> l - (x - m)^2) ls ms) xs
//
// Weights of a window, normalising constants of a density and factors of a transform are written so, by users who leave it to others to
// notice that there is one for each w, not for each pair. The pass looks at maps and loops, outer ones first. In them it follows the maps and
// counting loops whose lengths are known before, and notes of each variable on which of these it depends, if on nothing else of the nest. It is a table
// before the nest if
//
//   - it takes a function such as exp, or a sum (costs.go), or is made of what is in such a table anyway;
//   - it cannot fail (total.go): perhaps no point asks for it;
//   - the table is not long: it has one dimension, or two that some array has, or few elements.
//
// In parallel code it is one of a few elements, for each point, and a choice of a dozen statements is dear as well.
//
// The derivative adds up the adjoints of an element of the table before it goes through the function, once for each element as well. [Invariant code
// motion out of some loops of a nest, not necessarily the inner ones: as loop distribution and scalar expansion have it, Allen and Kennedy, Optimizing Compilers
// for Modern Architectures, 2001, 5.3 and 2.4; the choice is ours]

// Inner computes what depends on inner indices alone before the nest: Note [Functions of inner indices].
func Inner(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		t := &tabler{names: names, funs: funs, iotas: map[*core.Var]core.Atom{}, sizes: newLengths(), planes: map[[2]core.Atom]bool{}}
		t.bind(f.Params)
		return t.body(f.Body)
	})
}

// tabler rewrites a function.
type tabler struct {
	names  *alias.Classes
	funs   map[*core.Fun]*core.Fun
	inside int                     // nesting of parallel nodes
	iotas  map[*core.Var]core.Atom // arrays 0, 1, ... with their lengths
	sizes  *lengths
	planes map[[2]core.Atom]bool // dimensions that stand beside each other in an array
}

// bind notes what the types of variables say.
func (t *tabler) bind(vs []*core.Var) {
	t.sizes.bind(vs)
	t.beside(vs)
}

// beside notes which dimensions stand beside each other.
func (t *tabler) beside(vs []*core.Var) {
	for _, v := range vs {
		for k := 1; k < len(v.Type.Dims); k++ {
			t.planes[[2]core.Atom{v.Type.Dims[k-1], v.Type.Dims[k]}] = true
		}
	}
}

// body rewrites code, outer nests first.
func (t *tabler) body(b core.Body) core.Body {
	defer t.sizes.leave(len(t.sizes.learnt))
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		out.Add(s.Pat, t.exp(t.nest(out, s.Exp)))
		t.bind(s.Pat)
		if n := iota(s.Exp); n != nil {
			t.iotas[s.Pat[0]] = n
		}
		if len(s.Pat) == 1 {
			t.sizes.result(s.Pat[0], s.Exp)
		}
	}
	return out.Body(b.Result...)
}

// exp goes on to the nests inside.
func (t *tabler) exp(e core.Exp) core.Exp {
	switch e := e.(type) {
	case *core.Call:
		return &core.Call{Fun: t.funs[e.Fun], Args: e.Args}
	case *core.Diff, *core.Loop, *core.If, *core.WithAcc:
		return e.Map(core.Mapper{
			Body:   t.body,
			Binder: func(v *core.Var) *core.Var { t.bind([]*core.Var{v}); return v },
			Lambda: func(l *core.Lambda) *core.Lambda {
				t.bind(l.Params)
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: t.body(l.Body)}
			},
		})
	default: // parallel nodes, and what has no code
		t.inside++
		defer func() { t.inside-- }()
		return core.Inside(e, t.body)
	}
}

// leastCount is how many points a nest has for which a table is worth it.
func (t *tabler) leastCount() int64 {
	if t.inside > 0 {
		return 2
	}
	return limits.Now.LeastProduct
}

// nest rewrites a nest of which something can stand in tables, which are added to out.
func (t *tabler) nest(out *core.Builder, e core.Exp) core.Exp {
	s := siteOf(e)
	if s == nil {
		return e
	}
	if n, known := core.IntConst(s.count); known && n < t.leastCount() || !known && t.inside > 0 {
		return e
	}
	n := &nest{tabler: t, bound: s.bound, deps: map[*core.Var][]*level{}, levels: map[core.Exp]*level{}, early: map[*core.Var]bool{}, before: map[*core.Var]core.Atom{},
		total: total{below: map[*core.Var]core.Atom{}, iotas: t.iotas, sizes: t.sizes}}
	n.follow(s.body, nil)
	if len(n.early) == 0 {
		return e
	}
	n.wanted(s.body)
	for _, v := range n.outs {
		n.place(out, v)
	}
	body := n.rewrite(s.body)
	if s.loop != nil {
		l := *s.loop
		l.Body = body
		return &l
	}
	m := *s.m
	m.Fn = &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: body}
	return &m
}
