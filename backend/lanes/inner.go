package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Inner loops in lanes]
//
// Sequential code computes its loops in lanes, too, where all iterations of a loop are independent or are folded: W
// iterations at once. Arrays in such code are short as a rule, so what a compiler does with loops, several vectors
// at once and then one by one, serves them badly. Here the last few iterations are computed at once as well, under the
// mask of those that there are. Vectors are read whole under that mask, past the last element: every
// block has room for that (see gen.Slack). Several sums take the mask in each iteration, for nothing where processors have masks of their own; where they
// have none, and of one sum or two (Note [Ends of sums]), the last iterations of folds are code of their own. Loops around folds down the columns of a matrix are computed so, too: a lane for each
// column, where one column after the other would be read in steps. Rows of a sum of sums
// go into the same vectors, which are combined once; as rows may be short, several sets of vectors take turns, or each addition would wait for the last.

// Inner makes explicit vector code of loops in the sequential code of kernels, but for those that are in lanes already.
func Inner(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU || p.Target.GPU {
		return p
	}
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		in := innerLoops{target: p.Target}
		if k.Width == 0 {
			in.uses, in.ofPoints = usesOf(k), rowsOfPoints(k)
		}
		n := *k
		n.Body = in.code(k.Body)
		if k.Op != nil {
			n.Op = in.operator(k.Op)
		}
		if k.After != nil {
			after := *k.After
			after.Body = in.code(after.Body)
			n.After = &after
		}
		if k.Blocks != nil {
			blocks := *k.Blocks
			blocks.Body = in.code(blocks.Body)
			n.Blocks = &blocks
		}
		n.Accs = slices.Clone(k.Accs)
		for i, a := range k.Accs {
			acc := *a
			acc.Op = in.operator(a.Op)
			n.Accs[i] = &acc
		}
		return &n
	})
}

// innerLoops makes vector code of loops for a target.
type innerLoops struct {
	target seg.Target
	uses   map[*seg.Mem]int // how often the kernel names a memory; nil where its code is in lanes already
	// ofPoints are folds whose rows go into the sums of the kernel.
	ofPoints map[*seg.Fold]bool
}

func (in innerLoops) operator(op *seg.Operator) *seg.Operator {
	n := *op
	n.Body = in.code(op.Body)
	return &n
}

// code is code whose loops are vector code where that gains.
func (in innerLoops) code(c seg.Code) seg.Code {
	var out seg.Code
	for _, s := range c {
		switch s := s.(type) {
		case *seg.For:
			if l := innerSmooth(s); l != nil {
				out = append(out, newVectors(l, map[*seg.Mem]*seg.Mem{}).block(func(v *vectors) {
					v.along(s.I, s.Bound, false, func() { v.code(s.Body) })
				})...)
				continue
			}
			if l := innerShapes(s.I, s.Bound, s.Body); s.Par && s.FromZero() && l != nil {
				out = append(out, innerVectors(l, s.Body).block(func(v *vectors) {
					v.along(s.I, s.Bound, false, func() { v.code(s.Body) })
				})...)
				continue
			}
			if f := sumsBesideRows(s); f != nil {
				if l := besideShapes(f); l != nil {
					out = append(out, in.sums(l, f).block(func(v *vectors) { v.innerFold(f) })...)
					continue
				}
			}
			if p := in.pointsOf(s); p != nil {
				out = append(out, p.code(s)...)
				continue
			}
			if rows := in.jamRows(s); rows != nil {
				out = append(out, rows...)
				continue
			}
			n := *s
			n.Body = in.code(s.Body)
			out = append(out, &n)
		case *seg.Fold:
			f := in.fold(s)
			if f == nil {
				f = in.partial(s)
			}
			if f != nil {
				out = append(out, f...)
				continue
			}
			n := *s
			n.Body = in.code(s.Body)
			out = append(out, &n)
		case *seg.While:
			out = append(out, &seg.While{CondCode: in.code(s.CondCode), Cond: s.Cond, Body: in.code(s.Body)})
		case *seg.If:
			out = append(out, &seg.If{Cond: s.Cond, Then: in.code(s.Then), Else: in.code(s.Else), Unlikely: s.Unlikely})
		default:
			out = append(out, s)
		}
	}
	return out
}

// rows are vectors of sums into which all rows of a fold of folds go, which are combined once, at the end; nil if it is none, or its rows cannot be
// vectors.
func (in innerLoops) rows(s *seg.Fold) seg.Code {
	row := s
	for {
		_, next := seg.RowOf(row)
		if next == nil {
			break
		}
		row = next
	}
	if row == s || readsAccs(row) {
		return nil
	}
	l := innerShapes(row.I, row.Bound, row.Body)
	if l == nil {
		return nil
	}
	return in.sums(l, row).block(func(v *vectors) {
		sets := make([][]*core.Var, in.sets(v.width, row))
		for k := range sets {
			sets[k] = v.none(s)
		}
		v.intoRows(s, sets)
		for _, sums := range sets[1:] {
			for j, x := range sums {
				v.combine(sets[0][j], s.Ops[j], x)
			}
		}
		v.combined(s, sets[0])
	})
}

// chains is how many additions, each of which waits for the one before, processors do in the time of one.
const chains = 4

// sets is how many sets of vectors the rows of a fold go to in turn, so that additions need not wait for each other.
func (in innerLoops) sets(width int, row *seg.Fold) int {
	registers := 0
	for _, a := range row.Accs {
		registers += max(1, width*a.Type.Elem.Size()/widest)
	}
	return max(1, chains/registers)
}

// intoRows folds the rows of a fold of folds into sets of vectors, which change places after each row.
func (v *vectors) intoRows(s *seg.Fold, sets [][]*core.Var) {
	before, row := seg.RowOf(s)
	if row == nil {
		v.into(s, sets[0])
		for j := range s.Accs {
			if len(sets) == 1 {
				break
			}
			first := v.b.Var("first", sets[0][j].Type, sets[0][j])
			for k := 1; k < len(sets); k++ {
				v.b.Set(sets[k-1][j], sets[k][j])
			}
			v.b.Set(sets[len(sets)-1][j], first)
		}
		return
	}
	loop := &seg.For{I: s.I, From: s.From, Bound: s.Bound, Elems: true}
	loop.Body = v.block(func(v *vectors) {
		v.b.Add(before...)
		v.intoRows(row, sets)
	})
	v.b.Add(loop)
}

// fold is the vector code of a fold, nil if it is not made here.
func (in innerLoops) fold(s *seg.Fold) seg.Code {
	if rows := in.rows(s); rows != nil {
		return rows
	}
	l := innerShapes(s.I, s.Bound, s.Body)
	switch {
	case l == nil || readsAccs(s):
		return nil
	case in.ends(s):
		return in.withEnds(l, s).block(func(v *vectors) { v.innerFold(s) })
	case expensive(s.Body) || len(s.Accs) >= severalSums:
		return in.sums(l, s).block(func(v *vectors) { v.innerFold(s) })
	}
	return nil
}

func innerVectors(l *shapes, body seg.Code) *vectors {
	v := newVectors(l, map[*seg.Mem]*seg.Mem{})
	v.oneText = l.maskless(body)
	return v
}

// innerFold folds in lanes, which are combined at the end.
func (v *vectors) innerFold(s *seg.Fold) {
	v.combined(s, v.parts(s))
}

// combined combines the lanes of sums into what a fold folds into.
func (v *vectors) combined(s *seg.Fold, sums []*core.Var) {
	for j, x := range sums {
		a := s.Accs[j]
		v.b.Set(a, v.b.Op("sum", s.Ops[j], a.Type.Elem, a, v.across(x, s.Ops[j])))
	}
}

// leastInner is how many iterations a loop must have, if that is known, to be worth vectors.
const leastInner = 6

// severalSums is how many sums of a fold hide how long each addition takes, one vector for each. Of fewer sums, which need more vectors each,
// compilers make such code themselves.
const severalSums = 3

// innerShapes analyses a loop of sequential code; nil if it cannot be vectors or would not gain by it.
func innerShapes(i *core.Var, bound core.Atom, body seg.Code) *shapes {
	if c, ok := bound.(core.Const); ok && c.Int64() < leastInner || i.Type.Elem != prim.I64 ||
		len(body) > maxTwice || !seg.LoopFree(body) && !acrossColumns(body, i) {
		return nil
	}
	l := shapesAlong(i, body, 0)
	l.width = l.natural()
	if !l.fits(body) || l.leaks(body) || !l.mostlyRows(body) {
		return nil
	}
	return l
}

// innerSmooth analyses a loop whose iterations are smooth; nil if it is none, or would not gain.
func innerSmooth(s *seg.For) *shapes {
	if c, ok := s.Bound.(core.Const); ok && c.Int64() < leastInner || s.I.Type.Elem != prim.I64 || !s.Par || !s.FromZero() ||
		len(s.Body) > maxInLanes/8 || !seg.LoopFree(s.Body) {
		return nil
	}
	rough := shapesAlong(s.I, s.Body, 0)
	if rough.width = rough.natural(); !rough.fits(s.Body) || rough.leaks(s.Body) {
		return nil
	}
	l := smoothAlong(s.I, s.Body, rough)
	if l == nil || l.leaks(s.Body) || !l.mostlyRows(s.Body) {
		return nil
	}
	return l
}

// expensive reports whether code computes something that compilers do not vectorise.
func expensive(c seg.Code) bool {
	return slices.ContainsFunc(c, func(s seg.Stm) bool {
		l, ok := s.(*seg.Let)
		return ok && opCost(l) > 4
	})
}

// acrossColumns reports whether the only loops of a loop over i are folds in which i goes along what the fold's index steps over.
func acrossColumns(body seg.Code, i *core.Var) bool {
	for _, s := range body {
		f, ok := s.(*seg.Fold)
		if !ok {
			if !seg.LoopFree(seg.Code{s}) {
				return false
			}
			continue
		}
		along := false
		for _, b := range f.Body {
			if r, ok := b.(*seg.Load); ok && !unitIn(r.At, f.I) {
				along = along || unitIn(r.At, i)
			}
		}
		if !along || !seg.LoopFree(f.Body) || f.Bound == core.Atom(i) {
			return false
		}
	}
	return true
}

// maskless reports whether lanes outside of the mask do no harm until results are stored: they read what is there, behind the end
// too, and compute something.
func (l *shapes) maskless(body seg.Code) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *seg.Let, *seg.Select:
		case *seg.Load:
			if p := l.index(s.At); p.kind != uniform && !p.unit() {
				return false
			}
		case *seg.Store:
			if s.Mem.Space == seg.Private || !l.index(s.At).unit() {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// leaks reports whether code changes what is declared outside of it, or may write to one place in several lanes.
func (l *shapes) leaks(body seg.Code) bool {
	inside, out := map[*core.Var]bool{}, false
	seg.Walk(body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Decl:
			inside[s.V] = true
		case *seg.Set:
			out = out || !inside[s.V]
		case *seg.Store:
			out = out || l.index(s.At).kind != affine
		case *seg.Update:
			out = true
		case *seg.Load:
			out = out || s.Ordered
		default: // changes nothing outside
		}
	})
	return out
}

// mostlyRows reports whether most of the work of the code is on vectors that lie in memory as they are used: gathering them
// costs as much as computing on them saves.
func (l *shapes) mostlyRows(body seg.Code) bool {
	work, gathers := l.workOf(body)
	return work > 0 && gathers*4 <= work
}

// workOf is the work of the code on vectors, and how many of them do not lie in memory as they are used.
func (l *shapes) workOf(body seg.Code) (work, gathers float64) {
	times := 1.0
	look := func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Let:
			work += float64(times * opCost(s))
		case *seg.Load:
			if p := l.index(s.At); p.kind != uniform && !p.unit() {
				gathers += times
			}
		case *seg.Store:
			if !l.index(s.At).unit() {
				gathers += times
			}
		case *seg.Update:
			if !l.index(s.At).unit() {
				gathers += times
			}
		default: // no work on vectors
		}
	}
	seg.Walk(body, look)
	times = trips - 1
	for _, s := range body {
		if f, ok := s.(*seg.Fold); ok {
			seg.Walk(f.Body, look)
		}
	}
	return work, gathers
}
