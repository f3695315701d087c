package opencl

import (
	"testing"

	"raido/backend/cl"
	"raido/backend/host"
	"raido/backend/mem"
	"raido/backend/seg"
)

// newBlock is a new buffer.
func newBlock(t *testing.T, d *device, n int64) host.Block {
	t.Helper()
	h, err := d.NewBuffer(max(n, 1))
	if err != nil {
		t.Fatal(err)
	}
	return host.Block{Handle: h, Bytes: n}
}

// bytesOf is what a command reads of a buffer.
func bytesOf(t *testing.T, d *device, h mem.Handle, n int64) []byte {
	t.Helper()
	got := make([]byte, n)
	if code := cl.EnqueueReadBuffer(d.queue, cl.Mem(h), true, 0, got); code != cl.Success {
		t.Fatal(code)
	}
	return got
}

// TestNewBuffer: a small buffer begins as zeros, with what may be read behind its end.
func TestNewBuffer(t *testing.T) {
	d := alone(t)
	for _, n := range []int64{1, 13, 256, smallBuffer} {
		old := newBlock(t, d, n).Handle // its memory is what the next one of this size gets
		for _, code := range []cl.ErrorCode{cl.EnqueueFillBuffer(d.queue, cl.Mem(old), []byte{1, 2, 3, 4, 5, 6, 7, 8}, 0, (n+seg.Slack)/8*8, nil), cl.Finish(d.queue)} {
			if code != cl.Success {
				t.Fatal(code)
			}
		}
		d.FreeBuffer(old)
		h := newBlock(t, d, n).Handle
		for i, b := range bytesOf(t, d, h, (n+seg.Slack)/8*8) {
			if b != 0 {
				t.Errorf("byte %d of %d is %d", i, n, b)
				break
			}
		}
		d.FreeBuffer(h)
	}
}

// TestReach: the host writes small buffers itself where no command is still to use them.
func TestReach(t *testing.T) {
	d := alone(t)
	if !d.dev.IsCPU() {
		t.Skip("the device has memory of its own")
	}
	for _, n := range []int64{1, 13, 256, 257, smallBuffer} {
		b := newBlock(t, d, n)
		to := d.reach(b.Handle)
		if int64(len(to)) < n {
			t.Fatalf("%d bytes of %d", len(to), n)
		}
		repeat(to[:n], []byte{1, 2, 3, 4})
		for i, c := range bytesOf(t, d, b.Handle, n) {
			if c != byte(i%4+1) {
				t.Fatalf("byte %d of %d is %d", i, n, c)
			}
		}
		d.pending = 1
		if to := d.reach(b.Handle); (to != nil) != d.dev.Direct {
			t.Errorf("%d bytes beside a command", len(to))
		}
		d.pending = 0
		d.FreeBuffer(b.Handle)
	}
	large := newBlock(t, d, smallBuffer+1)
	defer d.FreeBuffer(large.Handle)
	if d.reach(large.Handle) != nil {
		t.Error("a large buffer is mapped")
	}
}

// TestMoves fills and copies parts of buffers of several sizes, which the host, the driver and kernels move, where a command is pending and where
// none is, and leaves what lies beside as it was.
func TestMoves(t *testing.T) {
	d := alone(t)
	d.limits.BulkBytes, d.limits.StreamBytes, d.limits.WideFills, d.limits.Units = 1<<17, 1<<19, 4, 2
	for _, n := range []int64{1, 64, 1000, smallBuffer, 1 << 17, 1<<20 + 77} {
		for _, at := range []int64{0, 8, 64, 128, n / 2 / 8 * 8} {
			for _, from := range []int64{0, 8, 64} {
				for _, pending := range []bool{false, true} {
					testMove(t, d, n, min(at, n), min(from, n), pending)
				}
			}
		}
	}
}

// testMove fills all but the first bytes of a buffer and copies some of another one to its beginning.
func testMove(t *testing.T, d *device, n, at, from int64, pending bool) {
	t.Helper()
	a, b, other := newBlock(t, d, n), newBlock(t, d, n), newBlock(t, d, 1<<20)
	first, want, pattern := make([]byte, n), make([]byte, n), []byte{1, 2, 3, 4, 5, 6, 7, 8}
	for i := range first {
		first[i], want[i] = byte(i*7+i>>8), 9
	}
	filled := (n - at) / 8 * 8
	for i := range filled {
		want[at+i] = pattern[i%8]
	}
	copied := (n - from) * 3 / 4
	copy(want, first[from:from+copied])
	steps := []func() error{
		func() error { return d.Write(a, 0, first) },
		func() error { return d.Fill(b, 0, n, []byte{9}) },
		d.Finish,
		func() error {
			if pending {
				return d.Fill(other, 0, 1<<20, []byte{7})
			}
			return nil
		},
		func() error { return d.Fill(b, at, filled, pattern) },
		func() error { return d.Copy(b, 0, a, from, copied) },
		d.Finish,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	got := make([]byte, n)
	if err := d.Read(b, 0, got); err != nil || string(got) != string(want) || d.Pending() != 0 {
		t.Errorf("of %d bytes, %d from %d on and a copy of %d from %d (pending %v): %v", n, filled, at, copied, from, pending, err)
	}
	for _, x := range []host.Block{a, b, other} {
		d.FreeBuffer(x.Handle)
	}
}
