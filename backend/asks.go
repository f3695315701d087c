package backend

import "context"

// What a run is asked for beside its results, by its context.
type (
	profileKey struct{}
	countKey   struct{}
	copyKey    struct{}
)

// WithProfile asks the runs under ctx to measure each kernel: when the device began and ended it, what it moved. It costs
// a little for each launch; without it, KernelTime.Time is zero.
func WithProfile(ctx context.Context) context.Context {
	return context.WithValue(ctx, profileKey{}, true)
}

// WantsProfile reports whether ctx is one of WithProfile.
func WantsProfile(ctx context.Context) bool { return ctx.Value(profileKey{}) != nil }

// WithCounts asks interpreters to count what the runs under ctx do, which slows them.
func WithCounts(ctx context.Context) context.Context {
	return context.WithValue(ctx, countKey{}, true)
}

// WantsCounts reports whether ctx is one of WithCounts.
func WantsCounts(ctx context.Context) bool { return ctx.Value(countKey{}) != nil }

// WithCopies asks devices to bring small results to the host at the end of the runs under ctx.
func WithCopies(ctx context.Context) context.Context {
	return context.WithValue(ctx, copyKey{}, true)
}

// WantsCopies reports whether ctx is one of WithCopies.
func WantsCopies(ctx context.Context) bool { return ctx.Value(copyKey{}) != nil }
