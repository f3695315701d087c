package block

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Maps over parts of blocks]
//
// The passes of a fast Fourier transform, a Walsh-Hadamard transform, wavelets or sorting networks are maps over the places i of an array, of
// which each reads itself and its partner in a block of 2h places:
//
//	map (\i -> let j = i / (2 * h) * (2 * h) + i % h
//	           in if i / h % 2 == 0 then f xs[j] xs[j + h] else g xs[j] xs[j + h]) (iota n)
//
// With i = (b * P + p) * h + r, where P = 2 is the number of parts of a block, i / h % 2 is p, which is known in each part, and j is (b, 0, r). So
// where P * h divides n, which is seen when the program runs, the map is
//
//	map (\rows -> map (\[x0, x1] -> [f x0 x1, g x0 x1]) (transpose rows)) (unflatten_3d xs)
//
// but for views before and after, and with b and r at hand: there are no divisions, what the parts have in common is computed once, rows are
// read and written in steps of 1, and its derivative is a map, too, since every place is read in one point of the nest. (The nest is the map
// after strip-mining by h and P, the innermost loop unrolled [Allen and Kennedy, Optimizing Compilers for Modern Architectures, 2001, chapter 9].)
//
// A Stockham transform reads (q, b, r) of the array in P equal spans, and writes (b, p, r): the views before differ.
//
// The pass needs that
//
//   - h is the same for all places, and P a number: P * h, or i / h % P, is what the map divides by;
//   - some array with as many elements as there are places is read at (b, q, r) only, or at (q, b, r) only, for numbers q, and in some part at
//     another one than its own.
//
// Else, and where P * h does not divide n, the map stays.

// Blocks makes nests of maps over parts of blocks: Note [Maps over parts of blocks].
func Blocks(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		return (&finder{funs: funs, defs: map[*core.Var]core.Exp{}}).body(f.Body, false)
	})
}

type finder struct {
	funs map[*core.Fun]*core.Fun
	defs map[*core.Var]core.Exp
}

func (f *finder) def(v *core.Var) core.Exp { return f.defs[v] }

// body rewrites a body; inside says that it is one of parallel code.
func (f *finder) body(b core.Body, inside bool) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		for _, v := range s.Pat {
			f.defs[v] = s.Exp
		}
		s.Exp = f.rebuilt(s.Exp, inside)
		if e, ok := s.Exp.(*core.Map); ok && !inside && splits(e) {
			e = f.lifted(out, e)
			s.Exp = e
			if n := f.nest(e); n != nil {
				s.Exp = n.choice(out)
			}
		}
		out.Add(s.Pat, s.Exp)
	}
	return out.Body(b.Result...)
}

// rebuilt is an expression with what is inside rewritten.
func (f *finder) rebuilt(e core.Exp, inside bool) core.Exp {
	switch e := e.(type) {
	case *core.Call:
		return &core.Call{Fun: f.funs[e.Fun], Args: e.Args}
	case *core.Map, *core.Reduce, *core.Scan, *core.Hist:
		inside = true
	default: // no parallel node
	}
	return core.Inside(e, func(b core.Body) core.Body { return f.body(b, inside) })
}

// splits reports whether a map may become a nest: it is one over numbers that divides whole numbers, and short.
func splits(m *core.Map) bool {
	return len(m.Accs) == 0 && core.AllScalar(m.Fn.Ret) && core.AllScalar(core.VarTypes(m.Fn.Params)) && divides(m.Fn.Body)
}

// nest is a map that becomes one.
type nest struct {
	*finder
	m      *core.Map
	i      *core.Var               // the place
	own    map[*core.Var]*core.Var // parameters, and the arrays of which they are the elements
	bound  map[*core.Var]bool      // in the lambda
	inner  map[*core.Var]core.Exp  // what binds variables of the lambda
	h      *core.Var
	parts  int64
	needs  []need
	arrays []*array
	at     map[*core.Var]*array
	top    *core.Builder           // of the code before the nest
	before map[*core.Var]*core.Var // variables of the lambda, and what stands for them there
}

const (
	maxParts = 8   // that the code of a point is made for
	maxCode  = 200 // statements of a part
)

// need is what has to be so when the program runs: a variable is a multiple of h.
type need struct {
	v *core.Var
	k int64
}

// array is one that the map reads at places of its own block.
type array struct {
	arr    *core.Var
	spread bool // at (q, b, r), not (b, q, r)
	mixed  bool // at both, or elsewhere, too
	other  bool // at another part
}

// nest looks at a map; nil if it stays.
func (f *finder) nest(m *core.Map) *nest {
	n := &nest{finder: f, m: m, own: map[*core.Var]*core.Var{}, bound: core.BoundIn(m.Fn), inner: map[*core.Var]core.Exp{}}
	for k, a := range m.Arrs {
		if n.i == nil && core.Counts(f.defs[a]) {
			n.i = m.Fn.Params[k]
		} else {
			n.own[m.Fn.Params[k]] = a
		}
	}
	if n.i == nil {
		return nil
	}
	core.Walk(m.Fn.Body, func(s core.Stm) {
		if len(s.Pat) == 1 {
			n.inner[s.Pat[0]] = s.Exp
		}
	})
	for _, h := range n.units() {
		for parts := int64(2); parts <= maxParts; parts *= 2 {
			n.h, n.parts = h, parts
			if n.reads() {
				return n
			}
		}
	}
	return nil
}

// lifted is a map without the sums and products of whole numbers that are the same for all places: they are computed before.
func (f *finder) lifted(b *core.Builder, m *core.Map) *core.Map {
	bound := core.BoundIn(m.Fn)
	var stay []core.Stm
	for _, s := range m.Fn.Body.Stms {
		e, ok := s.Exp.(*core.PrimApp)
		if !ok || e.T != prim.I64 || e.MayFail() || slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return bound[v] }) {
			stay = append(stay, s)
			continue
		}
		b.Add(s.Pat, e)
		f.defs[s.Pat[0]] = e
		delete(bound, s.Pat[0])
	}
	n := *m
	n.Fn = &core.Lambda{Params: m.Fn.Params, Ret: m.Fn.Ret, Body: core.Body{Stms: stay, Result: m.Fn.Body.Result}}
	return &n
}

// divides reports whether code divides whole numbers and is not too long to stand there for each part.
func divides(b core.Body) bool {
	found, count := false, 0
	core.Walk(b, func(s core.Stm) {
		e, ok := s.Exp.(*core.PrimApp)
		found = found || ok && isDivision(e)
		count++
	})
	return found && count <= maxCode
}

func isWhole(v *core.Var) bool { return v.Type.IsScalar() && v.Type.Elem == prim.I64 }

func isDivision(e *core.PrimApp) bool {
	return e.T == prim.I64 && (e.Op == prim.Div || e.Op == prim.Mod || e.Op == prim.Quot || e.Op == prim.Rem)
}

// units are what may be the length of a part: variables that divisors are multiples of, and fractions of such that the map knows.
func (n *nest) units() []*core.Var {
	var out []*core.Var
	add := func(v *core.Var) {
		if v != nil && !n.bound[v] && isWhole(v) && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	var root func(a core.Atom) *core.Var
	root = func(a core.Atom) *core.Var {
		v := core.AsVar(a)
		if e, ok := n.binding(v).(*core.PrimApp); ok && e.T == prim.I64 && (e.Op == prim.Mul || e.Op == prim.Shl) {
			for k, x := range e.Args {
				if _, c := core.IntConst(x); c && (e.Op == prim.Mul || k == 1) {
					return root(e.Args[1-k])
				}
			}
		}
		return v
	}
	free := core.FreeInLambda(n.m.Fn)
	core.Walk(n.m.Fn.Body, func(s core.Stm) {
		if e, ok := s.Exp.(*core.PrimApp); ok && isDivision(e) {
			if v := root(e.Args[1]); v != nil {
				add(v)
				for _, w := range free.List {
					if d, ok := n.defs[w].(*core.PrimApp); ok && isDivision(d) && d.Args[0] == core.Atom(v) {
						add(w)
					}
				}
			}
		}
	})
	return out
}

// binding is what binds a variable, in the lambda or before it.
func (n *nest) binding(v *core.Var) core.Exp {
	if e := n.inner[v]; e != nil {
		return e
	}
	return n.defs[v]
}

// reads reports whether the map reads an array in blocks of parts of this length, and notes which arrays.
func (n *nest) reads() bool {
	n.needs, n.arrays, n.at = nil, nil, map[*core.Var]*array{}
	for p := range n.parts {
		c := n.part(p, nil)
		c.note = true
		for _, x := range n.m.Fn.Params {
			if arr := n.own[x]; arr != nil {
				c.found(arr, p, false)
			}
		}
		c.body(&core.Builder{}, n.m.Fn.Body)
	}
	other := false
	n.arrays = slices.DeleteFunc(n.arrays, func(a *array) bool {
		if a.mixed {
			delete(n.at, a.arr)
		}
		other = other || !a.mixed && a.other
		return a.mixed
	})
	return other
}
