package plan

import "raido/backend/seg"

// The failure words: in the first 32 bits a kernel records the number of the site that has failed (Program.Sites, Kernel.Grow), the next 32 bits ask
// it to stop, and the 64-bit words from WordVals on are the values of the failed site.

// The 64-bit words in which a task tells how far its outermost loop is, where somebody can look while it runs: a CPU.
// The first is the iterations that are done, the second how many there are, 0 outside of a loop and -1 where nobody knows.
const (
	WordDone = 1
	WordVals = 2
	WordOf   = WordVals + seg.MaxSiteArgs
)

// The words in which a kernel is asked where it is, and says so. Note [Kernels as functions] in backend/gen.
const (
	WordAsk = WordOf + 1 + iota
	WordWhere
	Words // how many there are
)
