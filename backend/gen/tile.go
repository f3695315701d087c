package gen

import (
	"fmt"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Tiles]
//
// A fold over k at every point (i, j) of a map, as in a product of matrices, reads the same elements for many
// points. Tiles of several values of i and of j are computed together, with all their accumulators
// in registers, so that what a tile reads is read once for all of it. Vectors lie along one of two axes:
//
//   - along j, where some array has a long step in k and step 1 in j. Each point folds in the order of k.
//   - along k, where all arrays have step 1 in k. Each point has as many partial results as a vector lanes.
//
// Every point of a kernel folds in the same order, whichever tile it is in, so equal points give equal bits.
// Rows too short for a tile along j take narrower ones, and more of them. What a block of tiles, one below the
// other, reads along j is copied piece by piece to a place of its own first (packed): it is read again for every
// tile, and its rows may be far apart. So is what it reads down the rows of points, if that is far apart in k.
//
// The last tile of a row is moved back to fit in and computes some points again, with the same outcome.

const (
	tileRows    = 4
	tileVectors = 2 // along j, with rows of points; one row alone takes lineVectors
	lineVectors = 8
	tileColumns = 4 // along k
	narrowRows  = 8 // of tiles one short vector wide
	vectorBytes = 64
)

// tile is a kernel that can be computed in tiles.
type tile struct {
	pre, post seg.Code
	fold      *seg.Fold
	elem      prim.Type
	alongK    bool
	axis      *core.Var          // j or k
	lane      map[*core.Var]bool // one value for each point of the axis

	rows, columns int // of points, or of vectors of them along j
	lanes         int
	vec           string // the vector type

	terms []seg.Stm            // the products that are summed and nothing else, one for each accumulator or nil
	place map[*seg.Load]string // where a packed load reads
}

// vectorOps are the operators whose texts hold for vectors, too.
var vectorOps = map[string]bool{"add": true, "sub": true, "mul": true, "div": true, "neg": true, "abs": true, "min": true, "max": true, "sqrt": true, "fma": true}

// tiled is the tile form of a kernel, nil if it has none or would not gain by it.
func tiled(k *seg.Kernel) *tile {
	if k.Kind != seg.Map || k.Serial || len(k.Accs) > 0 {
		return nil
	}
	t := &tile{}
	for i, s := range k.Body {
		if f, ok := s.(*seg.Fold); ok {
			t.pre, t.fold, t.post = k.Body[:i], f, k.Body[i+1:]
			break
		}
	}
	if t.fold == nil {
		return nil
	}
	t.elem = t.fold.Accs[0].Type.Elem
	for i, a := range t.fold.Accs {
		if a.Type.Elem != t.elem || !vectorOps[t.fold.Ops[i]] {
			return nil
		}
	}
	if t.elem != prim.F32 && t.elem != prim.F64 || t.overwrites() {
		return nil
	}
	t.findTerms()
	t.lanes = vectorBytes / t.elem.Size()
	t.vec = fmt.Sprintf("%s%d", ctype(t.elem), t.lanes)
	n := len(k.Space)
	if t.fitsAlongJ(k.Space[n-1].I) {
		t.rows, t.columns = tileRows, tileVectors
		if n == 1 {
			t.rows, t.columns = 1, lineVectors
		}
		return t
	}
	if n > 1 && t.fitsAlongK(k.Space[n-2].I, k.Space[n-1].I) {
		t.rows, t.columns, t.alongK = tileRows, tileColumns, true
		return t
	}
	return nil
}

// narrow is the form for rows shorter than a tile along j: one vector of half the length wide.
func (t *tile) narrow() *tile {
	n := *t
	n.rows, n.columns, n.lanes = narrowRows, 1, t.lanes/2
	n.vec = fmt.Sprintf("%s%d", ctype(t.elem), n.lanes)
	return &n
}

// findTerms finds the products that the fold adds: one operation does both, rounded once.
func (t *tile) findTerms() {
	t.terms = make([]seg.Stm, len(t.fold.Accs))
	uses := map[core.Atom]int{}
	for _, x := range t.fold.Vals {
		uses[x]++
	}
	for _, s := range t.fold.Body {
		if l, ok := s.(*seg.Let); ok {
			for _, x := range l.Args {
				uses[x]++
			}
		}
	}
	for _, s := range t.fold.Body {
		l, ok := s.(*seg.Let)
		if !ok || l.Op.Name != "mul" || uses[l.V] != 1 {
			continue
		}
		if a := slices.Index(t.fold.Vals, core.Atom(l.V)); a >= 0 && t.fold.Ops[a] == "add" {
			t.terms[a] = s
		}
	}
}

// values is what pre computes besides declaring the accumulators.
func (t *tile) values() seg.Code {
	var out seg.Code
	for _, s := range t.pre {
		if _, ok := s.(*seg.Decl); !ok {
			out = append(out, s)
		}
	}
	return out
}

// overwrites tells that some array is both read and written.
func (t *tile) overwrites() bool {
	read := map[*seg.Mem]bool{}
	for _, c := range []seg.Code{t.pre, t.fold.Body, t.post} {
		for _, s := range c {
			if l, ok := s.(*seg.Load); ok {
				read[l.Mem] = true
			}
		}
	}
	for _, s := range t.post {
		if st, ok := s.(*seg.Store); ok && read[st.Mem] {
			return true
		}
	}
	return false
}

// fitsAlongJ tells that the code works on vectors along j, and that it gains: some array is read with step 1
// in j and another one in k.
func (t *tile) fitsAlongJ(j *core.Var) bool {
	t.axis, t.lane = j, map[*core.Var]bool{}
	for _, a := range t.fold.Accs {
		t.lane[a] = true
	}
	if !t.codeFits(t.pre, false) || !t.codeFits(t.fold.Body, false) || !t.codeFits(t.post, true) {
		return false
	}
	for _, s := range t.fold.Body {
		if l, ok := s.(*seg.Load); ok {
			unit, _ := t.unit(l.At)
			for _, term := range l.At {
				if unit && term.A == core.Atom(t.fold.I) && term.B != nil {
					return true
				}
			}
		}
	}
	return false
}

// fitsAlongK tells that the fold works on vectors along k, and that it gains: what it reads with k depends on
// only one of i and j.
func (t *tile) fitsAlongK(i, j *core.Var) bool {
	t.axis, t.lane = t.fold.I, map[*core.Var]bool{}
	for _, s := range t.pre {
		if d, ok := s.(*seg.Decl); ok && !slices.Contains(t.fold.Accs, d.V) {
			return false
		}
	}
	if !t.codeFits(t.fold.Body, false) || !simple(t.values()) || !simple(t.post) {
		return false
	}
	for _, s := range t.fold.Body {
		l, ok := s.(*seg.Load)
		if !ok {
			continue
		}
		unit, _ := t.unit(l.At)
		if !unit || mentions(l.At, i) && mentions(l.At, j) {
			return false
		}
	}
	for _, v := range t.fold.Vals {
		if x, ok := v.(*core.Var); !ok || !t.lane[x] {
			return false
		}
	}
	return true
}

// codeFits tells that statements work on vectors.
func (t *tile) codeFits(c seg.Code, stores bool) bool {
	for _, s := range c {
		if !t.fits(s, stores) {
			return false
		}
	}
	return true
}

func (t *tile) fits(s seg.Stm, stores bool) bool {
	switch s := s.(type) {
	case *seg.Let:
		for _, a := range s.Args {
			if v, ok := a.(*core.Var); ok && t.lane[v] {
				t.lane[s.V] = true
			} else if ok && v == t.axis {
				return false
			}
		}
		return !t.lane[s.V] || vectorOps[s.Op.Name] && s.T == t.elem
	case *seg.Decl:
		v, ok := s.Init.(*core.Var)
		return t.lane[s.V] && (!ok || !t.lane[v])
	case *seg.Load:
		unit, ok := t.unit(s.At)
		if unit {
			t.lane[s.V] = true
		}
		return ok && (!unit || s.Mem.Elem == t.elem) && s.Mem.Space == seg.Device
	case *seg.Store:
		unit, ok := t.unit(s.At)
		v, isVar := s.Val.(*core.Var)
		return stores && ok && unit && s.Mem.Elem == t.elem && (!isVar || v != t.axis)
	}
	return false
}

// packed are the loads of the fold along j that are the same for all rows.
func (t *tile) packed(k *seg.Kernel) []*seg.Load {
	if t.alongK || len(k.Space) < 2 {
		return nil
	}
	own := map[core.Atom]bool{k.Space[len(k.Space)-2].I: true}
	var out []*seg.Load
	for _, s := range append(slices.Clone(t.pre), t.fold.Body...) {
		switch s := s.(type) {
		case *seg.Let:
			own[s.V] = true
		case *seg.Decl:
			own[s.V] = true
		case *seg.Load:
			own[s.V] = true
			if t.lane[s.V] && !slices.ContainsFunc(s.At, func(x seg.Term) bool { return own[x.A] || own[x.B] }) && mentions(s.At, t.fold.I) {
				out = append(out, s)
			}
		}
	}
	return out
}

// columned are the loads of the fold that go down the rows of points in steps of 1 and are the same along j: the
// next one in k is far away, so they are packed, too.
func (t *tile) columned(k *seg.Kernel) []*seg.Load {
	i := k.Space[len(k.Space)-2].I
	own := map[core.Atom]bool{t.axis: true}
	var out []*seg.Load
	for _, s := range append(slices.Clone(t.pre), t.fold.Body...) {
		switch s := s.(type) {
		case *seg.Let:
			own[s.V] = true
		case *seg.Decl:
			own[s.V] = true
		case *seg.Load:
			own[s.V] = true
			far := slices.ContainsFunc(s.At, func(x seg.Term) bool { return x.A == core.Atom(t.fold.I) && x.B != nil })
			near := slices.ContainsFunc(s.At, func(x seg.Term) bool { return x.A == core.Atom(i) && x.B == nil })
			if far && near && s.Mem.Elem == t.elem && !slices.ContainsFunc(s.At, func(x seg.Term) bool { return own[x.A] || own[x.B] }) {
				out = append(out, s)
			}
		}
	}
	return out
}

// mentions tells that an index depends on v.
func mentions(x seg.Index, v *core.Var) bool {
	return slices.ContainsFunc(x, func(term seg.Term) bool { return term.A == core.Atom(v) || term.B == core.Atom(v) })
}

// unit tells that an index goes with the axis in steps of 1; ok is false if it depends on it in another way.
func (t *tile) unit(x seg.Index) (unit, ok bool) {
	for _, term := range x {
		for _, a := range []core.Atom{term.A, term.B} {
			if v, isVar := a.(*core.Var); isVar && t.lane[v] {
				return false, false
			}
		}
		if term.A == core.Atom(t.axis) {
			if unit || term.B != nil {
				return false, false
			}
			unit = true
		} else if term.B == core.Atom(t.axis) {
			return false, false
		}
	}
	return unit, true
}
