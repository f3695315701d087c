package rows

import (
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// nest adds a nest of two maps in the place of a map over the rows of a matrix, one after the other, and reports whether it does.
func (w *walker) nest(fs facts, pat []*core.Var, e *core.Map) bool {
	if len(e.Accs) > 0 || w.remainders {
		return false
	}
	for _, f := range w.factors(e.W) {
		n, m := f[0], f[1]
		if !w.isSize(n) || !w.isSize(m) || !w.divides(e, m) || !w.reads(e) {
			continue
		}
		undo := w.state()
		if w.rows(fs, pat, e, n, m); !w.flat {
			w.flat = undo.flat
			return true
		}
		w.undo(undo)
	}
	return false
}

// state is what a trial changes.
type state struct {
	stms  [][]core.Stm
	views map[view]*core.Var
	flat  bool
	made  made
}

// state is the present one, and begins a trial.
func (w *walker) state() state {
	s := state{views: maps.Clone(w.views), flat: w.flat}
	for _, b := range w.out {
		s.stms = append(s.stms, slices.Clone(b.Stms))
	}
	if w.flat = false; w.made != nil {
		s.made = *w.made
		s.made.virtual = maps.Clone(w.virtual)
	}
	return s
}

// undo goes back to a state.
func (w *walker) undo(s state) {
	for i, b := range w.out {
		b.Stms = s.stms[i]
	}
	if w.views, w.flat = s.views, s.flat; w.made != nil {
		*w.made = s.made
	}
}

// divides reports whether a map divides its index by m.
func (w *walker) divides(e *core.Map, m *core.Var) bool {
	found := false
	for j, a := range e.Arrs {
		if !w.indices(a) {
			continue
		}
		core.Walk(e.Fn.Body, func(s core.Stm) {
			q, ok := s.Exp.(*core.PrimApp)
			found = found || ok && (q.Op == prim.Div || q.Op == prim.Mod) && q.Args[0] == core.Atom(e.Fn.Params[j]) && q.Args[1] == core.Atom(m)
		})
	}
	return found
}

// reads reports whether a map reads an array: else what it makes is not of a matrix, and fuses with what is in one dimension.
func (w *walker) reads(e *core.Map) bool {
	found := slices.ContainsFunc(e.Arrs, func(a *core.Var) bool { return !w.indices(a) })
	core.Walk(e.Fn.Body, func(s core.Stm) {
		_, is := s.Exp.(*core.Index)
		found = found || is
	})
	return found
}

// rows adds the nest of maps.
func (w *walker) rows(fs facts, pat []*core.Var, e *core.Map, n, m *core.Var) {
	out := w.now()
	iota := func(b *core.Builder, k core.Atom) *core.Var {
		return b.Let("iota", &core.Iota{N: k, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	}
	i, j := core.NewVar("i", core.I64), core.NewVar("j", core.I64)
	rowFn := &core.Lambda{Params: []*core.Var{i}}
	inFn := &core.Lambda{Params: []*core.Var{j}, Ret: e.Fn.Ret}
	rowMap, inMap := &core.Map{W: n, Arrs: []*core.Var{iota(out, n)}, Fn: rowFn}, &core.Map{W: m, Fn: inFn}
	body := &core.Builder{Src: out.Src}
	for k, a := range e.Arrs {
		p := e.Fn.Params[k]
		if w.indices(a) {
			at := body.Prim(prim.Mul, prim.I64, i, m)
			body.Add([]*core.Var{p}, &core.PrimApp{Op: prim.Add, T: prim.I64, Args: []core.Atom{at, j}})
			continue
		}
		two := w.view(a, n, m)
		row := core.NewVar(p.Name, two.Type.Row())
		rowMap.Arrs, rowFn.Params = append(rowMap.Arrs, two), append(rowFn.Params, row)
		inMap.Arrs, inFn.Params = append(inMap.Arrs, row), append(inFn.Params, p)
	}
	in := core.Body{Stms: append(body.Stms, e.Fn.Body.Stms...), Result: e.Fn.Body.Result}
	row := w.push(rowFn.Params)
	row.Src = out.Src
	inMap.Arrs = append([]*core.Var{iota(row, m)}, inMap.Arrs...)
	inFn.Body = w.body(in, w.counter(w.counter(fs, i, n), j, m), inFn.Params)
	rows := row.Bind("map", inMap)
	rowFn.Body, rowFn.Ret = row.Body(core.Atoms(rows)...), core.VarTypes(rows)
	w.pop()
	for k, v := range out.Bind("map", rowMap) {
		out.Add(pat[k:k+1], &core.Reshape{Dims: append([]core.Atom{e.W}, v.Type.Dims[2:]...), Arr: v})
	}
}
