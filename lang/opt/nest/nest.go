package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Loops that are maps]
//
// Programs that are written as in other languages fill arrays by loops around loops:
//
//	loop c = c0 for i < n do                              map n (\i ->
//	  loop c = c for j < m do                becomes        map m (\j ->
//	    let s = loop s = 0 for k < l do s + f i j k           reduce (+) 0 (map l (\k -> f i j k))))
//	    in c with [i, j] = s
//
// A loop is a map where no iteration reads what an earlier one has written, and no two write the same place: then each may read the array as
// it is before the loop. Package region says so, from indices that are sums of counters. Loops inside come first, so a nest is a
// nest of maps. The written part is a slice, in which the map's result is put, or the whole array. A parameter that is only added to is a
// sum (Note [Sums of loops]). A loop is converted only if that goes for each of its parameters.
//
// Package tabulate has been there before: it makes maps of nests that fill whole arrays but for a border, or under a condition. What is left
// are sums, nests that add up in their arrays (Note [Sums in places]), and those that write parts.
//
// Inside of a loop that stays, what is converted is a few steps of that loop's body, and it pays where users would write it so: if bounds
// do not depend on the loop, and arrays are written as a whole.

// Nests makes maps and reductions of loops: Note [Loops that are maps].
func Nests(p *core.Prog) *core.Prog {
	linear := false
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			_, diff := s.Exp.(*core.Diff)
			linear = linear || diff
		})
	}
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		n := &nester{funs: funs, names: names, chains: region.NewChains(), defs: map[*core.Var]core.Exp{}, writes: map[core.Exp]*write{}, linear: linear}
		n.chains.Learn(f.Params, f.Body)
		return n.body(f.Body)
	})
}

type nester struct {
	funs   map[*core.Fun]*core.Fun
	names  *alias.Classes
	chains *region.Chains
	defs   map[*core.Var]core.Exp
	writes map[core.Exp]*write // what the updates in new code write
	stays  *core.Loop          // the outermost loop around that stays; nil if there is none
	linear bool                // derivatives are taken, and only of accumulators that add
}

func (n *nester) body(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, st := range b.Stms {
		for _, v := range st.Pat {
			n.defs[v] = st.Exp
		}
		out.Stms = append(out.Stms, n.stm(st)...)
	}
	return out
}

func (n *nester) stm(st core.Stm) []core.Stm {
	if l, ok := st.Exp.(*core.Loop); ok {
		return n.loop(st, l)
	}
	if r, ok := st.Exp.(*core.Reduce); ok {
		if out := n.vectors(st, r); out != nil {
			return out
		}
	}
	stays := n.stays
	defer func() { n.stays = stays }()
	e := st.Exp.Map(core.Mapper{
		Body: n.body,
		Lambda: func(l *core.Lambda) *core.Lambda {
			n.stays = nil
			return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: n.body(l.Body)}
		},
	})
	if c, ok := e.(*core.Call); ok {
		c.Fun = n.funs[c.Fun]
	}
	return []core.Stm{{Pat: st.Pat, Exp: e, Src: st.Src}}
}

// loop is what comes in the place of a loop. Inner loops are converted as for a map; if this one stays a loop, they are as in a loop.
func (n *nester) loop(st core.Stm, l *core.Loop) []core.Stm {
	if counts(l) {
		e := l.Map(core.Mapper{Body: n.body}).(*core.Loop)
		e.Body = n.merged(e.Body)
		lifted, undo := n.lift(e)
		if out := n.convert(st, e); out != nil {
			return append(lifted, out...)
		}
		undo()
	}
	stays := n.stays
	if stays == nil {
		n.stays = l
	}
	st.Exp = l.Map(core.Mapper{Body: n.body})
	n.stays = stays
	return []core.Stm{st}
}

// convert is what comes in the place of a loop whose body is converted; nil if it stays.
func (n *nester) convert(st core.Stm, e *core.Loop) []core.Stm {
	runs := n.chains.Runs(e)
	runs.Learn(e.Body.Stms)
	if p := n.plan(st, e, runs, false); p != nil {
		return p.build()
	}
	if out := n.promote(st, e, runs); out != nil {
		return out
	}
	if out := n.exchange(st, e, runs); out != nil {
		return out
	}
	if out := n.points(st, e, runs); out != nil {
		return out
	}
	if p := n.plan(st, e, runs, true); p != nil {
		return p.build()
	}
	return nil
}

// lift takes sizes, indices and checks that do not depend on a loop out of its body; undo says that they are there again.
func (n *nester) lift(e *core.Loop) (lifted []core.Stm, undo func()) {
	runs := n.chains.Runs(e)
	runs.Learn(e.Body.Stms)
	b := &core.Builder{}
	var moved, stay []core.Stm
	for _, s := range e.Body.Stms {
		b.Src = s.Src
		x, size := s.Exp.(*core.PrimApp)
		a, check := s.Exp.(*core.Assert)
		size = size && x.T == prim.I64 && !x.MayFail()
		check = check && !a.Trace
		if !size && !check || slices.ContainsFunc(core.FreeInStm(s).List, runs.Binds) {
			stay = append(stay, s)
			continue
		}
		if size {
			b.Stms, moved = append(b.Stms, s), append(moved, s)
			runs.Lift(s)
			continue
		}
		none := b.Prim(prim.Le, prim.I64, e.Bound, core.IntC(0))
		b.Add(nil, &core.Assert{Cond: b.Prim(prim.Or, prim.Bool, a.Cond, none), Msg: a.Msg, Args: a.Args, Index: a.Index})
	}
	body := e.Body
	e.Body.Stms = stay
	return b.Stms, func() {
		for _, s := range moved {
			runs.Lower(s)
		}
		e.Body = body
	}
}

// counts reports whether a loop counts, and carries no accumulators.
func counts(l *core.Loop) bool {
	ok := l.Cond == nil && l.I.Type.Elem == prim.I64 && len(l.Attrs) == 0
	for _, v := range append(core.FreeInBody(l.Body).List, l.Params...) {
		ok = ok && !v.Type.IsAcc()
		for _, d := range v.Type.Dims {
			for _, p := range l.Params {
				ok = ok && d != core.Atom(p)
			}
		}
	}
	core.Walk(l.Body, func(s core.Stm) {
		switch e := s.Exp.(type) {
		case *core.Call:
			ok = false
		case *core.Assert:
			ok = ok && !e.Trace
		default: // fine in a map
		}
	})
	return ok
}
