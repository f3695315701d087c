package opt

import (
	"math"
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Updates of accumulators that add nothing where a branch is not taken: Note [Tables of points].

// certsOfSums are the accumulators of a node that add: others, as those of a maximum, are changed by a zero.
func certsOfSums(w *core.WithAcc) map[*core.Cert]bool {
	sums := map[*core.Cert]bool{}
	for _, a := range w.Accs {
		e, ok := core.IsBinOp(a.Op)
		sums[a.Cert] = ok && e.Op == prim.Add
	}
	return sums
}

// freed is a branch that reads tables, which hold zeros where it is not taken, and behind it what it adds that is zero then.
func freed(s core.Stm, e *core.If, rows []*core.Var, sums map[*core.Cert]bool) []core.Stm {
	f := &freeing{rows: rows, sums: sums, defs: map[*core.Var]core.Exp{}, behind: core.Builder{Src: s.Src}, before: slices.Clone(s.Pat), pat: slices.Clone(s.Pat)}
	free := &core.If{Cond: e.Cond, Then: f.body(e.Then), Else: f.body(e.Else)}
	out := append([]core.Stm{{Pat: f.before, Exp: free, Src: s.Src}}, f.behind.Stms...)
	for _, b := range out[1:] {
		if k := slices.Index(f.pat, b.Pat[0]); k >= 0 {
			b.Pat[0] = s.Pat[k]
		}
	}
	return out
}

// freeing takes updates out of a branch.
type freeing struct {
	rows        []*core.Var
	sums        map[*core.Cert]bool
	defs        map[*core.Var]core.Exp
	behind      core.Builder
	before, pat []*core.Var // the results of the branch, and what they are behind it
}

// body is a branch without the updates that are done behind it.
func (f *freeing) body(b core.Body) core.Body {
	sub := core.NewSubst()
	var out core.Body
	for _, s := range b.Stms {
		for _, v := range s.Pat {
			f.defs[v] = s.Exp
		}
		if u, ok := s.Exp.(*core.UpdateAcc); ok && f.update(u) {
			sub.Vars[s.Pat[0]] = sub.Atom(u.Acc)
			continue
		}
		out.Stms = append(out.Stms, sub.Stm(s))
	}
	out.Result = sub.Atoms(b.Result)
	return out
}

// update does an update behind the branch if that adds nothing where the branch is not taken.
func (f *freeing) update(u *core.UpdateAcc) bool {
	k := slices.IndexFunc(f.pat, func(v *core.Var) bool { return v.Type.IsAcc() && v.Type.Cert == u.Acc.Type.Cert })
	if k < 0 || !f.sums[u.Acc.Type.Cert] || !f.linear(u.Val) || slices.ContainsFunc(u.Idx, func(a core.Atom) bool { return !f.plain(a) }) {
		return false
	}
	again := map[*core.Var]core.Atom{}
	idx := make([]core.Atom, len(u.Idx))
	for d, a := range u.Idx {
		idx[d] = f.again(a, again)
	}
	if f.pat[k] == f.before[k] {
		f.before[k] = core.NewVar(f.pat[k].Name, f.pat[k].Type)
		f.pat[k] = f.before[k]
	}
	f.pat[k] = f.behind.Let(f.pat[k].Name, &core.UpdateAcc{Acc: f.pat[k], Idx: idx, Val: f.again(u.Val, again)})
	return true
}

// linear reports whether a value is an element of a table, but for its sign and factors that are numbers.
func (f *freeing) linear(a core.Atom) bool {
	v, ok := a.(*core.Var)
	if !ok {
		return false
	}
	e, ok := f.defs[v].(*core.PrimApp)
	switch {
	case !ok:
		return slices.Contains(f.rows, v)
	case e.Op == prim.Neg:
		return f.linear(e.Args[0])
	case e.Op == prim.Mul:
		return finite(e.Args[0]) && f.linear(e.Args[1]) || finite(e.Args[1]) && f.linear(e.Args[0])
	}
	return false
}

// finite reports whether an atom is a number by which zero is zero.
func finite(a core.Atom) bool {
	c, ok := a.(core.Const)
	return ok && (!c.Type.IsFloat() || !math.IsNaN(c.Float64()) && !math.IsInf(c.Float64(), 0))
}

// plain reports whether an index is what the branch does not compute, or a sum of that.
func (f *freeing) plain(a core.Atom) bool {
	v, ok := a.(*core.Var)
	if !ok || f.defs[v] == nil {
		return true
	}
	e, ok := f.defs[v].(*core.PrimApp)
	return ok && (e.Op == prim.Add || e.Op == prim.Sub) && !slices.ContainsFunc(e.Args, func(a core.Atom) bool { return !f.plain(a) })
}

// again is an atom of the branch computed behind it.
func (f *freeing) again(a core.Atom, done map[*core.Var]core.Atom) core.Atom {
	v, ok := a.(*core.Var)
	if !ok || f.defs[v] == nil {
		return a
	}
	if done[v] == nil {
		e := f.defs[v].(*core.PrimApp)
		args := make([]core.Atom, len(e.Args))
		for i, x := range e.Args {
			args[i] = f.again(x, done)
		}
		done[v] = f.behind.Let(v.Name, &core.PrimApp{Op: e.Op, T: e.T, Args: args})
	}
	return done[v]
}
