package eval

import (
	"context"
	"fmt"
	"os"
	"sync"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// Program is a compiled program. It may be run many times, also at once.
type Program struct {
	prog   *core.Prog
	ns, na int // slots of scalars and arrays
	consts []constant
	params []*core.Var
	slots  map[*core.Var]int
	main   block

	countOnce sync.Once
	counted   *Program
}

type constant struct {
	slot int
	bits uint64
}

// Counts is what a run did: applications of scalar operators, array elements read and written. Scratch are the bytes of
// Scratch arrays, which tapes are made of, ScratchPeak those that were in use at the same time.
type Counts struct{ Ops, Reads, Writes, Scratch, ScratchPeak int64 }

type traceKey struct{}

// WithTrace is a context in which a run hands what the program traces to show. Without it, it goes to
// standard error.
func WithTrace(ctx context.Context, show func(text string)) context.Context {
	return context.WithValue(ctx, traceKey{}, show)
}

func tracer(ctx context.Context) func(string) {
	if show, ok := ctx.Value(traceKey{}).(func(string)); ok {
		return show
	}
	return func(text string) { fmt.Fprintln(os.Stderr, text) }
}

// Compile prepares a program. Diff nodes must have been removed before.
func Compile(p *core.Prog) *Program { return compile(p, false) }

// Run compiles the program and runs its entry point once.
func Run(ctx context.Context, p *core.Prog, args []value.Value) ([]value.Value, error) {
	return Compile(p).Run(ctx, args)
}

// RunCounted is Run that counts operations.
func RunCounted(ctx context.Context, p *core.Prog, args []value.Value) ([]value.Value, Counts, error) {
	return Compile(p).RunCounted(ctx, args)
}

// Run calls the entry point with value.Scalar and *value.Array arguments in the order of its parameters;
// they are not modified. The results are in the order of its Ret. An error is a *diag.Diag of class
// Runtime, Memory, Interrupt, or Usage if the arguments do not fit the parameters.
func (p *Program) Run(ctx context.Context, args []value.Value) ([]value.Value, error) {
	out, _, err := p.run(ctx, args)
	return out, err
}

// RunCounted is Run that counts operations; it uses a slower form of the program.
func (p *Program) RunCounted(ctx context.Context, args []value.Value) ([]value.Value, Counts, error) {
	p.countOnce.Do(func() { p.counted = compile(p.prog, true) })
	return p.counted.run(ctx, args)
}

func (p *Program) run(ctx context.Context, args []value.Value) (out []value.Value, n Counts, err error) {
	m := newMachine(p)
	m.trace, m.progress, m.budget = tracer(ctx), progress(ctx), budget(ctx)
	defer context.AfterFunc(ctx, func() { m.stop.Store(true) })()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			out, n, err = nil, m.n, r.diag
		case overBudget:
			out, n, err = nil, m.n, ErrBudget
		default:
			panic(r)
		}
	}()
	if ctx.Err() != nil {
		m.interrupt(diag.Span{})
	}
	if err := m.setArgs(p, args); err != nil {
		return nil, m.n, err
	}
	p.main.run(m)
	for _, a := range p.main.result {
		out = append(out, m.result(p, a))
	}
	return out, m.n, nil
}

// setArgs puts the arguments into the slots of the parameters.
func (m *machine) setArgs(p *Program, args []value.Value) error {
	if len(args) != len(p.params) {
		return usage("the program takes %d arguments, not %d", len(p.params), len(args))
	}
	for i, v := range p.params {
		slot := p.slots[v]
		switch a := args[i].(type) {
		case value.Scalar:
			if !v.Type.IsScalar() || a.Type != v.Type.Elem {
				return usage("argument %d is a %s, expected %s", i+1, a.Type, v.Type)
			}
			m.s[slot] = a.Bits
		case *value.Array:
			if v.Type.Rank() != len(a.Shape) || a.Elem != v.Type.Elem {
				return usage("argument %d is a %s, expected %s", i+1, typeText(a), v.Type)
			}
			n, ok := count(dimsOf(a.Shape))
			if !ok || int64(len(a.Data)) != n*int64(a.Elem.Size()) {
				return usage("argument %d has %d bytes for shape %s", i+1, len(a.Data), typeText(a))
			}
			m.a[slot] = m.hostArray(a)
		default:
			return usage("argument %d is a %T, which no parameter takes", i+1, a)
		}
	}
	return m.checkShapes(p, args)
}

// checkShapes compares the shapes of the arguments with the types of the parameters, once all sizes
// have been set.
func (m *machine) checkShapes(p *Program, args []value.Value) error {
	for i, v := range p.params {
		a, ok := args[i].(*value.Array)
		if !ok {
			continue
		}
		want := make([]int64, len(a.Shape))
		same := true
		for j, d := range v.Type.Dims {
			switch d := d.(type) {
			case core.Const:
				want[j] = d.Int64()
			case *core.Var:
				want[j] = int64(m.s[p.slots[d]])
			}
			same = same && want[j] == a.Shape[j]
		}
		if !same {
			return usage("argument %d has shape %s, expected %s", i+1, shapeText(a.Shape), shapeText(want))
		}
	}
	return nil
}

func typeText(a *value.Array) string { return shapeText(a.Shape) + a.Elem.String() }

func usage(format string, args ...any) error {
	return &diag.Diag{Class: diag.Usage, Msg: fmt.Sprintf(format, args...)}
}

// result is the host value of a result atom.
func (m *machine) result(p *Program, a core.Atom) value.Value {
	switch a := a.(type) {
	case core.Const:
		return value.Scalar{Scalar: a.Scalar}
	case *core.Var:
		if a.Type.IsScalar() {
			return value.Scalar{Scalar: prim.Scalar{Type: a.Type.Elem, Bits: m.s[p.slots[a]]}}
		}
		return m.hostValue(m.a[p.slots[a]])
	}
	return nil
}
