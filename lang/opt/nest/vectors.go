package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Sums of vectors]
//
// A sum of vectors adds them element by element, so that each element is a sum of its own:
//
//	reduce (map2 op) (replicate m ne) (map (\x y -> map f x) xs ys)     becomes     map (\j -> reduce op ne (map (\x y -> f x[j]) xs ys)) (iota m)
//
// which the other passes know: the sum of multiples of rows is a product of matrices, the derivative is that of a sum of numbers. Tuples of vectors and
// numbers are summed one by one, if none of them depends on another. Vectors that lie in memory, those whose elements share
// work, and those of what lies around each element, are summed as they are. [Bruun22, 7.3, has the rule for scans with vectorised operators; that it
// goes into the map that makes the vectors, and when: ours]

// vectors sums element by element; nil if that is not what an operator does.
func (n *nester) vectors(st core.Stm, e *core.Reduce) []core.Stm {
	k := len(e.Arrs)
	elements := make([]*core.Map, k) // that make the results that are vectors
	numbers := core.Body{}
	found := false
	by := map[core.Atom]*core.Map{}
	for _, s := range e.Fn.Body.Stms {
		if m, ok := s.Exp.(*core.Map); ok {
			if len(s.Pat) != 1 {
				return nil
			}
			by[s.Pat[0]] = m
			continue
		}
		numbers.Stms = append(numbers.Stms, s)
	}
	for r, a := range e.Fn.Body.Result {
		if e.Fn.Params[r].Type.IsScalar() {
			continue
		}
		m := by[a]
		if m == nil || len(m.Arrs) != 2 || len(m.Accs) > 0 || m.Arrs[0] != e.Fn.Params[r] || m.Arrs[1] != e.Fn.Params[k+r] {
			return nil
		}
		delete(by, a)
		elements[r], found = m, true
	}
	if !found || len(by) > 0 {
		return nil
	}
	b := &core.Builder{Src: st.Src}
	rest := &core.Reduce{W: e.W, Comm: e.Comm, Fn: &core.Lambda{Body: numbers}}
	var pat, right []*core.Var
	for r, m := range elements {
		if m == nil {
			rest.Arrs, rest.Ne = append(rest.Arrs, e.Arrs[r]), append(rest.Ne, e.Ne[r])
			rest.Fn.Params, right = append(rest.Fn.Params, e.Fn.Params[r]), append(right, e.Fn.Params[k+r])
			rest.Fn.Ret, pat = append(rest.Fn.Ret, e.Fn.Ret[r]), append(pat, st.Pat[r])
			rest.Fn.Body.Result = append(rest.Fn.Body.Result, e.Fn.Body.Result[r])
			continue
		}
		if !alone(m.Fn, e.Fn.Params) {
			return nil
		}
		sums := n.summed(b, e, m.Fn, r)
		if sums == nil {
			return nil
		}
		b.Add(st.Pat[r:r+1], sums)
	}
	if len(pat) > 0 {
		rest.Fn.Params = append(rest.Fn.Params, right...)
		if !alone(rest.Fn, e.Fn.Params) {
			return nil
		}
		b.Add(pat, rest)
	}
	return b.Stms
}

// summed is the map of the sums of the elements of the vectors that a map makes, which an operator combines; nil if the vectors are made otherwise, or
// at a cost that all elements share.
func (n *nester) summed(b *core.Builder, e *core.Reduce, operator *core.Lambda, r int) core.Exp {
	made, ok := n.defs[e.Arrs[r]].(*core.Map)
	if !ok || len(made.Accs) > 0 || len(made.Fn.Ret) != 1 || made.W != e.W {
		return nil
	}
	if slices.ContainsFunc(core.FreeInExp(made).List, func(v *core.Var) bool { return n.names.Consumed(v) }) { // not what it was any more
		return nil
	}
	row := e.Fn.Params[r].Type
	j := core.NewVar("j", core.I64)
	fn := core.Rename(made.Fn)
	fn.Body, ok = elementAt(fn.Body, j)
	ne, same := n.defs[core.AsVar(e.Ne[r])].(*core.Replicate)
	if !ok || !same || len(ne.Dims) > 1 && !ne.Val.AtomType().IsScalar() {
		return nil
	}
	fn.Ret = []core.Type{row.Row()}
	in := &core.Builder{Src: b.Src}
	zero := in.Replicate(ne.Val, row.Row().Dims...)
	x := in.Let("x", n.along(in, made, fn))
	sum := core.NewVar("sum", row.Row())
	in.Add([]*core.Var{sum}, &core.Reduce{W: e.W, Comm: e.Comm, Fn: operator, Ne: []core.Atom{zero}, Arrs: []*core.Var{x}})
	is := b.Let("is", &core.Iota{N: row.Dims[0], Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	return &core.Map{W: row.Dims[0], Arrs: []*core.Var{is}, Fn: &core.Lambda{Params: []*core.Var{j}, Ret: []core.Type{row.Row()}, Body: n.body(in.Body(sum))}}
}

// along is a map of numbers with the arrays of another map. Rows of a rearranged array are read by indices, which simplify gives to the array itself.
func (n *nester) along(b *core.Builder, m *core.Map, fn *core.Lambda) *core.Map {
	out := &core.Map{W: m.W, Fn: &core.Lambda{Ret: fn.Ret}}
	k := core.NewVar("k", core.I64)
	read := &core.Builder{Src: b.Src}
	for p, a := range m.Arrs {
		if _, turned := n.defs[a].(*core.Rearrange); turned {
			read.Add(fn.Params[p:p+1], &core.Index{Arr: a, Idx: []core.Atom{k}})
			continue
		}
		out.Arrs, out.Fn.Params = append(out.Arrs, a), append(out.Fn.Params, fn.Params[p])
	}
	if len(read.Stms) > 0 {
		is := b.Let("is", &core.Iota{N: m.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
		out.Arrs, out.Fn.Params = append(out.Arrs, is), append(out.Fn.Params, k)
	}
	out.Fn.Body = core.Body{Stms: append(read.Stms, fn.Body.Stms...), Result: fn.Body.Result}
	return out
}

// elementAt is element j of the vector that a body makes by a map, if nothing in it takes dozens of instructions.
func elementAt(b core.Body, j *core.Var) (core.Body, bool) {
	out := &core.Builder{}
	var result core.Atom
	for _, s := range b.Stms {
		out.Src = s.Src
		switch x := s.Exp.(type) {
		case *core.Map:
			if result != nil || len(s.Pat) > 1 || s.Pat[0] != b.Result[0] || len(x.Accs) > 0 || !inexpensive(x.Fn.Body, false) {
				return core.Body{}, false
			}
			var args []core.Atom
			for _, a := range x.Arrs {
				args = append(args, out.Index(a, j))
			}
			result = out.Inline(x.Fn, args...)[0]
		default:
			if !inexpensive(core.Body{Stms: []core.Stm{s}}, true) {
				return core.Body{}, false
			}
			out.Stms = append(out.Stms, s)
		}
	}
	return out.Body(result), result != nil
}

// inexpensive reports whether code only computes numbers, of a few instructions each, and goes along arrays; or reads them elsewhere as well.
func inexpensive(b core.Body, reads bool) bool {
	ok := true
	core.Walk(b, func(s core.Stm) {
		switch x := s.Exp.(type) {
		case *core.PrimApp:
			ok = ok && !x.MayFail() && !x.Op.IsFunctionOf(x.T)
		case *core.Use, *core.Map:
		case *core.Index, *core.Rearrange:
			ok = ok && reads
		default: // work
			ok = false
		}
	})
	return ok
}

// alone reports whether a lambda does not use variables.
func alone(l *core.Lambda, vs []*core.Var) bool {
	free := core.FreeInLambda(l)
	for _, v := range vs {
		if free.Has(v) {
			return false
		}
	}
	return true
}
