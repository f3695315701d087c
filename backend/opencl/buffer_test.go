package opencl

import (
	"testing"

	"raido/backend/cl"
	"raido/backend/mem"
	"raido/backend/seg"
)

// TestNewBuffer: a small buffer begins as zeros, with what may be read behind its end.
func TestNewBuffer(t *testing.T) {
	e := device(t)
	made := func(n int64) mem.Handle {
		h, err := e.NewBuffer(n)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	for _, n := range []int64{1, 13, 256, smallBuffer} {
		old := made(n) // its memory is what the next one of this size gets
		for _, code := range []cl.ErrorCode{cl.EnqueueFillBuffer(e.queue, cl.Mem(old), []byte{1, 2, 3, 4, 5, 6, 7, 8}, 0, (n+seg.Slack)/8*8, nil), cl.Finish(e.queue)} {
			if code != cl.Success {
				t.Fatal(code)
			}
		}
		e.FreeBuffer(old)
		h := made(n)
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
