package counter

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// number is a scalar in i64, and where it lies, ends included.
type number struct {
	atom   core.Atom
	lo, hi int64
}

// farthest bounds the numbers that are followed: those of every type but u64 and i64.
const farthest = 1 << 32

// of is what is known of an atom in i64.
func (w *widener) of(a core.Atom) (number, bool) {
	if v := core.AsVar(a); v != nil {
		n, ok := w.known[v]
		return n, ok
	}
	c, ok := core.IntConst(a)
	ok = ok && -farthest <= c && c <= farthest && (c >= 0 || a.AtomType().Elem.IsSigned())
	return number{core.IntC(c), c, c}, ok
}

// fits reports whether a number is one of a type.
func (n number) fits(t prim.Type) bool {
	if !t.IsInt() || n.lo < -farthest || n.hi > farthest || n.lo < 0 && !t.IsSigned() {
		return false
	}
	return prim.Int(t, n.lo).Int64() == n.lo && prim.Int(t, n.hi).Int64() == n.hi
}

// interval is where an operator of i64 lies; not ok if that is not known, or beyond the farthest.
func interval(op *prim.Op, x, y number) (lo, hi int64, ok bool) {
	natural := x.lo >= 0 && y.lo >= 0
	switch op {
	case prim.Add:
		return x.lo + y.lo, x.hi + y.hi, true
	case prim.Sub:
		return x.lo - y.hi, x.hi - y.lo, true
	case prim.Mul:
		if max(-x.lo, x.hi, -y.lo, y.hi) >= 1<<31 {
			return 0, 0, false
		}
		corners := [...]int64{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
		return min(corners[0], corners[1], corners[2], corners[3]), max(corners[0], corners[1], corners[2], corners[3]), true
	case prim.Min:
		return min(x.lo, y.lo), min(x.hi, y.hi), true
	case prim.Max:
		return max(x.lo, y.lo), max(x.hi, y.hi), true
	case prim.Div, prim.Quot:
		return x.lo / max(y.hi, 1), x.hi / max(y.lo, 1), natural && y.lo > 0
	case prim.Mod, prim.Rem:
		return 0, min(x.hi, y.hi-1), natural && y.lo > 0
	case prim.And:
		return 0, min(x.hi, y.hi), natural
	case prim.Shl:
		return x.lo << (y.lo & 31), x.hi << (y.hi & 31), natural && y.hi < 31 && x.hi < 1<<31
	case prim.Shr, prim.Lshr:
		return x.lo >> (y.hi & 31), x.hi >> (y.lo & 31), natural && y.hi < 31
	default: // nothing that indices are made of
		return 0, 0, false
	}
}
