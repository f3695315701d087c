package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Demand computes the elements of a nest of maps where they are read, if all of them are read once, at the indices of maps
// around the reader:
//
//	xsss = map (\c -> map (\d -> map (\e -> f c d e) es) ds) cs
//	ys   = map (\i -> map (\j -> ... map (\x -> ... x[i, j] ...) xsss) (iota n)) (iota m)
//
// becomes
//
//	ys   = map (\i -> map (\j -> ... map (\c -> ... f c ds[i] es[j] ...) cs) (iota n)) (iota m)
//
// The array would have as many dimensions as both nests have together, more than what is made of it. The work is the same, if
// it goes another way through the elements. What is computed for an element must be small and must not fail. Demand looks at maps
// that no other parallel node contains.
func Demand(p *core.Prog) *core.Prog {
	return outermost(p, func(stms []core.Stm, results []core.Atom) []core.Stm {
		if !slices.ContainsFunc(stms, demandable) {
			return stms
		}
		b := newDemandBody(stms, results)
		for i := len(stms) - 1; i >= 0; i-- {
			j := b.onlyReader(i)
			if j == 0 {
				continue
			}
			if s, ok := demand(b.stms[:j], b.stms[i], b.stms[j]); ok {
				stms := slices.Clone(b.stms)
				stms[j] = s
				b = newDemandBody(slices.Delete(stms, i, i+1), results)
			}
		}
		return b.stms
	})
}

// demandable reports whether a statement may be a nest whose elements are demanded.
func demandable(s core.Stm) bool {
	m, ok := s.Exp.(*core.Map)
	return ok && len(m.Accs) == 0 && len(s.Pat) > 0 && s.Pat[0].Type.Rank() > 1 && !fixed(s.Pat[0].Type) && total(m.Fn.Body)
}

// demandBody is a body with what reads its variables.
type demandBody struct {
	stms    []core.Stm
	readers map[*core.Var][]int // len(stms) for the result
	// consume are the statements that consume something.
	consume []bool
}

func newDemandBody(stms []core.Stm, results []core.Atom) *demandBody {
	b := &demandBody{stms: stms, readers: map[*core.Var][]int{}, consume: make([]bool, len(stms))}
	for i, s := range stms {
		for _, v := range core.FreeInStm(s).List {
			b.readers[v] = append(b.readers[v], i)
		}
		b.consume[i] = alias.Consumes(core.Body{Stms: stms[i : i+1]})
	}
	for _, a := range results {
		if v, ok := a.(*core.Var); ok {
			b.readers[v] = append(b.readers[v], len(stms))
		}
	}
	return b
}

// onlyReader is the statement after the nest i that alone reads its results, while nothing up to it consumes anything; 0 if
// there is none.
func (b *demandBody) onlyReader(i int) int {
	if !demandable(b.stms[i]) {
		return 0
	}
	j := 0
	for _, v := range b.stms[i].Pat {
		for _, at := range b.readers[v] {
			if j != 0 && at != j || at == len(b.stms) {
				return 0
			}
			j = at
		}
	}
	if j == 0 || slices.Contains(b.consume[i:j+1], true) {
		return 0
	}
	return j
}

// total reports whether code cannot fail and has no effect, and whether what it computes for an element is small: all loops but those of
// a nest are short.
func total(b core.Body) bool {
	ok := true
	core.Walk(b, func(s core.Stm) {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			ok = ok && !e.MayFail()
		case *core.Map:
			ok = ok && len(e.Accs) == 0
		case *core.Reduce, *core.Rearrange, *core.Replicate, *core.ArrayLit, *core.Use:
		default:
			ok = false
		}
	})
	return ok
}

// demandSite is where elements are read.
type demandSite struct {
	pat    []*core.Var // the results of the nest
	nest   *core.Map
	iotas  map[*core.Var]bool      // arrays 0, 1, ...
	levels map[core.Atom]core.Atom // indices of the maps around, with their widths
}

// demand is the statement c with the elements of the nest s, which stands before it.
func demand(before []core.Stm, s, c core.Stm) (core.Stm, bool) {
	d := &demandSite{pat: s.Pat, nest: s.Exp.(*core.Map), iotas: map[*core.Var]bool{}, levels: map[core.Atom]core.Atom{}}
	d.findIotas(before)
	e, ok := d.exp(c.Exp)
	return core.Stm{Pat: c.Pat, Exp: e, Src: c.Src}, ok
}

func (d *demandSite) findIotas(stms []core.Stm) {
	for _, s := range stms {
		if e, ok := s.Exp.(*core.Iota); ok && core.IsConst(e.Start, core.IntC(0).Scalar) && core.IsConst(e.Step, core.IntC(1).Scalar) {
			d.iotas[s.Pat[0]] = true
		}
	}
}

// exp goes down to the map over the nest's results.
func (d *demandSite) exp(e core.Exp) (core.Exp, bool) {
	m, ok := e.(*core.Map)
	if !ok || len(m.Accs) > 0 {
		return nil, false
	}
	if slices.ContainsFunc(m.Arrs, func(a *core.Var) bool { return slices.Contains(d.pat, a) }) {
		return d.reader(m)
	}
	at := slices.IndexFunc(m.Arrs, func(a *core.Var) bool { return d.iotas[a] })
	if at < 0 {
		return nil, false
	}
	d.levels[m.Fn.Params[at]] = m.W
	d.findIotas(m.Fn.Body.Stms)
	stms, found := slices.Clone(m.Fn.Body.Stms), false
	for i, s := range stms {
		if !slices.ContainsFunc(d.pat, core.FreeInStm(s).Has) {
			continue
		}
		inner, ok := d.exp(s.Exp)
		if !ok || found {
			return nil, false
		}
		stms[i].Exp, found = inner, true
	}
	return &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: core.Body{Stms: stms, Result: m.Fn.Body.Result}}}, found
}

// reader is the map over the nest's results, as one over what the nest is made of.
func (d *demandSite) reader(m *core.Map) (*core.Map, bool) {
	if m.W != d.nest.W || slices.ContainsFunc(d.pat, core.FreeInLambda(m.Fn).Has) {
		return nil, false
	}
	w := &demander{site: d, sub: core.NewSubst(), def: map[*core.Var]core.Stm{}, from: map[*core.Var]element{}, at: map[*core.Map]core.Atom{}}
	w.define(d.nest.Fn.Body)
	n := &core.Map{W: m.W, Arrs: slices.Clone(d.nest.Arrs), Fn: &core.Lambda{Params: w.sub.Binders(d.nest.Fn.Params), Ret: m.Fn.Ret}}
	rows := map[*core.Var]*core.Var{} // parameters, with what the nest calls them
	for i, a := range m.Arrs {
		k := slices.Index(d.pat, a)
		if k < 0 {
			n.Arrs, n.Fn.Params = append(n.Arrs, a), append(n.Fn.Params, m.Fn.Params[i])
			continue
		}
		r, ok := d.nest.Fn.Body.Result[k].(*core.Var)
		if !ok {
			return nil, false
		}
		rows[m.Fn.Params[i]] = r
	}
	for _, s := range m.Fn.Body.Stms {
		if !w.stm(s, rows) {
			return nil, false
		}
	}
	for _, a := range m.Fn.Body.Result {
		if v, ok := a.(*core.Var); ok && rows[v] != nil {
			return nil, false
		}
	}
	n.Fn.Body = core.Body{Stms: w.out.Stms, Result: m.Fn.Body.Result}
	return n, true
}
