package host

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// grain is the work of one thread that takes as long as a launch.
func (e *Engine) grain() int64 {
	switch {
	case !e.target.GPU:
		return e.limits.TaskGrain
	case e.limits.GroupTaskGrain < 0:
		return e.facts.Launch
	}
	return e.limits.GroupTaskGrain
}

// small reports whether a loop of so much work is best done by one thread. On a CPU that depends on the sizes alone: the two forms
// add up floats in different orders.
func (e *Engine) small(work []seg.Amounts) bool {
	threads := e.limits.TaskThreads
	if e.target.GPU {
		threads = e.units()
	}
	return seg.OneThread(work, e.grain(), threads)
}

// smallProgram reports that of a whole program, whose task is made for small arrays: what any number of threads could take over counts.
func (e *Engine) smallProgram(work []seg.Amounts) bool {
	return seg.OneThread(work, e.grain(), math.MaxInt64)
}

// units is the number of cores or compute units.
func (e *Engine) units() int64 { return max(int64(e.facts.Units), e.limits.Units) }

// run is one execution of a program: the interpreter of its host code.
type run struct {
	ctx      context.Context
	e        *Engine
	form     *form
	scalars  *table[prim.Scalar]
	bufs     *table[*buffer]
	prof     *backend.Profile
	measured bool
	ahead    int      // commands that may be pending
	times    int64    // iterations that the loops around the present statement make together, at most manyTimes
	launcher launcher // of the last launch, whose slices the next one takes over

	// What is told to those who watch.
	track     *backend.Track
	drained   time.Time // when the queue was last full and then empty
	nested    int       // loops of the host
	begun, of int64     // iterations of the outermost one
}

// manyTimes is where iterations need not be counted any more.
const manyTimes = 1 << 31

// stop is what a run panics with when it ends early.
type stop struct{ err error }

func (r *run) end(err error) { panic(stop{err}) }

// must ends the run if there is an error.
func (r *run) must(err error) {
	if err != nil {
		r.end(err)
	}
}

// Run implements backend.Program.
func (p *compiled) Run(ctx context.Context, args []backend.Value) (out []backend.Value, prof *backend.Profile, err error) {
	e := p.engine
	if err := e.hold(ctx); err != nil {
		return nil, nil, err
	}
	defer e.gate.Unlock()
	form := p.choose(args)
	start := time.Now()
	_, before := e.dev.Compiling()
	r := &form.run // nobody has it between runs
	*r = run{ctx: ctx, e: e, form: form, launcher: r.launcher, scalars: &form.scalars, bufs: &form.bufs,
		prof: newProfile(e, len(form.seg.Kernels)), ahead: e.limits.Pending, times: 1}
	if backend.WantsProfile(ctx) {
		if err := e.dev.Measure(true); err != nil {
			return nil, nil, err
		}
		r.measured = true
		defer e.dev.Measure(false)
	}
	if err := e.fail.reset(); err != nil {
		return nil, nil, err
	}
	if e.life.Err() != nil { // Close asked the kernels to stop before
		return nil, nil, diag.Interrupted()
	}
	if backend.Watched(ctx) {
		r.track = backend.Begin(ctx, e.Name(), e.MemoryInUse, e.fail.loop, e.Compiling)
		defer r.track.End()
		r.ahead, r.drained = e.limits.FirstPending, start
	}
	e.pool.ResetPeak()
	e.watched.begin(e, ctx)
	defer func() {
		r.bufs.all((*buffer).release)
		form.bufs.clear()
		form.scalars.clear()
		e.watched.end()
		switch f := recover().(type) {
		case nil:
		case stop:
			e.dev.Finish()
			backend.ReleaseAll(out)
			out, prof, err = nil, nil, f.err
			e.pool.Drop() // a run that was stopped or failed may have grown without need
		default:
			panic(f)
		}
	}()
	out = r.all(form.seg, args)
	if backend.WantsCopies(ctx) {
		copySmall(out)
	}
	_, late := e.dev.Compiling()
	r.prof.Compile += late - before
	r.prof.Total = time.Since(start) - r.prof.Compile
	r.prof.PeakBytes = e.pool.Peak()
	if r.measured {
		r.prof.Peaks = e.measurePeaks()
	}
	r.prof.Build = form.took
	return out, r.prof, nil
}

// measurePeaks measures what is not known yet. The gate must be held and nothing be pending.
func (e *Engine) measurePeaks() backend.Peaks {
	if e.peaks == nil {
		peaks := e.dev.Peaks()
		e.peaks = &peaks
	}
	return *e.peaks
}

// newProfile is a profile with room for so many kernels: in one piece where it is one, as in most small programs.
func newProfile(e *Engine, kernels int) *backend.Profile {
	p := &struct {
		backend.Profile
		room [1]backend.KernelTime
	}{}
	p.Engine, p.Device, p.Kernels = e.Name(), e.Device(), p.room[:0]
	if kernels > 1 {
		p.Kernels = make([]backend.KernelTime, 0, kernels)
	}
	return &p.Profile
}

// copySmall reads small results while the engine is held anyway. The interpreter may need them while the device builds
// a program.
func copySmall(out []backend.Value) {
	const small = 1 << 16
	for _, o := range out {
		if v, ok := o.(*val); ok && v.buf != nil && v.buf.Bytes <= small {
			v.copied, _ = v.read() // a failure shows when it is read again
		}
	}
}

// stopped reports whether the run shall end early.
func (r *run) stopped() bool { return r.ctx.Err() != nil || r.e.life.Err() != nil }

// choose takes the sequential form for small inputs. The work is estimated again only if a size is another one.
func (p *compiled) choose(args []backend.Value) *form {
	if p.task == nil || p.par == nil {
		return p.either()
	}
	if c := p.chosen.Load(); c != nil && c.grain == p.engine.grain() && slices.EqualFunc(c.numbers, args, sameNumber) {
		return c.form
	}
	c := &choice{grain: p.engine.grain(), form: p.par}
	for _, a := range args {
		s, _ := a.Scalar()
		c.numbers = append(c.numbers, s)
	}
	if p.engine.smallProgram(flat.Grain(p.core, backend.KnownInts(p.core, args))) {
		c.form = p.task
	}
	p.chosen.Store(c)
	return c.form
}

// choice is the form of a program for sizes.
type choice struct {
	grain   int64
	numbers []prim.Scalar // among the arguments, in the places of these
	form    *form
}

// sameNumber reports whether an argument is an array or of a float, or else that number.
func sameNumber(s prim.Scalar, a backend.Value) bool {
	n, ok := a.Scalar()
	return !ok || !n.Type.IsInt() || n == s
}

// all binds the arguments, runs the host code and makes the results.
func (r *run) all(p *seg.Prog, args []backend.Value) []backend.Value {
	if len(args) != len(p.Params) {
		diag.Bugf("backend: %d arguments for %d parameters", len(args), len(p.Params))
	}
	for i, a := range p.Params {
		v, ok := args[i].(*val)
		if !ok {
			diag.Bugf("backend: argument %d is a value of another engine", i)
		}
		if a.Var != nil {
			r.scalars.put(a.Var.ID, v.scalar)
		} else {
			r.bufs.put(a.Mem.ID, v.buf.retain())
		}
	}
	for i, a := range p.Params {
		r.checkShape(i, a, args[i].(*val))
	}
	r.host(p.Body)
	r.sync() // nothing can fail after it
	out, vals := make([]backend.Value, len(p.Results)), make([]val, len(p.Results))
	for i, res := range p.Results {
		v := &vals[i]
		v.engine, v.elem = r.e, res.Elem
		if res.Mem == nil {
			v.scalar = r.scalar(res.Atom)
		} else {
			v.shape = r.addInts(v.room[:0], res.Dims)
			v.buf = r.buf(res.Mem).retain()
		}
		out[i] = v
	}
	return out
}

// checkShape guards against an argument whose shape is not what the sizes among the arguments say.
func (r *run) checkShape(i int, a seg.Arg, v *val) {
	if a.Var != nil {
		return
	}
	for k, d := range a.Dims {
		if n := r.int(d); k >= len(v.shape) || v.shape[k] != n {
			diag.Bugf("backend: argument %d has shape %v, want dimension %d to be %d", i, v.shape, k, n)
		}
	}
}

func (r *run) scalar(a core.Atom) prim.Scalar {
	switch a := a.(type) {
	case core.Const:
		return a.Scalar
	case *core.Var:
		s, ok := r.scalars.get(a.ID)
		if !ok {
			diag.Bugf("backend: %s has no value on the host", a)
		}
		return s
	}
	diag.Bugf("backend: no atom")
	return prim.Scalar{}
}

// knows reports whether the host knows a number.
func (r *run) knows(v *core.Var) bool {
	s, ok := r.scalars.get(v.ID)
	return ok && s.Type == prim.I64
}

func (r *run) int(a core.Atom) int64 { return r.scalar(a).Int64() }

func (r *run) ints(as []core.Atom) []int64 { return r.addInts(nil, as) }

// addInts appends numbers to a list, which may have room for them.
func (r *run) addInts(list []int64, as []core.Atom) []int64 {
	for _, a := range as {
		list = append(list, r.int(a))
	}
	return list
}

func (r *run) index(x seg.Index) int64 {
	n := int64(0)
	for _, t := range x {
		k := r.int(t.A)
		if t.B != nil {
			k *= r.int(t.B)
		}
		n += k
	}
	return n
}

func (r *run) buf(m *seg.Mem) *buffer {
	b, ok := r.bufs.get(m.ID)
	if !ok {
		diag.Bugf("backend: %s_%d has no buffer", m.Name, m.ID)
	}
	return b
}

func (r *run) set(m *seg.Mem, b *buffer) {
	if old, ok := r.bufs.get(m.ID); ok {
		old.release()
	}
	r.bufs.put(m.ID, b)
}

// sync waits for the device and reports the first failure.
func (r *run) sync() {
	r.finish()
	r.track.Loop(r.begun, r.of)
	if r.stopped() {
		r.end(diag.Interrupted())
	}
	if site, vals := r.failure(); site > 0 {
		r.end(siteError(r.form.plan.Sites[site-1], vals))
	}
}

// finish waits for the device.
func (r *run) finish() {
	if r.e.dev.Pending() > 0 {
		r.must(r.e.dev.Finish())
	}
}

// failure is the failed site and its values; nothing may be pending.
func (r *run) failure() (site int32, vals []uint64) {
	site, vals, err := r.e.fail.read()
	r.must(err)
	return site, vals
}

// siteError is the diagnostic for a failed site with the values that it recorded.
func siteError(s *seg.Site, vals []uint64) *diag.Diag {
	args := make([]any, len(s.Types))
	for i, t := range s.Types {
		args[i] = decode(t, vals[i]).Plain()
	}
	return &diag.Diag{Class: diag.Runtime, Code: s.Code, Span: s.Src, Msg: fmt.Sprintf(s.Msg, args...), Hint: s.Hint}
}

// decode undoes the packing of a value into 64 bits.
func decode(t prim.Type, bits uint64) prim.Scalar {
	if t.IsFloat() {
		return prim.Float(t, prim.FloatFromBits(t, bits))
	}
	return prim.Scalar{Type: t, Bits: bits}
}
