package session

import (
	"raido/lang/check/scope"
)

// This file finds the order in which the pieces of a cell are checked.

// inOrder gives the pieces of a text in the order in which they are checked: that of the text, but a definition that mentions,
// through whatever, a name that is defined anew further down stands behind it. Its old meaning is none that it could have.
func (c *cell) inOrder(pieces []*piece) []*piece {
	anew := map[scope.Name]int{}
	for i, p := range pieces {
		for _, n := range p.defines {
			if _, there := anew[n]; !there && c.st.entries[n] != nil {
				anew[n] = i
			}
		}
	}
	if len(anew) == 0 {
		return pieces
	}
	out := make([]*piece, 0, len(pieces))
	done := make([]bool, len(pieces))
	var visit func(i int)
	visit = func(i int) {
		if done[i] {
			return
		}
		done[i] = true
		if p := pieces[i]; !p.computes() {
			c.reaches(c.st.named(p.words), anew, map[scope.Name]bool{}, func(j int) {
				if j > i {
					visit(j)
				}
			})
		}
		out = append(out, pieces[i])
	}
	for i := range pieces {
		visit(i)
	}
	return out
}

// reaches calls f for the pieces that define names anew, or what those depend on.
func (c *cell) reaches(names []scope.Name, anew map[scope.Name]int, seen map[scope.Name]bool, f func(i int)) {
	for _, n := range names {
		if seen[n] {
			continue
		}
		seen[n] = true
		if i, ok := anew[n]; ok {
			f(i)
		} else if e := c.st.entries[n]; e != nil && e.values == nil {
			c.reaches(e.deps, anew, seen, f)
		}
	}
}
