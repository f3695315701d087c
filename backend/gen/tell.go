package gen

import (
	"fmt"

	"raido/backend/seg"
)

// The 64-bit words of fail in which a task tells how far its outermost loop is, where somebody can look while it runs: a CPU.
// The first is the iterations that are done, the second how many there are, 0 outside of a loop and -1 where nobody knows.
const (
	WordDone = 1
	WordOf   = 2 + seg.MaxSiteArgs
)

// teller is the state of a writer in which it knows what loop tells how far it is.
type teller struct {
	outer    bool // in a task, outside of its loops
	tells    bool // the loop that is to be written does
	counters int  // of loops that have no variable
}

// told writes a loop of so many iterations, which tells how far it is if it is the outermost one of a task. Those over elements of arrays
// are no loops of the user's.
func (w *writer) told(of string, elems bool, loop func()) {
	if !w.outer {
		loop()
		return
	}
	w.outer = false
	if w.tells = !elems; w.tells {
		w.line(tellWord, WordDone, "0")
		w.line(tellWord, WordOf, of)
	}
	loop()
	if !elems {
		w.line(tellWord, WordOf, "0")
	}
	w.outer, w.tells = true, false
}

const tellWord = "((volatile __global long *)fail)[%d] = %s;"

// tell tells that so many iterations are done, at a place where the loop looks at the failure words.
func (w *writer) tell(done string) {
	if w.tells {
		w.line(tellWord, WordDone, done)
		w.tells = false
	}
}

// counter declares what counts the iterations of a loop that has no variable for that, and gives the expression that does.
func (w *writer) counter() string {
	if !w.tells {
		return ""
	}
	w.counters++
	name := fmt.Sprintf("told_%d", w.counters)
	w.line("long %s = -1;", name)
	return "++" + name
}
