package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

func scanCases() []ruleCase[*core.Scan] {
	return []ruleCase[*core.Scan]{
		{"add", func(e *core.Scan) bool { return isVecOp(e.Fn, "add") }, (*rev).scanAdd},
		{"vectorised", func(e *core.Scan) bool { return isVectorised(e.Fn) }, (*rev).scanVectorised},
		{"general", func(e *core.Scan) bool { return true }, (*rev).scanGeneral},
	}
}

func (r *rev) scan(st core.Stm, e *core.Scan) { takeCase(r, scanCases(), st, e) }

// scanAdd: prefix sums, of scalars or of arrays elementwise. [Bruun22, 7.2]
//
//	primal   ys = scan (+) 0 as
//	return   as̅ += reverse (scan (+) 0 (reverse ys̅))
func (r *rev) scanAdd(st core.Stm, e *core.Scan) {
	r.simple(st, func(yBar core.Atom) {
		b := r.b()
		from := reversed(b, []*core.Var{yBar.(*core.Var)})
		sums := b.Bind("sums", &core.Scan{W: e.W, Fn: core.Rename(e.Fn), Ne: e.Ne, Arrs: from})
		r.contribute(e.Arrs[0], r.made(reversed(b, sums)[0]))
	})
}

// scanVectorised: an operator on arrays that maps one on their elements. [Bruun22, 7.3]
//
//	scan (map2 op) nes as  =  transpose (map2 (\ne col -> scan op ne col) nes (transpose as))
func (r *rev) scanVectorised(st core.Stm, e *core.Scan) {
	b := &core.Builder{Src: st.Src}
	in := vecOperands(b, e.Ne, e.Arrs)
	k := len(e.Arrs)
	fn := b.Lambda(core.ElemTypes(in), nil, func(b *core.Builder, p []*core.Var) []core.Atom {
		return core.Atoms(b.Bind("y", &core.Scan{W: e.W, Fn: core.Rename(vecInner(e.Fn)), Ne: core.Atoms(p[:k]), Arrs: p[k:]}))
	})
	columns := b.Bind("ys", &core.Map{W: in[0].Type.Dims[0], Arrs: in, Fn: fn})
	for i, c := range columns {
		perm := []int{1, 0}
		for d := 2; d < c.Type.Rank(); d++ {
			perm = append(perm, d)
		}
		b.Add(st.Pat[i:i+1], &core.Rearrange{Perm: perm, Arr: c})
	}
	r.instead(b.Stms)
}

// scanGeneral: any associative operator on scalars. [Bruun22, 7.1; free variables: ours]
//
//	primal   ys = scan ⊙ ne as
//	return   cs = map (\i -> if i == n-1 then 0 else ∂(y ⊙ a)/∂y at y = ys[i], a = as[i+1]) (iota n)
//	         (rs̅, _) = scan (\(d1, c1) (d2, c2) -> (d2 + c2 · d1, c2 × c1)) (0, I) (reverse ys̅) (reverse cs)
//	         as̅ += map3 (\l a r̅ -> vjp (\a -> l ⊙ a) a r̅) (ne : init ys) as (reverse rs̅)
//
// where elements are vectors of the active components, which must have one type, and cs are matrices.
// Other operators run as a loop [ours]: such a scan is sequential in the derivative.
func (r *rev) scanGeneral(st core.Stm, e *core.Scan) {
	var on []int
	t := prim.Invalid
	for i, y := range st.Pat {
		if !r.facts.active[y] {
			continue
		}
		on = append(on, i)
		if y.Type.Rank() != 1 || t != prim.Invalid && t != y.Type.Elem {
			r.scanLoop(st, e)
			return
		}
		t = y.Type.Elem
	}
	r.emit(st)
	r.push(st, func() {
		bars, any := r.adjs(st.Pat)
		if !any {
			return
		}
		j := r.scanJacobians(st, e, on)
		rs := r.scanBars(st, e, on, bars, j)
		ls := shifted(r.b(), e.W, st.Pat, e.Ne)
		r.contributeOperator(e.W, e.Fn, ls, e.Arrs, rs)
	})
}

// scanJacobians gives cs: element [q][p] is the derivative of component on[q] of y ⊙ a by component on[p] of y.
func (r *rev) scanJacobians(st core.Stm, e *core.Scan, on []int) [][]*core.Var {
	b, k := r.b(), len(st.Pat)
	next := slices.Clone(st.Pat)
	for _, a := range e.Arrs {
		next = append(next, b.Let(a.Name, &core.Rotate{By: one64, Arr: a}))
	}
	active := make([]bool, 2*k)
	for _, p := range on {
		active[p] = true
	}
	is := b.Let("is", &core.Iota{N: e.W, Start: core.IntC(0), Step: one64, T: prim.I64})
	last := minus(b, e.W, one64)
	step := &core.Map{W: e.W, Arrs: next, Fn: r.constFree(e.Fn)}
	out := make([][]*core.Var, len(on))
	for q, c := range on {
		t := st.Pat[c].Type.Elem
		seeds := make([]core.Atom, k)
		seeds[c] = b.Replicate(core.One(t), e.W)
		row := r.mapBars(step, seeds, active, nil)
		for _, p := range on {
			if row[p] == nil {
				out[q] = append(out[q], b.Replicate(core.Zero(t), e.W).(*core.Var))
				continue
			}
			ins := []*core.Var{is, row[p].(*core.Var)}
			out[q] = append(out[q], b.Map(e.W, ins, func(b *core.Builder, x []*core.Var) []core.Atom {
				return []core.Atom{choose(b, b.Prim("eq", prim.I64, x[0], last), core.Zero(t), x[1])}
			})[0])
		}
	}
	return out
}

// scanBars solves the linear recurrence r̅[i] = y̅[i] + cs[i] · r̅[i+1] from the right, by composing linear functions.
func (r *rev) scanBars(st core.Stm, e *core.Scan, on []int, bars []core.Atom, cs [][]*core.Var) []core.Atom {
	b, d := r.b(), len(on)
	t := st.Pat[on[0]].Type.Elem
	var ins []*core.Var
	var ne []core.Atom
	for _, c := range on {
		bar, ok := bars[c].(*core.Var)
		if !ok {
			bar = b.ZeroOf(st.Pat[c].Type).(*core.Var)
		}
		ins = append(ins, bar)
		ne = append(ne, core.Zero(t))
	}
	for q := range d {
		for p := range d {
			ins = append(ins, cs[q][p])
			unit := core.Zero(t)
			if p == q {
				unit = core.One(t)
			}
			ne = append(ne, unit)
		}
	}
	scanned := b.Bind("r", &core.Scan{W: e.W, Fn: linearCompose(d, t), Ne: ne, Arrs: reversed(b, ins)})
	out := make([]core.Atom, len(st.Pat))
	for i, v := range reversed(b, scanned[:d]) {
		out[on[i]] = v
	}
	return out
}

// linearCompose is \(d1, c1) (d2, c2) -> (d2 + c2 · d1, c2 × c1) for vectors of d elements, where c[q][p], at
// d + q*d + p, takes component q to component p.
func linearCompose(d int, t prim.Type) *core.Lambda {
	var ts []core.Type
	for range d + d*d {
		ts = append(ts, core.Prim(t))
	}
	b := &core.Builder{}
	return b.Lambda(append(slices.Clone(ts), ts...), ts, func(b *core.Builder, v []*core.Var) []core.Atom {
		x, y := v[:len(ts)], v[len(ts):]
		var out []core.Atom
		for p := range d {
			sum := core.Atom(y[p])
			for q := range d {
				sum = b.Prim("add", t, sum, b.Prim("mul", t, y[d+q*d+p], x[q]))
			}
			out = append(out, sum)
		}
		for q := range d {
			for p := range d {
				var sum core.Atom
				for m := range d {
					term := b.Prim("mul", t, x[d+q*d+m], y[d+m*d+p])
					if sum == nil {
						sum = term
					} else {
						sum = b.Prim("add", t, sum, term)
					}
				}
				out = append(out, sum)
			}
		}
		return out
	})
}

// scanLoop is the scan as a sequential loop, in the place of the primal.
func (r *rev) scanLoop(st core.Stm, e *core.Scan) {
	b, k := &core.Builder{Src: st.Src}, len(e.Arrs)
	loop := &core.Loop{I: core.NewVar("i", core.I64), Bound: e.W}
	for i, a := range e.Arrs {
		loop.Params = append(loop.Params, core.NewVar("acc", a.Type.Row()))
		loop.Init = append(loop.Init, e.Ne[i])
	}
	for _, a := range e.Arrs {
		loop.Params = append(loop.Params, core.NewVar(a.Name, a.Type))
		loop.Init = append(loop.Init, b.Let(a.Name, &core.Scratch{Elem: a.Type.Elem, Dims: a.Type.Dims}))
	}
	loop.Body = b.Sub(func(b *core.Builder) []core.Atom {
		args := core.Atoms(loop.Params[:k])
		for _, a := range e.Arrs {
			args = append(args, b.Index(a, loop.I))
		}
		out := b.Inline(e.Fn, args...)
		for i, p := range loop.Params[k:] {
			out = append(out, b.Let(p.Name, &core.Update{Arr: p, Idx: []core.Atom{loop.I}, Val: out[i]}))
		}
		return out
	})
	var pat []*core.Var
	for _, p := range loop.Params[:k] {
		pat = append(pat, core.NewVar(p.Name, p.Type))
	}
	b.Add(append(pat, st.Pat...), loop)
	r.instead(b.Stms)
}
