package dual

import (
	"context"
	"fmt"
	"math"
	"strings"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// env has the values of the variables of one activation of a function; binders are unique in it.
type env map[*core.Var]val

// only is a copy with some variables. The next iteration or element has other values for them.
func (v env) only(xs []*core.Var) env {
	out := make(env, len(xs))
	for _, x := range xs {
		out[x] = v[x]
	}
	return out
}

// machine is the state of one run.
type machine struct {
	ctx      context.Context
	src      *diag.Span // of the statement that runs
	origin   *Origin
	values   bool // look for values that are not finite
	nan, inf *Origin
	dense    bool  // adjoints that are zero flow too
	ops      int64 // applications of operators to plain numbers
	depth    int   // of the derivatives entered and not left
	calls    int
	tapes    []*tape // by depth
	rows     map[rowKey]*row
	accs     map[*core.Cert]accOp
	writes   map[*core.Lambda]bool
	scalars  [4]prim.Scalar
	interval int
	mostOps  int64       // end of a run that asks for a pattern; 0: none
	pattern  *patternRun // not nil: the pattern of a derivative is asked for
}

// accOp is the operator of an accumulator, with what it captures.
type accOp struct {
	env env
	op  *core.Lambda
}

// maxCalls bounds calls in each other: they run on Go's stack.
const maxCalls = 10_000

// maxElements bounds the elements of an array.
const maxElements = 1 << 28

type failure struct{ diag *diag.Diag }

// Run calls the entry point of a program, which may have Diff nodes, with value.Scalar and *value.Array arguments in
// the order of its parameters; the results are in the order of its Ret. An error is a *diag.Diag of class Runtime,
// Interrupt, or Usage if the arguments do not fit.
func Run(ctx context.Context, p *core.Prog, args []value.Value) ([]value.Value, error) {
	out, _, err := Trace(ctx, p, args, false)
	return out, err
}

// RunCounted is Run that counts the scalar operations, those for derivatives among them.
func RunCounted(ctx context.Context, p *core.Prog, args []value.Value) (out []value.Value, ops int64, err error) {
	m := newMachine(ctx)
	out, err = m.run(p, args)
	return out, m.ops, err
}

// Origin is where an adjoint, or a value, stopped to be a finite number.
type Origin struct {
	What string // what is not finite: "the derivative of sqrt at 0", or "log of -1"
	Src  diag.Span
}

// Trace is Run that tells also where the first adjoint that is not finite comes from; nil if there is none. With dense,
// adjoints that are zero flow through the tapes too, as those from a branch do in a transformed program: zero times
// an infinite derivative is no number.
func Trace(ctx context.Context, p *core.Prog, args []value.Value, dense bool) (out []value.Value, from *Origin, err error) {
	m := newMachine(ctx)
	m.dense = dense
	out, err = m.run(p, args)
	return out, m.origin, err
}

// Values is Run that tells which operation gave NaN to what had none, and where there is no NaN, which gave an infinity to finite
// numbers: the first. nil if there is none.
func Values(ctx context.Context, p *core.Prog, args []value.Value) (*Origin, error) {
	m := newMachine(ctx)
	m.values = true
	_, err := m.run(p, args)
	if m.nan != nil {
		return m.nan, err
	}
	return m.inf, err
}

// look notes the first operations that made a value infinite or NaN.
func (m *machine) look(op *prim.Op, args []prim.Scalar, res prim.Scalar) {
	if !res.Type.IsFloat() || finite(res.Type, num{bits: res.Bits}) {
		return
	}
	nan := math.IsNaN(res.Float64())
	if nan && m.nan != nil || !nan && m.inf != nil {
		return
	}
	var at []string
	for _, a := range args {
		if a.Type.IsFloat() && (math.IsNaN(a.Float64()) || !nan && math.IsInf(a.Float64(), 0)) {
			return
		}
		text := a.Plain()
		if a.Type.IsFloat() {
			text = fmt.Sprintf("%g", a.Float64())
		}
		at = append(at, text)
	}
	o := &Origin{What: op.Name + " of " + strings.Join(at, " and "), Src: *m.src}
	if nan {
		m.nan = o
	} else {
		m.inf = o
	}
}

func newMachine(ctx context.Context) *machine {
	return &machine{ctx: ctx, src: &diag.Span{}, tapes: []*tape{nil}, rows: map[rowKey]*row{}, accs: map[*core.Cert]accOp{},
		writes: map[*core.Lambda]bool{}}
}

func (m *machine) run(p *core.Prog, args []value.Value) (out []value.Value, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			out, err = nil, r.diag
		default:
			panic(r)
		}
	}()
	f := p.Entry()
	if len(args) != len(f.Params) {
		return nil, usage("the program takes %d arguments, not %d", len(f.Params), len(args))
	}
	in := make([]val, len(args))
	for i, a := range args {
		v, ok := fromHost(a)
		if !ok || len(v.dims()) != f.Params[i].Type.Rank() {
			return nil, usage("argument %d is no %s", i+1, f.Params[i].Type)
		}
		in[i] = v
	}
	for i, v := range m.function(f, in) {
		out = append(out, toHost(v, f.Ret[i].Type))
	}
	return out, nil
}

func usage(format string, args ...any) error {
	return &diag.Diag{Class: diag.Usage, Msg: fmt.Sprintf(format, args...)}
}

func (m *machine) fail(format string, args ...any) {
	panic(failure{&diag.Diag{Class: diag.Runtime, Span: *m.src, Msg: fmt.Sprintf(format, args...)}})
}

// tick looks now and then whether somebody wants the run to end.
func (m *machine) tick() {
	if m.interval++; m.interval%1024 == 0 && m.ctx.Err() != nil {
		panic(failure{&diag.Diag{Class: diag.Interrupt, Span: *m.src, Msg: "interrupted"}})
	}
}

func (m *machine) function(f *core.Fun, args []val) []val {
	if m.calls++; m.calls > maxCalls {
		m.fail("%s calls itself too deeply: %d calls in each other", f.Name, maxCalls)
	}
	v := env{}
	for i, p := range f.Params {
		v[p] = args[i]
	}
	out := m.body(v, f.Body)
	m.calls--
	return out
}

func (m *machine) lambda(v env, l *core.Lambda, args []val) []val {
	m.tick()
	for i, p := range l.Params {
		v[p] = args[i]
	}
	return m.body(v, l.Body)
}

func (m *machine) body(v env, b core.Body) []val {
	for i, s := range b.Stms {
		if s.Src.Source != nil {
			m.src = &b.Stms[i].Src
		}
		out := m.exp(v, s.Exp)
		if len(out) != len(s.Pat) {
			diag.Bugf("dual: %T has %d results for %d names", s.Exp, len(out), len(s.Pat))
		}
		for i, x := range s.Pat {
			v[x] = out[i]
		}
	}
	return m.atoms(v, b.Result)
}

func (m *machine) atom(v env, a core.Atom) val {
	switch a := a.(type) {
	case core.Const:
		return val{n: plain(a.Scalar)}
	case *core.Var:
		x, ok := v[a]
		if !ok {
			diag.Bugf("dual: %s is not bound", a)
		}
		return x
	}
	diag.Bugf("dual: unknown atom %T", a)
	return val{}
}

func (m *machine) atoms(v env, as []core.Atom) []val {
	out := make([]val, len(as))
	for i, a := range as {
		out[i] = m.atom(v, a)
	}
	return out
}

func (m *machine) arrays(v env, vs []*core.Var) []*array {
	out := make([]*array, len(vs))
	for i, x := range vs {
		out[i] = v[x].a
	}
	return out
}

func (m *machine) sizes(v env, as []core.Atom) []int64 {
	out := make([]int64, len(as))
	for i, a := range as {
		if out[i] = m.atom(v, a).int(); out[i] < 0 {
			m.fail("negative size %d", out[i])
		}
	}
	if elements := product(out); elements < 0 || elements > maxElements {
		panic(failure{&diag.Diag{Class: diag.Memory, Span: *m.src,
			Msg: fmt.Sprintf("out of memory: an array of shape %v; the limit is %d elements", out, maxElements)}})
	}
	return out
}

// mayWrite reports whether a lambda may write into its arguments.
func (m *machine) mayWrite(l *core.Lambda) bool {
	w, ok := m.writes[l]
	if !ok {
		w = alias.Consumes(l.Body)
		m.writes[l] = w
	}
	return w
}

// unshared makes values that share elements with an earlier one their own: each may be written to.
func unshared(vs []val) []val {
	for i := range vs {
		for _, w := range vs[:i] {
			if vs[i].a != nil && w.a != nil && shared(vs[i].a.data, w.a.data) {
				vs[i] = vs[i].fresh()
			}
		}
	}
	return vs
}

// shared reports whether two slices may be parts of one: parts keep the capacity up to its end.
func shared(x, y []num) bool {
	return cap(x) > 0 && cap(y) > 0 && &x[:cap(x)][cap(x)-1] == &y[:cap(y)][cap(y)-1]
}
