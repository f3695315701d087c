package layout

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/region"
	"raido/lang/limits"
)

// votes counts the accesses of a matrix that a loop carries.
type votes struct {
	*layouter
	depth    map[*core.Var]int  // in how many loops and maps a variable is bound; the loop itself is 1
	versions map[*core.Var]bool // of the matrix, made from each other by updates
	views    map[*core.Var]bool // transposes of it
	lane     map[*core.Var]bool // is an element of the point of a map
	across   map[*core.Var]bool // is an element that is read along a column, certainly inside of the matrix
	now      int                // how deep the code is that is looked at
	rows     int64
	columns  int64
	read     struct{ rows, columns int64 } // of these, what only reads
	written  int64                         // elements
	ok       bool                          // the loop can carry the transpose
}

// votesOf counts the accesses of parameter k of a loop; nil if it is no matrix that can be carried as its transpose.
func (l *layouter) votesOf(e *core.Loop, k int) *votes {
	p := e.Params[k]
	if _, isVar := e.Init[k].(*core.Var); p.Type.Rank() != 2 || p.Type.IsAcc() || !isVar {
		return nil
	}
	if slices.ContainsFunc(p.Type.Dims, func(d core.Atom) bool { v := core.AsVar(d); return v != nil && slices.Contains(e.Params, v) }) {
		return nil
	}
	v := &votes{layouter: l, depth: map[*core.Var]int{}, versions: map[*core.Var]bool{}, views: map[*core.Var]bool{}, lane: map[*core.Var]bool{},
		across: map[*core.Var]bool{}, ok: true}
	if v.iterate(e, []int{k}); !v.ok {
		return nil
	}
	return v
}

// alongColumns reports whether the loop goes along columns, more often than a transpose costs.
func (v *votes) alongColumns() bool { return v.columns > v.rows && v.columns >= times(3) }

// bothWays reports whether the loop reads along rows as well as along columns, much more often than it writes.
func (v *votes) bothWays() bool {
	least := min(v.read.rows, v.read.columns)
	return least >= times(3) && least/max(2, limits.Now.GuessedSize/4) >= v.written
}

// times is how often code runs that is so deep.
func times(depth int) int64 {
	n := int64(1)
	for range min(depth, 5) {
		n *= limits.Now.GuessedSize
	}
	return n
}

// iterate looks at the body of a loop, whose parameters ks are versions.
func (v *votes) iterate(e *core.Loop, ks []int) {
	v.now++
	v.bind(e.Params)
	if e.I != nil {
		v.bind([]*core.Var{e.I})
	}
	for _, k := range ks {
		v.versions[e.Params[k]] = true
	}
	if e.Cond != nil {
		v.body(*e.Cond)
		v.gives(e.Cond.Result, nil)
	}
	v.body(e.Body)
	v.gives(e.Body.Result, ks)
	v.now--
}

// gives checks that results ks, and no others, are versions.
func (v *votes) gives(result []core.Atom, ks []int) {
	for k, a := range result {
		v.ok = v.ok && v.versions[core.AsVar(a)] == slices.Contains(ks, k) && !v.views[core.AsVar(a)]
	}
}

func (v *votes) bind(vs []*core.Var) {
	for _, x := range vs {
		v.depth[x] = v.now
	}
}

func (v *votes) body(b core.Body) {
	for _, s := range b.Stms {
		v.bind(s.Pat)
		v.stm(s)
	}
}

func (v *votes) stm(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Use:
		v.versions[s.Pat[0]], v.views[s.Pat[0]] = v.versions[core.AsVar(e.Atom)], v.views[core.AsVar(e.Atom)]
	case *core.Rearrange:
		if v.versions[e.Arr] && slices.Equal(e.Perm, swap) {
			v.views[s.Pat[0]] = true
			return
		}
		v.uses(s)
	case *core.Index:
		v.access(e.Arr, e.Idx, s.Pat[0])
	case *core.Update:
		v.access(e.Arr, e.Idx, nil)
		v.overwritten(e.Arr, s, e.Val.AtomType().Rank())
	case *core.Slice:
		v.part(e.Arr, e.Dims, true)
	case *core.UpdateSlice:
		v.part(e.Arr, e.Dims, false)
		v.overwritten(e.Arr, s, e.Val.Type.Rank())
		v.ok = v.ok && (!v.versions[e.Arr] || v.safe(s.Pat[0], e))
	case *core.Loop:
		v.loop(e, s.Pat)
	case *core.If:
		v.branches(e, s.Pat)
	default:
		v.uses(s)
		v.inside(s.Exp)
	}
}

// inside looks at the code of a node that runs for each element.
func (v *votes) inside(e core.Exp) {
	_, isMap := e.(*core.Map)
	v.now++
	e.Map(core.Mapper{Lambda: func(f *core.Lambda) *core.Lambda {
		v.bind(f.Params)
		for _, p := range f.Params {
			v.lane[p] = isMap
		}
		v.body(f.Body)
		v.gives(f.Body.Result, nil)
		return f
	}})
	v.now--
}

// uses is a statement that takes arrays as they are: row by row.
func (v *votes) uses(s core.Stm) {
	look := core.Mapper{Body: func(b core.Body) core.Body { return b }, Lambda: func(f *core.Lambda) *core.Lambda { return f }}
	look.Atom = func(a core.Atom) core.Atom {
		switch x := core.AsVar(a); {
		case v.versions[x]:
			v.rows += times(v.now + 2)
		case v.views[x]:
			v.columns += times(v.now + 2)
		}
		return a
	}
	s.Exp.Map(look)
	for _, x := range s.Exp.Consumes() {
		v.ok = v.ok && !v.versions[x] && !v.views[x]
	}
	if e, ok := s.Exp.(*core.Call); ok {
		v.ok = v.ok && !slices.ContainsFunc(e.Args, func(a core.Atom) bool { x := core.AsVar(a); return v.versions[x] || v.views[x] })
	}
}

// overwritten makes what an update by a value of that rank gives a version.
func (v *votes) overwritten(arr *core.Var, s core.Stm, rank int) {
	if v.versions[arr] {
		v.written += times(v.now + rank)
	}
	v.versions[s.Pat[0]] = v.versions[arr]
	v.ok = v.ok && !v.views[arr]
}

// access is that of an element or a row, which x is if it is read.
func (v *votes) access(arr *core.Var, idx []core.Atom, x *core.Var) {
	if !v.versions[arr] && !v.views[arr] {
		return
	}
	row, all := v.deep(idx[0]), v.now+1
	if len(idx) == 2 {
		all = v.deep(idx[1])
	}
	switch other := idx[len(idx)-1]; {
	case len(idx) == 1 && v.views[arr] && v.lanes(other) > 0: // points that are lanes go along rows together
		v.vote(arr, times(all), 0, x != nil)
	case len(idx) == 2 && row > all && v.together(idx):
		v.vote(arr, 0, times(row), x != nil)
	case row > all:
		v.across[x] = x != nil && v.indexes(x, idx[0], arr, 0) && v.indexes(x, idx[1], arr, 1)
		v.vote(arr, times(row), 0, v.across[x])
	case row < all:
		v.vote(arr, 0, times(all), x != nil)
	}
}

// vote counts accesses along the dimensions of a version or a transpose; reads says that they only read, what both matrices have.
func (v *votes) vote(arr *core.Var, first, second int64, reads bool) {
	if v.views[arr] {
		first, second = second, first
	}
	v.columns += first
	v.rows += second
	if reads {
		v.read.columns += first
		v.read.rows += second
	}
}

// deep is the innermost loop or map on whose point an index depends.
func (v *votes) deep(a core.Atom) int { return v.innermost(a, func(*core.Var) bool { return true }) }

// lanes is the innermost map on whose point an index depends.
func (v *votes) lanes(a core.Atom) int {
	return v.innermost(a, func(x *core.Var) bool { return v.lane[x] })
}

// together reports whether points that are lanes go along a row together: they have the first index in common.
func (v *votes) together(idx []core.Atom) bool {
	return v.innermost(idx[1], func(x *core.Var) bool { return v.lane[x] && v.form(idx[0]).Factor(x) == 0 }) > 0
}

func (v *votes) innermost(a core.Atom, of func(*core.Var) bool) int {
	d := 0
	for _, t := range v.form(a).Terms {
		if of(t.V) {
			d = max(d, v.depth[t.V])
		}
	}
	return d
}

// form is an index as a sum of what the loops and maps bind.
func (v *votes) form(a core.Atom) affine.Form {
	f, _ := affine.Of(a, func(x *core.Var) core.Exp {
		if v.depth[x] == 0 {
			return nil
		}
		return v.defs[x]
	})
	return f
}

// part is an access of a part: of a column or of rows; reads says that it only reads.
func (v *votes) part(arr *core.Var, dims []core.DimSlice, reads bool) {
	if !v.versions[arr] && !v.views[arr] {
		return
	}
	if len(dims) == 2 && core.IsInt(dims[1].Count, 1) {
		v.vote(arr, times(v.now+1), 0, false)
		return
	}
	v.vote(arr, 0, times(v.now+1), reads)
}

// safe reports whether a part that is overwritten is in the matrix, or one of its dimensions certainly is, so that the other one says what is wrong.
func (v *votes) safe(made *core.Var, e *core.UpdateSlice) bool {
	for k, d := range e.Dims {
		if core.IsInt(d.Start, 0) && core.IsInt(d.Stride, 1) && d.Count == e.Arr.Type.Dims[k] {
			return true
		}
	}
	return len(e.Dims) == 1 || v.chains.Fits(made, region.Target{Arr: e.Arr, Dims: e.Dims})
}

// loop is a loop inside: what versions it starts with it must carry as such.
func (v *votes) loop(e *core.Loop, pat []*core.Var) {
	var ks []int
	for k, a := range e.Init {
		x := core.AsVar(a)
		v.ok = v.ok && !v.views[x]
		if v.versions[x] {
			ks = append(ks, k)
		}
	}
	v.iterate(e, ks)
	for _, k := range ks {
		v.versions[pat[k]] = true
	}
}

// branches are those of an If: what one gives as a version the other one must, too.
func (v *votes) branches(e *core.If, pat []*core.Var) {
	v.body(e.Then)
	v.body(e.Else)
	for k := range pat {
		x, y := core.AsVar(e.Then.Result[k]), core.AsVar(e.Else.Result[k])
		v.ok = v.ok && v.versions[x] == v.versions[y] && !v.views[x] && !v.views[y]
		v.versions[pat[k]] = v.versions[x]
	}
}
