package origin

import (
	"slices"

	"raido/lang/core"
)

// origin says where elements come from.
type origin struct {
	at     core.Atom // the index, -1 for a constant, or an array of such
	array  bool      // at is an array
	src    *core.Var // the array that they come from; nil if all are constants
	fill   core.Atom // the constant; nil if there is none
	placed bool      // data say where elements come from
}

// join is what two kinds of elements have in common; nil if they come from different arrays, or are different constants. Both are
// arrays of elements, or elements: see want.
func (o *origin) join(p *origin) *origin {
	if o == nil || p == nil || o.src != nil && p.src != nil && o.src != p.src || o.fill != nil && p.fill != nil && o.fill != p.fill {
		return nil
	}
	n := *o
	if n.placed = o.placed || p.placed; n.src == nil {
		n.src = p.src
	}
	if n.fill == nil {
		n.fill = p.fill
	}
	return &n
}

// like reports whether two origins are the same but for the index.
func (o *origin) like(p *origin) bool {
	if o == nil || p == nil {
		return o == p
	}
	return o.src == p.src && o.fill == p.fill && o.placed == p.placed
}

// to is an origin with another index, which data say.
func (o *origin) to(at core.Atom) *origin {
	n := *o
	n.at, n.placed = at, true
	return &n
}

// typ is the type of the index of a value of type t.
func (o *origin) typ(t core.Type) core.Type {
	if o.array {
		return core.I64.Of(t.Dims[0])
	}
	return core.I64
}

// tracer follows elements through code.
type tracer struct {
	defs map[*core.Var]core.Exp
	of   map[*core.Var]*origin
}

// traced is a loop with the origins of elements, without their initial values. There is one for each parameter with an end.
type traced struct {
	loop         *core.Loop
	starts, ends []*origin
	consts       []bool // those that begin as constants
}

// fixpoint follows the elements of a loop's parameters from what is known of their initial values.
func (t *tracer) fixpoint(e *core.Loop, starts []*origin) *traced {
	guess, consts := slices.Clone(starts), make([]bool, len(starts))
	for j, o := range starts {
		consts[j] = o != nil && o.src == nil
	}
	for {
		n, ends := t.iteration(e, guess)
		same := true
		for j := range guess {
			end := guess[j].join(ends[j])
			same, guess[j] = same && end.like(guess[j]), end
		}
		if same {
			return &traced{n, guess, guess, consts}
		}
	}
}

// iteration is the loop with the origins of parameters that have any, and those after an iteration.
func (t *tracer) iteration(e *core.Loop, starts []*origin) (*core.Loop, []*origin) {
	n := &core.Loop{Params: slices.Clone(e.Params), I: e.I, Bound: e.Bound, Cond: e.Cond, Attrs: e.Attrs}
	for j, p := range e.Params {
		if o := starts[j]; o != nil {
			at := core.NewVar("from", o.typ(p.Type))
			in := *o
			in.at = at
			t.of[p] = &in
			n.Params = append(n.Params, at)
		} else {
			delete(t.of, p)
		}
	}
	b := &core.Builder{}
	t.stms(b, e.Body.Stms)
	ends, res := make([]*origin, len(starts)), slices.Clone(e.Body.Result)
	for j, o := range starts {
		if o == nil {
			continue
		}
		if ends[j] = t.want(b, e.Body.Result[j], o); ends[j] != nil {
			res = append(res, ends[j].at)
		}
	}
	n.Body = b.Body(res...)
	return n, ends
}

// loop follows elements through a loop inside of another one.
func (t *tracer) loop(b *core.Builder, s core.Stm, e *core.Loop) {
	starts := make([]*origin, len(e.Params))
	for j, p := range e.Params {
		starts[j] = t.of[core.AsVar(e.Init[j])]
		if starts[j] == nil && p.Type.Rank() > 0 && p.Type.Elem.IsFloat() && core.AsVar(e.Init[j]) != nil {
			starts[j] = filled(t.defs, core.AsVar(e.Init[j]))
		}
	}
	n := t.fixpoint(e, starts)
	loop, pat := *n.loop, slices.Clone(s.Pat)
	loop.Init = slices.Clone(e.Init)
	for j, o := range n.ends {
		if o == nil {
			continue
		}
		loop.Init = append(loop.Init, t.want(b, e.Init[j], o).at)
		pat = append(pat, t.bind(s.Pat[j], o))
	}
	b.Add(pat, &loop)
}

// bind gives a variable an origin, and is the variable for its index.
func (t *tracer) bind(v *core.Var, o *origin) *core.Var {
	n := *o
	at := core.NewVar("from", o.typ(v.Type))
	n.at = at
	t.of[v] = &n
	return at
}

// reachesOthers reports whether floats that a loop gives depend on active elements that it moves otherwise than by being them.
func reachesOthers(e *core.Loop, ends []*origin, active map[*core.Var]bool) bool {
	moved := map[*core.Var]bool{}
	for j, o := range ends {
		moved[e.Params[j]] = o != nil && active[o.src]
	}
	for _, s := range e.Body.Stms {
		n, isScatter := s.Exp.(*core.Scatter)
		any := slices.ContainsFunc(core.FreeInExp(s.Exp).List, func(v *core.Var) bool { return moved[v] })
		for k, v := range s.Pat {
			moved[v] = v.Type.Elem.IsFloat() && any && (!isScatter || moved[n.Dest[k]] || moved[n.Vals[k]])
		}
	}
	for j, r := range e.Body.Result {
		if ends[j] == nil && moved[core.AsVar(r)] {
			return true
		}
	}
	return false
}
