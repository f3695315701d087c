// What operators on f16 call, in an order in which it can be defined.

//: float const
static float rd_float(ushort h) { return vload_half(0, (const __private half *)&h); }

//: half const
static ushort rd_half(float x) { ushort h; vstore_half_rte(x, 0, (__private half *)&h); return h; }

//: half_double const
static ushort rd_half_double(double x) { ushort h; vstore_half_rte(x, 0, (__private half *)&h); return h; }
