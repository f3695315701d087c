package opencl

import (
	"fmt"
	"strings"
	"time"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/gen"
	"raido/backend/host"
	"raido/backend/plan"
	"raido/lang/diag"
)

// build is a built OpenCL program with its kernel objects, which are made when they are first launched.
type build struct {
	device   *device
	source   string
	groups   bool       // of the GPU shape
	tells    bool       // where it is
	builtins []string   // that it calls
	names    []string   // of its functions
	args     []argument // of each of them
	*handles
	old []*handles // of programs that did not do
	// saved is how many kernels the binary on disk holds in compiled form, of all that there are.
	saved, all int
	kept       int       // how many kernels there were when keep asked for the binary
	compiled   cl.Kernel // the one that was launched for the first time just now; 0 if there is none
}

// handles are the driver's objects of a build.
type handles struct {
	program cl.Program
	kernels map[string]*object
	callee  *callee // nil if the host cannot call what the driver has compiled
}

func (h *handles) release() {
	for _, k := range h.kernels {
		cl.ReleaseKernel(k.kernel)
	}
	h.callee.release()
	cl.ReleaseProgram(h.program)
}

// Release implements host.Kernel.
func (b *build) Release() {
	for _, h := range append(b.old, b.handles) {
		h.release()
	}
}

// take makes p the program of the build.
func (b *build) take(p cl.Program, saved int) {
	if b.handles != nil {
		b.old = append(b.old, b.handles)
	}
	b.handles = &handles{program: p, kernels: map[string]*object{}}
	b.saved = saved
}

// Build implements host.Device.
func (d *device) Build(k *plan.Kernel) (host.Kernel, error) {
	b, err := d.newBuild(k.Source, max(len(k.Stages), 1), k.Stages != nil, k.Builtins...) // in the CPU shape one function does all stages
	if err != nil {
		return nil, err
	}
	b.tells = k.Tells
	if b.names = k.Stages; !b.groups {
		b.names = []string{gen.Func}
	}
	for _, a := range k.Args {
		b.args = append(b.args, argument{uintptr(a.Bytes()), a.IsLocal(), a.IsBuffer(), a.Kind == plan.ArgFail})
	}
	return b, nil
}

// newBuild builds a text of so many kernels, in groups or not, which calls these built-in functions, from the binary on disk if there is a good one.
func (d *device) newBuild(source string, kernels int, groups bool, builtins ...string) (*build, error) {
	d.compiling.Add(1)
	defer d.compiling.Add(-1)
	b := &build{device: d, source: source, groups: groups, builtins: builtins, all: kernels}
	if bin, saved := d.disk.load(source); bin != nil {
		p, code := cl.CreateProgramWithBinary(d.ctx, d.dev.ID, bin)
		if code == cl.Success {
			if code = cl.BuildProgram(p, d.dev.ID, ""); code == cl.Success {
				b.take(p, saved)
				return b, nil
			}
			cl.ReleaseProgram(p)
		}
		d.disk.forget(source)
	}
	if err := b.fromSource(); err != nil {
		return nil, err
	}
	return b, nil
}

// fromSource lets the driver compile the text.
func (b *build) fromSource() error {
	err := b.compile("")
	if err != nil && b.device.dev.Cached {
		return b.afresh()
	}
	return err
}

// begun is when this process was.
var begun = time.Now()

// again is an option that means nothing. PoCL keeps programs by text and options: with it nothing comes out of its cache.
const again = " -DRAIDO_AGAIN"

// afresh has PoCL compile the text though it has it, maybe damaged, in its cache.
func (b *build) afresh() error {
	err := b.compile(again)
	if err == nil {
		cl.RenewCache(begun)
	}
	return err
}

// rounding is the option with which quotients and roots of f32 are rounded right, where they are not without.
func rounding(d *cl.Device) string {
	if d.IsCPU() || !d.Rounds {
		return ""
	}
	return " -cl-fp32-correctly-rounded-divide-sqrt"
}

// compile lets the driver compile the text with more options, without its header if it can; see Note [Declared built-ins] in gen.
func (b *build) compile(more string) error {
	d := b.device
	d.loaded.Store(true)
	lean := d.dev.Declared && len(b.builtins) > 0 && !d.header
	if lean {
		if p, err := d.compileText(gen.Declare(b.builtins)+b.source, gen.LeanOptions+more); err == nil {
			b.take(p, 0)
			return nil
		}
	}
	p, err := d.compileText(b.source, gen.Options+rounding(d.dev)+more)
	if err != nil {
		return err
	}
	if lean && more == "" {
		if _, err := d.compileText(gen.Declare(b.builtins)+b.source, gen.LeanOptions+again); err == nil { // it was the cache
			lean = false
		}
	}
	if d.header = d.header || lean; lean && backend.Verifying() {
		diag.Bugf("gen: a built-in function is not declared:\n%s", b.source)
	}
	b.take(p, 0)
	return nil
}

func (d *device) compileText(text, options string) (cl.Program, error) {
	if d.limits.Plain || d.dev.Plain {
		options += " -cl-opt-disable"
	}
	p, code := cl.CreateProgramWithSource(d.ctx, text)
	if code != cl.Success {
		return 0, backend.DeviceError(code)
	}
	if code = cl.BuildProgram(p, d.dev.ID, options); code != cl.Success {
		log := cl.GetProgramBuildLog(p, d.dev.ID)
		cl.ReleaseProgram(p)
		return 0, &diag.Diag{Class: diag.Device, Code: codeBuild,
			Msg:   fmt.Sprintf("the driver of %s could not compile the program: %s", d.dev.Name, code),
			Notes: []diag.Note{{Msg: firstLines(log, 12)}},
			Hint:  "the backends wasm and interp can run it; please report this as a bug of Raido or of the driver"}
	}
	return p, nil
}

func firstLines(s string, n int) string {
	lines := strings.SplitN(strings.TrimSpace(s), "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

// kernel finds a kernel. A binary that lacks it is thrown away for the source.
func (b *build) kernel(name string) (*object, error) {
	if k := b.kernels[name]; k != nil {
		return k, nil
	}
	k, code := cl.CreateKernel(b.program, name)
	if code != cl.Success && b.saved > 0 {
		b.device.disk.forget(b.source)
		if err := b.fromSource(); err != nil {
			return nil, err
		}
		k, code = cl.CreateKernel(b.program, name)
	}
	if code != cl.Success && b.device.dev.Cached {
		if err := b.afresh(); err != nil {
			return nil, err
		}
		k, code = cl.CreateKernel(b.program, name)
	}
	if code != cl.Success {
		return nil, backend.DeviceError(code)
	}
	out := &object{kernel: k}
	b.kernels[name] = out
	return out, nil
}

// keep, after a launch, asks the driver for the binary if kernels were launched for the first time: drivers compile a kernel
// then. The binary is written to disk, in the background, if it holds more kernels than the one there, and PoCL keeps the kernels loaded;
// see Note [Kernels stay loaded]. PoCL first compiles all kernels that were not launched, which may take many
// seconds, so that it is asked only when there are none, in the CPU shape: else its own cache, which is slower to read, has to do. It can give none
// while it compiles, as for Warm, and while it runs a kernel.
func (b *build) keep() {
	d, n := b.device, len(b.kernels)
	news := n > b.saved && d.disk != nil
	if n == b.kept || d.dev.Late && (n < b.all || b.groups) || !d.dev.Late && !news || !d.compiler.TryLock() {
		return
	}
	defer d.compiler.Unlock()
	b.kept = n
	d.Finish()
	bin, code := cl.GetProgramBinary(b.program)
	if code != cl.Success || !news {
		return
	}
	b.saved = n
	source, trim := b.source, d.stored.Add(1)%trimEvery == 1
	d.saves.Go(func() {
		d.disk.store(source, bin, n)
		if trim {
			d.disk.trim()
		}
	})
}

// trimEvery is after how many binaries the files on disk are counted.
const trimEvery = 16

// Note [Kernels]
//
// Each kernel, in each of its forms, is an OpenCL program of its own, built when it is first launched and known by its text, in memory
// and on disk. The text says nothing of the program around it: its function has always the same name, variables are
// numbered in it, and the places that can fail are counted from an argument on. So a program that is an edited form of another
// one builds the kernels that the edit has changed, equal kernels are built once, and those that nobody launches never. For PoCL
// a program costs little beside its kernels (see Note [Declared built-ins] in gen), and nothing is gained by building several
// at once, since it compiles one kernel at a time, also in several contexts.

// Note [Kernels stay loaded]
//
// PoCL 3.1 keeps 128 kernels loaded, and forgets the one that was used least recently. A kernel that is loaded when the binary of its program
// is asked for stays so without end. With 128 of those, all others would take turns in one place, and each launch load its kernel
// anew: 100 us instead of 1, after a dozen cells of a notebook. So Raido asks for the binary of every program right after
// its first launch, also of one that it has from disk, which takes 10 us. PoCL finds those first that were used last. It takes a
// kernel for another one if it is of another group size, so kernels of the CPU shape say theirs, 1 (gen.Alone); else the
// binary would hold one more form of each, which takes as long to compile.
