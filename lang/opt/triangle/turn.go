package triangle

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/prim"
)

// turn makes a loop over rows of a map over columns,
//
//	map m (\j -> loop x = zeros for i < n do                    transpose (loop x = zeros for i < n do
//	  let v = f i j x                              becomes        let v = map m (\j -> f i j x[:, j])
//	  in x with [w] = v)                                          in x with [w] = v)
//
// and builds it with sums over a triangle; false if it has none. What a column computes before its loop is repeated, so that is numbers only.
func (t *taker) turn(out *core.Builder, st core.Stm, e *core.Map) bool {
	n := len(e.Fn.Body.Stms) - 1
	if len(st.Pat) != 1 || len(e.Accs) > 0 || n < 0 || e.Fn.Ret[0].Rank() != 1 || !t.numbers(e.Fn.Body.Stms[:n]) {
		return false
	}
	last := e.Fn.Body.Stms[n]
	l, ok := last.Exp.(*core.Loop)
	if !ok || len(l.Params) != 1 || last.Pat[0] != e.Fn.Body.Result[0] || l.Cond != nil || l.I.Type.Elem != prim.I64 || len(l.Attrs) > 0 {
		return false
	}
	at := len(l.Body.Stms) - 1
	if !t.zeros(l.Init[0]) || at < 0 {
		return false
	}
	u, ok := l.Body.Stms[at].Exp.(*core.Update)
	if !ok || u.Arr != l.Params[0] || len(u.Idx) != 1 || l.Body.Stms[at].Pat[0] != l.Body.Result[0] {
		return false
	}
	b := &core.Builder{Src: st.Src}
	done := t.turned(b, e, l, u)
	if done == nil {
		return false
	}
	t.chains.LearnAt(st.Pat[0], b.Stms)
	t.define(b.Body())
	k := len(b.Stms) - 1
	loop := b.Stms[k].Exp.(*core.Loop)
	if write := loop.Body.Stms[len(loop.Body.Stms)-1]; !t.chains.Indexes(write.Pat[0], write.Exp.(*core.Update).Idx[0], done.Type.Dims[0]) {
		return false
	}
	made := &core.Builder{Src: st.Src, Stms: slices.Clone(b.Stms[:k])}
	if !t.loop(made, b.Stms[k], loop) {
		return false
	}
	out.Stms = append(out.Stms, made.Stms...)
	out.Add(st.Pat, &core.Rearrange{Perm: []int{1, 0}, Arr: done})
	return true
}

// numbers reports whether statements cannot fail, and make no array but one of zeros.
func (t *taker) numbers(stms []core.Stm) bool {
	return !slices.ContainsFunc(stms, func(s core.Stm) bool {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			return e.MayFail()
		case *core.Replicate, *core.Copy:
			return !t.zeros(s.Pat[0])
		default: // may be more
			return true
		}
	})
}

// turned is the loop over rows, the last statement that is added; nil if it cannot be.
func (t *taker) turned(b *core.Builder, e *core.Map, l *core.Loop, u *core.Update) *core.Var {
	place, ok := t.form(u.Idx[0])
	inside := core.BoundIn(e.Fn)
	if !ok || has(place, func(v *core.Var) bool { return inside[v] && v != l.I }) || slices.ContainsFunc(l.Params[0].Type.Dims, func(a core.Atom) bool { return inside[core.AsVar(a)] }) {
		return nil
	}
	if inside[core.AsVar(l.Bound)] {
		return nil
	}
	x, n := l.Params[0], len(e.Fn.Body.Stms)-1
	whole := x.Type.Row().Of(e.W).Of(x.Type.Dims[0])
	zeros := b.ZeroOf(whole)
	is := b.Let("is", &core.Iota{N: e.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	rows, next, done := core.NewVar(x.Name, whole), core.NewVar(x.Name, whole), core.NewVar(x.Name, whole)
	in := &core.Builder{Src: b.Src}
	turned := core.NewVar(x.Name, x.Type.Of(e.W))
	j := core.NewVar("j", core.I64)
	f := &core.Builder{Src: b.Src, Stms: slices.Clone(e.Fn.Body.Stms[:n])}
	f.Add([]*core.Var{turned}, &core.Rearrange{Perm: []int{1, 0}, Arr: rows})
	f.Add([]*core.Var{x}, &core.Index{Arr: turned, Idx: []core.Atom{j}})
	f.Stms = append(f.Stms, l.Body.Stms[:len(l.Body.Stms)-1]...)
	fn := &core.Lambda{Params: append(slices.Clone(e.Fn.Params), j), Ret: []core.Type{x.Type.Row()}, Body: f.Body(u.Val)}
	row := in.Let("row", &core.Map{W: e.W, Arrs: append(slices.Clone(e.Arrs), is), Fn: fn})
	in.Add([]*core.Var{next}, &core.Update{Arr: rows, Idx: []core.Atom{affine.Atom(place, in)}, Val: row})
	fresh := core.Rename(&core.Lambda{Params: []*core.Var{rows, l.I}, Ret: []core.Type{whole}, Body: in.Body(next)})
	b.Add([]*core.Var{done}, &core.Loop{Params: fresh.Params[:1], Init: []core.Atom{zeros}, I: fresh.Params[1], Bound: l.Bound, Body: fresh.Body})
	return done
}
