package host

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
)

// TestWatched: a cancellation asks the run of that context to stop, and no other one, whether or not the run before it had the same context.
func TestWatched(t *testing.T) {
	e := device(t)
	if e.fail.mapped == nil {
		t.Skip("the device does not share memory")
	}
	asked := func() bool { return atomic.LoadInt32(e.fail.word(1)) != 0 }
	one, cancelOne := context.WithCancel(t.Context())
	other, cancelOther := context.WithCancel(t.Context())
	run := func(ctx context.Context, during func(), want bool) {
		t.Helper()
		e.fail.reset()
		e.watched.begin(e, ctx)
		during()
		for until := time.Now().Add(10 * time.Second); want && !asked() && time.Now().Before(until); {
			time.Sleep(time.Millisecond)
		}
		if !want {
			time.Sleep(5 * time.Millisecond)
		}
		e.watched.end()
		if asked() != want {
			t.Errorf("asked to stop: %v, want %v", !want, want)
		}
	}
	run(one, func() {}, false)
	run(one, func() {}, false)
	run(other, cancelOne, false)
	run(context.Background(), func() {}, false)
	run(other, func() {}, false)
	run(other, cancelOther, true)
	run(other, func() {}, true) // it was cancelled before
	e.fail.reset()
	last, cancelLast := context.WithCancel(t.Context())
	run(last, func() {}, false)
	cancelLast()
	time.Sleep(5 * time.Millisecond)
	if asked() {
		t.Error("asked to stop between runs")
	}
}
