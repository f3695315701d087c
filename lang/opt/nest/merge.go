package nest

import (
	"slices"

	"raido/lang/core"
)

// Note [One update of a place]
//
// An iteration may change its row in several steps, each of which is a map once the loops inside are converted:
//
//	a1 = a with [i] = r                                   r = ...
//	s = map (\j -> f a1[i, j])            becomes         s = map (\j -> f r[j])
//	a2 = a1 with [i] = s                                  a2 = a with [i] = s
//
// What reads the place before it is written again reads what has been written, and the first update has no reader left: the loop is a map if that is
// all that it does. [Peng23, 3.3.3: killed values]

// merged is a body in which no update of a place is followed by another one, if only reads of that place are between.
func (n *nester) merged(b core.Body) core.Body {
	for k := 0; k < len(b.Stms); k++ {
		u, ok := b.Stms[k].Exp.(*core.Update)
		if !ok {
			continue
		}
		if v := core.AsVar(u.Val); v != nil && n.names.Consumed(v) {
			continue
		}
		if next := updatedAgain(b, k, u); next > 0 {
			b = withoutUpdate(b, k, next, u)
			k--
		}
	}
	return b
}

// updatedAgain is the statement that updates the place of update k again, if nothing else uses what the update makes but reads there; else 0.
func updatedAgain(b core.Body, k int, u *core.Update) (next int) {
	v := b.Stms[k].Pat[0]
	if slices.Contains(b.Result, core.Atom(v)) {
		return 0
	}
	ok := true
	var only func(b core.Body) core.Body
	look := func(s core.Stm) {
		if x, is := s.Exp.(*core.Index); is && x.Arr == v {
			ok = ok && len(x.Idx) >= len(u.Idx) && slices.Equal(x.Idx[:len(u.Idx)], u.Idx)
			return
		}
		s.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom {
			ok = ok && a != core.Atom(v)
			return a
		}, Body: only, Lambda: func(l *core.Lambda) *core.Lambda { only(l.Body); return l }})
	}
	only = func(b core.Body) core.Body {
		for _, s := range b.Stms {
			look(s)
		}
		ok = ok && !slices.Contains(b.Result, core.Atom(v))
		return b
	}
	for j, s := range b.Stms[k+1:] {
		if w, is := s.Exp.(*core.Update); is && w.Arr == v && slices.Equal(w.Idx, u.Idx) && w.Val != core.Atom(v) {
			next = k + 1 + j
			continue
		}
		look(s)
	}
	if !ok {
		return 0
	}
	return next
}

// withoutUpdate is a body without update k, where statement next updates the same place.
func withoutUpdate(b core.Body, k, next int, u *core.Update) core.Body {
	v := b.Stms[k].Pat[0]
	var in func(b core.Body) core.Body
	read := func(s core.Stm) core.Stm {
		if x, ok := s.Exp.(*core.Index); ok && x.Arr == v {
			if rest := x.Idx[len(u.Idx):]; len(rest) > 0 {
				s.Exp = &core.Index{Arr: core.AsVar(u.Val), Idx: rest}
			} else {
				s.Exp = &core.Use{Atom: u.Val}
			}
			return s
		}
		s.Exp = core.Inside(s.Exp, in)
		return s
	}
	in = func(b core.Body) core.Body {
		out := core.Body{Result: b.Result}
		for _, s := range b.Stms {
			out.Stms = append(out.Stms, read(s))
		}
		return out
	}
	out := core.Body{Stms: slices.Clone(b.Stms[:k]), Result: b.Result}
	for j, s := range b.Stms[k+1:] {
		if k+1+j == next {
			s.Exp = &core.Update{Arr: u.Arr, Idx: u.Idx, Val: s.Exp.(*core.Update).Val}
		} else {
			s = read(s)
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}
