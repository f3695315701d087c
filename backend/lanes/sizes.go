package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// sizes are the products that the host computes: distances between rows, of their sizes.
type sizes map[core.Atom][]core.Atom

// sizesOf are those of a program.
func sizesOf(p *seg.Prog) sizes {
	all := sizes{}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		if l, ok := s.(*seg.HLet); ok && l.Op == prim.Mul && l.T == prim.I64 {
			all[l.V] = l.Args
		}
	})
	return all
}

// factors are a constant and variables whose product a size is.
func (z sizes) factors(a core.Atom) (c int64, vars map[core.Atom]int) {
	c, vars = 1, map[core.Atom]int{}
	var add func(a core.Atom)
	add = func(a core.Atom) {
		k, ok := core.IntConst(a)
		of := z[a]
		switch {
		case ok:
			c *= k
		case of != nil:
			add(of[0])
			add(of[1])
		default:
			vars[a]++
		}
	}
	add(a)
	return c, vars
}

// divides reports whether a size is certainly a proper divisor of another one: its factors are among those of the other one, which has more.
func (z sizes) divides(a, whole core.Atom) bool {
	c, vars := z.factors(a)
	d, of := z.factors(whole)
	less := false
	for v, n := range of {
		less = less || vars[v] < n
	}
	for v, n := range vars {
		if n > of[v] {
			return false
		}
	}
	return c > 0 && d%c == 0 && (less || d > c)
}
