// How many bytes of a mask of 0 or 1 are set.
//: count i8 2
long rd_count_$t($T x) { return x.s0 + x.s1; }

//: count i8 4
long rd_count_$t($T x) { return popcount(as_uint(x)); }

//: count i8 vector
long rd_count_$t($T x) { return popcount(rd_bits_$t(x)); }

// The lanes of a mask are written side by side, by any processor.
//: lay all vector
void rd_lay_$t($T x, __global $C *to, char$L on) {
  $C a[$L + 1];
  long n = 0;
#pragma unroll
  for (int l = 0; l < $L; l++) { a[n] = x[l]; n += on[l]; }
#pragma clang loop vectorize(disable) unroll(disable)
  for (int l = 0; l < n; l++) to[l] = a[l];
}

// The lanes of a mask are written side by side: put together in a register, of which the first ones are stored, where the processor does that. A
// processor that writes them from where they are takes longer.
//: squeeze f64 i64 u64 8
void rd_squeeze_$t($T x, __global $C *to, char8 on)
#ifdef __AVX512F__
{
  typedef double v __attribute__((vector_size(64)));
  const uint k = rd_bits_i8$X(on);
  __builtin_ia32_storeupd512_mask((v *)(ulong)to, (v)__builtin_ia32_compressdf512_mask((v)as_double8(x), (v)(double8)(0), (uchar)k), (uchar)((1u << popcount(k)) - 1));
}
#else
{ rd_lay_$t(x, to, on); }
#endif

//: squeeze f32 i32 u32 16
void rd_squeeze_$t($T x, __global $C *to, char16 on)
#ifdef __AVX512F__
{
  typedef float v __attribute__((vector_size(64)));
  const uint k = rd_bits_i8$X(on);
  __builtin_ia32_storeups512_mask((v *)(ulong)to, (v)__builtin_ia32_compresssf512_mask((v)as_float16(x), (v)(float16)(0), (ushort)k), (ushort)((1u << popcount(k)) - 1));
}
#else
{ rd_lay_$t(x, to, on); }
#endif

//: squeeze f32 i32 u32 8
void rd_squeeze_$t($T x, __global $C *to, char8 on)
#ifdef __AVX512F__
{
  typedef float v __attribute__((vector_size(64)));
  const uint k = rd_bits_i8$X(on);
  const float16 y = (float16)(as_float8(x), (float8)(0));
  __builtin_ia32_storeups512_mask((v *)(ulong)to, (v)__builtin_ia32_compresssf512_mask((v)y, (v)(float16)(0), (ushort)k), (ushort)((1u << popcount(k)) - 1));
}
#else
{ rd_lay_$t(x, to, on); }
#endif

//: squeeze all vector
void rd_squeeze_$t($T x, __global $C *to, char$L on) { rd_lay_$t(x, to, on); }
