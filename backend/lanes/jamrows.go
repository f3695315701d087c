package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Jammed rows]
//
// In sequential code, too, a loop over i around loops over j that read a row again for each i, as the return sweep of a product of a triangular matrix
// does, goes on by four iterations at once (Note [Jammed loops]): elements of the shared row are loaded once, four sums hide how long an addition
// takes, and what four iterations add to one row is added first. All of it goes in vectors along j. So
//
//	for i < n elems                        for g < n/4
//	  fold j < m into s by add               fold j < m into s0, s1, s2, s3 by add
//	    y[j] * b[i, j]                          y[j] * b[4g, j], ..., y[j] * b[4g+3, j]
//	  l[i] add= s                 becomes    l[4g] add= s0, ...
//	  for j < m elems                        for j < m in vectors
//	    c[i, j] add= a[i] * y[j]               c[4g, j] add= a[4g] * y[j], ...
//
// and the last iterations are left to a loop as it was. Between iterations nothing may flow: they are independent, or change nothing but what they
// add to and nobody reads. Statements of an iteration keep their order, and so do those of four iterations that were one; sums of one place may come
// in another order, as those of threads do. [ours]

// jamRows is a loop of which some iterations go together along the rows that they share; nil if that cannot be or does not gain.
func (in innerLoops) jamRows(s *seg.For) seg.Code {
	if !s.Elems || !s.FromZero() || s.Step > 1 || s.I.Type.Elem != prim.I64 || s.Interchange != seg.NoInterchange || !simple(s.Body) {
		return nil
	}
	if c, ok := core.IntConst(s.Bound); ok && c < 2<<jamShift {
		return nil
	}
	j := jamOf(s.I, s.Body, s.Par, true)
	if j == nil || !j.apart() || !j.alongRows() {
		return nil
	}
	return j.split(s.Bound, func(i *core.Var, n core.Atom, body seg.Code, jammed bool) seg.Stm {
		code := in.code(body)
		if jammed {
			code = in.code(updatedRows(body))
		}
		return &seg.For{I: i, Bound: n, Body: code, Elems: true}
	})
}

// apart reports whether iterations do not see what others do, as far as jamOf has not looked: folds are into variables of their own, memories are stored
// to and read at one place of each iteration, or are only added to, by one operator.
func (j *jam) apart() bool {
	inside, ok := map[*core.Var]bool{}, true
	ops, stored := map[*seg.Mem]*prim.Op{}, map[*seg.Mem]seg.Index{}
	seg.Walk(j.body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Decl:
			inside[s.V] = true
		case *seg.Fold:
			for _, a := range s.Accs {
				ok = ok && inside[a]
			}
		case *seg.Store:
			at, twice := stored[s.Mem]
			ok = ok && (!twice || slices.Equal(at, s.At))
			stored[s.Mem] = s.At
		case *seg.Update:
			ok = ok && (ops[s.Mem] == nil || ops[s.Mem] == s.Op) && s.Mem.Elem != prim.F16
			ops[s.Mem] = s.Op
		default: // changes nothing
		}
	})
	seg.Walk(j.body, func(s seg.Stm) {
		if l, is := s.(*seg.Load); is {
			at, both := stored[l.Mem]
			ok = ok && (!both || slices.Equal(at, l.At))
		}
	})
	for m := range stored {
		ok = ok && ops[m] == nil
	}
	return ok
}

// alongRows reports whether the inner loops go along rows, so that vectors hold what they share.
func (j *jam) alongRows() bool {
	for _, s := range j.body {
		if body, of := loopBody(s); body != nil && !vectorises(body, of.i) {
			return false
		}
	}
	return true
}

// updatedRows is code whose loops that do nothing but add to rows go in vectors: to a compiler the rows of one memory may be one row.
func updatedRows(c seg.Code) seg.Code {
	var out seg.Code
	for _, s := range c {
		f, ok := s.(*seg.For)
		if !ok || slices.ContainsFunc(f.Body, func(s seg.Stm) bool {
			switch s.(type) {
			case *seg.Set, *seg.Store:
				return true
			default:
				return false
			}
		}) {
			out = append(out, s)
			continue
		}
		l := shapesAlong(f.I, f.Body, 0)
		l.width = l.natural()
		if !l.fits(f.Body) {
			out = append(out, s)
			continue
		}
		out = append(out, newVectors(l, map[*seg.Mem]*seg.Mem{}).block(func(v *vectors) {
			v.along(f.I, f.Bound, false, func() { v.code(f.Body) })
		})...)
	}
	return out
}
