package prim_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/prim"
)

// samples are values of t, corners first.
func samples(t prim.Type) []prim.Scalar {
	var out []prim.Scalar
	switch {
	case t == prim.Bool:
		return []prim.Scalar{prim.BoolOf(false), prim.BoolOf(true)}
	case t.IsFloat():
		for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.75, 2, 3.25, 100, -1e-3, 6e4, 1e30, math.NaN(), math.Inf(1), math.Inf(-1)} {
			out = append(out, prim.Float(t, f))
		}
	default:
		for _, i := range []int64{0, 1, -1, 2, 3, -3, 7, 8, 13, 31, 63, 64, 100} {
			out = append(out, prim.Int(t, i))
		}
		out = append(out, prim.IntMin(t), prim.IntMax(t))
	}
	return out
}

// Every row evaluates on every type of its class, and its result is a well-formed scalar of its
// result type.
func TestEveryRowOnEveryType(t *testing.T) {
	for _, op := range prim.Ops {
		n := 0
		for _, ty := range prim.Types {
			if !op.Class.Has(ty) {
				continue
			}
			n++
			var args [3][]prim.Scalar
			for i := range op.Arity {
				args[i] = samples(op.OperandType(ty, i))
			}
			failed := false
			each(op.Arity, args[:], func(a []prim.Scalar) {
				r, err := op.Eval(ty, a)
				if err != nil {
					failed = true
					if !op.Fails || !strings.Contains(err.Error(), a[0].Plain()) || !strings.Contains(err.Error(), a[1].Plain()) {
						t.Errorf("%s.%s %v: error %q", op.Name, ty, a, err)
					}
					return
				}
				checkScalar(t, op, ty, a, r)
			})
			if op.Fails && ty.IsInt() && !failed && (op != prim.Pow || ty.IsSigned()) {
				t.Errorf("%s.%s is marked as failing, but never did", op.Name, ty)
			}
		}
		if n == 0 {
			t.Errorf("%s takes no type", op.Name)
		}
	}
}

func each(arity int, args [][]prim.Scalar, f func([]prim.Scalar)) {
	var rec func(i int, a []prim.Scalar)
	rec = func(i int, a []prim.Scalar) {
		if i == arity {
			f(a)
			return
		}
		for _, s := range args[i] {
			rec(i+1, append(a[:i:i], s))
		}
	}
	rec(0, nil)
}

func checkScalar(t *testing.T, op *prim.Op, ty prim.Type, a []prim.Scalar, r prim.Scalar) {
	t.Helper()
	if want := op.ResultType(ty); r.Type != want {
		t.Errorf("%s.%s %v gives a %s, want %s", op.Name, ty, a, r.Type, want)
		return
	}
	switch {
	case r.Type.IsFloat():
		if f := r.Float64(); f == f && prim.Float(r.Type, f) != r {
			t.Errorf("%s.%s %v = %v is no value of its type", op.Name, ty, a, f)
		}
	case prim.Int(r.Type, int64(r.Bits)) != r:
		t.Errorf("%s.%s %v = %x is not extended by its type", op.Name, ty, a, r.Bits)
	}
}

// big2 is a meaning of binary integer operators in exact arithmetic, wrapped by Int at the end.
var big2 = map[*prim.Op]func(z, x, y *big.Int) *big.Int{
	prim.Add:  (*big.Int).Add,
	prim.Sub:  (*big.Int).Sub,
	prim.Mul:  (*big.Int).Mul,
	prim.Quot: (*big.Int).Quo,
	prim.Rem:  (*big.Int).Rem,
	prim.Div: func(z, x, y *big.Int) *big.Int {
		r := new(big.Int)
		z.QuoRem(x, y, r)
		if r.Sign() != 0 && (x.Sign() < 0) != (y.Sign() < 0) {
			z.Sub(z, big.NewInt(1))
		}
		return z
	},
	prim.Mod: func(z, x, y *big.Int) *big.Int {
		z.Rem(x, y)
		if z.Sign() != 0 && (x.Sign() < 0) != (y.Sign() < 0) {
			z.Add(z, y)
		}
		return z
	},
	prim.And: (*big.Int).And, prim.Or: (*big.Int).Or, prim.Xor: (*big.Int).Xor,
	prim.Min: func(z, x, y *big.Int) *big.Int {
		if x.Cmp(y) < 0 {
			return z.Set(x)
		}
		return z.Set(y)
	},
	prim.Max: func(z, x, y *big.Int) *big.Int {
		if x.Cmp(y) > 0 {
			return z.Set(x)
		}
		return z.Set(y)
	},
}

func toBig(s prim.Scalar) *big.Int {
	if s.Type.IsUnsigned() {
		return new(big.Int).SetUint64(s.Bits)
	}
	return big.NewInt(s.Int64())
}

func fromBig(t prim.Type, z *big.Int) prim.Scalar {
	m := new(big.Int).And(z, new(big.Int).SetUint64(math.MaxUint64))
	return prim.Int(t, int64(m.Uint64()))
}

func TestIntegersAgainstBig(t *testing.T) {
	for op, ref := range big2 {
		for _, ty := range prim.Types {
			if !ty.IsInt() {
				continue
			}
			xs := samples(ty)
			for range 20 {
				xs = append(xs, prim.Int(ty, int64(rand.Uint64())))
			}
			each(2, [][]prim.Scalar{xs, xs}, func(a []prim.Scalar) {
				got, err := op.Eval(ty, a)
				if err != nil {
					if a[1].Bits != 0 {
						t.Errorf("%s %v: %v", op.Name, a, err)
					}
					return
				}
				if want := fromBig(ty, ref(new(big.Int), toBig(a[0]), toBig(a[1]))); got != want {
					t.Errorf("%s %v = %v, want %v", op.Name, a, got, want)
				}
			})
		}
	}
}

func TestMulHi(t *testing.T) {
	op := prim.MulHi
	for _, ty := range prim.Types {
		if !ty.IsInt() {
			continue
		}
		xs := samples(ty)
		each(2, [][]prim.Scalar{xs, xs}, func(a []prim.Scalar) {
			z := new(big.Int).Mul(toBig(a[0]), toBig(a[1]))
			z.Rsh(z, uint(8*ty.Size()))
			if got, _ := op.Eval(ty, a); got != fromBig(ty, z) {
				t.Errorf("mul_hi %v = %v, want %v", a, got, fromBig(ty, z))
			}
		})
	}
}

// Each line is "op.T args = result".
func TestTable(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		left, want, _ := strings.Cut(line, " = ")
		words := strings.Fields(left)
		name, tname, _ := strings.Cut(words[0], ".")
		op, ty := prim.ByOpName(name), must(prim.ByName(tname))
		var args []prim.Scalar
		for i, w := range words[1:] {
			s, err := prim.ParseScalarAs(op.OperandType(ty, i), w)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, s)
		}
		r, err := op.Eval(ty, args)
		got := r.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s = %s, want %s", left, got, want)
		}
	}
}

func must(t prim.Type, ok bool) prim.Type {
	if !ok {
		panic("no such type")
	}
	return t
}

const table = `
div.i32 5 0 = division by zero: 5 / 0
mod.u8 5 0 = division by zero: 5 % 0
quot.i64 -5 0 = division by zero: -5 // 0
rem.i64 -5 0 = division by zero: -5 %% 0
div.i32 -2147483648 -1 = -2147483648i32
mod.i32 -2147483648 -1 = 0i32
div.i32 -7 2 = -4i32
mod.i32 -7 2 = 1i32
mod.i32 7 -2 = -1i32
quot.i32 -7 2 = -3i32
rem.i32 -7 2 = -1i32
div.u64 18446744073709551615 2 = 9223372036854775807u64
div.f32 1 0 = f32.inf
mod.f64 -7.5 2 = 0.5f64
mod.f64 7.5 -2 = -0.5f64
mod.f64 -1 f64.inf = f64.inf
pow.i32 3 5 = 243i32
pow.i32 3 -1 = negative exponent: 3 ** -1
pow.u8 3 255 = 171u8
pow.i64 0 0 = 1i64
pow.f32 2 -1 = 0.5f32
neg.u8 1 = 255u8
abs.i8 -128 = -128i8
abs.u8 200 = 200u8
sgn.u64 18446744073709551615 = 1u64
sgn.i8 -3 = -1i8
sgn.f32 -3 = -1.0f32
min.f32 f32.nan 1 = 1.0f32
max.f64 1 f64.nan = 1.0f64
min.f64 0 -0.0 = -0.0f64
max.u64 18446744073709551615 1 = 18446744073709551615u64
and.bool true false = false
not.bool true = false
not.u16 1 = 65534u16
not.i16 1 = -2i16
shl.i32 1 31 = -2147483648i32
shl.i32 1 32 = 0i32
shl.u8 255 1 = 254u8
shr.i8 -128 3 = -16i8
shr.i8 -128 -1 = -1i8
shr.u8 128 3 = 16u8
shr.u8 128 8 = 0u8
lshr.i8 -1 1 = 127i8
lshr.i32 -1 31 = 1i32
lshr.i32 -1 32 = 0i32
popc.i8 -1 = 8i32
clz.i16 1 = 15i32
clz.u8 0 = 8i32
clz.i64 -1 = 0i32
ctz.i32 0 = 32i32
ctz.u8 8 = 3i32
mad_hi.i32 65536 65536 7 = 8i32
mul_hi.u64 18446744073709551615 18446744073709551615 = 18446744073709551614u64
lt.bool false true = true
le.u64 18446744073709551615 0 = false
lt.i64 -1 0 = true
eq.f64 f64.nan f64.nan = false
eq.f64 0 -0.0 = true
le.f32 f32.nan 1 = false
sqrt.f32 2 = 1.4142135f32
exp10.f64 3 = 1000.0f64
sinpi.f64 1.5 = -1.0f64
sinpi.f64 -1.75 = 0.7071067811865476f64
sinpi.f64 1e10 = 0.0f64
cospi.f64 0.5 = 0.0f64
cospi.f32 -1 = -1.0f32
tanpi.f64 2 = 0.0f64
asinpi.f64 1 = 0.5f64
atan2pi.f32 1 -1 = 0.75f32
hypot.f32 3 4 = 5.0f32
gamma.f64 5 = 24.0f64
lgamma.f64 1 = 0.0f64
lgamma.f64 -f64.inf = f64.inf
round.f64 2.5 = 2.0f64
round.f64 -3.5 = -4.0f64
trunc.f64 -3.5 = -3.0f64
ceil.f16 1.25 = 2.0f16
isnan.f16 f16.nan = true
isinf.f32 -f32.inf = true
signbit.f64 -0.0 = true
ldexp.f32 1.5 3 = 12.0f32
ldexp.f64 1 -1074 = 5.0e-324f64
ldexp.f16 1 16 = f16.inf
copysign.f32 1 -0.0 = -1.0f32
nextafter.f32 1 2 = 1.0000001f32
nextafter.f16 1 0 = 0.9995f16
nextafter.f16 0 -1 = -6.0e-8f16
fma.f64 3 4 5 = 17.0f64
lerp.f32 1 3 0.25 = 1.5f32
to_bits.f32 1 = 1065353216u32
to_bits.f16 -2 = 49152u16
from_bits.f16 31744 = f16.inf
from_bits.f64 4607182418800017408 = 1.0f64
to_i8.i32 300 = 44i8
to_u8.i8 -1 = 255u8
to_u32.i8 -1 = 255u32
to_i64.u32 4294967295 = 4294967295i64
to_i32.f64 -1.9 = -1i32
to_i32.f64 1e10 = 2147483647i32
to_i32.f64 -1e10 = -2147483648i32
to_u8.f32 -0.5 = 0u8
to_u8.f32 256 = 255u8
to_u64.f64 1e20 = 18446744073709551615u64
to_u64.f64 1e19 = 10000000000000000000u64
to_i64.f64 9.3e18 = 9223372036854775807i64
to_i64.f64 f64.nan = 0i64
to_f32.i64 9007199791611905 = 9007200000000000.0f32
to_f32.u64 18446744073709551615 = 1.8446744e19f32
to_f16.i32 70000 = f16.inf
to_f16.f32 0.1 = 0.1f16
to_bool.f32 f32.nan = true
to_bool.i8 0 = false
to_f64.bool true = 1.0f64
polygamma.f64 -1 0 = f64.nan`
