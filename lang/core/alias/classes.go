package alias

import "raido/lang/core"

// Classes are sets of names that may lie in the same memory somewhere in a program (union-find), with a mark on those
// of which something consumes a name.
type Classes struct {
	calls    *Calls
	parent   map[*core.Var]*core.Var
	consumed map[*core.Var]bool // by representative
	byMemory bool
}

// ByName are the classes of names that stand for the same values: what takes the place of a consumed array is another.
func ByName(p *core.Prog) *Classes { return classesOf(p, false) }

// ByMemory are the classes of names that lie in the same memory: what takes the place of a consumed array is there too.
func ByMemory(p *core.Prog) *Classes { return classesOf(p, true) }

func classesOf(p *core.Prog, byMemory bool) *Classes {
	c := &Classes{calls: NewCalls(), parent: map[*core.Var]*core.Var{}, consumed: map[*core.Var]bool{}, byMemory: byMemory}
	var consumed []*core.Var
	seen := map[*core.Fun]bool{}
	var reach func(f *core.Fun)
	reach = func(f *core.Fun) {
		if seen[f] {
			return
		}
		seen[f] = true
		core.Walk(f.Body, func(s core.Stm) {
			for _, l := range s.Exp.Aliases(s.Pat) {
				if l.How != core.Over || byMemory {
					c.join(l.Name, l.Of)
				}
			}
			consumed = append(consumed, s.Exp.Consumes()...)
			if e, ok := s.Exp.(*core.Call); ok {
				reach(e.Fun)
			}
		})
	}
	for _, f := range p.Funs {
		reach(f)
	}
	for _, v := range consumed {
		c.consumed[c.Find(v)] = true
	}
	return c
}

// Find is the representative of the class of v.
func (c *Classes) Find(v *core.Var) *core.Var {
	for {
		p, ok := c.parent[v]
		if !ok {
			return v
		}
		if q, ok := c.parent[p]; ok {
			c.parent[v] = q
		}
		v = p
	}
}

func (c *Classes) join(v, w *core.Var) {
	if r, s := c.Find(v), c.Find(w); r != s {
		c.parent[r] = s
	}
}

// Consumed reports whether something consumes a, or what may lie in the same memory.
func (c *Classes) Consumed(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return ok && c.consumed[c.Find(v)]
}

// Merge makes two variables names of one array, as a pass does.
func (c *Classes) Merge(v, w *core.Var) {
	if v.Type.IsScalar() || w.Type.IsScalar() {
		return
	}
	consumed := c.Consumed(v) || c.Consumed(w)
	c.join(v, w)
	c.consumed[c.Find(v)] = consumed
}

// ConsumedIn calls f with each variable that a statement consumes, by itself, inside or through a call.
func (c *Classes) ConsumedIn(s core.Stm, f func(v *core.Var)) { c.calls.In(s, f) }
