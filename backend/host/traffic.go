package host

import (
	"math"

	"raido/backend"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Traffic]
//
// The bytes that a kernel reads and writes are an estimate from its code, the sizes that the host knows and its buffers:
// what memory must move if caches are perfect. Of each buffer a kernel reads as many elements as its threads load, but no
// more than the buffer has, and the same for writing; of an accumulator it reads and writes each element once. A load in a
// branch counts as if the branch were taken, one in a loop whose length only the device knows counts for the whole buffer.
// Not counted are a thread's own blocks and copies, and what stages read again (a scan in chunks reads its input twice). So a
// kernel may move more than that, when it goes through an array several times or jumps about in it, and the bandwidth
// is that of useful bytes; above the device's it says that data stayed in caches.
//
// Operations are applications of scalar operators, an exponential counting as one, without arithmetic of
// indices; a loop whose length only the device knows counts for one iteration. Of a minimum one side is enough to know: the
// inner loops of a strip-mined one end with their strip, or with the loop.

// traffic walks over the code of a launch.
type traffic struct {
	*launcher
	known         map[*core.Var]prim.Scalar // of the code, computed from what the host knows
	loads, stores map[*seg.Mem]float64      // elements
	ops, ops64    float64
}

// traffic estimates what a launch reads and writes, in bytes, and its operations.
func (l *launcher) traffic() backend.KernelTime {
	t := &traffic{launcher: l, known: map[*core.Var]prim.Scalar{}, loads: map[*seg.Mem]float64{}, stores: map[*seg.Mem]float64{}}
	points := float64(l.points)
	t.code(l.k.Body, points, points)
	if l.k.Op != nil {
		t.operator(l.k.Op, points)
		results := 1.0
		if l.k.Kind == seg.Scan {
			results = points
		}
		for _, m := range l.k.Outs {
			t.stores[m] += results
		}
		if l.k.After != nil {
			t.code(l.k.After.Body, points, points)
		}
	}
	for _, a := range l.k.Accs {
		for _, m := range a.Dests {
			t.loads[m], t.stores[m] = math.Inf(1), math.Inf(1)
		}
	}
	return backend.KernelTime{Read: t.bytes(t.loads), Written: t.bytes(t.stores), Ops: whole(t.ops), Ops64: whole(t.ops64)}
}

// bytes bounds the elements of each buffer by those that it has.
func (t *traffic) bytes(elems map[*seg.Mem]float64) int64 {
	sum := 0.0
	for m, n := range elems {
		if b, ok := t.bufs.get(m.ID); ok && m.Space == seg.Device {
			sum += math.Min(n*float64(m.Elem.Size()), float64(b.Bytes))
		}
	}
	return whole(sum)
}

func whole(x float64) int64 { return int64(math.Min(x, 1<<62)) }

// code counts code that runs so many times: for memory, where a loop of unknown length is endless, and for operations.
func (t *traffic) code(c seg.Code, times, runs float64) {
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Let:
			t.let(s, runs)
		case *seg.Select:
			t.count(s.V.Type.Elem, 1, runs)
		case *seg.Load:
			t.loads[s.Mem] += times
		case *seg.Store:
			t.stores[s.Mem] += times
		case *seg.Update:
			t.loads[s.Mem] += times
			t.stores[s.Mem] += times
			t.count(s.Mem.Elem, 1, runs)
		case *seg.For:
			n, ok := t.bound(s.Bound)
			t.loop(s.Body, n, ok, times, runs)
		case *seg.Fold:
			n, ok := t.bound(s.Bound)
			t.loop(s.Body, n, ok, times, runs)
			t.count(s.Accs[0].Type.Elem, len(s.Ops), runs*n)
		case *seg.While:
			t.loop(s.CondCode, 1, false, times, runs)
			t.loop(s.Body, 1, false, times, runs)
		case *seg.If:
			t.code(s.Then, times, runs)
			t.code(s.Else, times, runs)
		default: // costs nothing that counts
		}
	}
}

// loop counts the body of a loop of n iterations, if that is known.
func (t *traffic) loop(body seg.Code, n float64, known bool, times, runs float64) {
	switch {
	case !known:
		t.code(body, math.Inf(1), runs)
	case n > 0: // no times endless is nothing
		t.code(body, times*n, runs*n)
	}
}

func (t *traffic) operator(op *seg.Operator, runs float64) {
	if op.Ops != nil {
		t.count(op.A[0].Type.Elem, len(op.Ops), runs)
		return
	}
	t.code(op.Body, runs, runs)
}

// count counts operators on values of a type.
func (t *traffic) count(elem prim.Type, operators int, runs float64) {
	t.ops += float64(operators) * runs
	if elem == prim.F64 {
		t.ops64 += float64(operators) * runs
	}
}

// let counts an operator; what follows from what the host knows is computed, for the lengths of loops.
func (t *traffic) let(s *seg.Let, runs float64) {
	if !s.Idx {
		t.count(s.T, 1, runs)
	}
	var args [3]prim.Scalar
	for i, a := range s.Args {
		x, ok := t.value(a)
		if !ok {
			if s.Op == prim.Min {
				if x, ok := t.value(s.Args[1-i]); ok {
					t.known[s.V] = x
				}
			}
			return
		}
		args[i] = x
	}
	if x, err := s.Op.Eval(s.T, args[:len(s.Args)]); err == nil {
		t.known[s.V] = x
	}
}

func (t *traffic) value(a core.Atom) (prim.Scalar, bool) {
	switch a := a.(type) {
	case core.Const:
		return a.Scalar, true
	case *core.Var:
		if x, ok := t.scalars.get(a.ID); ok {
			return x, true
		}
		x, ok := t.known[a]
		return x, ok
	}
	return prim.Scalar{}, false
}

// bound is the number of iterations of a loop; 1 if only the device knows it.
func (t *traffic) bound(a core.Atom) (n float64, known bool) {
	x, ok := t.value(a)
	if !ok {
		return 1, false
	}
	return math.Max(float64(x.Int64()), 0), true
}

// kindOf is the kind of a kernel by name.
func kindOf(k *seg.Kernel) string {
	if k.Kind == seg.Map && len(k.Accs) > 0 {
		return "update"
	}
	return [...]string{"task", "map", "reduce", "scan"}[k.Kind]
}
