package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/choice"
	"raido/lang/prim"
)

// Note [Indices with their elements]
//
// The place of the least may be found by indices alone:
//
//	i = reduce (\i j -> if ts[j] < ts[i] then j else i) 0 (iota n)
//
// Elements that go with the indices need not be read again, at places that nobody knows before, and nobody else may need ts then:
//
//	(i, _) = reduce (\(i, t) (j, u) -> if u < t then (j, u) else (i, t)) (0, ts[0]) (zip (iota n) ts)
//
// [ours]

// Pairs lets reductions of indices carry the elements that they compare: Note [Indices with their elements].
func Pairs(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return pairs(funs, f.Body) })
}

func pairs(funs map[*core.Fun]*core.Fun, b core.Body) core.Body {
	in := func(b core.Body) core.Body { return pairs(funs, b) }
	out := &core.Builder{}
	counts := map[*core.Var]bool{}
	for _, st := range b.Stms {
		out.Src = st.Src
		switch e := st.Exp.(type) {
		case *core.Call:
			st.Exp = &core.Call{Fun: funs[e.Fun], Args: e.Args}
		case *core.Iota:
			counts[st.Pat[0]] = core.Counts(e)
		case *core.Reduce:
			if len(e.Arrs) == 1 && counts[e.Arrs[0]] && core.IsInt(e.Ne[0], 0) && paired(out, st.Pat[0], e) {
				continue
			}
		default: // reduces no indices
		}
		st.Exp = core.Inside(st.Exp, in)
		out.Add(st.Pat, st.Exp)
	}
	return out.Body(b.Result...)
}

// paired adds a reduction of indices with their elements for one of indices alone; not if it is another one.
func paired(out *core.Builder, v *core.Var, e *core.Reduce) bool {
	l := core.Rename(e.Fn)
	i, j := l.Params[0], l.Params[1]
	arr := comparedAt(l.Body, i, j, e.W)
	if arr == nil {
		return false
	}
	t, u := core.NewVar(arr.Name, arr.Type.Row()), core.NewVar(arr.Name, arr.Type.Row())
	c := &choice.Of{Kept: []core.Atom{i}, K: t, Others: []core.Atom{j}, I: u}
	body, elem, ok := c.Mark(l.Body, l.Body.Result)
	if !ok {
		return false
	}
	body = core.Replace(body, func(st core.Stm) core.Exp {
		x, ok := st.Exp.(*core.Index)
		switch {
		case !ok || x.Arr != arr:
			return nil
		case x.Idx[0] == core.Atom(i):
			return &core.Use{Atom: t}
		default:
			return &core.Use{Atom: u}
		}
	})
	some := out.Prim(prim.Lt, prim.I64, core.IntC(0), e.W)
	ne := out.If(some, []core.Type{t.Type},
		func(b *core.Builder) []core.Atom { return []core.Atom{b.Index(arr, core.IntC(0))} },
		func(*core.Builder) []core.Atom { return []core.Atom{core.Zero(t.Type.Elem)} })[0]
	fn := &core.Lambda{Params: []*core.Var{i, t, j, u}, Ret: []core.Type{core.I64, t.Type}, Body: core.Body{Stms: body.Stms, Result: append(slices.Clone(l.Body.Result), elem)}}
	out.Add([]*core.Var{v, core.NewVar(arr.Name, t.Type)}, &core.Reduce{W: e.W, Fn: fn, Ne: []core.Atom{core.IntC(0), ne}, Arrs: []*core.Var{e.Arrs[0], arr}})
	return true
}

// comparedAt is the array of numbers, as many as there are indices, of which an operator reads the elements at its operands, and at nothing else; nil if there is
// none, or several.
func comparedAt(b core.Body, i, j *core.Var, w core.Atom) (arr *core.Var) {
	ok := true
	core.Walk(b, func(st core.Stm) {
		x, is := st.Exp.(*core.Index)
		if !is {
			return
		}
		ok = ok && len(x.Idx) == 1 && (x.Idx[0] == core.Atom(i) || x.Idx[0] == core.Atom(j)) && x.Arr.Type.Rank() == 1 && x.Arr.Type.Dims[0] == w && (arr == nil || arr == x.Arr)
		arr = x.Arr
	})
	if !ok {
		return nil
	}
	return arr
}
