// Package direct tells which arrays can be made where an update puts them, so that the update copies nothing.
//
// Input: core programs without derivatives that verify. Output: these updates, and from which statement of the body on the
// place is known. Note [Arrays made in place] says what must hold.
//
// Layer 3: imports lang/core, lang/core/alias, lang/core/region.
package direct
