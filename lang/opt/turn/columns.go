package turn

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Columns computes the elements of a column where they are summed, if they are all that is made of the rows of a map:
//
//	zs = map (\x -> let e = f x; z = map (\p -> g e p) x' in z) xs
//	r  = map (\col -> reduce (+) 0 col) (transpose zs)
//
// becomes
//
//	es = map f xs
//	r  = map (\d -> reduce (+) 0 (map (\e x' -> g e x'[d]) es xs')) (iota k)
//
// zs has no memory then, each sum stays in a register, and neighbouring sums read neighbouring elements. The work is the same. It
// looks inside of parallel nodes, and outside of them at sums of a known number of terms: others are cut into parts there.
func Columns(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		return columns(funs).body(f.Body, false)
	})
}

// columns has the functions that stand for those of the program.
type columns map[*core.Fun]*core.Fun

// body rewrites a body, inner ones first; inside says that a parallel node contains it.
func (c columns) body(b core.Body, inside bool) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return c.body(b, inside) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: c.body(l.Body, true)}
			},
		})
		if e, ok := s.Exp.(*core.Call); ok {
			s.Exp = &core.Call{Fun: c[e.Fun], Args: e.Args}
		}
		out.Stms = append(out.Stms, s)
	}
	return turnColumns(out, inside)
}

// turnColumns rewrites the statements of a body.
func turnColumns(b core.Body, inside bool) core.Body {
	for j := 0; j < len(b.Stms); j++ {
		m, ok := b.Stms[j].Exp.(*core.Map)
		if !ok || len(m.Accs) > 0 {
			continue
		}
		u := usesOf(b)
		for k, a := range m.Arrs {
			i, col := u.rows(b.Stms, a)
			if i < 0 || !inside && !fewTerms(b.Stms[i]) || !onlySummed(m.Fn, m.Fn.Params[k]) {
				continue
			}
			if alias.Consumes(core.Body{Stms: b.Stms[i : j+1]}) {
				continue
			}
			if stms := column(b.Stms[i], col, b.Stms[j], k); stms != nil {
				b.Stms = slices.Concat(b.Stms[:i], stms[:1], b.Stms[i+1:j], stms[1:], b.Stms[j+1:])
				break // the map, which is one further now, comes next
			}
		}
	}
	return b
}

// fewTerms reports whether the width of a map is known.
func fewTerms(s core.Stm) bool {
	_, ok := core.IntConst(s.Exp.(*core.Map).W)
	return ok
}

// uses says of the variables of a body where they are bound and how often statements and results use them.
type uses struct{ def, count map[*core.Var]int }

func usesOf(b core.Body) uses {
	u := uses{map[*core.Var]int{}, map[*core.Var]int{}}
	for i, s := range b.Stms {
		for _, v := range core.FreeInStm(s).List {
			u.count[v]++
		}
		if m, ok := s.Exp.(*core.Map); ok {
			for k, a := range m.Arrs {
				if slices.Contains(m.Arrs[:k], a) {
					u.count[a]++
				}
			}
		}
		for _, v := range s.Pat {
			u.def[v] = i
		}
	}
	for _, a := range b.Result {
		u.count[core.AsVar(a)]++
	}
	return u
}

// rows finds the map of which zt is the transpose of a result that nothing else uses: its statement, and the result, which has rows of
// numbers; -1 if there is none.
func (u uses) rows(stms []core.Stm, zt *core.Var) (i, col int) {
	t, ok := u.def[zt]
	if !ok || u.count[zt] != 1 {
		return -1, 0
	}
	e, ok := stms[t].Exp.(*core.Rearrange)
	if !ok || !slices.Equal(e.Perm, []int{1, 0}) || e.Arr.Type.Rank() != 2 || u.count[e.Arr] != 1 {
		return -1, 0
	}
	if i, ok = u.def[e.Arr]; !ok {
		return -1, 0
	}
	if m, ok := stms[i].Exp.(*core.Map); !ok || len(m.Accs) > 0 {
		return -1, 0
	}
	return i, slices.Index(stms[i].Pat, e.Arr)
}

// onlySummed reports whether one reduction of a lambda's body is all that uses a parameter.
func onlySummed(l *core.Lambda, p *core.Var) bool {
	n := 0
	for _, s := range l.Body.Stms {
		if !core.FreeInStm(s).Has(p) {
			continue
		}
		if r, ok := s.Exp.(*core.Reduce); !ok || !slices.Contains(r.Arrs, p) {
			return false
		}
		n++
	}
	return n == 1 && !slices.Contains(l.Body.Result, core.Atom(p))
}

// column is the code for the map s without what its result col is for, and for the map of t, whose operand k are the columns of col, with
// the elements of each computed in it: the first map, other statements, and the second map; nil if that is not possible.
func column(s core.Stm, col int, t core.Stm, k int) []core.Stm {
	first, m := s.Exp.(*core.Map), t.Exp.(*core.Map)
	row, ok := first.Fn.Body.Result[col].(*core.Var)
	if !ok {
		return nil
	}
	w := newElements(first, m.W, s.Src)
	x, ok := w.elem(row)
	if !ok || !w.computed || len(w.arrs)+len(w.more) == 0 {
		return nil
	}
	pat, arrs := slices.Clone(s.Pat), slices.Clone(w.arrs)
	n := &core.Map{W: first.W, Arrs: first.Arrs, Fn: &core.Lambda{Params: first.Fn.Params, Ret: slices.Clone(first.Fn.Ret),
		Body: core.Body{Stms: first.Fn.Body.Stms, Result: slices.Clone(first.Fn.Body.Result)}}}
	for _, v := range w.more {
		arr := core.NewVar(v.Name, v.Type.Of(first.W))
		n.Fn.Ret, n.Fn.Body.Result = append(n.Fn.Ret, v.Type), append(n.Fn.Body.Result, v)
		pat, arrs = append(pat, arr), append(arrs, arr)
	}
	iota := core.NewVar("iota", core.I64.Of(m.W))
	column := core.Stm{Pat: []*core.Var{m.Fn.Params[k]}, Src: s.Src, Exp: &core.Map{W: first.W, Arrs: arrs, Fn: &core.Lambda{
		Params: slices.Concat(w.params, w.moreParams), Ret: []core.Type{core.Prim(row.Type.Elem)},
		Body: core.Body{Stms: w.out.Stms, Result: []core.Atom{x}}}}}
	second := &core.Map{W: m.W, Arrs: slices.Clone(m.Arrs), Fn: &core.Lambda{Params: slices.Clone(m.Fn.Params), Ret: m.Fn.Ret,
		Body: core.Body{Stms: slices.Concat([]core.Stm{column}, m.Fn.Body.Stms), Result: m.Fn.Body.Result}}}
	second.Arrs[k], second.Fn.Params[k] = iota, w.at
	return []core.Stm{
		{Pat: pat, Exp: n, Src: s.Src},
		{Pat: []*core.Var{iota}, Exp: &core.Iota{N: m.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64}, Src: t.Src},
		{Pat: t.Pat, Exp: second, Src: t.Src},
	}
}
