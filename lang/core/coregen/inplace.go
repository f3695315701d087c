package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/prim"
)

// rowOp is an associative operator on rows that works in place, on one of its operands or on both: a sum, the first or
// the last.
func (g *gen) rowOp(row core.Type) *core.Lambda {
	b := &core.Builder{}
	return b.Lambda([]core.Type{row, row}, []core.Type{row}, func(b *core.Builder, p []*core.Var) []core.Atom {
		mine, other := p[0], p[1]
		if g.r.IntN(2) == 0 {
			mine, other = other, mine
		}
		if g.r.IntN(3) > 0 {
			return []core.Atom{addTo(b, mine, other)}
		}
		at := []core.Atom{core.IntC(0)}
		spare := b.Let("copy", &core.Copy{Arr: mine})
		b.Let("spare", &core.Update{Arr: spare, Idx: at, Val: b.Index(other, at...)})
		if g.r.IntN(2) == 0 {
			return []core.Atom{other}
		}
		c := b.Let("copy", &core.Copy{Arr: other})
		return []core.Atom{b.Let("same", &core.Update{Arr: c, Idx: at, Val: b.Index(c, at...)})}
	})
}

// addTo is the sum of rows, computed in a copy of one.
func addTo(b *core.Builder, row, other *core.Var) core.Atom {
	c := b.Let("copy", &core.Copy{Arr: row})
	p, i := core.NewVar("p", row.Type), core.NewVar("i", core.I64)
	body := b.Sub(func(b *core.Builder) []core.Atom {
		s := b.Prim(prim.Add, prim.F64, b.Index(p, i), b.Index(other, i))
		return []core.Atom{b.Let("up", &core.Update{Arr: p, Idx: []core.Atom{i}, Val: s})}
	})
	sum := core.NewVar("sum", row.Type)
	b.Add([]*core.Var{sum}, &core.Loop{Params: []*core.Var{p}, Init: []core.Atom{c}, I: i, Bound: row.Type.Dims[0], Body: body})
	return sum
}

// rows is the operator on rows that a program has: vecAdd, or one that works in place.
func (g *gen) rows(row core.Type) *core.Lambda {
	if g.o.InPlace && g.r.IntN(3) > 0 {
		return g.rowOp(row)
	}
	return vecAdd(row)
}

// exchange is a loop whose arrays change places.
func (g *gen) exchange(t core.Type) core.Atom {
	e := &core.Loop{
		Params: []*core.Var{core.NewVar("p", t), core.NewVar("q", t)},
		Init:   []core.Atom{g.array(t), g.array(t)},
		I:      core.NewVar("i", core.I64),
		Bound:  core.IntC(int64(g.r.IntN(4))),
	}
	e.Body = g.nested(append([]*core.Var{e.I}, e.Params...), func() []core.Atom {
		var out []core.Atom
		for _, k := range g.r.Perm(2) {
			a := core.Atom(e.Params[k])
			if g.r.IntN(3) > 0 {
				c := g.b.Let("copy", &core.Copy{Arr: e.Params[k]})
				a = g.b.Let("up", &core.Update{Arr: c, Idx: []core.Atom{g.index(t.Dims[0])}, Val: g.val(t.Row())})
			}
			out = append(out, a)
		}
		return out
	})
	res := []*core.Var{core.NewVar("lo", t), core.NewVar("lo", t)}
	g.b.Add(res, e)
	g.env = append(g.env, res[1])
	return res[0]
}

// inPlace drops the copies of a program, in random order, as long as it verifies: what stays is needed.
func inPlace(p *core.Prog, r *rand.Rand) *core.Prog {
	n := 0
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			if _, ok := s.Exp.(*core.Copy); ok {
				n++
			}
		})
	}
	drop := map[int]bool{}
	for _, k := range r.Perm(n) {
		drop[k] = true
		if verify.Prog(withoutCopies(p, drop)) != nil {
			delete(drop, k)
		}
	}
	return withoutCopies(p, drop)
}

// withoutCopies makes some copies names of what they copy; they are counted in the order of the program.
func withoutCopies(p *core.Prog, drop map[int]bool) *core.Prog {
	k := -1
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		var body func(b core.Body) core.Body
		body = func(b core.Body) core.Body {
			out := core.Body{Result: b.Result}
			for _, s := range b.Stms {
				switch e := s.Exp.(type) {
				case *core.Copy:
					if k++; drop[k] {
						s.Exp = &core.Use{Atom: e.Arr}
					}
				case *core.Call:
					s.Exp = &core.Call{Fun: funs[e.Fun], Args: e.Args}
				default:
					s.Exp = core.Inside(s.Exp, body)
				}
				out.Stms = append(out.Stms, s)
			}
			return out
		}
		return body(f.Body)
	})
}
