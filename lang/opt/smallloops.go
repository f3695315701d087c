package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Small loops]
//
// Loops over the corners of a triangle, the dimensions of space or a list of directions that the program writes out go round a few times, as often in each run:
//
//	loop q for i < 3 do q with [tri[e, i]] = q[tri[e, i]] + z[i]
//
// Written out, iteration after iteration, their counters are constants: so are the elements of the program's tables at these, offsets become those of a stencil,
// small arrays are numbers, and the loop around is the innermost, whose points go in lanes. This is done before loops become maps and before derivatives are taken,
// where the loop stands in a loop or in parallel code, its iterations have no loops but such, not too many statements come of it, and its counter chooses elements
// of a list that the program writes out, reads an index, or is compared or divided. Other loops, as those of matrix products and filters, are better left to passes that know them. [ours; complete
// unrolling: Allen and Kennedy, Optimizing Compilers for Modern Architectures, 2001, 8.4]
//
// So are maps of numbers over lists of constants, or over indices, and sums of what is written out:
//
//	f64.sum (map (\(a, b) -> x[i + a, j + b]) [(0, 1), (1, 0), (0, -1), (-1, 0)])
//
// and, in maps and in loops that launch nothing, maps over points and sums of their numbers:
//
//	f64.sum (map2 (\a b -> (a - b) ** 2) ps[i] ps[j])        where ps: [n][3]f64
//
// so that points are numbers (Note [Arrays as numbers] in package numbers). Windows of arrays are no points, though what is computed of them is, and products of small matrices stay together.

// SmallLoops writes out loops of a few iterations: Note [Small loops].
func SmallLoops(p *core.Prog) *core.Prog {
	changed := false
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		s := &smallLoops{funs: funs, lists: map[*core.Var]bool{}, constant: map[*core.Var]bool{}, iotas: map[*core.Var]bool{}, parts: map[*core.Var]bool{}, made: map[*core.Var]bool{}}
		b := s.body(f.Body, host)
		changed = changed || s.changed
		return b
	})
	if changed {
		return Simplify(out)
	}
	return p
}

type smallLoops struct {
	funs     map[*core.Fun]*core.Fun
	lists    map[*core.Var]bool // arrays that are written out
	constant map[*core.Var]bool // those of them that hold constants
	iotas    map[*core.Var]bool // arrays 0, 1, ...
	made     map[*core.Var]bool // what maps make, in whatever form
	parts    map[*core.Var]bool // slices of arrays, and parts of them
	changed  bool
}

// around says of code what it is part of.
type around uint8

const (
	host     around = iota // runs once, or launches kernels
	looped                 // of a loop that launches kernels, of an operator, or of a map of constant size
	parallel               // of a map, or of a loop that launches none
)

// within says what the bodies of an expression are part of.
func (p around) within(e core.Exp) around {
	switch e := e.(type) {
	case *core.Diff, *core.If, *core.WithAcc:
		return p
	case *core.Loop:
		if p == host && launchesNone(e) {
			return parallel
		}
		return max(p, looped)
	case *core.Map:
		if _, small := core.IntConst(e.W); small { // what goes over small matrices stays together
			return looped
		}
		return parallel
	default: // operators are known by their form
		return looped
	}
}

// launchesNone reports whether a loop has no parallel nodes but for points.
func launchesNone(l *core.Loop) bool {
	ok := true
	core.Walk(l.Body, func(s core.Stm) {
		switch e := s.Exp.(type) {
		case *core.Map:
			ok = ok && atMost(e.W, maxPoint)
		case *core.Reduce:
			ok = ok && atMost(e.W, maxPoint)
		case *core.Scan, *core.Hist, *core.Scatter, *core.WithAcc, *core.Call, *core.Diff:
			ok = false
		default: // one after the other
		}
	})
	return ok
}

// body rewrites a body, inner loops first.
func (s *smallLoops) body(b core.Body, in around) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		if c, ok := st.Exp.(*core.Call); ok {
			out.Add(st.Pat, &core.Call{Fun: s.funs[c.Fun], Args: c.Args})
			continue
		}
		e := core.Inside(st.Exp, func(b core.Body) core.Body { return s.body(b, in.within(st.Exp)) })
		var all []core.Exp
		if in != host {
			all = s.written(out, e, in == parallel)
		}
		if all == nil {
			out.Add(st.Pat, e)
			s.note(st.Pat, e)
			continue
		}
		s.changed = true
		for i, e := range all {
			out.Add(st.Pat[i:i+1], e)
			s.note(st.Pat[i:i+1], e)
		}
	}
	return out.Body(b.Result...)
}

// note notes what an array is.
func (s *smallLoops) note(pat []*core.Var, e core.Exp) {
	switch e := e.(type) {
	case *core.ArrayLit:
		s.lists[pat[0]] = pat[0].Type.Rank() == 1
		s.constant[pat[0]] = s.lists[pat[0]] && !slices.ContainsFunc(e.Elems, func(a core.Atom) bool { _, is := a.(core.Const); return !is })
	case *core.Slice:
		s.parts[pat[0]] = true
	case *core.Map:
		for _, v := range pat {
			s.made[v] = true
		}
	case *core.Reshape:
		s.made[pat[0]] = true
	case *core.Index:
		s.parts[pat[0]] = s.parts[e.Arr]
	case *core.Iota:
		s.iotas[pat[0]] = core.IsInt(e.Start, 0) && core.IsInt(e.Step, 1)
	default: // something else
	}
}

// written adds what an expression does round by round to b, and gives what it comes to; nil if it is not written out. points says that what goes over
// points is.
func (s *smallLoops) written(b *core.Builder, e core.Exp, points bool) []core.Exp {
	switch e := e.(type) {
	case *core.Loop:
		if goesFew(e) && s.chooses(e.I, e.Body) {
			return roundsOf(b, e)
		}
	case *core.Map:
		if len(e.Accs) == 0 && len(e.Fn.Ret) > 0 && few(e.W, e.Fn.Body) && !slices.ContainsFunc(e.Fn.Ret, func(t core.Type) bool { return !t.IsScalar() }) && (s.mapChooses(e) || points && s.overPoint(e)) {
			return pointsOf(b, e)
		}
	case *core.Reduce:
		if few(e.W, e.Fn.Body) && (!slices.ContainsFunc(e.Arrs, func(a *core.Var) bool { return !s.lists[a] }) || points && s.pointwise(e.Arrs, s.most(e.Arrs)) && core.AllScalar(e.Fn.Ret)) {
			return folded(b, e)
		}
	default: // goes round no more than once
	}
	return nil
}

// Bounds of a loop that is written out: its iterations, the statements that come of it, and the branches.
const (
	smallTrips    = 16
	smallStms     = 320
	smallBranches = 12
)

// numbersOnly reports whether code has no loops and no parallel nodes.
func numbersOnly(b core.Body) bool {
	ok := true
	core.Walk(b, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.PrimApp, *core.Use, *core.Index, *core.Slice, *core.Update, *core.ArrayLit, *core.If, *core.Assert:
		default: // loops, and what makes or copies arrays
			ok = false
		}
	})
	return ok
}

// few reports whether so many rounds of code are few, and not too much code.
func few(w core.Atom, b core.Body) bool {
	n, ok := w.(core.Const)
	if !ok || n.Int64() < 1 || n.Int64() > smallTrips || !numbersOnly(b) {
		return false
	}
	ifs := 0
	core.Walk(b, func(s core.Stm) {
		if _, ok := s.Exp.(*core.If); ok {
			ifs++
		}
	})
	return n.Int64()*int64(core.Statements(b)) <= smallStms && n.Int64()*int64(ifs) <= smallBranches
}

// goesFew reports whether a loop has few rounds, and nothing else against it.
func goesFew(l *core.Loop) bool {
	if l.I == nil || len(l.Attrs) > 0 || len(l.Params) == 0 || !few(l.Bound, l.Body) {
		return false
	}
	for _, p := range l.Params {
		for _, d := range p.Type.Dims {
			if slices.Contains(core.Atoms(l.Params), d) {
				return false // arrays change their sizes
			}
		}
	}
	return true
}

// chooses reports whether the counter of a loop chooses what only constants tell apart.
func (s *smallLoops) chooses(i *core.Var, b core.Body) (found bool) {
	core.Walk(b, func(st core.Stm) {
		switch e := st.Exp.(type) {
		case *core.Index:
			found = found || slices.Contains(e.Idx, core.Atom(i)) && (s.lists[e.Arr] || e.Arr.Type.Elem == prim.I64 && st.Pat[0].Type.IsScalar())
		case *core.PrimApp:
			if len(e.Args) == 2 && e.Args[0] == core.Atom(i) && slices.Contains(tellingApart, e.Op) {
				_, constant := e.Args[1].(core.Const)
				found = found || constant
			}
		default: // no choice
		}
	})
	return found
}

// mapChooses reports whether a map goes over a list of constants, or over indices.
func (s *smallLoops) mapChooses(m *core.Map) (found bool) {
	for k, a := range m.Arrs {
		p := m.Fn.Params[k]
		core.Walk(m.Fn.Body, func(st core.Stm) {
			e, ok := st.Exp.(*core.Index)
			if ok && slices.Contains(e.Idx, core.Atom(p)) {
				found = found || s.iotas[a] && s.constant[e.Arr] || !s.iotas[a] && p.Type.IsScalar()
			}
		})
		found = found || s.constant[a]
	}
	return found
}

// tellingApart are operators of a counter and a constant that tell iterations apart.
var tellingApart = []*prim.Op{prim.Eq, prim.Lt, prim.Le, prim.Div, prim.Mod, prim.Quot, prim.Rem}

// roundsOf adds the iterations of a loop to b, and gives what they come to.
func roundsOf(b *core.Builder, l *core.Loop) (out []core.Exp) {
	step := &core.Lambda{Params: append([]*core.Var{l.I}, l.Params...), Body: l.Body}
	at := l.Init
	for i := range l.Bound.(core.Const).Int64() {
		at = b.Inline(step, append([]core.Atom{core.Const{Scalar: prim.Int(l.I.Type.Elem, i)}}, at...)...)
	}
	for _, a := range at {
		out = append(out, &core.Use{Atom: a})
	}
	return out
}

// elementsAt adds element i of arrays to b.
func elementsAt(b *core.Builder, arrs []*core.Var, i int64) (out []core.Atom) {
	for _, a := range arrs {
		out = append(out, b.Index(a, core.IntC(i)))
	}
	return out
}

// pointsOf adds the points of a map to b, and gives the lists of its results.
func pointsOf(b *core.Builder, m *core.Map) (out []core.Exp) {
	lists := make([]*core.ArrayLit, len(m.Fn.Ret))
	for k, t := range m.Fn.Ret {
		lists[k] = &core.ArrayLit{Elem: t}
		out = append(out, lists[k])
	}
	for i := range m.W.(core.Const).Int64() {
		for k, a := range b.Inline(m.Fn, elementsAt(b, m.Arrs, i)...) {
			lists[k].Elems = append(lists[k].Elems, a)
		}
	}
	return out
}

// folded adds the steps of a reduction to b, and gives what they come to.
func folded(b *core.Builder, r *core.Reduce) (out []core.Exp) {
	at := r.Ne
	for i := range r.W.(core.Const).Int64() {
		at = b.Inline(r.Fn, append(slices.Clone(at), elementsAt(b, r.Arrs, i)...)...)
	}
	for _, a := range at {
		out = append(out, &core.Use{Atom: a})
	}
	return out
}

// maxPoint is how many numbers a point has that is written out wherever it is.
const maxPoint = 4

func atMost(w core.Atom, n int64) bool {
	c, ok := core.IntConst(w)
	return ok && c <= n
}

// most is how many numbers points have at most whose sum is written out: more if they are there, and not made for it.
func (s *smallLoops) most(arrs []*core.Var) int64 {
	if slices.ContainsFunc(arrs, func(a *core.Var) bool { return s.made[a] }) {
		return maxPoint
	}
	return maxLiteral
}

// pointwise reports whether arrays are points: a few numbers each, that are not parts of arrays at places which change.
func (s *smallLoops) pointwise(arrs []*core.Var, most int64) bool {
	for _, a := range arrs {
		if a.Type.Rank() != 1 || !atMost(a.Type.Dims[0], most) || s.parts[a] {
			return false
		}
	}
	return len(arrs) > 0
}

// overPoint reports whether a map goes over points, or over the indices of some.
func (s *smallLoops) overPoint(m *core.Map) bool {
	if !s.pointwise(m.Arrs, maxPoint) {
		return false
	}
	for k, a := range m.Arrs {
		if s.iotas[a] && !onlyOfPoints(m.Fn.Params[k], m.Fn.Body) {
			return false
		}
	}
	return true
}

// onlyOfPoints reports whether an index chooses numbers of points and nothing else.
func onlyOfPoints(i *core.Var, b core.Body) bool {
	ok := true
	core.Walk(b, func(st core.Stm) {
		e, isIndex := st.Exp.(*core.Index)
		if isIndex && e.Idx[len(e.Idx)-1] == core.Atom(i) && len(e.Idx) == e.Arr.Type.Rank() && atMost(e.Arr.Type.Dims[len(e.Idx)-1], maxPoint) &&
			!slices.Contains(e.Idx[:len(e.Idx)-1], core.Atom(i)) {
			return
		}
		ok = ok && !core.FreeInStm(st).Has(i)
	})
	return ok && !slices.Contains(b.Result, core.Atom(i))
}
