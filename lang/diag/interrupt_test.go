package diag

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// TestInterruptible: a Poll below ends the work when the context is done, on its own goroutine only.
func TestInterruptible(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	other := make(chan any, 1)
	err := Interruptible(ctx, func() error {
		cancel()
		for pending.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		go func() {
			defer func() { other <- recover() }()
			Poll()
		}()
		if r := <-other; r != nil {
			t.Errorf("another goroutine was ended: %v", r)
		}
		for {
			Poll()
		}
	})
	var d *Diag
	if !errors.As(err, &d) || d.Class != Interrupt {
		t.Errorf("%v", err)
	}
	if n := pending.Load(); n != 0 {
		t.Errorf("%d contexts are pending", n)
	}
	Poll() // of nobody
}

// TestInterruptibleNested: the inner one ends by its own context, and the outer one goes on and can still be ended.
func TestInterruptibleNested(t *testing.T) {
	outer, stop := context.WithCancel(context.Background())
	defer stop()
	went := false
	err := Interruptible(outer, func() error {
		inner, cancel := context.WithCancel(outer)
		cancel()
		if err := Interruptible(inner, func() error { spin(); return nil }); err == nil {
			t.Error("the inner one was not ended")
		}
		Poll()
		went = true
		stop()
		spin()
		return nil
	})
	if err == nil || !went {
		t.Errorf("%v, went on: %v", err, went)
	}
}

// spin polls until it is ended, at most some seconds.
func spin() {
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		Poll()
	}
}

// TestInterruptibleOthers: results, errors and panics of another kind pass.
func TestInterruptibleOthers(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	mine := errors.New("mine")
	if err := Interruptible(ctx, func() error { Poll(); return mine }); err != mine {
		t.Error(err)
	}
	defer func() {
		if d, ok := recover().(*Diag); !ok || d.Class != Type {
			t.Error("a diagnostic was caught")
		}
	}()
	Interruptible(ctx, func() error { panic(&Diag{Class: Type}) })
}

// TestWatchPolls: tests hear of each Poll.
func TestWatchPolls(t *testing.T) {
	var n atomic.Int32
	end := WatchPolls(func() { n.Add(1) })
	Poll()
	Poll()
	end()
	Poll()
	if n.Load() != 2 {
		t.Errorf("%d polls", n.Load())
	}
}

func BenchmarkPoll(b *testing.B) {
	for range b.N {
		Poll()
	}
}
