package worker

import (
	"context"
	"os"
	"testing"

	"raido/backend"
	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestTransferToTheDead: who gets to the shared file when the worker has ended is told so, and not of the file, which is closed.
func TestTransferToTheDead(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	a := &area{file: f}
	l := &link{area: a, transfer: backend.NewGate(), dead: make(chan struct{}), how: ending{state: "signal: killed"}}
	close(l.dead)
	a.close()
	for range 2 { // the first lets go of it
		if _, err := l.upload(context.Background(), value.NewArray(prim.I64, int64(limits.Now.Inline))); err == nil {
			t.Fatal("no error")
		} else if lost, _ := Ended(err); !lost {
			t.Errorf("%v", err)
		}
	}
}
