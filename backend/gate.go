package backend

import (
	"context"
	"errors"

	"raido/lang/diag"
)

// gate lets one at a time use the device: one queue, and kernel objects that hold their arguments.
type gate chan struct{}

func newGate() gate { return make(gate, 1) }

func (g gate) lock()   { g <- struct{}{} }
func (g gate) unlock() { <-g }

// hold waits for the device until ctx is cancelled. Without an error the caller must let go by unlock.
func (e *openCL) hold(ctx context.Context) error {
	if ctx.Err() != nil {
		return diag.Interrupted()
	}
	select {
	case e.gate <- struct{}{}:
	case <-ctx.Done():
		return diag.Interrupted()
	}
	if e.closed {
		e.gate.unlock()
		return closedError()
	}
	return nil
}

func closedError() *diag.Diag { return deviceError(errors.New("the engine is closed")) }

// Close implements Engine. A running program is interrupted. Values can only be released afterwards.
func (e *openCL) Close() {
	e.quit()
	e.gate.lock()
	first := !e.closed
	e.closed = true
	e.gate.unlock()
	if !first {
		return
	}
	e.saves.Wait()    // nobody starts another, for that takes a run
	e.compiler.Lock() // Warm has ended, and begins no more
	defer e.compiler.Unlock()
	e.gate.lock()
	defer e.gate.unlock()
	e.release()
}
