package compact

import (
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Loops that keep]
//
// What a loop keeps of many elements, it writes side by side, and counts:
//
//	loop (t, k) = (ts, 0) for i < n do if p i then (t with [k] = f i, k + 1) else (t, k)
//
// Its reverse derivative would keep the counter of each iteration, and go back through all of them. But the places are sums
// [Blelloch, Prefix sums and their applications, 1990, 1.3]:
//
//	let kept = map (\i -> i64.bool (p i)) (iota n)
//	let k = reduce (+) 0 kept
//	let at = map2 (\c s -> if c == 1 then s - 1 else -1) kept (scan (+) 0 kept)
//	let t = scatter ts at (map f (iota n))
//
// No place is written twice, so the derivative reads each element's adjoint where the element is. The pass needs that
//
//   - all that the loop carries are counters, to which numbers are added that depend on conditions alone, and arrays, each of which is written
//     at one place in the code, at a counter, exactly where 1 is added to that; several arrays may share a counter, and one loop have several;
//   - nothing else uses the counters and arrays: not the conditions, not the values;
//   - an array is one of floats, for which the derivative would go back;
//   - the values may be computed in all iterations: they cost little, and cannot fail;
//   - what fails is the same: if places may be out of range, they are those of one counter in arrays of one size, and nothing else fails.
//
// Without a derivative the loop is as fast as the sums are, or faster, and stays.

// Loops makes sums and scatters of loops in functions of which reverse derivatives are taken: Note [Loops that keep].
func Loops(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		return (&compactor{funs}).body(f.Body, false)
	})
}

type compactor struct{ funs map[*core.Fun]*core.Fun }

// body rewrites code; derived says that its reverse derivative is taken, and that it is not what parallel code does at one point.
func (c *compactor) body(b core.Body, derived bool) core.Body {
	out := &core.Builder{}
	for i, s := range b.Stms {
		out.Src = s.Src
		in := false
		switch e := s.Exp.(type) {
		case *core.Call:
			out.Add(s.Pat, &core.Call{Fun: c.funs[e.Fun], Args: e.Args})
			continue
		case *core.Diff:
			in = derived || e.Mode == core.VJP
		case *core.If:
			in = derived
		case *core.Loop:
			if in = derived; in {
				f := find(e)
				rest := core.Body{Stms: b.Stms[i+1:], Result: b.Result}
				if f == nil || !f.replace(out, s.Pat, rest) {
					break
				}
				if len(f.fronts.Vars) > 0 {
					rest = c.body(f.fronts.Body(rest), derived)
					out.Stms = append(out.Stms, rest.Stms...)
					return out.Body(rest.Result...)
				}
				continue
			}
		default: // no code of the host inside
		}
		out.Add(s.Pat, core.Inside(s.Exp, func(b core.Body) core.Body { return c.body(b, in) }))
	}
	return out.Body(b.Result...)
}

// replace adds the code in the place of the loop, whose results are pat and which is followed by rest; it does nothing if that does not pay.
func (f *finder) replace(b *core.Builder, pat []*core.Var, rest core.Body) bool {
	var vals []core.Atom
	for _, s := range f.sites {
		vals = append(vals, s.val)
	}
	if !f.cheap(vals) || !f.failsAtOne() {
		return false
	}
	w := f.iterations(b)
	var counters []*core.Var
	var conds []core.Atom
	for _, p := range f.l.Params {
		if p.Type.IsScalar() {
			counters = append(counters, p)
			conds = f.names[p].added.conds(conds)
		}
	}
	kept := f.mapped(b, w, conds, func(b *core.Builder) (out []core.Atom) {
		for _, p := range counters {
			out = append(out, f.names[p].added.atom(b, p.Type.Elem))
		}
		return out
	})
	totals := map[*core.Var]*core.Var{}
	for j, p := range counters {
		totals[p] = b.Let("total", &core.Reduce{W: w, Fn: core.BinOp(prim.Add, p.Type.Elem), Ne: []core.Atom{core.Zero(p.Type.Elem)}, Arrs: kept[j : j+1], Comm: true})
		b.Add([]*core.Var{pat[slices.Index(f.l.Params, p)]}, &core.PrimApp{Op: prim.Add, T: p.Type.Elem, Args: []core.Atom{f.init(p), totals[p]}})
	}
	places := map[site]*core.Var{} // by counter and what is added to it
	for _, s := range f.sites {
		k := site{counter: s.counter, from: s.from}
		first := f.first(b, s)
		f.check(b, s, first, totals[s.counter])
		if places[k] == nil {
			places[k] = place(b, w, kept[slices.Index(counters, s.counter)], first)
		}
		f.scatter(b, s, pat, rest, &core.Scatter{W: w, Idx: []*core.Var{places[k]}, Vals: []*core.Var{f.written(b, w, s.val)}, Distinct: true})
	}
	return true
}

// init is what a parameter starts with.
func (f *finder) init(p *core.Var) core.Atom { return f.l.Init[slices.Index(f.l.Params, p)] }

// iterations is how many iterations there are: the bound, unless it may be negative.
func (f *finder) iterations(b *core.Builder) core.Atom {
	isSize := func(t core.Type) bool { return slices.Contains(t.Dims, f.l.Bound) }
	if n, ok := core.IntConst(f.l.Bound); ok && n >= 0 || slices.ContainsFunc(f.l.Params, func(p *core.Var) bool { return isSize(p.Type) }) ||
		slices.ContainsFunc(core.FreeInBody(f.l.Body).List, func(v *core.Var) bool { return isSize(v.Type) }) {
		return f.l.Bound
	}
	return b.Prim(prim.Max, prim.I64, f.l.Bound, core.IntC(0))
}

// mapped is a map over the iterations, with the statements that some atoms need. What reads the elements of arrays one after the other takes them.
func (f *finder) mapped(b *core.Builder, w core.Atom, need []core.Atom, results func(*core.Builder) []core.Atom) []*core.Var {
	code := core.Needed(core.Body{Stms: f.stms, Result: need})
	fn := &core.Lambda{}
	var arrs []*core.Var
	fn.Body = b.Sub(func(b *core.Builder) []core.Atom {
		for _, s := range code.Stms {
			if e, ok := s.Exp.(*core.Index); ok && f.inOrder(e) {
				arrs, fn.Params = append(arrs, e.Arr), append(fn.Params, s.Pat[0])
			} else {
				b.Add(s.Pat, s.Exp)
			}
		}
		return results(b)
	})
	fn.Ret = core.AtomTypes(fn.Body.Result)
	if core.FreeInLambda(fn).Has(f.l.I) || len(arrs) == 0 {
		arrs, fn.Params = append(arrs, counted(b, w)), append(fn.Params, f.l.I)
	}
	return b.Bind("map", &core.Map{W: w, Arrs: arrs, Fn: core.Rename(fn)})
}

func counted(b *core.Builder, w core.Atom) *core.Var {
	return b.Let("iota", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
}

// written is the array of the values of a site: of all iterations.
func (f *finder) written(b *core.Builder, w core.Atom, val core.Atom) *core.Var {
	if val == core.Atom(f.l.I) {
		return counted(b, w)
	}
	for _, s := range f.stms {
		if e, ok := s.Exp.(*core.Index); ok && val == core.Atom(s.Pat[0]) && f.inOrder(e) {
			return e.Arr
		}
	}
	return f.mapped(b, w, []core.Atom{val}, func(*core.Builder) []core.Atom { return []core.Atom{val} })[0]
}

// first is the place of the first element that a site writes.
func (f *finder) first(b *core.Builder, s site) core.Atom {
	init := f.init(s.counter)
	if k, ok := init.(core.Const); ok {
		return core.IntC(k.Int64() + s.from)
	}
	if s.counter.Type.Elem != prim.I64 {
		init = b.Let("first", &core.PrimApp{Op: prim.To(prim.I64), T: s.counter.Type.Elem, Args: []core.Atom{init}})
	}
	if s.from == 0 {
		return init
	}
	return b.Prim(prim.Add, prim.I64, init, core.IntC(s.from))
}

// check fails as the loop does where it writes outside of an array.
func (f *finder) check(b *core.Builder, s site, first core.Atom, total *core.Var) {
	if f.fits(s) {
		return
	}
	dim, count := s.arr.Type.Dims[0], core.Atom(total)
	if s.counter.Type.Elem != prim.I64 {
		count = b.Let("count", &core.PrimApp{Op: prim.To(prim.I64), T: s.counter.Type.Elem, Args: []core.Atom{total}})
	}
	le := func(x, y core.Atom) *core.Var { return b.Prim(prim.Le, prim.I64, x, y) }
	inside := b.Prim(prim.And, prim.Bool, le(core.IntC(0), first), le(b.Prim(prim.Add, prim.I64, first, count), dim))
	ok := b.Prim(prim.Or, prim.Bool, inside, le(count, core.IntC(0)))
	outside := b.If(le(core.IntC(0), first), []core.Type{core.I64}, func(b *core.Builder) []core.Atom { return []core.Atom{b.Prim(prim.Max, prim.I64, first, dim)} },
		func(*core.Builder) []core.Atom { return []core.Atom{first} })[0]
	b.Add(nil, &core.Assert{Cond: ok, Msg: strings.ReplaceAll(core.MsgIndex, "%v", "%d"), Args: []core.Atom{outside, dim}, Index: true})
}

// place is the array of the places from first on, in the iterations that keep something; -1 in others.
func place(b *core.Builder, w core.Atom, kept *core.Var, first core.Atom) *core.Var {
	t := kept.Type.Elem
	sums := b.Let("scan", &core.Scan{W: w, Fn: core.BinOp(prim.Add, t), Ne: []core.Atom{core.Zero(t)}, Arrs: []*core.Var{kept}})
	return b.Map(w, []*core.Var{kept, sums}, func(b *core.Builder, x []*core.Var) []core.Atom {
		isKept := b.Prim(prim.Eq, t, x[0], core.One(t))
		return core.Atoms(b.If(isKept, []core.Type{core.I64}, func(b *core.Builder) []core.Atom {
			at := core.Atom(x[1])
			if t != prim.I64 {
				at = b.Let("at", &core.PrimApp{Op: prim.To(prim.I64), T: t, Args: []core.Atom{at}})
			}
			if k, ok := core.IntConst(first); ok {
				return []core.Atom{b.Prim(prim.Add, prim.I64, at, core.IntC(k-1))}
			}
			return []core.Atom{b.Prim(prim.Add, prim.I64, b.Prim(prim.Add, prim.I64, at, core.IntC(-1)), first)}
		}, func(*core.Builder) []core.Atom { return []core.Atom{core.IntC(-1)} }))
	})[0]
}
