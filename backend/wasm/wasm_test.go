package wasm

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"raido/backend"
	"raido/backend/enginetest"
	"raido/backend/host"
	"raido/backend/mem"
	"raido/lang/core/coretest"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestHeap takes and gives back parts at random: none overlaps another one, and all is one part in the end.
func TestHeap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const most = 1 << 16
	h := heap{end: grain, most: most, used: map[int64]int64{}}
	taken := map[int64]int64{}
	full := 0
	for range 20_000 {
		if r.IntN(2) == 0 && len(taken) > 0 {
			for at := range taken {
				h.give(at)
				delete(taken, at)
				break
			}
			continue
		}
		n := r.Int64N(2000) + 1
		at, ok := h.take(n)
		if !ok {
			full++
			continue
		}
		for b, m := range taken {
			if at < b+m && b < at+n {
				t.Fatalf("%d bytes at %d, and %d at %d", n, at, m, b)
			}
		}
		if at%grain != 0 || at+n > most {
			t.Fatalf("%d bytes at %d", n, at)
		}
		taken[at] = n
	}
	for at := range taken {
		h.give(at)
	}
	if h.end != grain || len(h.free) != 0 || full == 0 {
		t.Errorf("the end is at %d, %d parts are free, %d did not fit", h.end, len(h.free), full)
	}
}

func opened(t *testing.T) *host.Engine {
	t.Helper()
	e, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func compiled(t *testing.T, e backend.Engine, text string) backend.Program {
	t.Helper()
	p, err := e.Compile(t.Context(), coretest.Parse(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestThreads: as many threads as there may be compute what one does.
func TestThreads(t *testing.T) {
	const n, k = 100_003, 30
	args := []value.Value{coretest.I64(n), coretest.I64(k), enginetest.Ints(prim.I64, n)}
	var want []value.Value
	for _, threads := range []string{"1", "2", "3", "7"} {
		t.Setenv("RAIDO_THREADS", threads)
		e := opened(t)
		got, err := enginetest.Run(e, compiled(t, e, enginetest.CountTo), args)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
		}
		for i := range got {
			if !enginetest.Same(got[i], want[i]) {
				t.Errorf("%s threads: result %d differs", threads, i)
			}
		}
	}
}

// TestStop: a kernel that runs for long ends when its context does, while others of the process go on, and collecting garbage does not wait for it.
func TestStop(t *testing.T) {
	e := opened(t)
	for _, text := range []string{enginetest.CountWhile, enginetest.CountTo} {
		p := compiled(t, e, text)
		args := []value.Value{coretest.I64(1 << 60)}
		if text == enginetest.CountTo {
			args = []value.Value{coretest.I64(100), coretest.I64(1 << 60), enginetest.Ints(prim.I64, 100)}
		}
		in := make([]backend.Value, len(args))
		for i, a := range args {
			in[i] = enginetest.Upload(t, e, a)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		start := time.Now()
		_, _, err := p.Run(ctx, in)
		cancel()
		var d *diag.Diag
		if !errors.As(err, &d) || d.Class != diag.Interrupt {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("it took %v", took)
		}
		backend.ReleaseAll(in)
	}
}

// TestFull: an array that does not fit is an error, after which there is as much room as before.
func TestFull(t *testing.T) {
	d, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.NewBuffer(d.facts.Largest + 1); !errors.Is(err, mem.ErrFull) {
		t.Errorf("got %v", err)
	}
	h, err := d.NewBuffer(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	b := host.Block{Handle: h, Bytes: 1 << 20}
	want := bytes.Repeat([]byte{1, 2, 3, 4}, 1<<18)
	if err := d.Fill(b, 0, b.Bytes, want[:4]); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(want))
	if err := d.Read(b, 0, got); err != nil || !bytes.Equal(got, want) {
		t.Errorf("a fill: %v", err)
	}
	d.FreeBuffer(h)
	if d.heap.end != firstBuffer {
		t.Errorf("the end is at %d", d.heap.end)
	}
}
