package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Grain is the work of the parallel nodes of a program's entry when its integer parameters have the known values. It shows whether
// running in parallel is worth the launches. What depends on other values counts as large; Note [Sizes that loops carry].
func Grain(p *core.Prog, known map[*core.Var]int64) []seg.Amounts {
	g := newGrain(known)
	g.grown = loopResults(p)
	g.body(p.Entry().Body)
	var out []seg.Amounts
	for _, x := range g.ended() {
		out = append(out, seg.Amounts{All: x.all.n, Slower: x.slower.n, Launches: x.launches})
	}
	return out
}

// loopWork is the work of an iteration of a loop, where sizes of the core program are those of the host; see Grain.
func loopWork(e *core.Loop, sizes map[*core.Var]core.Atom, grown map[*core.Var]bool) seg.Work {
	g := newGrain(nil)
	g.cse, g.grown = map[workKey]*core.Var{}, grown
	for v, a := range sizes {
		if n, ok := core.IntConst(a); ok {
			g.known[v] = exactly(amount{n: n})
		} else {
			g.known[v] = exactly(amount{of: a.(*core.Var)})
		}
	}
	g.iteration(e)
	w := seg.Work{}
	for _, x := range g.ended() {
		w.Parts = append(w.Parts, seg.WorkPart{All: x.all.atom(), Slower: x.slower.atom(), Launches: x.launches})
	}
	w.Steps = g.steps
	w.Trim()
	return w
}

// Work is the whole work of a program's entry, in rough operations. What depends on values other than the known ones counts once.
func Work(p *core.Prog, known map[*core.Var]int64) int64 {
	g := newGrain(known)
	g.least = true
	return g.body(p.Entry().Body).n
}

// amount is a number: n, or of a variable.
type amount struct {
	n  int64
	of *core.Var
}

func (a amount) atom() core.Atom {
	if a.of != nil {
		return a.of
	}
	return core.IntC(a.n)
}

var huge = amount{n: seg.HugeWork}

// part is a seg.WorkPart.
type part struct {
	all, slower amount
	launches    int64
}

type grain struct {
	least  bool // what is not known counts once
	known  map[*core.Var]extent
	total  map[*core.Var]amount          // elements of views of arrays, the dimensions of which are not known
	items  map[*core.Var]map[int64]int64 // elements of arrays of i64
	read   map[*core.Var]bool            // numbers that are read, or made of such: Note [Lengths that are read]
	around *core.Loop                    // the counting loop that is looked at
	grown  map[*core.Var]bool            // arrays that loops make
	now    part                          // the outermost parallel nodes of the loop that is looked at
	parts  []part                        // those of loops that have been looked at
	inside int                           // nesting of parallel nodes
	active map[*core.Fun]bool            // being measured
	seen   int                           // statements looked at
	steps  []seg.WorkStep                // of what the host computes
	cse    map[workKey]*core.Var
}

// workKey is a step but for its variable.
type workKey struct {
	kind seg.WorkKind
	op   *prim.Op
	t    prim.Type
	a, b amount
}

func newGrain(known map[*core.Var]int64) *grain {
	g := &grain{known: map[*core.Var]extent{}, total: map[*core.Var]amount{}, items: map[*core.Var]map[int64]int64{}, read: map[*core.Var]bool{}}
	for v, n := range known {
		g.known[v] = exactly(amount{n: n})
	}
	return g
}

// maxSeen bounds the statements that are looked at: functions may call each other in ever so many ways.
const maxSeen = 1_000_000

func (g *grain) value(a core.Atom) (extent, bool) {
	if n, ok := core.IntConst(a); ok {
		return exactly(amount{n: n}), true
	}
	v, ok := a.(*core.Var)
	if !ok {
		return extent{}, false
	}
	n, ok := g.known[v]
	return n, ok
}

// step is what the host computes of one or two amounts.
func (g *grain) step(k workKey, args ...amount) amount {
	k.a, k.b = args[0], args[len(args)-1]
	v := g.cse[k]
	if v == nil {
		v = core.NewVar("work", core.I64)
		g.cse[k] = v
		s := seg.WorkStep{V: v, Kind: k.kind, Op: k.op, T: k.t}
		for _, a := range args {
			s.Args = append(s.Args, a.atom())
		}
		g.steps = append(g.steps, s)
	}
	return amount{of: v}
}

// times is n*cost, huge if n is unknown. An n that changes counts as the middle between its bounds.
func (g *grain) times(n core.Atom, cost amount) amount {
	x, ok := g.value(n)
	switch {
	case !ok && g.least:
		return cost
	case !ok && g.read[core.AsVar(n)]:
		x = exactly(g.average())
	case !ok:
		return huge
	}
	if cost == huge || x.most == huge {
		return huge
	}
	switch k := g.middle(x.least, x.most); {
	case k.of == nil && cost.of == nil:
		return amount{n: seg.TimesWork(k.n, cost.n)}
	case k == amount{n: 1}:
		return cost
	default:
		return g.step(workKey{kind: seg.WorkTimes}, k, cost)
	}
}

// branches is the cost of either branch: of points, some take one and some the other.
func (g *grain) branches(a, b amount) amount {
	if g.inside > 0 {
		return g.middle(a, b)
	}
	return g.most(a, b)
}

// middle is half of the sum of two amounts.
func (g *grain) middle(a, b amount) amount {
	sum := g.plus(a, b)
	switch {
	case a == b:
		return a
	case sum == huge:
		return huge
	}
	return g.apply(prim.Quot, prim.I64, sum, amount{n: 2})
}

func (g *grain) plus(a, b amount) amount {
	switch {
	case a == huge || b == huge:
		return huge
	case a.of == nil && b.of == nil:
		return amount{n: seg.PlusWork(a.n, b.n)}
	case a == amount{}:
		return b
	case b == amount{}:
		return a
	}
	return g.step(workKey{kind: seg.WorkPlus}, a, b)
}

func (g *grain) most(a, b amount) amount {
	switch {
	case a == huge || b == huge:
		return huge
	case a.of == nil && b.of == nil:
		return amount{n: max(a.n, b.n)}
	case a == amount{} || a == b:
		return b
	case b == amount{}:
		return a
	}
	return g.step(workKey{kind: seg.WorkMost}, a, b)
}

func (g *grain) body(b core.Body) amount {
	fixed, other := amount{}, amount{}
	for _, s := range b.Stms {
		if g.seen++; g.seen > maxSeen {
			return huge
		}
		if n := g.stm(s); n.of == nil {
			fixed = g.plus(fixed, n)
		} else {
			other = g.plus(other, n)
		}
	}
	return g.plus(other, fixed)
}

func (g *grain) stm(s core.Stm) amount {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		g.primApp(s.Pat[0], e)
		g.reads(s.Pat[0], e)
		return amount{n: 1}
	case *core.Use:
		g.name(s.Pat[0], e.Atom)
		return amount{n: 1}
	case *core.If:
		before := g.now
		then := g.body(e.Then)
		x := g.now
		g.now = before
		cost := g.branches(then, g.body(e.Else))
		g.now = part{g.most(x.all, g.now.all), g.most(x.slower, g.now.slower), max(x.launches, g.now.launches)}
		for i, v := range s.Pat {
			g.either(v, e.Then.Result[i], e.Else.Result[i])
		}
		return cost
	case *core.Loop:
		if n, ok := g.trips(s.Pat, e); ok {
			return n
		}
		return g.loop(e)
	case *core.Call:
		for i, p := range e.Fun.Params {
			g.name(p, e.Args[i])
		}
		if g.active[e.Fun] { // recursion: who knows how deep
			if g.least {
				return amount{n: 1}
			}
			return huge
		}
		if g.active == nil {
			g.active = map[*core.Fun]bool{}
		}
		g.active[e.Fun] = true
		defer delete(g.active, e.Fun)
		return g.body(e.Fun.Body)
	default: // as much work as it has elements
		g.contents(s)
	}
	return g.parallel(s)
}

func (g *grain) loop(e *core.Loop) amount {
	outer := g.now
	g.now = part{}
	cost := g.iteration(e)
	g.parts = g.ended()
	g.now = outer
	if e.Cond == nil {
		return g.times(e.Bound, cost)
	}
	turns := int64(32)
	if g.least {
		turns = 1
	}
	return g.times(core.IntC(turns), cost)
}

// ended are the parts with that of the code which has been looked at.
func (g *grain) ended() []part {
	if g.now.launches == 0 {
		return g.parts
	}
	return append(g.parts, g.now)
}

// iteration is the work of one.
func (g *grain) iteration(e *core.Loop) amount {
	for i, p := range e.Params {
		delete(g.known, p)
		if e.Body.Result[i] == core.Atom(p) { // it keeps its value
			g.name(p, e.Init[i])
		}
	}
	if e.Cond == nil {
		defer func(outer *core.Loop) { g.around = outer }(g.around)
		g.around = e
		g.counter(e.I, e.Bound)
		return g.body(e.Body)
	}
	cost := g.body(e.Body)
	return g.plus(cost, g.body(*e.Cond))
}

// parallel measures the nodes that are spread over threads; only the outermost ones count as grains.
func (g *grain) parallel(s core.Stm) amount {
	inner := amount{}
	g.elements(s)
	g.inside++
	s.Exp.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda {
		inner = g.plus(inner, g.body(l.Body))
		return l
	}})
	g.inside--
	cost := g.plus(inner, amount{n: 1})
	if m, ok := s.Exp.(*core.Map); ok && g.inside == 0 {
		if n, ok := g.blocks(m); ok {
			g.now.all = g.plus(g.now.all, n)
			g.now.launches++
			return n
		}
	}
	switch e := s.Exp.(type) {
	case *core.WithAcc:
		return g.withAcc(e)
	case *core.UpdateAcc:
		return g.elems(e.Val)
	case *core.Update:
		return g.elems(e.Val)
	case *core.Index, *core.Slice, *core.Rearrange, *core.Reshape, *core.Assert, *core.Scratch:
		g.view(s)
		return amount{n: 1}
	default:
		if w := width(e); w != nil {
			cost = g.times(w, cost)
			cost = g.rows(s, cost)
		}
	}
	if g.inside == 0 {
		g.now.all = g.plus(g.now.all, cost)
		g.now.launches++
		k := slowdown(s.Exp)
		if _, ok := s.Exp.(*core.Scan); ok { // a kernel takes over the maps and scatters around it
			k = max(k, 2)
		}
		if k > 0 {
			g.now.slower = g.plus(g.now.slower, g.times(core.IntC(k), cost))
		}
	}
	return cost
}

// elems is the number of elements of an atom's value.
func (g *grain) elems(a core.Atom) amount {
	n := amount{n: 1}
	for _, d := range a.AtomType().Dims {
		n = g.times(d, n)
	}
	return n
}

// rows counts the elements of the inner dimensions of what a node makes. What is added to an accumulator is counted where that is done.
func (g *grain) rows(s core.Stm, cost amount) amount {
	for _, v := range s.Pat {
		if !v.Type.IsAcc() {
			return g.most(cost, g.elems(v))
		}
	}
	return cost
}

// withAcc runs its body once; its maps are measured themselves.
func (g *grain) withAcc(e *core.WithAcc) amount { return g.body(e.Fn.Body) }
