package eval

import (
	"context"
	"errors"
	"math"

	"raido/lang/core"
)

// ErrBudget is what a run ends with that would do more than its budget.
var ErrBudget = errors.New("the budget of operations is spent")

type budgetKey struct{}

// WithBudget is a context in which a run may do about so many operations: statements, and elements that are moved in bulk by the block. How
// many a run does depends on the program and its arguments alone.
func WithBudget(ctx context.Context, ops int64) context.Context {
	return context.WithValue(ctx, budgetKey{}, ops)
}

// budget is what WithBudget was given, or no bound.
func budget(ctx context.Context) int64 {
	if ops, ok := ctx.Value(budgetKey{}).(int64); ok {
		return ops
	}
	return math.MaxInt64
}

// overBudget is what the interpreter panics with and run recovers.
type overBudget struct{}

// spend takes so many operations from the budget.
func (m *machine) spend(ops int64) {
	if m.budget -= ops; m.budget < 0 {
		panic(overBudget{})
	}
}

// weight is how many operations one run of a body is, without those of what iterates in it, which spends its own.
func weight(b core.Body) int64 {
	n := int64(1)
	for _, s := range b.Stms {
		n++
		if e, ok := s.Exp.(*core.If); ok {
			n += max(weight(e.Then), weight(e.Else))
		}
	}
	return n
}

// bulk is how many bytes are made in the time of an operation.
const bulk = 64
