package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Distribute makes products of matrices of the maps that compute them row by row together with something else, as
// derivatives do:
//
//	map (\x y -> let a = f x y           as = map f xs ys
//	             let b = M x             bs = map (\x -> M x) xs
//	             let c = g a b           cs = map g as bs
//	             in c) xs ys             in cs
//
// where M x is a row of a product (productRow), or the sum of products of rows into an accumulator (outer).
// A map that contains nothing but such a row is what kernels compute in tiles; Fuse leaves it alone.
func Distribute(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		d := &distributor{funs: funs, names: names, fills: map[*core.Var]core.Atom{}, adds: map[*core.Cert]bool{}, turned: map[*core.Var]bool{}}
		return d.body(f.Body, nil)
	})
}

type distributor struct {
	funs  map[*core.Fun]*core.Fun
	names *alias.Classes
	fills map[*core.Var]core.Atom // what arrays consist of that are the same everywhere
	adds  map[*core.Cert]bool     // the accumulators that add numbers
	// turned are the transposed matrices: their columns lie in one piece.
	turned map[*core.Var]bool
}

// body rewrites a body; inside are the variables bound in the innermost parallel node around, nil if there
// is none.
func (d *distributor) body(b core.Body, inside map[*core.Var]bool) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		if w, ok := s.Exp.(*core.WithAcc); ok {
			for _, a := range w.Accs {
				d.adds[a.Cert] = isAdd(a.Op)
			}
		}
		if m, ok := s.Exp.(*core.Map); ok && inside == nil {
			if b := d.batch(m); b != nil {
				d.split(out, s.Pat, b, inside)
				continue
			}
		}
		switch e := d.exp(s.Exp, inside).(type) {
		case *core.Map:
			d.split(out, s.Pat, e, inside)
		case *core.WithAcc:
			d.settle(out, s.Pat, e)
		case *core.Rearrange:
			d.turned[s.Pat[0]] = isTranspose(e) && e.Arr.Type.Rank() == 2
			out.Add(s.Pat, e)
		case *core.Replicate:
			if c, ok := e.Val.(core.Const); ok {
				d.fills[s.Pat[0]] = c
			}
			out.Add(s.Pat, e)
		default:
			out.Add(s.Pat, e)
		}
	}
	return turnNests(core.Body{Stms: out.Stms, Result: b.Result})
}

func (d *distributor) exp(e core.Exp, inside map[*core.Var]bool) core.Exp {
	if c, ok := e.(*core.Call); ok {
		return &core.Call{Fun: d.funs[c.Fun], Args: c.Args}
	}
	_, with := e.(*core.WithAcc) // no parallel node by itself
	return e.Map(core.Mapper{
		Body: func(b core.Body) core.Body { return d.body(b, inside) },
		Lambda: func(l *core.Lambda) *core.Lambda {
			in := inside
			if !with {
				in = core.BoundIn(l)
			}
			return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: d.body(l.Body, in)}
		},
	})
}

// batch is a map over matrices with its body cut at the products of these, as one that is not in parallel code; nil if it
// has none.
func (d *distributor) batch(m *core.Map) *core.Map {
	if len(m.Accs) > 0 || !slices.ContainsFunc(m.Fn.Params, func(p *core.Var) bool { return p.Type.Rank() == 2 }) {
		return nil
	}
	body := d.body(m.Fn.Body, nil)
	n := &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: body}}
	bound := core.BoundIn(n.Fn)
	if !slices.ContainsFunc(body.Stms, func(s core.Stm) bool { return product(s.Exp, bound) }) {
		return nil
	}
	return n
}

// settle adds e, without the accumulators whose one update is of the whole array.
func (d *distributor) settle(out *core.Builder, pat []*core.Var, e *core.WithAcc) {
	k := len(e.Accs)
	n := &core.WithAcc{Fn: &core.Lambda{Body: core.Body{Stms: slices.Clone(e.Fn.Body.Stms)}}}
	res := slices.Clone(e.Fn.Body.Result)
	whole := make([]bool, k)
	for i, a := range e.Accs {
		at := slices.IndexFunc(n.Fn.Body.Stms, func(s core.Stm) bool {
			u, ok := s.Exp.(*core.UpdateAcc)
			return ok && u.Acc == e.Fn.Params[i] && len(u.Idx) == 0 && res[i] == core.Atom(s.Pat[0])
		})
		if at < 0 || !d.adds[a.Cert] || !d.sameShape(a, n.Fn.Body.Stms[at]) {
			n.Accs, n.Fn.Params = append(n.Accs, a), append(n.Fn.Params, e.Fn.Params[i])
			continue
		}
		whole[i], res[i] = true, n.Fn.Body.Stms[at].Exp.(*core.UpdateAcc).Val
		n.Fn.Body.Stms = slices.Delete(n.Fn.Body.Stms, at, at+1)
	}
	if len(n.Accs) == k {
		out.Add(pat, e)
		return
	}
	if len(n.Accs) == 0 {
		res = inlined(out, pat, n.Fn.Body.Stms, res, func(i int) bool { return i >= k || d.isFill(e.Accs[i]) })
	} else {
		res = d.fewer(out, pat, n, e, res, whole)
	}
	for i, v := range pat {
		switch {
		case i < k && whole[i] && !d.isFill(e.Accs[i]):
			d.addAll(out, v, e.Accs[i], res[i].(*core.Var))
		case res[i] != core.Atom(v):
			out.Add([]*core.Var{v}, &core.Use{Atom: res[i]})
		}
	}
}

// inlined adds statements whose results res are to be called pat, where direct says so and they can be.
func inlined(out *core.Builder, pat []*core.Var, stms []core.Stm, res []core.Atom, direct func(int) bool) []core.Atom {
	sub := core.NewSubst()
	bound := map[*core.Var]bool{}
	for _, s := range stms {
		for _, v := range s.Pat {
			bound[v] = true
		}
	}
	for i, a := range res {
		if v, ok := a.(*core.Var); ok && bound[v] && direct(i) && sub.Vars[v] == nil {
			sub.Vars[v] = pat[i]
		}
	}
	for _, s := range stms {
		n := core.Stm{Exp: sub.Exp(s.Exp), Src: s.Src}
		for _, v := range s.Pat {
			n.Pat = append(n.Pat, sub.Atom(v).(*core.Var))
		}
		out.Stms = append(out.Stms, n)
	}
	return sub.Atoms(res)
}

// sameShape reports whether an update is an array of numbers like the accumulator's.
func (d *distributor) sameShape(a core.AccInput, s core.Stm) bool {
	v, ok := s.Exp.(*core.UpdateAcc).Val.(*core.Var)
	return ok && v.Type.Rank() == a.Arr.Type.Rank() && v.Type.Rank() > 0
}

// fewer adds n, which is e with fewer accumulators, and gives the results of e.
func (d *distributor) fewer(out *core.Builder, pat []*core.Var, n, e *core.WithAcc, res []core.Atom, whole []bool) []core.Atom {
	k := len(e.Accs)
	all := make([]core.Atom, len(res))
	var bound []*core.Var
	take := func(i int, t core.Type, v *core.Var) {
		n.Fn.Body.Result, n.Fn.Ret = append(n.Fn.Body.Result, res[i]), append(n.Fn.Ret, t)
		bound, all[i] = append(bound, v), v
	}
	for i := range k {
		if !whole[i] {
			take(i, e.Fn.Ret[i], pat[i])
		}
	}
	for i := range res {
		if i >= k {
			take(i, e.Fn.Ret[i], pat[i])
		} else if whole[i] {
			take(i, res[i].AtomType(), core.NewVar(pat[i].Name, res[i].AtomType()))
		}
	}
	out.Add(bound, n)
	return all
}

// isFill reports whether an accumulator starts with the neutral element of its operator everywhere.
func (d *distributor) isFill(a core.AccInput) bool {
	c, ok := d.fills[a.Arr]
	return ok && core.IsNeutral(a.Op, c)
}

// addAll binds v to the elements of the accumulator's array and of c, added.
func (d *distributor) addAll(out *core.Builder, v *core.Var, a core.AccInput, c *core.Var) {
	var add func(b *core.Builder, x, y *core.Var) []core.Atom
	add = func(b *core.Builder, x, y *core.Var) []core.Atom {
		if x.Type.IsScalar() {
			return b.Inline(a.Op, x, y)
		}
		return []core.Atom{b.Map(x.Type.Dims[0], []*core.Var{x, y}, func(b *core.Builder, xs []*core.Var) []core.Atom {
			return add(b, xs[0], xs[1])
		})[0]}
	}
	out.Add([]*core.Var{v}, &core.Use{Atom: add(out, a.Arr, c)[0]})
}

// part is some statements of a map's body.
type part struct {
	stms []core.Stm
	sum  *outer // instead: an update by a product
	pat  []*core.Var
}

// parts cuts a body at its products; nil if it has none.
func (d *distributor) parts(m *core.Map, inside, bound map[*core.Var]bool) []part {
	def := map[*core.Var]core.Stm{}
	var out []part
	found, open := false, false
	for _, s := range d.singled(m, inside, bound) {
		for _, v := range s.Pat {
			def[v] = s
		}
		o := findOuter(s, def, bound)
		switch {
		case o != nil && d.gains(o, m, inside):
			out, open, found = append(out, part{sum: o, pat: s.Pat}), false, true
		case inside == nil && (productRow(s.Exp) && shared(s.Exp.(*core.Map), bound) || product(s.Exp, bound)):
			out, open, found = append(out, part{stms: []core.Stm{s}}), false, found || len(m.Fn.Body.Stms) > 1
		case inside == nil && outerRow(s.Exp, bound):
			out, open = append(out, part{stms: []core.Stm{s}}), false
		case open:
			p := &out[len(out)-1]
			p.stms = append(p.stms, s)
		default:
			out, open = append(out, part{stms: []core.Stm{s}}), true
		}
	}
	if !found {
		return nil
	}
	return out
}

// singled are the statements of the map's body, those with the summands of products in them as maps of one result each.
func (d *distributor) singled(m *core.Map, inside, bound map[*core.Var]bool) []core.Stm {
	def := map[*core.Var]core.Stm{}
	several := map[core.Exp]bool{}
	for _, s := range m.Fn.Body.Stms {
		if o := findOuter(s, def, bound); o != nil && d.gains(o, m, inside) {
			at := o.own[len(o.own)-1]
			several[at.Exp] = len(at.Pat) > 1 && scalarCode(at.Exp.(*core.Map).Fn.Body.Stms)
		}
		for _, v := range s.Pat {
			def[v] = s
		}
	}
	var out []core.Stm
	for _, s := range m.Fn.Body.Stms {
		if !several[s.Exp] {
			out = append(out, s)
			continue
		}
		for k, v := range s.Pat {
			row := pick(s.Exp.(*core.Map), k)
			row.Fn = core.Rename(row.Fn)
			out = append(out, core.Stm{Pat: []*core.Var{v}, Exp: row, Src: s.Src})
		}
	}
	return out
}

// outerRow reports whether e is a row of an outer product: a map of operations on the elements of arrays that are the same for all rows.
func outerRow(e core.Exp, bound map[*core.Var]bool) bool {
	m, ok := e.(*core.Map)
	return ok && len(m.Accs) == 0 && scalarCode(m.Fn.Body.Stms) && !slices.ContainsFunc(m.Arrs, func(a *core.Var) bool { return bound[a] })
}

// shared reports whether a product's row is one of a product of matrices: one of its operands is the same for all rows.
func shared(m *core.Map, bound map[*core.Var]bool) bool {
	fixed, own := false, false
	for _, a := range m.Arrs {
		fixed = fixed || !bound[a] && a.Type.Rank() == 2
	}
	for _, v := range core.FreeInLambda(m.Fn).List {
		own = own || bound[v] && v.Type.Rank() == 1
	}
	return fixed && own
}

// gains reports whether the sum is better a product: a matrix outside of parallel code, or a row in it whose summands
// are the same in every thread, or columns of a transposed matrix, which are rows in memory.
func (d *distributor) gains(o *outer, m *core.Map, inside map[*core.Var]bool) bool {
	if !d.adds[o.up.Acc.Type.Cert] || !slices.Contains(m.Fn.Params[:len(m.Accs)], o.up.Acc) || small(m.W) {
		return false
	}
	if inside == nil && len(o.levels) == 2 {
		return true
	}
	if len(o.levels) != 1 {
		return false
	}
	for _, v := range o.leaves {
		if inside == nil && v.Type.IsScalar() {
			continue
		}
		if i := slices.Index(m.Fn.Params, v); i < 0 || v.Type.Rank() == 1 && (inside == nil || inside[m.Arrs[i-len(m.Accs)]]) && !d.turned[m.Arrs[i-len(m.Accs)]] {
			return false
		}
	}
	return true
}
