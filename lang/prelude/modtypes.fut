-- | The module types of the scalar modules: what parametric modules over numbers ask for.

-- | Types whose values can be made from every scalar type.
module type from_prim = {
  type t
  val i8 : i8 -> t
  val i16 : i16 -> t
  val i32 : i32 -> t
  val i64 : i64 -> t
  val u8 : u8 -> t
  val u16 : u16 -> t
  val u32 : u32 -> t
  val u64 : u64 -> t
  val f16 : f16 -> t
  val f32 : f32 -> t
  val f64 : f64 -> t
  val bool : bool -> t
}

-- | Numbers: integers and approximations of real numbers alike.
module type numeric = {
  include from_prim
  val (+) : t -> t -> t
  val (-) : t -> t -> t
  val (*) : t -> t -> t
  val (/) : t -> t -> t
  val (%) : t -> t -> t
  val (**) : t -> t -> t
  val (==) : t -> t -> bool
  val (!=) : t -> t -> bool
  val (<) : t -> t -> bool
  val (>) : t -> t -> bool
  val (<=) : t -> t -> bool
  val (>=) : t -> t -> bool
  -- | Conversion to i64.
  val to_i64 : t -> i64
  -- | The negative.
  val neg : t -> t
  -- | The absolute value.
  val abs : t -> t
  -- | -1, 0 or 1: the sign.
  val sgn : t -> t
  -- | The larger of two.
  val max : t -> t -> t
  -- | The smaller of two.
  val min : t -> t -> t
  -- | The largest number.
  val highest : t
  -- | The smallest number.
  val lowest : t
  -- | The sum; 0 for an empty array.
  val sum [n] : [n]t -> t
  -- | The product; 1 for an empty array.
  val product [n] : [n]t -> t
  -- | The largest element; lowest for an empty array.
  val maximum [n] : [n]t -> t
  -- | The smallest element; highest for an empty array.
  val minimum [n] : [n]t -> t
}

-- | Integers.
module type integral = {
  include numeric
  -- | The quotient, rounded towards 0.
  val (//) : t -> t -> t
  -- | The remainder of //.
  val (%%) : t -> t -> t
  val (&) : t -> t -> t
  val (|) : t -> t -> t
  val (^) : t -> t -> t
  val (<<) : t -> t -> t
  val (>>) : t -> t -> t
  val (>>>) : t -> t -> t
  -- | All bits inverted.
  val not : t -> t
  -- | The number of bits.
  val num_bits : i32
  -- | The bit of that number, as 0 or 1.
  val get_bit : i32 -> t -> i32
  -- | x with the bit of that number set.
  val set_bit : i32 -> t -> i32 -> t
  -- | The number of one bits.
  val popc : t -> i32
  -- | The upper half of the product of full width.
  val mul_hi : t -> t -> t
  -- | mul_hi x y + z.
  val mad_hi : t -> t -> t -> t
  -- | The number of leading zero bits.
  val clz : t -> i32
  -- | The number of trailing zero bits.
  val ctz : t -> i32
}

-- | Integers that count and index.
module type size = {
  include integral
}

-- | Approximations of real numbers.
module type real = {
  include numeric
  -- | 1 / x.
  val recip : t -> t
  -- | a / b of integers.
  val from_fraction : i64 -> i64 -> t
  -- | Conversion to i64.
  val to_i64 : t -> i64
  -- | Conversion to f64.
  val to_f64 : t -> f64
  -- | The square root.
  val sqrt : t -> t
  -- | The cube root.
  val cbrt : t -> t
  -- | e to the power x.
  val exp : t -> t
  val sin : t -> t
  val cos : t -> t
  val tan : t -> t
  val asin : t -> t
  val acos : t -> t
  val atan : t -> t
  val sinh : t -> t
  val cosh : t -> t
  val tanh : t -> t
  val asinh : t -> t
  val acosh : t -> t
  val atanh : t -> t
  val sinpi : t -> t
  val cospi : t -> t
  val tanpi : t -> t
  val asinpi : t -> t
  val acospi : t -> t
  val atanpi : t -> t
  -- | The angle of the point with coordinates y and x.
  val atan2 : t -> t -> t
  -- | atan2 y x / pi.
  val atan2pi : t -> t -> t
  -- | sqrt (x*x + y*y), without overflow.
  val hypot : t -> t -> t
  -- | The gamma function.
  val gamma : t -> t
  -- | The logarithm of the absolute value of the gamma function.
  val lgamma : t -> t
  -- | The error function.
  val erf : t -> t
  -- | 1 - erf x.
  val erfc : t -> t
  -- | x + (y - x) * a.
  val lerp : t -> t -> t -> t
  -- | The natural logarithm.
  val log : t -> t
  -- | The logarithm to base 2.
  val log2 : t -> t
  -- | The logarithm to base 10.
  val log10 : t -> t
  -- | log (1 + x), exact near 0.
  val log1p : t -> t
  -- | The smallest integer not below x.
  val ceil : t -> t
  -- | The largest integer not above x.
  val floor : t -> t
  -- | x without its fraction.
  val trunc : t -> t
  -- | The nearest integer, the even one of two.
  val round : t -> t
  -- | x * y + z.
  val mad : t -> t -> t -> t
  -- | x * y + z, rounded once.
  val fma : t -> t -> t -> t
  -- | Whether x is infinite.
  val isinf : t -> bool
  -- | Whether x is not a number.
  val isnan : t -> bool
  -- | Infinity.
  val inf : t
  -- | Not a number.
  val nan : t
  -- | The circle's ratio.
  val pi : t
  -- | The base of the natural logarithm.
  val e : t
}

-- | Floating-point numbers in the format of IEEE 754.
module type float = {
  include real
  -- | The unsigned integers of the same width.
  type int_t
  -- | The number with that representation.
  val from_bits : int_t -> t
  -- | The representation in bits.
  val to_bits : t -> int_t
  -- | The number of bits.
  val num_bits : i32
  -- | The bit of that number, as 0 or 1.
  val get_bit : i32 -> t -> i32
  -- | x with the bit of that number set.
  val set_bit : i32 -> t -> i32 -> t
  -- | The distance from 1 to the next larger number.
  val epsilon : t
  -- | The next number from x towards y.
  val nextafter : t -> t -> t
  -- | x * 2**e.
  val ldexp : t -> i32 -> t
  -- | x with the sign of y.
  val copysign : t -> t -> t
  -- | Whether the sign bit is set.
  val signbit : t -> bool
}
