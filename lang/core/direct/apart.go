package direct

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Iterations apart]
//
// Loops that update arrays element by element, as textbooks have them and as return sweeps of such loops are, run in order. Where each iteration writes
// places of its own that no other one reads or writes, which affine indices tell (package region), any order will do, but for variables: they can be
// computed in vectors then. That is so of the innermost loops of eliminations, substitutions by columns and rotations, and of their adjoints. Those
// count down, and may count up as well.

// Apart are the innermost loops of a program whose iterations meet in no array that they update, each with a body that counts up: Note [Iterations
// apart].
func Apart(p *core.Prog) map[*core.Loop]core.Body {
	out := map[*core.Loop]core.Body{}
	for _, f := range p.Funs {
		var chains *region.Chains
		core.Walk(f.Body, func(s core.Stm) {
			l, ok := s.Exp.(*core.Loop)
			if !ok || !updatesElements(l) {
				return
			}
			if chains == nil {
				chains = region.NewChains()
				chains.Learn(f.Params, f.Body)
			}
			if runs := chains.Runs(l); apart(l, runs) {
				out[l] = upwards(l, runs)
			}
		})
	}
	return out
}

// mostAccesses bounds the accesses to arrays that are compared with each other.
const mostAccesses = 12

// updatesElements reports whether a loop that counts does nothing but compute numbers and update elements of the arrays that it carries.
func updatesElements(l *core.Loop) bool {
	if l.Cond != nil || l.I.Type.Elem != prim.I64 || core.AllScalar(core.VarTypes(l.Params)) {
		return false
	}
	n := 0
	for _, s := range l.Body.Stms {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
		case *core.Use:
			if !s.Pat[0].Type.IsScalar() {
				return false
			}
		case *core.Index:
			if n++; !s.Pat[0].Type.IsScalar() {
				return false
			}
		case *core.Update:
			if n++; !e.Val.AtomType().IsScalar() {
				return false
			}
		default: // more
			return false
		}
	}
	return n <= mostAccesses
}

// apart reports whether no iteration reads or writes what another one writes.
func apart(l *core.Loop, runs *region.Runs) bool {
	from := map[*core.Var]*core.Var{} // the parameter that an array is a version of
	for _, p := range l.Params {
		from[p] = p
	}
	var reads, writes []access
	for _, s := range l.Body.Stms {
		switch e := s.Exp.(type) {
		case *core.Index:
			if p := from[e.Arr]; p != nil {
				reads = append(reads, access{p, runs.At(p, e.Idx)})
			}
		case *core.Update:
			p := from[e.Arr]
			if p == nil {
				return false
			}
			from[s.Pat[0]] = p
			writes = append(writes, access{p, runs.At(p, e.Idx)})
		default: // numbers
		}
	}
	for k, p := range l.Params {
		if v := core.AsVar(l.Body.Result[k]); !p.Type.IsScalar() && from[v] != p {
			return false
		}
	}
	return !slices.ContainsFunc(writes, func(w access) bool {
		return slices.ContainsFunc(append(reads, writes...), func(x access) bool { return x.arr == w.arr && runs.Meets(x.part, w.part) })
	})
}

// access is a part of an array that a loop carries.
type access struct {
	arr  *core.Var
	part region.Part
}

// upwards is the body of a loop for another order of its iterations: if it uses its counter i only as n - 1 - i, as i. None of them may fail, as the first one
// that does is reported, and what they hand on in variables are sums.
func upwards(l *core.Loop, runs *region.Runs) core.Body {
	if slices.ContainsFunc(l.Body.Stms, func(s core.Stm) bool { return mayFail(s.Exp, runs) }) || !onlySums(l) {
		return l.Body
	}
	at := -1
	for k, s := range l.Body.Stms {
		if !core.FreeInStm(s).Has(l.I) {
			continue
		}
		e, ok := s.Exp.(*core.PrimApp)
		if at >= 0 || !ok || e.T != prim.I64 || e.Op != prim.Sub || e.Args[1] != core.Atom(l.I) || e.Args[0] == core.Atom(l.I) {
			return l.Body
		}
		if d, ok := runs.Apart(l.Bound, e.Args[0]); !ok || d != 1 {
			return l.Body
		}
		at = k
	}
	if at < 0 || slices.Contains(l.Body.Result, core.Atom(l.I)) {
		return l.Body
	}
	b := core.Body{Stms: slices.Clone(l.Body.Stms), Result: l.Body.Result}
	b.Stms[at].Exp = &core.Use{Atom: l.I}
	return b
}

// onlySums reports whether the numbers that a loop carries are sums that it looks at no more than to add to them.
func onlySums(l *core.Loop) bool {
	uses := map[core.Atom]int{}
	for _, s := range l.Body.Stms {
		for _, v := range core.FreeInStm(s).List {
			uses[v]++
		}
	}
	for k, p := range l.Params {
		if !p.Type.IsScalar() {
			continue
		}
		sum := slices.ContainsFunc(l.Body.Stms, func(s core.Stm) bool {
			e, ok := s.Exp.(*core.PrimApp)
			return ok && e.Op == prim.Add && s.Pat[0] == l.Body.Result[k] && (e.Args[0] == core.Atom(p)) != (e.Args[1] == core.Atom(p))
		})
		if !sum || uses[p] != 1 || uses[l.Body.Result[k]] != 0 {
			return false
		}
	}
	return true
}

// mayFail reports whether a statement of the body of such a loop may fail.
func mayFail(e core.Exp, runs *region.Runs) bool {
	inside := func(arr *core.Var, idx []core.Atom) bool {
		for d, i := range idx {
			if !runs.Indexes(i, arr.Type.Dims[d]) {
				return false
			}
		}
		return true
	}
	switch e := e.(type) {
	case *core.PrimApp:
		return e.Op.Fails
	case *core.Index:
		return !inside(e.Arr, e.Idx)
	case *core.Update:
		return !inside(e.Arr, e.Idx)
	default: // another name
	}
	return false
}
