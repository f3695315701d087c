package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// tape keeps the values that one variable of a loop body has in all iterations.
//
// Where the number of iterations and the variable's type are known before the loop, the tape is one array
// with a row for each iteration. Otherwise it is flat and grows: when it is full, it is copied to one of
// double size, so that writing costs O(1) for each element. [Peng23, 3.2.2; growing: ours]
type tape struct {
	v     *core.Var
	grows bool
	// Parameters of the forward loop and, in the body, their values so far: the array; a growing tape has its
	// capacity in front and the number of elements used after it.
	params []*core.Var
	init   []core.Atom
	now    []*core.Var
	out    []*core.Var // results of the forward loop
	off    *core.Var   // parameter of the return loop: the number of elements not read yet
}

// newTape makes a tape for v; rows is the number of iterations if it is known. b is before the loop.
func (l *revLoop) newTape(b *core.Builder, v *core.Var, rows core.Atom, local func(core.Atom) bool) *tape {
	typ := l.hoisted.Type(v.Type)
	t := &tape{v: v, grows: rows == nil || slices.ContainsFunc(typ.Dims, local)}
	name := v.Name + "Tape"
	if !t.grows {
		arr := b.Let(name, &core.Scratch{Elem: typ.Elem, Dims: append([]core.Atom{rows}, typ.Dims...)})
		t.init = []core.Atom{arr}
		t.params = []*core.Var{core.NewVar(name, arr.Type)}
	} else {
		n := core.NewVar("capacity", core.I64)
		first := core.IntC(limits.Now.TapeRows)
		arr := b.Let(name, &core.Scratch{Elem: v.Type.Elem, Dims: []core.Atom{first}})
		t.init = []core.Atom{first, arr, core.IntC(0)}
		t.params = []*core.Var{n, core.NewVar(name, core.Prim(v.Type.Elem).Of(n)), core.NewVar("used", core.I64)}
	}
	t.now = t.params
	return t
}

// write appends the writing of the variable, just defined, to the forward body; at is the iteration.
func (t *tape) write(b *core.Builder, at core.Atom) {
	if !t.grows {
		t.now = []*core.Var{b.Let(t.params[0].Name, &core.Update{Arr: t.now[0], Idx: []core.Atom{at}, Val: t.v})}
		return
	}
	size := product(b, t.v.Type.Dims)
	used := t.now[2]
	end := plus(b, used, size)
	grown := t.grow(b, end)
	var arr *core.Var
	if t.v.Type.IsScalar() {
		arr = b.Let(t.params[1].Name, &core.Update{Arr: grown[1], Idx: []core.Atom{used}, Val: t.v})
	} else {
		flat := b.Let(t.v.Name, &core.Reshape{Dims: []core.Atom{size}, Arr: t.v})
		part := []core.DimSlice{{Start: used, Count: size, Stride: one64}}
		arr = b.Let(t.params[1].Name, &core.UpdateSlice{Arr: grown[1], Dims: part, Val: flat})
	}
	t.now = []*core.Var{grown[0], arr, end.(*core.Var)}
}

// grow gives a capacity and an array with place for end elements.
func (t *tape) grow(b *core.Builder, end core.Atom) []*core.Var {
	n, arr := t.now[0], t.now[1]
	full := b.Prim(prim.Lt, prim.I64, n, end)
	n2 := core.NewVar("capacity", core.I64)
	pat := []*core.Var{n2, core.NewVar(arr.Name, core.Prim(arr.Type.Elem).Of(n2))}
	b.Add(pat, &core.If{Cond: full,
		Then: b.Sub(func(b *core.Builder) []core.Atom {
			m := b.Prim(prim.Max, prim.I64, end, times(b, n, core.IntC(2)))
			bigger := b.Let(arr.Name, &core.Scratch{Elem: arr.Type.Elem, Dims: []core.Atom{m}})
			part := []core.DimSlice{{Start: core.IntC(0), Count: n, Stride: one64}}
			return []core.Atom{m, b.Let(arr.Name, &core.UpdateSlice{Arr: bigger, Dims: part, Val: arr})}
		}),
		Else: core.Body{Result: []core.Atom{n, arr}},
	})
	return pat
}

// returnParams adds the parameters that the return loop needs to read the tape.
func (t *tape) returnParams(loop *core.Loop) {
	if t.grows {
		t.off = core.NewVar("left", core.I64)
		loop.Params = append(loop.Params, t.off)
		loop.Init = append(loop.Init, t.out[2])
	}
}

// read binds the variable's value of iteration at in sub, and gives the next values of the parameters.
func (t *tape) read(b *core.Builder, sub *core.Subst, at core.Atom) []core.Atom {
	if !t.grows {
		sub.Vars[t.v] = b.Let(t.v.Name, &core.Index{Arr: t.out[0], Idx: []core.Atom{at}})
		return nil
	}
	typ := sub.Type(t.v.Type)
	size := product(b, typ.Dims)
	left := minus(b, t.off, size)
	if typ.IsScalar() {
		sub.Vars[t.v] = b.Let(t.v.Name, &core.Index{Arr: t.out[1], Idx: []core.Atom{left}})
		return []core.Atom{left}
	}
	part := []core.DimSlice{{Start: left, Count: size, Stride: one64}}
	flat := b.Let(t.v.Name, &core.Slice{Arr: t.out[1], Dims: part})
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
	var rows core.Atom
	n := &core.Loop{Params: slices.Clone(e.Params), Init: slices.Clone(e.Init), I: e.I, Bound: e.Bound, Cond: e.Cond, Attrs: e.Attrs}
	var count *core.Var
	if e.I != nil {
		rows, trips = e.Bound, e.Bound
		if c, ok := rows.(core.Const); !ok || c.Int64() < 0 { // a negative bound runs no iteration
			rows = pre.Prim(prim.Max, prim.I64, toI64(pre, rows), core.IntC(0))
		} else {
			rows = toI64(pre, rows)
		}
	} else {
		count = core.NewVar("trips", core.I64)
		n.Params, n.Init = append(n.Params, count), append(n.Init, core.IntC(0))
	}
	hoist(pre, l.hoisted, l.plan)
	local := l.localVars()
	for _, v := range l.plan.save {
		t := l.newTape(pre, v, rows, local)
		tapes = append(tapes, t)
		n.Params, n.Init = append(n.Params, t.params...), append(n.Init, t.init...)
	}
	n.Body = l.forwardBody(tapes, count)
	pat := slices.Clone(l.st.Pat)
	types := core.NewSubst()
	for i, p := range e.Params {
		types.Vars[p] = pat[i]
	}
	if count != nil {
		trips = types.Binder(count)
		pat = append(pat, trips.(*core.Var))
	}
	for _, t := range tapes {
		t.out = types.Binders(t.params)
		l.r.isKept(l.plan, t.v, t.out[min(1, len(t.out)-1)], e.Bound)
		pat = append(pat, t.out...)
	}
	pre.Add(pat, n)
	s.bind(pat...)
	s.fwd.Stms = slices.Replace(s.fwd.Stms, slot, slot+1, pre.Stms...)
	return tapes, trips
}

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
func (l *revLoop) forwardBody(tapes []*tape, count *core.Var) core.Body {
	of := map[*core.Var]*tape{}
	for _, t := range tapes {
		of[t.v] = t
	}
	b := &core.Builder{Src: l.st.Src}
	var at core.Atom
	if count != nil {
		at = count
	} else {
		at = toI64(b, l.e.I)
	}
	write := func(vs []*core.Var) {
		for _, v := range vs {
			if t := of[v]; t != nil {
				t.write(b, at)
			}
		}
	}
	write(l.e.Params)
	for _, st := range l.s.fwd.Stms {
		b.Stms = append(b.Stms, st)
		b.Src = st.Src
		write(st.Pat)
	}
	out := slices.Clone(l.e.Body.Result)
	if count != nil {
		out = append(out, plus(b, count, one64))
	}
	for _, t := range tapes {
		out = append(out, core.Atoms(t.now)...)
	}
	return b.Body(out...)
}
