package eval

import (
	"context"

	"raido/lang/core"
)

type progressKey struct{}

// WithProgress is a context in which a run tells how many iterations of its present outermost loop it has done, of how many;
// -1 if that is unknown. tell is called at each iteration and should be quick.
func WithProgress(ctx context.Context, tell func(done, of int64)) context.Context {
	return context.WithValue(ctx, progressKey{}, tell)
}

// progress is what WithProgress was given, or something that does nothing.
func progress(ctx context.Context) func(done, of int64) {
	if tell, ok := ctx.Value(progressKey{}).(func(done, of int64)); ok {
		return tell
	}
	return func(int64, int64) {}
}

// outerLoops are the loops of a body that are in no other loop, and in no function that runs more than once.
func outerLoops(b core.Body, out map[*core.Loop]bool) map[*core.Loop]bool {
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *core.Loop:
			out[e] = true
		case *core.If:
			outerLoops(e.Then, out)
			outerLoops(e.Else, out)
		case *core.WithAcc:
			outerLoops(e.Fn.Body, out)
		default: // no loop inside that runs once
		}
	}
	return out
}
