package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// small reports whether a width is a constant, too small for a product that is worth a kernel of its own.
func small(w core.Atom) bool {
	c, ok := w.(core.Const)
	return ok && c.Int64() < limits.Now.LeastProduct
}

// productRow reports whether e is a row of a product of matrices: a map whose elements are sums of products,
//
//	map (\x -> reduce (+) 0 (map2 (*) x y)) xs
func productRow(e core.Exp) bool {
	m, ok := e.(*core.Map)
	if !ok || len(m.Accs) > 0 || small(m.W) {
		return false
	}
	terms, sums := map[*core.Var]bool{}, 0
	for _, s := range m.Fn.Body.Stms {
		switch e := s.Exp.(type) {
		case *core.PrimApp, *core.Rearrange:
		case *core.Map:
			if len(s.Pat) == 0 { // it only checks
				return false
			}
			terms[s.Pat[0]] = len(s.Pat) == 1 && productTerm(e)
		case *core.Reduce:
			if small(e.W) || !isAdd(e.Fn) || !terms[e.Arrs[0]] {
				return false
			}
			sums++
		default:
			return false
		}
	}
	return sums == 1 && len(terms) == 1
}

// product reports whether e is a product of matrices and nothing else, of which one at least is bound.
func product(e core.Exp, bound map[*core.Var]bool) bool {
	m, ok := e.(*core.Map)
	if !ok || len(m.Accs) > 0 || small(m.W) || len(m.Fn.Ret) != 1 {
		return false
	}
	rows, own := 0, slices.ContainsFunc(m.Arrs, func(a *core.Var) bool { return bound[a] && a.Type.Rank() == 2 })
	for _, s := range m.Fn.Body.Stms {
		switch x := s.Exp.(type) {
		case *core.PrimApp, *core.Rearrange:
		default:
			if !productRow(x) {
				return false
			}
			rows++
			own = own || slices.ContainsFunc(core.FreeInExp(x).List, func(a *core.Var) bool { return bound[a] && a.Type.Rank() == 2 })
		}
	}
	return own && rows == 1
}

// productTerm reports whether a map multiplies elements, and does nothing else.
func productTerm(m *core.Map) bool {
	for _, s := range m.Fn.Body.Stms {
		if e, ok := s.Exp.(*core.PrimApp); !ok || !isProduct(e) || !e.T.IsFloat() {
			return false
		}
	}
	return len(m.Accs) == 0 && len(m.Fn.Body.Stms) > 0
}

// isProduct reports whether an operator multiplies, maybe by what comes of a seed.
func isProduct(e *core.PrimApp) bool { return e.Op == prim.Mul || e.Op == prim.Weigh }

// isAdd reports whether an operator adds two floats.
func isAdd(op *core.Lambda) bool {
	e, ok := core.IsBinOp(op)
	return ok && e.Op == prim.Add && e.T.IsFloat()
}

// HasProduct reports whether a map computes a row of a product, or a product of matrices, in each element, so that it is a product
// or a batch of them as long as nothing else is in it.
func HasProduct(m *core.Map) bool {
	bound := core.BoundIn(m.Fn)
	return slices.ContainsFunc(m.Fn.Body.Stms, func(s core.Stm) bool { return productRow(s.Exp) || product(s.Exp, bound) })
}

// elementwise reports whether a map, or the maps it consists of, do scalar operations alone.
func elementwise(m *core.Map) bool {
	for _, s := range m.Fn.Body.Stms {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
		case *core.Map:
			if len(m.Fn.Body.Stms) != 1 || len(e.Accs) > 0 || !elementwise(e) {
				return false
			}
		default:
			return false
		}
	}
	return len(m.Accs) == 0
}

// outer is the sum over a map of products of rows, one of each element, added to one accumulator:
//
//	map n (acc; xs, ys) (\acc x y -> update_acc acc [] (map (\a -> map (\b -> a * b) y) x))
//
// where x and y may also be computed before. The same sum, element by element, is a product of matrices,
//
//	map (\x -> map (\y -> reduce (+) 0 (map2 (*) x y)) (transpose ys)) (transpose xs)
type outer struct {
	up     *core.UpdateAcc
	levels []*core.Map // the maps of the summand, outermost first
	perm   []int       // of its dimensions, in the accumulator's order
	own    []core.Stm  // the statements of the summand
	leaves []*core.Var // what of one element of the map around it uses
}

// findOuter recognises the update s in the body of a map; nil if it is another one. bound is what the map binds.
func findOuter(s core.Stm, def map[*core.Var]core.Stm, bound map[*core.Var]bool) *outer {
	u, ok := s.Exp.(*core.UpdateAcc)
	if !ok || len(u.Idx) > 0 || !u.Acc.Type.Elem.IsFloat() {
		return nil
	}
	o := &outer{up: u}
	v, ok := u.Val.(*core.Var)
	if !ok || v.Type.Rank() == 0 {
		return nil
	}
	r := v.Type.Rank()
	for i := range r {
		o.perm = append(o.perm, i)
	}
	at, ok := def[v]
	if x, re := at.Exp.(*core.Rearrange); ok && re {
		copy(o.perm, x.Perm)
		o.own = append(o.own, at)
		v = x.Arr
		at, ok = def[v]
	}
	m, isMap := at.Exp.(*core.Map)
	if !ok || !isMap || len(m.Accs) > 0 {
		return nil
	}
	o.own = append(o.own, at)
	if !o.nest(pick(m, slices.Index(at.Pat, v)), r) || !o.closed(bound) {
		return nil
	}
	return o
}

// pick is the map m with result k alone, and what that needs.
func pick(m *core.Map, k int) *core.Map {
	fn := m.Fn.Body
	out := &core.Map{W: m.W, Fn: &core.Lambda{Ret: m.Fn.Ret[k : k+1]}}
	body := core.Body{Result: fn.Result[k : k+1]}
	for i := len(fn.Stms) - 1; i >= 0; i-- {
		s := fn.Stms[i]
		free := core.FreeInBody(body)
		live := slices.DeleteFunc(slices.Clone(s.Pat), func(v *core.Var) bool { return !free.Has(v) })
		if len(live) == 0 && scalarOrMap(s.Exp) {
			continue
		}
		if e, ok := s.Exp.(*core.Map); ok && len(live) == 1 && len(e.Accs) == 0 {
			s = core.Stm{Pat: live, Exp: pick(e, slices.Index(s.Pat, live[0])), Src: s.Src}
		}
		body.Stms = append([]core.Stm{s}, body.Stms...)
	}
	out.Fn.Body = body
	free := core.FreeInBody(body)
	for i, p := range m.Fn.Params {
		if free.Has(p) {
			out.Arrs, out.Fn.Params = append(out.Arrs, m.Arrs[i]), append(out.Fn.Params, p)
		}
	}
	return out
}

func scalarOrMap(e core.Exp) bool {
	switch e := e.(type) {
	case *core.PrimApp:
		return !e.MayFail()
	case *core.Map:
		return true
	default: // no part of a product of scalars
	}
	return false
}

// nest descends through r maps to scalar code with a product in it.
func (o *outer) nest(e core.Exp, r int) bool {
	m, ok := e.(*core.Map)
	if !ok || len(m.Accs) > 0 || len(m.Fn.Ret) != 1 || small(m.W) {
		return false
	}
	o.levels = append(o.levels, m)
	stms := m.Fn.Body.Stms
	if r > 1 {
		n := len(stms) - 1
		if n < 0 || len(stms[n].Pat) != 1 || m.Fn.Body.Result[0] != core.Atom(stms[n].Pat[0]) || !scalarCode(stms[:n]) {
			return false
		}
		return o.nest(stms[n].Exp, r-1)
	}
	return m.Fn.Ret[0].IsScalar() && scalarCode(stms) && len(stms) <= 8 &&
		slices.ContainsFunc(stms, func(s core.Stm) bool { return isProduct(s.Exp.(*core.PrimApp)) })
}

func scalarCode(stms []core.Stm) bool {
	for _, s := range stms {
		if e, ok := s.Exp.(*core.PrimApp); !ok || e.MayFail() {
			return false
		}
	}
	return true
}

// closed reports whether the summand uses rows and numbers only, and collects those that are bound.
func (o *outer) closed(bound map[*core.Var]bool) bool {
	for _, m := range o.levels {
		if w, ok := m.W.(*core.Var); ok && bound[w] {
			return false
		}
		for _, a := range m.Arrs {
			if a.Type.Rank() != 1 {
				return false
			}
		}
	}
	inner := core.BoundIn(o.levels[0].Fn)
	for _, v := range core.FreeInExp(o.levels[0]).List {
		if v.Type.Rank() > 1 || v.Type.IsAcc() {
			return false
		}
		if bound[v] {
			o.leaves = append(o.leaves, v)
		}
	}
	for _, m := range o.levels[1:] {
		for _, a := range m.Arrs {
			if inner[a] {
				return false
			}
		}
	}
	for i, m := range o.levels {
		if !slices.ContainsFunc(m.Arrs, func(a *core.Var) bool { return slices.Contains(o.leaves, a) }) && (i > 0 || len(o.levels) > 1) {
			return false
		}
	}
	return slices.ContainsFunc(o.leaves, func(v *core.Var) bool { return v.Type.Rank() == 1 })
}

// product computes the sum over the n elements of the map around; arr is the array whose elements a leaf is.
func (o *outer) product(b *core.Builder, n core.Atom, arr func(*core.Var) *core.Var) core.Atom {
	p := &productOf{outer: o, n: n, arr: arr, column: map[*core.Var]*core.Var{}, sub: core.NewSubst()}
	for _, m := range o.levels {
		for _, a := range m.Arrs {
			if slices.Contains(o.leaves, a) && p.column[a] == nil {
				p.column[a] = b.Let(a.Name, &core.Rearrange{Perm: []int{1, 0}, Arr: arr(a)})
			}
		}
	}
	return p.level(b, 0)
}

type productOf struct {
	*outer
	n      core.Atom
	arr    func(*core.Var) *core.Var
	column map[*core.Var]*core.Var // the transposed array of a row
	sub    *core.Subst
	from   []*core.Var // parameters, or numbers of an element
	terms  []*core.Var // the array of their values
}

// level maps over dimension i of the accumulator.
func (p *productOf) level(b *core.Builder, i int) core.Atom {
	if i == len(p.perm) {
		return p.sum(b)
	}
	m := p.levels[p.perm[i]]
	arrs := make([]*core.Var, len(m.Arrs))
	for k, a := range m.Arrs {
		arrs[k] = a
		if c := p.column[a]; c != nil {
			arrs[k] = c
		}
	}
	return b.Map(m.W, arrs, func(b *core.Builder, xs []*core.Var) []core.Atom {
		for k, x := range xs {
			if q := m.Fn.Params[k]; x.Type.IsScalar() {
				p.sub.Vars[q] = x
			} else {
				p.from, p.terms = append(p.from, q), append(p.terms, x)
			}
		}
		return []core.Atom{p.level(b, i+1)}
	})[0]
}

// sum is one element of the product.
func (p *productOf) sum(b *core.Builder) core.Atom {
	from, terms := p.from, p.terms
	for _, v := range p.leaves {
		if v.Type.IsScalar() {
			from, terms = append(from, v), append(terms, p.arr(v))
		}
	}
	vals := b.Map(p.n, terms, func(b *core.Builder, xs []*core.Var) []core.Atom {
		for i, x := range xs {
			p.sub.Vars[from[i]] = x
		}
		for i, m := range p.levels {
			stms := m.Fn.Body.Stms
			if i < len(p.levels)-1 {
				stms = stms[:len(stms)-1]
			}
			for _, s := range stms {
				b.Stms = append(b.Stms, p.sub.Stm(s))
			}
		}
		return p.sub.Atoms(p.levels[len(p.levels)-1].Fn.Body.Result)
	})
	t := p.up.Acc.Type.Elem
	return b.Let("sum", &core.Reduce{W: p.n, Fn: core.BinOp(prim.Add, t), Ne: []core.Atom{core.Const{Scalar: prim.Zero(t)}}, Arrs: vals, Comm: true})
}
