package gather

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
)

// Note [What a loop does not write]
//
// An elimination takes multiples of one row off the others, and a reflection those of one column:
//
//	loop a for k < n do                                     loop a for k < n do
//	  loop a for i < n do                                     let c = copy a[k, :]
//	    if i == k then a else                                 in loop a for i < n do
//	    let f = a[i, k]                               becomes   if i == k then a else
//	    in loop a for j < n do                                  let f = a[i, k]
//	       a with [i, j] = a[i, j] - f * a[k, j]                in loop a for j < n do a with [i, j] = a[i, j] - f * c[j]
//
// The inner loops never write row k, but a later iteration of the outer one does, so that the array at the end does not have it. A return sweep
// would need each element for each i; of c it needs n. [Peng23, 3.3.3: killed values, here of elements by regions: what an inner nest
// does not kill is saved before it.] The copy is a vector where the loop reads a matrix of elements, so that the primal costs the same. It is made
// in reverse derivatives only, of what is not in the array at the end, and where the indices that stay are within bounds for sure.
// An element that stays for the whole of a loop is read before it even if the array has it at the end: its adjoint is then summed up in a variable
// of the return sweep, not in memory that each iteration reads and writes.

// Fixed copies what loops of reverse derivatives read, but do not write, of the arrays that they update: Note [What a loop does not write].
func Fixed(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		return (&fixer{funs: funs}).body(f.Body, nil)
	})
}

type fixer struct {
	funs map[*core.Fun]*core.Fun
}

// body rewrites a body: of a reverse derivative, of which the versions of arrays are known, or not.
func (f *fixer) body(b core.Body, chains *region.Chains) core.Body {
	out := &core.Builder{}
	for _, st := range b.Stms {
		out.Src = st.Src
		in := chains
		switch e := st.Exp.(type) {
		case *core.Diff:
			if in = nil; e.Mode == core.VJP {
				in = region.NewChains()
				in.Add(e.Fn.Params, e.Fn.Body)
			}
		case *core.Loop:
			if chains != nil {
				st.Exp = fixedIn(out, chains, e)
			}
		case *core.Call:
			st.Exp = &core.Call{Fun: f.funs[e.Fun], Args: e.Args}
		default: // what is inside stands in what is around
		}
		st.Exp = core.Inside(st.Exp, func(b core.Body) core.Body { return f.body(b, in) })
		out.Add(st.Pat, st.Exp)
	}
	return out.Body(b.Result...)
}

// fixedPart is what a loop reads of an array at indices of some dimensions that stay as they are.
type fixedPart struct {
	param int
	at    []*region.Sum // by dimension, nil for those that stay
	now   core.Atom
}

// fixedReads are those of one loop.
type fixedReads struct {
	chains *region.Chains
	e      *core.Loop
	runs   *region.Runs
	parts  []*fixedPart
	of     map[*core.Var]core.Exp // what is read instead
}

// fixedIn is a loop that reads copies, which are made before it.
func fixedIn(out *core.Builder, chains *region.Chains, e *core.Loop) core.Exp {
	if e.I == nil {
		return e
	}
	r := &fixedReads{chains: chains, e: e, runs: chains.Runs(e), of: map[*core.Var]core.Exp{}}
	r.body(out, e.Body, 0)
	if len(r.of) == 0 {
		return e
	}
	n := *e
	n.Body = core.Replace(e.Body, func(s core.Stm) core.Exp {
		if len(s.Pat) != 1 {
			return nil
		}
		return r.of[s.Pat[0]]
	})
	return &n
}

// body looks for reads, below some loops and maps inside of the loop.
func (r *fixedReads) body(out *core.Builder, b core.Body, depth int) {
	for _, st := range b.Stms {
		if _, ok := st.Exp.(*core.Index); ok {
			if k := slices.IndexFunc(r.e.Params, func(p *core.Var) bool { return r.reads(p, st) }); k >= 0 {
				r.read(out, k, st, depth)
			}
			continue
		}
		d := depth
		switch st.Exp.(type) {
		case *core.Loop, *core.Map:
			d++
		default: // is done once
		}
		in := func(b core.Body) core.Body { r.body(out, b, d); return b }
		st.Exp.Map(core.Mapper{Body: in, Lambda: func(l *core.Lambda) *core.Lambda { in(l.Body); return l }})
	}
}

// reads reports whether a statement reads of a parameter what the loop has not written.
func (r *fixedReads) reads(p *core.Var, st core.Stm) bool {
	return p.Type.Rank() > 0 && p.Type.Elem.IsFloat() && !p.Type.IsAcc() && r.chains.Unwritten(r.e, slices.Index(r.e.Params, p), st)
}

// lost reports whether what a statement reads may be overwritten later.
func (r *fixedReads) lost(st core.Stm) bool {
	var code core.Body
	if v := st.Pat[0]; !v.Type.IsScalar() {
		code.Result = []core.Atom{v}
	}
	return r.chains.Later(st.Exp.(*core.Index).Arr, st.Pat[0], []core.Stm{st}, code) == nil
}

// read puts a copy in the place of a read, where that has fewer dimensions than there are loops. A single element is always read before.
func (r *fixedReads) read(out *core.Builder, k int, st core.Stm, depth int) {
	v, x := st.Pat[0], st.Exp.(*core.Index)
	p := &fixedPart{param: k, at: make([]*region.Sum, len(x.Idx))}
	var rest []core.Atom
	for d, i := range x.Idx {
		by, sum, ok := r.runs.Form(i)
		if ok && by == 0 && r.runs.Outside(i, x.Arr.Type.Dims[d]) {
			p.at[d] = &sum
		} else if rest = append(rest, i); ok {
			return // goes with the loop
		}
	}
	from, isVar := r.e.Init[k].(*core.Var)
	if one := len(rest) == 0 && v.Type.IsScalar(); !isVar || len(rest) > depth || len(rest) == len(x.Idx) || !one && !r.lost(st) {
		return
	}
	if j := slices.IndexFunc(r.parts, p.same); j >= 0 {
		p = r.parts[j]
	} else {
		p.now = p.copied(out, from)
		r.parts = append(r.parts, p)
	}
	if len(rest) == 0 {
		r.of[v] = &core.Use{Atom: p.now}
		return
	}
	r.of[v] = &core.Index{Arr: p.now.(*core.Var), Idx: rest}
}

// same reports whether two parts are one.
func (p *fixedPart) same(q *fixedPart) bool {
	return p.param == q.param && slices.EqualFunc(p.at, q.at, func(a, b *region.Sum) bool {
		return (a == nil) == (b == nil) && (a == nil || a.Equal(*b))
	})
}

// copied makes a part of an array.
func (p *fixedPart) copied(out *core.Builder, a *core.Var) core.Atom {
	var first, rest []int
	var idx []core.Atom
	for d, s := range p.at {
		if s == nil {
			rest = append(rest, d)
			continue
		}
		first, idx = append(first, d), append(idx, s.In(out))
	}
	v := a
	if perm := append(first, rest...); !slices.IsSorted(perm) {
		v = out.Let(a.Name, &core.Rearrange{Perm: perm, Arr: a})
	}
	if v = out.Index(v, idx...); v.Type.IsScalar() {
		return v
	}
	return out.Let(a.Name, &core.Copy{Arr: v})
}
