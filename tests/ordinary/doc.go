// Package ordinary holds programs as users write them: progs/NAME.fut has one computation in several forms, as entries
// primal_FORM and grad_FORM, and c/NAME.c the same by hand, which also writes the input. `go run ./tests/bench ordinary` times
// them beside each other; here their values are compared at small sizes, and their kernels are made.
package ordinary
