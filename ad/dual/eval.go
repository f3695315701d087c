package dual

import (
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// exp evaluates the right-hand side of a statement.
func (m *machine) exp(v env, e core.Exp) []val {
	switch e := e.(type) {
	case *core.PrimApp:
		var args [maxArity]num
		for i, a := range e.Args {
			args[i] = m.atom(v, a).n
		}
		return one(val{n: m.apply(e.Op, e.T, args[:len(e.Args)])})
	case *core.Use:
		return one(m.atom(v, e.Atom))
	case *core.Assert:
		m.assert(v, e)
		return nil
	case *core.If:
		if m.atom(v, e.Cond).n.bits != 0 {
			return unshared(m.body(v, e.Then))
		}
		return unshared(m.body(v, e.Else))
	case *core.Loop:
		return m.loop(v, e)
	case *core.Call:
		return unshared(m.function(e.Fun, m.atoms(v, e.Args)))
	case *core.Diff:
		return m.diff(v, e)
	case *core.Map:
		return m.mapSOAC(v, e)
	case *core.Reduce:
		acc, _ := m.fold(v, e.W, e.Fn, e.Ne, e.Arrs, nil)
		return acc
	case *core.Scan:
		_, out := m.fold(v, e.W, e.Fn, e.Ne, e.Arrs, e.Arrs)
		return out
	case *core.Hist:
		return m.hist(v, e)
	case *core.Scatter:
		return m.scatter(v, e)
	case *core.WithAcc:
		return m.withAcc(v, e)
	case *core.UpdateAcc:
		return one(m.updateAcc(v, e))
	default: // what gives one array
	}
	return one(m.arrayExp(v, e))
}

func one(v val) []val { return []val{v} }

// arrayExp evaluates what gives one array, or an element.
func (m *machine) arrayExp(v env, e core.Exp) val {
	switch e := e.(type) {
	case *core.Copy:
		return v[e.Arr].fresh()
	case *core.Index:
		return m.at(v[e.Arr], m.atoms(v, e.Idx))
	case *core.Update:
		arr := v[e.Arr]
		val := m.atom(v, e.Val)
		if len(e.Idx) == arr.a.rank() {
			arr.a.data[m.offset(arr.a, m.atoms(v, e.Idx))] = val.n
			return arr
		}
		m.write(m.at(arr, m.atoms(v, e.Idx)), val)
		return arr
	case *core.Slice:
		return m.slice(v, v[e.Arr].a, e.Dims)
	case *core.UpdateSlice:
		return m.updateSlice(v, e)
	case *core.Iota:
		return m.iota(v, e)
	case *core.Replicate:
		return m.replicate(m.sizes(v, e.Dims), m.atom(v, e.Val))
	case *core.Scratch:
		return val{a: newArray(m.sizes(v, e.Dims))}
	case *core.ArrayLit:
		return stack(m.atoms(v, e.Elems), m.sizes(v, e.Elem.Dims))
	case *core.Concat:
		return concat(m.arrays(v, e.Arrs))
	case *core.Rearrange:
		return rearrange(v[e.Arr].a, e.Perm)
	case *core.Reshape:
		shape := m.sizes(v, e.Dims)
		if product(shape) != int64(v[e.Arr].size()) {
			m.fail("cannot reshape %v to %v", v[e.Arr].dims(), shape)
		}
		return val{a: &array{shape, v[e.Arr].a.data}}
	case *core.Reverse:
		a := v[e.Arr].a
		return gather(a, func(i int64) int64 { return a.shape[0] - 1 - i })
	case *core.Rotate:
		a, by := v[e.Arr].a, m.atom(v, e.By).int()
		return gather(a, func(i int64) int64 { n := a.shape[0]; return ((i+by%n)%n + n) % n })
	default: // exp has the others
	}
	diag.Bugf("dual: %T cannot be run", e)
	return val{}
}

func (m *machine) assert(v env, e *core.Assert) {
	if e.Trace || m.atom(v, e.Cond).n.bits != 0 {
		return
	}
	msg := e.Msg
	for _, a := range e.Args {
		s := prim.Scalar{Type: a.AtomType().Elem, Bits: m.atom(v, a).n.bits}
		msg = strings.Replace(msg, "%d", strings.TrimSuffix(s.String(), s.Type.String()), 1)
	}
	m.fail("%s", msg)
}

func (m *machine) loop(v env, e *core.Loop) []val {
	state := unshared(m.atoms(v, e.Init))
	step := func() {
		m.tick()
		state = unshared(m.body(v, e.Body))
	}
	enter := func() {
		for i, p := range e.Params {
			v[p] = state[i]
		}
	}
	enter()
	if e.Cond != nil {
		for m.body(v, *e.Cond)[0].n.bits != 0 {
			step()
			enter()
		}
		return state
	}
	n := m.atom(v, e.Bound).int()
	for i := int64(0); i < n; i++ {
		v[e.I] = val{n: num{bits: uint64(i)}}
		step()
		enter()
	}
	return state
}
