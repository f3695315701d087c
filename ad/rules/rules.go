// Package rules says which constructs of core the modes of differentiation have rules for, and finds the rule of a statement: one table for ad/fwd
// and ad/rev, so that neither forgets a construct.
//
// Input: the rules of a mode, and statements. Output: calls of the rules.
//
// Layer 5: imports lang/core.
package rules

import "raido/lang/core"

// Rules are those of a mode, one for each construct.
type Rules interface {
	PrimApp(core.Stm, *core.PrimApp)
	// Layout is of what copies, moves, reads or repeats elements: Use, Copy, Index, Slice, Iota, Replicate, ArrayLit, Concat, Rearrange,
	// Reshape, Reverse, Rotate.
	Layout(core.Stm)
	Update(core.Stm, *core.Update)
	UpdateSlice(core.Stm, *core.UpdateSlice)
	If(core.Stm, *core.If)
	Loop(core.Stm, *core.Loop)
	Map(core.Stm, *core.Map)
	Reduce(core.Stm, *core.Reduce)
	Scan(core.Stm, *core.Scan)
	Hist(core.Stm, *core.Hist)
	Scatter(core.Stm, *core.Scatter)
	WithAcc(core.Stm, *core.WithAcc)
	UpdateAcc(core.Stm, *core.UpdateAcc)
	// Diff is of a custom derivative; others are removed before.
	Diff(core.Stm, *core.Diff)
	// Call is of a function that calls itself; others are inlined before.
	Call(core.Stm, *core.Call)
	// Inactive is of what never carries a derivative: Assert, Scratch.
	Inactive(core.Stm)
}

// Apply calls the rule of a statement.
func Apply(r Rules, s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		r.PrimApp(s, e)
	case *core.Use, *core.Copy, *core.Index, *core.Slice, *core.Iota, *core.Replicate, *core.ArrayLit, *core.Concat, *core.Rearrange, *core.Reshape,
		*core.Reverse, *core.Rotate:
		r.Layout(s)
	case *core.Update:
		r.Update(s, e)
	case *core.UpdateSlice:
		r.UpdateSlice(s, e)
	case *core.If:
		r.If(s, e)
	case *core.Loop:
		r.Loop(s, e)
	case *core.Map:
		r.Map(s, e)
	case *core.Reduce:
		r.Reduce(s, e)
	case *core.Scan:
		r.Scan(s, e)
	case *core.Hist:
		r.Hist(s, e)
	case *core.Scatter:
		r.Scatter(s, e)
	case *core.WithAcc:
		r.WithAcc(s, e)
	case *core.UpdateAcc:
		r.UpdateAcc(s, e)
	case *core.Diff:
		r.Diff(s, e)
	case *core.Call:
		r.Call(s, e)
	case *core.Assert, *core.Scratch:
		r.Inactive(s)
	}
}
