package diag

import (
	"bytes"
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Interruptible runs f, whose calls of Poll end it as soon as ctx is done; the error is then a diagnostic of the class Interrupt.
// Note [Interrupts in pure code].
func Interruptible(ctx context.Context, f func() error) (err error) {
	if ctx.Done() == nil {
		return f()
	}
	me := goroutine()
	outer, nested := watched.Swap(me, ctx)
	stop := context.AfterFunc(ctx, func() { pending.Add(1) })
	defer func() {
		if !stop() {
			pending.Add(-1)
		}
		watched.Delete(me)
		if nested {
			watched.Store(me, outer)
		}
		switch r := recover().(type) {
		case nil:
		case *Diag:
			if r.Class != Interrupt {
				panic(r)
			}
			err = r
		default:
			panic(r)
		}
	}()
	return f()
}

// Poll ends the goroutine's Interruptible if its context is done. It is called wherever work follows the size of an input: for each
// token, node, variable, line. It costs nothing to speak of.
func Poll() {
	if pending.Load() != 0 {
		poll()
	}
}

func poll() {
	if f := watcher.Load(); f != nil {
		if (*f)(); pending.Load() == 1 { // the watcher's own
			return
		}
	}
	if ctx, ok := watched.Load(goroutine()); ok && ctx.(context.Context).Err() != nil {
		panic(Interrupted())
	}
}

// Interrupted is the diagnostic of what was interrupted.
func Interrupted() *Diag { return &Diag{Class: Interrupt, Code: codeInterrupt, Msg: "interrupted"} }

var codeInterrupt = Register("E1312", "The cell was interrupted.")

var (
	pending atomic.Int32 // contexts that are done while their f runs
	watched sync.Map     // goroutine -> context.Context
	watcher atomic.Pointer[func()]
)

// WatchPolls has f called by each Poll until the function that it gives is called; tests measure by it how often work asks.
func WatchPolls(f func()) (end func()) {
	watcher.Store(&f)
	pending.Add(1)
	return func() { pending.Add(-1); watcher.Store(nil) }
}

// goroutine is the number of the running goroutine, which is the first number in the text of its stack.
func goroutine() string {
	var buf [40]byte
	text := buf[:runtime.Stack(buf[:], false)]
	text = bytes.TrimPrefix(text, []byte("goroutine "))
	number, _, _ := bytes.Cut(text, []byte(" "))
	return string(number)
}

// Note [Interrupts in pure code]
//
// Parsing, checking, lowering, taking derivatives and the compiler's passes are functions without a context: some hundred of them, which
// call each other on one goroutine. An interrupt has to end them all the same, within a second and with nothing left running. So
// the context belongs to the goroutine: Interruptible notes it, and Poll, which is called deep inside, panics with a diagnostic if it
// is done. Bodies of recover let diagnostics pass, as they do for a fault of the user's program. Nothing is asked about goroutines
// before some context is done.
