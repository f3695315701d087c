package numbers

import "raido/lang/core"

// Note [Arrays as numbers]
//
// Points, colours, states of a body and small matrices are arrays of a few numbers for those who write programs:
//
//	p' = loop p = [x, y, z] for i < n do ... p[0] ... p with [1] = v ...        p0', p1', p2' = loop p0 = x, p1 = y, p2 = z for i < n do ... p0 ...
//	                                                                 becomes
//	q = if c then [a, b] else [u, v]                                            q0, q1 = if c then a, b else u, v
//	ps: [n][3] = map (\r -> [f r[0], f r[1], g r]) rs                           ps0, ps1, ps2 = map (\r0 r1 r2 -> f r0, f r1, g r0 r1 r2) rs0 rs1 rs2
//
// What such arrays go through together, from loop to branch to loop, is a class; it becomes numbers if all of its members are indexed at constants (Notes
// [Small loops] in package opt and [Nests over small matrices] write out what goes over them). An array of points is a class of its own, which becomes an array for each number if that
// of its rows becomes numbers. Numbers are in registers, of vectors as well, sums of them are reductions, only those that vary have derivatives,
// and a tape holds those that the return sweep reads; maps of points fuse element by element, and sums of points are sums of numbers. Where something else takes such an array, as the row of a result, it is made
// there. In host code that launches kernels, loops and branches keep small arrays: numbers would be read from the device at each step. Arrays of points that somebody wants as they are become others only
// for the time of a loop that carries them. [ours; scalar replacement of arrays: Carr and Kennedy, 1994]

// Bounds of an array that becomes numbers, and of all of those that a loop carries or a branch gives.
const (
	maxElements = 16
	maxCarried  = 32
)

// Carried carries small arrays as numbers: Note [Arrays as numbers].
func Carried(p *core.Prog) *core.Prog {
	changed := false
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		f = nests(f)
		r := &rewriter{classes: newClasses(f), funs: funs, parts: map[*core.Var][]core.Atom{}}
		b := r.body(f.Body, false)
		changed = changed || r.changed
		return b
	})
	if changed {
		return out
	}
	return p
}

// shape is the form of arrays of points: their last dimensions are those of a point, of constant shape with a few elements; the others lead to it.
type shape struct {
	lead  []core.Atom
	point []int64
	n     int // numbers of a point; 0 if the type is no such array
}

// shapeOf is the shape of a type.
func shapeOf(t core.Type) shape {
	if t.IsAcc() {
		return shape{}
	}
	s := shape{lead: t.Dims, n: 1}
	for k := len(t.Dims) - 1; k >= 0; k-- {
		w, ok := core.IntConst(t.Dims[k])
		if !ok || w < 1 || int64(s.n)*w > maxElements {
			break
		}
		s.n *= int(w)
		s.lead, s.point = t.Dims[:k], append([]int64{w}, s.point...)
	}
	if len(s.point) == 0 {
		return shape{}
	}
	return s
}

// wide reports whether a value is an array of points, or one point.
func wide(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return ok && shapeOf(v.Type).n > 0
}

// single reports whether a value is one point.
func single(a core.Atom) bool { return wide(a) && len(shapeOf(a.AtomType()).lead) == 0 }

// at is the first number of a point at constant indices in it, row by row, and how many there are; ok is false if one is not a constant or out of bounds.
func (s shape) at(idx []core.Atom) (first, n int, ok bool) {
	n = s.n
	for k, a := range idx {
		i, ok := core.IntConst(a)
		if !ok || i < 0 || i >= s.point[k] {
			return 0, 0, false
		}
		n /= int(s.point[k])
		first += int(i) * n
	}
	return first, n, true
}

// indices are those of number i of a point.
func (s shape) indices(i int) (idx []core.Atom) {
	n := s.n
	for _, w := range s.point {
		n /= int(w)
		idx = append(idx, core.IntC(int64(i/n)%w))
	}
	return idx
}

// within reports whether the bodies of an expression are inside of parallel code, or of a loop that launches nothing.
func within(e core.Exp, inside bool) bool {
	switch e.(type) {
	case *core.If, *core.Diff, *core.WithAcc:
		return inside
	case *core.Loop:
		return inside || serial(e)
	default:
		return true
	}
}

// carries reports which of the values that an expression carries or gives may become numbers: few of them, and single points not in code that launches kernels.
func carries(e core.Exp, vs []*core.Var, inside bool) func(v *core.Var) bool {
	n := 0
	for _, v := range vs {
		n += shapeOf(v.Type).n
	}
	if n == 0 || n > maxCarried {
		return func(*core.Var) bool { return false }
	}
	if _, ok := e.(*core.Loop); ok && !inside {
		inside = serial(e)
	}
	return func(v *core.Var) bool { return wide(v) && (inside || !single(v)) }
}

// serial reports whether an expression has no parallel nodes.
func serial(e core.Exp) bool {
	ok := true
	core.Walk(core.Body{Stms: []core.Stm{{Exp: e}}}, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Map, *core.Reduce, *core.Scan, *core.Hist, *core.Scatter, *core.WithAcc, *core.Call, *core.Diff:
			ok = false
		default: // one after the other
		}
	})
	return ok
}
