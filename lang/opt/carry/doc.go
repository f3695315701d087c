// Package carry has passes over core for loops that update arrays element by element.
//
//	Values   carries in variables what an iteration writes and one of the next reads
//	Fresh    leaves out what loops start with
//	Last     leaves out updates that are overwritten before anything else reads them
//	Spent    leaves out what return sweeps put in the place of what they take, where nobody reads it
//	Stay     leaves in arrays what return sweeps take out of them and put back
//
// Input and output pass package verify.
//
// Layer 3: imports lang/core, lang/core/alias, lang/core/region, lang/prim.
package carry
