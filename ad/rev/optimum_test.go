package rev

import (
	"math/rand/v2"
	"testing"

	"raido/lang/core"
	"raido/lang/prim"
)

// TestOptimum: what loops keep is at most 1.2 times the bytes of the best of all sets of values from which the rest is computed again
// by no more operations than the plan takes. Twenty loops of a dozen operators on numbers and flags.
func TestOptimum(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		e, needed := someLoop(rng)
		r := newRev(false, nil)
		r.facts.body(e.Params, e.Body)
		p := r.planFor(&revLoop{r: r, e: e}, e.Body.Stms, core.Body{Result: needed})
		var bytes, work int64
		for _, v := range p.save {
			bytes += int64(v.Type.Elem.Size())
		}
		for _, st := range p.recomputed {
			n, _ := workCost(st.Exp)
			work += n
		}
		if best := fewestBytes(e, needed, work); 10*bytes > 12*best {
			t.Errorf("seed %d: %d bytes are kept, %d are enough for %d operations", seed, bytes, best, work)
		}
	}
}

// someLoop is a loop over a few numbers, and the values that a return sweep would need.
func someLoop(rng *rand.Rand) (*core.Loop, []core.Atom) {
	e := &core.Loop{I: core.NewVar("i", core.I64), Bound: core.NewVar("n", core.I64)}
	var numbers, all []core.Atom
	for range 1 + rng.IntN(3) {
		p := core.NewVar("p", core.Prim(prim.F64))
		e.Params, e.Init = append(e.Params, p), append(e.Init, core.Zero(prim.F64))
		numbers, all = append(numbers, p), append(all, p)
	}
	some := func() core.Atom { return numbers[len(numbers)-1-rng.IntN(min(len(numbers), 5))] }
	b := &core.Builder{}
	for range 8 {
		switch rng.IntN(6) {
		case 0:
			numbers = append(numbers, b.Prim([]*prim.Op{prim.Sin, prim.Exp, prim.Sqrt}[rng.IntN(3)], prim.F64, some()))
		case 1:
			flag := b.Prim(prim.Lt, prim.F64, some(), some())
			all = append(all, flag)
			numbers = append(numbers, b.Prim(prim.ToF64, prim.Bool, flag))
		default:
			numbers = append(numbers, b.Prim([]*prim.Op{prim.Add, prim.Mul, prim.Div}[rng.IntN(3)], prim.F64, some(), some()))
		}
		all = append(all, numbers[len(numbers)-1])
	}
	for range e.Params {
		e.Body.Result = append(e.Body.Result, core.Const{Scalar: prim.Float(prim.F64, 1)})
	}
	e.Body.Stms = b.Stms
	var needed []core.Atom
	for _, a := range all {
		if rng.IntN(3) == 0 {
			needed = append(needed, a)
		}
	}
	return e, needed
}

// fewestBytes tries all sets of values.
func fewestBytes(e *core.Loop, needed []core.Atom, most int64) int64 {
	vs := append([]*core.Var{}, e.Params...)
	defs := map[core.Atom]core.Stm{}
	for _, st := range e.Body.Stms {
		vs = append(vs, st.Pat...)
		defs[st.Pat[0]] = st
	}
	best := int64(unlimited)
	for set := range 1 << len(vs) {
		var bytes, work int64
		there := map[core.Atom]bool{}
		for k, v := range vs {
			if set>>k&1 == 1 {
				bytes += int64(v.Type.Elem.Size())
				there[v] = true
			}
		}
		if bytes >= best {
			continue
		}
		var get func(a core.Atom) bool
		get = func(a core.Atom) bool {
			if there[a] {
				return true
			}
			st, ok := defs[a]
			if !ok {
				return false
			}
			for _, v := range core.FreeInStm(st).List {
				if !get(v) {
					return false
				}
			}
			n, _ := workCost(st.Exp)
			work, there[a] = work+n, true
			return true
		}
		ok := true
		for _, a := range needed {
			ok = ok && get(a)
		}
		if ok && work <= most {
			best = bytes
		}
	}
	return best
}
