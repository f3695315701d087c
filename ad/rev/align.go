package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// align says how a value depends on one array x, along one dimension of x. [ours]
type align struct {
	kind alignKind
	dim  int       // along: element i of this dimension depends on x at i of x's dimension only
	in   *core.Map // inside: iteration i of this map depends on x at i of x's dimension only
	// uniform: the value is linear in x, and its coefficients are the same for all i and do not depend on x.
	uniform bool
}

type alignKind uint8

const (
	without alignKind = iota // does not depend on x
	along
	inside
	mixed // any other way
)

// aligner is the analysis of an operator for one x and one of its dimensions.
type aligner struct {
	facts *facts
	of    map[*core.Var]align
	// varies are the maps with whose iterations a value that is independent of x changes; index are the maps whose
	// iterations a variable counts.
	varies map[*core.Var][]*core.Map
	index  map[*core.Var]*core.Map
}

// alignments are those of the results of an operator on parameter x along its dimension dim.
func (r *rev) alignments(op *core.Lambda, x *core.Var, dim int) []align {
	a := &aligner{facts: r.facts, of: map[*core.Var]align{x: {kind: along, dim: dim, uniform: true}},
		varies: map[*core.Var][]*core.Map{}, index: map[*core.Var]*core.Map{}}
	return a.body(op.Body)
}

func (a *aligner) atom(x core.Atom) align {
	if v, ok := x.(*core.Var); ok {
		return a.of[v]
	}
	return align{}
}

func (a *aligner) body(b core.Body) []align {
	for _, st := range b.Stms {
		a.stm(st)
	}
	var out []align
	for _, x := range b.Result {
		out = append(out, a.atom(x))
	}
	return out
}

func (a *aligner) stm(st core.Stm) {
	any := false
	for _, v := range core.FreeInStm(st).List {
		any = any || a.of[v].kind != without
		for _, p := range st.Pat {
			a.vary(p, a.varies[v]...)
		}
	}
	if !any {
		return
	}
	switch e := st.Exp.(type) {
	case *core.Use:
		a.of[st.Pat[0]] = a.atom(e.Atom)
	case *core.Copy:
		a.of[st.Pat[0]] = a.of[e.Arr]
	case *core.PrimApp:
		a.of[st.Pat[0]] = a.prim(e)
	case *core.Index:
		a.of[st.Pat[0]] = a.element(e)
	case *core.Rearrange:
		s := a.of[e.Arr]
		if s.kind == along {
			s.dim = slices.Index(e.Perm, s.dim)
		}
		a.of[st.Pat[0]] = s
	case *core.Reduce:
		a.reduce(st, e)
	case *core.Map:
		a.mapExp(st, e)
	case *core.If:
		then, els := a.body(e.Then), a.body(e.Else)
		for i, p := range st.Pat {
			s := a.join(then[i], els[i])
			if c := a.atom(e.Cond); c.kind != without {
				c.uniform = false
				s = a.join(s, c)
			}
			s.uniform = s.uniform && a.steady(e.Cond, s.in)
			a.of[p] = s
		}
	default:
		a.all(st.Pat, align{kind: mixed})
	}
}

func (a *aligner) all(vs []*core.Var, s align) {
	for _, v := range vs {
		a.of[v] = s
	}
}

// vary notes that v changes with the iterations of maps.
func (a *aligner) vary(v *core.Var, ms ...*core.Map) {
	for _, m := range ms {
		if !slices.Contains(a.varies[v], m) {
			a.varies[v] = append(slices.Clip(a.varies[v]), m)
		}
	}
}

// steady reports whether x is independent and the same in all iterations of m.
func (a *aligner) steady(x core.Atom, m *core.Map) bool {
	v, ok := x.(*core.Var)
	return !ok || a.of[v].kind == without && !slices.Contains(a.varies[v], m)
}

// join is the alignment of a value made of two.
func (a *aligner) join(x, y align) align {
	switch {
	case x.kind == without:
		return y
	case y.kind == without:
		return x
	case x.kind != y.kind || x.dim != y.dim || x.in != y.in:
		return align{kind: mixed}
	}
	x.uniform = x.uniform && y.uniform
	return x
}

func (a *aligner) prim(e *core.PrimApp) align {
	var s align
	for _, x := range e.Args {
		s = a.join(s, a.atom(x))
	}
	switch e.Op {
	case prim.Add, prim.Sub, prim.Neg:
	case prim.Mul:
		s.uniform = s.uniform && (a.steady(e.Args[0], s.in) || a.steady(e.Args[1], s.in))
	case prim.Div:
		s.uniform = s.uniform && a.steady(e.Args[1], s.in)
	default:
		s.uniform = false
	}
	return s
}

func (a *aligner) element(e *core.Index) align {
	s, at := a.of[e.Arr], -1
	if s.kind == along {
		at = s.dim
	}
	for i, x := range e.Idx {
		switch v, ok := x.(*core.Var); {
		case a.atom(x).kind != without:
			return align{kind: mixed}
		case i == at && ok && a.index[v] != nil:
			s = align{kind: inside, in: a.index[v], uniform: s.uniform}
		case i == at:
			return align{kind: mixed}
		}
	}
	if s.kind == along {
		s.dim -= len(e.Idx)
	}
	for i, x := range e.Idx {
		s.uniform = s.uniform && (i == at || a.steady(x, s.in))
	}
	return s
}

// reduce: sums keep what is along a dimension or inside; other operators only what is inside.
func (a *aligner) reduce(st core.Stm, e *core.Reduce) {
	var s align
	for _, x := range e.Arrs {
		s = a.join(s, a.of[x])
	}
	for _, v := range core.FreeInLambda(e.Fn).List {
		s = a.join(s, a.of[v])
	}
	sum := isVecOp(e.Fn, prim.Add)
	switch {
	case s.kind == along && sum && s.dim > 0:
		s.dim--
	case s.kind != inside:
		s = align{kind: mixed}
	case !sum:
		s.uniform = false
	}
	a.all(st.Pat, s)
}

func (a *aligner) mapExp(st core.Stm, e *core.Map) {
	if len(e.Accs) > 0 {
		a.all(st.Pat, align{kind: mixed})
		return
	}
	for i, x := range e.Arrs {
		p, s := e.Fn.Params[i], a.of[x]
		switch {
		case s.kind == without:
			a.vary(p, append(slices.Clone(a.varies[x]), e)...)
			if a.facts.counts[x] {
				a.index[p] = e
			}
		case s.kind == along && s.dim == 0:
			s = align{kind: inside, in: e, uniform: s.uniform}
		case s.kind == along:
			s.dim--
		}
		a.of[p] = s
	}
	for i, s := range a.body(e.Fn.Body) {
		switch {
		case s.kind == inside && s.in == e:
			s = align{kind: along, uniform: s.uniform}
		case s.kind == along:
			s.dim++
		}
		a.of[st.Pat[i]] = s
	}
}
