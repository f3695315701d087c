package seg

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// RowOf is the fold that a fold folds the results of, by the same operators, and the simple code before it, if there is nothing else in its body; else
// nil. Both may then go into one set of sums.
func RowOf(s *Fold) (before Code, row *Fold) {
	n := len(s.Body) - 1
	if n < 0 {
		return nil, nil
	}
	row, ok := s.Body[n].(*Fold)
	if !ok || len(row.Accs) != len(s.Accs) || !slices.Equal(row.Ops, s.Ops) {
		return nil, nil
	}
	begun := 0
	for _, x := range s.Body[:n] {
		d, ok := x.(*Decl)
		if !ok {
			before = append(before, x)
			continue
		}
		j := slices.Index(row.Accs, d.V)
		if j < 0 || s.Vals[j] != core.Atom(d.V) || !startsSum(d, s.Ops[j]) {
			return nil, nil
		}
		begun++
	}
	if begun < len(row.Accs) || !Straight(before) || mentions(before, row.Accs) {
		return nil, nil
	}
	return before, row
}

// startsSum reports whether a variable begins with nothing combined; zero is that for sums, too, which may differ in the sign of a zero.
func startsSum(d *Decl, op *prim.Op) bool {
	t := d.V.Type.Elem
	ne, ok := op.Neutral(t)
	return ok && core.IsConst(d.Init, ne) || op == prim.Add && core.IsConst(d.Init, prim.Zero(t))
}

// mentions reports whether simple code reads one of some variables.
func mentions(c Code, vs []*core.Var) (found bool) {
	for _, s := range c {
		s.Each(Visitor{Atom: func(a core.Atom) {
			v, ok := a.(*core.Var)
			found = found || ok && slices.Contains(vs, v)
		}})
	}
	return found
}

// Few reports whether a fold has fewer iterations than two rounds of partial sums.
func (s *Fold) Few() bool {
	n, ok := core.IntConst(s.Bound)
	return ok && s.From == nil && n < 2*int64(limits.Now.PartialSums)
}

// PartialRow is RowOf where the innermost fold has many iterations of simple code, which go to partial sums in turn; else nil.
func PartialRow(s *Fold) (before Code, row *Fold) {
	before, row = RowOf(s)
	if row == nil {
		return nil, nil
	}
	if _, inner := PartialRow(row); inner == nil && (row.Few() || !Straight(row.Body)) {
		return nil, nil
	}
	return before, row
}
