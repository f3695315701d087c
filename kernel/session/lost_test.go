package session

import (
	"context"
	"errors"
	"testing"

	"raido/backend/worker"
	"raido/lang/diag"
)

// TestInsistInterrupted: what is interrupted while its worker is lost is interrupted, and not done again.
func TestInsistInterrupted(t *testing.T) {
	lost := &diag.Diag{Class: diag.Device, Code: "E1314"}
	if was, guilty := worker.Ended(lost); !was || !guilty {
		t.Fatal("E1314 says something else")
	}
	ctx, cancel := context.WithCancel(context.Background())
	c, calls := &cell{ctx: ctx}, 0
	err := c.insist(nil, func(bool) error {
		calls++
		cancel()
		return lost
	})
	var d *diag.Diag
	if !errors.As(err, &d) || d.Class != diag.Interrupt || calls != 1 {
		t.Errorf("after %d calls %v", calls, err)
	}
}
