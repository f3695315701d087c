package carry

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [What stays in its place]
//
// The return sweep of an update takes the adjoint of a part out of its array and leaves zeros there; if the part was made of what stood in it,
// it adds to these zeros next:
//
//	y = copy x[r]                                   a = f x[r]
//	x1 = x with [r] = 0                             x2 = x with [s] = a
//	a = f y                             becomes     x3 = x2 with [r] = v
//	x2 = x1 with [s] = a
//	x3 = x2 with [r] = x2[r] + v
//
// where s and whatever else is read between misses r, which affine indices tell (package region). The zeros are overwritten before anybody
// reads them but the sum [Peng23, 3.3.3: killed values], and y stands in its place until v is put there: so nothing is taken out, and if v is y
// nothing is put back. An update of all of an array but a few rows, as in an elimination, copied nearly all of it three times.

// Stay leaves in arrays what return sweeps take out of them and put back: Note [What stays in its place].
func Stay(p *core.Prog) *core.Prog {
	p = core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return passed(funs, f.Body) })
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		s := &stayer{&carrier{funs: funs, chains: region.NewChains(), names: names}}
		s.chains.Learn(f.Params, f.Body)
		return s.body(f.Body)
	})
}

type stayer struct{ *carrier }

// passed is a body that uses arrays by their own names, where nodes with accumulators give them as results.
func passed(funs map[*core.Fun]*core.Fun, b core.Body) core.Body {
	var out []core.Stm
	sub := core.NewSubst()
	for _, st := range b.Stms {
		if slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return sub.Vars[v] != nil }) {
			st.Exp = sub.Exp(st.Exp)
		}
		st.Exp = core.Inside(st.Exp, func(b core.Body) core.Body { return passed(funs, b) })
		if c, ok := st.Exp.(*core.Call); ok {
			c.Fun = funs[c.Fun]
		}
		if w, ok := st.Exp.(*core.WithAcc); ok {
			st.Pat, st.Exp = own(w, st.Pat, sub)
		}
		out = append(out, st)
	}
	return core.Body{Stms: out, Result: sub.Atoms(b.Result)}
}

// own is a node with accumulators that gives only what it computes; sub has the other names of arrays that are bound outside.
func own(w *core.WithAcc, pat []*core.Var, sub *core.Subst) ([]*core.Var, core.Exp) {
	bound := core.BoundIn(w.Fn)
	var left []*core.Var
	fn := &core.Lambda{Params: w.Fn.Params, Body: core.Body{Stms: w.Fn.Body.Stms}}
	for i, a := range w.Fn.Body.Result {
		if v, ok := a.(*core.Var); ok && i >= len(w.Accs) && !bound[v] && v.Type.Rank() > 0 {
			sub.Vars[pat[i]] = v
			continue
		}
		left, fn.Ret, fn.Body.Result = append(left, pat[i]), append(fn.Ret, w.Fn.Ret[i]), append(fn.Body.Result, a)
	}
	return left, &core.WithAcc{Accs: w.Accs, Fn: fn}
}

func (s *stayer) body(b core.Body) core.Body {
	stms := b.Stms
	for k := 0; k < len(stms); k++ {
		if arr, ok := zeroes(stms, k); ok {
			stms = s.stays(stms, b.Result, k, arr)
		}
	}
	out := core.Body{Result: b.Result, Stms: make([]core.Stm, len(stms))}
	for i, st := range stms {
		st.Exp = core.Inside(st.Exp, s.body)
		if c, ok := st.Exp.(*core.Call); ok {
			c.Fun = s.funs[c.Fun]
		}
		out.Stms[i] = st
	}
	return out
}

// made is what binds an array by that name.
func made(stms []core.Stm, v *core.Var) core.Exp {
	for _, st := range stms {
		if slices.Contains(st.Pat, v) {
			return st.Exp
		}
	}
	return nil
}

// zeroes reports whether statement k writes zeros in a part of an array, and which.
func zeroes(stms []core.Stm, k int) (arr *core.Var, ok bool) {
	arr, val := updated(stms[k].Exp)
	if v := core.AsVar(val); arr != nil && v != nil && v.Type.Rank() > 0 {
		e := made(stms[:k], v)
		r, isRep := e.(*core.Replicate)
		return arr, isRep && v.Type.Elem.IsFloat() && core.IsConst(r.Val, prim.Zero(v.Type.Elem))
	}
	return nil, false
}

// updated is the array that an update overwrites a part of, and with what.
func updated(e core.Exp) (arr *core.Var, val core.Atom) {
	switch e := e.(type) {
	case *core.Update:
		return e.Arr, e.Val
	case *core.UpdateSlice:
		return e.Arr, e.Val
	default: // no update
	}
	return nil, nil
}

// isUse reports whether an expression is another name of an array.
func isUse(e core.Exp, v *core.Var) bool {
	u, ok := e.(*core.Use)
	return ok && u.Atom == core.Atom(v)
}

// viewed is the array that a view of all of its elements, in their order, is of.
func viewed(e core.Exp) *core.Var {
	switch e := e.(type) {
	case *core.Use:
		return core.AsVar(e.Atom)
	case *core.Reshape:
		return e.Arr
	default: // its own elements, or some
	}
	return nil
}

// part is the array of which an expression is a part.
func part(e core.Exp) *core.Var {
	switch e := e.(type) {
	case *core.Index:
		return e.Arr
	case *core.Slice:
		return e.Arr
	default: // none
	}
	return nil
}

// taking is a part that is taken out of an array, and written again.
type taking struct {
	*stayer
	stms   []core.Stm
	result []core.Atom
	out    int         // the statement that copies the part
	end    int         // the one that writes it again
	arrs   []*core.Var // the version of the array before each statement from out to end
	taken  map[*core.Var]bool
}

// stays are the statements without zeros in the part that statement k overwrites; the same ones if somebody reads them.
func (s *stayer) stays(stms []core.Stm, result []core.Atom, k int, arr *core.Var) []core.Stm {
	t := &taking{stayer: s, stms: slices.Clone(stms), result: result, out: -1, end: -1}
	w := s.chains.Watch(stms[k].Pat[0], stms[k].Exp)
	for i, st := range stms[:k] {
		if c, ok := st.Exp.(*core.Copy); ok && core.AsVar(c.Arr) != nil {
			if e := made(stms[:i], core.AsVar(c.Arr)); e != nil && part(e) == arr && w.Is(e) {
				t.out = i
			}
		}
	}
	if t.out < 0 || !t.sums(w, k, arr) {
		return stms
	}
	t.stms[k].Exp = &core.Use{Atom: arr}
	return t.inPlace()
}

// sums makes sums with the zeros that statement k writes what is added to them, and reports whether nothing else reads one.
func (t *taking) sums(w *region.Watch, k int, arr *core.Var) bool {
	t.arrs = slices.Repeat([]*core.Var{arr}, k-t.out+1)
	cur := t.stms[k].Pat[0]
	w.Follow(cur)
	zeros := map[*core.Var]bool{}
	for j := k + 1; j < len(t.stms); j++ {
		st := t.stms[j]
		t.arrs = append(t.arrs, cur)
		if a, _ := updated(st.Exp); a == cur && w.Is(st.Exp) {
			t.end = j
			return !slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return zeros[v] })
		}
		if v := viewed(st.Exp); zeros[v] || part(st.Exp) == cur && w.Is(st.Exp) {
			zeros[st.Pat[0]] = true
			continue
		}
		if x, y := sum(st.Exp); x != nil && zeros[x] != zeros[y] {
			if zeros[y] {
				y = x
			}
			if !t.lasts(j, y) {
				return false
			}
			t.stms[j].Exp = &core.Reshape{Dims: st.Pat[0].Type.Dims, Arr: y}
			continue
		}
		if w.Meets(st) || slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return zeros[v] }) {
			return false
		}
		if a, _ := updated(st.Exp); a == cur || isUse(st.Exp, cur) {
			cur = st.Pat[0]
			w.Follow(cur)
		}
	}
	return false
}

// lasts reports whether an array that its body has made may stand for what statement j makes: nothing after it overwrites one of them.
func (t *taking) lasts(j int, v *core.Var) bool {
	e := made(t.stms, v)
	for viewed(e) != nil {
		e = made(t.stms, viewed(e))
	}
	sum, after := t.stms[j].Pat[0], t.stms[j+1:]
	return e != nil && part(e) == nil && !t.consumed(after, v) && !t.consumed(after, sum) && !slices.ContainsFunc(t.result, func(a core.Atom) bool {
		r := core.AsVar(a)
		return r != nil && r.Type.Rank() > 0 && t.names.Find(r) == t.names.Find(sum)
	})
}

// sum is the sum of two arrays, element by element.
func sum(e core.Exp) (x, y *core.Var) {
	m, ok := e.(*core.Map)
	if !ok || len(m.Accs) > 0 || len(m.Arrs) != 2 || len(m.Fn.Body.Stms) != 1 || len(m.Fn.Body.Result) != 1 {
		return nil, nil
	}
	st := m.Fn.Body.Stms[0]
	if m.Fn.Body.Result[0] != core.Atom(st.Pat[0]) {
		return nil, nil
	}
	a, b := sum(st.Exp)
	if p, ok := st.Exp.(*core.PrimApp); ok && p.Op == prim.Add {
		a, b = core.AsVar(p.Args[0]), core.AsVar(p.Args[1])
	}
	if a == nil || a == b || !slices.Contains(m.Fn.Params, a) || !slices.Contains(m.Fn.Params, b) {
		return nil, nil
	}
	return m.Arrs[0], m.Arrs[1]
}

// inPlace are the statements where the part is read in its place, if it can be, and not written again if it is the same.
func (t *taking) inPlace() []core.Stm {
	t.taken = map[*core.Var]bool{t.stms[t.out].Pat[0]: true}
	var users []int
	for i, st := range t.stms[t.out+1:] {
		j := t.out + 1 + i
		if t.taken[viewed(st.Exp)] {
			t.taken[st.Pat[0]] = true
			continue
		}
		if _, val := updated(st.Exp); j == t.end && t.taken[core.AsVar(val)] {
			t.stms[j].Exp = &core.Use{Atom: t.arrs[j-t.out]}
		} else if slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return t.taken[v] }) {
			users = append(users, j)
		}
	}
	for _, j := range users {
		if j >= t.end || !t.onlyReads(t.stms[j]) {
			return t.stms
		}
	}
	out := t.stms
	for _, j := range slices.Backward(users) {
		made, st := t.again(t.stms[j], t.arrs[j-t.out])
		out = slices.Concat(out[:j], made, []core.Stm{st}, out[j+1:])
	}
	return out
}

// onlyReads reports whether a statement reads what is taken and gives it to nobody, nor overwrites an array.
func (t *taking) onlyReads(st core.Stm) bool {
	names := &core.VarSet{}
	for v := range t.taken {
		names.Add(v)
	}
	for n := 0; n < len(names.List); {
		n = len(names.List)
		core.Walk(core.Body{Stms: []core.Stm{st}}, func(s core.Stm) {
			for _, a := range s.Exp.Aliases(s.Pat) {
				if names.Has(a.Of) {
					names.Add(a.Name)
				}
			}
		})
	}
	arr, _ := updated(st.Exp)
	return arr == nil && !alias.MayConsume(core.Body{Stms: []core.Stm{st}}, names) && !slices.ContainsFunc(st.Pat, names.Has)
}

// again are views in the place of what a statement uses of the part, and the statement with them.
func (t *taking) again(st core.Stm, arr *core.Var) (views []core.Stm, with core.Stm) {
	b, sub := &core.Builder{Src: st.Src}, core.NewSubst()
	var view func(v *core.Var) *core.Var
	view = func(v *core.Var) *core.Var {
		e := made(t.stms, v)
		switch e := e.(type) {
		case *core.Copy:
			return view(core.AsVar(e.Arr))
		case *core.Index:
			return b.Let(v.Name, &core.Index{Arr: arr, Idx: e.Idx})
		case *core.Slice:
			return b.Let(v.Name, &core.Slice{Arr: arr, Dims: e.Dims})
		case *core.Reshape:
			return b.Let(v.Name, &core.Reshape{Dims: e.Dims, Arr: view(e.Arr)})
		case *core.Use:
			return view(core.AsVar(e.Atom))
		default: // no view: as it is
		}
		return v
	}
	for _, v := range core.FreeInStm(st).List {
		if t.taken[v] {
			sub.Vars[v] = view(v)
		}
	}
	return b.Stms, core.Stm{Pat: st.Pat, Exp: sub.Exp(st.Exp), Src: st.Src}
}
