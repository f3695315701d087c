// Package ad removes derivatives: its input is a core program with Diff nodes, its output one without.
//
// Forward mode is in ad/fwd, reverse mode in ad/rev; both emit ordinary core, so that derivatives nest to any
// order. Inner derivatives are removed first, and each makes its own tangents and adjoints as ordinary
// variables, so that perturbations of different levels cannot be confused [Jensen24, 3.3].
//
// Sources of the rules are cited by key and section:
//
//	Bruun22   Bruun, Larsen: Reverse Automatic Differentiation in Futhark (MSc thesis, 2022)
//	Jensen24  Jensen: Not-Quite-Supersonic AD (BSc thesis, 2024)
//	Peng23    Peng: High-Level Static Optimizations ... in MLIR (LAGrad; MSc thesis, 2023)
//	Rules     formal rules FwdLoop, RevForLoop, RevIf, RevLambda, RevMap
//	Acc       blog post on accumulators in Futhark's IR
//	ours      a rule of this project
//
// Calls are inlined first; a function that calls itself, or that opt.Inline left because the whole would be huge, gets derivatives of
// its own (Note [Recursion]). Code that is a second derivative already is simplified before it is differentiated again, and where third derivatives are taken,
// a reverse one by a few numbers is computed by forward mode. So in one direction code grows as a small power of the depth. What does not,
// as reverse derivatives by arrays in each other, ends at 30 000 statements with E1105 (Note [Derivatives of derivatives]).
//
// With a seed dimension (Diff.Vec) every tangent and adjoint has it outermost (Note [Seeds] in ad/rev).
//
// Layer 7: imports ad/fwd, ad/rev, lang/core, lang/diag.
package ad
