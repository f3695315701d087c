package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Joined branches]
//
// The return sweep of a branch is a branch under the same condition, and where both sweeps are in one body, as in a map, they become one [ours]:
//
//	ys, saved = if c then f else g                        ys, xs' = if c then let (ys, saved) = f  let b = h saved  in (ys, return sweep of f)
//	b = h saved                                  becomes            else let (ys, saved) = g  let b = h saved  in (ys, return sweep of g)
//	xs' = if c then (return sweep of f) else ...          b = h saved
//
// So what the return sweep needs of the forward sweep need not leave the branch: no array is filled with nothing where the other branch runs,
// maps of both sweeps can be fused, and what both compute is computed once. What is between and depends on the first branch is computed in both
// branches where the second one needs it, if it is a few operations on numbers, and stays behind the branch for others.

// maxBetween is how many statements between two branches are computed in both.
const maxBetween = 8

// JoinBranches joins branches under the same condition, where the second uses results of the first: Note [Joined branches].
func JoinBranches(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		return (&joiner{names: names, funs: funs}).body(f.Body)
	})
}

type joiner struct {
	names *alias.Classes
	funs  map[*core.Fun]*core.Fun
}

func (jn *joiner) body(b core.Body) core.Body {
	stms := slices.Clone(b.Stms)
	for j := 0; j < len(stms); j++ {
		for i := j - 1; i >= 0; i-- {
			if before, joined, after := jn.join(stms[i : j+1]); joined != nil {
				stms = slices.Replace(stms, i, j+1, slices.Concat(before, joined, after)...)
				i += len(before)
				j = i
			}
		}
	}
	out := core.Body{Result: b.Result}
	for _, s := range stms {
		s.Exp = core.Inside(s.Exp, jn.body)
		if c, ok := s.Exp.(*core.Call); ok {
			s.Exp = &core.Call{Fun: jn.funs[c.Fun], Args: c.Args}
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// join is the branch that the first and the last of some statements are as one, with what is before and after it then; nil if they stay.
func (jn *joiner) join(stms []core.Stm) (before, joined, after []core.Stm) {
	first, last := stms[0], stms[len(stms)-1]
	p, ok := first.Exp.(*core.If)
	c, ok2 := last.Exp.(*core.If)
	if !ok || !ok2 || p.Cond != c.Cond {
		return nil, nil, nil
	}
	depend := &core.VarSet{} // on the first branch
	add := func(s core.Stm) {
		for _, v := range s.Pat {
			depend.Add(v)
		}
	}
	add(first)
	for _, s := range stms[1 : len(stms)-1] {
		if slices.ContainsFunc(core.FreeInStm(s).List, depend.Has) {
			add(s)
			after = append(after, s)
		} else {
			before = append(before, s)
		}
	}
	few, ok := between(last, after)
	used := slices.Clone(first.Pat) // after last
	for _, s := range after {
		used = append(used, core.FreeInStm(s).List...)
	}
	if !ok || !slices.ContainsFunc(core.FreeInStm(last).List, depend.Has) || jn.consume(before, core.FreeInStm(first).List) || jn.consume([]core.Stm{last}, used) {
		return nil, nil, nil
	}
	branch := func(x, y core.Body) core.Body {
		sub := core.NewSubst()
		for k, v := range first.Pat {
			sub.Vars[v] = x.Result[k]
		}
		rest := sub.Body(core.Body{Stms: slices.Concat(few, y.Stms), Result: y.Result})
		return core.Body{Stms: slices.Concat(x.Stms, rest.Stms), Result: slices.Concat(x.Result, rest.Result)}
	}
	both := &core.If{Cond: c.Cond, Then: branch(p.Then, c.Then), Else: branch(p.Else, c.Else)}
	return before, []core.Stm{{Pat: slices.Concat(first.Pat, last.Pat), Exp: both, Src: last.Src}}, after
}

// between are those of some statements that another one needs; not ok if they are more than a few operations on numbers, or can fail.
func between(s core.Stm, stms []core.Stm) (out []core.Stm, ok bool) {
	needs := core.FreeInStm(s)
	for _, s := range slices.Backward(stms) {
		if !slices.ContainsFunc(s.Pat, needs.Has) {
			continue
		}
		e, ok := s.Exp.(*core.PrimApp)
		if out = append(out, s); !ok || e.MayFail() || len(out) > maxBetween {
			return nil, false
		}
		for _, v := range core.FreeInStm(s).List {
			needs.Add(v)
		}
	}
	slices.Reverse(out)
	return out, true
}

// consume reports whether statements consume one of some arrays.
func (jn *joiner) consume(stms []core.Stm, arrs []*core.Var) bool {
	consumed := map[*core.Var]bool{}
	for _, s := range stms {
		jn.names.ConsumedIn(s, func(v *core.Var) { consumed[jn.names.Find(v)] = true })
	}
	return slices.ContainsFunc(arrs, func(v *core.Var) bool { return !v.Type.IsScalar() && consumed[jn.names.Find(v)] })
}
