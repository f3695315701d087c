// How many bytes of a mask of 0 or 1 are set.
//: count i8 2
long rd_count_$t($T x) { return x.s0 + x.s1; }

//: count i8 4
long rd_count_$t($T x) { return popcount(as_uint(x)); }

//: count i8 8
long rd_count_$t($T x)
#ifdef __AVX512F__
{
  typedef long v __attribute__((vector_size(64)));
  return popcount((uint)(uchar)__builtin_ia32_cvtq2mask512((v)__builtin_convertvector(x != (char8)0, long8)));
}
#else
{ return popcount(as_ulong(x)); }
#endif

//: count i8 16
long rd_count_$t($T x)
#ifdef __AVX512F__
{
  typedef int v __attribute__((vector_size(64)));
  return popcount((uint)(ushort)__builtin_ia32_cvtd2mask512((v)__builtin_convertvector(x != (char16)0, int16)));
}
#else
{ const ulong2 u = as_ulong2(x); return popcount(u.x) + popcount(u.y); }
#endif

// The lanes of a mask are written side by side: put together in a register, of which the first ones are stored. A processor that writes them
// from where they are takes longer. The bits of the mask are what the comparison gave, as compilers see where they are made of a vector of longs.
//: squeeze f64 i64 8
void rd_squeeze_$t($T x, __global $C *to, char8 on)
#ifdef __AVX512F__
{
  typedef double v __attribute__((vector_size(64)));
  typedef long m __attribute__((vector_size(64)));
  const uchar k = __builtin_ia32_cvtq2mask512((m)__builtin_convertvector(on != (char8)0, long8));
  __builtin_ia32_storeupd512_mask((v *)(ulong)to, (v)__builtin_ia32_compressdf512_mask((v)as_double8(x), (v)(double8)(0), k), (uchar)((1u << popcount((uint)k)) - 1));
}
#else
{
  $C a[9];
  long n = 0;
#pragma unroll
  for (int l = 0; l < 8; l++) { a[n] = x[l]; n += on[l]; }
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < n; l++) to[l] = a[l];
}
#endif

//: squeeze f32 i32 16
void rd_squeeze_$t($T x, __global $C *to, char16 on)
#ifdef __AVX512F__
{
  typedef float v __attribute__((vector_size(64)));
  typedef int m __attribute__((vector_size(64)));
  const ushort k = __builtin_ia32_cvtd2mask512((m)__builtin_convertvector(on != (char16)0, int16));
  __builtin_ia32_storeups512_mask((v *)(ulong)to, (v)__builtin_ia32_compresssf512_mask((v)as_float16(x), (v)(float16)(0), k), (ushort)((1u << popcount((uint)k)) - 1));
}
#else
{
  $C a[17];
  long n = 0;
#pragma unroll
  for (int l = 0; l < 16; l++) { a[n] = x[l]; n += on[l]; }
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < n; l++) to[l] = a[l];
}
#endif

//: squeeze f32 i32 8
void rd_squeeze_$t($T x, __global $C *to, char8 on)
#ifdef __AVX512F__
{
  typedef float v __attribute__((vector_size(64)));
  typedef long m __attribute__((vector_size(64)));
  const uchar k = __builtin_ia32_cvtq2mask512((m)__builtin_convertvector(on != (char8)0, long8));
  const float16 y = (float16)(as_float8(x), (float8)(0));
  __builtin_ia32_storeups512_mask((v *)(ulong)to, (v)__builtin_ia32_compresssf512_mask((v)y, (v)(float16)(0), (ushort)k), (ushort)((1u << popcount((uint)k)) - 1));
}
#else
{
  $C a[9];
  long n = 0;
#pragma unroll
  for (int l = 0; l < 8; l++) { a[n] = x[l]; n += on[l]; }
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < n; l++) to[l] = a[l];
}
#endif

//: squeeze all vector
void rd_squeeze_$t($T x, __global $C *to, char$L on)
{
  $C a[$L + 1];
  long n = 0;
#pragma unroll
  for (int l = 0; l < $L; l++) { a[n] = x[l]; n += on[l]; }
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < n; l++) to[l] = a[l];
}
