package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Choose computes both branches of an if and takes the results of one, where they are a few cheap operations that cannot fail: loops
// around it can be vectors (if-conversion).
func Choose(p *seg.Prog) *seg.Prog {
	return eachCode(p, func(_ *seg.Kernel, c seg.Code) seg.Code { return chosen(c, limits.Now.SelectSteps) })
}

// sumSteps is how many times as many operations are always computed for sums of integers.
const sumSteps = 4

// ChooseSums does as Choose with the code of scans and of integer reductions, for more operations: their branches are on data, flags or digits, so
// processors guess them wrong, point after point.
func ChooseSums(p *seg.Prog) *seg.Prog {
	return eachCode(p, func(k *seg.Kernel, c seg.Code) seg.Code {
		isFloat := func(m *seg.Mem) bool { return !m.Elem.IsInt() }
		if k.Kind == seg.Scan && k.After != nil || (k.Kind == seg.Scan || k.Kind == seg.Reduce) && !slices.ContainsFunc(k.Outs, isFloat) {
			return chosen(c, sumSteps*limits.Now.SelectSteps)
		}
		return c
	})
}

// chosen is code with the ifs of up to so many operations as selections.
func chosen(c seg.Code, steps int) seg.Code {
	ch := &chooser{sets: map[*core.Var]int{}, steps: steps}
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Set:
			ch.sets[s.V]++
		case *seg.Fold:
			for _, a := range s.Accs {
				ch.sets[a]++
			}
		default: // changes no variable
		}
	})
	return ch.code(c)
}

// chooser knows how often variables are set, and how many operations are always computed.
type chooser struct {
	sets  map[*core.Var]int
	steps int
}

// code is code with the ifs that can be selections.
//
//	var x = 0; if c { a...; set x = u } else { b...; set x = v }   becomes   a...; b...; x = if c then u else v
func (ch *chooser) code(c seg.Code) seg.Code {
	var out seg.Code
	for _, s := range c {
		s = s.Map(seg.Mapper{Code: ch.code})
		if f, ok := s.(*seg.If); ok {
			if code, ok := ch.choices(out, f); ok {
				out = code
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// choices is the code that ends with an if as selections, after what comes before it; not ok if the if is no such one.
func (ch *chooser) choices(before seg.Code, f *seg.If) (out seg.Code, ok bool) {
	then, yes := ch.results(f.Then)
	els, no := ch.results(f.Else)
	if len(yes) == 0 || len(yes) != len(no) {
		return nil, false
	}
	first := len(before) - len(yes)
	if first < 0 {
		return nil, false
	}
	var sels seg.Code
	for _, s := range before[first:] {
		d, ok := s.(*seg.Decl)
		if !ok || yes[d.V] == nil || no[d.V] == nil || ch.sets[d.V] != 2 {
			return nil, false
		}
		sels = append(sels, &seg.Select{V: d.V, Cond: f.Cond, Then: yes[d.V], Else: no[d.V]})
	}
	return slices.Concat(before[:first], then, els, sels), true
}

// results takes a branch apart into cheap operations and the variables that it sets last; nothing is set if it is no such branch.
func (ch *chooser) results(c seg.Code) (ops seg.Code, set map[*core.Var]core.Atom) {
	set = map[*core.Var]core.Atom{}
	for i, s := range c {
		if x, ok := s.(*seg.Set); ok {
			set[x.V] = x.Val
		} else if len(set) > 0 || !cheap(s) {
			return nil, nil
		} else {
			ops = c[:i+1]
		}
	}
	if len(ops) > ch.steps {
		return nil, nil
	}
	return ops, set
}

// cheap reports whether a statement may run in vain: it cannot fail and costs a few cycles.
func cheap(s seg.Stm) bool {
	switch s := s.(type) {
	case *seg.Select:
		return true
	case *seg.Let:
		if s.T.IsInt() {
			return !s.Op.Fails
		}
		switch s.Op {
		case prim.Add, prim.Sub, prim.Mul, prim.Div, prim.Neg, prim.Abs, prim.Min, prim.Max, prim.Eq, prim.Lt, prim.Le, prim.And, prim.Or, prim.Not, prim.Sqrt, prim.IsNaN:
			return true
		}
		return s.Op.IsConversion() || s.Op == prim.ToBits
	default: // may fail, or costs
	}
	return false
}
