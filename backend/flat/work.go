package flat

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// Grain is the work, in rough operations, of the largest parallel node of a program's entry when its
// integer parameters have the known values: it tells whether running it in parallel is worth a launch.
// What depends on other values counts as large.
func Grain(p *core.Prog, known map[*core.Var]int64) int64 {
	g := &grain{known: known}
	g.body(p.Entry().Body)
	return g.peak
}

// LoopGrain is the work of the largest parallel node of a loop; see Grain.
func LoopGrain(e *core.Loop, known map[*core.Var]int64) int64 {
	g := &grain{known: known}
	g.loop(e)
	return g.peak
}

// Work is the whole work of a program's entry, in rough operations. What depends on values other than the known ones counts once.
func Work(p *core.Prog, known map[*core.Var]int64) int64 {
	g := &grain{known: known, least: true}
	return g.body(p.Entry().Body)
}

// huge stands for an amount that is not known, or too large to be counted.
const huge = int64(1) << 40

type grain struct {
	least  bool // what is not known counts once
	known  map[*core.Var]int64
	peak   int64
	inside int                // nesting of parallel nodes
	active map[*core.Fun]bool // being measured
	seen   int                // statements looked at
}

// maxSeen bounds the statements that are looked at: functions may call each other in ever so many ways.
const maxSeen = 1_000_000

func (g *grain) value(a core.Atom) (int64, bool) {
	if n, ok := intConst(a); ok {
		return n, true
	}
	v, ok := a.(*core.Var)
	if !ok {
		return 0, false
	}
	n, ok := g.known[v]
	return n, ok
}

// times is n*cost, huge if n is unknown.
func (g *grain) times(n core.Atom, cost int64) int64 {
	k, ok := g.value(n)
	switch {
	case !ok && g.least:
		return cost
	case !ok || cost >= huge:
		return huge
	}
	k = max(k, 0)
	if k > huge/max(cost, 1) {
		return huge
	}
	return k * cost
}

func (g *grain) body(b core.Body) int64 {
	total := int64(0)
	for _, s := range b.Stms {
		if g.seen++; g.seen > maxSeen {
			return huge
		}
		total = min(total+g.stm(s), huge)
	}
	return total
}

func (g *grain) stm(s core.Stm) int64 {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		g.primApp(s.Pat[0], e)
		return 1
	case *core.Use:
		if n, ok := g.value(e.Atom); ok {
			g.known[s.Pat[0]] = n
		}
		return 1
	case *core.If:
		return max(g.body(e.Then), g.body(e.Else))
	case *core.Loop:
		return g.loop(e)
	case *core.Call:
		for i, p := range e.Fun.Params {
			if n, ok := g.value(e.Args[i]); ok {
				g.known[p] = n
			} else {
				delete(g.known, p)
			}
		}
		if g.active[e.Fun] { // recursion: who knows how deep
			if g.least {
				return 1
			}
			return huge
		}
		if g.active == nil {
			g.active = map[*core.Fun]bool{}
		}
		g.active[e.Fun] = true
		defer delete(g.active, e.Fun)
		return g.body(e.Fun.Body)
	}
	return g.parallel(s)
}

// primApp follows the arithmetic of sizes.
func (g *grain) primApp(v *core.Var, e *core.PrimApp) {
	delete(g.known, v)
	if len(e.Args) == 0 || !e.T.IsInt() || len(e.Args) > 2 {
		return
	}
	vals := make([]core.Const, len(e.Args))
	for i, a := range e.Args {
		n, ok := g.value(a)
		if !ok {
			return
		}
		vals[i] = core.IntC(n)
		vals[i].Type = e.T
	}
	scalars := make([]prim.Scalar, len(vals))
	for i := range vals {
		scalars[i] = vals[i].Scalar
	}
	if r, err := e.Op.Eval(e.T, scalars); err == nil && r.Type.IsInt() {
		g.known[v] = r.Int64()
	}
}

func (g *grain) loop(e *core.Loop) int64 {
	for i, p := range e.Params {
		// A parameter keeps its value where the body passes it on.
		if n, ok := g.value(e.Init[i]); ok && e.Body.Result[i] == core.Atom(p) {
			g.known[p] = n
		} else {
			delete(g.known, p)
		}
	}
	cost := g.body(e.Body)
	if e.Cond != nil {
		turns := int64(32)
		if g.least {
			turns = 1
		}
		return min(turns*(cost+g.body(*e.Cond)), huge)
	}
	delete(g.known, e.I)
	return g.times(e.Bound, cost)
}

// parallel measures the nodes that are spread over threads; only the outermost ones count as grains.
func (g *grain) parallel(s core.Stm) int64 {
	inner := int64(0)
	g.inside++
	s.Exp.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda {
		inner = min(inner+g.body(l.Body), huge)
		return l
	}})
	g.inside--
	cost := inner + 1
	switch e := s.Exp.(type) {
	case *core.WithAcc:
		return g.withAcc(e)
	case *core.UpdateAcc:
		return g.elems(e.Val)
	case *core.Update:
		return g.elems(e.Val)
	case *core.Index, *core.Slice, *core.Rearrange, *core.Reshape, *core.Assert, *core.Scratch:
		return 1
	default:
		if w := width(e); w != nil {
			cost = g.times(w, inner+1)
			cost = g.rows(s, cost)
		}
	}
	if g.inside == 0 {
		g.peak = max(g.peak, cost)
	}
	return cost
}

// elems is the number of elements of an atom's value.
func (g *grain) elems(a core.Atom) int64 {
	n := int64(1)
	for _, d := range a.AtomType().Dims {
		n = g.times(d, n)
	}
	return n
}

// rows counts the elements of the inner dimensions of what a node makes.
func (g *grain) rows(s core.Stm, cost int64) int64 {
	if len(s.Pat) == 0 {
		return cost
	}
	n := int64(1)
	for _, d := range s.Pat[0].Type.Dims {
		n = g.times(d, n)
	}
	return max(cost, n)
}

// withAcc runs its body once; its maps are measured themselves.
func (g *grain) withAcc(e *core.WithAcc) int64 { return g.body(e.Fn.Body) }
