package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Terms that are zero]
//
// The adjoint of a convolution by its kernel is a sum over the image, of which the terms are 0 where the window goes over the border:
//
//	fold i < n into s by add                         lo = max 0 (1 - a); hi = min n (n + 1 - a)
//	  if 0 <= i + a - 1 < n { y = x[i + a - 1] }     fold t < hi - lo into s by add
//	  yield y                                   ->     yield x[t + lo + a - 1]
//
// Where the conditions compare sums of the index and of what does not change in the fold, the terms that are left are an interval: the fold goes over it,
// without branches. A condition without the index stands around the fold, where it is one of the fold around. [Peng23, 3.3: the effective elements
// of a loop, of one index at a time]
//
// Sums do not overflow where they are of indices, sizes and small constants. What depends on an index that lanes share out is another interval in each
// lane; such conditions stay (Note [Smooth vectors] has them), and so do those of folds that are short enough to be written out.

// Shorten makes folds over the terms that are not zero.
func Shorten(p *seg.Prog) *seg.Prog {
	small := smallOnHost(p)
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		s := &shortener{defs: map[core.Atom]*seg.Let{}, small: small, inLanes: map[core.Atom]bool{}}
		s.look(k)
		n := *k
		n.Body = seg.Rewrite(k.Body, func(x seg.Stm) seg.Code {
			if f, ok := x.(*seg.Fold); ok {
				return s.fold(f)
			}
			return seg.Code{x}
		})
		return &n
	})
}

// shortener knows the numbers of a kernel.
type shortener struct {
	defs    map[core.Atom]*seg.Let // sums
	small   map[core.Atom]bool     // numbers of which sums do not overflow
	inLanes map[core.Atom]bool     // what is another number in each lane
}

// least is the least constant number of iterations of a loop that is not written out.
func least() int64 { return limits.Now.ManyElements }

// short reports whether a loop has a constant number of iterations that is below that.
func short(bound core.Atom) bool {
	n, ok := core.IntConst(bound)
	return ok && n < least()
}

// isSmall reports whether sums of an atom do not overflow.
func isSmall(a core.Atom, small map[core.Atom]bool) bool {
	n, ok := core.IntConst(a)
	return small[a] || ok && max(n, -n) < 1<<31
}

// smallResult reports whether the result of an operator is a number whose sums do not overflow.
func smallResult(op *prim.Op, t prim.Type, args []core.Atom, small map[core.Atom]bool) bool {
	if t != prim.I64 || len(args) != 2 || !isSmall(args[0], small) || !isSmall(args[1], small) {
		return false
	}
	switch op {
	case prim.Add, prim.Sub, prim.Min, prim.Max:
		return true
	case prim.Mul, prim.Div, prim.Quot:
		n, ok := core.IntConst(args[1])
		return ok && 0 < n && n <= maxCoef
	}
	return false
}

// smallOnHost are the sizes of parameters, and what the host computes from them.
func smallOnHost(p *seg.Prog) map[core.Atom]bool {
	small := map[core.Atom]bool{}
	for n := range factsOfHost(p).sizes {
		small[n] = true
	}
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		if l, ok := s.(*seg.HLet); ok && smallResult(l.Op, l.T, l.Args, small) {
			small[l.V] = true
		}
	})
	return small
}

// look notes what the code of a kernel says of its numbers: which lanes share out, and what follows from those.
func (s *shortener) look(k *seg.Kernel) {
	small := map[core.Atom]bool{}
	for a := range s.small {
		small[a] = true
	}
	s.small = small
	for _, d := range k.Space {
		small[d.I] = true
	}
	if n := len(k.Space); n > 0 && !short(k.Space[n-1].N) {
		s.inLanes[k.Space[n-1].I] = true
	}
	s.learn(k.Body)
}

// learn notes what code says of its numbers.
func (s *shortener) learn(c seg.Code) {
	index := func(i *core.Var) { s.small[i] = i.Type.Elem == prim.I64 }
	seg.Walk(c, func(x seg.Stm) {
		switch x := x.(type) {
		case *seg.For:
			index(x.I)
			s.inLanes[x.I] = x.Par && !short(x.Bound) && !slices.ContainsFunc(x.Body, func(y seg.Stm) bool { f, ok := y.(*seg.For); return ok && f.Par && !short(f.Bound) })
		case *seg.Fold:
			index(x.I)
		case *seg.Let:
			if smallResult(x.Op, x.T, x.Args, s.small) {
				s.small[x.V] = true
			}
			if isSum(x.Op, x.T, x.Args) || x.T == prim.Bool || x.Op == prim.Lt || x.Op == prim.Le || x.Op == prim.Eq {
				s.defs[x.V] = x
			}
		default: // no number
		}
		if v := seg.Binds(x); v != nil {
			seg.Operands(x, func(a core.Atom) { s.inLanes[v] = s.inLanes[v] || s.inLanes[a] })
		}
	})
}

// fold is a fold over the terms that are not zero.
func (s *shortener) fold(f *seg.Fold) seg.Code {
	if f.From != nil || f.I.Type.Elem != prim.I64 || f.Interchange != seg.NoInterchange {
		return seg.Code{f}
	}
	zero := map[core.Atom]core.Atom{}
	for i, v := range f.Vals {
		ne, ok := f.Ops[i].Neutral(v.AtomType().Elem)
		if _, isVar := v.(*core.Var); !ok || !isVar || zero[v] != nil {
			return seg.Code{f}
		}
		zero[v] = core.Const{Scalar: ne}
	}
	if !declares(f.Body, zero) {
		return seg.Code{f}
	}
	code, when := terms(f.Body, zero)
	r := &places{s: s, f: f, inside: map[core.Atom]bool{f.I: true}}
	seg.Walk(f.Body, func(x seg.Stm) {
		if v := seg.Binds(x); v != nil {
			r.inside[v] = true
		}
	})
	for _, c := range when {
		r.add(c)
	}
	if len(r.low)+len(r.high)+len(r.guards) == 0 {
		return seg.Code{f}
	}
	out := r.code(live(part{code: code}.under(r.rest)))
	s.learn(out)
	return out
}

// terms is the code of an iteration that does something, and the conditions under which it does, if it computes values that are zero otherwise.
func terms(c seg.Code, zero map[core.Atom]core.Atom) (code seg.Code, when []condition) {
	last := len(c)
	inner, set := map[core.Atom]core.Atom{}, 0
	for ; last > 0; last-- {
		x, ok := c[last-1].(*seg.Set)
		if !ok || zero[x.V] == nil {
			break
		}
		inner[x.Val], set = zero[x.V], set+1
	}
	if set == 0 {
		inner = zero
	}
	if last == 0 || len(inner) != len(zero) {
		return c, nil
	}
	x, ok := c[last-1].(*seg.If)
	for _, s := range c[:last-1] {
		ok = ok && isPure(s)
	}
	if !ok || set > 0 && !declares(c, inner) {
		return c, nil
	}
	now, branch := condition{v: x.Cond, is: true, at: last - 1}, x.Then
	if nothing(x.Then, inner) {
		now.is, branch = false, x.Else
	} else if !nothing(x.Else, inner) {
		return c, nil
	}
	code, when = terms(branch, inner)
	for i := range when {
		when[i].at += last - 1
	}
	return slices.Concat(c[:last-1], code, c[last:]), append([]condition{now}, when...)
}

// isPure reports whether a statement may run in vain.
func isPure(s seg.Stm) bool {
	switch s := s.(type) {
	case *seg.Let:
		return !s.Op.FailsOn(s.T)
	case *seg.Select, *seg.Load, *seg.Decl:
		return true
	default: // does something
	}
	return false
}

// declares reports whether code begins with variables that are zero.
func declares(c seg.Code, zero map[core.Atom]core.Atom) bool {
	n := 0
	for _, s := range c {
		if d, ok := s.(*seg.Decl); ok && zero[d.V] != nil && isZero(d.Init, zero[d.V]) {
			n++
		}
	}
	return n == len(zero)
}

// nothing reports whether code sets variables to zero, at most.
func nothing(c seg.Code, zero map[core.Atom]core.Atom) bool {
	return !slices.ContainsFunc(c, func(s seg.Stm) bool {
		x, ok := s.(*seg.Set)
		return !ok || zero[x.V] == nil || !isZero(x.Val, zero[x.V])
	})
}

// isZero reports whether a value adds nothing: the neutral element, or the other zero.
func isZero(a, ne core.Atom) bool {
	x, ok := a.(core.Const)
	n := ne.(core.Const)
	return ok && (x == n || n.Type.IsFloat() && n.Float64() == 0 && x.Float64() == 0)
}
