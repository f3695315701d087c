package triangle

import (
	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/region"
	"raido/lang/opt"
	"raido/lang/prim"
)

// Note [Sums over a triangle]
//
// A triangular matrix is inverted row by row, and the program computes whole rows:
//
//	loop x = zeros for i < n do                            let ok = all (map (\i -> d[i] is neither 0 nor nan && all of l[i, :i] is finite))
//	  x with [i] = map (\j ->                              loop x = zeros for i < n do
//	    ((if i == j then 1 else 0)               becomes     let s = loop s = zeros for k < i do
//	     - sum (map (\k -> l[i, k] * x[k, j]) :i)) / d[i])     let e = if ok then k + 1 else n
//	                                                           in s with [:e] = map2 (\s x -> s + l[i, k] * x) s[:e] x[k, :e]
//	                                                         in x with [i] = map (\j -> ((if i == j then 1 else 0) - s[j]) / d[i])
//
// Two thirds of the terms are products with a zero, x[k, j] for j > k. They cannot be left out as such, since 0 * inf and 0 * nan are nan. Where all other
// factors are finite they can, exactly. Say that row w of x is zero (+0 or -0) beyond its diagonal, j > w: it holds of the matrix before the loop, and of
// one more row in each iteration. For j > w, all terms of the sum of row w are products of a finite number and a zero of an earlier row, so they are +0 or -0.
// A sum that begins with +0 is never -0: x + y is -0 only if both are, when numbers are rounded to the nearest. So adding +0 or -0 to it changes nothing, and
// terms that are zero can be left out wherever they stand among the others; the sum of row w is +0 for j > w. The rest of the element, computed as the
// program has it, is then a zero by the rules of zero.go: zeros are added, multiplied by finite numbers, or divided by what is neither 0 nor nan. What these rules
// need of numbers is asked once before the loop, of what is known there; if the answer is no, the loop takes whole rows. The bits of the result are those of the program
// in either case, but for the order of sums (Note [Sums of loops]). The same goes for zeros before the diagonal, and for loops that go upwards.
//
// It is decided before derivatives are taken: then the derivative has triangles as well. What it leaves out are products with the zeros, and adjoints of elements that
// only such products read; by the rule above these elements do not change where l does, so that is exact too.
//
// Rows are taken to the end of the line of a cache that the diagonal is in, or from its beginning: products with the zeros there are computed as ever.
//
// All that is read elsewhere than in the program is certainly within bounds, so no failure is added. Loops in parallel code stay: how far the rows of
// neighbouring threads go would differ. A map over columns of loops that each fill their column from zeros is a loop over rows of a map (turn.go) if that
// makes such sums. [ours; skipping the zeros of a triangular inverse: Higham, Accuracy and Stability of Numerical Algorithms, 14.2, methods 1 and 2]

// Sums takes sums over triangles without their zeros: Note [Sums over a triangle].
func Sums(p *core.Prog) *core.Prog { return walk(p, (*taker).stm) }

// walk puts what build adds in the place of statements that stand in no parallel code.
func walk(p *core.Prog, build func(t *taker, out *core.Builder, st core.Stm) bool) *core.Prog {
	changed := false
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		t := &taker{build: build, funs: funs, chains: region.NewChains(), defs: map[*core.Var]core.Exp{}, params: map[*core.Var]param{}}
		t.chains.Learn(f.Params, f.Body)
		t.define(f.Body)
		b := t.body(f.Body, false)
		changed = changed || t.changed
		return b
	})
	if changed {
		return opt.DCE(out)
	}
	return p
}

type taker struct {
	build  func(t *taker, out *core.Builder, st core.Stm) bool
	funs   map[*core.Fun]*core.Fun
	chains *region.Chains
	defs   map[*core.Var]core.Exp
	params map[*core.Var]param // of maps

	changed bool
}

// param is what a parameter of a map's function goes along.
type param struct {
	arr *core.Var
	w   core.Atom
}

func (t *taker) define(b core.Body) {
	core.Walk(b, func(s core.Stm) {
		for _, v := range s.Pat {
			t.defs[v] = s.Exp
		}
		if m, ok := s.Exp.(*core.Map); ok {
			for k, v := range m.Fn.Params[len(m.Accs):] {
				t.params[v] = param{m.Arrs[k], m.W}
			}
		}
	})
}

// body rewrites the loops of a body; parallel says that it is one of parallel code.
func (t *taker) body(b core.Body, parallel bool) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		if !parallel && t.build(t, out, s) {
			t.changed = true
			continue
		}
		_, diff := s.Exp.(*core.Diff)
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return t.body(b, parallel) },
			Lambda: func(f *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: f.Params, Ret: f.Ret, Body: t.body(f.Body, parallel || !diff)}
			},
		})
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = t.funs[c.Fun]
		}
		out.Add(s.Pat, s.Exp)
	}
	return core.Body{Stms: out.Stms, Result: b.Result}
}

// stm adds what comes in the place of a statement; false if it stays.
func (t *taker) stm(out *core.Builder, st core.Stm) bool {
	switch e := st.Exp.(type) {
	case *core.Loop:
		return t.loop(out, st, e)
	case *core.Map:
		return t.turn(out, st, e)
	default: // fills no matrix
	}
	return false
}

func (t *taker) loop(out *core.Builder, st core.Stm, e *core.Loop) bool {
	if e.Cond != nil || e.I.Type.Elem != prim.I64 || len(e.Attrs) > 0 {
		return false
	}
	for k := range e.Params {
		for _, lower := range []bool{true, false} {
			if r := t.rows(e, k, lower); r != nil && r.build(out, st) {
				return true
			}
		}
	}
	return false
}

// form is an integer as a sum.
func (t *taker) form(a core.Atom) (affine.Form, bool) {
	return affine.Of(a, func(v *core.Var) core.Exp { return t.defs[v] })
}

// counts reports whether a parameter of a map is the index of the point.
func (t *taker) counts(v *core.Var) bool {
	p, ok := t.params[v]
	if !ok {
		return false
	}
	c, ok := t.defs[p.arr].(*core.Iota)
	return ok && c.T == prim.I64 && core.IsInt(c.Start, 0) && core.IsInt(c.Step, 1)
}

// has reports whether a form has one of some variables.
func has(f affine.Form, in func(*core.Var) bool) bool {
	for _, x := range f.Terms {
		if in(x.V) {
			return true
		}
	}
	return false
}

// at is a form with other counters in the place of two; the second may be nil.
func at(f affine.Form, i, newI, q, newQ *core.Var) affine.Form {
	return f.Renamed(func(v *core.Var) *core.Var {
		switch {
		case v == i:
			return newI
		case q != nil && v == q:
			return newQ
		}
		return v
	})
}
