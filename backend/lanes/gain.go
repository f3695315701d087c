package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Long rows]
//
// Where each point goes along a row of its own, lanes are rows side by side: whatever stands between the loops, and the first and last part of
// each, is shared by as many rows, but elements of different rows are apart. Along the row they lie side by side, and what is done once for
// each row matters the less, the longer it is. So one form is better for short rows and the other one for long rows, and how long they are
// is known at the launch:
//
//	in lanes  iff  one of the innermost loops is shorter than Below
//
// Below is the least of a few lengths for which the form for one point costs less, if all loops whose length is not known had that length. Only lengths
// that the host knows can say so. [ours]

// rowLengths are what rows are tried to be as long as, from the usual length on.
var rowLengths = []int{32, 64, 128, 256}

// Gain forgets the copies of kernels that cost no less in lanes, and says from which lengths of rows on they do, unless the target asks for them.
func Gain(p *seg.Prog) *seg.Prog {
	if p.Target.Lanes > 0 {
		return p
	}
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		out := *k
		out.Few = p.Target.Plain && !sumsLanes(k) // where lanes are summed up the choice must not depend on the target: Note [Lanes by sizes]
		if !gains(&out, trips) {
			return nil
		}
		rows := rowsOf(k)
		if rows == nil {
			return &out
		}
		for _, n := range rowLengths {
			if !gains(&out, float64(n)) {
				out.Below, out.Rows = n, rows
				return &out
			}
		}
		return &out
	})
}

// lessFew are numbers from which code takes a constant: the length of a row, from which it takes the points at its borders (Note [Borders] of package simplify).
func lessFew(c seg.Code) map[core.Atom]core.Atom {
	out := map[core.Atom]core.Atom{}
	seg.Walk(c, func(s seg.Stm) {
		if l, ok := s.(*seg.Let); ok && l.Op == prim.Sub && l.T == prim.I64 {
			if _, few := l.Args[1].(core.Const); few {
				out[l.V] = l.Args[0]
			}
		}
	})
	return out
}

// rowsOf are the lengths of a kernel's innermost loops but for those over points at borders, nil if there are none that vary, or not all are known before the kernel runs.
func rowsOf(k *seg.Kernel) []core.Atom {
	own := map[core.Atom]bool{}
	for _, d := range k.Space {
		own[d.I] = true
	}
	seg.Walk(k.Body, func(s seg.Stm) {
		if v := seg.Binds(s); v != nil {
			own[v] = true
		}
		switch s := s.(type) {
		case *seg.For:
			own[s.I] = true
		case *seg.Fold:
			own[s.I] = true
		case *seg.Decl:
			own[s.V] = true
		default: // binds no index
		}
	})
	between := lessFew(k.Body)
	var rows []core.Atom
	known := true
	length := func(n core.Atom, body seg.Code) {
		if _, constant := n.(core.Const); constant || !seg.LoopFree(body) {
			return
		}
		if m := between[n]; m != nil {
			n = m
		}
		if known = known && !own[n]; !slices.Contains(rows, n) {
			rows = append(rows, n)
		}
	}
	seg.Walk(k.Body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.For:
			if !s.Quiet {
				length(s.Bound, s.Body)
			}
		case *seg.Fold:
			length(s.Bound, s.Body)
		case *seg.While:
			known = false
		default: // no loop
		}
	})
	if !known {
		return nil
	}
	return rows
}
