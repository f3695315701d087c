package opencl

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/gen"
	"raido/lang/diag"
)

// build is a built OpenCL program with its kernel objects, which are made when they are first launched.
type build struct {
	engine   *Engine
	source   string
	builtins []string // that it calls
	*handles
	took time.Duration // to build it
	// saved is how many kernels the binary on disk holds in compiled form, of all that there are.
	saved, all int
	kept       int // how many kernels there were when keep asked for the binary
}

// handles are the driver's objects of a build.
type handles struct {
	gate    backend.Gate
	program cl.Program
	kernels map[string]cl.Kernel
	set     map[cl.Kernel]*arguments
	callee  *callee // nil if the host cannot call what the driver has compiled
}

// The engine keeps the programs that were used last, and builds. Drivers need up to a megabyte for each kernel.
const (
	maxPrograms = 64
	maxBuilds   = 128
)

// release may wait for a running program, so it does so in the background.
func (h *handles) release() {
	go func() {
		h.gate.Lock()
		defer h.gate.Unlock()
		for _, k := range h.kernels {
			cl.ReleaseKernel(k)
		}
		h.callee.release()
		cl.ReleaseProgram(h.program)
	}()
}

// take makes p the program of the build; its objects are released when the build is no longer used: a
// notebook makes any number of builds, and the caches forget the old ones.
func (b *build) take(p cl.Program, saved int) {
	b.handles = &handles{gate: b.engine.gate, program: p, kernels: map[string]cl.Kernel{}, set: map[cl.Kernel]*arguments{}}
	b.saved = saved
	runtime.AddCleanup(b, (*handles).release, b.handles)
	if b.engine.made.Add(1)%(maxBuilds/4) == 0 { // the collector does not see the memory of drivers
		runtime.GC()
	}
}

// newBuild builds a text of so many kernels, which calls these built-in functions, from the binary on disk if there is a good one. The engine must be held.
func (e *Engine) newBuild(source string, kernels int, builtins ...string) (*build, error) {
	e.compiling.Add(1)
	defer e.compiling.Add(-1)
	b := &build{engine: e, source: source, builtins: builtins, all: kernels}
	start := time.Now()
	defer func() { b.took = time.Since(start) }()
	if bin, saved := e.disk.load(source); bin != nil {
		p, code := cl.CreateProgramWithBinary(e.ctx, e.dev.ID, bin)
		if code == cl.Success {
			if code = cl.BuildProgram(p, e.dev.ID, ""); code == cl.Success {
				b.take(p, saved)
				return b, nil
			}
			cl.ReleaseProgram(p)
		}
		e.disk.forget(source)
	}
	if err := b.fromSource(); err != nil {
		return nil, err
	}
	return b, nil
}

// fromSource lets the driver compile the text.
func (b *build) fromSource() error {
	err := b.compile("")
	if err != nil && b.engine.dev.Cached {
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

// compile lets the driver compile the text with more options, without its header if it can; see Note [Declared built-ins] in gen.
func (b *build) compile(more string) error {
	e := b.engine
	e.loaded.Store(true)
	lean := e.dev.Declared && e.target.CPU && !e.header
	if lean {
		if p, err := e.compileText(gen.Declare(b.builtins)+b.source, gen.LeanOptions+more); err == nil {
			b.take(p, 0)
			return nil
		}
	}
	p, err := e.compileText(b.source, gen.Options+more)
	if err != nil {
		return err
	}
	if lean && more == "" {
		if _, err := e.compileText(gen.Declare(b.builtins)+b.source, gen.LeanOptions+again); err == nil { // it was the cache
			lean = false
		}
	}
	if e.header = e.header || lean; lean && os.Getenv("RAIDO_VERIFY") == "1" {
		diag.Bugf("gen: a built-in function is not declared:\n%s", b.source)
	}
	b.take(p, 0)
	return nil
}

func (e *Engine) compileText(text, options string) (cl.Program, error) {
	if e.limits.Plain || e.dev.Plain {
		options += " -cl-opt-disable"
	}
	p, code := cl.CreateProgramWithSource(e.ctx, text)
	if code != cl.Success {
		return 0, backend.DeviceError(code)
	}
	if code = cl.BuildProgram(p, e.dev.ID, options); code != cl.Success {
		log := cl.GetProgramBuildLog(p, e.dev.ID)
		cl.ReleaseProgram(p)
		return 0, &diag.Diag{Class: diag.Device, Code: codeBuild,
			Msg:   fmt.Sprintf("the driver of %s could not compile the program: %s", e.dev.Name, code),
			Notes: []diag.Note{{Msg: firstLines(log, 12)}},
			Hint:  "the backend interp can run it; please report this as a bug of Raido or of the driver"}
	}
	return p, nil
}

func firstLines(s string, n int) string {
	lines := strings.SplitN(strings.TrimSpace(s), "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "\n")
}

// kernel finds a kernel; fresh reports whether it was not used before. A binary that lacks it is thrown away
// for the source.
func (b *build) kernel(name string) (k cl.Kernel, fresh bool, err error) {
	if k, ok := b.kernels[name]; ok {
		return k, false, nil
	}
	k, code := cl.CreateKernel(b.program, name)
	if code != cl.Success && b.saved > 0 {
		b.engine.disk.forget(b.source)
		if err := b.fromSource(); err != nil {
			return 0, false, err
		}
		k, code = cl.CreateKernel(b.program, name)
	}
	if code != cl.Success && b.engine.dev.Cached {
		if err := b.afresh(); err != nil {
			return 0, false, err
		}
		k, code = cl.CreateKernel(b.program, name)
	}
	if code != cl.Success {
		return 0, false, backend.DeviceError(code)
	}
	b.kernels[name] = k
	return k, true, nil
}

// keep, after a launch, asks the driver for the binary if kernels were launched for the first time: drivers compile a kernel
// then. The binary is written to disk, in the background, if it holds more kernels than the one there, and PoCL keeps the kernels loaded;
// see Note [Kernels stay loaded]. PoCL first compiles all kernels that were not launched, which may take many
// seconds, so that it is asked only when there are none, in the CPU shape: else its own cache, which is slower to read, has to do. It can give none
// while it compiles, as for Warm, and while it runs a kernel.
func (b *build) keep() {
	e, n := b.engine, len(b.kernels)
	news := n > b.saved && e.disk != nil
	if n == b.kept || e.dev.Late && (n < b.all || e.target.GPU) || !e.dev.Late && !news || !e.compiler.TryLock() {
		return
	}
	defer e.compiler.Unlock()
	b.kept = n
	cl.Finish(e.queue)
	bin, code := cl.GetProgramBinary(b.program)
	if code != cl.Success || !news {
		return
	}
	b.saved = n
	source, trim := b.source, e.stored.Add(1)%trimEvery == 1
	e.saves.Go(func() {
		e.disk.store(source, bin, n)
		if trim {
			e.disk.trim()
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
