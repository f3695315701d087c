package opt

import (
	"raido/lang/core"
	"raido/lang/core/alias"
)

// Hoist moves scalar code that cannot fail, and views of arrays that nothing consumes, out of lambdas and
// loops to the outermost body that has their operands. It does not move code out of a branch unless
// that also leaves a lambda or loop.
func Hoist(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		h := &hoist{names: names, level: map[*core.Var]int{}, funs: funs}
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
	funs    map[*core.Fun]*core.Fun
}

func (h *hoist) body(b core.Body) core.Body {
	at := len(h.bodies)
	h.bodies = append(h.bodies, nil)
	h.repeats = append(h.repeats, h.around)
	for _, s := range b.Stms {
		h.stm(s, at)
	}
	out := core.Body{Stms: h.bodies[at], Result: b.Result}
	h.bodies, h.repeats = h.bodies[:at], h.repeats[:at]
	return out
}

func (h *hoist) stm(s core.Stm, at int) {
	to := at
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
}

func (h *hoist) bind(vs []*core.Var, at int) {
	for _, v := range vs {
		h.level[v] = at
	}
}

func (h *hoist) movable(e core.Exp) bool {
	switch e := e.(type) {
	case *core.PrimApp:
		return !e.Op.Fails
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
	n := e.Map(core.Mapper{
		Binder: func(v *core.Var) *core.Var { h.level[v] = at + 1; return v },
		Body:   h.body,
		Lambda: func(l *core.Lambda) *core.Lambda {
			h.bind(l.Params, at+1)
			return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: h.body(l.Body)}
		},
	})
	if c, ok := n.(*core.Call); ok {
		c.Fun = h.funs[c.Fun]
	}
	h.around = outer
	return n
}
