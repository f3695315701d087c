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
// Layer 7: imports ad/fwd, ad/rev, lang/core, lang/diag.
package ad
