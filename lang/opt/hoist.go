package opt

import (
	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/prim"
)

// Hoist moves scalar code that cannot fail, and views of arrays that nothing consumes, out of lambdas and
// loops to the outermost body that has their operands. It does not move code out of a branch unless
// that also leaves a lambda or loop. Assertions that a map or loop makes first in each iteration are made before it.
func Hoist(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		h := &hoist{names: names, level: map[*core.Var]int{}, plain: map[*core.Var]bool{}, funs: funs}
		for _, v := range f.Params {
			h.plain[v] = v.Type.IsScalar()
		}
		return h.body(f.Body)
	})
}

type hoist struct {
	names *alias.Classes
	level map[*core.Var]int // index in bodies of the body that binds the variable
	// bodies are those being built, outermost first; repeats how many lambdas and loops are around each.
	bodies  [][]core.Stm
	repeats []int
	around  int // repeats of the next body
	// runs says how often each body runs, nil where that is not known; fails, whether a statement so far may fail.
	runs  []core.Atom
	fails []bool
	times core.Atom          // runs of the next body
	plain map[*core.Var]bool // scalars that are computed of the function's parameters alone
	funs  map[*core.Fun]*core.Fun
}

func (h *hoist) body(b core.Body) core.Body {
	at := len(h.bodies)
	h.bodies = append(h.bodies, nil)
	h.repeats = append(h.repeats, h.around)
	h.runs, h.fails, h.times = append(h.runs, h.times), append(h.fails, false), nil
	for _, s := range b.Stms {
		h.stm(s, at)
	}
	out := core.Body{Stms: h.bodies[at], Result: b.Result}
	h.bodies, h.repeats = h.bodies[:at], h.repeats[:at]
	h.runs, h.fails = h.runs[:at], h.fails[:at]
	return out
}

func (h *hoist) stm(s core.Stm, at int) {
	to := at
	if a, ok := s.Exp.(*core.Assert); ok {
		s.Exp, to = h.assert(a, at)
		at = to
	}
	if h.movable(s.Exp) {
		if l := h.operands(s.Exp); h.repeats[l] < h.repeats[at] {
			to = l
		}
	}
	h.bind(s.Pat, to)
	if to == at {
		s.Exp = h.exp(s.Exp, at)
	}
	h.bodies[to] = append(h.bodies[to], s)
	h.fails[to] = h.fails[to] || !harmless(s.Exp)
	if p, ok := s.Exp.(*core.PrimApp); ok {
		h.plain[s.Pat[0]] = h.isPlain(p)
	}
}

// assert is an assertion and the body where it is made: before all maps and loops of which it is what fails first, if there is an
// iteration. So a nest of maps that checks the sizes of its rows is a perfect nest. Only what comes from parameters moves: a device
// computes the rest, and the host would wait for it.
//
//	map n (\i -> assert c; e)     becomes     assert (c || n <= 0); map n (\i -> e)
func (h *hoist) assert(a *core.Assert, at int) (core.Exp, int) {
	for ; h.runs[at] != nil && !h.fails[at] && !a.Trace && h.isPlain(a) && h.operands(a) < at; at-- {
		w := h.runs[at]
		if c, ok := w.(core.Const); ok {
			if c.Int64() > 0 {
				continue
			}
		} else if !h.plain[w.(*core.Var)] {
			break
		}
		b := &core.Builder{}
		t := w.AtomType().Elem
		none := b.Prim(prim.Le, t, w, core.Const{Scalar: prim.Int(t, 0)})
		n := *a
		n.Cond = b.Prim(prim.Or, prim.Bool, a.Cond, none)
		for _, s := range b.Stms {
			h.stm(s, at-1)
		}
		a = &n
	}
	return a, at
}

// isPlain reports whether all operands of a node are scalars that come from parameters.
func (h *hoist) isPlain(e core.Exp) bool {
	plain := true
	e.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
		if v, ok := a.(*core.Var); ok {
			plain = plain && h.plain[v]
		}
		return a
	}})
	return plain
}

// harmless reports whether a node never fails.
func harmless(e core.Exp) bool {
	switch e := e.(type) {
	case *core.PrimApp:
		return !e.MayFail()
	case *core.Use, *core.Rearrange, *core.Iota:
		return true
	default: // may fail
	}
	return false
}

func (h *hoist) bind(vs []*core.Var, at int) {
	for _, v := range vs {
		h.level[v] = at
	}
}

func (h *hoist) movable(e core.Exp) bool {
	switch e := e.(type) {
	case *core.PrimApp:
		return !e.MayFail()
	case *core.Rearrange:
		return !h.names.Consumed(e.Arr)
	default: // stays in the loop
	}
	return false
}

// operands is the innermost body that binds an operand.
func (h *hoist) operands(e core.Exp) int {
	inner := 0
	e.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
		if v, ok := a.(*core.Var); ok {
			inner = max(inner, h.level[v])
		}
		return a
	}})
	return inner
}

// exp does the bodies inside a node of body at.
func (h *hoist) exp(e core.Exp, at int) core.Exp {
	outer := h.around
	if _, ok := e.(*core.If); !ok {
		h.around = h.repeats[at] + 1
	}
	times := timesOf(e)
	n := e.Map(core.Mapper{
		Binder: func(v *core.Var) *core.Var { h.level[v] = at + 1; return v },
		Body: func(b core.Body) core.Body {
			h.times = times
			return h.body(b)
		},
		Lambda: func(l *core.Lambda) *core.Lambda {
			h.bind(l.Params, at+1)
			h.times = times
			return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: h.body(l.Body)}
		},
	})
	if c, ok := n.(*core.Call); ok {
		c.Fun = h.funs[c.Fun]
	}
	h.around = outer
	return n
}

// timesOf is how often the body of a node runs; nil where that is not known.
func timesOf(e core.Exp) core.Atom {
	switch e := e.(type) {
	case *core.Map:
		return e.W
	case *core.Loop:
		if e.Cond == nil {
			return e.Bound
		}
	case *core.WithAcc:
		return core.IntC(1)
	default: // perhaps never, or many bodies
	}
	return nil
}
