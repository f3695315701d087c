package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Chosen elements]
//
// Programs for all points at once compute all distances, then which of them is the least, then what comes of that one:
//
//	ts = map (\x -> map (\y -> f x y) ys) xs
//	is = map least ts                                      becomes         ... the same
//	rs = map (\t i -> g t[i]) ts is                                        rs = map (\i x -> g (f x ys[i])) is xs
//
// The element is computed once more, so that nothing else of ts has a derivative. This is done in derivatives, where all that is computed from ts
// are numbers that have none, and one element of each row at a time. [ours]

// ChosenRows computes chosen elements of rows where they are read: Note [Chosen elements].
func ChosenRows(p *core.Prog) *core.Prog {
	c := &chosenRows{names: alias.ByName(p)}
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return c.body(funs, f.Body, false) })
}

type chosenRows struct{ names *alias.Classes }

// body rewrites a body, of a derivative or not.
func (c *chosenRows) body(funs map[*core.Fun]*core.Fun, b core.Body, diff bool) core.Body {
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	for k, st := range out.Stms {
		in := diff
		switch e := st.Exp.(type) {
		case *core.Diff:
			in = !e.IsCustom()
		case *core.Call:
			out.Stms[k].Exp = &core.Call{Fun: funs[e.Fun], Args: e.Args}
		case *core.Map:
			if diff {
				c.rows(out, k, e)
			}
		default: // makes no rows
		}
		out.Stms[k].Exp = core.Inside(out.Stms[k].Exp, func(b core.Body) core.Body { return c.body(funs, b, in) })
	}
	return out
}

// rows looks for what reads chosen elements of the rows that statement k of a body, a map, makes, and computes them there.
func (c *chosenRows) rows(b core.Body, k int, m *core.Map) {
	for r, v := range b.Stms[k].Pat {
		row := c.rowOf(m, r)
		if row == nil || slices.Contains(b.Result, core.Atom(v)) {
			continue
		}
		readers := map[int]core.Exp{}
		ok := true
		for at, st := range b.Stms[k+1:] {
			if ok && core.FreeInStm(st).Has(v) && !withoutFloats(st.Pat) {
				reader := row.reader(st.Exp, v)
				ok = reader != nil
				readers[k+1+at] = reader
			}
		}
		for at, reader := range readers {
			if ok {
				b.Stms[at].Exp = reader
			}
		}
	}
}

// withoutFloats reports whether no value is a float or an array of floats: what is computed for them has no derivative.
func withoutFloats(vs []*core.Var) bool {
	return !slices.ContainsFunc(vs, func(v *core.Var) bool { return v.Type.Elem.IsFloat() })
}

// rowMap is a map that makes rows of numbers by another one.
type rowMap struct {
	outer *core.Map
	first []core.Stm // what a row computes first
	inner *core.Map
	at    int // which result of the inner map
}

// rowOf is the map of rows whose result r a map is, with nothing costly before the rows; nil if it is none.
func (c *chosenRows) rowOf(m *core.Map, r int) *rowMap {
	if len(m.Accs) > 0 || m.Fn.Ret[r].Rank() != 1 || !m.Fn.Ret[r].Elem.IsFloat() {
		return nil
	}
	stms := m.Fn.Body.Stms
	for k, st := range stms {
		at := slices.Index(core.Atoms(st.Pat), m.Fn.Body.Result[r])
		if at < 0 {
			continue
		}
		q, ok := st.Exp.(*core.Map)
		if !ok || len(q.Accs) > 0 {
			return nil
		}
		needed := core.Needed(core.Body{Stms: stms[:k:k], Result: core.Atoms(core.FreeInExp(q).List)})
		row := &rowMap{m, needed.Stms, q, at}
		if !cheapStms(row.first) || c.consumes(row) {
			return nil
		}
		return row
	}
	return nil
}

// cheapStms reports whether code is operators and reads.
func cheapStms(stms []core.Stm) bool {
	return !slices.ContainsFunc(stms, func(st core.Stm) bool {
		switch st.Exp.(type) {
		case *core.PrimApp, *core.Index, *core.Use:
			return false
		default:
			return true
		}
	})
}

// consumes reports whether something consumes an array that the rows are made of: it may be gone where an element is computed again.
func (c *chosenRows) consumes(row *rowMap) bool {
	free := core.FreeInExp(row.outer).List
	return slices.ContainsFunc(free, func(v *core.Var) bool { return !v.Type.IsScalar() && c.names.Consumed(v) })
}

// reader is a map over rows, with the elements computed that it reads; nil if it takes more of a row.
func (row *rowMap) reader(e core.Exp, v *core.Var) core.Exp {
	m, ok := e.(*core.Map)
	if !ok || m.W != row.outer.W || core.FreeInLambda(m.Fn).Has(v) {
		return nil
	}
	n := *m
	n.Arrs = slices.Concat(m.Arrs, row.outer.Arrs)
	n.Fn = &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret}
	s := core.NewSubst()
	n.Fn.Params = append(n.Fn.Params, s.Binders(row.outer.Fn.Params)...)
	rd := &rowReader{row: row, subst: s, params: map[*core.Var]bool{}, ok: true}
	for k, a := range m.Arrs {
		if a == v {
			rd.params[m.Fn.Params[len(m.Accs)+k]] = true
		}
	}
	n.Fn.Body = rd.body(m.Fn.Body)
	if !rd.ok {
		return nil
	}
	return &n
}

// rowReader computes elements of rows where they are read.
type rowReader struct {
	row    *rowMap
	subst  *core.Subst // of the parameters of the map that makes the rows
	params map[*core.Var]bool
	ok     bool // nothing but single elements is read
}

func (rd *rowReader) reads(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return ok && rd.params[v]
}

func (rd *rowReader) body(b core.Body) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		switch e := st.Exp.(type) {
		case *core.Index:
			if rd.reads(e.Arr) && len(e.Idx) == 1 {
				rd.element(out, st.Pat[0], e.Idx[0])
				continue
			}
		case *core.If:
			out.Add(st.Pat, &core.If{Cond: e.Cond, Then: rd.body(e.Then), Else: rd.body(e.Else)})
			continue
		default: // reads more than an element
		}
		rd.ok = rd.ok && !slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return rd.params[v] })
		out.Add(st.Pat, st.Exp)
	}
	rd.ok = rd.ok && !slices.ContainsFunc(b.Result, rd.reads)
	return out.Body(b.Result...)
}

// element computes element i of a row.
func (rd *rowReader) element(out *core.Builder, v *core.Var, i core.Atom) {
	row := rd.row
	s := core.NewSubst()
	for p, a := range rd.subst.Vars {
		s.Vars[p] = a
	}
	for _, st := range row.first {
		out.Stms = append(out.Stms, s.Stm(st))
	}
	inner := s.Exp(row.inner).(*core.Map)
	out.AssertInside([]core.Atom{i}, []core.Atom{inner.W}, func(int) bool { return false })
	var args []core.Atom
	for _, a := range inner.Arrs {
		args = append(args, out.Index(a, i))
	}
	out.Add([]*core.Var{v}, &core.Use{Atom: out.Inline(inner.Fn, args...)[row.at]})
}
