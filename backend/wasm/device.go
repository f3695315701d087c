package wasm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"raido/backend"
	"raido/backend/host"
	"raido/backend/mem"
	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/limits"
	"raido/lang/memlimit"
	"raido/lang/system"
)

// The memory: failure words, the arguments of a launch, and from firstBuffer on buffers, whose addresses are larger than the constant part of any place; the last bytes, so many as
// reached says, are nobody's (Note [Places]).
const (
	argsAt      = 4096
	firstBuffer = 2 * mostOffset
	page        = 1 << 16
	// largest is where the memory ends at most: addresses have 32 bits, and loads of vectors go a little on.
	largest  = 1<<32 - page
	smallest = 1 << 26
)

// device is the engine that is part of this process: WebAssembly, compiled by wazero. Commands are done before they return.
type device struct {
	runtime wazero.Runtime
	linear  *linear
	mu      sync.Mutex // of the heap
	heap    heap
	stacks  int64 // where the stacks of threads are, so many bytes each
	each    int64
	threads int64
	facts   host.Facts
	calls   map[string]bool // modules of the host's functions
	measure bool
	spent   time.Duration
}

// Open is the engine.
func Open() (*host.Engine, error) {
	d, err := open()
	if err != nil {
		return nil, err
	}
	return host.New(d)
}

// Device is the device that is part of this process.
func Device() (host.Device, error) { return open() }

func open() (*device, error) {
	size := int64(largest)
	all, err := system.Lazy(int(size))
	for err != nil && size > smallest { // a process may have few addresses, or little that it may ask for
		size = size / 2 / page * page
		all, err = system.Lazy(int(size))
	}
	if err != nil {
		return nil, backend.DeviceError(err)
	}
	d := &device{linear: &linear{all: all}, heap: heap{end: firstBuffer, most: size - reached, used: map[int64]int64{}}, calls: map[string]bool{}}
	runtime.AddCleanup(d, system.Free, all)
	config := wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesThreads).WithDebugInfoEnabled(false)
	d.runtime = wazero.NewRuntimeWithConfig(context.Background(), config)
	units := threads()
	d.facts = host.Facts{Engine: backend.Wasm, Name: fmt.Sprintf("WebAssembly (%s, %d cores)", runtime.GOARCH, units), Units: units,
		Memory: min(size, memlimit.Here.Own()/2), Largest: size - reached - firstBuffer, Double: true, Text: mostText,
		Target: seg.Target{CPU: true, Plain: true, Lanes: limits.Now.Lanes, Vector: register, Registers: 16}}
	return d, nil
}

// threads is how many threads kernels run in: as many as there are cores, or what RAIDO_THREADS says.
func threads() int {
	if n, err := strconv.Atoi(os.Getenv("RAIDO_THREADS")); err == nil && n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// mostText is how long a module may be: the time of its compiler grows faster than what it compiles, with the loops times the values that live through them.
const mostText = 300_000

// Facts implements host.Device.
func (d *device) Facts() host.Facts { return d.facts }

// NewBuffer implements mem.Source.
func (d *device) NewBuffer(bytes int64) (mem.Handle, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	at, ok := d.heap.take(bytes + seg.Slack)
	if !ok {
		return 0, mem.ErrFull
	}
	if bytes <= smallBuffer {
		clear(d.linear.all[at : at+bytes+seg.Slack])
	}
	return mem.Handle(at), nil
}

// smallBuffer is how many bytes a buffer has at most that begins as zeros.
const smallBuffer = 1 << 16

// FreeBuffer implements mem.Source.
func (d *device) FreeBuffer(h mem.Handle) {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := int64(h)
	end := at + d.heap.give(at)
	first, last := (at+page-1)/page*page, end/page*page
	if last-first >= 16*page {
		system.Forget(d.linear.all[first:last])
	}
}

// bytes are so many bytes of a buffer.
func (d *device) bytes(b host.Block, at, n int64) []byte {
	from := int64(b.Handle) + at
	return d.linear.all[from : from+n]
}

// Words implements host.Device.
func (d *device) Words() (host.Block, []uint64) {
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&d.linear.all[failAt])), plan.Words)
	return host.Block{Handle: failAt, Bytes: 8 * plan.Words}, words
}

// Read implements host.Device.
func (d *device) Read(b host.Block, at int64, to []byte) error {
	copy(to, d.bytes(b, at, int64(len(to))))
	return nil
}

// Write implements host.Device.
func (d *device) Write(b host.Block, at int64, from []byte) error {
	copy(d.bytes(b, at, int64(len(from))), from)
	return nil
}

// Fill implements host.Device.
func (d *device) Fill(b host.Block, at, n int64, pattern []byte) error {
	defer d.took(time.Now())
	to := d.bytes(b, at, n)
	for n := copy(to, pattern); 0 < n && n < len(to); n *= 2 {
		copy(to[n:], to[:n])
	}
	return nil
}

// Copy implements host.Device.
func (d *device) Copy(to host.Block, at int64, from host.Block, start, n int64) error {
	defer d.took(time.Now())
	copy(d.bytes(to, at, n), d.bytes(from, start, n))
	return nil
}

// Pending implements host.Device.
func (d *device) Pending() int { return 0 }

// Finish implements host.Device.
func (d *device) Finish() error { return nil }

// Generate implements host.Device.
func (d *device) Generate(p *seg.Prog) *plan.Program { return Generate(p) }

// Compiling implements host.Device.
func (d *device) Compiling() (bool, time.Duration) { return false, 0 }

// Warm implements host.Device: there is nothing to load.
func (d *device) Warm() {}

// Measure implements host.Device.
func (d *device) Measure(on bool) error {
	d.measure, d.spent = on, 0
	return nil
}

func (d *device) took(start time.Time) {
	if d.measure {
		d.spent += time.Since(start)
	}
}

// Charge implements host.Device.
func (d *device) Charge(add func(time.Duration)) {
	add(d.spent)
	d.spent = 0
}

// Peaks implements host.Device.
func (d *device) Peaks() backend.Peaks { return backend.Peaks{} }

// Close implements host.Device. Values may still be released.
func (d *device) Close() { d.runtime.Close(context.Background()) }

// kernel is a kernel as a function of a module.
type kernel struct {
	device    *device
	compiled  wazero.CompiledModule
	module    api.Module
	functions []api.Function // for one worker each
	params    [][4]uint64    // of these
	stack     int64
}

// Build implements host.Device.
func (d *device) Build(k *plan.Kernel) (host.Kernel, error) {
	ctx := context.Background()
	compiled, err := d.runtime.CompileModule(ctx, []byte(k.Source))
	if err != nil {
		return nil, backend.DeviceError(fmt.Errorf("the module of the kernel %s: %w", k.Name, err))
	}
	for _, f := range compiled.ImportedFunctions() {
		module, name, _ := f.Import()
		if err := d.provide(ctx, module, name); err != nil {
			return nil, backend.DeviceError(err)
		}
	}
	m, err := d.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, d.linear), compiled, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, backend.DeviceError(err)
	}
	return &kernel{device: d, compiled: compiled, module: m, stack: k.Private}, nil
}

// provide makes a module of a function of the host.
func (d *device) provide(ctx context.Context, module, name string) error {
	if d.calls[module] {
		return nil
	}
	s, f := signature{}, api.GoFunc(func(context.Context, []uint64) {})
	if module != breathe.module {
		op, t := operator(module)
		s, f = signatureOf(op, t), eval(op, t)
	}
	_, err := d.runtime.NewHostModuleBuilder(module).NewFunctionBuilder().WithGoFunction(f, types(s.params), types(s.results)).Export(name).Instantiate(ctx)
	d.calls[module] = err == nil
	return err
}

func types(list []valtype) (out []api.ValueType) {
	for _, t := range list {
		out = append(out, api.ValueType(t))
	}
	return out
}

// Launch implements host.Kernel.
func (k *kernel) Launch(_ int, words []uint64, items, _ int64) error {
	d := k.device
	defer d.took(time.Now())
	copy(unsafe.Slice((*uint64)(unsafe.Pointer(&d.linear.all[argsAt])), len(words)), words)
	workers := min(items, int64(d.facts.Units))
	if err := d.stacksFor(workers, k.stack); err != nil {
		return err
	}
	for int64(len(k.functions)) < workers {
		k.functions, k.params = append(k.functions, k.module.ExportedFunction(kernelName)), append(k.params, [4]uint64{})
	}
	if workers == 1 {
		return k.turns(0, 1, items)
	}
	errs := make([]error, workers)
	var threads sync.WaitGroup
	for i := int64(1); i < workers; i++ {
		threads.Go(func() { errs[i] = k.turns(i, workers, items) })
	}
	errs[0] = k.turns(0, workers, items)
	threads.Wait()
	return errors.Join(errs...)
}

// turns runs what one worker of several has to do of so many items.
func (k *kernel) turns(worker, workers, items int64) error {
	for i := worker; i < items; i += workers {
		if err := k.call(worker, i, items); err != nil {
			return err
		}
	}
	return nil
}

// call runs an item of so many on the function and the stack of a worker.
func (k *kernel) call(worker, item, items int64) error {
	d := k.device
	params := &k.params[worker]
	*params = [4]uint64{argsAt, uint64(item), uint64(items), uint64(d.stacks + worker*d.each)}
	if err := k.functions[worker].CallWithStack(context.Background(), params[:]); err != nil {
		return backend.DeviceError(err)
	}
	return nil
}

// stacksFor makes stacks of so many bytes for so many threads.
func (d *device) stacksFor(threads, each int64) error {
	if threads <= d.threads && each <= d.each {
		return nil
	}
	threads, each = max(threads, d.threads), (max(each, d.each)+grain-1)/grain*grain
	if d.stacks != 0 {
		d.FreeBuffer(mem.Handle(d.stacks))
	}
	h, err := d.NewBuffer(threads * each)
	if err != nil {
		d.stacks, d.threads = 0, 0
		return host.Full{Err: err}
	}
	d.stacks, d.threads, d.each = int64(h), threads, each
	return nil
}

// Launched implements host.Kernel.
func (k *kernel) Launched() {}

// Group implements host.Kernel.
func (k *kernel) Group() (int64, error) { return 1, nil }

// Release implements host.Kernel.
func (k *kernel) Release() {
	k.module.Close(context.Background())
	k.compiled.Close(context.Background())
}
