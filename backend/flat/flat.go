package flat

import (
	"fmt"
	"math"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/direct"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/prim"
)

// flat is what the translation of one program shares.
type flat struct {
	prog    *core.Prog
	env     map[*core.Var]val
	memory  *alias.Classes
	lazy    map[*core.Map]bool         // maps that are computed when they are read
	kept    map[*core.Map]*core.Reduce // maps that a reduction computes: Note [Kept by a sum]
	late    map[*core.Reduce][]kept    // the arrays that it stores on the way
	summed  map[*core.Var]bool         // results of such that are not stored
	back    map[*core.Scan]bool        // scans whose results are only read backwards
	unread  map[*core.Var]bool         // results of scans
	host    map[*core.Var]bool         // scalars that host code looks at
	remote  map[*core.Var]bool         // scalars that the device computes
	sizes   map[core.Atom]bool         // dimensions of the entry's parameters
	iotas   map[*core.Var]*lazy        // elements that need not be read
	blank   map[*core.Var]bool         // arrays of unspecified contents, which need not be copied
	roomy   map[*seg.Mem]bool          // blocks in larger buffers, from a task that has found out their sizes
	direct  map[core.Exp]direct.Place  // updates of which the arrays are made where they are put, by package direct
	apart   map[*core.Loop]core.Body   // loops whose iterations meet in no array, with bodies for any order
	grown   map[*core.Var]bool         // arrays that loops make
	kernels []*seg.Kernel
}

// unsupported is what the translation panics with and Program, Task and attempts recover.
type unsupported struct {
	msg string
	src diag.Span
}

func refuse(format string, args ...any) { panic(unsupported{msg: fmt.Sprintf(format, args...)}) }

func newFlat(p *core.Prog) *flat {
	f := &flat{prog: p, env: map[*core.Var]val{}, memory: alias.ByMemory(p), sizes: map[core.Atom]bool{}, blank: map[*core.Var]bool{}, iotas: map[*core.Var]*lazy{}, roomy: map[*seg.Mem]bool{}, late: map[*core.Reduce][]kept{}}
	f.back = backScans(p, f.memory)
	w := lazyMaps(p, f.memory)
	f.lazy, f.kept, f.summed = w.lazy, w.kept, w.summed
	f.host, f.remote, f.unread = hostScalars(p), deviceScalars(p), unreadResults(p)

	f.grown = loopResults(p)
	f.direct, f.apart = direct.Updates(p, f.memory), direct.Apart(p)
	return f
}

// Program translates a program for parallel running.
func Program(p *core.Prog) (*seg.Prog, error) {
	return translate(p, func(h *host, fun *core.Fun) []val { return h.body(fun.Body) })
}

// Task translates a program into one sequential task.
func Task(p *core.Prog) (*seg.Prog, error) { return task(p, math.MaxInt) }

// ShortTask is Task for a program that can run in parallel as well: one of more than limits.TaskStms statements is none.
func ShortTask(p *core.Prog) (*seg.Prog, error) { return task(p, limits.Now.TaskStms) }

func task(p *core.Prog, most int) (*seg.Prog, error) {
	return translate(p, func(h *host, fun *core.Fun) []val {
		pat := make([]*core.Var, len(fun.Ret))
		copy(pat, fun.Ret)
		out := h.task(pat, diag.Span{}, resultSpans(fun), nil, "main", func(t *thread, dests []*view) []val { return t.body(fun.Body, dests) })
		h.lastWithin(most)
		return out
	})
}

// resultSpans are the places where the results of a function are made.
func resultSpans(fun *core.Fun) []diag.Span {
	out := make([]diag.Span, len(fun.Body.Result))
	for i, a := range fun.Body.Result {
		for _, s := range fun.Body.Stms {
			for _, v := range s.Pat {
				if a == core.Atom(v) {
					out[i] = s.Src
				}
			}
		}
	}
	return out
}

func translate(p *core.Prog, run func(h *host, fun *core.Fun) []val) (out *seg.Prog, err error) {
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(unsupported)
			if !ok {
				panic(r)
			}
			out, err = nil, &diag.Diag{Class: diag.Unsupported, Code: codeFlat, Span: u.src, Msg: u.msg,
				Hint: "the interpreter runs it"}
		}
	}()
	f := newFlat(p)
	fun := p.Entry()
	out = &seg.Prog{}
	h := &host{f: f, memo: map[memoKey]core.Atom{}, hint: map[*core.Var]*view{}}
	for _, v := range fun.Params {
		out.Params = append(out.Params, h.param(v))
	}
	res := run(h, fun)
	for i, v := range fun.Ret {
		out.Results = append(out.Results, h.result(v, res[i]))
	}
	out.Body, out.Kernels = h.code, f.kernels
	return out, nil
}

// param gives a parameter of the entry its value.
func (h *host) param(v *core.Var) seg.Arg {
	if v.Type.IsScalar() {
		h.f.env[v] = core.Atom(v)
		return seg.Arg{Var: v}
	}
	m := seg.NewMem(v.Name, v.Type.Elem, seg.Device)
	dims := h.f.dims(v.Type)
	for _, d := range dims {
		h.f.sizes[d] = true
	}
	h.f.env[v] = dense(h, m, dims)
	return seg.Arg{Mem: m, Dims: dims}
}

func (h *host) result(v *core.Var, x val) seg.Result {
	switch x := x.(type) {
	case core.Atom:
		return seg.Result{Atom: x, Elem: v.Type.Elem}
	case *cell:
		return seg.Result{Atom: h.read(x), Elem: v.Type.Elem}
	}
	a := h.whole(x)
	if h.f.roomy[a.mem] {
		a = h.copyOf(v.Name, a)
	}
	return seg.Result{Elem: v.Type.Elem, Mem: a.mem, Dims: a.dims}
}

// atom is the value of a scalar operand (an i64, usually) that must be known.
func (f *flat) atom(a core.Atom) core.Atom {
	v, ok := a.(*core.Var)
	if !ok {
		return a
	}
	if x, ok := f.env[v].(core.Atom); ok {
		return x
	}
	return v
}

// dims are the dimensions of a type under the environment.
func (f *flat) dims(t core.Type) []core.Atom {
	out := make([]core.Atom, len(t.Dims))
	for i, d := range t.Dims {
		out[i] = f.atom(d)
	}
	return out
}

func (f *flat) bind(v *core.Var, x val) { f.env[v] = x }

func (f *flat) bindAll(vs []*core.Var, xs []val) {
	for i, v := range vs {
		f.env[v] = xs[i]
	}
}

// emitter is code to which index arithmetic can be added: of the host or of a thread.
type emitter interface {
	// i64 applies an operator of 64-bit integers that does not fail; constants are folded.
	i64(op *prim.Op, a, b core.Atom) core.Atom
}

func product(e emitter, dims []core.Atom) core.Atom {
	n := core.Atom(core.IntC(1))
	for _, d := range dims {
		n = e.i64(prim.Mul, n, d)
	}
	return n
}
