package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

func reduceCases() []ruleCase[*core.Reduce] {
	return []ruleCase[*core.Reduce]{
		{"split", func(e *core.Reduce) bool { return splits(e.Fn) }, (*rev).reduceSplit},
		{"add", func(e *core.Reduce) bool { return isVecOp(e.Fn, prim.Add) }, (*rev).reduceAdd},
		{"mul", func(e *core.Reduce) bool { return isOp(e.Fn, prim.Mul) && elemType(e.Fn).IsFloat() }, (*rev).reduceMul},
		{"choose", func(e *core.Reduce) bool { return chooses(e.Fn) }, (*rev).reduceChoose},
		{"vectorised", func(e *core.Reduce) bool { return isVectorised(e.Fn) }, (*rev).reduceVectorised},
		{"general", func(*core.Reduce) bool { return true }, (*rev).reduceGeneral},
	}
}

// Reduce takes the first case that fits.
func (r *rev) Reduce(st core.Stm, e *core.Reduce) { takeCase(r, reduceCases(), st, e) }

// reduceAdd: sum, of scalars or of arrays elementwise. [Bruun22, 4.2]
//
//	primal   y = reduce (+) 0 as
//	return   as̅ += replicate n y̅;  0̅ += y̅
func (r *rev) reduceAdd(st core.Stm, e *core.Reduce) {
	r.simple(st, func(yBar core.Atom) {
		r.contribute(e.Arrs[0], r.made(r.b().Replicate(yBar, e.W).(*core.Var)))
		r.contribute(e.Ne[0], yBar)
	})
}

// reduceMul: product of floats. [Bruun22, 4.2; many zeros: ours]
//
//	primal   y = reduce (*) 1 as
//	return   (zs, p, z) = reduce (\(z1, p1, s1) (z2, p2, s2) -> (z1 + z2, p1 * p2, s1 + s2)) (0, 1, 0)
//	                        (map (\a -> if a == 0 then (1, 1, a) else (0, a, 0)) as)
//	         as̅ += if zs < 2 || low then map (\a -> y̅ * others (zs, p, z) a) as          see product.go
//	               else map2 (\l r -> y̅ * l * r) (scan_exc (*) 1 as) (the same from the right)
//	         1̅ += y̅ * the product of as
//
// The paper counts the zeros in the forward sweep; as is needed in the return sweep anyhow. For integers
// p / a is not the product of the others when p wraps around, so they take the general rule.
func (r *rev) reduceMul(st core.Stm, e *core.Reduce) {
	r.simple(st, func(yBar core.Atom) {
		b, t := r.b(), elemType(e.Fn)
		f := reduceFactors(b, e)
		ts := []core.Type{e.Arrs[0].Type}
		first := r.facts.isActive(e.Ne[0])
		if first {
			ts = append(ts, core.Prim(t))
		}
		few := func(b *core.Builder) []core.Atom {
			out := core.Atoms(b.Map(e.W, e.Arrs, func(b *core.Builder, a []*core.Var) []core.Atom {
				return []core.Atom{b.Prim(prim.Mul, t, f.others(b, a[0]), yBar)}
			}))
			if first {
				out = append(out, b.Prim(prim.Mul, t, f.others(b, e.Ne[0]), yBar))
			}
			return out
		}
		many := func(b *core.Builder) []core.Atom { return manyZeros(b, e, yBar)[:len(ts)] }
		bars := r.byZeros(ts, f.many, many, few)
		r.contribute(e.Arrs[0], r.made(bars[0].(*core.Var)))
		if first {
			r.contribute(e.Ne[0], bars[1])
		}
	})
}

// reduceFactors are what is known of a product, whose first factor is the neutral element.
func reduceFactors(b *core.Builder, e *core.Reduce) factors {
	t := elemType(e.Fn)
	parts := b.Map(e.W, e.Arrs, func(b *core.Builder, a []*core.Var) []core.Atom { return splitFactor(b, t, a[0]) })
	ts := []core.Type{core.I64, core.Prim(t), core.Prim(t)}
	fn := b.Lambda(append(ts, ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Add, prim.I64, p[0], p[3]), b.Prim(prim.Mul, t, p[1], p[4]), b.Prim(prim.Add, t, p[2], p[5])}
	})
	one := e.Ne[0] == core.Atom(core.One(t))
	ne := []core.Atom{core.IntC(0), core.One(t), core.Zero(t)}
	all := core.Atoms(b.Bind("p", &core.Reduce{W: e.W, Fn: fn, Ne: ne, Arrs: parts, Comm: true}))
	if !one {
		all = b.Inline(fn, append(splitFactor(b, t, e.Ne[0]), all...)...)
	}
	mx := b.If(isNormal(b, t, all[1]), scaledTypes(t),
		func(*core.Builder) []core.Atom { return scaledOne(t) },
		func(b *core.Builder) []core.Atom {
			parts := b.Map(e.W, e.Arrs, func(b *core.Builder, a []*core.Var) []core.Atom { return scaledFactor(b, t, a[0]) })
			p := core.Atoms(b.Bind("p", &core.Reduce{W: e.W, Fn: scaledMul(t), Ne: scaledOne(t), Arrs: parts, Comm: true}))
			if !one {
				p = b.Inline(scaledMul(t), append(scaledFactor(b, t, e.Ne[0]), p...)...)
			}
			return p
		})
	return factors{t, all[0], all[1], all[2], mx[0], mx[1]}
}

// manyZeros are the adjoints of factors and of the neutral element, as the general rule has them.
func manyZeros(b *core.Builder, e *core.Reduce, yBar core.Atom) []core.Atom {
	t := elemType(e.Fn)
	op := func() *core.Lambda { return core.BinOp(prim.Mul, t) }
	ps := b.Bind("p", &core.Scan{W: e.W, Fn: op(), Ne: e.Ne, Arrs: e.Arrs})
	ls := shifted(b, e.W, ps, e.Ne)
	rs := suffixes(b, &core.Reduce{W: e.W, Fn: op(), Ne: []core.Atom{core.One(t)}, Arrs: e.Arrs})
	bars := b.Map(e.W, []*core.Var{ls[0], rs[0]}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Mul, t, b.Prim(prim.Mul, t, x[0], yBar), x[1])}
	})
	all := b.Let("p", &core.Reduce{W: e.W, Fn: op(), Ne: []core.Atom{core.One(t)}, Arrs: e.Arrs})
	return []core.Atom{bars[0], b.Prim(prim.Mul, t, all, yBar)}
}

// choose is if c then x else y for scalars.
func choose(b *core.Builder, c, x, y core.Atom) core.Atom {
	return b.If(c, []core.Type{x.AtomType()},
		func(*core.Builder) []core.Atom { return []core.Atom{x} },
		func(*core.Builder) []core.Atom { return []core.Atom{y} })[0]
}

// reduceVectorised: an operator on arrays that maps one on their elements. [Bruun22, 5.2.1, 6.5]
//
//	reduce (map2 op) nes as  =  map2 (\ne col -> reduce op ne col) nes (transpose as)
func (r *rev) reduceVectorised(st core.Stm, e *core.Reduce) {
	b := &core.Builder{Src: st.Src}
	in := vecOperands(b, e.Ne, e.Arrs)
	k := len(e.Arrs)
	op := vecInner(e.Fn)
	fn := b.Lambda(core.ElemTypes(in), nil, func(b *core.Builder, p []*core.Var) []core.Atom {
		return core.Atoms(b.Bind("y", &core.Reduce{W: e.W, Fn: core.Rename(op), Ne: core.Atoms(p[:k]), Arrs: p[k:], Comm: e.Comm}))
	})
	b.Add(st.Pat, &core.Map{W: in[0].Type.Dims[0], Arrs: in, Fn: fn})
	r.instead(b.Stms)
}

// instead differentiates statements in the place of a primal statement.
func (r *rev) instead(stms []core.Stm) {
	r.facts.body(nil, core.Body{Stms: stms})
	r.forward(stms)
}

// reduceGeneral: any associative operator. [Bruun22, 4.1; free variables: ours]
//
//	primal   y = reduce ⊙ ne as
//	return   ps = scan ⊙ ne as                        ps[i] = a0 ⊙ ... ⊙ ai
//	         ls = map (\i -> if i == 0 then ne else ps[i-1]) (iota n)
//	         rs = the exclusive scan from the right   rs[i] = a(i+1) ⊙ ... ⊙ a(n-1)
//	         ps̅ = map3 (\p r -> vjp (\p -> p ⊙ r) p y̅) ps rs, and y̅ for the last
//	         as̅ += map3 (\l a p̅ -> vjp (\a -> l ⊙ a) a p̅) ls as ps̅
//
// Where ne is not certainly neutral, the suffixes are combined without it. The paper has one map of vjp (\a -> l ⊙ a ⊙ r). In two steps each application of ⊙ is differentiated once,
// so that free variables of ⊙ get their adjoint in the second.
func (r *rev) reduceGeneral(st core.Stm, e *core.Reduce) {
	if r.facts.anyActive(e.Ne...) {
		r.reduceByScan(st, e)
		return
	}
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		b := r.b()
		ps := b.Bind("p", &core.Scan{W: e.W, Fn: core.Rename(e.Fn), Ne: e.Ne, Arrs: e.Arrs})
		ls := shifted(b, e.W, ps, e.Ne)
		n := e.W
		for i, bar := range bars {
			if bar != nil {
				bars[i] = b.Replicate(bar, n)
			}
		}
		on := r.activeOf(st.Pat)
		var psBar []core.Atom
		if isNeutral(e.Fn, e.Ne) {
			active := make([]bool, 2*len(bars))
			for _, i := range on {
				active[i] = true
			}
			step := &core.Map{W: n, Arrs: slices.Concat(ps, suffixes(b, e)), Fn: r.constFree(e.Fn)}
			psBar = r.mapBars(step, bars, active, nil)[:len(bars)]
		} else {
			psBar = r.prefixBars(e.Fn, e.Ne, ps, e.Arrs, lastOf(b, n), on, bars)
		}
		r.contributeOperator(n, e.Fn, ls, e.Arrs, psBar)
	})
}

// contributeOperator contributes to as and to the free variables of the operator what the adjoints bars of
// the values l ⊙ a give, for all l in ls and a in as.
func (r *rev) contributeOperator(n core.Atom, op *core.Lambda, ls, as []*core.Var, bars []core.Atom) {
	for _, bar := range bars {
		if bar != nil {
			r.contributeMap(&core.Map{W: n, Arrs: append(append([]*core.Var{}, ls...), as...), Fn: op}, bars, nil)
			return
		}
	}
}

// constFree is a copy of l whose free variables are constants.
func (r *rev) constFree(l *core.Lambda) *core.Lambda {
	s := core.NewSubst()
	for _, v := range core.FreeInLambda(l).List {
		if r.facts.isActive(v) {
			s.Vars[v] = r.b().Let(v.Name, &core.Use{Atom: v})
		}
	}
	return s.Lambda(l)
}

// shifted is each array one place to the right, with ne at 0: the exclusive scan, from the inclusive one.
func shifted(b *core.Builder, n core.Atom, arrs []*core.Var, ne []core.Atom) []*core.Var {
	is := b.Let("is", &core.Iota{N: n, Start: core.IntC(0), Step: one64, T: prim.I64})
	return b.Map(n, []*core.Var{is}, func(b *core.Builder, p []*core.Var) []core.Atom {
		first := b.Prim(prim.Eq, prim.I64, p[0], core.IntC(0))
		return core.Atoms(b.If(first, core.ElemTypes(arrs),
			func(*core.Builder) []core.Atom { return ne },
			func(b *core.Builder) []core.Atom {
				before := minus(b, p[0], one64)
				var out []core.Atom
				for _, a := range arrs {
					out = append(out, b.Index(a, before))
				}
				return out
			}))
	})
}

// suffixes is the exclusive scan from the right.
func suffixes(b *core.Builder, e *core.Reduce) []*core.Var {
	scanned := b.Bind("r", &core.Scan{W: e.W, Fn: core.FlipArgs(e.Fn), Ne: e.Ne, Arrs: reversed(b, e.Arrs)})
	return reversed(b, shifted(b, e.W, scanned, e.Ne))
}

func reversed(b *core.Builder, arrs []*core.Var) []*core.Var {
	var out []*core.Var
	for _, a := range arrs {
		out = append(out, b.Let(a.Name, &core.Reverse{Arr: a}))
	}
	return out
}
