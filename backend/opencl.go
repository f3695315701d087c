package backend

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"raido/backend/cl"
	"raido/backend/flat"
	"raido/backend/gen"
	"raido/backend/mem"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/value"
)

// openCL is the engine on an OpenCL device. One in-order queue takes all commands; the gate is held while a
// program runs.
type openCL struct {
	dev   *cl.Device
	ctx   cl.Context
	queue cl.CommandQueue
	timed cl.CommandQueue // takes the place of queue in a measured run; 0 before the first one
	peaks *Peaks          // nil if not measured yet
	pool  *mem.Pool
	fail  *failWords
	disk  *diskCache

	target   gen.Target
	limits   limits.Set // tests change some
	allForms bool       // keep forms that will not be chosen; for tests

	gate     gate
	life     context.Context // ends when Close begins
	quit     context.CancelFunc
	programs *progCache[*clProgram]
	built    *progCache[*clBuild] // by source
	closed   bool                 // under the gate
	saves    sync.WaitGroup
	compiler sync.Mutex   // Warm and reading a binary exclude each other
	loaded   atomic.Bool  // the driver's compiler
	header   bool         // the driver needs its header; under the gate
	made     atomic.Int32 // builds
	// compiling counts who waits for the driver's compiler.
	compiling atomic.Int32
}

func newOpenCL() (*openCL, error) {
	devs, err := cl.Devices()
	if err != nil {
		return nil, deviceError(err)
	}
	e := &openCL{dev: devs[0], limits: limits.Now, gate: newGate(), programs: newProgCache[*clProgram](maxPrograms), built: newProgCache[*clBuild](maxBuilds)}
	e.target = targetOf(e.dev)
	e.life, e.quit = context.WithCancel(context.Background())
	var code cl.ErrorCode
	if e.ctx, code = cl.CreateContext(e.dev.ID); code != cl.Success {
		return nil, deviceError(code)
	}
	if e.queue, code = cl.CreateCommandQueue(e.ctx, e.dev.ID, 0); code != cl.Success {
		return nil, deviceError(code)
	}
	if e.fail, err = newFailWords(e); err != nil {
		return nil, err
	}
	e.pool = mem.NewPool(e, e.dev.GlobalMem, e.dev.MaxAlloc)
	e.disk = openDiskCache(e.dev)
	return e, nil
}

// targetOf chooses the shape of code. RAIDO_SHAPE=gpu asks for the GPU shape on any device: it is how that shape is
// tested where there is no GPU.
func targetOf(d *cl.Device) gen.Target {
	gpu := !d.IsCPU() || os.Getenv("RAIDO_SHAPE") == "gpu"
	return gen.Target{
		CPU:       !gpu && d.Double,
		GPU:       gpu,
		Lanes:     limits.Now.Lanes,
		Atomics64: strings.Contains(d.Extensions, "cl_khr_int64_base_atomics") && strings.Contains(d.Extensions, "cl_khr_int64_extended_atomics"),
	}
}

func deviceError(err error) *diag.Diag {
	return &diag.Diag{Class: diag.Device, Code: codeDevice, Msg: err.Error(), Hint: "raido doctor tells about devices and drivers"}
}

// Name implements Engine.
func (e *openCL) Name() string { return "opencl" }

// Device implements Engine.
func (e *openCL) Device() string { return e.dev.Name }

// Passes implements Engine.
func (e *openCL) Passes() []Pass { return Pipeline }

// MemoryInUse implements Engine.
func (e *openCL) MemoryInUse() int64 { return e.pool.InUse() }

// NewBuffer implements mem.Source.
func (e *openCL) NewBuffer(bytes int64) (mem.Handle, error) {
	m, code := cl.CreateBuffer(e.ctx, cl.MEM_READ_WRITE, bytes+seg.Slack, nil)
	return mem.Handle(m), code.Err()
}

// FreeBuffer implements mem.Source.
func (e *openCL) FreeBuffer(h mem.Handle) { cl.ReleaseMemObject(cl.Mem(h)) }

// release lets go of the device. Buffers that values hold are freed when those are released.
func (e *openCL) release() {
	cl.Finish(e.queue)
	e.pool.SetLimit(0)
	e.pool.Drop()
	e.fail.close()
	cl.ReleaseCommandQueue(e.queue)
	if e.timed != 0 {
		cl.ReleaseCommandQueue(e.timed)
	}
	cl.ReleaseContext(e.ctx)
}

// buffer is a block of device memory with a reference count.
type buffer struct {
	engine *openCL
	handle mem.Handle
	bytes  int64
	refs   atomic.Int32
}

// newBuffer allocates; dims and elem are for the message when there is no room.
func (e *openCL) newBuffer(elem prim.Type, dims []int64, src diag.Span) (*buffer, error) {
	for _, d := range dims {
		if d < 0 {
			return nil, &diag.Diag{Class: diag.Runtime, Code: core.CodeSize, Span: src, Msg: fmt.Sprintf("negative size %d in shape %s", d, shapeText(dims))}
		}
	}
	n, ok := mem.Bytes(elem, dims)
	if !ok {
		return nil, e.memoryError(elem, dims, "more bytes than can be counted", src)
	}
	return e.rawBuffer(n, func() error { return e.memoryError(elem, dims, byteText(n), src) })
}

func (e *openCL) rawBuffer(n int64, full func() error) (*buffer, error) {
	h, err := e.pool.Alloc(n)
	if err != nil {
		return nil, full()
	}
	b := &buffer{engine: e, handle: h, bytes: n}
	b.refs.Store(1)
	if e.limits.Poison {
		cl.EnqueueFillBuffer(e.queue, b.mem(), []byte{0xff}, 0, n+seg.Slack, nil)
	}
	return b, nil
}

func (e *openCL) memoryError(elem prim.Type, dims []int64, size string, src diag.Span) error {
	return &diag.Diag{Class: diag.Memory, Code: codeMemory, Span: src,
		Msg: fmt.Sprintf("out of memory: an array of type %s%s needs %s; %s are in use, at most %s may be, and one array may have %s",
			shapeText(dims), elem, size, byteText(e.pool.InUse()), byteText(e.pool.Budget()), byteText(int64(e.dev.MaxAlloc))),
		Hint: "use smaller arrays, or release values that are no longer needed"}
}

func shapeText(dims []int64) string {
	s := ""
	for _, d := range dims {
		s += fmt.Sprintf("[%d]", d)
	}
	return s
}

func (b *buffer) mem() cl.Mem { return cl.Mem(b.handle) }

func (b *buffer) retain() *buffer {
	b.refs.Add(1)
	return b
}

func (b *buffer) release() {
	if b.refs.Add(-1) == 0 {
		b.engine.pool.Free(b.handle, b.bytes)
	}
}

// clValue is a value of the engine: an array in a buffer, or a scalar on the host.
type clValue struct {
	engine *openCL
	elem   prim.Type
	shape  []int64
	buf    *buffer
	scalar prim.Scalar
	copied *value.Array // the contents on the host, if the run has read them: buffers of values never change
}

// Elem implements Value.
func (v *clValue) Elem() prim.Type { return v.elem }

// Shape implements Value.
func (v *clValue) Shape() []int64 { return v.shape }

// Retain implements Value.
func (v *clValue) Retain() Value {
	if v.buf != nil {
		v.buf.retain()
	}
	return v
}

// Release implements Value.
func (v *clValue) Release() {
	if v.buf != nil {
		v.buf.release()
	}
}

// Host implements Value.
func (v *clValue) Host(ctx context.Context) (value.Value, error) {
	if v.buf == nil {
		return value.Scalar{Scalar: v.scalar}, nil
	}
	if v.copied != nil {
		return v.copied, nil
	}
	if err := v.engine.hold(ctx); err != nil {
		return nil, err
	}
	defer v.engine.gate.unlock()
	return v.read()
}

// Upload implements Engine.
func (e *openCL) Upload(ctx context.Context, v value.Value) (Value, error) {
	switch v := v.(type) {
	case value.Scalar:
		return &clValue{engine: e, elem: v.Type, scalar: v.Scalar}, nil
	case *value.Array:
		if err := e.hold(ctx); err != nil {
			return nil, err
		}
		defer e.gate.unlock()
		b, err := e.newBuffer(v.Elem, v.Shape, diag.Span{})
		if err != nil {
			return nil, err
		}
		if code := cl.EnqueueWriteBuffer(e.queue, b.mem(), true, 0, v.Data); code != cl.Success {
			b.release()
			return nil, deviceError(code)
		}
		return &clValue{engine: e, elem: v.Elem, shape: v.Shape, buf: b}, nil
	}
	return nil, fmt.Errorf("a value of type %T cannot be sent to an engine", v)
}

// clProgram is a compiled program: the parallel form, the form as one task, or both.
type clProgram struct {
	engine    *openCL
	core      *core.Prog
	par, task *clForm
	chosen    *atomic.Pointer[choice] // by the last run
}

// clForm is a form of a program with its kernels, each of which is an OpenCL program of its own. Note [Kernels].
type clForm struct {
	seg   *seg.Prog
	gen   *gen.Program
	built map[*gen.Kernel]*clBuild // those that were launched; under the gate
	rooms map[*seg.Mem]int64       // see rooms.go
	task  bool                     // the form as one task
}

// Compile implements Engine.
func (e *openCL) Compile(ctx context.Context, p *core.Prog) (out Program, err error) {
	if ctx.Err() != nil {
		return nil, diag.Interrupted()
	}
	if e.life.Err() != nil {
		return nil, closedError()
	}
	err = diag.Interruptible(ctx, func() error {
		key := ""
		named("key", p, func() { key = programKey(p) })
		out, err = e.programs.get(key, func() (*clProgram, error) { return e.compile(p) })
		return err
	})
	return out, err
}

func (e *openCL) compile(p *core.Prog) (*clProgram, error) {
	if err := inlinable(p); err != nil {
		return nil, err
	}
	out := &clProgram{engine: e, core: p, chosen: &atomic.Pointer[choice]{}}
	var parErr, taskErr error
	target := e.target
	out.par, parErr = e.form(p, target, flat.Program)
	target.Small = parErr == nil // choose takes the other form where there is much to do
	if out.task, taskErr = e.form(p, target, flat.Task); taskErr == nil {
		out.task.task = true
	}
	switch {
	case parErr != nil && taskErr != nil:
		return nil, parErr
	case e.allForms:
	case parErr == nil && len(out.par.seg.Kernels) == 0:
		out.task = nil // nothing but host code
	case parErr == nil && taskErr == nil && e.small(flat.Grain(p, map[*core.Var]int64{})):
		out.par = nil // small whatever the arguments
	}
	return out, nil
}

// maxInlined bounds the statements of a program for a device.
const maxInlined = 200_000

// inlinable refuses programs with recursive functions, since kernels have no stack, and those that would be huge
// without functions.
func inlinable(p *core.Prog) error {
	if opt.InlinedSize(p) > maxInlined {
		return &diag.Diag{Class: diag.Unsupported, Code: codeTooLarge,
			Msg: "the program has too many calls of large functions to be one of kernels, which have no calls"}
	}
	recursive := core.Cycles(p)
	for _, f := range p.Funs {
		if recursive[f] > 0 {
			return &diag.Diag{Class: diag.Unsupported, Code: codeRecursive, Msg: f.Name + " calls itself, which no device can",
				Hint: "use a loop"}
		}
	}
	return nil
}

// either is the only form.
func (p *clProgram) either() *clForm {
	if p.par != nil {
		return p.par
	}
	return p.task
}

// form translates a program into one form for a target.
func (e *openCL) form(p *core.Prog, target gen.Target, translate func(*core.Prog) (*seg.Prog, error)) (*clForm, error) {
	var s *seg.Prog
	var err error
	named("flat", p, func() { s, err = translate(p) })
	if err != nil {
		return nil, err
	}
	named("flat", p, func() { verifyFlat(s) })
	s.Target = seg.Target(target)
	s = RunKernelPasses(s, "")
	var g *gen.Program
	named("gen", p, func() { g = gen.Generate(s, target) })
	if g.Double && !e.dev.Double {
		return nil, &diag.Diag{Class: diag.Unsupported, Code: codeDouble,
			Msg: "the device " + e.dev.Name + " has no f64", Hint: "use f32"}
	}
	return &clForm{seg: s, gen: g, built: map[*gen.Kernel]*clBuild{}, rooms: map[*seg.Mem]int64{}}, nil
}

// build is the OpenCL program of a kernel. The engine must be held.
func (f *clForm) build(e *openCL, k *gen.Kernel) (*clBuild, error) {
	if b := f.built[k]; b != nil {
		return b, nil
	}
	b, err := e.buildOf(k.Source)
	if err == nil {
		f.built[k] = b
	}
	return b, err
}

func (e *openCL) buildOf(source string) (*clBuild, error) {
	return e.built.get(source, func() (*clBuild, error) { return e.newBuild(source) })
}

// verifyFlat checks the flat form if RAIDO_VERIFY=1.
func verifyFlat(p *seg.Prog) {
	if os.Getenv("RAIDO_VERIFY") != "1" {
		return
	}
	if err := seg.Verify(p); err != nil {
		diag.Bugf("%v", err)
	}
}
