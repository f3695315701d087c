package flat

import (
	"math"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// ifExp decides on the host.
func (h *host) ifExp(pat []*core.Var, e *core.If) []val {
	if out := h.updatesTask(pat, e); out != nil {
		return out
	}
	return h.branches(pat, h.scalar(e.Cond), [2]func() []val{
		func() []val { return h.body(e.Then) },
		func() []val { return h.body(e.Else) },
	})
}

// branches runs one of two codes on the host; it is nil, and nothing changes, if one of them gives nil. Arrays of both end
// up in one block variable.
func (h *host) branches(pat []*core.Var, cond core.Atom, branches [2]func() []val) []val {
	out := make([]val, len(pat))
	var vals [2][]val
	var codes [2]seg.Host
	for k, branch := range branches {
		codes[k] = h.block(func() {
			if vals[k] = branch(); vals[k] == nil {
				return
			}
			for i, v := range pat {
				vals[k][i] = h.passable(v, vals[k][i])
			}
		})
		if vals[k] == nil && len(pat) > 0 {
			return nil
		}
	}
	for i, v := range pat {
		a, b := vals[0][i], vals[1][i]
		switch {
		case a == b:
			out[i] = a
		case h.carries(v):
			m := seg.NewMem(v.Name, v.Type.Elem, seg.Device)
			for k := range codes {
				codes[k] = append(codes[k], &seg.HMove{Dsts: []*seg.Mem{m}, Srcs: []*seg.Mem{vals[k][i].(*cell).mem}})
			}
			out[i] = &cell{mem: m, alone: true}
		case v.Type.IsScalar():
			x := core.NewVar(v.Name, v.Type)
			h.emit(&seg.HDecl{V: x, Init: core.Zero(v.Type.Elem)})
			for k := range codes {
				codes[k] = append(codes[k], &seg.HSet{Vs: []*core.Var{x}, Vals: []core.Atom{vals[k][i].(core.Atom)}})
			}
			out[i] = x
		case v.Type.IsAcc():
			refuse("branches lead to different accumulators")
		default:
			m := seg.NewMem(v.Name, v.Type.Elem, seg.Device)
			for k := range codes {
				codes[k] = append(codes[k], &seg.HMove{Dsts: []*seg.Mem{m}, Srcs: []*seg.Mem{vals[k][i].(*view).mem}})
			}
			out[i] = &view{mem: m}
		}
	}
	h.emit(&seg.HIf{Cond: cond, Then: codes[0], Else: codes[1]})
	return densify(h, h.f, pat, out)
}

// passable is a value in the form in which host code passes it on under a name: a known scalar, one that the device has in a
// block, or a whole block.
func (h *host) passable(v *core.Var, x val) val {
	if h.carries(v) {
		return h.carried(v, x)
	}
	switch x := x.(type) {
	case *cell:
		return h.read(x)
	case array:
		return h.whole(x)
	}
	return x
}

// loopExp runs a loop on the host, or as one task if there is nothing in it worth a launch. Where that depends on sizes
// there are both forms, and they decide at each run.
func (h *host) loopExp(pat []*core.Var, e *core.Loop) []val {
	task := func(most int) []val {
		return h.attempt(func() []val {
			out := h.loopTask(pat, e)
			h.lastWithin(most)
			return out
		})
	}
	if !hasParallelism(e) {
		if out := task(math.MaxInt); out != nil {
			return out
		}
		return h.hostLoop(pat, e)
	}
	sizes := map[*core.Var]core.Atom{}
	for _, v := range core.FreeInExp(e).List {
		if n, known := h.f.env[v].(core.Atom); known && v.Type.IsScalar() && v.Type.Elem.IsInt() {
			sizes[v] = n
		}
	}
	small := &seg.HSmall{V: core.NewVar("small", core.Prim(prim.Bool)), Work: loopWork(e, sizes, h.f.grown)}
	code := h.code
	h.emit(small)
	if out := h.branches(pat, small.V, [2]func() []val{func() []val { return task(limits.Now.TaskStms) }, func() []val { return h.hostLoop(pat, e) }}); out != nil {
		return out
	}
	h.code = code
	return h.hostLoop(pat, e)
}

// lastWithin refuses if the last kernel has more statements.
func (h *host) lastWithin(most int) {
	n := 0
	seg.WalkKernel(h.f.kernels[len(h.f.kernels)-1], func(seg.Stm) { n++ })
	if n > most {
		refuse("a task of %d statements", n)
	}
}

// loopTask runs a loop as one task. It works in the blocks of its initial values, which are copied before if somebody else
// holds them, too.
func (h *host) loopTask(pat []*core.Var, e *core.Loop) []val {
	places := make([]*view, len(pat))
	for i, a := range e.Init {
		v, isVar := a.(*core.Var)
		if !isVar || v.Type.IsScalar() || !fixedSize(e.Params[i], e.Params) || !h.f.onlyInit(e, v, nowhere) {
			continue
		}
		if x, ok := h.f.env[v].(*view); ok && whole(x) {
			m := seg.NewMem(pat[i].Name, x.mem.Elem, seg.Device)
			h.emit(&seg.HMove{Dsts: []*seg.Mem{m}, Srcs: []*seg.Mem{x.mem}})
			places[i] = dense(h, m, x.dims)
			defer h.f.bind(v, x)
			h.f.bind(v, places[i])
		}
	}
	return h.task(pat, h.src, nil, places, "loop", func(t *thread, dests []*view) []val {
		for i, v := range pat {
			t.hint[v] = dests[i]
			if d := dests[i]; d != nil && whole(d) {
				t.alone[d.mem] = true
			}
		}
		return t.loopExp(pat, e)
	})
}

// hostLoop runs a loop on the host.
func (h *host) hostLoop(pat []*core.Var, e *core.Loop) []val {
	h.loops++
	defer func() { h.loops-- }()
	params := make([]val, len(e.Params))
	for i, p := range e.Params {
		x := h.passable(p, h.value(e.Init[i]))
		switch {
		case h.carries(p):
			m := seg.NewMem(p.Name, p.Type.Elem, seg.Device)
			h.emit(&seg.HMove{Dsts: []*seg.Mem{m}, Srcs: []*seg.Mem{x.(*cell).mem}})
			params[i] = &cell{mem: m, alone: true}
		case p.Type.IsScalar():
			v := core.NewVar(p.Name, p.Type)
			h.emit(&seg.HDecl{V: v, Init: x.(core.Atom)})
			params[i] = v
		case p.Type.IsAcc():
			params[i] = x
		default:
			m := seg.NewMem(p.Name, p.Type.Elem, seg.Device)
			h.emit(&seg.HMove{Dsts: []*seg.Mem{m}, Srcs: []*seg.Mem{x.(*view).mem}})
			params[i] = &view{mem: m}
		}
	}
	if e.Cond != nil {
		var cond core.Atom
		cc := h.block(func() {
			densify(h, h.f, e.Params, clearDims(params))
			cond = h.passable(nil, h.body(*e.Cond)[0]).(core.Atom)
		})
		body := h.block(func() { h.iteration(e, params) })
		h.emit(&seg.HWhile{CondCode: cc, Cond: cond, Body: body})
	} else {
		i := core.NewVar(e.I.Name, e.I.Type)
		n := h.scalar(e.Bound)
		h.f.bind(e.I, i)
		h.emit(&seg.HFor{I: i, Bound: n, Body: h.block(func() { h.iteration(e, params) })})
	}
	densify(h, h.f, e.Params, clearDims(params))
	return params
}

// clearDims forgets the dimensions of views: their variables change in each iteration, so strides are
// computed anew.
func clearDims(params []val) []val {
	for i, p := range params {
		if v, ok := p.(*view); ok {
			params[i] = &view{mem: v.mem}
		}
	}
	return params
}

// iteration is the body of a host loop and the passing on of its results.
func (h *host) iteration(e *core.Loop, params []val) {
	densify(h, h.f, e.Params, clearDims(params))
	vals := h.body(e.Body)
	set := &seg.HSet{}
	move := &seg.HMove{}
	for i, p := range e.Params {
		x := h.passable(p, vals[i])
		switch x := x.(type) {
		case core.Atom:
			set.Vs = append(set.Vs, params[i].(*core.Var))
			set.Vals = append(set.Vals, x)
		case *cell:
			move.Dsts = append(move.Dsts, params[i].(*cell).mem)
			move.Srcs = append(move.Srcs, x.mem)
		case *view:
			move.Dsts = append(move.Dsts, params[i].(*view).mem)
			move.Srcs = append(move.Srcs, x.mem)
		case *accum:
			if x != params[i] {
				refuse("a loop exchanges accumulators")
			}
		}
	}
	if len(move.Dsts) > 0 {
		h.emit(move)
	}
	if len(set.Vs) > 0 {
		h.emit(set)
	}
}

// attempt runs f; if the translation refuses, everything is as before and the result is nil.
func (h *host) attempt(f func() []val) (out []val) {
	code, kernels := h.code, len(h.f.kernels)
	memo := make(map[memoKey]core.Atom, len(h.memo))
	for k, v := range h.memo {
		memo[k] = v
	}
	src := h.src
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(unsupported); !ok {
				panic(r)
			}
			h.code, h.memo, h.src = code, memo, src
			h.f.kernels = h.f.kernels[:kernels]
			out = nil
		}
	}()
	return f()
}

// hasParallelism reports whether a loop holds a parallel node that is large, or of unknown size.
func hasParallelism(e *core.Loop) bool {
	found := false
	look := func(s core.Stm) {
		if w := width(s.Exp); w != nil {
			if n, ok := core.IntConst(w); !ok || n > limits.Now.SmallWidth {
				found = true
			}
		}
	}
	core.Walk(e.Body, look)
	if e.Cond != nil {
		core.Walk(*e.Cond, look)
	}
	return found
}

// width is the number of elements that a node handles independently; nil for the others.
func width(e core.Exp) core.Atom {
	switch e := e.(type) {
	case *core.Map:
		return e.W
	case *core.Reduce:
		return e.W
	case *core.Scan:
		return e.W
	case *core.Hist:
		return e.W
	case *core.Scatter:
		return e.W
	case *core.Replicate:
		if len(e.Dims) > 0 {
			return e.Dims[0]
		}
	case *core.Copy:
		return e.Arr.Type.Dims[0]
	case *core.Concat:
		return e.N
	default: // no elements, or not independent
	}
	return nil
}
