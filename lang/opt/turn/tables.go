package turn

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/prim"
)

// Note [Tables of loops]
//
// Back substitution with the columns of a matrix has a return sweep that adds to the columns of its adjoint, one in each iteration, down through
// all rows. Nothing reads them before the loop is done, and an element is a product of numbers that are known then, or could be:
//
//	loop (y, a = replicate 0) for j < n do              (y, ss) = loop (y, ss = scratch) for j < n do
//	  s = ... y ...                                        s = ... y ...
//	  a' = a with [j+1:, j] += map (* s) x[j+1:]           in (y', ss with [j] = s)
//	  in (y', a')                              becomes  a = map (\i -> map (\j -> if i >= j+1 then x[i] * ss[j] else 0) (iota n)) (iota n)
//
// So the matrix is written once, row by row and in vectors. Numbers of an iteration that are no indices are taped. What adds may be an
// update of an element, of a part of the column, or of an element in each iteration of an inner loop. [loop distribution: Allen, Kennedy,
// Optimizing Compilers for Modern Architectures, 5.2; ours for columns]

// Tables computes after loops the matrices to whose columns they only add: Note [Tables of loops].
func Tables(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		t := &tables{funs: funs, defs: map[*core.Var]core.Stm{}}
		core.Walk(f.Body, func(s core.Stm) {
			for _, v := range s.Pat {
				t.defs[v] = s
			}
		})
		return t.body(f.Body, false)
	})
}

type tables struct {
	funs map[*core.Fun]*core.Fun
	defs map[*core.Var]core.Stm // the statement of each variable that one binds
}

// def is the node of a variable.
func (t *tables) def(v *core.Var) core.Exp { return t.defs[v].Exp }

// body rewrites a body; inside says that it is part of a map, whose loops stay.
func (t *tables) body(b core.Body, inside bool) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		_, isMap := s.Exp.(*core.Map)
		s.Exp = core.Inside(s.Exp, func(b core.Body) core.Body { return t.body(b, inside || isMap) })
		switch e := s.Exp.(type) {
		case *core.Call:
			s.Exp = &core.Call{Fun: t.funs[e.Fun], Args: e.Args}
		case *core.Loop:
			if !inside && t.after(out, s, e) {
				continue
			}
		default: // has no iterations
		}
		out.Add(s.Pat, s.Exp)
	}
	return out.Body(b.Result...)
}

// after adds a loop and, after it, the tables that it makes no more; it reports false, and adds nothing, if there is none.
func (t *tables) after(out *core.Builder, s core.Stm, e *core.Loop) bool {
	if e.I == nil || e.I.Type.Elem != prim.I64 {
		return false
	}
	n := *e
	n.Params, n.Init = slices.Clone(e.Params), slices.Clone(e.Init)
	n.Body = core.Body{Stms: slices.Clone(e.Body.Stms), Result: slices.Clone(e.Body.Result)}
	pat := slices.Clone(s.Pat)
	made := &core.Builder{Src: s.Src}
	before := &core.Builder{Src: s.Src}
	for k, p := range e.Params {
		d := &table{tables: t, e: e, bound: boundIn(e), size: e.Bound}
		if !d.fits(p, e.Init[k]) || !d.column(e, k) || !d.make(made, s.Pat[k]) {
			continue
		}
		pat[k] = core.NewVar(p.Name, p.Type)
		for _, v := range d.taped {
			tape := d.tapes[v].Type
			in, next := core.NewVar(v.Name, tape), core.NewVar(v.Name, tape)
			n.Params, n.Init = append(n.Params, in), append(n.Init, before.Let(v.Name, &core.Scratch{Elem: tape.Elem, Dims: tape.Dims}))
			n.Body.Stms = append(n.Body.Stms, core.Stm{Pat: []*core.Var{next}, Src: s.Src, Exp: &core.Update{Arr: in, Idx: []core.Atom{e.I}, Val: v}})
			n.Body.Result, pat = append(n.Body.Result, next), append(pat, d.tapes[v])
		}
	}
	if len(made.Stms) == 0 {
		return false
	}
	out.Stms = append(out.Stms, before.Stms...)
	out.Add(pat, &n)
	out.Stms = append(out.Stms, made.Stms...)
	return true
}

// boundIn are the variables of a loop.
func boundIn(e *core.Loop) map[*core.Var]bool {
	return core.BoundIn(&core.Lambda{Params: append(slices.Clone(e.Params), e.I), Body: e.Body})
}

// table is a matrix that a loop makes.
type table struct {
	*tables
	e     *core.Loop
	bound map[*core.Var]bool // in the loop
	size  core.Atom          // of the loop
	dims  []core.Atom
	fill  core.Atom // what it consists of at first
	adds  []addition
	col   affine.Form // of all of them
	at    core.Atom   // the iteration of a column
	taped []*core.Var
	tapes map[*core.Var]*core.Var
}

// addition is what an iteration adds to its column: an element, a part, or elements of an inner loop.
type addition struct {
	rows  core.DimSlice
	val   core.Atom
	inner *core.Loop // nil if there is none
}

// fits reports whether what a loop carries is a matrix of numbers that begins with one number, and has a column for each iteration.
func (d *table) fits(p *core.Var, init core.Atom) bool {
	v, ok := init.(*core.Var)
	if !ok || p.Type.Rank() != 2 || p.Type.IsAcc() || !p.Type.Elem.IsFloat() {
		return false
	}
	r, ok := d.def(v).(*core.Replicate)
	if !ok || !r.Val.AtomType().IsScalar() {
		return false
	}
	d.dims, d.fill = p.Type.Dims, r.Val
	return d.dims[1] == d.size
}

// column finds what the loop adds, and reports whether it does nothing else with its parameter k, and has each column in an iteration of its own.
func (d *table) column(e *core.Loop, k int) bool {
	if !d.find(e, k, nil) || !slices.ContainsFunc(d.adds, func(a addition) bool { return a.inner != nil || !core.IsInt(a.rows.Count, 1) }) {
		return false
	}
	last, _ := affine.Of(d.size, d.def)
	return d.col.Equal(affine.Form{}.Plus(1, form(d.e.I))) || d.col.Equal(last.Add(-1).Plus(-1, form(d.e.I)))
}

// part is a part of a column that was read, and what was added to it; nil if nothing was yet.
type part struct {
	from  *core.Var
	rows  core.DimSlice
	col   core.Atom
	added core.Atom
}

// find follows the versions of parameter k of a loop, the outer one or one in it.
func (d *table) find(e *core.Loop, k int, inner *core.Loop) bool {
	now := e.Params[k]
	old, parts := map[*core.Var]bool{now: true}, map[*core.Var]*part{}
	for _, s := range e.Body.Stms {
		if !slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return old[v] || parts[v] != nil }) {
			continue
		}
		if p := d.read(s, now, parts); p != nil {
			parts[s.Pat[0]] = p
			continue
		}
		next := d.written(s, now, parts, inner)
		if next == nil {
			return false
		}
		now = next
		old[now] = true
	}
	for i, a := range e.Body.Result {
		if v, ok := a.(*core.Var); ok && (old[v] || parts[v] != nil) && (i != k || v != now) {
			return false // it is used otherwise
		}
	}
	return e.Body.Result[k] == now
}

// read is the part that a statement reads, or adds to; nil if it does anything else.
func (d *table) read(s core.Stm, now *core.Var, parts map[*core.Var]*part) *part {
	one := core.IntC(1)
	switch e := s.Exp.(type) {
	case *core.Index:
		if e.Arr == now && len(e.Idx) == 2 {
			return &part{from: now, rows: core.DimSlice{Start: e.Idx[0], Count: one, Stride: one}, col: e.Idx[1]}
		}
	case *core.Slice:
		if e.Arr == now && len(e.Dims) == 2 && core.IsInt(e.Dims[1].Count, 1) && core.IsInt(e.Dims[0].Stride, 1) {
			return &part{from: now, rows: e.Dims[0], col: e.Dims[1].Start}
		}
	case *core.Reshape:
		return parts[e.Arr]
	case *core.PrimApp:
		if e.Op == prim.Add && len(e.Args) == 2 {
			return sum(parts, e.Args[0], e.Args[1])
		}
	case *core.Map:
		if op, ok := core.IsBinOp(e.Fn); ok && op.Op == prim.Add && len(e.Accs) == 0 && len(e.Arrs) == 2 {
			return sum(parts, e.Arrs[0], e.Arrs[1])
		}
	default: // no sum
	}
	return nil
}

// sum is a part to which something is added that is none.
func sum(parts map[*core.Var]*part, x, y core.Atom) *part {
	of := func(a core.Atom) *part {
		v, _ := a.(*core.Var)
		return parts[v]
	}
	if of(x) == nil {
		x, y = y, x
	}
	p := of(x)
	if p == nil || p.added != nil || of(y) != nil {
		return nil
	}
	return &part{p.from, p.rows, p.col, y}
}

// written is the next version of the matrix, where a statement puts back a part to which something was added; nil if it does anything else.
func (d *table) written(s core.Stm, now *core.Var, parts map[*core.Var]*part, inner *core.Loop) *core.Var {
	put := func(arr *core.Var, val core.Atom, row, col core.Atom) *core.Var {
		v, _ := val.(*core.Var)
		p := parts[v]
		if arr != now || p == nil || p.from != now || p.added == nil || p.rows.Start != row || p.col != col || !d.note(addition{p.rows, p.added, inner}, col) {
			return nil
		}
		return s.Pat[0]
	}
	switch e := s.Exp.(type) {
	case *core.Update:
		if len(e.Idx) == 2 {
			return put(e.Arr, e.Val, e.Idx[0], e.Idx[1])
		}
	case *core.UpdateSlice:
		if len(e.Dims) == 2 {
			return put(e.Arr, e.Val, e.Dims[0].Start, e.Dims[1].Start)
		}
	case *core.Loop:
		k := slices.Index(e.Init, core.Atom(now))
		if k < 0 || inner != nil || e.I == nil || e.I.Type.Elem != prim.I64 || slices.ContainsFunc(core.FreeInBody(e.Body).List, func(v *core.Var) bool { return v == now || parts[v] != nil }) ||
			slices.ContainsFunc(e.Init, func(a core.Atom) bool { v, _ := a.(*core.Var); return parts[v] != nil }) || !d.find(e, k, e) {
			return nil
		}
		return s.Pat[k]
	default: // no update
	}
	return nil
}

// note notes an addition, if its column is that of the others and its rows are certainly there.
func (d *table) note(a addition, col core.Atom) bool {
	c, ok := affine.Of(col, d.def)
	if !ok || len(d.adds) > 0 && !c.Equal(d.col) || !d.inside(a) {
		return false
	}
	d.adds, d.col = append(d.adds, a), c
	return true
}
