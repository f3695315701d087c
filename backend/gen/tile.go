package gen

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Tiles]
//
// A fold over k at every point (i, j) of a map, as in a product of matrices, reads the same elements for many
// points. Tiles of several values of i and of j are computed together, with all their accumulators
// in registers, so that what a tile reads is read once for all of it. Vectors lie along j, and each point folds in
// the order of k, whichever tile it is in, so equal points give equal bits. What is added and is a product
// is multiplied and added in one operation.
//
// What the fold computes from j and k alone (elements of the right factor, mostly) is computed once for many tiles that lie
// one below the other, and put into a place of its own in the order in which tiles want it (packed): its rows may be
// far apart, or columns. So is what it computes from i and k (sides), for tiles beside each other, unless it is read
// with step 1 in k from an array. A block of tiles goes through the fold a piece at a time, with its accumulators
// kept in between. So whether factors are transposed makes no difference, and functions of their elements cost little.
//
// Rows too short for a tile take narrower ones, and more of them; few rows take one at a time if nothing needs to
// be packed for that, and all that is smaller is folded point by point.
//
// The last tile of a row is moved back to fit in and computes some points again, with the same outcome. What follows the
// fold works on vectors as well if it can; else the tile is stored, and the rest done point by point.

const (
	tileRows    = 4
	tileVectors = 2 // along j, with rows of points; one row alone takes lineVectors
	lineVectors = 8
	narrowRows  = 8 // of tiles one short vector wide
	vectorBytes = 64
	maxPacked   = 4 // values packed along j, and down i
)

// tile is a kernel that can be computed in tiles.
type tile struct {
	pre, post seg.Code
	fold      *seg.Fold
	elem      prim.Type
	i, j      *core.Var           // i is nil if there is one dimension only
	on        map[*core.Var]needs // what values depend on
	wide      []*core.Var         // packed along j
	sides     []*core.Var         // packed down i
	terms     []seg.Stm           // the products that are summed and nothing else, one for each accumulator or nil
	direct    bool                // wide values can be computed on vectors where they are used
	spills    bool                // what follows the fold goes point by point

	rows, columns int // of points, and of vectors of them along j
	lanes         int
	vec           string // the vector type
}

// needs is a set of what a value depends on.
type needs uint8

const (
	onI needs = 1 << iota
	onJ
	onK
)

// vectorOps are the operators that a tile computes on vectors.
var vectorOps = map[*prim.Op]bool{prim.Add: true, prim.Sub: true, prim.Mul: true, prim.Div: true, prim.Neg: true, prim.Abs: true, prim.Min: true, prim.Max: true, prim.Sqrt: true, prim.Fma: true}

// Tiled tells that a kernel is computed in tiles, in one of the shapes: what it writes must not be what it reads.
func Tiled(k *seg.Kernel) bool { return tiled(k) != nil || squares(k) != nil }

// tiled is the tile form of a kernel, nil if it has none or would not gain by it.
func tiled(k *seg.Kernel) *tile {
	if k.Kind != seg.Map || k.Serial || len(k.Accs) > 0 {
		return nil
	}
	t := &tile{on: map[*core.Var]needs{}}
	for i, s := range k.Body {
		f, ok := s.(*seg.Fold)
		if l, isLoop := s.(*seg.For); isLoop {
			f = inOrder(l)
			ok = f != nil
		}
		if ok {
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
	n := len(k.Space)
	t.j = k.Space[n-1].I
	t.on[t.j], t.on[t.fold.I] = onJ, onK
	if n > 1 {
		t.i = k.Space[n-2].I
		t.on[t.i] = onI
	}
	if !t.elem.IsFloat() || t.elem == prim.F16 || t.overwrites() || !t.analyse() || !t.gains() {
		return nil
	}
	if t.i == nil {
		return t.size(1, lineVectors, vectorBytes/t.elem.Size())
	}
	return t.size(tileRows, tileVectors, vectorBytes/t.elem.Size())
}

// size is the tile with another size.
func (t *tile) size(rows, columns, lanes int) *tile {
	n := *t
	n.rows, n.columns, n.lanes, n.vec = rows, columns, lanes, vecType(t.elem, lanes)
	return &n
}

// width is the number of points in a row of a tile.
func (t *tile) width() int { return t.columns * t.lanes }

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
	read, out := map[*seg.Mem]bool{}, false
	all := func(f func(seg.Stm)) {
		for _, c := range []seg.Code{t.pre, t.fold.Body, t.post} {
			seg.Walk(c, f)
		}
	}
	all(func(s seg.Stm) {
		if l, ok := s.(*seg.Load); ok {
			read[l.Mem] = true
		}
	})
	all(func(s seg.Stm) {
		if st, ok := s.(*seg.Store); ok && read[st.Mem] {
			out = true
		}
	})
	return out
}

// mentions tells that an index depends on v.
func mentions(x seg.Index, v *core.Var) bool {
	return slices.ContainsFunc(x, func(term seg.Term) bool { return term.A == core.Atom(v) || term.B == core.Atom(v) })
}

// stepsBy1 tells that an index goes with v in steps of 1.
func stepsBy1(x seg.Index, v *core.Var) bool {
	n := 0
	for _, term := range x {
		if term.B == core.Atom(v) || term.A == core.Atom(v) && term.B != nil {
			return false
		}
		if term.A == core.Atom(v) {
			n++
		}
	}
	return n == 1
}
