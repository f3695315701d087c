// Package tape has passes over core on the arrays that loops save for their return sweeps, and on what else goes into arrays row by row:
//
//	thin     keeps of them only what is read. Note [Thin tapes]
//	in-tape  lets a loop find what it carries in the tape that saves it, and fill the tape of a loop around. Notes [Carried in the tape] and [Tapes in tapes]
//	beside   copies numbers of the rows that a map makes anew. Note [Numbers beside rows]
//	late     moves updates behind the last use of what they put. Note [Late updates]
//
// Input: a program without derivatives that verifies. Output: the same, with tapes of fewer dimensions, or one row more and less beside them.
//
// Layer 3: imports lang/core, lang/core/affine, lang/core/alias, lang/core/region, lang/limits, lang/prim.
package tape
