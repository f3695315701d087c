package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
)

// Note [Parts of arrays of loops]
//
// A factorisation that is written with maps reads elements of the matrix that its loop carries:
//
//	loop a for k < n do                                   loop a for k < n do
//	  map (\i -> map (\j ->                                 let col = a[k + 1:, k]; row = a[k, k + 1:]; rest = a[k + 1:, k + 1:]
//	    a[i+k+1, j+k+1] - a[i+k+1, k] * a[k, j+k+1]))       in map2 (\x r -> map2 (\e y -> e - x * y) r row) col rest
//
// A reverse derivative needs what the product reads. On the left that is a, as a whole in each iteration; on the right it is the column and the row,
// which are less, and which may be there when the loop is over (lang/core/region). Their adjoints are results of maps, where those of elements
// of a need accumulators. Views cost nothing, so the right form is as good for the primal. It is made in derivatives only, of arrays
// that change in the loop, but for rows of one dimension that it makes anew, where each read is within bounds for sure and in each dimension goes
// along one map or stays as it is. An array that is read at
// neighbours, too, is left as it is: their adjoints are best found in one place (Invert in package opt). So is one whose elements are
// summed in two dimensions: what would be a result of the return sweep's maps is larger than theirs. [ours]

// Views gives maps in loops of derivatives the parts of arrays that they read: Note [Parts of arrays of loops].
func Views(p *core.Prog) *core.Prog {
	memory := alias.ByMemory(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		w := &parter{funs: funs, memory: memory, chains: region.NewChains(), changing: map[*core.Var]bool{}, slices: map[*core.Var]*core.Slice{}}
		w.chains.Learn(f.Params, f.Body)
		return w.body(f.Body, false, false)
	})
}

type parter struct {
	funs     map[*core.Fun]*core.Fun
	memory   *alias.Classes
	chains   *region.Chains
	changing map[*core.Var]bool // bound in loops
	slices   map[*core.Var]*core.Slice
}

// body rewrites a body of a derivative, of a loop, or neither.
func (w *parter) body(b core.Body, diff, loop bool) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		if loop {
			w.bind(st.Pat)
		}
		if e, ok := st.Exp.(*core.Slice); ok {
			w.slices[st.Pat[0]] = e
		}
		if m, ok := st.Exp.(*core.Map); ok && diff && loop && len(st.Pat) > 0 {
			for _, a := range core.FreeInLambda(m.Fn).List {
				st = w.parts(out, st, a)
			}
			st = w.columns(out, st)
		}
		inDiff, inLoop := diff, loop
		switch e := st.Exp.(type) {
		case *core.Diff:
			inDiff = true
		case *core.Loop:
			inLoop = true
			w.bind(e.Params)
		case *core.Call:
			st.Exp = &core.Call{Fun: w.funs[e.Fun], Args: e.Args}
		default: // what is inside stands in what is around
		}
		st.Exp = st.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return w.body(b, inDiff, inLoop) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				_, same := st.Exp.(*core.Diff)
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: w.body(l.Body, inDiff, inLoop && same)}
			},
		})
		out.Add(st.Pat, st.Exp)
	}
	return out.Body(b.Result...)
}

func (w *parter) bind(vs []*core.Var) {
	for _, v := range vs {
		w.changing[v] = true
	}
}

// parts gives a map the parts of an array that it reads, if all that it does with it is to read such parts.
func (w *parter) parts(out *core.Builder, st core.Stm, a *core.Var) core.Stm {
	if !w.changing[a] || !a.Type.Elem.IsFloat() || a.Type.IsAcc() || a.Type.Rank() == 0 || a.Type.Rank() == 1 && !w.memory.Consumed(a) {
		return st
	}
	r := &reads{w: w, a: a, of: map[*core.Var]*part{}, width: map[*core.Var]core.Atom{}, bodies: map[*core.Var]core.Body{}, rows: map[*core.Var]*core.Var{}}
	if !r.stm(st, nil) || len(r.parts) == 0 || len(r.parts) > mostParts {
		return st
	}
	for _, p := range r.parts {
		p.now = p.view(out, a)
	}
	return r.with(st)
}

// mostParts bounds how many parts of one array are looked at.
const mostParts = 4

// reads are what a map reads of an array.
type reads struct {
	w      *parter
	a      *core.Var
	parts  []*part
	of     map[*core.Var]*part // what is read
	width  map[*core.Var]core.Atom
	bodies map[*core.Var]core.Body
	rows   map[*core.Var]*core.Var // names of rows that are read
}

// part is a part of an array: the elements along maps, or rows, at places that stay as they are.
type part struct {
	along  []*core.Var // by dimension: a map, by its first result, or nil
	starts []region.Sum
	order  []int       // the dimensions that go along maps, the outermost map first
	width  []core.Atom // of these maps
	now    *core.Var   // the part, or a row of it, at the place that is looked at
	level  int         // how many of the maps are around
}

// stm collects the reads of a statement inside of maps; false if it does anything else with the array.
func (r *reads) stm(st core.Stm, maps []*core.Var) bool {
	switch e := st.Exp.(type) {
	case *core.Index:
		if e.Arr == r.a {
			return !slices.Contains(e.Idx, core.Atom(r.a)) && r.read(st.Pat[0], e, maps)
		}
	case *core.Map:
		if slices.Contains(e.Arrs, r.a) || len(st.Pat) == 0 {
			return false
		}
		r.width[st.Pat[0]], r.bodies[st.Pat[0]] = e.W, e.Fn.Body
		return r.body(e.Fn.Body, append(slices.Clone(maps), st.Pat[0]))
	case *core.If:
		return r.body(e.Then, maps) && r.body(e.Else, maps)
	default: // is none of its reads
	}
	return !core.FreeInStm(st).Has(r.a)
}

func (r *reads) body(b core.Body, maps []*core.Var) bool {
	for _, st := range b.Stms {
		if core.FreeInStm(st).Has(r.a) && !r.stm(st, maps) {
			return false
		}
	}
	return !slices.Contains(b.Result, core.Atom(r.a))
}

// read takes in a read of an element, or of a row.
func (r *reads) read(v *core.Var, e *core.Index, maps []*core.Var) bool {
	p := &part{}
	for k, i := range e.Idx {
		by, rest, ok := r.w.chains.Along(maps, i, r.a.Type.Dims[k])
		if !ok || by != nil && slices.Contains(p.along, by) {
			return false
		}
		p.along, p.starts = append(p.along, by), append(p.starts, rest)
	}
	for _, m := range maps {
		if k := slices.Index(p.along, m); k >= 0 {
			p.order, p.width = append(p.order, k), append(p.width, r.width[m])
		}
	}
	if len(p.order) > 1 && !r.nest(maps) {
		return false
	}
	for _, q := range r.parts {
		same, beside := q.compare(p)
		if beside {
			return false
		}
		if same {
			r.of[v] = q
			return true
		}
	}
	r.parts = append(r.parts, p)
	r.of[v] = p
	return true
}

// nest reports whether maps in each other make one array. The adjoint of what they read along two dimensions has its elements; else it is made
// as a whole, where that of an element goes to its place.
func (r *reads) nest(maps []*core.Var) bool {
	for k, m := range maps[1:] {
		if !slices.Contains(r.bodies[maps[k]].Result, core.Atom(m)) {
			return false
		}
	}
	return true
}

// compare reports whether two parts are the same one, or one is the other shifted along a map.
func (p *part) compare(q *part) (same, shifted bool) {
	if !slices.Equal(p.along, q.along) {
		return false, false
	}
	for k, m := range p.along {
		switch equal := p.starts[k].Equal(q.starts[k]); {
		case !equal && m == nil:
			return false, false
		case !equal:
			shifted = true
		}
	}
	return !shifted, shifted
}

// view is the part.
func (p *part) view(b *core.Builder, a *core.Var) *core.Var {
	var fixed []int
	var idx []core.Atom
	for k, m := range p.along {
		if m == nil {
			fixed, idx = append(fixed, k), append(idx, p.starts[k].In(b))
		}
	}
	v := a
	if perm := slices.Concat(fixed, p.order); !slices.IsSorted(perm) {
		v = b.Let(a.Name, &core.Rearrange{Perm: perm, Arr: v})
	}
	if len(idx) > 0 {
		v = b.Index(v, idx...)
	}
	whole := true
	var dims []core.DimSlice
	for j, k := range p.order {
		d := core.DimSlice{Start: p.starts[k].In(b), Count: p.width[j], Stride: core.IntC(1)}
		whole = whole && core.IsInt(d.Start, 0) && d.Count == a.Type.Dims[k]
		dims = append(dims, d)
	}
	if !whole {
		v = b.Let(a.Name, &core.Slice{Arr: v, Dims: dims})
	}
	return v
}

// with is a statement that reads the parts in the place of the array.
func (r *reads) with(st core.Stm) core.Stm {
	switch e := st.Exp.(type) {
	case *core.Index:
		if p := r.of[st.Pat[0]]; p != nil && e.Arr == r.a {
			if st.Exp = (&core.Use{Atom: p.now}); p.now.Type.Rank() > 0 {
				r.rows[st.Pat[0]] = p.now
			}
		}
		return st
	case *core.Map:
		n, fn := *e, *e.Fn
		n.Arrs, fn.Params = slices.Clone(e.Arrs), slices.Clone(e.Fn.Params)
		var open []*part
		var before []*core.Var
		for _, p := range r.parts {
			if p.level < len(p.order) && p.along[p.order[p.level]] == st.Pat[0] {
				row := core.NewVar(r.a.Name, p.now.Type.Row())
				n.Arrs, fn.Params = append(n.Arrs, p.now), append(fn.Params, row)
				open, before = append(open, p), append(before, p.now)
				p.now, p.level = row, p.level+1
			}
		}
		fn.Body = r.within(e.Fn.Body)
		for k, p := range open {
			p.now, p.level = before[k], p.level-1
		}
		n.Fn = &fn
		st.Exp = &n
	case *core.If:
		st.Exp = &core.If{Cond: e.Cond, Then: r.within(e.Then), Else: r.within(e.Else)}
	default: // does not read it
	}
	return st
}

func (r *reads) within(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, st := range b.Stms {
		if st = r.with(st); len(st.Pat) == 0 || r.rows[st.Pat[0]] == nil {
			st.Exp = r.named(st.Exp)
			out.Stms = append(out.Stms, st)
		}
	}
	for k, a := range b.Result {
		if v := r.rows[core.AsVar(a)]; v != nil {
			out.Result = slices.Clone(out.Result)
			out.Result[k] = v
		}
	}
	return out
}

// named is an expression that uses rows by their names.
func (r *reads) named(e core.Exp) core.Exp {
	if len(r.rows) == 0 {
		return e
	}
	return e.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
		if v := r.rows[core.AsVar(a)]; v != nil {
			return v
		}
		return a
	}})
}
