package chunk

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Aside]
//
// A branch on data is guessed wrong about as often as the data change, and each wrong guess costs a processor as much as some dozens of
// operations. Filters and partitions branch so for every element. So a few operations under such a condition are done always, and what
// they store goes aside where the condition does not hold, to an element that nobody reads:
//
//	if c { x = a[i]; t[k] = x; set k = u }
//
// becomes
//
//	x = a[if c then i else 0]; place = if c then t + k else spare; place[0] = x; set k = if c then u else k
//
// Element 0 of a block can always be read: see seg.Slack. Places that go along with the loop are left to the branch, which compilers turn into
// masks.

// Aside does stores under conditions on data without branches, in loops.
func Aside(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU {
		return p
	}
	return pass(p, func(k *seg.Kernel, c seg.Code) seg.Code {
		if k.Width > 0 {
			return c
		}
		return aside(c)
	})
}

// aside is code with the branches of its loops done away with, in inner loops first.
func aside(c seg.Code) seg.Code {
	out := make(seg.Code, len(c))
	for i, s := range c {
		s = within(s, aside)
		switch s := s.(type) {
		case *seg.For:
			n := *s
			n.Body = turnsOf(s.Body).code(s.Body)
			out[i] = &n
		case *seg.While:
			n := *s
			n.Body = turnsOf(s.Body).code(s.Body)
			out[i] = &n
		default:
			out[i] = s
		}
	}
	return out
}

// turns knows of what an iteration of a loop computes whether it follows from data.
type turns struct {
	def map[core.Atom]seg.Stm
	set map[core.Atom]bool // variables that iterations hand on
}

func turnsOf(body seg.Code) *turns {
	t := &turns{def: map[core.Atom]seg.Stm{}, set: map[core.Atom]bool{}}
	seg.Walk(body, func(s seg.Stm) {
		if v := seg.Binds(s); v != nil {
			t.def[v] = s
		}
		if s, ok := s.(*seg.Set); ok {
			t.set[s.V] = true
		}
	})
	return t
}

// fromData reports whether a value depends on what is loaded, or handed on.
func (t *turns) fromData(a core.Atom) bool {
	if t.set[a] {
		return true
	}
	switch s := t.def[a].(type) {
	case *seg.Load:
		return true
	case *seg.Let:
		return slices.ContainsFunc(s.Args, t.fromData)
	case *seg.Select:
		return t.fromData(s.Cond) || t.fromData(s.Then) || t.fromData(s.Else)
	default: // the same in all iterations, or goes along with them
	}
	return false
}

// chancy reports whether nobody can guess a condition: it compares data. An index among data may be outside on purpose.
func (t *turns) chancy(a core.Atom) bool {
	switch s := t.def[a].(type) {
	case *seg.Load:
		return s.V.Type.Elem == prim.Bool
	case *seg.Select:
		return t.chancy(s.Cond) || t.chancy(s.Then) || t.chancy(s.Else)
	case *seg.Let:
		if s.V.Type.Elem == prim.Bool && s.T != prim.Bool {
			return t.fromData(a)
		}
		return slices.ContainsFunc(s.Args, t.chancy)
	default: // as often as not the same as before
	}
	return false
}

// code is code without the branches that go aside.
func (t *turns) code(c seg.Code) seg.Code {
	b := &seg.Builder{}
	for _, s := range c {
		if f, ok := s.(*seg.If); ok && !f.Unlikely && t.chancy(f.Cond) && t.goes(f) {
			branches(b, f)
			continue
		}
		b.Add(s)
	}
	return b.Code
}

// goes reports whether a branch is a few operations of which some store where data say. Branches inside may be the same: each may be guessed wrong.
// What is set of variables from outside is set last.
func (t *turns) goes(f *seg.If) bool {
	a := &asides{turns: t}
	_, ok := a.both(f)
	return ok && a.stores > 0 && a.steps <= limits.Now.ChanceSteps*a.ifs
}

// asides counts what stands under a condition.
type asides struct {
	*turns
	steps, stores, ifs int
}

// both gives the variables from outside that the branches set; ok is false if they do something else.
func (a *asides) both(f *seg.If) (sets []*core.Var, ok bool) {
	a.ifs++
	then, ok1 := a.branch(f.Then)
	els, ok2 := a.branch(f.Else)
	return append(then, els...), ok1 && ok2
}

func (a *asides) branch(c seg.Code) (sets []*core.Var, ok bool) {
	own := map[*core.Var]bool{}
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Decl:
			own[s.V] = true
		case *seg.Set:
			if v := core.AsVar(s.Val); slices.Contains(sets, s.V) || v != nil && slices.Contains(sets, v) {
				return nil, false
			}
			if !own[s.V] {
				sets = append(sets, s.V)
			}
			continue
		default: // sets nothing by itself
		}
		if len(sets) > 0 {
			return nil, false
		}
		if f, ok := s.(*seg.If); ok {
			in, ok := a.both(f)
			if !ok || f.Unlikely {
				return nil, false
			}
			sets = slices.DeleteFunc(in, func(v *core.Var) bool { return own[v] })
		} else if !a.does(s) {
			return nil, false
		}
	}
	return sets, true
}

// does reports whether a statement may be done in any case, or be made to do no harm.
func (a *asides) does(s seg.Stm) bool {
	a.steps++
	switch s := s.(type) {
	case *seg.Let:
		if s.Op.IsConversion() && s.T.IsInt() && s.T.Size() == s.V.Type.Elem.Size() {
			a.steps-- // it only has another name
		}
		return prompt(s)
	case *seg.Decl:
		a.steps--
		return true
	case *seg.Load:
		return !s.Ordered && plain(s.Mem) && s.V.Type.Lanes == 0
	case *seg.Store:
		a.stores++
		return plain(s.Mem) && s.First == nil && s.Val.AtomType().Lanes == 0 && slices.ContainsFunc(s.At, func(x seg.Term) bool {
			return a.fromData(x.A) || x.B != nil && a.fromData(x.B)
		})
	case *seg.Select, *seg.Check:
		return true
	default:
		return false
	}
}

// plain reports whether a memory is a block that a thread may write to beside another one.
func plain(m *seg.Mem) bool {
	return (m.Space == seg.Device || m.Space == seg.Scratch) && m.Lanes <= 1 && !m.Grow
}

// prompt reports whether an operation cannot fail and takes a few cycles.
func prompt(s *seg.Let) bool {
	if s.T.IsInt() || s.T == prim.Bool {
		return !s.Op.Fails
	}
	return slices.Contains([]*prim.Op{prim.Add, prim.Sub, prim.Mul, prim.Neg, prim.Abs, prim.Min, prim.Max, prim.Eq, prim.Lt, prim.Le, prim.IsNaN, prim.ToBits}, s.Op) ||
		s.Op.IsConversion()
}

// branches adds both branches of an if, without any.
func branches(b *seg.Builder, f *seg.If) {
	vars, vals := chosen(b, f, nil)
	b.SetAll(vars, vals)
}

// chosen adds both branches of an if that stands under a condition, and gives what the variables from outside are set to.
func chosen(b *seg.Builder, f *seg.If, under core.Atom) (vars []*core.Var, vals []core.Atom) {
	and := func(c core.Atom) core.Atom {
		if under == nil {
			return c
		}
		return b.Op("both", prim.And, prim.Bool, under, c)
	}
	yes := oneBranch(b, and(f.Cond), f.Then)
	no := map[*core.Var]core.Atom{}
	if len(f.Else) > 0 {
		no = oneBranch(b, and(b.Not(f.Cond)), f.Else)
	}
	seg.Walk(slices.Concat(f.Then, f.Else), func(s seg.Stm) {
		x, ok := s.(*seg.Set)
		if !ok || slices.Contains(vars, x.V) || yes[x.V] == nil && no[x.V] == nil {
			return
		}
		then, els := core.Atom(x.V), core.Atom(x.V)
		if a := yes[x.V]; a != nil {
			then = a
		}
		if a := no[x.V]; a != nil {
			els = a
		}
		vars, vals = append(vars, x.V), append(vals, b.Select(x.V.Name, f.Cond, then, els))
	})
	return vars, vals
}

// oneBranch adds what is done where a condition holds, so that it does no harm where not, and gives what variables from outside are set to.
func oneBranch(b *seg.Builder, cond core.Atom, c seg.Code) map[*core.Var]core.Atom {
	set, own := map[*core.Var]core.Atom{}, map[*core.Var]bool{}
	to := func(v *core.Var, val core.Atom) {
		if own[v] {
			b.Set(v, val)
		} else {
			set[v] = val
		}
	}
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Decl:
			own[s.V] = true
			b.Add(s)
		case *seg.Set:
			to(s.V, s.Val)
		case *seg.If:
			vars, vals := chosen(b, s, cond)
			for i, v := range vars {
				to(v, vals[i])
			}
		case *seg.Load:
			n := *s
			n.At = seg.At(b.Select("at", cond, b.At(s.At), core.IntC(0)))
			b.Add(&n)
		case *seg.Store:
			place, spare := seg.NewMem("place", s.Mem.Elem, s.Mem.Space), seg.NewMem("spare", s.Mem.Elem, seg.Scratch)
			place.Len, spare.Len = s.Mem.Len, core.IntC(1)
			b.Add(&seg.Bind{Mem: place, Cond: cond, Then: s.Mem, ThenAt: s.At, Else: spare})
			b.Store(place, nil, s.Val)
		case *seg.Check:
			n := *s
			n.Cond = b.Op("ok", prim.Or, prim.Bool, b.Not(cond), s.Cond)
			b.Add(&n)
		default:
			b.Add(s)
		}
	}
	return set
}
