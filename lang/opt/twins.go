package opt

import (
	"fmt"
	"slices"
	"strings"

	"raido/lang/core"
)

// Note [Twins]. The k-th derivative by forward mode of y = loop y = x for i < n do f y carries 2^k tangents, of which only k+1
// differ: those in one direction and in another are computed alike. No two expressions are the same there until it is known
// that two parameters are, and these are the same because the expressions are. So the parameters of loops and operators that
// begin with the same are taken to be the same; where the results then differ they are told apart, and the body is
// walked again, until what is left of the assumption holds: equal in the beginning, and after each iteration if before it.
//
// Scalars, and arrays that nothing consumes, then have one name; what nobody mentions any more DCE drops.
// An array that something consumes keeps its name, but is known to be equal, so that what is read of it and computed from it has a name
// already.

// sparePerStm is how often a statement of a function may be walked again, on average.
const sparePerStm = 10

// rounds bounds how often a body is walked before parameters that may still differ are all told apart.
const rounds = 4

// value is the first atom that is known to have the value of a.
func (c *cse) value(a core.Atom) core.Atom {
	if v, ok := a.(*core.Var); ok {
		if first, ok := c.same[v]; ok {
			return first
		}
	}
	return a
}

// equal makes a new variable another name of an earlier one with the same value, or notes that they are equal; old is what the new
// one was.
func (c *cse) equal(old, v, first *core.Var) {
	switch {
	case !sameType(v.Type, first.Type):
	case c.shareable([]*core.Var{old}, []*core.Var{first}):
		c.Vars[old] = first
		c.names.Merge(old, c.origin[first])
	default:
		c.same[v] = c.value(first)
	}
}

func sameType(t, u core.Type) bool {
	return t.Elem == u.Elem && t.Cert == u.Cert && slices.Equal(t.Dims, u.Dims)
}

// classes are, for each of n things, the first one that has the same values as it.
func (c *cse) classes(n int, of func(i int) []core.Atom) []int {
	out := make([]int, n)
	if n < 2 {
		return out
	}
	seen := map[string]int{}
	for i := range out {
		var key strings.Builder
		for _, a := range of(i) {
			fmt.Fprintf(&key, "%v ", c.value(a))
		}
		if _, ok := seen[key.String()]; !ok {
			seen[key.String()] = i
		}
		out[i] = seen[key.String()]
	}
	return out
}

// refined are classes cut into those that have the same values, too.
func (c *cse) refined(classes []int, of func(i int) []core.Atom) []int {
	values := c.classes(len(classes), of)
	first := map[[2]int]int{}
	out := make([]int, len(classes))
	for i, k := range classes {
		pair := [2]int{k, values[i]}
		if _, ok := first[pair]; !ok {
			first[pair] = i
		}
		out[i] = first[pair]
	}
	return out
}

// settled walks a body until what it makes of parameters in classes keeps them in these, and gives the classes. The walk makes the
// parameters and gives the results.
func (c *cse) settled(classes []int, size func() int, walk func(classes []int) []core.Atom) []int {
	for round := 1; ; round++ {
		results := walk(classes)
		next := c.refined(classes, func(i int) []core.Atom { return results[i : i+1] })
		if slices.Equal(next, classes) {
			return classes
		}
		if c.spare -= size(); c.spare < 0 || round == rounds-1 {
			for i := range next {
				next[i] = i
			}
		}
		classes = next
	}
}

// parameters are the new binders of parameters in classes; what is in a class is one.
func (c *cse) parameters(old []*core.Var, classes []int) []*core.Var {
	out := make([]*core.Var, len(old))
	for i, p := range old {
		out[i] = c.binder(p)
		if k := classes[i]; k != i {
			c.equal(p, out[i], out[k])
		}
	}
	return out
}

func sizeOf(bodies ...core.Body) int {
	n := 0
	for _, b := range bodies {
		n += core.Statements(b)
	}
	return n
}

func (c *cse) loop(e *core.Loop) (core.Exp, []int) {
	n := &core.Loop{Init: c.Atoms(e.Init), Attrs: e.Attrs}
	if e.Bound != nil {
		n.Bound = c.Atom(e.Bound)
	}
	classes := c.classes(len(n.Init), func(i int) []core.Atom { return n.Init[i : i+1] })
	classes = c.settled(classes, func() int { return sizeOf(e.Body) }, func(classes []int) []core.Atom {
		n.Params = c.parameters(e.Params, classes)
		if e.I != nil {
			n.I = c.binder(e.I)
		}
		if e.Cond != nil {
			cond := c.body(*e.Cond)
			n.Cond = &cond
		}
		n.Body = c.body(e.Body)
		return n.Body.Result
	})
	return n, classes
}

// operator is the operator of a reduction or scan with these neutral elements and arrays.
func (c *cse) operator(l *core.Lambda, ne []core.Atom, arrs []*core.Var) (*core.Lambda, []int) {
	k := len(ne)
	n := &core.Lambda{Ret: c.types(l.Ret)}
	classes := c.classes(k, func(i int) []core.Atom { return []core.Atom{ne[i], arrs[i]} })
	classes = c.settled(classes, func() int { return sizeOf(l.Body) }, func(classes []int) []core.Atom {
		n.Params = append(c.parameters(l.Params[:k], classes), c.parameters(l.Params[k:], classes)...)
		n.Body = c.body(l.Body)
		return n.Body.Result
	})
	return n, classes
}

func (c *cse) mapSoac(e *core.Map) (core.Exp, []int) {
	n := &core.Map{W: c.Atom(e.W), Accs: c.arrays(e.Accs), Arrs: c.arrays(e.Arrs), Fn: &core.Lambda{Ret: c.types(e.Fn.Ret)}}
	operands := slices.Concat(n.Accs, n.Arrs)
	n.Fn.Params = c.parameters(e.Fn.Params, c.classes(len(operands), func(i int) []core.Atom { return []core.Atom{operands[i]} }))
	added := c.noteElements(n)
	n.Fn.Body = c.body(e.Fn.Body)
	for _, key := range added {
		delete(c.table, key)
	}
	res := n.Fn.Body.Result
	return n, c.classes(len(res), func(i int) []core.Atom { return res[i : i+1] })
}
