package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Maps over 0, 1, ..., n-1 that read xs[i] in iteration i are maps over xs:
//
//	map (\i -> f xs[i]) (iota n)  =  map (\i x -> f x) (iota n) xs        xs: [n]
//
// As an operand xs gets its adjoint as a result of the return sweep's map and needs no accumulator. With more
// dimensions every one must be read like that, by maps inside, since else the adjoints of rows that are read
// at few places would be written whole. [ours]

// countsUp reports whether e is 0, 1, 2, ...
func countsUp(e *core.Iota) bool {
	return core.IsConst(e.Start, prim.Zero(prim.I64)) && core.IsConst(e.Step, prim.One(prim.I64))
}

// readsToOperands makes free arrays that are read so operands of the map.
func (r *rev) readsToOperands(e *core.Map) *core.Map {
	for _, xs := range core.FreeInLambda(e.Fn).List {
		if !r.facts.isActive(xs) || xs.Type.Rank() == 0 || xs.Type.IsAcc() {
			continue
		}
		q := &rowReads{facts: r.facts, xs: xs, width: map[core.Atom]core.Atom{}}
		q.counters(e)
		if !q.lambda(e.Fn) || q.first == nil {
			continue
		}
		n, fn, row := *e, *e.Fn, core.NewVar(xs.Name, xs.Type.Row())
		fn.Params = append(slices.Clone(fn.Params), row)
		fn.Body = readRow(fn.Body, xs, row)
		n.Fn, n.Arrs = &fn, append(slices.Clone(e.Arrs), xs)
		r.facts.mark(row, true)
		e = &n
	}
	return e
}

// rowReads checks the uses of xs in a map's lambda.
type rowReads struct {
	facts *facts
	xs    *core.Var
	width map[core.Atom]core.Atom // parameters that count up, with the width of their map
	first core.Atom               // the parameter of the outermost map that xs is read at
}

// counters notes the parameters of a map that count up.
func (q *rowReads) counters(m *core.Map) {
	for i, a := range m.Arrs {
		if q.facts.counts[a] {
			q.width[m.Fn.Params[len(m.Accs)+i]] = m.W
		}
	}
}

func (q *rowReads) lambda(l *core.Lambda) bool {
	ps := map[core.Atom]bool{}
	for _, p := range l.Params {
		ps[p] = true
	}
	ok := true
	core.Walk(l.Body, func(st core.Stm) {
		switch e := st.Exp.(type) {
		case *core.Map:
			q.counters(e)
		case *core.If, *core.Loop: // rows may be read rarely there
			ok = ok && (q.xs.Type.Rank() == 1 || !core.FreeInExp(e).Has(q.xs))
		default: // no body that runs for each point
		}
		if x, isIndex := st.Exp.(*core.Index); isIndex && x.Arr == q.xs {
			ok = ok && q.read(x) && ps[x.Idx[0]]
			return
		}
		st.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
			ok = ok && a != core.Atom(q.xs)
			return a
		}, Body: q.results(&ok), Lambda: func(l *core.Lambda) *core.Lambda {
			q.results(&ok)(l.Body)
			return l
		}})
	})
	q.results(&ok)(l.Body)
	return ok
}

// results checks that a body does not return xs.
func (q *rowReads) results(ok *bool) func(core.Body) core.Body {
	return func(b core.Body) core.Body {
		*ok = *ok && !slices.Contains(b.Result, core.Atom(q.xs))
		return b
	}
}

// read checks that every dimension is read at a counter of its length, the first always at the same.
func (q *rowReads) read(x *core.Index) bool {
	if len(x.Idx) != q.xs.Type.Rank() || q.first != nil && q.first != x.Idx[0] {
		return false
	}
	q.first = x.Idx[0]
	for k, i := range x.Idx {
		if q.width[i] == nil || q.width[i] != q.xs.Type.Dims[k] {
			return false
		}
	}
	return true
}

// readRow replaces xs[i, ...] by row[...].
func readRow(b core.Body, xs, row *core.Var) core.Body {
	out := core.Body{Result: b.Result}
	for _, st := range b.Stms {
		if x, ok := st.Exp.(*core.Index); ok && x.Arr == xs {
			st.Exp = &core.Use{Atom: row}
			if len(x.Idx) > 1 {
				st.Exp = &core.Index{Arr: row, Idx: x.Idx[1:]}
			}
		} else {
			st.Exp = core.Inside(st.Exp, func(b core.Body) core.Body { return readRow(b, xs, row) })
		}
		out.Stms = append(out.Stms, st)
	}
	return out
}
