// What operators on vectors call. Divisors of zero count as one: the lane is not looked at.

//: quot signed vector
$T rd_quot_$t($T a, $T b) { $T q = rd_ratio_$t(a, (b == ($T)0) | (b == ($T)(-1)) ? ($T)1 : b); return b == ($T)(-1) ? as_$T(($U)0 - as_$U(a)) : q; }

//: quot unsigned vector
$T rd_quot_$t($T a, $T b) { return rd_ratio_$t(a, b == ($T)0 ? ($T)1 : b); }

//: rem signed vector
$T rd_rem_$t($T a, $T b) { return as_$T(as_$U(a) - as_$U(rd_quot_$t(a, b)) * as_$U(b)); }

//: rem unsigned vector
$T rd_rem_$t($T a, $T b) { return a - rd_quot_$t(a, b) * b; }

//: div signed vector
$T rd_div_$t($T a, $T b) { $T q = rd_quot_$t(a, b), r = as_$T(as_$U(a) - as_$U(q) * as_$U(b)); return q + ((r != ($T)0) & ((r ^ b) < ($T)0)); }

//: div unsigned vector
$T rd_div_$t($T a, $T b) { return rd_quot_$t(a, b); }

//: mod signed vector
$T rd_mod_$t($T a, $T b) { $T r = rd_rem_$t(a, b); return (r != ($T)0) & ((r ^ b) < ($T)0) ? r + b : r; }

//: mod unsigned vector
$T rd_mod_$t($T a, $T b) { return rd_rem_$t(a, b); }

// A divisor that is the same in all lanes may be a power of two.
//: divby signed unsigned vector
$T rd_divby_$t($T a, $C b) { return b > 0 && (b & (b - 1)) == 0 ? a >> ($T)($C)popcount(b - 1) : rd_div_$t(a, ($T)b); }

//: modby signed unsigned vector
$T rd_modby_$t($T a, $C b) { return b > 0 && (b & (b - 1)) == 0 ? a & ($T)($C)(b - 1) : rd_mod_$t(a, ($T)b); }

//: shr signed vector
$T rd_shr_$t($T a, $T b) { return a >> as_$T(as_$U(b) < ($U)$W ? as_$U(b) : ($U)($W - 1)); }

//: shr unsigned vector
$T rd_shr_$t($T a, $T b) { return b < ($T)$W ? a >> b : ($T)0; }

//: pow signed vector
$T rd_pow_$t($T x, $T n) { $U r = ($U)1, b = as_$U(x), k = as_$U(n); for (; $A(k != ($U)0); k >>= ($U)1) { r *= (k & ($U)1) != ($U)0 ? b : ($U)1; b *= b; } return as_$T(r); }

//: pow unsigned vector
$T rd_pow_$t($T x, $T n) { $U r = ($U)1, b = as_$U(x), k = as_$U(n); for (; $A(k != ($U)0); k >>= ($U)1) { r *= (k & ($U)1) != ($U)0 ? b : ($U)1; b *= b; } return as_$T(r); }

// Integers are divided, the divisor neither 0 nor -1. Devices divide no vectors of integers but ones of
// floats, and a quotient of integers, if it is not whole, is further from a whole number than the rounding moves it.
//: ratio i8 u8 i16 u16 vector
$T rd_ratio_$t($T a, $T b) { return convert_$T(convert_float$L(a) / convert_float$L(b)); }

//: ratio i32 u32 vector
$T rd_ratio_$t($T a, $T b) { return convert_$T(convert_double$L(a) / convert_double$L(b)); }

// Numbers of 51 bits go to floats and back by adding 3 << 51, the last bit of which is worth 1.
//: ratio i64 vector
$T rd_ratio_$t($T a, $T b) {
  if ($A(((as_$U(a) + ($U)(1L << 51)) | (as_$U(b) + ($U)(1L << 51))) >= ($U)(1L << 52))) return a / b;
  const double$L n = as_double$L(as_$U(a) + ($U)0x4338000000000000L) - (double$L)(0x1.8p52), d = as_double$L(as_$U(b) + ($U)0x4338000000000000L) - (double$L)(0x1.8p52);
  return as_$T(as_$U(trunc(n / d) + (double$L)(0x1.8p52)) - ($U)0x4338000000000000L);
}

//: ratio u64 vector
$T rd_ratio_$t($T a, $T b) {
  if ($A((a | b) >= ($U)(1L << 51))) return a / b;
  const double$L n = as_double$L(a + ($U)0x4338000000000000L) - (double$L)(0x1.8p52), d = as_double$L(b + ($U)0x4338000000000000L) - (double$L)(0x1.8p52);
  return as_$U(trunc(n / d) + (double$L)(0x1.8p52)) - ($U)0x4338000000000000L;
}

// Floats become integers of the type in the name: truncated, saturating, nan and infinities 0. $R is that type, $J its mask, and there are bounds
// as floats ($lo, $hi) and as integers ($min, $max). Mostly all lanes are in bounds.
//: to float vector
$R rd_to$d_$t($T x) { const $M in = (x >= ($T)($lo)) & (x < ($T)($hi)); if (!$A(~in)) return convert_$R(x); $R v = convert_$R(in ? x : ($T)0); v = convert_$J((x >= ($T)($hi)) & (x < ($T)INFINITY)) ? ($R)($max) : v; return convert_$J((x < ($T)($lo)) & (x > ($T)(-INFINITY))) ? ($R)($min) : v; }

// Where the processor converts no vectors to i64, numbers of 51 bits become integers by adding 3 << 51, as in ratio.
//: toi64 f64 vector
$R rd_toi64_$t($T x) {
#ifndef __AVX512DQ__
  const $M far = ~(fabs(x) < ($T)(0x1p51));
  if (!$A(far)) return as_$R(trunc(x) + ($T)(0x1.8p52)) - ($R)0x4338000000000000L;
#endif
  const $M in = (x >= ($T)($lo)) & (x < ($T)($hi));
  if (!$A(~in)) return convert_$R(x);
  $R v = convert_$R(in ? x : ($T)0);
  v = convert_$J((x >= ($T)($hi)) & (x < ($T)INFINITY)) ? ($R)($max) : v;
  return convert_$J((x < ($T)($lo)) & (x > ($T)(-INFINITY))) ? ($R)($min) : v;
}

// Integers become floats.
//: tof64 i8 u8 i16 u16 i32 u32 vector
double$L rd_tof64_$t($T x) { return convert_double$L(x); }

// Processors of this kind convert vectors of i64 only where they have AVX-512. Elsewhere the upper and the lower 32 bits are digits of floats, of 2^84 and of 2^52, both
// exact, whose sum is rounded as the conversion is.
//: tof64 i64 vector
double$L rd_tof64_$t($T x)
#if defined(__x86_64__) && !defined(__AVX512DQ__)
{
  const double$L low = as_double$L((as_$U(x) & ($U)0xffffffffUL) | ($U)0x4330000000000000UL);
  return (as_double$L((as_$U(x) >> ($U)32) ^ ($U)0x4530000080000000UL) - (double$L)(0x1.00000801p84)) + low;
}
#else
{ return convert_double$L(x); }
#endif

//: tof64 u64 vector
double$L rd_tof64_$t($T x)
#if defined(__x86_64__) && !defined(__AVX512DQ__)
{
  const double$L low = as_double$L((x & ($T)0xffffffffUL) | ($T)0x4330000000000000UL);
  return (as_double$L((x >> ($T)32) | ($T)0x4530000000000000UL) - (double$L)(0x1.00000001p84)) + low;
}
#else
{ return convert_double$L(x); }
#endif

// Whether any lane of a mask is set: drivers look at the lanes one after another, here the bytes are one number.
//: any i16 i32 i64 vector
int rd_any_$t($T x) { return rd_any_i8$X(convert_char$L(x)); }

//: any i8 2
int rd_any_$t($T x) { return as_ushort(x) != 0; }

//: any i8 4
int rd_any_$t($T x) { return as_uint(x) != 0; }

//: any i8 8
int rd_any_$t($T x) { return as_ulong(x) != 0; }

//: any i8 16
int rd_any_$t($T x) { const ulong2 u = as_ulong2(x); return (u.x | u.y) != 0; }

// Whether any lane of a mask of 0 or -1 is set, where masks are that: Note [Wide masks].
//: lit i64 2
int rd_lit_$t($T x) { return (x.s0 | x.s1) != 0; }

//: lit i64 4
int rd_lit_$t($T x) { return (x.s0 | x.s1 | x.s2 | x.s3) != 0; }

//: lit i64 8
int rd_lit_$t($T x) { const long4 y = x.lo | x.hi; return (y.s0 | y.s1 | y.s2 | y.s3) != 0; }

//: lit i32 16
int rd_lit_$t($T x) { const long4 y = as_long4(x.lo | x.hi); return (y.s0 | y.s1 | y.s2 | y.s3) != 0; }

// Vectors that lie anywhere in memory.
//: near all vector
typedef $T rd_near_$t __attribute__((aligned($E)));

// The bytes of a mask of 0 or 1 as bits. Compilers see that those are what the comparison gave, where they are made of a vector of numbers.
//: bits i8 8
uint rd_bits_$t($T x)
#ifdef __AVX512F__
{
  typedef long m __attribute__((vector_size(64)));
  return (uchar)__builtin_ia32_cvtq2mask512((m)__builtin_convertvector(x != ($T)0, long8));
}
#else
{ return as_ulong(x) * 0x0102040810204080UL >> 56; }
#endif

//: bits i8 16
uint rd_bits_$t($T x)
#ifdef __AVX512F__
{
  typedef int m __attribute__((vector_size(64)));
  return (ushort)__builtin_ia32_cvtd2mask512((m)__builtin_convertvector(x != ($T)0, int16));
}
#else
{ return as_ulong(x.lo) * 0x0102040810204080UL >> 56 | as_ulong(x.hi) * 0x0102040810204080UL >> 56 << 8; }
#endif

// The elements of a vector of which a mask tells are read, zeros else, or stored: by one instruction where the processor has it. What the
// mask leaves out is not touched, and may lie outside of the memory.
//: some f64 i64 8
$T rd_some_$t(__global const $C *from, char8 on)
#ifdef __AVX512F__
{
  typedef double v __attribute__((vector_size(64)));
  return as_$T(__builtin_ia32_loadupd512_mask((const v *)(ulong)from, (v)(double8)(0), (uchar)rd_bits_i8$X(on)));
}
#elif defined(__AVX2__)
{
  typedef double v __attribute__((vector_size(32)));
  typedef long m __attribute__((vector_size(32)));
  const long8 k = convert_long8(on) << 63;
  return as_$T((double8)(as_double4(__builtin_ia32_maskloadpd256((const v *)(ulong)from, (m)k.lo)), as_double4(__builtin_ia32_maskloadpd256((const v *)(ulong)(from + 4), (m)k.hi))));
}
#else
{
  $C a[8];
  vstore8(($T)(0), 0, a);
  char b[8];
  vstore8(on, 0, b);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < 8; l++) if (b[l]) a[l] = from[l];
  return vload8(0, a);
}
#endif

//: put f64 i64 8
void rd_put_$t($T x, __global $C *to, char8 on)
#ifdef __AVX512F__
{
  typedef double v __attribute__((vector_size(64)));
  __builtin_ia32_storeupd512_mask((v *)(ulong)to, (v)as_double8(x), (uchar)rd_bits_i8$X(on));
}
#elif defined(__AVX2__)
{
  typedef double v __attribute__((vector_size(32)));
  typedef long m __attribute__((vector_size(32)));
  const long8 k = convert_long8(on) << 63;
  __builtin_ia32_maskstorepd256((v *)(ulong)to, (m)k.lo, (v)as_double8(x).lo);
  __builtin_ia32_maskstorepd256((v *)(ulong)(to + 4), (m)k.hi, (v)as_double8(x).hi);
}
#else
{
  $C a[8];
  char b[8];
  vstore8(x, 0, a);
  vstore8(on, 0, b);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < 8; l++) if (b[l]) to[l] = a[l];
}
#endif

//: some f32 16
$T rd_some_$t(__global const float *from, char16 on)
#ifdef __AVX512F__
{
  typedef float v __attribute__((vector_size(64)));
  return as_$T(__builtin_ia32_loadups512_mask((const v *)(ulong)from, (v)($T)(0), (ushort)rd_bits_i8$X(on)));
}
#elif defined(__AVX2__)
{
  typedef float v __attribute__((vector_size(32)));
  typedef int m __attribute__((vector_size(32)));
  const int16 k = convert_int16(on) << 31;
  return ($T)(as_float8(__builtin_ia32_maskloadps256((const v *)(ulong)from, (m)k.lo)), as_float8(__builtin_ia32_maskloadps256((const v *)(ulong)(from + 8), (m)k.hi)));
}
#else
{
  float a[16];
  vstore16(($T)(0), 0, a);
  char b[16];
  vstore16(on, 0, b);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < 16; l++) if (b[l]) a[l] = from[l];
  return vload16(0, a);
}
#endif

//: put f32 16
void rd_put_$t($T x, __global float *to, char16 on)
#ifdef __AVX512F__
{
  typedef float v __attribute__((vector_size(64)));
  __builtin_ia32_storeups512_mask((v *)(ulong)to, (v)x, (ushort)rd_bits_i8$X(on));
}
#elif defined(__AVX2__)
{
  typedef float v __attribute__((vector_size(32)));
  typedef int m __attribute__((vector_size(32)));
  const int16 k = convert_int16(on) << 31;
  __builtin_ia32_maskstoreps256((v *)(ulong)to, (m)k.lo, (v)x.lo);
  __builtin_ia32_maskstoreps256((v *)(ulong)(to + 8), (m)k.hi, (v)x.hi);
}
#else
{
  float a[16];
  char b[16];
  vstore16(x, 0, a);
  vstore16(on, 0, b);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < 16; l++) if (b[l]) to[l] = a[l];
}
#endif

// The first n elements of a vector are stored, fewer than all: by one instruction where the processor has it. A
// pointer goes by way of an integer since it is one of clang's own there, whose address spaces are all one on a CPU.
//: first f64 i64 8
void rd_first_$t($T x, __global $C *to, long n)
#ifdef __AVX512F__
{
  typedef double v __attribute__((vector_size(64)));
  __builtin_ia32_storeupd512_mask((v *)(ulong)to, (v)as_double8(x), (1 << n) - 1);
}
#else
 {
  $C a[$Q];
  vstore$L(x, 0, a);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < n; l++) to[l] = a[l];
}
#endif

//: first f32 16
void rd_first_$t($T x, __global $C *to, long n)
#ifdef __AVX512F__
{
  typedef $C v __attribute__((vector_size(64)));
  __builtin_ia32_storeups512_mask((v *)(ulong)to, (v)x, (1 << n) - 1);
}
#else
 {
  $C a[$Q];
  vstore$L(x, 0, a);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < n; l++) to[l] = a[l];
}
#endif

//: first all vector
void rd_first_$t($T x, __global $C *to, long n) {
  $C a[$Q];
  vstore$L(x, 0, a);
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < n; l++) to[l] = a[l];
}
