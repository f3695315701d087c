package opencl

import (
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/mem"
	"raido/backend/seg"
	"raido/lang/diag"
	"raido/lang/limits"
)

// Engine runs programs on an OpenCL device. One in-order queue takes all commands; the gate is held while a
// program runs.
type Engine struct {
	dev   *cl.Device
	ctx   cl.Context
	queue cl.CommandQueue
	plain cl.CommandQueue // queue, but in a measured run
	timed cl.CommandQueue // takes the place of queue in a measured run; 0 before the first one
	peaks *backend.Peaks  // nil if not measured yet
	// launched is what a launch costs, in operations of one thread.
	launched int64
	pool     *mem.Pool
	fail     *failWords
	unused   *buffer // for arguments that a launch does without
	watched  watched
	shared   shared
	disk     *diskCache

	target   seg.Target
	limits   limits.Set // tests change some
	allForms bool       // keep forms that will not be chosen; for tests

	gate     backend.Gate
	life     context.Context // ends when Close begins
	quit     func()          // ends it and stops the kernels
	programs *backend.Cache[*compiled]
	built    *backend.Cache[*build] // by source
	closed   bool                   // under the gate
	saves    sync.WaitGroup
	stored   atomic.Int64 // binaries
	compiler sync.Mutex   // Warm and reading a binary exclude each other
	loaded   atomic.Bool  // the driver's compiler
	header   bool         // the driver needs its header; under the gate
	made     atomic.Int32 // builds
	freed    atomic.Int64 // buffers
	// compiling counts who waits for the driver's compiler.
	compiling atomic.Int32
}

// Open is the engine on the first device in the order of Note [Which device] in backend/cl. Without one the error says what to install.
func Open() (*Engine, error) {
	if err := cl.Available(); err != nil {
		return nil, &diag.Diag{Class: diag.Device, Code: backend.CodeNoDevice, Msg: err.Error(),
			Hint: "the backend interp needs no device"}
	}
	devs, err := cl.Devices()
	if err != nil {
		return nil, backend.DeviceError(err)
	}
	e := &Engine{dev: devs[0], limits: limits.Now, gate: backend.NewGate(), programs: backend.NewCache[*compiled](maxPrograms), built: backend.NewCache[*build](maxBuilds),
		shared: shared{at: map[mem.Handle]uintptr{}}}
	e.target = targetOf(e.dev)
	life, end := context.WithCancel(context.Background())
	e.life = life
	e.quit = sync.OnceFunc(func() {
		end()
		e.fail.cancel()
	})
	var code cl.ErrorCode
	if e.ctx, code = cl.CreateContext(e.dev.ID); code != cl.Success {
		return nil, backend.DeviceError(code)
	}
	if e.queue, code = cl.CreateCommandQueue(e.ctx, e.dev.ID, 0); code != cl.Success {
		return nil, backend.DeviceError(code)
	}
	e.plain = e.queue
	if e.fail, err = newFailWords(e); err != nil {
		return nil, err
	}
	h, err := e.NewBuffer(mem.Class(8))
	if err != nil {
		return nil, err
	}
	e.unused = &buffer{engine: e, handle: h, bytes: 8}
	e.pool = mem.NewPool(e, e.dev.GlobalMem, e.dev.MaxAlloc)
	e.disk = openDiskCache(e.dev)
	e.launched = e.launchOps()
	return e, nil
}

// targetOf chooses the shape of code. RAIDO_SHAPE=gpu asks for the GPU shape on any device: it is how that shape is
// tested where there is no GPU.
func targetOf(d *cl.Device) seg.Target {
	t := seg.Target{GPU: !d.IsCPU() || os.Getenv("RAIDO_SHAPE") == "gpu", Lanes: limits.Now.Lanes, Atomics64: d.Atomics64}
	t.CPU, t.Spaces = !t.GPU && d.Double, !d.Native
	if t.CPU && d.Native {
		t.Vector, t.Registers = registers(d.Vector, runtime.GOARCH)
		t.Functions = d.Functions
		t.Cache = d.LocalMem // what of a core's cache a group may count on
	}
	return t
}

// registers are the vector registers of a CPU, how many bytes each and how many of them: the device says what its vectors hold, and is of the
// architecture of this program, whose manuals say how many there are. AVX-512 has twice those of AVX.
func registers(vector int, arch string) (bytes, n int) {
	if limits.Now.Vector > 0 {
		return limits.Now.Vector, limits.Now.Registers
	}
	switch {
	case arch == "386" && vector < 64:
		return vector, 8
	case arch == "amd64" && vector < 64, arch == "s390x":
		return vector, 16
	}
	return vector, 32
}

// Name implements backend.Engine.
func (e *Engine) Name() string { return backend.OpenCL }

// Device implements backend.Engine.
func (e *Engine) Device() string { return e.dev.Name }

// Ready implements backend.Engine.
func (e *Engine) Ready(context.Context) error { return nil }

// Passes implements backend.Engine.
func (e *Engine) Passes() []backend.Pass { return backend.Pipeline }

// MemoryInUse implements backend.Engine.
func (e *Engine) MemoryInUse() int64 { return e.pool.InUse() }

// Compiling reports whether the driver's compiler is at work, which nothing can stop.
func (e *Engine) Compiling() bool { return e.compiling.Load() > 0 }

// smallBuffer is how many bytes a buffer has at most that begins as zeros.
const smallBuffer = 1 << 16

// NewBuffer implements mem.Source. Small buffers are zeros at first: vectors compute on what lies behind the last element, too, and most bits that
// memory had before, as addresses and small integers, are subnormal floats, on which an operation takes some 150 cycles.
func (e *Engine) NewBuffer(bytes int64) (mem.Handle, error) {
	m, code := cl.CreateBuffer(e.ctx, cl.MEM_READ_WRITE, bytes+seg.Slack, nil)
	if code == cl.Success && bytes <= smallBuffer && !e.dev.Checks {
		if code = cl.EnqueueFillBuffer(e.queue, m, make([]byte, 8), 0, (bytes+seg.Slack)/8*8, nil); code != cl.Success {
			cl.ReleaseMemObject(m)
		}
	}
	return mem.Handle(m), code.Err()
}

// FreeBuffer implements mem.Source.
func (e *Engine) FreeBuffer(h mem.Handle) {
	e.unmap(h)
	e.freed.Add(1)
	cl.ReleaseMemObject(cl.Mem(h))
}

// release lets go of the device. Buffers that values hold are freed when those are released.
func (e *Engine) release() {
	e.watched.drop()
	cl.Finish(e.queue)
	e.pool.SetLimit(0)
	e.pool.Drop()
	e.FreeBuffer(e.unused.handle)
	e.unmapAll()
	e.fail.close()
	cl.ReleaseCommandQueue(e.queue)
	if e.timed != 0 {
		cl.ReleaseCommandQueue(e.timed)
	}
	cl.ReleaseContext(e.ctx)
}
