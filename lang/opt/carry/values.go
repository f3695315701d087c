package carry

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Carried values]
//
// A recurrence is often written by what stands in its array:
//
//	loop x = x0 for i < n do                           loop (x, last) = (x0, 0) for i < n do
//	  let p = if i == 0 then 0 else x[i - 1]  becomes     let p = if i == 0 then 0 else last
//	  let v = a[i] * p + b[i]                              let v = a[i] * p + b[i]
//	  in x with [i] = v                                    in (x with [i] = v, v)
//
// What an iteration wrote, the next ones find in a variable: no iteration waits until a number has gone to memory and back, and the derivative
// is that of a recurrence of numbers, whose adjoint is a number as well (scalar replacement [Callahan, Carr and Kennedy, Improving register
// allocation for subscripted variables, PLDI 1990], for reads a few iterations back). What the first iterations read is there before the
// loop, unless a condition keeps them from reading. Where that gives a number instead, as 0 for i = 0 here, the variables begin with that number and nobody
// asks: let p = last. Tables whose cells need neighbours in two dimensions stay as they are: their
// diagonals run in lanes (package lanes).

// mostBack is how many iterations back a value is carried.
const mostBack = 4

// Values carries in variables what loops write in an iteration and read in one of the next: Note [Carried values].
func Values(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		c := &carrier{funs: funs, chains: region.NewChains()}
		c.chains.Learn(f.Params, f.Body)
		return c.rewritten(f.Body, c.loop)
	})
}

type carrier struct {
	funs   map[*core.Fun]*core.Fun
	chains *region.Chains
	names  *alias.Classes
}

// rewritten is a body whose counting loops are rewritten, inner ones first; what comes before a loop is added to the builder.
func (c *carrier) rewritten(b core.Body, loop func(*core.Builder, core.Stm, *core.Loop) core.Stm) core.Body {
	out := &core.Builder{}
	in := func(b core.Body) core.Body { return c.rewritten(b, loop) }
	for _, st := range b.Stms {
		out.Src = st.Src
		st.Exp = core.Inside(st.Exp, in)
		switch e := st.Exp.(type) {
		case *core.Call:
			e.Fun = c.funs[e.Fun]
		case *core.Loop:
			if e.Cond == nil && e.I.Type.Elem == prim.I64 {
				st = loop(out, st, e)
			}
		default: // no loop
		}
		out.Add(st.Pat, st.Exp)
	}
	return out.Body(b.Result...)
}

// loop is a loop that carries values; what it starts with is added to b.
func (c *carrier) loop(b *core.Builder, st core.Stm, e *core.Loop) core.Stm {
	l, pat := *e, slices.Clone(st.Pat)
	for k := range e.Params {
		w := c.writes(e, k)
		if w == nil {
			continue
		}
		w.find(e.Body)
		w.lead(e.Body)
		last := core.Atom(w.val)
		for j := int64(1); j <= w.back(); j++ {
			p := core.NewVar("last", w.val.AtomType())
			l.Params, l.Init = append(l.Params[:len(l.Params):len(l.Params)], p), append(l.Init[:len(l.Init):len(l.Init)], w.first(b, e, j))
			l.Body.Result = append(l.Body.Result[:len(l.Body.Result):len(l.Body.Result)], last)
			pat = append(pat, core.NewVar(p.Name, p.Type))
			for _, r := range w.reads {
				if r.back == j {
					r.is = p
				}
			}
			last = p
		}
		l.Body = core.Replace(l.Body, func(s core.Stm) core.Exp {
			if len(s.Pat) == 1 && w.leads[s.Pat[0]] != nil {
				return &core.Use{Atom: w.leads[s.Pat[0]].is}
			}
			if k := slices.IndexFunc(w.reads, func(r *read) bool { return slices.Contains(s.Pat, r.v) }); k >= 0 {
				return &core.Use{Atom: w.reads[k].is}
			}
			return nil
		})
	}
	return core.Stm{Pat: pat, Exp: &l, Src: st.Src}
}

// writing is how a loop writes one element of an array in each iteration.
type writing struct {
	runs  *region.Runs
	arr   *core.Var // the parameter
	next  *core.Var // what it is after the update
	init  *core.Var
	idx   []core.Atom
	val   core.Atom
	dim   int   // that its counter moves along
	by    int64 // 1 or -1
	rests []region.Sum
	reads []*read
	alone bool                // no other row or column is read
	start core.Atom           // what stands for what is not there before the loop
	leads map[*core.Var]*read // choices between that and a read
}

// read is an element that was written some iterations back. It may not be read before that many iterations if it is guarded.
type read struct {
	v       *core.Var
	back    int64
	guarded bool
	is      *core.Var // what carries it
}

// writes says how a loop writes the array of parameter k; nil if it does so in any other way.
func (c *carrier) writes(e *core.Loop, k int) *writing {
	arr := e.Params[k]
	at := slices.IndexFunc(e.Body.Stms, func(s core.Stm) bool { return len(s.Pat) == 1 && core.Atom(s.Pat[0]) == e.Body.Result[k] })
	if arr.Type.IsScalar() || arr.Type.IsAcc() || at < 0 {
		return nil
	}
	u, ok := e.Body.Stms[at].Exp.(*core.Update)
	if !ok || u.Arr != arr || len(u.Idx) != arr.Type.Rank() {
		return nil
	}
	w := &writing{runs: c.chains.Runs(e), arr: arr, next: e.Body.Stms[at].Pat[0], init: core.AsVar(e.Init[k]), idx: u.Idx, val: u.Val, dim: -1}
	for d, i := range u.Idx {
		by, rest, ok := w.runs.Form(i)
		if !ok || by != 0 && (w.dim >= 0 || by != 1 && by != -1) {
			return nil
		}
		if w.rests = append(w.rests, rest); by != 0 {
			w.dim, w.by = d, by
		}
	}
	if w.dim < 0 {
		return nil
	}
	return w
}

// find finds the reads in code; none if another row or column is read as well, so that the array may be gone through along its diagonals.
func (w *writing) find(b core.Body) {
	w.alone = true
	defer func() {
		if !w.alone {
			w.reads = nil
		}
	}()
	core.Walk(b, func(s core.Stm) {
		e, ok := s.Exp.(*core.Index)
		if !ok || e.Arr != w.arr {
			return
		}
		back := int64(0)
		for d, i := range e.Idx {
			apart, known := w.runs.Apart(w.idx[d], i)
			w.alone = w.alone && known && (d == w.dim || apart == 0)
			if d == w.dim {
				back = apart * w.by
			}
		}
		if len(e.Idx) < len(w.idx) || back < 1 || back > mostBack {
			return
		}
		guarded := w.runs.Least(s.Pat[0], back)
		for d, i := range e.Idx {
			if !guarded && !w.runs.Indexes(i, w.arr.Type.Dims[d]) {
				return
			}
		}
		w.reads = append(w.reads, &read{v: s.Pat[0], back: back, guarded: guarded})
	})
}

// back is how many iterations back the loop reads at most.
func (w *writing) back() (n int64) {
	for _, r := range w.reads {
		n = max(n, r.back)
	}
	return n
}

// first is what the place j iterations before the first one holds, if an iteration reads it.
func (w *writing) first(b *core.Builder, e *core.Loop, j int64) core.Atom {
	none := w.start
	after := int64(mostBack)
	for _, r := range w.reads {
		if !r.guarded && r.back >= j {
			after = min(after, r.back-j)
		}
	}
	if after == mostBack {
		return none
	}
	runs := b.Prim(prim.Lt, prim.I64, core.IntC(after), e.Bound)
	return b.If(runs, []core.Type{w.val.AtomType()}, func(b *core.Builder) []core.Atom {
		var idx []core.Atom
		for d, rest := range w.rests {
			if d == w.dim {
				rest.C -= j * w.by
			}
			idx = append(idx, rest.In(b))
		}
		return []core.Atom{b.Index(w.init, idx...)}
	}, func(*core.Builder) []core.Atom { return []core.Atom{none} })[0]
}
