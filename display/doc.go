// Package display turns values and diagnostics into what a notebook shows: MIME bundles with plain text
// always, HTML tables for arrays, records and tuples, and LaTeX for scalars and small arrays; and
// tracebacks with colours and carets for diagnostics.
//
// Input: value.Value with its type as text, diag.List. Output: Bundle, Traceback. The text of a bundle is
// a function of its input alone, so that the same notebook gives the same bytes. Nothing here knows
// Jupyter's messages; charts live in display/plot. Layer 9: imports lang/diag, lang/prim, lang/value.
package display
