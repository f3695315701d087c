package host

import (
	"context"
	"sync"
)

// watched is the context of the last run. Many runs often have one context, which is asked once to tell when it is cancelled: to ask
// and to take that back takes as long as a small kernel.
type watched struct {
	forget func() bool

	mu   sync.Mutex
	done <-chan struct{} // which context it is; nil if it cannot be cancelled
	runs bool            // a run is under way
}

// begin has kernels asked to stop when ctx is cancelled, until end. Close does so by itself. The engine must be held.
func (w *watched) begin(e *Engine, ctx context.Context) {
	done := ctx.Done()
	w.mu.Lock()
	news := done != w.done
	w.done, w.runs = done, true
	w.mu.Unlock()
	if news {
		w.drop()
		if done != nil {
			w.forget = context.AfterFunc(ctx, func() { w.cancelled(e, done) })
		}
	}
	if ctx.Err() != nil { // maybe before the run was under way
		e.fail.cancel()
	}
}

func (w *watched) end() {
	w.mu.Lock()
	w.runs = false
	w.mu.Unlock()
}

// cancelled asks the run to stop if it is one of that context.
func (w *watched) cancelled(e *Engine, done <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.runs && w.done == done {
		e.fail.cancel()
	}
}

// drop forgets the context. The engine must be held.
func (w *watched) drop() {
	if w.forget != nil {
		w.forget()
		w.forget = nil
	}
}
