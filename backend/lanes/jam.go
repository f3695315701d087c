package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Jammed loops]
//
// A loop over i around loops over j, as in a product of a matrix and a point, reads the point again for each i. In
// lanes, where that is a vector for each j, four iterations of i go through the loops over j together: what does not
// depend on i is read and computed once for them, sums into one place are added first, and no sum waits for another.
// What follows and depends on earlier iterations, as the least of some distances does, stays in the order of i. So does a product of a matrix and a
// vector whose elements are stored. Loops of sequential code go so along rows (Note [Jammed rows]).
//
// The sums of four iterations have 16 registers of 16 bytes, which is all that there are: where vectors are that narrow two iterations go together. That may not show in the
// order of sums, which all engines have alike: each lane has its own here, in the order of j, whether its iteration is jammed or left. Where sums go to one place, and in rows of
// sequential code, whose vectors are summed in other ways in iterations that are left, there are four everywhere.

// Jam makes several iterations of loops around loops go through these together, where that saves reading what they share.
func Jam(p *seg.Prog) *seg.Prog {
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel { return withBody(k, jamLoops(p.Target, k.Body)) })
}

// jamShift is the logarithm of the number of iterations that are jammed, and narrowJam where all vector registers have no more than fewBytes.
const (
	jamShift  = 2
	narrowJam = 1
	fewBytes  = 256
)

// maxJam bounds the statements of a loop that is jammed.
const maxJam = 48

// jam is a loop over i, of which some iterations become one.
type jam struct {
	i       *core.Var
	body    seg.Code
	alike   int                       // the statements up to here go together, the others one iteration after the other
	vary    map[*core.Var]bool        // differs between the iterations
	shift   int64                     // the logarithm of the number of iterations
	clones  []map[*core.Var]*core.Var // the variables of each iteration
	updated map[*seg.Mem]bool
}

// jamLoops jams the loops of a code.
func jamLoops(t seg.Target, c seg.Code) seg.Code {
	var out seg.Code
	for _, s := range c {
		switch s := s.(type) {
		case *seg.For:
			if j := jamOf(s.I, s.Body, s.Par, false); j != nil && s.FromZero() && s.I.Type.Elem == prim.I64 {
				j.narrow(t)
				out = append(out, j.split(s.Bound, func(i *core.Var, n core.Atom, body seg.Code, _ bool) seg.Stm {
					return &seg.For{I: i, Bound: n, Body: body, Par: s.Par, Elems: s.Elems}
				})...)
				continue
			}
			f := *s
			f.Body = jamLoops(t, s.Body)
			out = append(out, &f)
		case *seg.Fold:
			if j := jamOf(s.I, s.Body, false, false); j != nil && j.alike == len(s.Body) && !readsAccs(s) {
				out = append(out, j.fold(s)...)
				continue
			}
			out = append(out, s)
		case *seg.If:
			out = append(out, &seg.If{Cond: s.Cond, Then: jamLoops(t, s.Then), Else: jamLoops(t, s.Else), Unlikely: s.Unlikely})
		default:
			out = append(out, s)
		}
	}
	return out
}

// jamOf is a loop that can be jammed and gains by it; else nil. Iterations that are independent may write, each to places of its own.
// Branches says whether there may be some under conditions that all iterations have alike: loops in lanes have none.
func jamOf(i *core.Var, body seg.Code, independent, branches bool) *jam {
	j := &jam{i: i, body: body, vary: map[*core.Var]bool{i: true}, updated: map[*seg.Mem]bool{}, shift: jamShift}
	n, loops, shares := 0, 0, false
	set := map[core.Atom]bool{}
	declared := map[*core.Var]bool{}
	seg.Walk(body, func(s seg.Stm) {
		n++
		switch s := s.(type) {
		case *seg.Decl:
			declared[s.V] = true
		case *seg.Set:
			set[s.V] = set[s.V] || !declared[s.V]
		case *seg.Update:
			j.updated[s.Mem] = true
		default: // declares and changes nothing
		}
	})
	j.alike = len(body)
	for at, s := range body {
		if j.alike == len(body) && sequential(s, set) {
			j.alike = at
		}
		inner, of := loopBody(s)
		if inner == nil {
			if c, ok := s.(*seg.If); branches && ok && at < j.alike && j.fixedIf(c) {
				continue
			}
			st, store := s.(*seg.Store)
			if store && (!independent || !st.At.Mentions(i)) || !store && !j.straight(s) {
				return nil
			}
			continue
		}
		if loops++; at >= j.alike || !j.fixed(of.bound) || of.i.Type.Elem != prim.I64 {
			return nil
		}
		for _, b := range inner {
			if _, decl := b.(*seg.Decl); decl || sequential(b, set) || !j.straight(b) {
				return nil
			}
			l, ok := b.(*seg.Load)
			shares = shares || ok && !j.vary[l.V] && l.At.Mentions(of.i)
		}
	}
	if loops == 0 || !shares || n > maxJam {
		return nil
	}
	return j
}

// narrow makes fewer iterations go together where all vector registers have few bytes.
func (j *jam) narrow(t seg.Target) {
	if bytes := t.Vector * t.Registers; 0 < bytes && bytes <= fewBytes && len(j.updated) == 0 {
		j.shift = narrowJam
	}
}

// loopOver is a loop around: its index and bound.
type loopOver struct {
	i     *core.Var
	bound core.Atom
}

// sequential reports whether a statement, or one inside, sets a variable of those or uses it.
func sequential(s seg.Stm, set map[core.Atom]bool) bool {
	out := false
	seg.Walk(seg.Code{s}, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { out = out || set[a] }) })
	return out
}

// loopBody is the body of an inner loop with its index and bound; nil if s is none.
func loopBody(s seg.Stm) (seg.Code, *loopOver) {
	switch s := s.(type) {
	case *seg.For:
		if !s.FromZero() {
			return nil, nil
		}
		return s.Body, &loopOver{s.I, s.Bound}
	case *seg.Fold:
		if readsAccs(s) {
			return nil, nil
		}
		return s.Body, &loopOver{s.I, s.Bound}
	default: // no loop over a range
	}
	return nil, nil
}

// fixedIf reports whether a condition is the same in all iterations, and can be jammed with what stands under it.
func (j *jam) fixedIf(s *seg.If) bool {
	for _, b := range slices.Concat(s.Then, s.Else) {
		if _, update := b.(*seg.Update); !update && seg.Binds(b) == nil || !j.straight(b) {
			return false
		}
	}
	return j.fixed(s.Cond)
}

func (j *jam) fixed(a core.Atom) bool { return !j.vary[core.AsVar(a)] }

// straight reports whether a statement can be jammed, and notes whether it differs between iterations.
func (j *jam) straight(s seg.Stm) bool {
	differs := false
	seg.Operands(s, func(a core.Atom) { differs = differs || !j.fixed(a) })
	switch s := s.(type) {
	case *seg.Let:
		j.vary[s.V] = differs
	case *seg.Select:
		j.vary[s.V] = differs
	case *seg.Load:
		j.vary[s.V] = differs
		return !j.updated[s.Mem] && !s.Ordered
	case *seg.Decl:
		j.vary[s.V] = true
	case *seg.Set, *seg.Update:
	default:
		return false
	}
	return true
}

// split is the loop in two: jammed iterations, and those that are left.
func (j *jam) split(bound core.Atom, loop func(i *core.Var, n core.Atom, body seg.Code, jammed bool) seg.Stm) seg.Code {
	i64 := func(name string) *core.Var { return core.NewVar(name, core.I64) }
	let := func(out *seg.Code, v *core.Var, op *prim.Op, a, b core.Atom) *core.Var {
		*out = append(*out, &seg.Let{V: v, Op: op, T: prim.I64, Args: []core.Atom{a, b}, Idx: op != prim.Lshr})
		return v
	}
	var out, body seg.Code
	var groups, done, left core.Atom
	if c, ok := bound.(core.Const); ok {
		n := max(c.Int64(), 0)
		groups, done, left = core.IntC(n>>j.shift), core.IntC(n>>j.shift<<j.shift), core.IntC(n&(1<<j.shift-1))
	} else {
		groups = let(&out, i64("groups"), prim.Lshr, bound, core.IntC(j.shift))
		done = let(&out, i64("done"), prim.Mul, groups, core.IntC(1<<j.shift))
		left = let(&out, i64("left"), prim.Sub, bound, done)
	}
	g := i64("g")
	base := let(&body, i64("base"), prim.Mul, g, core.IntC(1<<j.shift))
	for u := range int64(1) << j.shift {
		j.clones = append(j.clones, map[*core.Var]*core.Var{j.i: let(&body, i64("i"), prim.Add, base, core.IntC(u))})
	}
	for _, s := range j.body[:j.alike] {
		j.together(&body, s)
	}
	for u := range j.clones {
		for _, s := range j.body[j.alike:] {
			body = append(body, j.clone(u, s))
		}
	}
	out = append(out, loop(g, groups, body, true))
	if isZeroConst(left) {
		return out
	}
	r := i64("r")
	var rest seg.Code
	let(&rest, j.i, prim.Add, done, r)
	return append(out, loop(r, left, append(rest, j.body...), false))
}

func isZeroConst(a core.Atom) bool { return core.IsConst(a, prim.Int(prim.I64, 0)) }

// fold jams a fold.
func (j *jam) fold(s *seg.Fold) seg.Code {
	return j.split(s.Bound, func(i *core.Var, n core.Atom, body seg.Code, jammed bool) seg.Stm {
		f := *s
		f.I, f.Bound, f.Body = i, n, body
		if jammed {
			f.Vals = nil
			for a, v := range s.Vals {
				f.Vals = append(f.Vals, j.sum(&f.Body, s.Ops[a], s.Accs[a].Type.Elem, v))
			}
		}
		return &f
	})
}

// sum combines the values of an atom in all iterations.
func (j *jam) sum(out *seg.Code, op *prim.Op, t prim.Type, a core.Atom) core.Atom {
	all := j.atom(0, a)
	for u := 1; u < len(j.clones); u++ {
		v := core.NewVar("sum", core.Prim(t))
		*out = append(*out, &seg.Let{V: v, Op: op, T: t, Args: []core.Atom{all, j.atom(u, a)}})
		all = v
	}
	return all
}

// together writes a statement for all iterations, once if they do not differ in it.
func (j *jam) together(out *seg.Code, s seg.Stm) {
	switch s := s.(type) {
	case *seg.For:
		f := *s
		f.Body = nil
		for _, b := range s.Body {
			j.together(&f.Body, b)
		}
		*out = append(*out, &f)
		return
	case *seg.Fold:
		f := &seg.Fold{I: s.I, Bound: s.Bound}
		for _, b := range s.Body {
			j.together(&f.Body, b)
		}
		for u := range j.clones {
			for a, x := range s.Accs {
				f.Accs = append(f.Accs, core.AsVar(j.atom(u, x)))
				f.Ops, f.Vals = append(f.Ops, s.Ops[a]), append(f.Vals, j.atom(u, s.Vals[a]))
			}
		}
		*out = append(*out, f)
		return
	case *seg.If:
		block := func(c seg.Code) (out seg.Code) {
			for _, b := range c {
				j.together(&out, b)
			}
			return out
		}
		*out = append(*out, &seg.If{Cond: s.Cond, Then: block(s.Then), Else: block(s.Else), Unlikely: s.Unlikely})
		return
	case *seg.Update:
		if !slices.ContainsFunc(s.At, func(t seg.Term) bool { return !j.fixed(t.A) || t.B != nil && !j.fixed(t.B) }) {
			u := *s
			u.Val = j.sum(out, s.Op, s.Mem.Elem, s.Val)
			*out = append(*out, &u)
			return
		}
	default:
		if v := seg.Binds(s); v != nil && !j.vary[v] {
			*out = append(*out, s)
			return
		}
	}
	for u := range j.clones {
		*out = append(*out, j.clone(u, s))
	}
}

// atom is an atom in iteration u.
func (j *jam) atom(u int, a core.Atom) core.Atom {
	if v, ok := a.(*core.Var); ok && j.clones[u][v] != nil {
		return j.clones[u][v]
	}
	return a
}

func (j *jam) atoms(u int, as []core.Atom) []core.Atom {
	out := make([]core.Atom, len(as))
	for i, a := range as {
		out[i] = j.atom(u, a)
	}
	return out
}

// clone is a statement of iteration u.
func (j *jam) clone(u int, s seg.Stm) seg.Stm {
	fresh := func(v *core.Var) *core.Var {
		n := core.NewVar(v.Name, v.Type)
		j.clones[u][v] = n
		return n
	}
	index := func(x seg.Index) seg.Index {
		out := make(seg.Index, len(x))
		for i, t := range x {
			if out[i].A = j.atom(u, t.A); t.B != nil {
				out[i].B = j.atom(u, t.B)
			}
		}
		return out
	}
	switch s := s.(type) {
	case *seg.Let:
		n := *s
		n.Args = j.atoms(u, s.Args)
		n.V = fresh(s.V)
		return &n
	case *seg.Select:
		n := &seg.Select{Cond: j.atom(u, s.Cond), Then: j.atom(u, s.Then), Else: j.atom(u, s.Else)}
		n.V = fresh(s.V)
		return n
	case *seg.Load:
		n := *s
		n.At = index(s.At)
		n.V = fresh(s.V)
		return &n
	case *seg.Decl:
		n := &seg.Decl{Init: j.atom(u, s.Init)}
		n.V = fresh(s.V)
		return n
	case *seg.Set:
		return &seg.Set{V: core.AsVar(j.atom(u, s.V)), Val: j.atom(u, s.Val)}
	case *seg.Update:
		n := *s
		n.At, n.Val = index(s.At), j.atom(u, s.Val)
		return &n
	case *seg.Store:
		n := *s
		n.At, n.Val = index(s.At), j.atom(u, s.Val)
		return &n
	default: // not in a loop that is jammed
	}
	return s
}
