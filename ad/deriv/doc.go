// Package deriv has the derivative of every primitive operator, one row each, as code for core: input an
// operator at a type with its arguments and result, output statements appended to a builder.
//
// The rows are generic in the width. Their code consists of primitive operators only (no branches), so
// that it can be differentiated again by the same rows; polygamma closes the gamma functions.
//
// Decisions [ours], where mathematics leaves them open:
//   - integers are a wrapping ring: + - * neg, not and shl are exact; x % y has the partials 1 and -(x/y);
//     x/y and x//y have 1//y and -(x//y)//y; other bit operators, shifts to the right, and integer **
//     in the exponent have derivative zero;
//   - comparisons, isnan, isinf, signbit, popc, clz, ctz, sgn, ceil, floor, trunc, round, to_bits and
//     from_bits have derivative zero, and so has everything of type bool;
//   - a conversion converts the tangent (from the source to the result type) and the adjoint (back); but where no result of a function
//     is an integer, floats that become integers on the way have derivative zero (Note [Steps] in package ad);
//   - max and min give all to the first argument when the two are equal;
//   - abs, hypot and atan2 have derivative 0 at 0, copysign at 0 too; x**y is finite at x = 0 in both
//     arguments, and for x < 0 the partial in y is x**y * log |x|.
//
// Layer 4: imports lang/core, lang/diag, lang/prim.
package deriv
