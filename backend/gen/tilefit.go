package gen

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// of is what a value depends on.
func (t *tile) of(as ...core.Atom) needs {
	var out needs
	for _, a := range as {
		if v, ok := a.(*core.Var); ok {
			out |= t.on[v]
		}
	}
	return out
}

// bound is what a statement binds and uses; nil if tiles have no such statements.
func (t *tile) bound(s seg.Stm) (*core.Var, []core.Atom) {
	switch s := s.(type) {
	case *seg.Let:
		return s.V, s.Args
	case *seg.Select:
		return s.V, []core.Atom{s.Cond, s.Then, s.Else}
	case *seg.Load:
		var as []core.Atom
		for _, term := range s.At {
			as = append(as, term.A)
			if term.B != nil {
				as = append(as, term.B)
			}
		}
		if s.Mem.Space != seg.Device {
			return nil, nil
		}
		return s.V, as
	}
	return nil, nil
}

// follow notes on what the variable that a statement binds depends, and tells that the statement can be computed in tiles.
func (t *tile) follow(s seg.Stm) bool {
	v, uses := t.bound(s)
	if v == nil {
		return false
	}
	t.on[v] = t.of(uses...)
	return t.on[v]&onJ == 0 || t.fits(s)
}

// analyse tells that the code can be computed in tiles, and finds what is packed and what follows point by point.
func (t *tile) analyse() bool {
	for _, s := range t.pre {
		if d, ok := s.(*seg.Decl); ok {
			if !slices.Contains(t.fold.Accs, d.V) || t.of(d.Init)&onJ != 0 {
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
	t.findTerms()
	t.spills = !t.after()
	return !t.spills || loopFree(t.post)
}

// body analyses the fold's body.
func (t *tile) body() bool {
	t.direct = true
	add := func(to *[]*core.Var, v *core.Var) {
		if !slices.Contains(*to, v) {
			*to = append(*to, v)
		}
	}
	inside := map[*core.Var]seg.Stm{}
	use := func(as ...core.Atom) {
		for _, a := range as {
			v, ok := a.(*core.Var)
			if s := inside[v]; ok && s != nil {
				switch t.on[v] {
				case onJ | onK:
					add(&t.wide, v)
				case onI | onK:
					if !t.plain(s, inside) {
						add(&t.sides, v)
					}
				}
			}
		}
	}
	for _, s := range t.fold.Body {
		v, uses := t.bound(s)
		if v == nil || slices.ContainsFunc(uses, func(a core.Atom) bool { return slices.Contains(t.fold.Accs, asVar(a)) }) {
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
	use(t.fold.Vals...)
	for _, v := range append(slices.Clone(t.wide), t.sides...) {
		if v.Type.Elem != t.elem {
			return false
		}
	}
	return len(t.wide) <= maxPacked && len(t.sides) <= maxPacked && (t.direct || t.i != nil)
}

func asVar(a core.Atom) *core.Var {
	v, _ := a.(*core.Var)
	return v
}

// plain tells that a side is read with step 1 in k from an array.
func (t *tile) plain(s seg.Stm, inside map[*core.Var]seg.Stm) bool {
	l, ok := s.(*seg.Load)
	return ok && stepsBy1(l.At, t.fold.I) && !slices.ContainsFunc(l.At, func(x seg.Term) bool {
		return inside[asVar(x.A)] != nil || inside[asVar(x.B)] != nil
	})
}

// fits tells that a statement that depends on j works on vectors.
func (t *tile) fits(s seg.Stm) bool {
	switch s := s.(type) {
	case *seg.Let:
		return vectorOps[s.Op] && s.T == t.elem && s.V.Type.Elem == t.elem
	case *seg.Load:
		return s.Mem.Elem == t.elem && t.unit(s.At)
	}
	return false
}

// unit tells that an index goes with j in steps of 1 and depends on it in no other way.
func (t *tile) unit(x seg.Index) bool {
	for _, term := range x {
		if a, b := asVar(term.A), asVar(term.B); a != t.j && t.on[a]&onJ != 0 || b != t.j && t.on[b]&onJ != 0 {
			return false
		}
	}
	return stepsBy1(x, t.j)
}

// after tells that what follows the fold works on vectors.
func (t *tile) after() bool {
	for _, a := range t.fold.Accs {
		t.on[a] = onI | onJ
	}
	for _, s := range t.post {
		if st, ok := s.(*seg.Store); ok {
			if st.Mem.Elem != t.elem || !t.unit(st.At) || asVar(st.Val) == t.j {
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

// findTerms finds the products that the fold adds.
func (t *tile) findTerms() {
	t.terms = make([]seg.Stm, len(t.fold.Accs))
	uses := map[core.Atom]int{}
	for _, x := range t.fold.Vals {
		uses[x]++
	}
	for _, s := range t.fold.Body {
		_, as := t.bound(s)
		for _, a := range as {
			uses[a]++
		}
	}
	for _, s := range t.fold.Body {
		l, ok := s.(*seg.Let)
		if !ok || l.Op != prim.Mul || uses[l.V] != 1 || t.on[l.V] != onI|onJ|onK && t.i != nil {
			continue
		}
		if a := slices.Index(t.fold.Vals, core.Atom(l.V)); a >= 0 && t.fold.Ops[a] == prim.Add {
			t.terms[a] = s
		}
	}
}

// gains tells that elements are used for many points: some are the same for all rows of points, or vectors that are far
// apart in k are read.
func (t *tile) gains() bool {
	if t.i == nil || len(t.wide) == 0 {
		return slices.ContainsFunc(t.fold.Body, func(s seg.Stm) bool {
			l, ok := s.(*seg.Load)
			return ok && t.unit(l.At) && mentions(l.At, t.fold.I) && !stepsBy1(l.At, t.fold.I)
		})
	}
	return slices.ContainsFunc(t.fold.Body, func(s seg.Stm) bool {
		v, _ := t.bound(s)
		return t.on[v]&(onI|onK) == onI|onK
	})
}
