package flat

import (
	"strings"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Note [Destinations]
//
// A nested body gets a destination for each array result (or nil): the place where its consumer wants it.
// hints spreads them backwards over the body, from a result to the array that an update made it from, and
// alloc uses them. So the inner map of map (\i -> map f (g i)) writes straight into the row of the outer
// result; what an update puts into an array is made there (package direct); an array that is rearranged to be the result is written to the destination in the other order. A destination is written to only by the body that got it and read by nobody until the body is
// done; the result of the body is then the very view that was the destination, and put has nothing to do.

// body translates a body and gives the values of its results.
func (t *thread) body(b core.Body, dests []*view) []val { return t.bodyIn(b, dests, nil, true) }

// bodyIn is body with what enter needs.
func (t *thread) bodyIn(b core.Body, dests []*view, params []*core.Var, barrier bool) []val {
	defer t.enter(b, params, barrier)()
	fr := t.frames[len(t.frames)-1]
	t.hints(b, dests, fr.last)
	places := t.f.placesIn(b)
	for i, s := range b.Stms {
		for _, k := range places[i] {
			t.inPlace(b, i, k, fr.last)
		}
		fr.at = i
		for _, v := range s.Pat {
			delete(t.root, v)
		}
		t.stm(s)
		for _, v := range s.Pat {
			fr.bound[v] = true
		}
		t.noteRoots(s)
	}
	fr.at = len(b.Stms)
	out := make([]val, len(b.Result))
	for i, a := range b.Result {
		out[i] = t.value(a)
	}
	return out
}

func (t *thread) hints(b core.Body, dests []*view, last map[*core.Var]int) {
	inner, at := map[*core.Var]bool{}, map[*core.Var]int{}
	for k, s := range b.Stms {
		for _, v := range s.Pat {
			inner[v], at[v] = true, k
			delete(t.hint, v)
		}
	}
	given := map[*core.Var]bool{}
	for i, d := range dests {
		v, ok := b.Result[i].(*core.Var)
		if ok && inner[v] && d != nil && !given[v] {
			t.hint[v], given[v] = d, true
		}
	}
	t.spread(b, 0, len(b.Stms), inner, at, last)
}

// spread hands the destinations of the results of statements on to what they are made from.
func (t *thread) spread(b core.Body, from, to int, inner map[*core.Var]bool, at, last map[*core.Var]int) {
	for k := to - 1; k >= from; k-- {
		s := b.Stms[k]
		if r, ok := s.Exp.(*core.Rearrange); ok && t.hint[s.Pat[0]] != nil && inner[r.Arr] && t.hint[r.Arr] == nil {
			d := t.hint[s.Pat[0]]
			t.hint[r.Arr] = d.rearrange(inverse(r.Perm))
			t.turned[t.hint[r.Arr]] = d
		}
		for i, v := range s.Exp.Consumes() {
			if d := t.hint[s.Pat[i]]; d != nil && inner[v] && t.hint[v] == nil {
				t.hint[v] = d
			}
		}
		if e, ok := s.Exp.(*core.Loop); ok {
			t.loopHints(s.Pat, e, func(v *core.Var) bool {
				for x := range inner {
					if at[x] < k && last[x] > k && t.f.memory.Find(x) == t.f.memory.Find(v) {
						return false
					}
				}
				return inner[v] && t.f.memory.Consumed(v)
			})
		}
	}
}

// loopHints hands destinations of a loop's results on to what its parameters start with, where nobody uses that after.
func (t *thread) loopHints(pat []*core.Var, e *core.Loop, dies func(*core.Var) bool) {
	for i, p := range e.Params {
		v, ok := e.Init[i].(*core.Var)
		if d := t.hint[pat[i]]; d != nil && ok && t.hint[v] == nil && fixedSize(p, e.Params) && t.f.onlyInit(e, v, nowhere) && dies(v) {
			t.hint[v] = d
		}
	}
}

// inverse is the permutation that undoes perm.
func inverse(perm []int) []int {
	out := make([]int, len(perm))
	for i, p := range perm {
		out[p] = i
	}
	return out
}

// inline applies a lambda or function body to values.
func (t *thread) inline(params []*core.Var, b core.Body, args []val, dests []*view) []val {
	t.f.bindAll(params, args)
	return t.body(b, dests)
}

func (t *thread) stm(s core.Stm) {
	if s.Src.Source != nil {
		t.src = s.Src
	}
	if vals := t.exp(s.Pat, s.Exp); vals != nil {
		t.f.bindAll(s.Pat, vals)
	}
}

func one(v val) []val { return []val{v} }

// exp translates the right-hand side of a statement.
func (t *thread) exp(pat []*core.Var, e core.Exp) []val {
	switch e := e.(type) {
	case *core.Use:
		return one(t.value(e.Atom))
	case *core.PrimApp:
		return one(t.primApp(pat[0], e))
	case *core.Index:
		return one(t.indexed(t.array(e.Arr), t.scalars(e.Idx)))
	case *core.Assert:
		t.assert(e)
		return nil
	case *core.If:
		return t.ifExp(pat, e)
	case *core.Loop:
		return t.loopExp(pat, e)
	case *core.Call:
		args := make([]val, len(e.Args))
		for i, a := range e.Args {
			args[i] = t.value(a)
		}
		dests := make([]*view, len(pat))
		for i, v := range pat {
			dests[i] = t.hint[v]
		}
		return t.inline(e.Fun.Params, e.Fun.Body, args, dests)
	case *core.Copy, *core.Iota, *core.Replicate, *core.Scratch, *core.ArrayLit, *core.Concat, *core.Reverse, *core.Rotate:
		return one(newArray(t, t.f, pat[0], e))
	case *core.Slice, *core.Rearrange, *core.Reshape:
		return one(viewExp(t, pat[0], e))
	case *core.Update, *core.UpdateSlice:
		return one(update(t, pat[0], e))
	case *core.Map, *core.Reduce, *core.Scan, *core.Hist, *core.Scatter, *core.WithAcc, *core.UpdateAcc:
		return t.soac(pat, e)
	case *core.Diff:
		diag.Bugf("flat: a Diff node is left")
	}
	diag.Bugf("flat: no rule for %T", e)
	return nil
}

func (t *thread) primApp(v *core.Var, e *core.PrimApp) core.Atom {
	args := t.scalars(e.Args)
	if e.Op.Fails && e.T.IsInt() {
		t.checkPrim(e, args)
	}
	x := t.fresh(v.Name, v.Type.Elem)
	t.emit(&seg.Let{V: x, Op: e.Op, T: e.T, Args: args})
	if e.T == prim.I64 && len(args) == 2 && x.Type.Elem == prim.I64 {
		t.setBound(x, e.Op, args[0], args[1])
	}
	if e.Op == prim.ToI64 && e.T == prim.I64 {
		t.boundBy(x, args[0])
		t.natural[x] = t.isNatural(args[0])
	}
	return x
}

// checkPrim guards the integer operators that fail; an operand that is a harmless constant needs none.
func (t *thread) checkPrim(e *core.PrimApp, args []core.Atom) {
	ok, code, msg := t.primGuard(e, args)
	if ok != nil {
		t.check(ok, code, msg, args...)
	}
}

func (t *thread) primGuard(e *core.PrimApp, args []core.Atom) (ok core.Atom, code, msg string) {
	c, isConst := args[1].(core.Const)
	zero := core.Zero(e.T)
	code, msg = core.PrimFailure(e.Op)
	if e.Op == prim.Pow {
		if e.T.IsUnsigned() || isConst && c.Int64() >= 0 {
			return nil, "", ""
		}
		return t.let("ok", prim.Le, e.T, zero, args[1]), code, msg
	}
	if isConst && c.Bits != 0 {
		return nil, "", ""
	}
	nz := t.let("z", prim.Eq, e.T, args[1], zero)
	return t.let("ok", prim.Not, prim.Bool, nz), code, msg
}

// noTrace is why programs that show values on the side are left to the interpreter.
const noTrace = "a trace shows values, which devices cannot"

// assert fails with the message of the program; only the first values fit into a failure record.
func (t *thread) assert(e *core.Assert) {
	if e.Trace {
		refuse(noTrace)
	}
	cond := t.scalar(e.Cond)
	msg, args := assertMessage(e, t.scalars(e.Args))
	t.check(cond, e.Code(), msg, args...)
}

func (t *thread) indexed(a array, idx []core.Atom) val {
	dims := a.shape()
	checkIndices(t, idx, dims)
	if len(idx) == len(dims) {
		return t.elem(a, idx)
	}
	if v, ok := a.(*view); ok {
		return v.sub(idx...)
	}
	x := val(a)
	for _, i := range idx {
		x = t.row(x.(array), i)
	}
	return x
}

var codeFlat = diag.Register("E1301", "The program passes on accumulators in a way that devices do not run.")

// assertMessage puts the verbs of a failure message for the %d of an assertion.
func assertMessage(e *core.Assert, args []core.Atom) (string, []core.Atom) {
	parts := strings.Split(e.Msg, "%d")
	var out strings.Builder
	n := min(len(parts)-1, len(args), seg.MaxSiteArgs)
	for i, p := range parts {
		out.WriteString(strings.ReplaceAll(p, "%", "%%"))
		switch {
		case i < n:
			out.WriteString("%v")
		case i < len(parts)-1:
			out.WriteString("...")
		}
	}
	return out.String(), args[:n]
}
