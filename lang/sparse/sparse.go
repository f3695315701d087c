package sparse

import (
	"raido/lang/core"
	"raido/lang/core/alias"
	chains "raido/lang/core/region"
	"raido/lang/linear"
	"raido/lang/opt"
	"raido/lang/prim"
)

// Apply leaves out work on zeros: see the package comment.
func Apply(p *core.Prog) *core.Prog { return apply(p, false) }

func apply(p *core.Prog, early bool) *core.Prog {
	changed := false
	names := alias.ByName(p)
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		w := newWalk(f, funs, names)
		if early {
			w.early = chains.NewChains()
			w.early.Learn(f.Params, f.Body)
		}
		b := w.body(f.Body)
		changed = changed || w.changed
		return b
	})
	if changed {
		return opt.DCE(opt.CSE(opt.DCE(opt.Simplify(out))))
	}
	return p
}

// walk is the state of one function.
type walk struct {
	b       *core.Builder
	funs    map[*core.Fun]*core.Fun
	names   *alias.Classes
	changed bool // something was left out

	depth  int
	times  int               // maps, loops and operators around
	early  *chains.Chains    // not nil: only sums in sequential code are looked at (Note [Sums under conditions])
	here   *core.Var         // what the sum or the loop that is looked at makes
	points int               // maps and operators around
	from   map[*core.Var]row // what parameters of maps are
	level  map[*core.Var]int // depth of the body that binds a variable

	sums   map[*core.Var]affine    // integers that are not their own names
	small  map[*core.Var]bool      // integers far from the ends of their type
	below  map[*core.Var]core.Atom // indices, and what they are less than
	sizes  map[*core.Var]bool
	items  map[*core.Var]affine // elements of integer arrays by d0
	zeros  map[*core.Var]region // what is not here is dense
	conds  map[*core.Var]cond
	def    map[*core.Var]*source
	adds   map[*core.Cert]bool     // accumulators that sum
	where  map[*core.Cert]region   // where something is added to them
	writes region                  // when something is added to any, in the body so far
	at     map[*core.Map]*core.Var // the indices of maps
	needed map[*core.Var]bool      // those that code uses
	uses   map[*core.Var]int
}

// cond says where a condition holds, and where it does not.
type cond struct{ yes, no region }

// row is arr[i].
type row struct{ arr, i *core.Var }

// source is the statement that binds an array.
type source struct {
	core.Stm
	times int // maps, loops and operators around
	// free: what it reads is consumed by nobody, so that elements of its result may be computed again at any place.
	free bool
}

func newWalk(f *core.Fun, funs map[*core.Fun]*core.Fun, names *alias.Classes) *walk {
	w := &walk{b: &core.Builder{}, funs: funs, names: names, level: map[*core.Var]int{}, sums: map[*core.Var]affine{}, small: map[*core.Var]bool{},
		items: map[*core.Var]affine{}, below: map[*core.Var]core.Atom{}, sizes: map[*core.Var]bool{}, zeros: map[*core.Var]region{}, conds: map[*core.Var]cond{}, def: map[*core.Var]*source{},
		adds: map[*core.Cert]bool{}, from: map[*core.Var]row{}, where: map[*core.Cert]region{}, at: map[*core.Map]*core.Var{}, needed: map[*core.Var]bool{}, uses: usesIn(f.Body)}
	w.bind(f.Params)
	return w
}

// usesIn counts how often variables are used.
func usesIn(b core.Body) map[*core.Var]int {
	uses := map[*core.Var]int{}
	count := func(a core.Atom) core.Atom {
		if v, ok := a.(*core.Var); ok {
			uses[v]++
		}
		return a
	}
	results := func(b core.Body) {
		for _, a := range b.Result {
			count(a)
		}
	}
	results(b)
	core.Walk(b, func(s core.Stm) {
		s.Exp.Map(core.Mapper{Atom: count,
			Body:   func(b core.Body) core.Body { results(b); return b },
			Lambda: func(l *core.Lambda) *core.Lambda { results(l.Body); return l }})
	})
	return uses
}

// bind notes where variables are bound, and that sizes are small.
func (w *walk) bind(vs []*core.Var) {
	for _, v := range vs {
		w.level[v] = w.depth
		for _, d := range v.Type.Dims {
			if n := core.AsVar(d); n != nil {
				w.small[n], w.sizes[n] = true, true
			}
		}
	}
}

func (w *walk) body(b core.Body) core.Body {
	outer := w.b
	w.b = &core.Builder{Src: outer.Src}
	w.depth++
	for _, s := range b.Stms {
		w.b.Src = s.Src
		w.bind(s.Pat)
		w.stm(s)
	}
	w.depth--
	out := w.b.Body(b.Result...)
	w.b = outer
	return out
}

// emit adds a statement, and notes what it makes.
func (w *walk) emit(s core.Stm) {
	w.b.Add(s.Pat, s.Exp)
	w.remember(s)
}

func (w *walk) remember(s core.Stm) {
	src := &source{Stm: s, times: w.times, free: true}
	for _, v := range core.FreeInStm(s).List {
		src.free = src.free && !w.names.Consumed(v)
	}
	for _, v := range s.Pat {
		w.def[v] = src
	}
}

func (w *walk) stm(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		w.primApp(s, e)
	case *core.If:
		w.branch(s, e)
	case *core.Map:
		w.mapSoac(s, e)
	case *core.Reduce:
		w.reduce(s, e)
	case *core.Loop:
		w.loop(s, e)
	case *core.WithAcc:
		w.withAcc(s, e)
	case *core.Diff:
		w.diff(s, e)
	case *core.UpdateAcc:
		w.updateAcc(e)
		if w.early != nil || !w.depositRow(s, e) {
			w.emit(s)
		}
	case *core.Call:
		w.emit(core.Stm{Pat: s.Pat, Exp: &core.Call{Fun: w.funs[e.Fun], Args: e.Args}, Src: s.Src})
	case *core.Rearrange:
		w.array(s)
		if w.early != nil || !w.transposed(s, e) {
			w.emit(s)
		}
	case *core.Scan, *core.Hist:
		s.Exp = e.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda { return w.lambda(l, false) }})
		w.emit(s)
	default:
		w.array(s)
		w.emit(s)
	}
}

// lambda is code that runs many times, or once if it is that of a with_acc.
func (w *walk) lambda(l *core.Lambda, once bool) *core.Lambda {
	w.depth++
	w.bind(l.Params)
	w.depth--
	if !once {
		w.times, w.points = w.times+1, w.points+1
		defer func() { w.times, w.points = w.times-1, w.points-1 }()
	}
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: w.body(l.Body)}
}

// affine is an integer as a sum.
func (w *walk) affine(a core.Atom) affine {
	v, ok := a.(*core.Var)
	if !ok {
		c, _ := core.IntConst(a)
		return number(c)
	}
	if s, ok := w.sums[v]; ok {
		return s
	}
	return linear.Of(v)
}

// mostConst bounds constants in sums, so that these stay far from the ends of an i64.
const mostConst = 1 << 32

// isSmall reports whether an integer is far from the ends of its type.
func (w *walk) isSmall(a core.Atom) bool {
	v, ok := a.(*core.Var)
	if !ok {
		c, _ := core.IntConst(a)
		return -mostConst < c && c < mostConst
	}
	return w.small[v]
}

// region is where a value may differ from zero.
func (w *walk) region(a core.Atom) region {
	v, ok := a.(*core.Var)
	if !ok {
		if c := a.(core.Const); c.Scalar == prim.Zero(c.Type) {
			return region{}
		}
		return everywhere()
	}
	if r, ok := w.zeros[v]; ok {
		return r
	}
	return everywhere()
}

// set notes where v may differ from zero.
func (w *walk) set(v *core.Var, r region) {
	if !r.dense() && v.Type.Rank() < len(dims) && !v.Type.IsAcc() && v.Type.Elem != prim.Bool {
		w.zeros[v] = r
	}
}

// outside is a region as it is seen from outside of the body that was left: what is bound inside is not known there.
func (w *walk) outside(r region) region {
	for again := true; again; {
		again = false
		for _, g := range r {
			for _, f := range g {
				for _, t := range f.Terms {
					if w.level[t.V] > w.depth {
						r, again = r.without(t.V), true
						break
					}
				}
				if again {
					break
				}
			}
			if again {
				break
			}
		}
	}
	return r
}
