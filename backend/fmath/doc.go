// Package fmath has the functions of floats, for printers: what an operator such as exp computes on a type, as code that each target can print. The
// same definitions (*.fut) are what the interpreter calls (lang/prim/functions.go), so that all engines give the same bits.
//
// Input: an operator and a type, or the name of a function. Output: a function in core, of the following form, which a printer may rely on.
//
//   - Parameters, results and values are scalars: f64, f32, i64, u64, i32, bool, in functions of f16 u16, which are its bits.
//   - A statement is a PrimApp, an If, a Loop that has a condition, or a Call of another such function. No operator is itself a function of
//     floats: they are sums, products, quotients, roots, roundings, comparisons, conversions that no value makes inexact but for the rounding, and operators on bits.
//     No operator fails, and no shift is by more than the width.
//   - An If without statements chooses between two values, which have been computed. Others are rare: a branch calls or loops (Rare). On vectors
//     they run where any lane takes them, and lanes choose; a Loop runs as long as any lane does, and ends whatever the lanes hold.
//   - Every sum and product is rounded by itself: nothing may be fused.
//
// A function of f16 is that of f32 on the widened operands, rounded, but for nextafter.
//
// Layer 5: imports lang/core, lang/diag, lang/prim.
package fmath
