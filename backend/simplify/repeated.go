package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Repeated checks]
//
// Checks that come out the same in each iteration of a loop are made once, before it:
//
//	for i < n { x; checks; y }   becomes   if 0 < n { checks }; for i < n { x; y }
//
// if x can neither fail nor run without end, so that a failure is still the one that the program comes to first; what x has written by then
// nobody sees. Checks here are code that checks, computes and reads, and nothing else, such as the loop that Note [Hoisted checks] leaves: a stencil
// whose index is k-m where k/m > 0 makes that loop in vain, but once for a whole iteration in time and not in each of its steps.

// repeated is what is the same in all iterations of a loop.
type repeated struct {
	inside   map[core.Atom]bool // what the loop binds or sets, but for what is the same each time
	unstable map[*seg.Mem]bool  // what it writes
}

// hoistRepeated is the body of a loop without checks that come out the same in each iteration, which it adds for the case that there is one:
// more computes that, nil if there is always one. The loop sets some variables by itself, and takes values from its body.
func hoistRepeated(b *seg.Builder, more func(b *seg.Builder) core.Atom, body seg.Code, sets, takes []core.Atom) seg.Code {
	if !hasChecks(body) {
		return body
	}
	r := &repeated{inside: map[core.Atom]bool{}, unstable: map[*seg.Mem]bool{}}
	for _, a := range sets {
		r.inside[a] = true
	}
	seg.Walk(body, r.look)
	moved, rest, found := r.split(body)
	if !found {
		return body
	}
	rest = withoutIdle(rest, moved, takes)
	moved = new(seg.Renaming).Code(withoutIdle(moved, moved, nil))
	if more == nil {
		b.Add(moved...)
	} else {
		b.If(more(b), func(b *seg.Builder) { b.Add(moved...) }, nil)
	}
	return rest
}

// look learns what a statement of the loop changes.
func (r *repeated) look(s seg.Stm) {
	s.Each(seg.Visitor{
		Bind: func(v *core.Var) { r.inside[v] = true },
		Mem: func(m *seg.Mem, a seg.Access) {
			if a != seg.Reads {
				r.unstable[m] = true
			}
		},
	})
	if x, ok := s.(*seg.Set); ok {
		r.inside[x.V] = true
	}
}

// split parts the body: what is moved before the loop, with values that it may need, and what stays. Values are in both.
func (r *repeated) split(body seg.Code) (moved, rest seg.Code, found bool) {
	for k, s := range body {
		same := r.same(s)
		switch {
		case same && checksOnly(s) && hasChecks(seg.Code{s}):
			moved, found = append(moved, s), true
			continue
		case mayStop(s):
			return moved, append(rest, body[k:]...), found
		case same && checksOnly(s) && seg.Binds(s) != nil:
			moved = append(moved, s)
			delete(r.inside, seg.Binds(s))
		}
		rest = append(rest, s)
	}
	return moved, rest, found
}

// checksOnly reports whether a statement checks, computes and reads only.
func checksOnly(s seg.Stm) bool {
	only := true
	seg.Walk(seg.Code{s}, func(s seg.Stm) {
		switch s.(type) {
		case *seg.Let, *seg.Select, *seg.Load, *seg.Check, *seg.If, *seg.For:
		default:
			only = false
		}
	})
	return only
}

// computesOnly reports whether code computes and reads, and nothing else.
func computesOnly(c seg.Code) bool {
	return seg.Straight(c) && !slices.ContainsFunc(c, func(s seg.Stm) bool { return !checksOnly(s) })
}

// mayStop reports whether what comes after a statement may not be come to.
func mayStop(s seg.Stm) bool {
	stops := false
	seg.Walk(seg.Code{s}, func(s seg.Stm) {
		switch s.(type) {
		case *seg.Check, *seg.While, *seg.Reserve:
			stops = true
		default: // ends, and does not fail
		}
	})
	return stops
}

// same reports whether a statement does the same in each iteration.
func (r *repeated) same(s seg.Stm) bool {
	own := map[core.Atom]bool{}
	seg.Walk(seg.Code{s}, func(s seg.Stm) { s.Each(seg.Visitor{Bind: func(v *core.Var) { own[v] = true }}) })
	ok := true
	seg.Walk(seg.Code{s}, func(s seg.Stm) {
		seg.Operands(s, func(a core.Atom) { ok = ok && (own[a] || !r.inside[a]) })
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { ok = ok && !r.unstable[m] }})
	})
	return ok
}

// withoutIdle is code without those of some values that neither it nor what comes after it needs.
func withoutIdle(c, values seg.Code, after []core.Atom) (out seg.Code) {
	live := map[core.Atom]bool{}
	for _, a := range after {
		live[a] = true
	}
	for _, s := range slices.Backward(c) {
		if v := seg.Binds(s); v != nil && !live[v] && slices.Contains(values, s) {
			continue
		}
		seg.Walk(seg.Code{s}, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { live[a] = true }) })
		out = append(out, s)
	}
	slices.Reverse(out)
	return out
}
