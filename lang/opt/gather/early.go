package gather

import (
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// plan is what is computed of rows before they are gathered.
type plan struct {
	rows
	site *site
	few  bool        // it is known that there are no more rows than points
	stms []core.Stm  // that compute it
	outs []*core.Var // their results
	rest []core.Stm  // the site's code without them
	read reading
	srcs *core.Var // the indices of all points
}

// early computes what depends on an index alone for all rows, or for all points if there are more rows; nil if that is not possible, or
// does not pay.
func (g *gatherer) early(out *core.Builder, s *site, r rows) core.Exp {
	n, known := core.IntConst(r.n)
	c, few := core.IntConst(s.count)
	if known && few && n > c {
		return nil
	}
	d := &slicer{bound: maps.Clone(s.bound), alone: map[*core.Var]bool{r.at: true}, hot: map[*core.Var]bool{r.at: true}, early: map[*core.Var]bool{}, names: g.names}
	p := &plan{rows: r, site: s, few: known && few || r.n == s.count, rest: d.divide(s.body.Stms)}
	p.outs = d.crossing(core.Body{Stms: p.rest, Result: s.body.Result})
	if len(p.outs) == 0 {
		return nil
	}
	p.stms = core.Needed(core.Body{Stms: d.stms, Result: core.Atoms(p.outs)}).Stms
	ok := false
	if p.read, ok = p.reading(s.body.Stms); !ok || !p.fits(d) || !g.total(p) {
		return nil
	}
	if p.srcs = g.sources(out, p); p.srcs == nil {
		return nil
	}
	return g.gathered(p, p.compute(out))
}

// reading is the place where every point reads a row, if all of these numbers are positive.
type reading struct {
	lengths []core.Atom
	rank    int // of the rows
	src     diag.Span
}

// reading finds the place with the fewest conditions, and the largest rows.
func (p *plan) reading(stms []core.Stm) (best reading, found bool) {
	var look func(stms []core.Stm, lengths []core.Atom)
	rank := 0
	look = func(stms []core.Stm, lengths []core.Atom) {
		for _, s := range stms {
			switch e := s.Exp.(type) {
			case *core.Index:
				if e.Idx[0] != core.Atom(p.at) || e.Arr.Type.Dims[0] != p.n || p.site.bound[e.Arr] {
					continue
				}
				rank = max(rank, e.Arr.Type.Rank()-1)
				if !found || len(lengths) < len(best.lengths) {
					best, found = reading{lengths: lengths, src: s.Src}, true
				}
			case *core.Map:
				if n, ok := core.IntConst(e.W); ok && n > 0 {
					look(e.Fn.Body.Stms, lengths)
				} else if !ok && !p.site.bound[core.AsVar(e.W)] {
					look(e.Fn.Body.Stms, append(slices.Clone(lengths), e.W))
				}
			default: // not at every point, or no row
			}
		}
	}
	look(stms, nil)
	best.rank = rank
	return best, found
}

// fits reports whether the results have sizes that are known outside, and are no larger than rows.
func (p *plan) fits(d *slicer) bool {
	return !slices.ContainsFunc(p.outs, func(v *core.Var) bool {
		return v.Type.IsAcc() || v.Type.Rank() > p.read.rank || slices.ContainsFunc(v.Type.Dims, d.isBound)
	})
}

func (g *gatherer) total(p *plan) bool {
	t := &total{below: map[*core.Var]core.Atom{p.at: p.n}, iotas: maps.Clone(g.iotas), sizes: g.sizes}
	return t.body(core.Body{Stms: p.stms})
}

// sources adds the array of the indices of all points to out; nil if they are not computed by few operations that do not depend on
// other points.
func (g *gatherer) sources(out *core.Builder, p *plan) *core.Var {
	s := p.site
	if s.m != nil {
		if i := slices.Index(s.m.Fn.Params, p.at); i >= 0 {
			return s.m.Arrs[i]
		}
	}
	stms := core.Needed(core.Body{Stms: s.body.Stms, Result: []core.Atom{p.at}}).Stms
	if e := onlyIndex(stms); e != nil && s.loop != nil && e.Idx[0] == core.Atom(s.loop.I) && e.Arr.Type.Dims[0] == s.count && !s.bound[e.Arr] {
		return e.Arr
	}
	for _, st := range stms {
		switch st.Exp.(type) {
		case *core.PrimApp, *core.Index, *core.Use:
		default: // a loop, or an effect
			return nil
		}
	}
	fn := &core.Lambda{Ret: []core.Type{core.I64}, Body: core.Body{Stms: stms, Result: []core.Atom{p.at}}}
	if s.m != nil {
		fn.Params = s.m.Fn.Params
		return out.Let("at", &core.Map{W: s.count, Arrs: s.m.Arrs, Fn: core.Rename(fn)})
	}
	if free := core.FreeInLambda(fn); slices.ContainsFunc(s.loop.Params, free.Has) {
		return nil
	}
	fn.Params = []*core.Var{s.loop.I}
	all := out.Let("iota", &core.Iota{N: s.count, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	return out.Let("at", &core.Map{W: s.count, Arrs: []*core.Var{all}, Fn: core.Rename(fn)})
}

// onlyIndex is the one expression of statements that only read an array; nil if they are others.
func onlyIndex(stms []core.Stm) *core.Index {
	if len(stms) != 1 {
		return nil
	}
	e, _ := stms[0].Exp.(*core.Index)
	return e
}

// compute adds to out the results for all rows, or for all points, and gives them after the array of where each point finds them.
func (p *plan) compute(out *core.Builder) []*core.Var {
	if p.few && len(p.read.lengths) == 0 {
		return append([]*core.Var{p.srcs}, p.ofRows(out)...)
	}
	cond := core.Atom(out.Prim(prim.Le, prim.I64, p.n, p.site.count))
	for _, l := range p.read.lengths {
		some := out.Prim(prim.Lt, prim.I64, core.IntC(0), l)
		cond = out.Prim(prim.And, prim.Bool, cond, some)
	}
	k := core.NewVar("rows", core.I64)
	pat := []*core.Var{k, core.NewVar("at", core.I64.Of(p.site.count))}
	for _, v := range p.outs {
		pat = append(pat, core.NewVar(v.Name, v.Type.Of(k)))
	}
	out.Add(pat, &core.If{Cond: cond,
		Then: out.Sub(func(b *core.Builder) []core.Atom {
			return append([]core.Atom{p.n, p.srcs}, core.Atoms(p.ofRows(b))...)
		}),
		Else: out.Sub(func(b *core.Builder) []core.Atom {
			all := b.Let("iota", &core.Iota{N: p.site.count, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
			fn := &core.Lambda{Params: []*core.Var{p.at}, Ret: core.VarTypes(p.outs), Body: core.Body{Stms: p.stms, Result: core.Atoms(p.outs)}}
			ms := b.Bind("rows", &core.Map{W: p.site.count, Arrs: []*core.Var{p.srcs}, Fn: core.Rename(fn)})
			return append([]core.Atom{p.site.count, all}, core.Atoms(ms)...)
		}),
	})
	return pat[1:]
}

// ofRows are the results for all rows. What is read of a row is an element of the map that computes them.
func (p *plan) ofRows(b *core.Builder) []*core.Var {
	fn := &core.Lambda{Ret: core.VarTypes(p.outs)}
	var arrs []*core.Var
	row := map[*core.Var]*core.Var{} // of arrays
	body := p.replace(core.Body{Stms: p.stms, Result: core.Atoms(p.outs)}, func(arr *core.Var) *core.Var {
		if row[arr] == nil {
			row[arr] = core.NewVar(arr.Name, arr.Type.Row())
			arrs, fn.Params = append(arrs, arr), append(fn.Params, row[arr])
		}
		return row[arr]
	})
	fn.Body = body
	if core.FreeInBody(body).Has(p.at) {
		arrs = append(arrs, b.Let("iota", &core.Iota{N: p.n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64}))
		fn.Params = append(fn.Params, p.at)
	}
	return b.Bind("rows", &core.Map{W: p.n, Arrs: arrs, Fn: core.Rename(fn)})
}

// replace reads rows of arrays from outside as row gives them.
func (p *plan) replace(b core.Body, row func(arr *core.Var) *core.Var) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		if e, ok := s.Exp.(*core.Index); ok && e.Idx[0] == core.Atom(p.at) && e.Arr.Type.Dims[0] == p.n && !p.site.bound[e.Arr] {
			s.Exp = &core.Use{Atom: row(e.Arr)}
			if len(e.Idx) > 1 {
				s.Exp = &core.Index{Arr: row(e.Arr), Idx: e.Idx[1:]}
			}
		} else {
			s.Exp = core.Inside(s.Exp, func(b core.Body) core.Body { return p.replace(b, row) })
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// gathered is the site with the results read: from holds where each point finds them, then the results.
func (g *gatherer) gathered(p *plan, from []*core.Var) core.Exp {
	b := &core.Builder{Src: p.read.src}
	at := core.NewVar("at", core.I64)
	if p.site.loop != nil {
		b.Add([]*core.Var{at}, &core.Index{Arr: from[0], Idx: []core.Atom{p.site.loop.I}})
	}
	for i, v := range p.outs {
		if e := (&core.Index{Arr: from[i+1], Idx: []core.Atom{at}}); g.names.Consumed(v) {
			b.Add([]*core.Var{v}, &core.Copy{Arr: b.Let(v.Name, e)})
		} else {
			b.Add([]*core.Var{v}, e)
		}
	}
	body := core.Body{Stms: append(b.Stms, p.rest...), Result: p.site.body.Result}
	if l := p.site.loop; l != nil {
		return &core.Loop{Params: l.Params, Init: l.Init, I: l.I, Bound: l.Bound, Body: body, Attrs: l.Attrs}
	}
	m := p.site.m
	return &core.Map{W: m.W, Arrs: append(slices.Clone(m.Arrs), from[0]),
		Fn: &core.Lambda{Params: append(slices.Clone(m.Fn.Params), at), Ret: m.Fn.Ret, Body: body}}
}
