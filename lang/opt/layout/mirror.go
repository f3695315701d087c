package layout

import (
	"slices"

	"raido/lang/core"
)

// Note [Rows and columns]
//
// A loop that fills a matrix element by element may read it along rows as well as along columns, so that neither the matrix nor its transpose lies well: an inside
// algorithm joins what begins at i with what ends at j. Where it reads along both much more often than it writes, the loop carries the matrix and its transpose:
//
//	loop c for i, j do                                      loop (c, t) for i, j do
//	  let s = sum over k of c[i, k] * c[k + 1, j]  becomes    let s = sum over k of c[i, k] * t[j, k + 1]
//	  in c with [i, j] = s                                    in (c with [i, j] = s, t with [j, i] = s)
//
// Each read takes what lies in one piece. This comes before derivatives, so that there is an adjoint for each of the two, which is added to along rows.
// Votes decide, as for Note [Columns in one piece]; only elements that are certainly inside of the matrix are read of the other one. [ours; copies of arrays in
// several layouts are in Allen, Kennedy: Optimizing Compilers for Modern Architectures, 9.2]

// bothWays adds a loop that carries matrices and their transposes; false if there is no matrix that is read both ways.
func (l *layouter) bothWays(out *core.Builder, e *core.Loop, pat []*core.Var) bool {
	m := &mirror{turner: &turner{layouter: l, turned: map[*core.Var]*core.Var{}}, across: map[*core.Var]bool{}}
	n := &core.Loop{Params: slices.Clone(e.Params), Init: slices.Clone(e.Init), I: e.I, Bound: e.Bound, Attrs: e.Attrs}
	pat = slices.Clone(pat)
	for k, p := range e.Params {
		v := l.votesOf(e, k)
		if v == nil || !v.bothWays() {
			continue
		}
		for x, is := range v.across {
			m.across[x] = m.across[x] || is
		}
		n.Params, n.Init = append(n.Params, m.turn(p)), append(n.Init, l.start(out, e.Init[k].(*core.Var)))
		pat = append(pat, core.NewVar(pat[k].Name, transposed(pat[k].Type)))
	}
	if len(m.turned) == 0 {
		return false
	}
	m.finish(out, n, e, pat)
	return true
}

// mirror rewrites the code of a loop that carries matrices and their transposes. The transpose of a view of a matrix is the matrix.
type mirror struct {
	*turner
	across map[*core.Var]bool // reads along columns
}

// finish adds a loop whose parameters and results are there, made of e.
func (m *mirror) finish(b *core.Builder, n, e *core.Loop, pat []*core.Var) {
	if e.Cond != nil {
		c := m.body(*e.Cond)
		n.Cond = &c
	}
	n.Body = m.body(e.Body)
	b.Add(pat, n)
}

// body has the transposes of results after them.
func (m *mirror) body(b core.Body) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		m.stm(out, s)
	}
	return out.Body(m.with(b.Result)...)
}

// with are values, and after them the transposes of those that have one.
func (m *mirror) with(as []core.Atom) []core.Atom {
	out := slices.Clone(as)
	for _, a := range as {
		if w := m.turned[core.AsVar(a)]; w != nil {
			out = append(out, w)
		}
	}
	return out
}

// binders are names, and after them those of the transposes of what is given to them.
func (m *mirror) binders(pat []*core.Var, of []core.Atom) []*core.Var {
	out := slices.Clone(pat)
	for k, a := range of {
		if m.turned[core.AsVar(a)] != nil {
			out = append(out, m.turn(pat[k]))
		}
	}
	return out
}

func (m *mirror) stm(b *core.Builder, s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Use:
		if w := m.turned[core.AsVar(e.Atom)]; w != nil {
			m.turned[s.Pat[0]] = w
		}
	case *core.Rearrange:
		if w := m.turned[e.Arr]; w != nil && slices.Equal(e.Perm, swap) {
			b.Add(s.Pat, &core.Use{Atom: w})
			m.turned[s.Pat[0]] = e.Arr
			return
		}
	case *core.Index:
		if w := m.turned[e.Arr]; w != nil && m.across[s.Pat[0]] {
			b.Add(s.Pat, &core.Index{Arr: w, Idx: []core.Atom{e.Idx[1], e.Idx[0]}})
			return
		}
	case *core.Update:
		if w := m.turned[e.Arr]; w != nil {
			b.AssertInside(e.Idx, e.Arr.Type.Dims, func(k int) bool { return m.indexes(s.Pat[0], e.Idx[k], e.Arr, k) })
			b.Add(s.Pat, e)
			b.Add([]*core.Var{m.turn(s.Pat[0])}, m.update(b, w, e))
			return
		}
	case *core.UpdateSlice:
		if w := m.turned[e.Arr]; w != nil {
			b.Add(s.Pat, e)
			x := m.column(b, w, s.Pat[0], e)
			b.Add([]*core.Var{m.turn(s.Pat[0])}, x)
			return
		}
	case *core.Loop:
		n := &core.Loop{I: e.I, Bound: e.Bound, Attrs: e.Attrs, Init: m.with(e.Init), Params: m.binders(e.Params, e.Init)}
		m.finish(b, n, e, m.binders(s.Pat, e.Init))
		return
	case *core.If:
		n := &core.If{Cond: e.Cond, Then: m.body(e.Then), Else: m.body(e.Else)}
		b.Add(m.binders(s.Pat, e.Then.Result), n)
		return
	default: // uses matrices as they are
	}
	exp := s.Exp.Map(core.Mapper{Body: m.body, Lambda: func(f *core.Lambda) *core.Lambda {
		return &core.Lambda{Params: f.Params, Ret: f.Ret, Body: m.body(f.Body)}
	}})
	if c, ok := exp.(*core.Call); ok {
		c.Fun = m.funs[c.Fun]
	}
	b.Add(s.Pat, exp)
}
