package infer

import (
	"raido/lang/check/scope"
	"raido/lang/syntax"
	"raido/lang/types"
)

// Note [Sizes that stay]. While the body of a loop is checked, nobody knows yet which sizes of the parameters vary. Where a
// branch, or a loop inside, meets a parameter's size and the one that it starts with, what comes of the two depends on that:
//
//	loop x for i < 3 do                             x starts with size n
//	  loop x for j < i do tabulate n (\q -> x[q])   the inner x starts with the size of the outer one, and ends with n
//
// So it is assumed that the parameter keeps its size: both loops then give [n]. The loop whose parameter it is demands in the
// end that it does. If that fails, the definition is checked anew, without assumptions about that dimension: there its size
// varies, and what meets inside has an unknown size. Only if that is an error too is it one, and the first is reported.

// loopSize names a dimension of a loop's parameters, the same in each check of a definition.
type loopSize struct {
	loop *syntax.LoopExp
	dim  int
}

// stays is what a checker knows of sizes that loops are assumed to keep.
type stays struct {
	vary    map[loopSize]bool // about which nothing is assumed
	names   map[*types.SizeMeta]loopSize
	assumed map[*types.SizeMeta]bool
	wrong   []loopSize // about which an assumption was wrong
}

// Check runs a check of one declaration, with a checker of its own each time that assumptions about sizes of loops are wrong.
func Check[T any](env *scope.Env, cx Context, check func(*Checker) T) (*Checker, T) {
	first := New(env, cx)
	out := check(first)
	if len(first.Diags.Errors()) == 0 {
		return first, out
	}
	vary := map[loopSize]bool{}
	for c := first; ; {
		before := len(vary)
		for _, s := range c.stays.wrong {
			vary[s] = true
		}
		if len(vary) == before {
			return first, out
		}
		c = New(env, cx)
		c.stays.vary = vary
		if t := check(c); len(c.Diags.Errors()) == 0 {
			return c, t
		}
	}
}

// starts makes a size of loop parameters that starts as s.
func (c *Checker) starts(s types.Size, name loopSize) *types.SizeMeta {
	m := c.u.FreshSize()
	if !c.stays.vary[name] {
		m.Start = s
	}
	c.stays.names[m] = name
	return m
}

// start is a size where all loops around are in their first iteration.
func start(s types.Size) types.Size {
	return types.MapSizeParts(s, func(s types.Size) types.Size {
		if m, ok := s.(*types.SizeMeta); ok && m.Start != nil {
			return start(m.Start)
		}
		return nil
	})
}

// agree reports whether two sizes are the same if loops keep the sizes that they start with.
func agree(a, b types.Size) bool { return types.SameSize(a, b) || types.SameSize(start(a), start(b)) }

// keep makes two sizes that agree equal: loop parameters keep their sizes, as many as it takes.
func (c *Checker) keep(a, b types.Size) bool {
	for {
		a, b = types.ResolveSize(a), types.ResolveSize(b)
		if types.SameSize(a, b) {
			return true
		}
		var young *types.SizeMeta
		for _, s := range []types.Size{a, b} {
			types.SizeMetas(s, func(m *types.SizeMeta) {
				if m.Start != nil && (young == nil || m.ID > young.ID) {
					young = m
				}
			})
		}
		if young == nil {
			return false
		}
		to := types.ResolveSize(young.Start)
		for _, s := range []types.Size{a, b} { // parameters that start alike stay alike, whatever their size
			if m, ok := s.(*types.SizeMeta); ok && m != young && m.Start != nil && types.SameSize(m.Start, to) && (a == types.Size(young) || b == types.Size(young)) {
				c.stays.assumed[m] = true
				to = m
			}
		}
		c.stays.assumed[young] = true
		if c.u.Size(to, young) != nil {
			return false
		}
	}
}

// mayNotBe reports whether an undecided size is older than what the other size mentions: a size of a loop around would be
// one that is known only inside.
func (c *Checker) mayNotBe(open, s types.Size) bool {
	m, ok := types.ResolveSize(open).(*types.SizeMeta)
	late := false
	if ok {
		types.SizeSyms(s, func(s *types.Symbol) { late = late || c.after(m.ID)(s) })
	}
	return late
}

// doubt notes the assumptions about sizes that turn out not to be equal, if there are any.
func (c *Checker) doubt(sizes ...types.Size) bool {
	found := false
	for _, s := range sizes {
		var chain []*types.SizeMeta
		for m, ok := s.(*types.SizeMeta); ok; m, ok = m.Bound.(*types.SizeMeta) {
			chain = append(chain, m)
		}
		for i := len(chain) - 1; i >= 0; i-- {
			if !c.stays.assumed[chain[i]] {
				continue
			}
			for _, m := range chain[:i+1] {
				if name, ok := c.stays.names[m]; ok {
					found = true
					c.stays.wrong = append(c.stays.wrong, name)
				}
			}
			break
		}
	}
	return found
}
