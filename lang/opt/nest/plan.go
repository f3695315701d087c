package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// plan is how a loop becomes a map.
type plan struct {
	n      *nester
	st     core.Stm
	e      *core.Loop
	runs   *region.Runs
	body   core.Body   // with what is added in the place of sums, without the updates of arrays
	sums   []*prim.Op  // by parameter; nil if it is no sum
	writes [][]*write  // by parameter: those of an array, in order
	adds   []*core.Var // by parameter: the accumulator of an array to which the loop only adds, in the map; else nil
	op     *prim.Op    // what it does there
	outs   []core.Atom // what an iteration of the map gives: the values of writes, then what is added
	size   core.Atom   // not nil: the loop runs through so many places, all of a dimension of each array that it writes
	back   bool        // from the last one to the first
}

// plan finds out what a loop does with its parameters; nil if it stays. It may have accumulators if adds says so.
func (n *nester) plan(st core.Stm, e *core.Loop, runs *region.Runs, adds bool) *plan {
	k := len(e.Params)
	p := &plan{n: n, st: st, e: e, runs: runs, sums: make([]*prim.Op, k), writes: make([][]*write, k), adds: make([]*core.Var, k)}
	if !p.findSums() || !p.findWrites(adds) || !p.independent() {
		return nil
	}
	for k := range e.Params {
		for _, w := range p.writes[k] {
			p.outs = append(p.outs, w.val)
		}
	}
	for k, op := range p.sums {
		if op != nil {
			p.outs = append(p.outs, p.body.Result[k])
		}
	}
	bound := map[*core.Var]bool{}
	for _, s := range p.body.Stms {
		for _, v := range s.Pat {
			bound[v] = true
		}
	}
	for _, a := range p.outs {
		for _, d := range a.AtomType().Dims {
			if v, ok := d.(*core.Var); ok && bound[v] {
				return nil
			}
		}
	}
	p.findSize()
	if len(p.outs) == 0 && len(p.accs()) == 0 || n.stays != nil && !p.paysInLoop() {
		return nil
	}
	if n.stays != nil && p.size == nil && slices.ContainsFunc(p.writes, func(ws []*write) bool { return len(ws) > 0 }) {
		return nil
	}
	return p
}

// folds are what the iterations of a loop may do to a number, in any order.
var folds = []*prim.Op{prim.Add, prim.Min, prim.Max, prim.Mul, prim.And, prim.Or, prim.Xor}

// findSums finds the parameters that are sums, and takes them out of the body; false if there is a number that is none.
func (p *plan) findSums() bool {
	p.body = p.e.Body
	for k, v := range p.e.Params {
		if !v.Type.IsScalar() {
			continue
		}
		for _, op := range folds {
			if !op.Class.Has(v.Type.Elem) || op == prim.Mul && v.Type.Elem.IsFloat() {
				continue
			}
			if body, ok := Summands(&core.Loop{Params: p.e.Params, Body: p.body}, []int{k}, op); ok {
				p.body, p.sums[k] = body, op
				break
			}
		}
		if p.sums[k] == nil {
			return false
		}
	}
	return true
}

// independent reports whether no iteration reads what an earlier one has written, or writes after it to the same place what it would write
// before.
func (p *plan) independent() bool {
	params := &core.VarSet{}
	code := core.Body{Stms: p.body.Stms}
	for k, v := range p.e.Params {
		if p.sums[k] != nil || p.adds[k] != nil {
			code.Result = append(code.Result, p.body.Result[k])
			continue
		}
		params.Add(v)
		for _, w := range p.writes[k] {
			code.Result = append(code.Result, w.val)
		}
	}
	if params = views(params, code.Stms); alias.MayConsume(code, params) {
		return false
	}
	for k, v := range p.e.Params {
		ws := p.writes[k]
		for i, w := range ws {
			part := p.runs.Slice(v.Type, w.dims)
			for _, r := range p.runs.Reads(v, code) {
				if p.runs.After(r, part) {
					return false
				}
			}
			for _, first := range ws[:i] {
				if p.runs.After(p.runs.Slice(v.Type, first.dims), part) {
					return false
				}
			}
		}
	}
	return true
}

// accs are the accumulators of the map.
func (p *plan) accs() (out []*core.Var) {
	for _, v := range p.adds {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// views has all names of arrays and of their parts in code.
func views(vs *core.VarSet, stms []core.Stm) *core.VarSet {
	core.Walk(core.Body{Stms: stms}, func(s core.Stm) {
		for _, a := range s.Exp.Aliases(s.Pat) {
			if vs.Has(a.Of) {
				vs.Add(a.Name)
			}
		}
	})
	return vs
}

// paysInLoop reports whether the bound does not depend on the loop around that stays.
func (p *plan) paysInLoop() bool {
	by, _, ok := p.n.chains.Runs(p.n.stays).Form(p.e.Bound)
	return ok && by == 0
}

// findSize finds the dimension that the loop runs through, if it writes all of it in each array, in one direction.
func (p *plan) findSize() {
	first := true
	for k, ws := range p.writes {
		for _, w := range ws {
			size := p.e.Params[k].Type.Dims[w.dim]
			all, ok := p.runs.Apart(size, p.e.Bound)
			last, ok2 := p.runs.Beyond(size, w.starts[w.dim])
			back := w.by == -1 && ok2 && last == 1
			ahead := w.by == 1 && w.starts[w.dim].C == 0 && len(w.starts[w.dim].Terms) == 0
			if !ok || all != 0 || !ahead && !back || !first && (p.size != size || p.back != back) {
				p.size, p.back = nil, false
				return
			}
			p.size, p.back, first = size, back, false
		}
	}
}

// mapOf is the map over indices whose one result is that of a body, and the operations on numbers and indices around it that it needs; nil if there
// is more.
func mapOf(b core.Body) (m *core.Map, stms []core.Stm) {
	counts, result := map[*core.Var]bool{}, b.Result[0]
	for _, s := range slices.Backward(b.Stms) {
		switch x := s.Exp.(type) {
		case *core.Map:
			if m != nil || len(s.Pat) > 1 || s.Pat[0] != result {
				return nil, nil
			}
			m = x
			continue
		case *core.Use:
			if s.Pat[0] == result {
				result = x.Atom
				continue
			}
		case *core.Iota:
			counts[s.Pat[0]] = core.IsInt(x.Start, 0) && core.IsInt(x.Step, 1) && x.T == prim.I64
			if m == nil || !core.FreeInLambda(m.Fn).Has(s.Pat[0]) {
				continue
			}
		case *core.PrimApp, *core.Index:
			if !core.AllScalar(core.VarTypes(s.Pat)) {
				return nil, nil
			}
		default: // more than may be computed for each element
			return nil, nil
		}
		stms = append(stms, s)
	}
	slices.Reverse(stms)
	if m == nil || len(m.Arrs) != 1 || !counts[m.Arrs[0]] {
		return nil, nil
	}
	return m, stms
}
