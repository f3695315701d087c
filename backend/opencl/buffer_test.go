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

// TestReach: the host writes small buffers itself where no command is still to use them.
func TestReach(t *testing.T) {
	e := device(t)
	if !e.dev.IsCPU() {
		t.Skip("the device has memory of its own")
	}
	r := &run{e: e}
	made := func(n int64) *buffer {
		b, err := e.rawBuffer(n, func() error { return mem.ErrFull })
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, n := range []int64{0, 1, 13, 256, 257, smallBuffer} {
		b := made(n)
		to := r.reach(b)
		if to == nil || int64(len(to)) != n {
			t.Fatalf("%d bytes of %d", len(to), n)
		}
		repeat(to, []byte{1, 2, 3, 4})
		if got := make([]byte, n); n > 0 {
			if code := cl.EnqueueReadBuffer(e.queue, b.mem(), true, 0, got); code != cl.Success {
				t.Fatal(code)
			}
			for i, c := range got {
				if c != byte(i%4+1) {
					t.Fatalf("byte %d of %d is %d", i, n, c)
				}
			}
		}
		r.pending = 1
		if to := r.reach(b); (to != nil) != e.dev.Direct {
			t.Errorf("%d bytes beside a command", len(to))
		}
		r.pending = 0
		b.release()
	}
	large := made(smallBuffer + 1)
	defer large.release()
	if r.reach(large) != nil {
		t.Error("a large buffer is mapped")
	}
}
