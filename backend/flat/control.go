package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// ifExp translates both branches. An array that is the same view in both needs no copy; others are
// written to one block.
func (t *thread) ifExp(pat []*core.Var, e *core.If) []val {
	cond := t.scalar(e.Cond)
	dests := make([]*view, len(pat))
	for i, v := range pat {
		dests[i] = t.hint[v]
	}
	var vals [2][]val
	var codes [2]seg.Code
	for k, b := range []core.Body{e.Then, e.Else} {
		codes[k] = t.branch(func() { vals[k] = t.bodyIn(b, dests, nil, false) })
	}
	out := make([]val, len(pat))
	in := func(k int, f func()) { codes[k] = append(codes[k], t.block(f)...) }
	for i, v := range pat {
		a, b := vals[0][i], vals[1][i]
		switch {
		case a == b:
			out[i] = a
		case v.Type.IsScalar():
			x := t.declare(v, core.Zero(v.Type.Elem))
			for k := range codes {
				in(k, func() { t.emit(&seg.Set{V: x, Val: vals[k][i].(core.Atom)}) })
			}
			out[i] = x
		case v.Type.IsAcc():
			refuse("branches lead to different accumulators")
		default:
			t.f.bindAll(pat[:i], out[:i]) // the dimensions may mention earlier results
			if dests[i] == nil {
				dests[i] = &view{mem: t.joined(v, e, i, vals, in)}
			}
			out[i] = t.joinArrays(v, dests[i], [2]array{a.(array), b.(array)}, in)
		}
	}
	t.emit(&seg.If{Cond: cond, Then: codes[0], Else: codes[1]})
	return densify(t, t.f, pat, out)
}

// joined is the block for result i of an if: that of one of the branches' arrays if it may be taken over.
func (t *thread) joined(v *core.Var, e *core.If, i int, vals [2][]val, in func(int, func())) *seg.Mem {
	m := t.freeBlock(e.Else.Result[i])
	if m == nil {
		m = t.freeBlock(e.Then.Result[i])
	}
	for k := range vals {
		for j, x := range vals[k] {
			if x, ok := x.(*view); ok && j != i && x.mem == m { // still to be copied from there
				m = nil
			}
		}
	}
	if m == nil {
		m = seg.NewMem(v.Name, v.Type.Elem, seg.Scratch)
	}
	for k := range vals {
		if x, ok := vals[k][i].(*view); !ok || x.mem != m || !whole(x) { // else there is room: it stands there
			in(k, func() { t.grow(m, vals[k][i].(array).shape()) })
		}
	}
	t.settle(m)
	t.root[v] = true
	return m
}

// joinArrays writes the arrays of both branches to one place.
func (t *thread) joinArrays(v *core.Var, dest *view, arrs [2]array, in func(int, func())) val {
	for k, a := range arrs {
		in(k, func() {
			d := dest
			if d.dims == nil {
				d = dense(t, d.mem, a.shape())
			}
			if x, ok := a.(*view); ok && x != d && x.mem == d.mem && !(whole(x) && whole(d)) {
				a = t.unshared(v.Name, x, d).(array)
			}
			t.put(d, a)
		})
	}
	return dest
}

// declare makes a variable that may change.
func (t *thread) declare(v *core.Var, init core.Atom) *core.Var {
	x := t.fresh(v.Name, v.Type.Elem)
	t.emit(&seg.Decl{V: x, Init: init})
	return x
}

// loopExp translates a loop. Scalar parameters are variables. Each array parameter has a block of its
// own, where its value stands at the start of an iteration; an iteration that updates it in place copies
// nothing.
func (t *thread) loopExp(pat []*core.Var, e *core.Loop) []val {
	params := make([]val, len(e.Params))
	bind := func() { t.f.bindAll(e.Params, params) }
	init := make([]val, len(e.Init))
	for i, a := range e.Init {
		init[i] = t.value(a)
	}
	for i, p := range e.Params {
		switch {
		case p.Type.IsScalar():
			params[i] = t.declare(p, init[i].(core.Atom))
		case p.Type.IsAcc():
			params[i] = init[i]
		}
		t.f.bind(p, params[i])
	}
	blocks := make([]*seg.Mem, len(e.Params))
	for i, p := range e.Params {
		if !p.Type.IsScalar() && !p.Type.IsAcc() {
			if fixedSize(p, e.Params) {
				params[i] = t.loopArray(t.hint[pat[i]], e, i, init[i].(array))
			} else {
				params[i] = t.loopArray(nil, e, i, init[i].(array))
			}
			blocks[i] = params[i].(*view).mem
			t.f.bind(p, params[i])
		}
	}
	iterate := func() { bind(); t.iteration(e, params) }
	if e.Cond != nil {
		var cond core.Atom
		bind()
		outer := t.inner
		t.inner = nil
		cc := t.block(func() { cond = t.body(*e.Cond, nil)[0].(core.Atom) })
		t.emit(&seg.While{CondCode: cc, Cond: cond, Body: t.block(iterate)})
		t.inner = outer
	} else {
		t.counted(e, iterate)
	}
	for _, m := range blocks {
		if m != nil && m.Space == seg.Scratch {
			t.settle(m)
		}
	}
	return params
}

// fixedSize reports whether the dimensions of an array parameter do not change from iteration to iteration.
func fixedSize(p *core.Var, params []*core.Var) bool {
	for _, d := range p.Type.Dims {
		for _, q := range params {
			if d == core.Atom(q) {
				return false
			}
		}
	}
	return true
}

func (t *thread) counted(e *core.Loop, iterate func()) {
	i := t.fresh(e.I.Name, e.I.Type.Elem)
	n := t.scalar(e.Bound)
	t.boundBy(i, n)
	if i.Type.Elem.Size() == 8 {
		t.natural[i] = true
	}
	t.f.bind(e.I, i)
	outer := t.inner
	t.inner = nil // an array may be another one in each iteration
	body := t.block(iterate)
	_, apart := t.f.apart[e]
	t.emit(&seg.For{I: i, Bound: n, Body: body, Apart: apart})
	t.inner = outer
}

// loopArray gives the array parameter i of a loop its block and first value.
func (t *thread) loopArray(d *view, e *core.Loop, i int, init array) *view {
	p := e.Params[i]
	v, _ := e.Init[i].(*core.Var)
	blank := t.f.blank[v]
	t.root[p] = true
	if d != nil {
		if init != array(d) && !blank { // else the host has put it there
			t.put(d, t.unshared(p.Name, init, d))
		}
		return d
	}
	if fixedSize(p, e.Params) {
		if x := t.free(e.Init[i]); x != nil && t.f.onlyInit(e, v, t.elsewhere(x)) {
			return x
		}
	} else if m := t.freeBlock(e.Init[i]); m != nil && t.f.onlyInit(e, v, nowhere) {
		return dense(t, m, t.dims(p.Type))
	}
	m := seg.NewMem(p.Name, p.Type.Elem, seg.Scratch)
	t.alone[m] = true
	t.grow(m, init.shape())
	if !blank {
		t.put(dense(t, m, init.shape()), init)
	}
	return dense(t, m, t.dims(p.Type))
}

// iteration is the body of a loop and the passing on of its results. Everything is read before anything
// is written, since results may be parameters in another order.
func (t *thread) iteration(e *core.Loop, params []val) {
	since, body := seg.LastMem(), e.Body
	if b, ok := t.f.apart[e]; ok {
		body = b
	}
	vals := t.bodyIn(body, nil, e.Params, true)
	type move struct{ to, from any }
	var arrays, scalars []move
	for i, p := range params {
		switch x := vals[i].(type) {
		case core.Atom:
			if x != p {
				tmp := t.let("next", prim.To(x.AtomType().Elem), x.AtomType().Elem, x)
				scalars = append(scalars, move{p, tmp})
			}
		case array:
			if v, ok := x.(*view); ok && samePlace(v, p.(*view)) {
				continue // it stands there already, if of another size
			}
			if x != p {
				arrays = append(arrays, move{p, t.stable(x, p.(*view), params)})
			}
		case *accum:
			if x != p {
				refuse("a loop exchanges accumulators")
			}
		}
	}
	for _, m := range arrays {
		to, from := m.to.(*view), m.from.(array)
		if to.mem.Space != seg.Device {
			t.grow(to.mem, from.shape())
		}
		// The parameter takes the dimensions of the new value: they are those it has next.
		dst := to
		if len(scalars) > 0 && to.off == nil && to.dense {
			dst = dense(t, to.mem, from.shape())
		}
		if x, ok := from.(*view); ok && x.mem.ID > since && x.mem.Space == seg.Scratch && whole(x) && whole(dst) && t.alone[dst.mem] {
			t.move(dst, x)
		} else {
			t.put(dst, from)
		}
	}
	for _, m := range scalars {
		t.emit(&seg.Set{V: m.to.(*core.Var), Val: m.from.(core.Atom)})
	}
}

// move copies an array that nobody needs after that; both have their blocks for themselves.
func (t *thread) move(dst, x *view) {
	t.put(dst, x)
	if l, ok := (*t.code)[len(*t.code)-1].(*seg.For); ok {
		l.Moves = true
	}
}

// stable is x, copied if it stands in the block of a parameter: that may be overwritten first.
func (t *thread) stable(x array, own *view, params []val) array {
	v, ok := x.(*view)
	if !ok {
		return x
	}
	for _, p := range params {
		if q, ok := p.(*view); ok && q.mem == v.mem {
			c := t.slot("next", v.mem.Elem, v.dims)
			t.put(c, v)
			return c
		}
	}
	return x
}
