package contract

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// needs is a set of what a value depends on.
type needs uint8

const (
	onI needs = 1 << iota
	onJ
	onK
)

// maxPacked bounds the values packed along j, and down i.
const maxPacked = 4

// vectorOps are the operators that a tile computes on vectors.
var vectorOps = map[*prim.Op]bool{prim.Add: true, prim.Sub: true, prim.Mul: true, prim.Div: true, prim.Neg: true, prim.Abs: true,
	prim.Min: true, prim.Max: true, prim.Sqrt: true, prim.Fma: true}

// operands is what tiles need to know of a contraction.
type operands struct {
	*shape
	target seg.Target
	elem   prim.Type
	on     map[*core.Var]needs // what values depend on
	wide   []*core.Var         // packed along j
	sides  []*core.Var         // packed down i
	beside []*core.Var         // the same, of arrays where they are read with step 1 in k
	terms  []seg.Stm           // products that go into sums in one operation, one for each accumulator or nil
	direct bool                // wide values can be computed on vectors where they are used
	spills bool                // what follows the fold goes point by point
	task   bool                // one thread has all points, and so the blocks of its own
}

// analyse finds the operands of a contraction; nil if it cannot be computed in tiles or would not gain by it. In a task all points are
// those of one thread.
func analyse(c *shape, task bool) *operands {
	t := &operands{shape: c, on: map[*core.Var]needs{}, elem: c.Fold.Accs[0].Type.Elem, task: task}
	for i, a := range c.Fold.Accs {
		if a.Type.Elem != t.elem || !vectorOps[c.Fold.Ops[i]] {
			return nil
		}
	}
	t.on[c.J], t.on[c.Fold.I] = onJ, onK
	if c.I != nil {
		t.on[c.I] = onI
	}
	if !t.elem.IsFloat() || t.elem == prim.F16 || !t.fitsTiles() || t.of(t.Fold.Bound) != 0 || !t.gains() {
		return nil
	}
	return t
}

// of is what a value depends on.
func (t *operands) of(as ...core.Atom) needs {
	var out needs
	for _, a := range as {
		out |= t.on[core.AsVar(a)]
	}
	return out
}

func operandsOf(k *seg.Kernel, target seg.Target) *operands {
	t := analyse(shapeOf(k), false)
	t.target = target
	t.fuse()
	t.packBeside()
	return t
}

// packBeside packs what could be read where it lies, for an engine to which rows that are far apart are as many addresses: Note [Plain tiles].
func (t *operands) packBeside() {
	if t.target.Plain && t.I != nil && len(t.sides)+len(t.beside) <= maxPacked && !slices.ContainsFunc(t.beside, func(v *core.Var) bool { return v.Type.Elem != t.elem }) {
		t.sides = append(t.sides, t.beside...)
	}
}

// bound is what a statement binds and uses; nil if tiles have no such statements.
func (t *operands) bound(s seg.Stm) (*core.Var, []core.Atom) {
	switch s := s.(type) {
	case *seg.Let:
		return s.V, s.Args
	case *seg.Select:
		return s.V, []core.Atom{s.Cond, s.Then, s.Else}
	case *seg.Load:
		if s.Mem.Space != seg.Device && !(t.task && s.Mem.Space == seg.Scratch) {
			return nil, nil
		}
		var as []core.Atom
		seg.Operands(s, func(a core.Atom) { as = append(as, a) })
		return s.V, as
	default: // tiles have no such statements
	}
	return nil, nil
}

// follow notes on what the variable that a statement binds depends, and reports whether the statement can be computed in tiles.
func (t *operands) follow(s seg.Stm) bool {
	v, uses := t.bound(s)
	if v == nil {
		return false
	}
	t.on[v] = t.of(uses...)
	return t.on[v]&onJ == 0 || t.fits(s)
}

// fitsTiles reports whether the code can be computed in tiles, and finds what is packed and what follows point by point.
func (t *operands) fitsTiles() bool {
	for _, s := range t.Pre {
		if d, ok := s.(*seg.Decl); ok {
			if !slices.Contains(t.Fold.Accs, d.V) || t.of(d.Init)&onJ != 0 {
				return false
			}
			continue
		}
		if !t.follow(s) {
			return false
		}
	}
	if !t.body() {
		return false
	}
	t.spills = !t.after()
	return !t.spills || seg.LoopFree(t.Post)
}

// body analyses the fold's body.
func (t *operands) body() bool {
	t.direct = true
	add := func(to *[]*core.Var, v *core.Var) {
		if !slices.Contains(*to, v) {
			*to = append(*to, v)
		}
	}
	inside := map[*core.Var]seg.Stm{}
	use := func(as ...core.Atom) {
		for _, a := range as {
			v := core.AsVar(a)
			if s := inside[v]; v != nil && s != nil {
				switch t.on[v] {
				case onJ | onK:
					add(&t.wide, v)
				case onI | onK:
					if t.plain(s, inside, t.Fold.I) {
						add(&t.beside, v)
					} else {
						add(&t.sides, v)
					}
				}
			}
		}
	}
	for _, s := range t.Fold.Body {
		v, uses := t.bound(s)
		if v == nil || slices.ContainsFunc(uses, func(a core.Atom) bool { return slices.Contains(t.Fold.Accs, core.AsVar(a)) }) {
			return false
		}
		inside[v] = s
		switch t.on[v] = t.of(uses...); t.on[v] {
		case onJ | onK:
			t.direct = t.direct && t.fits(s)
		case onJ, onI | onJ, onI | onJ | onK:
			if !t.fits(s) {
				return false
			}
			use(uses...)
		}
	}
	use(t.Fold.Vals...)
	for _, v := range append(slices.Clone(t.wide), t.sides...) {
		if v.Type.Elem != t.elem {
			return false
		}
	}
	return len(t.wide) <= maxPacked && len(t.sides) <= maxPacked && (t.direct || t.I != nil)
}

// plain reports whether a value is read with step 1 in v from an array.
func (t *operands) plain(s seg.Stm, inside map[*core.Var]seg.Stm, v *core.Var) bool {
	l, ok := s.(*seg.Load)
	return ok && l.At.StepsBy1(v) && !slices.ContainsFunc(l.At, func(x seg.Term) bool {
		return inside[core.AsVar(x.A)] != nil || inside[core.AsVar(x.B)] != nil
	})
}

// fits reports whether a statement that depends on j works on vectors.
func (t *operands) fits(s seg.Stm) bool {
	switch s := s.(type) {
	case *seg.Let:
		return vectorOps[s.Op] && s.T == t.elem && s.V.Type.Elem == t.elem
	case *seg.Load:
		return s.Mem.Elem == t.elem && t.unit(s.At)
	default: // not on vectors
	}
	return false
}

// unit reports whether an index goes with j in steps of 1 and depends on it in no other way.
func (t *operands) unit(x seg.Index) bool {
	for _, term := range x {
		if a, b := core.AsVar(term.A), core.AsVar(term.B); a != t.J && t.on[a]&onJ != 0 || b != t.J && t.on[b]&onJ != 0 {
			return false
		}
	}
	return x.StepsBy1(t.J)
}

// after reports whether what follows the fold works on vectors.
func (t *operands) after() bool {
	for _, a := range t.Fold.Accs {
		t.on[a] = onI | onJ
	}
	for _, s := range t.Post {
		if st, ok := s.(*seg.Store); ok {
			if st.Mem.Elem != t.elem || !t.unit(st.At) || core.AsVar(st.Val) == t.J {
				return false
			}
			continue
		}
		if !t.follow(s) {
			return false
		}
	}
	return true
}

// fuse finds the products that the fold adds, if these shall be multiplied and added in one operation.
func (t *operands) fuse() {
	t.terms = make([]seg.Stm, len(t.Fold.Accs))
	if !t.target.Fused {
		return
	}
	uses := map[core.Atom]int{}
	for _, x := range t.Fold.Vals {
		uses[x]++
	}
	for _, s := range t.Fold.Body {
		_, as := t.bound(s)
		for _, a := range as {
			uses[a]++
		}
	}
	for _, s := range t.Fold.Body {
		l, ok := s.(*seg.Let)
		if !ok || l.Op != prim.Mul || uses[l.V] != 1 || t.on[l.V] != onI|onJ|onK && t.I != nil {
			continue
		}
		if a := slices.Index(t.Fold.Vals, core.Atom(l.V)); a >= 0 && t.Fold.Ops[a] == prim.Add {
			t.terms[a] = s
		}
	}
}

// gains reports whether elements are used for many points: some are the same for all rows of points, or vectors that are far
// apart in k are read.
func (t *operands) gains() bool {
	if t.I == nil || len(t.wide) == 0 {
		return slices.ContainsFunc(t.Fold.Body, func(s seg.Stm) bool {
			l, ok := s.(*seg.Load)
			return ok && t.unit(l.At) && l.At.Mentions(t.Fold.I) && !l.At.StepsBy1(t.Fold.I)
		})
	}
	return slices.ContainsFunc(t.Fold.Body, func(s seg.Stm) bool {
		v, _ := t.bound(s)
		return t.on[v]&(onI|onK) == onI|onK
	})
}

// without is the code that does not depend on some things.
func (t *operands) without(c seg.Code, not needs) seg.Code {
	return slices.DeleteFunc(slices.Clone(c), func(s seg.Stm) bool {
		v, _ := t.bound(s)
		return t.on[v]&not != 0
	})
}

// steps reports whether the code loads something with step 1 in v.
func (t *operands) steps(c seg.Code, v *core.Var) bool {
	return slices.ContainsFunc(c, func(s seg.Stm) bool {
		l, ok := s.(*seg.Load)
		return ok && l.At.StepsBy1(v)
	})
}

// column is the one wide value if it is an element of an array with step 1 in k.
func (t *operands) column() *seg.Load { return t.element(t.wide, t.Fold.I) }

// down is the one side if it is an element of an array with step 1 in i.
func (t *operands) down() *seg.Load { return t.element(t.sides, t.I) }

// element is the load of the one packed value if that is read with step 1 in v.
func (t *operands) element(packed []*core.Var, v *core.Var) *seg.Load {
	if len(packed) != 1 {
		return nil
	}
	inside := map[*core.Var]seg.Stm{}
	for _, s := range t.Fold.Body {
		x, _ := t.bound(s)
		if inside[x] = s; x == packed[0] && t.plain(s, inside, v) {
			return s.(*seg.Load)
		}
	}
	return nil
}
