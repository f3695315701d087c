package eval

import (
	"math"

	"raido/lang/prim"
)

func boolBits(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// fastInts registers the operators of an integer type that cannot fail.
func fastInts[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](t prim.Type) {
	two := func(o *prim.Op, f func(d, x, y int) op) { fast2[fastKey{o, t}] = f }
	two(prim.Add, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = uint64(T(m.s[x]) + T(m.s[y])) }
	})
	two(prim.Sub, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = uint64(T(m.s[x]) - T(m.s[y])) }
	})
	two(prim.Mul, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = uint64(T(m.s[x]) * T(m.s[y])) }
	})
	two(prim.Min, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = uint64(min(T(m.s[x]), T(m.s[y]))) }
	})
	two(prim.Max, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = uint64(max(T(m.s[x]), T(m.s[y]))) }
	})
	two(prim.And, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = m.s[x] & m.s[y] }
	})
	two(prim.Or, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = m.s[x] | m.s[y] }
	})
	two(prim.Xor, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = m.s[x] ^ m.s[y] }
	})
	two(prim.Eq, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = boolBits(m.s[x] == m.s[y]) }
	})
	two(prim.Lt, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = boolBits(T(m.s[x]) < T(m.s[y])) }
	})
	two(prim.Le, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = boolBits(T(m.s[x]) <= T(m.s[y])) }
	})
	width := uint64(8 * t.Size())
	two(prim.Shl, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = uint64(T(m.s[x]) << min(m.s[y], width)) }
	})
	two(prim.Shr, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = uint64(T(m.s[x]) >> min(m.s[y], width)) }
	})
	fast1[fastKey{prim.Neg, t}] = func(d, x int) op {
		return func(m *machine) { m.s[d] = uint64(-T(m.s[x])) }
	}
	fast1[fastKey{prim.Not, t}] = func(d, x int) op {
		return func(m *machine) { m.s[d] = uint64(^T(m.s[x])) }
	}
}

func num(b uint64) float64 { return math.Float64frombits(b) }
func rep(f float64) uint64 { return math.Float64bits(f) }

// fastFloats registers the arithmetic of f32 and f64, rounded once. The explicit conversions keep the
// compiler from fusing multiplications and additions.
func fastFloats[T float32 | float64](t prim.Type) {
	two := func(o *prim.Op, f func(d, x, y int) op) { fast2[fastKey{o, t}] = f }
	two(prim.Add, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = rep(float64(T(num(m.s[x])) + T(num(m.s[y])))) }
	})
	two(prim.Sub, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = rep(float64(T(num(m.s[x])) - T(num(m.s[y])))) }
	})
	two(prim.Mul, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = rep(float64(T(num(m.s[x])) * T(num(m.s[y])))) }
	})
	two(prim.Div, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = rep(float64(T(num(m.s[x])) / T(num(m.s[y])))) }
	})
	two(prim.Min, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = rep(prim.FMin(num(m.s[x]), num(m.s[y]))) }
	})
	two(prim.Max, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = rep(prim.FMax(num(m.s[x]), num(m.s[y]))) }
	})
	two(prim.Eq, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = boolBits(num(m.s[x]) == num(m.s[y])) }
	})
	two(prim.Lt, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = boolBits(num(m.s[x]) < num(m.s[y])) }
	})
	two(prim.Le, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = boolBits(num(m.s[x]) <= num(m.s[y])) }
	})
	two(prim.Pow, func(d, x, y int) op {
		return func(m *machine) { m.s[d] = rep(prim.Power(t, num(m.s[x]), num(m.s[y]))) }
	})
	fast1[fastKey{prim.Neg, t}] = func(d, x int) op {
		return func(m *machine) { m.s[d] = rep(-num(m.s[x])) }
	}
}

// fastMath registers functions of one float that the rows define by a function of float64.
func fastMath() {
	for o, f := range map[*prim.Op]func(float64) float64{
		prim.Sqrt: math.Sqrt, prim.Abs: math.Abs, prim.Floor: math.Floor, prim.Ceil: math.Ceil, prim.Trunc: math.Trunc, prim.Round: math.RoundToEven,
	} {
		fast1[fastKey{o, prim.F64}] = func(d, x int) op {
			return func(m *machine) { m.s[d] = rep(f(num(m.s[x]))) }
		}
		fast1[fastKey{o, prim.F32}] = func(d, x int) op {
			return func(m *machine) { m.s[d] = rep(float64(float32(f(num(m.s[x]))))) }
		}
	}
	for _, o := range prim.Ops {
		for _, t := range []prim.Type{prim.F32, prim.F64} {
			if f := o.Single(t); f != nil {
				fast1[fastKey{o, t}] = func(d, x int) op {
					return func(m *machine) { m.s[d] = rep(f(num(m.s[x]))) }
				}
			}
		}
	}
}

// fastConversions registers those between integer types, and from integers and floats to f64 and f32.
func fastConversions() {
	narrow := map[prim.Type]func(d, x int) op{
		prim.I8:  func(d, x int) op { return func(m *machine) { m.s[d] = uint64(int8(m.s[x])) } },
		prim.I16: func(d, x int) op { return func(m *machine) { m.s[d] = uint64(int16(m.s[x])) } },
		prim.I32: func(d, x int) op { return func(m *machine) { m.s[d] = uint64(int32(m.s[x])) } },
		prim.I64: func(d, x int) op { return func(m *machine) { m.s[d] = m.s[x] } },
		prim.U8:  func(d, x int) op { return func(m *machine) { m.s[d] = uint64(uint8(m.s[x])) } },
		prim.U16: func(d, x int) op { return func(m *machine) { m.s[d] = uint64(uint16(m.s[x])) } },
		prim.U32: func(d, x int) op { return func(m *machine) { m.s[d] = uint64(uint32(m.s[x])) } },
		prim.U64: func(d, x int) op { return func(m *machine) { m.s[d] = m.s[x] } },
	}
	for _, from := range prim.Types {
		switch {
		case from.IsInt() || from == prim.Bool:
			for to, f := range narrow {
				fast1[fastKey{prim.To(to), from}] = f
				if to.IsUnsigned() && to.Size() > from.Size() { // what extends the sign goes
					fast1[fastKey{prim.To(to), from}] = func(d, x int) op {
						return func(m *machine) { m.s[d] = prim.ZeroExtend(from, m.s[x]) }
					}
				}
			}
			if from != prim.U64 {
				fast1[fastKey{prim.ToF64, from}] = func(d, x int) op {
					return func(m *machine) { m.s[d] = rep(float64(int64(m.s[x]))) }
				}
				fast1[fastKey{prim.ToF32, from}] = func(d, x int) op {
					return func(m *machine) { m.s[d] = rep(float64(float32(int64(m.s[x])))) }
				}
			}
		default:
			fast1[fastKey{prim.ToF64, from}] = narrow[prim.I64] // the representation is the same
			fast1[fastKey{prim.ToF32, from}] = func(d, x int) op {
				return func(m *machine) { m.s[d] = rep(float64(float32(num(m.s[x])))) }
			}
		}
	}
}

func fastBools() {
	fast1[fastKey{prim.Not, prim.Bool}] = func(d, x int) op {
		return func(m *machine) { m.s[d] = m.s[x] ^ 1 }
	}
	for o, f := range map[*prim.Op]func(d, x, y int) op{
		prim.And: func(d, x, y int) op { return func(m *machine) { m.s[d] = m.s[x] & m.s[y] } },
		prim.Or:  func(d, x, y int) op { return func(m *machine) { m.s[d] = m.s[x] | m.s[y] } },
		prim.Xor: func(d, x, y int) op { return func(m *machine) { m.s[d] = m.s[x] ^ m.s[y] } },
		prim.Eq:  func(d, x, y int) op { return func(m *machine) { m.s[d] = boolBits(m.s[x] == m.s[y]) } },
	} {
		fast2[fastKey{o, prim.Bool}] = f
	}
}
