// Package rev is reverse-mode differentiation of core lambdas. Lambda turns \xs -> ys into
// \xs ysBar -> (ys, xsBar). Input: a lambda without Diff and Call nodes, but for calls of functions that call themselves. Output: ordinary core, so that it
// can be differentiated again.
//
// Each construct has one file and one rule. A rule emits the primal statement into the forward sweep and
// pushes a closure for the return sweep; the closures of a body run in reverse order [Bruun22, 3.3]. They may
// use every variable of the forward sweep. What a nested body keeps for its return sweep follows from the
// code of that sweep alone (save.go), in the manner of [Peng23, 3.3.2]:
//   - maps run their body again in the return sweep [Bruun22, 3.3.1];
//   - branches and loops save what the return sweep needs, loops on tapes, or compute it again, whichever costs less (cut.go, cost.go);
//   - elements of an array that is updated in place are read again from the array that the updates leave, where that has them (later.go);
//     else the array goes back through its versions, and what updates overwrite is kept (undo.go);
//   - results of maps are read, where they are there or kept, in the place of being computed again (mapresults.go).
//
// Invariants:
//   - only the methods of adjoint.go touch the adjoint table; adjoints of arrays that are read at few places
//     are kept as one-hot contributions; inside maps adjoints of free arrays are accumulators [Acc];
//   - an array adjoint is updated in place only by the one holder that owns it;
//   - bools have no adjoint (they get false); integers are a wrapping ring;
//   - adjoint code exists for active variables only.
//
// Imports lang/core, lang/core/alias, lang/core/region, lang/opt/nest, lang/prim, lang/diag, ad/activity, ad/deriv.
package rev
