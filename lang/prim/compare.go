package prim

// Comparisons of every type give bool. Floats compare as IEEE says (nan equals nothing, -0 equals 0);
// false is less than true.
var (
	// Eq reports whether x == y.
	Eq = row("eq", 2, Any, func(t Type, a []Scalar) Scalar {
		if t.IsFloat() {
			return BoolOf(a[0].Float64() == a[1].Float64())
		}
		return BoolOf(a[0].Bits == a[1].Bits)
	}).gives(Bool).commutative()
	// Lt reports whether x < y.
	Lt = row("lt", 2, Any, func(t Type, a []Scalar) Scalar { return BoolOf(less(t, a[0], a[1])) }).gives(Bool)
	// Le reports whether x <= y.
	Le = row("le", 2, Any, func(t Type, a []Scalar) Scalar {
		if t.IsFloat() {
			return BoolOf(a[0].Float64() <= a[1].Float64())
		}
		return BoolOf(!less(t, a[1], a[0]))
	}).gives(Bool)
)

var compareOps = []*Op{Eq, Lt, Le}
