// Package diag holds texts with their identities, source positions, and diagnostics: what is wrong, where, why, and how to mend it.
//
// Render prints a diagnostic with its source line and carets; codes are registered by the packages that give
// them and listed by Codes. Every fault of a user's program, anywhere in the pipeline, is a *Diag or a List of them. A fault of
// Raido itself is a panic with *Bug. The package imports nothing of Raido (layer 0).
package diag
