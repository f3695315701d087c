package rev

import (
	"slices"

	"raido/lang/core"
)

// mapExp: a map. [Rules, RevMap; Bruun22, 3.3.1; Acc]
//
//	primal   ys = map (\x -> f x) xs
//	return   (as̅, (xs̅', cs)) = with_acc as̅ (\accs -> map (\accs x y̅ -> f x again, then its return sweep) xs ys̅)
//	         xs̅ += xs̅';  b̅ += sum cs, for each free scalar b
//
// as are the free arrays that f reads: their adjoints are accumulators, never replicated. Maps inside of the
// map use the same accumulators.
//
// Elements that f reads directly of arrays that the primal consumes later are saved by the forward sweep, since
// copying the array could cost more than the map does. Not so within a map, whose lambda runs both sweeps: what is bound outside of it is there for both.
//
// Results that the return sweep of f needs, and that are not cheap to compute again, are operands of the map, see mapresults.go.
//
// Of operands whose rows are read at one place, the same for all rows, only that column has an adjoint, see column.go.
//
// If the adjoint has one element only, the return sweep is that of one iteration (atOne).
func (r *rev) Map(st core.Stm, e *core.Map) {
	e = r.readsToOperands(e)
	st.Exp = e
	slot, s := r.emit(st), r.s
	r.push(st, func() {
		if r.atOne(st, e) {
			return
		}
		bars, any := r.adjs(st.Pat[len(e.Accs):])
		if !any && !r.updatesAcc(e) {
			return
		}
		reads := r.consumedReads(e)
		r.contributeMap(e, bars, &ran{reads, st.Pat[len(e.Accs):]})
		saveReads(s.fwd.Stms, slot, reads)
	})
}

// ran is what the forward sweep has of a map: elements that it saved, and the results.
type ran struct {
	reads   []*savedRead
	results []*core.Var
}

// savedRead is a statement of a map's lambda that reads one element of an array that is consumed later.
type savedRead struct {
	place int       // in the lambda's body
	v     *core.Var // its result
	arr   *core.Var // the elements read, in all iterations
	used  bool      // the return sweep needs them
}

// consumedReads finds the reads to save: none if arrays that are consumed are also used in another way.
func (r *rev) consumedReads(e *core.Map) []*savedRead {
	bound := map[*core.Var]bool{}
	for _, p := range e.Fn.Params {
		bound[p] = true
	}
	consumed := func(v *core.Var) bool { return !bound[v] && r.facts.isConsumed(v) && !r.back[v] && !r.s.lasts(v) }
	var reads []*savedRead
	for i, st := range e.Fn.Body.Stms {
		for _, v := range st.Pat {
			bound[v] = true
		}
		x, ok := st.Exp.(*core.Index)
		if ok && consumed(x.Arr) && st.Pat[0].Type.IsScalar() {
			reads = append(reads, &savedRead{place: i, v: st.Pat[0], arr: core.NewVar(st.Pat[0].Name, st.Pat[0].Type.Of(e.W))})
			continue
		}
		for _, v := range core.FreeInStm(st).List {
			if consumed(v) {
				return nil
			}
		}
	}
	return reads
}

// saveReads makes the primal map, at slot of the forward sweep, return the elements that it reads.
func saveReads(stms []core.Stm, slot int, reads []*savedRead) {
	st := stms[slot]
	m, ok := st.Exp.(*core.Map)
	if !ok {
		return
	}
	n, fn := *m, *m.Fn
	for _, x := range reads {
		if x.used {
			fn.Ret = append(slices.Clone(fn.Ret), x.v.Type)
			fn.Body.Result = append(slices.Clone(fn.Body.Result), x.v)
			st.Pat = append(slices.Clone(st.Pat), x.arr)
		}
	}
	n.Fn = &fn
	stms[slot] = core.Stm{Pat: st.Pat, Exp: &n, Src: st.Src}
}

// contributeMap contributes to the operands of a map what the adjoints of its results give.
func (r *rev) contributeMap(e *core.Map, bars []core.Atom, has *ran) {
	on := make([]bool, len(e.Arrs))
	for i, x := range e.Arrs {
		on[i] = r.facts.isActive(x)
	}
	m := r.sweptMap(e, bars, on, has, map[int][]core.Atom{})
	for i, c := range m.emit() {
		if at := m.columns[i]; at != nil {
			r.contributeColumn(e.Arrs[i], at, c)
		} else {
			r.contribute(e.Arrs[i], c)
		}
	}
}

// mapBars emits the return sweep of a map. bars are the adjoints of its results after the accumulators (nil:
// zero); the results are the adjoints of the operands marked in on (nil: zero). It contributes to free
// variables by itself. The map has run, or is there for its adjoints alone (has is nil).
func (r *rev) mapBars(e *core.Map, bars []core.Atom, on []bool, has *ran) []core.Atom {
	return r.sweptMap(e, bars, on, has, nil).emit()
}

// sweptMap is the return sweep of a map before it is emitted, see mapBars. Columns takes which operands contribute to a column each
// (column.go); if it is nil, none may.
func (r *rev) sweptMap(e *core.Map, bars []core.Atom, on []bool, has *ran, columns map[int][]core.Atom) *revMap {
	l := core.Rename(e.Fn)
	if has == nil {
		has = &ran{}
	}
	m := &revMap{r: r, e: e, elems: l.Params[len(e.Accs):], reads: has.reads, columns: columns}
	for i, p := range l.Params[:len(e.Accs)] {
		r.facts.mark(p, r.facts.isActive(e.Accs[i]))
	}
	for i, p := range m.elems {
		r.facts.mark(p, on[i])
	}
	r.facts.body(l.Params, l.Body)
	for _, x := range has.reads {
		v := l.Body.Stms[x.place].Pat[0]
		r.known[v] = core.NewVar(v.Name, v.Type)
		m.readElems = append(m.readElems, r.known[v])
	}
	for i, bar := range bars {
		if bar != nil {
			m.barArrs = append(m.barArrs, bar.(*core.Var))
			m.barElems = append(m.barElems, core.NewVar("yBar", e.Fn.Ret[len(e.Accs)+i]))
			m.barOf = append(m.barOf, l.Body.Result[len(e.Accs)+i])
		}
	}
	m.body(l, has.results)
	return m
}

// revMap is the state of one return sweep of a map.
type revMap struct {
	r         *rev
	e         *core.Map
	elems     []*core.Var // parameters of the lambda for the operands
	reads     []*savedRead
	readElems []*core.Var // parameters for what reads saved
	barArrs   []*core.Var // adjoints of the results
	barElems  []*core.Var
	barOf     []core.Atom // the result of the lambda that each belongs to
	s         *scope
	results   []*core.Var // of the primal map that the return sweep reads
	resElems  []*core.Var
	params    []*core.Var         // parameters to use for elems
	out       core.Body           // result: accumulators, adjoints of elements, contributions to scalars
	outElems  []int               // operands of which out has the adjoint
	columns   map[int][]core.Atom // of operands, the place in each row that out has the adjoint of
	accs      []*core.Var         // imports that are arrays
	sums      []*core.Var         // imports that are scalars
}

// body runs both sweeps of the lambda in one.
func (m *revMap) body(l *core.Lambda, results []*core.Var) {
	r := m.r
	s := r.enter(mapScope, newImports())
	m.s = s
	m.params = r.protect(m.elems)
	r.forward(l.Body.Stms)
	for i, a := range m.barOf {
		r.contribute(a, m.barElems[i])
	}
	r.unwind()
	var accs, elems, sums []core.Atom
	for i, p := range m.elems {
		bar := m.column(i, p)
		if bar == nil {
			bar = r.adj(p)
		}
		if bar != nil {
			elems = append(elems, bar)
			m.outElems = append(m.outElems, i)
		}
	}
	r.disown(elems)
	for _, x := range s.imports.vars {
		if s.imports.in[x] == nil {
			m.sums = append(m.sums, x)
			sums = append(sums, r.exported(x))
		} else {
			m.accs = append(m.accs, x)
			accs = append(accs, r.exported(x))
		}
	}
	r.leave()
	ret := core.Needed(core.Body{Stms: s.ret.Stms, Result: slices.Concat(accs, elems, sums)})
	ret = m.readResults(l, s.fwd.Stms, ret, results)
	fwd, ret := r.straight(s.fwd.Stms, ret)
	m.out = core.Needed(reciprocals(core.Body{Stms: append(fwd, ret.Stms...), Result: ret.Result}))
}

// emit emits the map, inside of a WithAcc if it needs accumulators that are not there yet.
func (m *revMap) emit() []core.Atom {
	r, b := m.r, m.r.b()
	bars := make([]core.Atom, len(m.e.Arrs))
	if len(m.out.Result) == 0 {
		return bars
	}
	fn := &core.Lambda{Body: m.out}
	var inputs []core.AccInput // of the WithAcc
	var inner []*core.Var      // its lambda's parameters
	var given []*core.Var      // accumulators that the map takes
	for _, x := range m.accs {
		p := m.s.imports.in[x].(*core.Var)
		fn.Params = append(fn.Params, p)
		fn.Ret = append(fn.Ret, p.Type)
		ent := r.entry(x)
		if ent.acc != nil {
			given = append(given, ent.acc)
			continue
		}
		inputs = append(inputs, addAcc(r.hand(x, ent).(*core.Var), p.Type.Cert))
		inner = append(inner, core.NewVar(p.Name, p.Type))
		given = append(given, inner[len(inner)-1])
	}
	fn.Params = slices.Concat(fn.Params, m.params, m.barElems, m.readElems, m.resElems)
	for _, i := range m.outElems {
		fn.Ret = append(fn.Ret, m.e.Arrs[i].Type.Drop(1+len(m.columns[i])))
	}
	for _, x := range m.sums {
		fn.Ret = append(fn.Ret, x.Type)
	}
	arrs := slices.Concat(m.e.Arrs, m.barArrs)
	for _, x := range m.reads {
		arrs = append(arrs, x.arr)
	}
	arrs = append(arrs, m.results...)
	node := &core.Map{W: m.e.W, Accs: given, Arrs: arrs, Fn: fn}
	pruneInputs(node)
	for _, x := range m.reads {
		x.used = slices.Contains(node.Arrs, x.arr)
	}
	out := m.bind(b, node, inputs, inner)
	m.call(out)
	for k, x := range m.accs {
		ent := r.entry(x)
		if out[k].Type.IsAcc() {
			ent.acc = out[k]
		} else {
			ent.taken(out[k])
		}
	}
	out = out[len(m.accs):]
	for k, i := range m.outElems {
		bars[i] = r.made(out[k])
	}
	for k, x := range m.sums {
		r.contribute(x, sum(b, out[len(m.outElems)+k]))
	}
	return bars
}

// call names what the map gives: adjoints, or parts of sums.
func (m *revMap) call(out []*core.Var) {
	var names []string
	for _, x := range m.accs {
		names = append(names, x.Name+"Bar")
	}
	for _, i := range m.outElems {
		names = append(names, m.e.Arrs[i].Name+"Bar")
	}
	for _, x := range m.sums {
		names = append(names, x.Name+"Bars")
	}
	for k, n := range names {
		out[k].Name = n
	}
}

// bind emits the map or the WithAcc around it; the results are those of the map, with arrays in the
// places of the accumulators that the WithAcc introduces.
func (m *revMap) bind(b *core.Builder, node *core.Map, inputs []core.AccInput, inner []*core.Var) []*core.Var {
	if len(inputs) == 0 {
		return b.Bind("bar", node)
	}
	isNew := map[*core.Var]bool{}
	for _, p := range inner {
		isNew[p] = true
	}
	in := &core.Builder{Src: b.Src}
	res := in.Bind("bar", node)
	var fresh, others []*core.Var
	var place []int // of each result of the map among the results of the WithAcc
	for k, v := range res {
		if k < len(node.Accs) && isNew[node.Accs[k]] {
			place = append(place, len(fresh))
			fresh = append(fresh, v)
		} else {
			place = append(place, len(inner)+len(others))
			others = append(others, v)
		}
	}
	all := append(fresh, others...)
	fn := &core.Lambda{Params: inner, Ret: core.VarTypes(all), Body: in.Body(core.Atoms(all)...)}
	out := b.Bind("bar", &core.WithAcc{Accs: inputs, Fn: fn})
	ordered := make([]*core.Var, len(res))
	for k := range res {
		ordered[k] = out[place[k]]
	}
	return ordered
}

// pruneInputs removes operands that the lambda does not use.
func pruneInputs(m *core.Map) {
	free := core.FreeInBody(m.Fn.Body)
	params := slices.Clone(m.Fn.Params[:len(m.Accs)])
	var arrs []*core.Var
	for i, p := range m.Fn.Params[len(m.Accs):] {
		if free.Has(p) {
			params = append(params, p)
			arrs = append(arrs, m.Arrs[i])
		}
	}
	m.Fn.Params, m.Arrs = params, arrs
}
