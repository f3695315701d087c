package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// inBranches are bodies of a loop that ends with stores and updates, with these in the branches that decide on their values, and without those that
// would store what stands there already or add nothing. In the first body, which is there if there are such, a selection is a branch, too.
//
//	var x = 0; if c { a...; set x = u } else { e = m[at]; set x = e }; m[at] = x   becomes   if c { a...; m[at] = u } else { e = m[at] }
func inBranches(body seg.Code) (out []seg.Code) {
	at := len(body)
	for at > 0 && isEffect(body[at-1]) {
		at--
	}
	if at == 0 || at == len(body) {
		return nil
	}
	d := &tails{loads: map[core.Atom]*seg.Load{}, selects: map[core.Atom]*seg.Select{}, uses: countUses(body), writers: map[*seg.Mem]int{}}
	seg.Walk(body, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, a seg.Access) {
			if a&seg.Writes != 0 {
				d.writers[m]++
			}
		}})
		switch s := s.(type) {
		case *seg.Load:
			d.loads[s.V] = s
		case *seg.Select:
			d.selects[s.V] = s
		default: // another value
		}
	})
	if x := d.sunk(body[:at], body[at:]); d.found {
		out = append(out, x)
	}
	clear(d.selects)
	if x := d.branches(body[:at], body[at:]); x != nil {
		out = append(out, x)
	}
	return out
}

// isEffect reports whether a statement is a store or an update of a number.
func isEffect(s seg.Stm) bool {
	if st, ok := s.(*seg.Store); ok {
		return st.First == nil
	}
	_, ok := s.(*seg.Update)
	return ok
}

// effectValue is what a store writes, or an update adds.
func effectValue(s seg.Stm) core.Atom {
	if st, ok := s.(*seg.Store); ok {
		return st.Val
	}
	return s.(*seg.Update).Val
}

// tails moves what the end of an iteration stores into branches.
type tails struct {
	loads   map[core.Atom]*seg.Load
	selects map[core.Atom]*seg.Select
	uses    map[core.Atom]int
	writers map[*seg.Mem]int // statements
	found   bool             // something need not be stored in a branch
}

// sunk is code with a tail after it, or in its branches.
func (d *tails) sunk(c, tail seg.Code) seg.Code {
	for _, s := range tail {
		if sel := d.selects[effectValue(s)]; sel != nil {
			then, els := d.chosen(tail, sel.Cond)
			return append(slices.Clip(c), &seg.If{Cond: sel.Cond, Then: d.sunk(nil, then), Else: d.sunk(nil, els)})
		}
	}
	if out := d.branches(c, tail); out != nil {
		return out
	}
	out := slices.Clip(c)
	for _, s := range tail {
		if d.idle(s) {
			d.found = true
		} else {
			out = append(out, s)
		}
	}
	return out
}

// chosen are a tail with what selections by a condition choose if that holds, and if it does not.
func (d *tails) chosen(tail seg.Code, cond core.Atom) (then, els seg.Code) {
	yes, no := map[core.Atom]core.Atom{}, map[core.Atom]core.Atom{}
	for _, s := range tail {
		if sel := d.selects[effectValue(s)]; sel != nil && sel.Cond == cond {
			yes[sel.V], no[sel.V] = sel.Then, sel.Else
		}
	}
	return valued(tail, yes), valued(tail, no)
}

// valued is a tail with other values.
func valued(tail seg.Code, is map[core.Atom]core.Atom) (out seg.Code) {
	for _, s := range tail {
		if x := is[effectValue(s)]; x != nil {
			switch e := s.(type) {
			case *seg.Store:
				n := *e
				n.Val, s = x, &n
			case *seg.Update:
				n := *e
				n.Val, s = x, &n
			default: // the end of an iteration has no others
			}
		}
		out = append(out, s)
	}
	return out
}

// idle reports whether an effect stores what stands there, or adds nothing. A zero that is added may only change the sign of a zero.
func (d *tails) idle(s seg.Stm) bool {
	switch s := s.(type) {
	case *seg.Store:
		l := d.loads[s.Val]
		return l != nil && l.Mem == s.Mem && slices.Equal(l.At, s.At) && d.writers[s.Mem] == 1
	case *seg.Update:
		c, ok := s.Val.(core.Const)
		return ok && s.Op == prim.Add && c.Scalar == prim.Zero(c.Type)
	default: // it does something
	}
	return false
}

// branches is code that ends with an if that decides on the values of a tail, with this in its branches; nil if it is no such code.
func (d *tails) branches(c, tail seg.Code) seg.Code {
	last := len(c) - 1
	if last < 0 {
		return nil
	}
	f, ok := c[last].(*seg.If)
	if !ok {
		return nil
	}
	decided := map[core.Atom]*seg.Decl{}
	var kept seg.Code
	for _, s := range c[:last] {
		x, ok := s.(*seg.Decl)
		if ok && slices.ContainsFunc(tail, func(e seg.Stm) bool { return effectValue(e) == core.Atom(x.V) }) {
			decided[x.V] = x
		} else {
			kept = append(kept, s)
		}
	}
	then, yes := setLast(f.Then, decided)
	els, no := setLast(f.Else, decided)
	for v := range decided {
		used := 0
		for _, e := range tail {
			if effectValue(e) == v {
				used++
			}
		}
		if used+countSets(f.Then, then, v)+countSets(f.Else, els, v) != d.uses[v] || decided[core.Atom(core.AsVar(yes[v]))] != nil || decided[core.Atom(core.AsVar(no[v]))] != nil {
			return nil // something else needs it
		}
	}
	if len(decided) == 0 {
		return nil
	}
	n := *f
	n.Then, n.Else = d.sunk(then, valued(tail, yes)), d.sunk(els, valued(tail, no))
	return append(kept, &n)
}

// countSets is how many statements at the end of a branch, those behind what stays, set a variable.
func countSets(branch, stays seg.Code, v core.Atom) (n int) {
	for _, s := range branch[len(stays):] {
		if core.Atom(s.(*seg.Set).V) == v {
			n++
		}
	}
	return n
}

// setLast is a branch without the statements at its end that set variables, and the values that these have after it.
func setLast(c seg.Code, vars map[core.Atom]*seg.Decl) (seg.Code, map[core.Atom]core.Atom) {
	out := map[core.Atom]core.Atom{}
	for len(c) > 0 {
		s, ok := c[len(c)-1].(*seg.Set)
		if !ok || vars[s.V] == nil || out[s.V] != nil {
			break
		}
		out[s.V], c = s.Val, c[:len(c)-1]
	}
	for v, x := range vars {
		if out[v] == nil {
			out[v] = x.Init
		}
	}
	return c, out
}
