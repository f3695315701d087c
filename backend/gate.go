package backend

import (
	"context"

	"raido/lang/diag"
)

// Gate lets one at a time pass, who may give up waiting.
type Gate chan struct{}

// NewGate is a gate that is open.
func NewGate() Gate { return make(Gate, 1) }

// Lock waits for the gate.
func (g Gate) Lock() { g <- struct{}{} }

// Unlock opens the gate for the next one.
func (g Gate) Unlock() { <-g }

// Enter waits for the gate until ctx is cancelled. Without an error the caller must Unlock it.
func (g Gate) Enter(ctx context.Context) error {
	select {
	case g <- struct{}{}: // without asking ctx, which takes ten times as long
		return nil
	default:
	}
	select {
	case g <- struct{}{}:
		return nil
	case <-ctx.Done():
		return diag.Interrupted()
	}
}
