package eval

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"unsafe"

	"raido/lang/core"
	"raido/lang/diag"
)

// Note [Recursion]. A recursive function has its slots to itself: those from the first that it uses to the last.
// A call puts them aside, on stacks of the machine, runs the body in them, and puts them back before the results
// go where the caller wants them. The body runs on Go's stack, which ends the process when it is full; so the
// interpreter counts the calls, goes on in a goroutine of its own after every few of them, and looks at how much
// all stacks take. All of that is bounded.

const (
	maxDepth     = 100_000 // calls of recursive functions in each other
	segmentDepth = 500     // calls on one goroutine
	maxStack     = 1 << 29 // bytes for all of them
)

// frame is the compiled form of a recursive function.
type frame struct {
	name            string
	s0, s1, a0, a1  int // its slots of scalars and arrays
	params, results []spot
	run             op
	ops             int64 // of a call
}

// spot is a slot.
type spot struct {
	slot int
	arr  bool
}

func (c *compiler) spots(as []core.Atom) []spot {
	out := make([]spot, len(as))
	for i, a := range as {
		out[i] = spot{c.slot(a), !a.AtomType().IsScalar()}
	}
	return out
}

// recursive compiles a recursive function; its calls may have been compiled before.
func (c *compiler) recursive(f *core.Fun, fr *frame) block {
	fr.name, fr.s0, fr.a0 = f.Name, c.ns, c.na
	c.binders(f.Params)
	b := c.body(f.Body, f.Params...)
	fr.run, fr.params, fr.results = b.run, c.spots(core.Atoms(f.Params)), c.spots(b.result)
	fr.s1, fr.a1, fr.ops = c.ns, c.na, weight(f.Body)
	return b
}

func (c *compiler) recursiveCall(e *core.Call, fr *frame, pat []*core.Var) op {
	src, args := c.src, c.spots(e.Args)
	c.binders(pat)
	results := c.spots(core.Atoms(pat))
	return func(m *machine) { m.call(fr, args, results, src) }
}

// call runs a recursive function; see Note [Recursion].
func (m *machine) call(fr *frame, args, results []spot, src diag.Span) {
	m.step(src, fr.ops)
	m.take(args)
	ns, na := len(m.ss), len(m.as)
	m.ss = append(m.ss, m.s[fr.s0:fr.s1]...)
	m.as = append(m.as, m.a[fr.a0:fr.a1]...)
	m.put(fr.params)
	m.depth++
	if m.depth%segmentDepth == 0 {
		m.checkStack(fr, src)
		m.elsewhere(fr.run)
	} else {
		fr.run(m)
	}
	m.depth--
	m.take(fr.results)
	copy(m.s[fr.s0:fr.s1], m.ss[ns:])
	copy(m.a[fr.a0:fr.a1], m.as[na:])
	clear(m.as[na:])
	m.ss, m.as = m.ss[:ns], m.as[:na]
	m.put(results)
}

// take reads values into a buffer, put writes them from there: together a parallel assignment.
func (m *machine) take(from []spot) {
	m.ts, m.ta = m.ts[:0], m.ta[:0]
	for _, p := range from {
		if p.arr {
			m.ta = append(m.ta, m.a[p.slot])
		} else {
			m.ts = append(m.ts, m.s[p.slot])
		}
	}
}

func (m *machine) put(to []spot) {
	s, a := 0, 0
	for _, p := range to {
		if p.arr {
			m.a[p.slot] = m.ta[a]
			a++
		} else {
			m.s[p.slot] = m.ts[s]
			s++
		}
	}
	clear(m.ta)
}

// elsewhere runs f on a stack of its own.
func (m *machine) elsewhere(f op) {
	done := make(chan any)
	go func() {
		defer func() { done <- recover() }()
		f(m)
	}()
	if r := <-done; r != nil {
		panic(r)
	}
}

// checkStack bounds the depth and the memory of recursion.
func (m *machine) checkStack(fr *frame, src diag.Span) {
	saved := int64(len(m.ss))*8 + int64(len(m.as))*int64(unsafe.Sizeof(array{}))
	room := min(maxStack, m.limit) - saved
	if m.depth < maxDepth && stackBytes() > room {
		runtime.GC() // there may be stacks of goroutines that have ended
	}
	if m.depth < maxDepth && stackBytes() <= room {
		return
	}
	panic(failure{&diag.Diag{Class: diag.Runtime, Code: core.CodeDeep, Span: src,
		Msg:  fmt.Sprintf("%s calls itself too deeply: %d calls are not finished", fr.name, m.depth),
		Hint: "does it end for all arguments? A loop may run as long as it wants"}})
}

// stackBytes is what the stacks of all goroutines take.
func stackBytes() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
