// What operators on f16 call, in an order in which it can be defined.

//: float const
static float rd_float(ushort h) { return vload_half(0, (const __private half *)&h); }

//: half const
static ushort rd_half(float x) { ushort h; vstore_half_rte(x, 0, (__private half *)&h); return h; }

//: half_double const
static ushort rd_half_double(double x) { ushort h; vstore_half_rte(x, 0, (__private half *)&h); return h; }

// The bits without the sign, with the sign as that of an integer, are ordered as the numbers.
//: next_half const
static ushort rd_next_half(ushort a, ushort b) {
  int x = a & 0x7fff, y = b & 0x7fff;
  if (x > 0x7c00 || y > 0x7c00) return 0x7e00;
  if (a & 0x8000) x = -x;
  if (b & 0x8000) y = -y;
  if (x == y) return b;
  x += x < y ? 1 : -1;
  return x < 0 ? (ushort)(-x | 0x8000) : x == 0 && (a & 0x8000) ? 0x8000 : (ushort)x;
}
