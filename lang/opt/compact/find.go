package compact

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// carried is what a name stands for in an iteration: a parameter of the loop, with what is added to it so far if it is a counter, with 1 where it is written
// if it is an array; or a number that depends on conditions alone.
type carried struct {
	param *core.Var // nil if it is a number
	added *choice
}

// site is where the loop writes an array: at the counter and a constant.
type site struct {
	arr, counter *core.Var
	from         int64
	val          core.Atom
}

// finder takes a loop apart.
type finder struct {
	l     *core.Loop
	names map[*core.Var]carried
	path  []branch
	stms  []core.Stm // those that have nothing to do with counters and arrays
	sites []site
	// fronts stand for the results of which only what the loop has kept is read: front.go.
	fronts *core.Subst
}

// branch is a condition that is known.
type branch struct {
	cond  *core.Var
	holds bool
}

// find takes a loop apart; nil if it is none that writes what it keeps side by side.
func find(l *core.Loop) *finder {
	if l.Cond != nil || l.I.Type.Elem != prim.I64 || len(l.Attrs) > 0 {
		return nil
	}
	f := &finder{l: l, names: map[*core.Var]carried{}, fronts: core.NewSubst()}
	for _, p := range l.Params {
		if p.Type.IsAcc() || p.Type.IsScalar() && !isCount(p.Type.Elem) {
			return nil
		}
		f.names[p] = carried{p, &choice{}}
	}
	if !f.body(l.Body) || !slices.ContainsFunc(f.sites, func(s site) bool { return s.arr.Type.Elem.IsFloat() }) {
		return nil
	}
	for j, p := range l.Params {
		r, ok := f.look(l.Body.Result[j])
		if !ok || r.param != p {
			return nil
		}
		f.names[p] = r
	}
	for _, p := range l.Params {
		k := slices.IndexFunc(f.sites, func(s site) bool { return s.arr == p })
		if !p.Type.IsScalar() && (k < 0 || !f.names[p].added.equal(f.names[f.sites[k].counter].added)) {
			return nil // not written, or else than the counter counts
		}
	}
	return f
}

// isCount reports whether a type is one of counters.
func isCount(t prim.Type) bool { return t == prim.I64 || t == prim.I32 }

// look is what an atom stands for, on the path at hand; not ok if that is anything else.
func (f *finder) look(a core.Atom) (c carried, ok bool) {
	if k, is := a.(core.Const); is && isCount(k.Type) {
		return carried{added: &choice{n: k.Int64()}}, true
	}
	if c, ok = f.names[core.AsVar(a)]; !ok {
		return c, false
	}
	for _, b := range f.path {
		c.added = c.added.under(b.cond, b.holds)
	}
	return c, true
}

// touches reports whether code uses what the loop carries.
func (f *finder) touches(e core.Exp) bool {
	return slices.ContainsFunc(core.FreeInExp(e).List, func(v *core.Var) bool { return f.names[v].param != nil })
}

func (f *finder) body(b core.Body) bool {
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			if c, ok := f.count(e); ok {
				f.names[s.Pat[0]] = c
				if c.param != nil {
					continue
				}
			}
		case *core.Update:
			if !f.update(s.Pat[0], e) {
				return false
			}
			continue
		case *core.If:
			if f.touches(e) {
				if !f.branches(s.Pat, e) {
					return false
				}
				continue
			}
		default: // has nothing to do with it, or else is refused
		}
		if f.touches(s.Exp) || !f.mayRun(s) {
			return false
		}
		f.stms = append(f.stms, s)
	}
	return true
}

// count is a number that is added to a counter, or a counter to which one is.
func (f *finder) count(e *core.PrimApp) (c carried, ok bool) {
	switch {
	case e.Op.IsConversion() && e.T == prim.Bool && core.AsVar(e.Args[0]) != nil:
		return carried{added: isOne(core.AsVar(e.Args[0]))}, true
	case e.Op == prim.To(prim.I64) && e.T == prim.I32:
		return f.look(e.Args[0])
	case e.Op == prim.Add && isCount(e.T):
		x, ok := f.look(e.Args[0])
		y, ok2 := f.look(e.Args[1])
		if !ok || !ok2 || x.param != nil && y.param != nil {
			return c, false
		}
		if x.param == nil {
			x.param = y.param
		}
		return carried{x.param, x.added.plus(y.added)}, true
	}
	return c, false
}

// update takes v, an array that is updated at a counter.
func (f *finder) update(v *core.Var, e *core.Update) bool {
	arr, ok := f.look(e.Arr)
	at, counts := f.look(e.Idx[0])
	if !ok || !counts || len(e.Idx) != 1 || at.param == nil || at.added.cond != nil || !arr.added.equal(&choice{}) || f.names[core.AsVar(e.Val)].param != nil ||
		slices.ContainsFunc(f.sites, func(s site) bool { return s.arr == arr.param }) {
		return false
	}
	f.sites = append(f.sites, site{arr.param, at.param, at.added.n, e.Val})
	f.names[v] = carried{arr.param, &choice{n: 1}}
	return true
}

// branches takes a branch whose results are carried on.
func (f *finder) branches(pat []*core.Var, e *core.If) bool {
	cond := core.AsVar(e.Cond)
	if cond == nil {
		return false
	}
	var results [2][]carried
	for k, b := range []core.Body{e.Then, e.Else} {
		f.path = append(f.path, branch{cond, k == 0})
		if !f.body(b) {
			return false
		}
		for _, a := range b.Result {
			c, ok := f.look(a)
			if !ok {
				return false
			}
			results[k] = append(results[k], c)
		}
		f.path = f.path[:len(f.path)-1]
	}
	for j, v := range pat {
		x, y := results[0][j], results[1][j]
		if x.param != y.param {
			return false
		}
		f.names[v] = carried{x.param, choose(cond, x.added, y.added)}
	}
	return true
}

// mayRun reports whether a statement may run in all iterations: it does so anyhow, or cannot fail.
func (f *finder) mayRun(s core.Stm) bool {
	if len(s.Pat) == 0 {
		return false // an assertion
	}
	return len(f.path) == 0 || f.light(s)
}

// light reports whether a statement costs little and cannot fail.
func (f *finder) light(s core.Stm) bool {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		return !e.MayFail() && (e.Op.IsConversion() || len(e.Args) == 2 && e.Op != prim.Pow && e.Op != prim.Atan2 || e.Op == prim.Neg || e.Op == prim.Abs)
	case *core.Index:
		return f.inOrder(e)
	case *core.Use:
		return true
	default:
		return false
	}
}

// inOrder reports whether the iterations read the elements of an array that is there before the loop, one after the other.
func (f *finder) inOrder(e *core.Index) bool {
	return len(e.Idx) == 1 && e.Idx[0] == core.Atom(f.l.I) && e.Arr.Type.Dims[0] == f.l.Bound &&
		!slices.ContainsFunc(f.stms, func(s core.Stm) bool { return slices.Contains(s.Pat, e.Arr) })
}

// maxValue bounds the statements of a value, which is computed in iterations that do not keep it, too.
const maxValue = 8

// cheap reports whether values cost little.
func (f *finder) cheap(vals []core.Atom) bool {
	b := core.Needed(core.Body{Stms: f.stms, Result: vals})
	return len(b.Stms) <= maxValue && !slices.ContainsFunc(b.Stms, func(s core.Stm) bool { return !f.light(s) })
}

// fits reports whether all places that a site writes are certainly in range.
func (f *finder) fits(s site) bool {
	init, ok := core.IntConst(f.init(s.counter))
	return ok && init+s.from == 0 && s.arr.Type.Dims[0] == f.l.Bound
}

// failsAtOne reports whether it is known what fails first: at most the places of one counter in arrays of one size.
func (f *finder) failsAtOne() bool {
	k := slices.IndexFunc(f.sites, func(s site) bool { return !f.fits(s) })
	if k < 0 {
		return true
	}
	one := f.sites[k]
	return !slices.ContainsFunc(f.stms, func(s core.Stm) bool { return !f.light(s) }) && !slices.ContainsFunc(f.sites, func(s site) bool {
		return !f.fits(s) && (s.counter != one.counter || s.from != one.from || s.arr.Type.Dims[0] != one.arr.Type.Dims[0])
	})
}
