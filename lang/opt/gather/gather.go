package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Note [Functions of gathered rows]
//
// A graph's messages are often written edge by edge:
//
//	map (\s -> f h[s]) src
//
// though f h[s] depends on the node alone, and a node has many edges. f after a gather is a gather after f:
//
//	let (k, ms, at) = if n <= e then (n, map f h, src) else (e, map (\s -> f h[s]) src, iota e)
//	in map (\p -> ms[p]) at
//
// for n nodes and e edges. Both branches give rows and where to find them, so that the map after them, and its derivative, is
// one, without the array of all messages. The pass looks at the maps and loops that no parallel node contains, and at
// what in them depends on an index s alone: in map2 (\s w -> map (\r -> w * sum (r * h[s])) ws) src weights that is the sum, for which
// the inner map is cut in two. It needs that
//
//   - the row is read at every point (so that s is one of 0..n-1, or the program fails as it did), which may need that an inner map has
//     elements: a condition beside n <= e;
//   - what is computed cannot fail for rows that no point reads (total.go);
//   - it is dear: it contains a loop that its result is not as long as, or a function such as exp (costs.go);
//   - its results are no larger than the rows.

// Early computes what depends on a gathered row alone before it is gathered: Note [Functions of gathered rows].
func Early(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		g := &gatherer{names: names, funs: funs, iotas: map[*core.Var]core.Atom{}, sizes: newLengths()}
		g.sizes.bind(f.Params)
		return g.body(f.Body, true)
	})
}

type gatherer struct {
	names *alias.Classes
	funs  map[*core.Fun]*core.Fun
	iotas map[*core.Var]core.Atom // arrays 0, 1, ... with their lengths
	sizes *lengths
}

// body rewrites a body; outside reports whether no parallel node contains it.
func (g *gatherer) body(b core.Body, outside bool) core.Body {
	defer g.sizes.leave(len(g.sizes.learnt))
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		e := g.exp(s.Exp, outside)
		if outside {
			e = g.site(out, e)
		}
		out.Add(s.Pat, e)
		g.note(s.Pat, e)
	}
	return out.Body(b.Result...)
}

// note notes what a statement says of its results.
func (g *gatherer) note(pat []*core.Var, e core.Exp) {
	g.sizes.bind(pat)
	if len(pat) == 1 {
		g.sizes.result(pat[0], e)
	}
	if n := iota(e); n != nil {
		g.iotas[pat[0]] = n
	}
}

// iota is the length of the array 0, 1, ... of indices; nil if e is another expression.
func iota(e core.Exp) core.Atom {
	if i, ok := e.(*core.Iota); ok && i.T == prim.I64 && core.IsInt(i.Start, 0) && core.IsInt(i.Step, 1) {
		return i.N
	}
	return nil
}

func (g *gatherer) exp(e core.Exp, outside bool) core.Exp {
	if c, ok := e.(*core.Call); ok {
		return &core.Call{Fun: g.funs[c.Fun], Args: c.Args}
	}
	_, diff := e.(*core.Diff) // its function runs where it stands
	return e.Map(core.Mapper{
		Body:   func(b core.Body) core.Body { return g.body(b, outside) },
		Binder: func(v *core.Var) *core.Var { g.sizes.bind([]*core.Var{v}); return v },
		Lambda: func(l *core.Lambda) *core.Lambda {
			g.sizes.bind(l.Params)
			return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: g.body(l.Body, outside && diff)}
		},
	})
}

// site rewrites a map, or a loop, as often as there is something to compute early.
func (g *gatherer) site(out *core.Builder, e core.Exp) core.Exp {
	for tries := 0; tries < mostRows; tries++ {
		s := siteOf(e)
		if s == nil || s.m != nil && len(s.m.Accs) > 0 {
			return e
		}
		next := g.rewrite(out, s)
		if next == nil {
			return e
		}
		e = next
	}
	return e
}

// mostRows bounds how many kinds of rows one map gathers, since each makes code.
const mostRows = 4

// site is code that runs at each of a number of points.
type site struct {
	m     *core.Map  // or
	loop  *core.Loop // one that counts
	count core.Atom
	body  core.Body
	level []*core.Var // what its points bind: parameters, then results of statements
	bound map[*core.Var]bool
}

func siteOf(e core.Exp) *site {
	s := &site{bound: map[*core.Var]bool{}}
	switch e := e.(type) {
	case *core.Map:
		s.m, s.count, s.body, s.level = e, e.W, e.Fn.Body, slices.Clone(e.Fn.Params)
		s.bound = core.BoundIn(e.Fn)
	case *core.Loop:
		if e.I == nil || e.I.Type.Elem != prim.I64 {
			return nil
		}
		s.loop, s.count, s.body, s.level = e, e.Bound, e.Body, append(slices.Clone(e.Params), e.I)
		s.bound = core.BoundIn(&core.Lambda{Params: s.level, Body: e.Body})
	default: // runs once, or not at points
		return nil
	}
	for _, st := range s.body.Stms {
		s.level = append(s.level, st.Pat...)
	}
	return s
}

// rewrite makes the code for the first index of which something can be computed early, and adds to out what comes before; nil if there
// is none.
func (g *gatherer) rewrite(out *core.Builder, s *site) core.Exp {
	for _, r := range g.rowsOf(s) {
		if e := g.early(out, s, r); e != nil {
			return e
		}
	}
	return nil
}

// rows is an index at each point, and how many rows there are that it may name.
type rows struct {
	at *core.Var
	n  core.Atom
}

// rowsOf are the indices of the points of a site by which arrays from outside are read.
func (g *gatherer) rowsOf(s *site) []rows {
	var out []rows
	counts := g.counters(s)
	core.Walk(s.body, func(st core.Stm) {
		e, ok := st.Exp.(*core.Index)
		if !ok || s.bound[e.Arr] {
			return
		}
		at, ok := e.Idx[0].(*core.Var)
		r := rows{at, e.Arr.Type.Dims[0]}
		if ok && !counts[at] && slices.Contains(s.level, at) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	})
	return out
}

// counters are the variables that number the points, or differ from point to point as such do: what is read at them is not gathered, since no row is
// read twice.
func (g *gatherer) counters(s *site) map[*core.Var]bool {
	out := map[*core.Var]bool{}
	if s.loop != nil {
		out[s.loop.I] = true
	} else {
		for i, p := range s.m.Fn.Params {
			out[p] = g.iotas[s.m.Arrs[i]] != nil
		}
	}
	for _, st := range s.body.Stms {
		if e, ok := st.Exp.(*core.PrimApp); ok && (e.Op == prim.Add || e.Op == prim.Sub) {
			x, y := core.AsVar(e.Args[0]), core.AsVar(e.Args[1])
			out[st.Pat[0]] = out[x] && !s.bound[y] || out[y] && !s.bound[x]
		}
	}
	return out
}
