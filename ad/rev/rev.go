package rev

import (
	"raido/ad/rules"
	"raido/lang/core"
	"raido/lang/diag"
)

// rev is the transformation of one lambda.
type rev struct {
	facts *facts
	s     *scope
	// fresh are arrays just made or taken from the table, to which nothing else refers; the next holder
	// owns them.
	fresh map[*core.Var]bool
	// either are the arrays that an adjoint from a branch may be, see if.go.
	either map[*core.Var][]*core.Var
	// accBars are the adjoints of the arrays behind the primal's accumulators (nil: zero), see acc.go.
	accBars map[*core.Cert]*core.Var
	// known are results of reads of elements that a parameter of a map has, see map.go.
	known map[*core.Var]*core.Var
	// general forces the general rules in the place of the special cases, for tests.
	general bool
	// low reports whether the derivative is differentiated at most once again, see product.go.
	low   bool
	calls Calls
	kept  Listener            // nil: nobody wants to know
	keeps map[*core.Var]*Kept // what tapes and results of branches keep
	loop  *revLoop            // whose body is under differentiation
	// keptBy are, by the places of a scatter, the indices of what has come there, see scatterkept.go.
	keptBy map[*core.Var]*core.Var
	back   map[*core.Var]bool // arrays that go back through their versions, see undo.go
	// roots are, by reshapes, what they are reshapes of, and reshapes the other way round, see lend.go.
	roots    map[*core.Var]*core.Var
	reshapes map[*core.Var][]*core.Var
}

// Calls gives derivatives of functions that are called, as functions; each is made once. It is nil where all calls have been inlined.
type Calls interface {
	// VJP takes the parameters of f, the sizes among its results (core.SizesOf), and cotangents of the results that are in bars. It
	// gives the adjoints of the parameters that are on. at is the place of the call.
	VJP(f *core.Fun, at diag.Span, on, bars []bool) *core.Fun
}

// b is the builder of the present return sweep.
func (r *rev) b() *core.Builder { return r.s.ret }

// Lambda is the reverse derivative of l: its parameters are those of l, then a cotangent for each result
// of l; its results are those of l, then the adjoints of l's parameters. Free variables of l are constants.
// With vec (not nil) cotangents and adjoints have vec as their outermost dimension, see Note [Seeds].
func Lambda(l *core.Lambda, vec core.Atom, calls Calls) *core.Lambda {
	return newRev(false, calls).lambda(l, vec)
}

// LowLambda is Lambda for a derivative that is differentiated at most once again; its code is smaller.
func LowLambda(l *core.Lambda, vec core.Atom, calls Calls) *core.Lambda {
	r := newRev(false, calls)
	r.low = true
	return r.lambda(l, vec)
}

// GeneralLambda is Lambda without the special cases of rules; tests compare the two.
func GeneralLambda(l *core.Lambda, vec core.Atom) *core.Lambda {
	return newRev(true, nil).lambda(l, vec)
}

func newRev(general bool, calls Calls) *rev {
	r := &rev{facts: newFacts(), fresh: map[*core.Var]bool{}, either: map[*core.Var][]*core.Var{},
		accBars: map[*core.Cert]*core.Var{}, known: map[*core.Var]*core.Var{}, general: general, calls: calls, keeps: map[*core.Var]*Kept{},
		back: map[*core.Var]bool{}, keptBy: map[*core.Var]*core.Var{}, roots: map[*core.Var]*core.Var{}, reshapes: map[*core.Var][]*core.Var{}}
	r.kept, _ = calls.(Listener)
	return r
}

func (r *rev) lambda(l *core.Lambda, vec core.Atom) *core.Lambda {
	l = core.PrimalIn(core.Rename(l), core.CustomJVP) // tangents given by the user are not used
	l.Body = keepOperands(l.Body)
	for _, p := range l.Params {
		r.facts.mark(p, true)
	}
	r.facts.body(l.Params, l.Body)
	s := r.enter(topScope, nil)
	out := &core.Lambda{Params: r.protect(l.Params)}
	r.forward(l.Body.Stms)
	seeds := make([]*core.Var, len(l.Ret))
	for i, t := range l.Ret {
		seeds[i] = core.NewVar("yBar", t)
		r.contribute(l.Body.Result[i], seeds[i])
	}
	r.unwind()
	ret := core.Body{}
	for _, p := range l.Params {
		ret.Result = append(ret.Result, r.adjOwned(p))
	}
	ret.Stms = s.ret.Stms
	r.leave()
	fwd, ret := r.straight(s.fwd.Stms, ret)
	back := &core.Lambda{Params: seeds, Ret: core.VarTypes(l.Params), Body: ret}
	b := &core.Builder{Stms: fwd}
	seedParams, bars := overSeeds(b, vec, back)
	out.Params = append(out.Params, seedParams...)
	out.Ret = append(append([]core.Type{}, l.Ret...), core.AtomTypes(bars)...)
	if vec == nil {
		out.Ret = append(append([]core.Type{}, l.Ret...), back.Ret...)
	}
	out.Body = b.Body(append(append([]core.Atom{}, l.Body.Result...), bars...)...)
	return out
}

// overSeeds appends the return sweep for one seed, or for vec of them, see Note [Seeds]. It gives the
// parameters that take the seeds, and the adjoints.
func overSeeds(b *core.Builder, vec core.Atom, back *core.Lambda) (seeds []*core.Var, bars []core.Atom) {
	if vec == nil {
		b.Stms = append(b.Stms, back.Body.Stms...)
		return back.Params, back.Body.Result
	}
	for _, p := range back.Params {
		seeds = append(seeds, core.NewVar(p.Name+"s", p.Type.Of(vec)))
	}
	return seeds, core.Atoms(b.Bind("bars", &core.Map{W: vec, Arrs: seeds, Fn: back}))
}

// protect binds parameters in the present scope and gives those to use in their place: the body gets copies
// of what it consumes, since the caller's array stays and the return sweep may read it.
func (r *rev) protect(params []*core.Var) []*core.Var {
	out := append([]*core.Var{}, params...)
	for i, p := range params {
		if r.facts.isConsumed(p) {
			out[i] = core.NewVar(p.Name, p.Type)
			r.s.fwd.Add([]*core.Var{p}, &core.Copy{Arr: out[i]})
		}
	}
	r.s.bind(params...)
	return out
}

// forward emits the forward sweep of statements and pushes their return sweeps.
func (r *rev) forward(stms []core.Stm) {
	for _, st := range stms {
		r.s.fwd.Src = st.Src
		r.s.bind(st.Pat...)
		r.stm(st)
	}
}

// unwind runs the return sweep of the present scope.
func (r *rev) unwind() { r.unwindTo(0) }

// unwindTo runs the return sweep but for the first n statements that have one.
func (r *rev) unwindTo(n int) {
	s := r.s
	for len(s.pushed) > n {
		f := s.pushed[len(s.pushed)-1]
		s.pushed = s.pushed[:len(s.pushed)-1]
		f()
	}
}

// emit appends a primal statement to the forward sweep and gives its place there, for rules that extend it.
func (r *rev) emit(st core.Stm) int {
	if len(st.Pat) == 1 && r.known[st.Pat[0]] != nil {
		st.Exp = &core.Use{Atom: r.known[st.Pat[0]]}
	}
	r.s.fwd.Stms = append(r.s.fwd.Stms, r.withoutAccs(st))
	return len(r.s.fwd.Stms) - 1
}

// push adds the return sweep of st.
func (r *rev) push(st core.Stm, f func()) {
	s := r.s
	s.pushed = append(s.pushed, func() {
		s.ret.Src = st.Src
		f()
	})
}

// pull adds the return sweep of st as f, which gets the adjoints of its results (nil: zero); it does not run where all are zero.
func (r *rev) pull(st core.Stm, f func(bars []core.Atom)) {
	r.push(st, func() {
		if bars, any := r.adjs(st.Pat); any {
			f(bars)
		}
	})
}

// simple emits st and pushes f for its one result, to run if the result's adjoint is not zero.
func (r *rev) simple(st core.Stm, f func(yBar core.Atom)) {
	r.emit(st)
	r.push(st, func() {
		if yBar := r.adj(st.Pat[0]); yBar != nil {
			f(yBar)
		}
	})
}

// stm applies the rule of a statement that carries a derivative.
func (r *rev) stm(st core.Stm) {
	if st = r.accFree(st); !r.anyActive(st.Pat) && !r.updatesAcc(st.Exp) {
		r.emit(st)
		return
	}
	rules.Apply(r, st)
}

// Layout implements rules.Rules.
func (r *rev) Layout(st core.Stm) {
	switch e := st.Exp.(type) {
	case *core.Index:
		r.index(st, e)
	case *core.Slice:
		r.slice(st, e)
	case *core.Use:
		r.view(st, e.Atom, samePlace, func(yBar *core.Var) core.Atom { return yBar })
	case *core.Copy:
		r.view(st, e.Arr, samePlace, func(yBar *core.Var) core.Atom { return yBar })
	case *core.Rearrange:
		r.rearrange(st, e)
	case *core.Reshape:
		r.reshape(st, e)
	case *core.Reverse:
		r.reverse(st, e)
	case *core.Rotate:
		r.rotate(st, e)
	case *core.Iota:
		r.iota(st, e)
	case *core.Replicate:
		r.replicate(st, e)
	case *core.ArrayLit:
		r.arrayLit(st, e)
	case *core.Concat:
		r.concat(st, e)
	default: // has a rule of its own
		diag.Bugf("rev: %T is no layout", e)
	}
}

// Inactive implements rules.Rules.
func (r *rev) Inactive(st core.Stm) { diag.Bugf("rev: no rule for %T", st.Exp) }

func (r *rev) anyActive(vs []*core.Var) bool {
	for _, v := range vs {
		if r.facts.isActive(v) {
			return true
		}
	}
	return false
}

// Note [Seeds]
//
// With a seed dimension the forward sweep runs once, and the return sweep, which is linear in the seeds, is
// mapped over them. So every adjoint has the seed dimension outermost, in all rules alike, and primal values
// are shared by the seeds. What the return sweep computes of primal values only does not depend on the seeds
// and can be hoisted out of the map.
