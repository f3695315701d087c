package core

import (
	"fmt"
)

// checkUses checks that consumed arrays and their aliases are dead afterwards, and that accumulators
// are used once on every path. Each array has roots: itself where it is fresh, those of its operands
// where it may alias them. Consuming kills the roots; using a variable with a dead root is a fault.
//
// A recursive function is taken to consume nothing at first, then what is found, until that is so.
func checkUses(p *Prog, recursive bool) []error {
	u := &uses{eats: map[*Fun][]bool{}}
	for _, f := range p.Funs {
		u.eats[f] = make([]bool, len(f.Params))
	}
	for changed := true; changed; changed = changed && recursive {
		u.errs = nil
		changed = u.prog(p)
	}
	return u.errs
}

// prog checks all functions once; it reports whether one consumes more than was thought.
func (u *uses) prog(p *Prog) (changed bool) {
	for _, f := range p.Funs {
		u.where = trace{{text: "fun " + f.Name}}
		u.roots, u.dead, u.depth = map[*Var][]*Var{}, map[*Var]bool{}, map[*Var]int{}
		for _, v := range f.Params {
			u.fresh(v)
		}
		u.body(f.Body)
		for i, v := range f.Params {
			if u.dead[v] && !u.eats[f][i] {
				u.eats[f][i], changed = true, true
			}
		}
	}
	return changed
}

type uses struct {
	errs  []error
	where trace
	roots map[*Var][]*Var
	dead  map[*Var]bool
	trail []*Var // the dead in the order of their deaths
	// depth is the level at which a root was bound; roots of a level below barrier are outside of
	// code that may run several times and may not be consumed in it.
	depth          map[*Var]int
	level, barrier int
	eats           map[*Fun][]bool // which parameters a function consumes
}

func (u *uses) errf(format string, args ...any) {
	u.errs = append(u.errs, fmt.Errorf("%s: %s", u.where, fmt.Sprintf(format, args...)))
}

func tracked(t Type) bool { return !t.IsScalar() }

func (u *uses) fresh(v *Var) {
	if tracked(v.Type) {
		u.roots[v] = []*Var{v}
		u.depth[v] = u.level
	}
}

func (u *uses) alias(v *Var, as ...Atom) {
	set := VarSet{}
	for _, a := range as {
		if w, ok := a.(*Var); ok {
			for _, r := range u.roots[w] {
				if !u.dead[r] { // what one branch consumed is the result's alone when the other returns it
					set.Add(r)
				}
			}
		}
	}
	if tracked(v.Type) {
		set.Add(v)
		u.roots[v] = set.List
		u.depth[v] = u.level
	}
}

func (u *uses) use(a Atom) {
	if v, ok := a.(*Var); ok {
		for _, r := range u.roots[v] {
			if u.dead[r] {
				u.errf("%s is used after it was consumed", v)
				return
			}
		}
	}
}

func (u *uses) consume(a Atom) {
	v, ok := a.(*Var)
	if !ok || !tracked(v.Type) {
		return
	}
	u.use(v)
	for _, r := range u.roots[v] {
		if u.depth[r] < u.barrier {
			u.errf("%s is consumed by code that may run more than once", v)
			return
		}
		u.kill(r)
	}
}

func (u *uses) kill(r *Var) {
	if !u.dead[r] {
		u.dead[r] = true
		u.trail = append(u.trail, r)
	}
}

func (u *uses) body(b Body) {
	for _, s := range b.Stms {
		u.where = append(u.where, crumb{stm: &s})
		u.stm(s)
		u.where = u.where[:len(u.where)-1]
	}
	for _, a := range b.Result {
		u.use(a)
		if a.AtomType().IsAcc() {
			u.consume(a)
		}
	}
}

// enclosed runs f for code that may run any number of times: nothing live outside may be consumed in it
// but the variables given, whose fate it returns.
func (u *uses) enclosed(vs []*Var, f func()) []bool {
	outer := u.barrier
	u.level++
	u.barrier = u.level
	for _, v := range vs {
		u.fresh(v)
	}
	f()
	eaten := make([]bool, len(vs))
	for i, v := range vs {
		eaten[i] = u.dead[v]
	}
	u.level--
	u.barrier = outer
	return eaten
}

// lambda checks a lambda that may run many times.
func (u *uses) lambda(l *Lambda) []bool {
	return u.enclosed(l.Params, func() { u.body(l.Body) })
}

// consumeEaten consumes the operands whose parameter was consumed.
func (u *uses) consumeEaten(as []Atom, eaten []bool) {
	for i, a := range as {
		if eaten[i] {
			u.consume(a)
		}
	}
}

func (u *uses) stm(s Stm) {
	s.Exp.Map(Mapper{Atom: func(a Atom) Atom { u.use(a); return a }})
	switch e := s.Exp.(type) {
	case *Use:
		u.alias(s.Pat[0], e.Atom)
		return
	case *Index:
		u.alias(s.Pat[0], e.Arr)
		return
	case *Slice:
		u.alias(s.Pat[0], e.Arr)
		return
	case *Rearrange:
		u.alias(s.Pat[0], e.Arr)
		return
	case *Reshape:
		u.alias(s.Pat[0], e.Arr)
		return
	case *Update:
		u.consume(e.Arr)
	case *UpdateSlice:
		u.consume(e.Arr)
	case *Scatter:
		u.consumeAll(e.Dest)
	case *UpdateAcc:
		u.consume(e.Acc)
	case *If:
		u.branches(e, s.Pat)
		return
	case *Loop:
		u.loop(e, s.Pat)
		return
	case *Call: // results may alias what the function does not consume
		eaten := u.eats[e.Fun]
		u.consumeEaten(e.Args, eaten)
		var rest []Atom
		for i, a := range e.Args {
			if !eaten[i] {
				rest = append(rest, a)
			}
		}
		for _, v := range s.Pat {
			u.alias(v, rest...)
		}
		return
	default:
		if u.soac(e, s.Pat) {
			return
		}
	}
	for _, v := range s.Pat {
		u.fresh(v)
	}
}

func (u *uses) consumeAll(vs []*Var) {
	for _, v := range vs {
		u.consume(v)
	}
}

// soac handles the nodes with lambdas; it reports whether it bound the pattern.
func (u *uses) soac(e Exp, pat []*Var) bool {
	switch e := e.(type) {
	case *Map:
		u.consumeEaten(append(Atoms(e.Accs), Atoms(e.Arrs)...), u.lambda(e.Fn))
	case *Reduce:
		u.consumeEaten(append(e.Ne[:len(e.Ne):len(e.Ne)], Atoms(e.Arrs)...), u.lambda(e.Fn))
	case *Scan:
		u.consumeEaten(append(e.Ne[:len(e.Ne):len(e.Ne)], Atoms(e.Arrs)...), u.lambda(e.Fn))
	case *Hist:
		u.lambda(e.Fn)
		u.consumeAll(e.Dest)
	case *WithAcc:
		u.withAcc(e, pat)
		return true
	case *Diff:
		u.consumeEaten(e.Args, u.lambda(e.Fn))
		if e.Rule != nil {
			u.lambda(e.Rule)
		}
	}
	return false
}

// withAcc runs its lambda once, so it may consume what is bound outside.
func (u *uses) withAcc(e *WithAcc, pat []*Var) {
	for i, a := range e.Accs {
		u.consume(a.Arr)
		u.lambda(a.Op)
		u.fresh(e.Fn.Params[i])
	}
	u.body(e.Fn.Body)
	for i, v := range pat {
		if i < len(e.Accs) || v.Type.IsAcc() {
			u.fresh(v)
		} else {
			u.alias(v, e.Fn.Body.Result[i])
		}
	}
}

// branches checks both branches from the same state; what either consumes is dead after.
func (u *uses) branches(e *If, pat []*Var) {
	mark := len(u.trail)
	u.body(e.Then)
	killed := append([]*Var{}, u.trail[mark:]...)
	u.trail = u.trail[:mark]
	for _, r := range killed {
		delete(u.dead, r)
	}
	u.body(e.Else)
	for _, r := range killed {
		u.kill(r)
	}
	for i, v := range pat {
		if v.Type.IsAcc() {
			u.fresh(v)
		} else {
			u.alias(v, e.Then.Result[i], e.Else.Result[i])
		}
	}
}

func (u *uses) loop(e *Loop, pat []*Var) {
	eaten := u.enclosed(e.Params, func() {
		if e.Cond != nil {
			u.body(*e.Cond)
		}
		u.body(e.Body)
	})
	for again := true; again; {
		again = u.nextIteration(e, eaten)
	}
	u.consumeEaten(e.Init, eaten)
	for i, v := range pat {
		if eaten[i] {
			u.fresh(v)
		} else {
			u.alias(v, e.Init[i], e.Body.Result[i])
		}
	}
}

// nextIteration spreads consumption to what a consumed parameter is in the next iteration: another
// parameter is consumed too; a variable bound outside may not be. It reports whether anything changed.
func (u *uses) nextIteration(e *Loop, eaten []bool) (changed bool) {
	param := map[*Var]int{}
	for i, p := range e.Params {
		param[p] = i
	}
	for i, a := range e.Body.Result {
		v, ok := a.(*Var)
		if !ok || !eaten[i] || v.Type.IsAcc() {
			continue
		}
		for _, r := range u.roots[v] {
			if j, ok := param[r]; ok && !eaten[j] {
				eaten[j], changed = true, true
			} else if !ok && u.depth[r] <= u.level {
				u.errf("%s is consumed by the next iteration", v)
			}
		}
	}
	return changed
}
