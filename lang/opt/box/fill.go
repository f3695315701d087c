package box

import (
	"slices"

	"raido/lang/core"
)

// Note [Maps that fill a part]
//
// An iteration makes an array of which most is nothing:
//
//	loop ... for j < n do                                   loop ... for j < n do
//	  let c = map2 (\k w -> if k < j then sum (map2 (*) v w)  becomes   let z = replicate n 0
//	                        else 0) (iota n) q                          let c = z with [:j] = map (\w -> sum (map2 (*) v w)) q[:j]
//
// This is Note [Maps that change a part], where the old array is made first. The sums take as long; but the return sweep, which adds to
// each w, no longer adds zeros to all those that had no part in it. It pays where the branch has maps or sums in it. [ours]

// fill has the maps of a loop's body that fill a part of what they make do so: Note [Maps that fill a part].
func (w *walker) fill(l *core.Loop) {
	out := core.Body{Result: l.Body.Result}
	for _, st := range l.Body.Stms {
		m, ok := st.Exp.(*core.Map)
		if !ok || len(m.Accs) > 0 || len(st.Pat) != 1 {
			out.Stms = append(out.Stms, st)
			continue
		}
		t := st.Pat[0].Type
		b := &box{walker: w, old: core.NewVar(st.Pat[0].Name, t), within: core.BoundIn(m.Fn), at: map[*core.Var]int{}, index: map[*core.Var]*core.Var{}, fresh: true}
		if !t.Elem.IsFloat() || !b.find(m) || len(b.parts) != 1 {
			out.Stms = append(out.Stms, st)
			continue
		}
		first := &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: b.rest(m.Fn.Body, 1)}}
		first.Fn = core.Rename(first.Fn)
		out.Stms = append(out.Stms, core.Stm{Pat: []*core.Var{b.old}, Exp: first, Src: st.Src})
		out.Stms = append(out.Stms, b.update(st, m)...)
	}
	l.Body = out
}

// rest is a body, in which depth indices are bound, that gives zero in the part.
func (b *box) rest(body core.Body, depth int) core.Body {
	k, st := made(body)
	if e, ok := st.Exp.(*core.If); ok {
		st.Exp = &core.If{Cond: e.Cond, Then: b.rest(e.Then, depth), Else: b.rest(e.Else, depth)}
	} else if m := b.along(st, depth); k >= 0 && m != nil {
		st.Exp = &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: b.rest(m.Fn.Body, depth+1)}}
	} else if !b.unchanged(body, depth) {
		out := &core.Builder{}
		return out.Body(out.ZeroOf(core.Type{Elem: b.old.Type.Elem, Dims: b.old.Type.Dims[depth:]}))
	} else {
		return body
	}
	body.Stms = slices.Clone(body.Stms)
	body.Stms[k] = st
	return body
}

// isSimple reports whether a statement is an operator, or another name.
func isSimple(s core.Stm) bool {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		return !e.MayFail()
	case *core.Use:
		return true
	default: // more
		return false
	}
}

// costly reports whether a body computes more than a few numbers.
func costly(b core.Body) bool {
	found := false
	core.Walk(b, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Map, *core.Reduce, *core.Loop:
			found = true
		default: // is a number, or a part of an array
		}
	})
	return found
}
