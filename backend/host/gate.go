package host

import (
	"context"

	"raido/backend"
	"raido/lang/diag"
)

// hold waits for the device until ctx is cancelled. Without an error the caller must let go by unlock.
func (e *Engine) hold(ctx context.Context) error {
	if ctx.Err() != nil {
		return diag.Interrupted()
	}
	if err := e.gate.Enter(ctx); err != nil {
		return err
	}
	if e.closed {
		e.gate.Unlock()
		return backend.ClosedError()
	}
	return nil
}

// Close implements backend.Engine. A running program is interrupted. Values can only be released afterwards.
func (e *Engine) Close() {
	e.quit()
	e.gate.Lock()
	defer e.gate.Unlock()
	if !e.closed {
		e.closed = true
		e.release()
	}
}
