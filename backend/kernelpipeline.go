package backend

import (
	"raido/backend/chunk"
	"raido/backend/contract"
	"raido/backend/group"
	"raido/backend/lanes"
	"raido/backend/mem"
	"raido/backend/seg"
	"raido/backend/seg/verify"
	"raido/backend/simplify"
	"raido/lang/diag"
)

// KernelPass is a named transformation of a program for a device: a pure function.
type KernelPass struct {
	Name string
	Fn   func(*seg.Prog) *seg.Prog
}

// KernelPipeline is the ordered list of passes from what flattening gives to what printers take. Which must come before which is
// said in KernelOrder.
var KernelPipeline = []KernelPass{
	{"powers", simplify.Powers},
	{"choose", simplify.Choose},
	{"once", simplify.Once},
	{"borders", simplify.Borders},
	{"ranges", simplify.Ranges},
	{"overwrite", mem.Overwrite},
	{"regions", simplify.Regions},
	{"shorten", simplify.Shorten},
	{"choose-unchecked", simplify.Choose},
	{"hoist-checks", simplify.Hoist},
	{"in-place", simplify.InPlace},
	{"own-places", simplify.OwnPlaces},
	{"sink-loads", simplify.Sink},
	{"totals", simplify.Totals},
	{"count-first", simplify.CountFirst},
	{"hand-on", simplify.HandOn},
	{"take-in", simplify.TakeIn},
	{"scatter-on", simplify.ScatterOn},
	{"side-by-side", simplify.SideBySide},
	{"choose-sums", simplify.ChooseSums},
	{"contract", contract.Contract},
	{"reuse", mem.Reuse},
	{"free", mem.Free},
	{"fork", lanes.Fork},
	{"steps", lanes.Steps},
	{"jam", lanes.Jam},
	{"width", lanes.Width},
	{"pack", lanes.Packed},
	{"interchange-loops", lanes.Interchange},
	{"epilogue", lanes.Epilogue},
	{"lane-copies", lanes.Copies},
	{"gain", lanes.Gain},
	{"strips", lanes.Strips},
	{"vectorise", lanes.Vectorise},
	{"appends", lanes.Appends},
	{"tile", contract.Tile},
	{"skew", lanes.Skew},
	{"turn", lanes.Turn},
	{"inner", lanes.Inner},
	{"windows", lanes.Windows},
	{"chunks", chunk.Chunks},
	{"groups", group.Groups},
	{"unroll", chunk.Unroll},
	{"swap", chunk.Swap},
	{"read-once", chunk.ReadOnce},
	{"aside", chunk.Aside},
	{"single", chunk.Single},
	{"copies", chunk.Copies},
	{"progress", chunk.Progress},
	{"partial-sums", chunk.PartialSums},
	{"polls", chunk.Polls},
}

// Before says that a pass must come before another one, and why.
type Before struct{ First, Then, Why string }

// KernelOrder is the order that the kernel passes need; a test compares it with KernelPipeline.
var KernelOrder = []Before{
	{"powers", "choose", "products are cheap, powers are not"},
	{"choose", "ranges", "a conjunction is a selection, of which ranges knows what it says"},
	{"once", "ranges", "a branch says that its condition holds"},
	{"choose", "borders", "a selection by the border is one of its operands, or is none"},
	{"borders", "ranges", "what is between borders needs no checks"},
	{"ranges", "overwrite", "what may fail stays in its place"},
	{"ranges", "regions", "a check is not done for a part of the iterations"},
	{"overwrite", "regions", "what stays as it is shows where the new array is the old one"},
	{"regions", "choose-unchecked", "branches on the index are no selections"},
	{"ranges", "shorten", "a condition that holds for sure is none of a term"},
	{"shorten", "choose-unchecked", "terms that are zero under a condition are no selections"},
	{"ranges", "choose-unchecked", "a branch is cheap once it has no checks"},
	{"ranges", "hoist-checks", "a check that is not needed keeps no other one in its loop"},
	{"hoist-checks", "sink-loads", "a load that only checks need is not one of a branch"},
	{"hoist-checks", "contract", "a fold with checks is no contraction"},
	{"hoist-checks", "totals", "a loop with checks is no sum"},
	{"totals", "contract", "a contraction is a fold"},
	{"hoist-checks", "in-place", "what may fail in an iteration is in order"},
	{"regions", "in-place", "loops that are independent are not taken apart for their sums again"},
	{"in-place", "inner", "loops are vectors where they are independent"},
	{"hoist-checks", "own-places", "an index without a check is used once"},
	{"own-places", "fork", "updates that need no order can be vectors"},
	{"sink-loads", "hand-on", "a scan takes over code that is what it will be"},
	{"count-first", "hand-on", "what waits for totals is not handed on"},
	{"sink-loads", "count-first", "a scan is light by the code that it will be"},
	{"hand-on", "contract", "a map that a scan takes over is none any more"},
	{"contract", "reuse", "tiles compute points more than once, or read all before"},
	{"reuse", "free", "what takes over a block is freed with it"},
	{"hand-on", "take-in", "flags that a scan's map reads too are read by the scan alone then"},
	{"take-in", "contract", "a map that a scan takes in is none any more"},
	{"take-in", "scatter-on", "a scan that takes in flags has places of its own"},
	{"scatter-on", "side-by-side", "a scan that reads what another one writes is none beside it"},
	{"side-by-side", "reuse", "what a scan writes is not written over before another one has read its part"},
	{"scatter-on", "choose-sums", "what a scan has taken over is its code then"},
	{"choose-sums", "fork", "selections are vectors"},
	{"scatter-on", "contract", "a map that a scan takes over is none any more"},
	{"take-in", "free", "what nobody makes is not freed"},
	{"hand-on", "free", "results that nobody reads need no memory"},
	{"contract", "fork", "a contraction is tiled, not computed in lanes"},
	{"reuse", "fork", "a copy has the memories of what it is a copy of"},
	{"fork", "steps", "what is in step is so in lanes"},
	{"steps", "width", "a variable for a loop is one more vector, or one less"},
	{"fork", "jam", "only the copy for lanes is jammed: the plain form is for little work, and compilers take their time for each body"},
	{"jam", "width", "the bound on statements is that of what is compiled"},
	{"width", "pack", "rows are put side by side for that many lanes"},
	{"pack", "interchange-loops", "a row that is packed need not be read in one piece"},
	{"interchange-loops", "epilogue", "what an interchanged loop costs decides what goes point by point"},
	{"epilogue", "lane-copies", "what goes point by point needs no copies for lanes"},
	{"lane-copies", "strips", "an accumulator that has copies needs no strips"},
	{"lane-copies", "gain", "copies make updates cheap"},
	{"gain", "vectorise", "costs are those of parallel code"},
	{"strips", "vectorise", "explicit code says already how lanes are combined"},
	{"choose-sums", "appends", "what goes in lanes has selections in the place of branches"},
	{"vectorise", "appends", "scans have copies in lanes only then, which are explicit code already"},
	{"appends", "chunks", "forms go through the points as lanes do"},
	{"vectorise", "inner", "the copy for lanes is taken from code whose loops are whole"},
	{"tile", "inner", "what follows a tile is a loop of independent iterations"},
	{"vectorise", "skew", "the copy for lanes is taken from code whose loops are whole"},
	{"skew", "inner", "a nest whose cells are vectors has no loop for it"},
	{"turn", "inner", "what stands beside what is read is vectors"},
	{"vectorise", "turn", "the copy for lanes is taken from code whose blocks stand as they are"},
	{"skew", "windows", "cells on diagonals are not carried along rows"},
	{"inner", "windows", "what goes in vectors needs no variables"},
	{"windows", "chunks", "forms go through loops as they are then"},
	{"inner", "chunks", "the operators of a kernel become explicit code with it"},
	{"tile", "chunks", "threads take their part of the blocks"},
	{"reuse", "chunks", "forms name the memories that are left"},
	{"reuse", "groups", "forms name the memories that are left"},
	{"chunks", "unroll", "there are forms only then"},
	{"unroll", "copies", "what a compiler keeps in registers is not copied"},
	{"chunks", "swap", "there are forms only then"},
	{"chunks", "aside", "there are forms only then"},
	{"chunks", "read-once", "there are forms only then"},
	{"read-once", "aside", "a place that goes aside is another one"},
	{"aside", "single", "a place is what data say where no branch is left"},
	{"swap", "copies", "what is not copied is no copy"},
	{"chunks", "copies", "there are forms only then"},
	{"groups", "partial-sums", "there are forms only then"},
	{"copies", "progress", "a copy is no loop that tells anything"},
	{"progress", "partial-sums", "the loops of a fold are not the user's"},
	{"progress", "polls", "a thread tells how far it is right after it looks"},
	{"partial-sums", "polls", "the loops of sums look by themselves"},
}

// RunKernelPasses runs the passes up to the last one, or all if it is empty. With RAIDO_VERIFY the program is verified (Note [Verified passes]); a fault
// of ours is a *diag.Bug panic that names the pass and holds its input.
func RunKernelPasses(p *seg.Prog, last string) *seg.Prog {
	return verified(len(p.Body), func(l looks) *seg.Prog {
		q := p
		for i, pass := range KernelPipeline {
			in := q
			diag.InPass(pass.Name, func() string { return seg.Print(in) }, func() {
				if q = pass.Fn(in); l.after(i, i == len(KernelPipeline)-1 || pass.Name == last) {
					if err := verify.Prog(q); err != nil {
						diag.Bugf("%v", err)
					}
				}
			})
			if pass.Name == last {
				break
			}
		}
		return q
	})
}
