// What operators on scalars call. Divisors are checked before, so that zero is none; the smallest
// integer divided by -1 wraps, which C leaves undefined. By a power of two they shift: whether a divisor is one is known before a loop that does
// not change it.

// the exponent of a power of two
//: log2 signed scalar
int rd_log2_$t($T b) { return (int)popcount(($U)(b - 1)); }

//: ispow2 signed scalar
int rd_ispow2_$t($T b) { return b > 0 && (b & (b - 1)) == 0; }

//: div signed scalar
$T rd_div_$t($T a, $T b) { if (rd_ispow2_$t(b)) return a >> rd_log2_$t(b); if (b == -1) return ($T)(0 - ($N)a); $T q = a / b; return q - ((a % b != 0) && ((a < 0) != (b < 0))); }

//: div unsigned scalar
$T rd_div_$t($T a, $T b) { return a / b; }

//: mod signed scalar
$T rd_mod_$t($T a, $T b) { if (rd_ispow2_$t(b)) return a & (b - 1); if (b == -1) return 0; $T r = a % b; return (r != 0 && (r < 0) != (b < 0)) ? r + b : r; }

//: mod unsigned scalar
$T rd_mod_$t($T a, $T b) { return a % b; }

//: quot signed scalar
$T rd_quot_$t($T a, $T b) { return b == -1 ? ($T)(0 - ($N)a) : a / b; }

//: quot unsigned scalar
$T rd_quot_$t($T a, $T b) { return a / b; }

//: rem signed scalar
$T rd_rem_$t($T a, $T b) { return b == -1 ? 0 : a % b; }

//: rem unsigned scalar
$T rd_rem_$t($T a, $T b) { return a % b; }

//: shr signed scalar
$T rd_shr_$t($T a, $T b) { return a >> (($U)b < $W ? b : $W - 1); }

//: shr unsigned scalar
$T rd_shr_$t($T a, $T b) { return b < $W ? a >> b : 0; }

// a number of elements times a dimension, or more than there can be
//: elems signed scalar
$T rd_elems_$t($T a, $T b) { if (b <= 0) return 0; return a > (1L << 48) / b ? (1L << 48) : a * b; }

// a quotient of numbers that are not negative, quick where they are small
//: idiv signed scalar
$T rd_idiv_$t($T a, $T b) { return (a | b) >> 31 ? a / b : ($T)((uint)a / (uint)b); }

//: pow signed scalar
$T rd_pow_$t($T x, $T n) { $N r = 1, b = ($N)x; for ($U k = ($U)n; k > 0; k >>= 1) { if (k & 1) r *= b; b *= b; } return ($T)r; }

//: pow unsigned scalar
$T rd_pow_$t($T x, $T n) { $N r = 1, b = ($N)x; for ($U k = ($U)n; k > 0; k >>= 1) { if (k & 1) r *= b; b *= b; } return ($T)r; }
