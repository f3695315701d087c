package opencl

import (
	"testing"

	"raido/backend/cl"
	"raido/backend/seg"
)

// TestNewBuffer: a small buffer begins as zeros, with what may be read behind its end.
func TestNewBuffer(t *testing.T) {
	e := device(t)
	for _, n := range []int64{1, 13, 256, smallBuffer} {
		h, err := e.NewBuffer(n)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, (n+seg.Slack)/8*8)
		if code := cl.EnqueueReadBuffer(e.queue, cl.Mem(h), true, 0, got); code != cl.Success {
			t.Fatal(code)
		}
		for i, b := range got {
			if b != 0 {
				t.Errorf("byte %d of %d is %d", i, n, b)
				break
			}
		}
		e.FreeBuffer(h)
	}
}
