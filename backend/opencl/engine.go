package opencl

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/gen"
	"raido/backend/host"
	"raido/backend/mem"
	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/diag"
	"raido/lang/limits"
)

// device is an OpenCL device as the host asks for it. One in-order queue takes all commands.
type device struct {
	dev     *cl.Device
	ctx     cl.Context
	queue   cl.CommandQueue
	plain   cl.CommandQueue // queue, but in a measured run
	timed   cl.CommandQueue // takes the place of queue in a measured run; 0 before the first one
	clock   *clock          // of a measured run
	pending int             // commands since the queue was last empty
	grouped bool            // runs kernels in groups
	// launch is what a launch costs a GPU, in operations of one item.
	launch int64
	fail   *failWords
	shared shared
	disk   *diskCache
	bulk   map[string]*build // by the names of their functions
	limits limits.Set

	saves    sync.WaitGroup
	stored   atomic.Int64 // binaries
	compiler sync.Mutex   // Warm and reading a binary exclude each other
	closed   bool         // under it
	loaded   atomic.Bool  // the driver's compiler
	header   bool         // the driver needs its header
	freed    atomic.Int64 // buffers
	// compiling counts who waits for the driver's compiler, waits whether commands do, maybe, and waited is how long they did.
	compiling atomic.Int32
	waits     bool
	waited    atomic.Int64
}

// Open is the engine on the first device in the order of Note [Which device] in backend/cl. Without one the error says what to install.
func Open() (*host.Engine, error) {
	d, err := Device()
	if err != nil {
		return nil, err
	}
	return host.New(d)
}

// Device is that device.
func Device() (host.Device, error) {
	d, err := open()
	if err != nil {
		return nil, err
	}
	return d, nil
}

func open() (*device, error) {
	if err := cl.Available(); err != nil {
		return nil, &diag.Diag{Class: diag.Device, Code: backend.CodeNoDevice, Msg: err.Error(),
			Hint: "the backends wasm and interp need no device"}
	}
	devs, err := cl.Devices()
	if err != nil {
		return nil, backend.DeviceError(err)
	}
	d := &device{dev: devs[0], bulk: map[string]*build{}, limits: limits.Now, shared: shared{at: map[mem.Handle]*place{}}}
	var code cl.ErrorCode
	if d.ctx, code = cl.CreateContext(d.dev.ID); code != cl.Success {
		return nil, backend.DeviceError(code)
	}
	if d.queue, code = cl.CreateCommandQueue(d.ctx, d.dev.ID, 0); code != cl.Success {
		return nil, backend.DeviceError(code)
	}
	d.plain = d.queue
	if d.fail, err = newFailWords(d); err != nil {
		return nil, err
	}
	d.disk = openDiskCache(d.dev)
	if d.grouped = targetOf(d.dev).GPU; d.grouped {
		d.launch = d.launchOps()
	}
	return d, nil
}

// Target is that of the device that is there, or else of some CPU.
func Target() seg.Target {
	if devs, err := cl.Devices(); err == nil {
		return targetOf(devs[0])
	}
	return seg.Target{CPU: true}
}

// targetOf chooses the shape of code. RAIDO_SHAPE=gpu asks for the GPU shape on any device: it is how that shape is
// tested where there is no GPU.
func targetOf(d *cl.Device) seg.Target {
	t := seg.Target{GPU: !d.IsCPU() || os.Getenv("RAIDO_SHAPE") == "gpu", Lanes: limits.Now.Lanes, Atomics64: d.Atomics64}
	t.Fused = os.Getenv("RAIDO_FUSED") == "1"
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

// Facts implements host.Device.
func (d *device) Facts() host.Facts {
	return host.Facts{Engine: backend.OpenCL, Name: d.dev.Name, Target: targetOf(d.dev), Units: d.dev.ComputeUnits, Memory: d.dev.GlobalMem,
		Largest: d.dev.MaxAlloc, Double: d.dev.Double, Checks: d.dev.Checks, Launch: d.launch, Local: d.dev.LocalMem, Group: int64(d.dev.MaxGroup)}
}

// Generate implements host.Device.
func (d *device) Generate(p *seg.Prog) *plan.Program { return gen.Generate(p) }

// smallBuffer is how many bytes a buffer has at most that begins as zeros.
const smallBuffer = 1 << 16

// NewBuffer implements mem.Source. Small buffers are zeros at first: vectors compute on what lies behind the last element, too, and most bits that
// memory had before, as addresses and small integers, are subnormal floats, on which an operation takes some 150 cycles.
func (d *device) NewBuffer(bytes int64) (mem.Handle, error) {
	m, code := cl.CreateBuffer(d.ctx, cl.MEM_READ_WRITE, bytes+seg.Slack, nil)
	if code == cl.Success && bytes <= smallBuffer && !d.dev.Checks {
		if code = cl.EnqueueFillBuffer(d.queue, m, make([]byte, 8), 0, (bytes+seg.Slack)/8*8, nil); code != cl.Success {
			cl.ReleaseMemObject(m)
		}
	}
	if code == cl.Success {
		d.shared.made(mem.Handle(m), bytes)
	}
	return mem.Handle(m), code.Err()
}

// FreeBuffer implements mem.Source.
func (d *device) FreeBuffer(h mem.Handle) {
	d.shared.gone(d.plain, h)
	d.freed.Add(1)
	cl.ReleaseMemObject(cl.Mem(h))
}

// Close implements host.Device.
func (d *device) Close() {
	d.saves.Wait()    // nobody starts another, for that takes a run
	d.compiler.Lock() // Warm has ended, and begins no more
	defer d.compiler.Unlock()
	d.closed = true
	cl.Finish(d.queue)
	d.shared.unmapAll(d.plain)
	d.fail.close()
	for _, b := range d.bulk {
		b.Release()
	}
	cl.ReleaseCommandQueue(d.queue)
	if d.timed != 0 {
		cl.ReleaseCommandQueue(d.timed)
	}
	cl.ReleaseContext(d.ctx)
}
