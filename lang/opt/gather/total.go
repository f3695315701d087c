package gather

import (
	"slices"

	"raido/lang/core"
)

// total finds out whether code cannot fail, whatever the numbers are.
type total struct {
	below map[*core.Var]core.Atom // numbers no less than 0 and less than that
	iotas map[*core.Var]core.Atom // arrays of such numbers
	sizes *lengths
}

func (t *total) body(b core.Body) bool {
	for _, s := range b.Stms {
		if !t.exp(s.Exp) {
			return false
		}
		if n := iota(s.Exp); n != nil {
			t.iotas[s.Pat[0]] = n
		}
		if len(s.Pat) == 1 {
			t.sizes.result(s.Pat[0], s.Exp)
		}
	}
	return true
}

func (t *total) exp(e core.Exp) bool {
	switch e := e.(type) {
	case *core.Use, *core.Copy, *core.ArrayLit, *core.Concat, *core.Rearrange, *core.Reshape, *core.Reverse, *core.Rotate:
		return true
	case *core.PrimApp:
		return !e.MayFail()
	case *core.Index:
		return t.inside(e.Arr, e.Idx)
	case *core.Update:
		return t.inside(e.Arr, e.Idx)
	case *core.Iota:
		return t.lengths(e.N)
	case *core.Replicate:
		return t.lengths(e.Dims...)
	case *core.Scratch:
		return t.lengths(e.Dims...)
	case *core.If:
		return t.body(e.Then) && t.body(e.Else)
	case *core.Loop:
		if e.I == nil {
			return false
		}
		t.below[e.I] = e.Bound
		return t.body(e.Body)
	case *core.Map:
		for i, a := range e.Arrs {
			if n := t.iotas[a]; n != nil {
				t.below[e.Fn.Params[i+len(e.Accs)]] = n
			}
		}
		return len(e.Accs) == 0 && t.body(e.Fn.Body)
	case *core.Reduce:
		return t.body(e.Fn.Body)
	case *core.Scan:
		return t.body(e.Fn.Body)
	case *core.Hist:
		return t.body(e.Fn.Body)
	case *core.Scatter:
		return true
	case *core.Diff:
		return e.Rule == nil && t.body(e.Fn.Body)
	default: // may fail, or has effects, or runs forever
		return false
	}
}

// inside reports whether indices are those of elements.
func (t *total) inside(arr *core.Var, idx []core.Atom) bool {
	for k, i := range idx {
		dim := arr.Type.Dims[k]
		n, known := core.IntConst(dim)
		c, fixed := core.IntConst(i)
		v := core.AsVar(i)
		switch {
		case fixed && known && 0 <= c && c < n:
		case v != nil && t.below[v] == dim:
		default:
			return false
		}
	}
	return true
}

func (t *total) lengths(dims ...core.Atom) bool {
	return !slices.ContainsFunc(dims, func(d core.Atom) bool {
		return !t.sizes.has(d)
	})
}
