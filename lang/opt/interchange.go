package opt

import "raido/lang/core"

// Note [Sums of rows]
//
// The derivative of a product of matrices, seen from a row of it, is an accumulator of a row to which a
// map adds a row for each of its elements:
//
//	with_acc r (\acc -> map (acc; xs, y) (\acc x k -> update_acc acc [] (map (\e -> e * k) x)))
//
// In a kernel that is a sequential loop around a loop that reads and writes r. The same sums, column by
// column, are maps around a reduction,
//
//	map (\r0 col -> r0 + reduce (+) 0 (map2 (\e k -> e * k) col y)) r (transpose xs)
//
// which is parallel in the columns, too, and is a product of matrices again. It pays only where xs is the
// same for all threads: else its rows would be read once for each column, a piece at a time.

// Interchange rewrites sums of rows inside of parallel code: Note [Sums of rows].
func Interchange(p *core.Prog) *core.Prog {
	r := &interchanger{funs: map[*core.Fun]*core.Fun{}}
	out := &core.Prog{}
	for _, f := range p.Funs {
		n := *f
		r.funs[f] = &n
		out.Funs = append(out.Funs, &n)
	}
	for _, f := range out.Funs {
		f.Body = r.body(f.Body, nil)
	}
	return out
}

type interchanger struct{ funs map[*core.Fun]*core.Fun }

// body rewrites a body; inside are the variables bound in the innermost parallel node around, nil if there
// is none.
func (r *interchanger) body(b core.Body, inside map[*core.Var]bool) core.Body {
	bld := &core.Builder{}
	for _, s := range b.Stms {
		bld.Src = s.Src
		if w, ok := s.Exp.(*core.WithAcc); ok && inside != nil {
			if sum := sumOfRows(w, inside); sum != nil {
				bld.Add(s.Pat, sum.exp(bld))
				continue
			}
		}
		bld.Add(s.Pat, r.exp(s.Exp, inside))
	}
	return core.Body{Stms: bld.Stms, Result: b.Result}
}

func (r *interchanger) exp(e core.Exp, inside map[*core.Var]bool) core.Exp {
	if c, ok := e.(*core.Call); ok {
		return &core.Call{Fun: r.funs[c.Fun], Args: c.Args}
	}
	m := core.Mapper{
		Body: func(b core.Body) core.Body { return r.body(b, inside) },
		Lambda: func(l *core.Lambda) *core.Lambda {
			return &core.Lambda{Params: l.Params, Body: r.body(l.Body, core.BoundIn(l)), Ret: l.Ret}
		},
	}
	if _, ok := e.(*core.WithAcc); ok { // no parallel node by itself
		m.Lambda = func(l *core.Lambda) *core.Lambda {
			return &core.Lambda{Params: l.Params, Body: r.body(l.Body, inside), Ret: l.Ret}
		}
	}
	return e.Map(m)
}

// rowSum is a WithAcc of that form.
type rowSum struct {
	acc  core.AccInput
	over *core.Map
	pre  []core.Stm // scalars of one element of over
	row  *core.Map  // the row of one element, nil if it is
	self *core.Var  // this parameter
}

// sumOfRows recognises the form; nil if it is another one, or would not gain.
func sumOfRows(w *core.WithAcc, inside map[*core.Var]bool) *rowSum {
	if len(w.Accs) != 1 || len(w.Fn.Body.Stms) != 1 || len(w.Fn.Body.Result) != 1 {
		return nil
	}
	out := &rowSum{acc: w.Accs[0]}
	s := w.Fn.Body.Stms[0]
	m, ok := s.Exp.(*core.Map)
	if !ok || len(s.Pat) != 1 || w.Fn.Body.Result[0] != core.Atom(s.Pat[0]) || len(m.Accs) != 1 || m.Accs[0] != w.Fn.Params[0] ||
		out.acc.Arr.Type.Rank() != 1 || !isSum(out.acc.Op) {
		return nil
	}
	out.over = m
	stms := m.Fn.Body.Stms
	n := len(stms) - 1
	if n < 0 {
		return nil
	}
	u, ok := stms[n].Exp.(*core.UpdateAcc)
	if !ok || u.Acc != m.Fn.Params[0] || len(u.Idx) > 0 || m.Fn.Body.Result[0] != core.Atom(stms[n].Pat[0]) {
		return nil
	}
	if n > 0 {
		if row, ok := stms[n-1].Exp.(*core.Map); ok && len(stms[n-1].Pat) == 1 && u.Val == core.Atom(stms[n-1].Pat[0]) &&
			len(row.Accs) == 0 && core.AllScalar(row.Fn.Ret) && Cheap(row.Fn.Body) {
			out.row = row
			n--
		}
	}
	if out.row == nil {
		out.self, _ = u.Val.(*core.Var)
	}
	out.pre = stms[:n]
	if !Cheap(core.Body{Stms: out.pre}) || !out.gains(inside) {
		return nil
	}
	return out
}

// operand is the array of over whose element p is; nil if p is none.
func (r *rowSum) operand(p *core.Var) *core.Var {
	for i, q := range r.over.Fn.Params[1:] {
		if p == q {
			return r.over.Arrs[i]
		}
	}
	return nil
}

// rows are the arrays of which the row is made.
func (r *rowSum) rows() []*core.Var {
	if r.row == nil {
		return []*core.Var{r.self}
	}
	return r.row.Arrs
}

// gains reports whether rows of over are used as rows only, whether there are some, and whether they are the same in
// every thread.
func (r *rowSum) gains(inside map[*core.Var]bool) bool {
	found := false
	for _, x := range r.rows() {
		if x == nil {
			return false
		}
		if xs := r.operand(x); xs != nil {
			if inside[xs] {
				return false
			}
			found = true
		} else if r.self != nil || core.BoundIn(r.over.Fn)[x] {
			return false
		}
	}
	body := core.Body{Stms: r.pre}
	if r.row != nil {
		body.Stms = append(append([]core.Stm{}, r.pre...), r.row.Fn.Body.Stms...)
	}
	for _, v := range core.FreeInBody(body).List {
		if r.operand(v) != nil && !v.Type.IsScalar() {
			return false
		}
	}
	for _, s := range r.pre {
		if !s.Pat[0].Type.IsScalar() {
			return false
		}
	}
	return found
}

// exp is the sum, column by column. It adds the transposes to b.
func (r *rowSum) exp(b *core.Builder) core.Exp {
	cols := []*core.Var{r.acc.Arr}
	for _, x := range r.rows() {
		if xs := r.operand(x); xs != nil {
			x = b.Let(xs.Name, &core.Rearrange{Perm: []int{1, 0}, Arr: xs})
		}
		cols = append(cols, x)
	}
	params := make([]core.Type, len(cols))
	for i, c := range cols {
		params[i] = core.Type{Elem: c.Type.Elem, Dims: c.Type.Dims[1:]}
	}
	fn := b.Lambda(params, []core.Type{core.Prim(r.acc.Arr.Type.Elem)}, func(b *core.Builder, ps []*core.Var) []core.Atom {
		vals := ps[1]
		if r.row != nil {
			vals = r.column(b, ps[1:])
		}
		op := core.NewSubst().Lambda(r.acc.Op)
		sum := b.Let("sum", &core.Reduce{W: r.over.W, Fn: op, Ne: []core.Atom{core.NeutralOf(op, r.acc.Ne)}, Arrs: []*core.Var{vals}, Comm: true})
		return b.Inline(r.acc.Op, ps[0], sum)
	})
	return &core.Map{W: r.acc.Arr.Type.Dims[0], Arrs: cols, Fn: fn}
}

// column is what is summed for one column: the parts of the column itself, or what is the same in all of it.
func (r *rowSum) column(b *core.Builder, parts []*core.Var) *core.Var {
	s := core.NewSubst()
	var arrs, from []*core.Var // of the map, and what their elements stand for
	for i, x := range r.row.Arrs {
		if r.operand(x) != nil {
			arrs, from = append(arrs, parts[i]), append(from, r.row.Fn.Params[i])
		} else {
			s.Vars[r.row.Fn.Params[i]] = parts[i]
		}
	}
	for i, p := range r.over.Fn.Params[1:] {
		if p.Type.IsScalar() {
			arrs, from = append(arrs, r.over.Arrs[i]), append(from, p)
		}
	}
	return b.Map(r.over.W, arrs, func(b *core.Builder, xs []*core.Var) []core.Atom {
		for i, x := range xs {
			s.Vars[from[i]] = x
		}
		for _, st := range r.pre {
			b.Stms = append(b.Stms, s.Stm(st))
		}
		for _, st := range r.row.Fn.Body.Stms {
			b.Stms = append(b.Stms, s.Stm(st))
		}
		return s.Atoms(r.row.Fn.Body.Result)
	})[0]
}

// isSum reports whether an operator is one of scalars whose operands may be combined in any order.
func isSum(op *core.Lambda) bool {
	e, ok := core.IsBinOp(op)
	return ok && e.Op.Assoc && e.Op.Comm
}

// Cheap reports whether a body is a few scalar operations, and arrays that cost nothing: to compute it again costs little.
func Cheap(b core.Body) bool {
	if len(b.Stms) > 8 {
		return false
	}
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *core.PrimApp, *core.Index, *core.Use, *core.Rearrange:
		case *core.If:
			if !core.AllScalar(core.VarTypes(s.Pat)) || !Cheap(e.Then) || !Cheap(e.Else) {
				return false
			}
		case *core.Replicate:
			if !e.Val.AtomType().IsScalar() {
				return false
			}
		default:
			return false
		}
	}
	return true
}
