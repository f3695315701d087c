package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// tape keeps the values that one variable of a loop body has in all iterations.
//
// Where the variable's type is known before the loop, the tape is one array with a row for each iteration. Where the number of iterations
// is not known, all such tapes of the loop have place for equally many rows; when these are full, they are copied to arrays of double
// size, so that writing costs O(1) for each element. Iterations number the rows: points of a map whose loops run in step write
// their rows side by side, however many each will have. A tape of values whose size the loop finds out is flat, and grows
// by itself, unless the size follows from the counter (Note [Sizes of tapes]). [Peng23, 3.2.2; growing: ours]
//
// What a for loop carries and its value for the next iteration share a tape of one row more, if both are kept.
type tape struct {
	v    *core.Var
	next *core.Var // the value that v has in the next iteration, if it is kept too
	flat bool
	all  core.Atom // how many elements a flat tape has that need not grow
	// Parameters of the forward loop and, in the body, their values so far: the array; a flat tape has the number of elements used after it,
	// and its capacity in front if it grows.
	params []*core.Var
	init   []core.Atom
	now    []*core.Var
	out    []*core.Var // results of the forward loop
	off    *core.Var   // parameter of the return loop: the number of elements not read yet
}

// newTape makes a tape for v with so many rows, which a parameter of the loop counts, if they may become more. b is before the loop.
func (l *revLoop) newTape(b *core.Builder, v *core.Var, rows core.Atom, counted *core.Var) *tape {
	typ := l.hoisted.Type(v.Type)
	t := &tape{v: v, flat: l.isLocalSize(typ)}
	name := v.Name + "Tape"
	if t.flat {
		same := func(o *tape) bool { return o.all != nil && slices.Equal(l.hoisted.Type(o.v.Type).Dims, typ.Dims) }
		if k := slices.IndexFunc(l.tapes, same); k >= 0 {
			t.all = l.tapes[k].all
		} else {
			t.all = l.allElements(b, typ, rows)
		}
	}
	switch {
	case !t.flat:
		first := l.shared(t)
		if first != nil {
			rows = plus(b, rows, one64)
		}
		arr := b.Let(name, &core.Scratch{Elem: typ.Elem, Dims: append([]core.Atom{rows}, typ.Dims...)})
		if first != nil {
			arr = b.Let(name, &core.Update{Arr: arr, Idx: []core.Atom{core.IntC(0)}, Val: first})
		}
		t.init = []core.Atom{arr}
		t.params = []*core.Var{core.NewVar(name, arr.Type)}
		if counted != nil {
			t.params = []*core.Var{core.NewVar(name, core.Prim(typ.Elem).Of(append([]core.Atom{counted}, typ.Dims...)...))}
		}
	case t.all != nil:
		arr := b.Let(name, &core.Scratch{Elem: typ.Elem, Dims: []core.Atom{t.all}})
		t.init = []core.Atom{arr, core.IntC(0)}
		t.params = []*core.Var{core.NewVar(name, arr.Type), core.NewVar("used", core.I64)}
	default:
		n := core.NewVar("capacity", core.I64)
		first := core.IntC(limits.Now.TapeRows)
		arr := b.Let(name, &core.Scratch{Elem: v.Type.Elem, Dims: []core.Atom{first}})
		t.init = []core.Atom{first, arr, core.IntC(0)}
		t.params = []*core.Var{n, core.NewVar(name, core.Prim(v.Type.Elem).Of(n)), core.NewVar("used", core.I64)}
	}
	t.now = t.params
	return t
}

// shared gives the first value of a variable that shares its tape with the next one, nil if it does not.
func (l *revLoop) shared(t *tape) core.Atom {
	k := slices.Index(l.e.Params, t.v)
	if k < 0 || l.e.I == nil {
		return nil
	}
	next, ok := l.e.Body.Result[k].(*core.Var)
	if !ok || !slices.Contains(l.plan.save, next) || slices.Contains(l.e.Params, next) || hasNext(l.tapes, next) ||
		!slices.Equal(l.hoisted.Type(next.Type).Dims, l.hoisted.Type(t.v.Type).Dims) {
		return nil
	}
	t.next = next
	return l.e.Init[k]
}

// hasNext reports whether one of the tapes keeps a value as that of the next iteration.
func hasNext(tapes []*tape, v *core.Var) bool {
	return slices.ContainsFunc(tapes, func(t *tape) bool { return t.next == v })
}

// write appends the writing of the variable, just defined, to the forward body; at is the iteration.
func (t *tape) write(b *core.Builder, v *core.Var, at core.Atom) {
	if t.next != nil {
		if v == t.v {
			return
		}
		at = plus(b, at, one64)
	}
	if !t.flat {
		t.now = []*core.Var{b.Let(t.params[0].Name, &core.Update{Arr: t.now[0], Idx: []core.Atom{at}, Val: v})}
		return
	}
	size := product(b, t.v.Type.Dims)
	k := t.array()
	used := t.now[k+1]
	end := plus(b, used, size)
	if t.all == nil {
		t.now = t.grow(b, end)
	}
	flat := b.Let(t.v.Name, &core.Reshape{Dims: []core.Atom{size}, Arr: t.v})
	part := []core.DimSlice{{Start: used, Count: size, Stride: one64}}
	arr := b.Let(t.params[k].Name, &core.UpdateSlice{Arr: t.now[k], Dims: part, Val: flat})
	t.now = append(slices.Clone(t.now[:k]), arr, end.(*core.Var))
}

// array is the number of the array among the parameters.
func (t *tape) array() int {
	if t.flat && t.all == nil {
		return 1
	}
	return 0
}

// grow gives a capacity and an array with place for end elements.
func (t *tape) grow(b *core.Builder, end core.Atom) []*core.Var {
	n := t.now[0]
	full := b.Prim(prim.Lt, prim.I64, n, end)
	return enlarge(b, full, n, t.now[1:2], func(b *core.Builder) core.Atom {
		return b.Prim(prim.Max, prim.I64, end, times(b, n, core.IntC(2)))
	})
}

// enlarge gives the number of rows and the arrays; where they are full the rows are copied to new arrays with more.
func enlarge(b *core.Builder, full core.Atom, rows *core.Var, arrs []*core.Var, more func(*core.Builder) core.Atom) []*core.Var {
	n := core.NewVar("capacity", core.I64)
	pat := []*core.Var{n}
	for _, a := range arrs {
		pat = append(pat, core.NewVar(a.Name, core.Prim(a.Type.Elem).Of(append([]core.Atom{n}, a.Type.Dims[1:]...)...)))
	}
	b.Add(pat, &core.If{Cond: full,
		Then: b.Sub(func(b *core.Builder) []core.Atom {
			m := more(b)
			out := []core.Atom{m}
			for _, a := range arrs {
				bigger := b.Let(a.Name, &core.Scratch{Elem: a.Type.Elem, Dims: append([]core.Atom{m}, a.Type.Dims[1:]...)})
				part := []core.DimSlice{{Start: core.IntC(0), Count: rows, Stride: one64}}
				out = append(out, b.Let(a.Name, &core.UpdateSlice{Arr: bigger, Dims: part, Val: a}))
			}
			return out
		}),
		Else: core.Body{Result: append([]core.Atom{rows}, core.Atoms(arrs)...)},
	})
	return pat
}

// growTogether makes place for row at in the tapes that have rows, and gives their number.
func growTogether(b *core.Builder, rows *core.Var, at core.Atom, tapes []*tape) *core.Var {
	var arrs []*core.Var
	for _, t := range tapes {
		if !t.flat {
			arrs = append(arrs, t.now[0])
		}
	}
	full := b.Prim(prim.Le, prim.I64, rows, at)
	grown := enlarge(b, full, rows, arrs, func(b *core.Builder) core.Atom { return times(b, rows, core.IntC(2)) })
	k := 1
	for _, t := range tapes {
		if !t.flat {
			t.now = grown[k : k+1]
			k++
		}
	}
	return grown[0]
}

// returnParams adds the parameters that the return loop needs to read the tape.
func (t *tape) returnParams(loop *core.Loop) {
	if t.flat {
		t.off = core.NewVar("left", core.I64)
		loop.Params = append(loop.Params, t.off)
		if t.all != nil {
			loop.Init = append(loop.Init, t.all)
		} else {
			loop.Init = append(loop.Init, t.out[2])
		}
	}
}

// read binds the variable's value of iteration at in sub, and gives the next values of the parameters.
func (t *tape) read(b *core.Builder, sub *core.Subst, at core.Atom) []core.Atom {
	if !t.flat {
		sub.Vars[t.v] = b.Let(t.v.Name, &core.Index{Arr: t.out[0], Idx: []core.Atom{at}})
		if t.next != nil {
			sub.Vars[t.next] = b.Let(t.next.Name, &core.Index{Arr: t.out[0], Idx: []core.Atom{plus(b, at, one64)}})
		}
		return nil
	}
	typ := sub.Type(t.v.Type)
	size := product(b, typ.Dims)
	left := minus(b, t.off, size)
	part := []core.DimSlice{{Start: left, Count: size, Stride: one64}}
	flat := b.Let(t.v.Name, &core.Slice{Arr: t.out[t.array()], Dims: part})
	sub.Vars[t.v] = b.Let(t.v.Name, &core.Reshape{Dims: typ.Dims, Arr: flat})
	return []core.Atom{left}
}

// patchForward replaces the primal loop, at slot of the scope around, by one that writes tapes. It gives the
// tapes and the number of iterations.
func (l *revLoop) patchForward(s *scope, slot int) (tapes []*tape, trips core.Atom) {
	e := l.e
	l.hoisted = core.NewSubst()
	if len(l.plan.save) == 0 && e.I != nil {
		return nil, e.Bound
	}
	pre := &core.Builder{Src: l.st.Src}
	n := &core.Loop{Params: slices.Clone(e.Params), Init: slices.Clone(e.Init), I: e.I, Bound: e.Bound, Cond: e.Cond, Attrs: e.Attrs}
	var count, rows *core.Var // parameters of a while loop
	hoist(pre, l.hoisted, l.plan)
	if tapes, rows = l.newTapes(pre); rows != nil {
		n.Params, n.Init = append(n.Params, rows), append(n.Init, core.IntC(l.firstRows()))
	}
	if e.I == nil {
		count = core.NewVar("trips", core.I64)
		n.Params, n.Init = append(n.Params, count), append(n.Init, core.IntC(0))
	}
	for _, t := range tapes {
		n.Params, n.Init = append(n.Params, t.params...), append(n.Init, t.init...)
	}
	n.Body = l.forwardBody(tapes, count, rows)
	pat := slices.Clone(l.st.Pat)
	types := core.NewSubst()
	for i, p := range e.Params {
		types.Vars[p] = pat[i]
	}
	trips = e.Bound
	if rows != nil {
		pat = append(pat, types.Binder(rows))
	}
	if count != nil {
		trips = types.Binder(count)
		pat = append(pat, trips.(*core.Var))
	}
	for _, t := range tapes {
		t.out = types.Binders(t.params)
		l.r.isKept(l.plan, t.v, t.out[t.array()], e.Bound)
		pat = append(pat, t.out...)
	}
	pre.Add(pat, n)
	s.bind(pat...)
	s.fwd.Stms = slices.Replace(s.fwd.Stms, slot, slot+1, pre.Stms...)
	return tapes, trips
}

// newTapes makes the tapes, and the variable that counts their rows, if there are some that may become more.
func (l *revLoop) newTapes(b *core.Builder) (tapes []*tape, rows *core.Var) {
	var place core.Atom
	if l.e.I == nil {
		place, rows = core.IntC(l.firstRows()), core.NewVar("capacity", core.I64)
	} else if c, ok := l.e.Bound.(core.Const); !ok || c.Int64() < 0 { // a negative bound runs no iteration
		place = b.Prim(prim.Max, prim.I64, toI64(b, l.e.Bound), core.IntC(0))
	} else {
		place = toI64(b, l.e.Bound)
	}
	some := false
	for _, v := range l.plan.save { // what the loop carries comes first
		if hasNext(tapes, v) {
			continue
		}
		t := l.newTape(b, v, place, rows)
		tapes, some = append(tapes, t), some || !t.flat
		l.tapes = tapes
	}
	if !some {
		rows = nil
	}
	return tapes, rows
}

// firstRows is how many rows tapes have to begin with whose number of rows is not known: one, where the rows may be long.
func (l *revLoop) firstRows() int64 {
	longest := int64(1)
	for _, v := range l.plan.save {
		size := int64(1)
		for _, d := range v.Type.Dims {
			c, ok := core.IntConst(d)
			if !ok {
				return 1
			}
			size = times64(size, max(c, 1))
		}
		longest = max(longest, size)
	}
	return max(limits.Now.TapeRows/longest, 1)
}

// isLocalSize reports whether a type has dimensions that the loop binds.
func (l *revLoop) isLocalSize(t core.Type) bool { return slices.ContainsFunc(t.Dims, l.localVars()) }

// localVars tells which dimensions are bound by the loop.
func (l *revLoop) localVars() func(core.Atom) bool {
	local := map[core.Atom]bool{}
	for _, p := range l.e.Params {
		local[p] = true
	}
	for _, st := range l.s.fwd.Stms {
		for _, v := range st.Pat {
			local[v] = true
		}
	}
	if l.e.I != nil {
		local[l.e.I] = true
	}
	return func(a core.Atom) bool { return local[a] }
}

// forwardBody is the forward sweep of the body; each saved variable is written where it is defined, before
// anything consumes it.
func (l *revLoop) forwardBody(tapes []*tape, count, rows *core.Var) core.Body {
	of := map[*core.Var]*tape{}
	for _, t := range tapes {
		of[t.v] = t
		if t.next != nil {
			of[t.next] = t
		}
	}
	b := &core.Builder{Src: l.st.Src}
	var at core.Atom
	if count != nil {
		at = count
	} else {
		at = toI64(b, l.e.I)
	}
	out := slices.Clone(l.e.Body.Result)
	if rows != nil {
		out = append(out, growTogether(b, rows, at, tapes))
	}
	write := func(vs []*core.Var) {
		for _, v := range vs {
			if t := of[v]; t != nil {
				t.write(b, v, at)
			}
		}
	}
	write(l.e.Params)
	for _, st := range l.s.fwd.Stms {
		b.Stms = append(b.Stms, st)
		b.Src = st.Src
		write(st.Pat)
	}
	if count != nil {
		out = append(out, plus(b, count, one64))
	}
	for _, t := range tapes {
		out = append(out, core.Atoms(t.now)...)
	}
	return b.Body(out...)
}
