package simplify

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// decider makes code simpler of which some operators' results are known.
type decider struct {
	known   map[*core.Var]decision
	changes map[core.Atom]bool // variables that are set
	is      map[core.Atom]core.Atom
	sets    map[*core.Var]int
	sums    map[core.Atom]bool // of which one operand is not -0.0
}

// decided is code in which operators have known results: branches and selections on them are gone.
func decided(c seg.Code, known map[*core.Var]decision, changes map[core.Atom]bool) seg.Code {
	d := &decider{known: known, changes: changes, is: map[core.Atom]core.Atom{}, sets: map[*core.Var]int{}, sums: map[core.Atom]bool{}}
	c = d.code(c)
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Set:
			d.sets[s.V]++
		case *seg.Fold:
			for _, a := range s.Accs {
				d.sets[a] += 2
			}
		default: // changes no variable
		}
	})
	return live(d.code(d.settled(c)))
}

func (d *decider) atom(a core.Atom) core.Atom {
	if x := d.is[a]; x != nil {
		return x
	}
	return a
}

// become notes what stands for a variable, unless that changes.
func (d *decider) become(v *core.Var, a core.Atom) bool {
	if d.changes[a] {
		return false
	}
	d.is[v] = a
	return true
}

func (d *decider) code(c seg.Code) (out seg.Code) {
	for _, s := range c {
		out = append(out, d.stm(s.Map(seg.Mapper{Atom: d.atom}))...)
	}
	return out
}

func (d *decider) stm(s seg.Stm) seg.Code {
	switch s := s.(type) {
	case *seg.Let:
		if d.let(s) {
			return nil
		}
		if k, ok := d.known[s.V]; ok && k.less {
			n := *s
			n.Op, n.Idx = prim.Sub, true
			return seg.Code{&n}
		}
	case *seg.Select:
		if isTrue(s.Cond) && d.become(s.V, s.Then) || isFalse(s.Cond) && d.become(s.V, s.Else) {
			return nil
		}
	case *seg.If:
		if isTrue(s.Cond) {
			return d.code(s.Then)
		}
		if isFalse(s.Cond) {
			return d.code(s.Else)
		}
	default: // what is inside
	}
	return seg.Code{s.Map(seg.Mapper{Code: d.code})}
}

// let reports whether something else stands for a result.
func (d *decider) let(s *seg.Let) bool {
	k, ok := d.known[s.V]
	x := s.Args[0]
	y := s.Args[len(s.Args)-1]
	switch {
	case ok && k.bool != nil:
		return d.become(s.V, k.bool)
	case ok && !k.less:
		return d.become(s.V, s.Args[k.arg])
	case settledBool(s) != nil:
		return d.become(s.V, settledBool(s))
	case s.Op == prim.Add && d.adds(x, y):
		return d.become(s.V, x)
	case s.Op == prim.Add && d.adds(y, x):
		return d.become(s.V, y)
	}
	d.sums[s.V] = s.Op == prim.Add && s.T.IsFloat() && (d.noNegZero(x) || d.noNegZero(y))
	return false
}

// adds reports whether x + y is x, whatever x is: where y is -0.0, or 0.0 and x certainly not -0.0.
func (d *decider) adds(x, y core.Atom) bool {
	c, ok := y.(core.Const)
	return ok && c.Type.IsFloat() && c.Float64() == 0 && (c.Bits != 0 || d.noNegZero(x))
}

// noNegZero reports whether a float is certainly not -0.0: a sum is -0.0 only if both of its operands are.
func (d *decider) noNegZero(a core.Atom) bool {
	c, ok := a.(core.Const)
	return d.sums[a] || ok && c.Type.IsFloat() && (c.Float64() != 0 || c.Bits == 0)
}

// settled is code without variables that are set once, in the block that declares them and before they are used.
func (d *decider) settled(c seg.Code) (out seg.Code) {
	for i, s := range c {
		switch x := s.(type) {
		case *seg.Decl:
			if d.settles(x.V, c[i+1:]) {
				d.sets[x.V] = -1
				continue
			}
		case *seg.Set:
			if d.sets[x.V] < 0 {
				d.is[x.V] = d.atom(x.Val)
				continue
			}
		default: // what is inside
		}
		s = s.Map(seg.Mapper{Atom: d.atom})
		out = append(out, s.Map(seg.Mapper{Code: d.settled}))
	}
	return out
}

// settles reports whether the only statement that sets a variable stands in the rest of the block, before any use.
func (d *decider) settles(v *core.Var, rest seg.Code) bool {
	if d.sets[v] != 1 {
		return false
	}
	for _, s := range rest {
		if x, ok := s.(*seg.Set); ok && x.V == v {
			return !d.changes[x.Val]
		}
		if countUses(seg.Code{s})[v] > 0 {
			return false
		}
	}
	return false
}
