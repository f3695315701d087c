package backend

import (
	"context"
	"testing"
	"time"

	"raido/lang/core"
)

// deafDevice is a device whose programs run until they are cancelled.
type deafDevice struct{ *interp }

func (e deafDevice) Compile(context.Context, *core.Prog) (Program, error) { return deafProgram{}, nil }

type deafProgram struct{}

func (deafProgram) Run(ctx context.Context, _ []Value) ([]Value, *Profile, error) {
	<-ctx.Done()
	return nil, nil, interrupted()
}

// TestRaceInterrupted: an interrupt ends the run on the device, too, whichever of the two notices it first.
func TestRaceInterrupted(t *testing.T) {
	e := newAuto(deafDevice{newInterp()})
	p, err := e.Compile(t.Context(), parse(t, countWhile))
	if err != nil {
		t.Fatal(err)
	}
	n := upload(t, e, i64(1<<40))
	for i := range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(i%5)*time.Millisecond, cancel)
		if _, _, err := p.Run(ctx, []Value{n}); class(err) != class(interrupted()) {
			t.Fatalf("%v", err)
		}
	}
	ended := make(chan struct{})
	go func() {
		e.background.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Fatal("the device still runs what was interrupted")
	}
}
