// Package enginetest has what tests of engines share: programs as text, arguments with contents that show permutations and
// losses, runs from host to host, and comparison of results.
//
// Input: text of core, engines. Output: programs and host values.
//
// Layer 9: imports backend, lang/*. Only tests import it.
package enginetest
