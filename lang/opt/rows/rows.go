package rows

import (
	"maps"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Rows in one dimension]
//
// Matrices are often kept in one dimension, as in C: u[i*m + j], in a map over all k with i = k / m and j = k % m. Where j is certainly
// in 0..m-1, such an index is a pair (linearised subscripts are delinearised [Maslov, Delinearization: an Efficient Way to Break Multiloop
// Dependence Equations, PLDI 1992]):
//
//	map (n*m) (\k -> f (k/m) (k%m) u[k] u[k-m])     becomes     flatten (map n (\i -> map m (\j -> f i j u'[i, j] u'[i-1, j])))
//
// where u' is u in two dimensions. So nothing is divided, and what knows two dimensions, as the inversion of stencils does, sees them. That j is in range
// follows from counters, from branches around (j - 1 where j is not 0), and from max, min and remainders. A map is taken apart only if all that it
// reads at its index is.

// Rows makes pairs of indices into flat matrices: Note [Rows in one dimension].
func Rows(p *core.Prog) *core.Prog { return rewrite(p, func(*walker, *core.Fun) {}) }

// rewrite rewrites all functions, each by a walker that begin sets up.
func rewrite(p *core.Prog, begin func(w *walker, f *core.Fun)) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		w := &walker{funs: funs, defs: map[*core.Var]core.Exp{}, depth: map[*core.Var]int{}, sizes: map[*core.Var]int{}, views: map[view]*core.Var{}}
		begin(w, f)
		return w.body(f.Body, nil, f.Params)
	})
}

type walker struct {
	funs  map[*core.Fun]*core.Fun
	defs  map[*core.Var]core.Exp
	depth map[*core.Var]int // the body that binds a variable
	sizes map[*core.Var]int // of arrays that are there, so not negative; the body that binds the array
	out   []*core.Builder   // by depth
	views map[view]*core.Var
	flat  bool // an index into a flat matrix was left
	tries int  // that are left in a proof
	// remainders says that only remainders are looked at.
	remainders bool
	*made      // by Parts, else nil
}

// view is an array in two dimensions in the place of its first one.
type view struct{ arr, n, m *core.Var }

func (w *walker) def(v *core.Var) core.Exp { return w.defs[v] }

// push begins a body that binds some variables before.
func (w *walker) push(params []*core.Var) *core.Builder {
	w.out = append(w.out, &core.Builder{})
	w.bind(params, nil)
	return w.now()
}

// pop ends it.
func (w *walker) pop() {
	at := len(w.out) - 1
	maps.DeleteFunc(w.views, func(_ view, v *core.Var) bool { return w.depth[v] == at })
	maps.DeleteFunc(w.sizes, func(_ *core.Var, depth int) bool { return depth == at })
	w.out = w.out[:at]
}

func (w *walker) now() *core.Builder { return w.out[len(w.out)-1] }

// bind notes variables that the present body binds.
func (w *walker) bind(vs []*core.Var, e core.Exp) {
	at := len(w.out) - 1
	for _, v := range vs {
		w.depth[v] = at
		if u, ok := e.(*core.Use); ok && v.Type.IsScalar() {
			w.defs[v] = &core.PrimApp{Op: prim.Add, T: v.Type.Elem, Args: []core.Atom{u.Atom, core.Zero(v.Type.Elem)}} // a sum is looked through
		} else if e != nil {
			w.defs[v] = e
		}
		for _, d := range v.Type.Dims {
			if d, ok := d.(*core.Var); ok {
				if _, known := w.sizes[d]; !known {
					w.sizes[d] = at
				}
			}
		}
	}
}

// isSize reports whether a number is the size of an array.
func (w *walker) isSize(v *core.Var) bool { _, ok := w.sizes[v]; return ok }

// body rewrites a body that binds some variables before.
func (w *walker) body(b core.Body, fs facts, params []*core.Var) core.Body {
	out := w.push(params)
	w.stms(out, fs, b.Stms)
	w.pop()
	return out.Body(b.Result...)
}

// stms rewrites statements of a body.
func (w *walker) stms(out *core.Builder, fs facts, stms []core.Stm) {
	for _, s := range stms {
		out.Src = s.Src
		if w.made != nil {
			s.Exp = w.whatMakes(fs, s)
		} else if m, ok := s.Exp.(*core.Map); ok && w.nest(fs, s.Pat, m) {
			w.bind(s.Pat, s.Exp)
			continue
		} else {
			s.Exp = w.exp(fs, s.Exp)
		}
		if s.Exp != nil {
			out.Add(s.Pat, s.Exp)
			w.bind(s.Pat, s.Exp)
		}
	}
}

// exp rewrites a node.
func (w *walker) exp(fs facts, e core.Exp) core.Exp {
	switch e := e.(type) {
	case *core.Call:
		return &core.Call{Fun: w.funs[e.Fun], Args: e.Args}
	case *core.PrimApp:
		return w.quotient(fs, e)
	case *core.Index:
		return w.index(fs, e)
	case *core.If:
		n := *e
		n.Then, n.Else = w.body(e.Then, w.assume(fs, e.Cond, true), nil), w.body(e.Else, w.assume(fs, e.Cond, false), nil)
		return &n
	case *core.Loop:
		return w.loops(fs, e)
	case *core.Map:
		for j, a := range e.Arrs {
			if w.indices(a) {
				fs = w.counter(fs, e.Fn.Params[len(e.Accs)+j], e.W)
			}
		}
	default: // what is inside
	}
	return e.Map(core.Mapper{Body: func(b core.Body) core.Body { return w.body(b, fs, nil) }, Lambda: func(l *core.Lambda) *core.Lambda {
		return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: w.body(l.Body, fs, l.Params)}
	}})
}

// loops rewrites a loop.
func (w *walker) loops(fs facts, e *core.Loop) core.Exp {
	params := e.Params
	if e.Cond == nil && e.I.Type.Elem == prim.I64 {
		params, fs = append(params[:len(params):len(params)], e.I), w.counter(fs, e.I, e.Bound)
	}
	if w.made != nil {
		around := w.loop
		w.loop = len(w.out)
		defer func() { w.loop = around }()
	}
	return e.Map(core.Mapper{Body: func(b core.Body) core.Body { return w.body(b, fs, params) }})
}

// indices reports whether an array is 0, 1, 2, ...
func (w *walker) indices(a *core.Var) bool { return core.Counts(w.defs[a]) }

// quotient is the row or the column in the place of a quotient or remainder.
func (w *walker) quotient(fs facts, e *core.PrimApp) core.Exp {
	if (e.Op != prim.Div && e.Op != prim.Mod) || e.T != prim.I64 {
		return e
	}
	m, ok := e.Args[1].(*core.Var)
	if !ok {
		return e
	}
	if w.remainders {
		return w.compared(fs, e, m)
	} else if w.made != nil {
		return e
	}
	p, ok := w.split(fs, e.Args[0], m)
	switch {
	case !ok:
		return e
	case e.Op == prim.Div:
		return &core.Use{Atom: affine.Atom(p.row, w.now())}
	}
	return &core.Use{Atom: affine.Atom(p.col, w.now())}
}

// index is an element of a matrix in the place of one of an array that holds its rows one after the other.
func (w *walker) index(fs facts, e *core.Index) core.Exp {
	if w.remainders || w.made != nil {
		return e
	}
	for _, f := range w.factors(e.Arr.Type.Dims[0]) {
		n, m := f[0], f[1]
		p, ok := w.split(fs, e.Idx[0], m)
		if !ok || !w.holds(fs, p.row) || !w.holds(fs, linear.Of(n).Add(-1).Plus(-1, p.row)) {
			w.flat = true
			continue
		}
		row, col := affine.Atom(p.row, w.now()), affine.Atom(p.col, w.now())
		return &core.Index{Arr: w.view(e.Arr, n, m), Idx: append([]core.Atom{row, col}, e.Idx[1:]...)}
	}
	return e
}

// view is an array in two dimensions in the place of its first one, made where the array is known.
func (w *walker) view(arr, n, m *core.Var) *core.Var {
	k := view{arr, n, m}
	if v := w.views[k]; v != nil {
		return v
	}
	at := max(w.depth[arr], w.depth[n], w.depth[m])
	v := w.out[at].Let(arr.Name, &core.Reshape{Dims: append([]core.Atom{n, m}, arr.Type.Dims[1:]...), Arr: arr})
	w.views[k], w.depth[v] = v, at
	return v
}
