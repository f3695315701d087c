package host

import (
	"runtime"
	"time"

	"raido/backend"
	"raido/backend/plan"
)

// build is a kernel that the device has built.
type build struct {
	Kernel
	took time.Duration // to build it
}

// The engine keeps the programs that were used last, and builds. Drivers need up to a megabyte for each kernel.
const (
	maxPrograms = 64
	maxBuilds   = 128
)

// handles are what a build holds of the device.
type handles struct {
	gate   backend.Gate
	kernel Kernel
}

// release may wait for a running program, so it does so in the background.
func (h *handles) release() {
	go func() {
		h.gate.Lock()
		defer h.gate.Unlock()
		h.kernel.Release()
	}()
}

// buildOf is the build of a kernel. The engine must be held.
func (e *Engine) buildOf(k *plan.Kernel) (*build, error) {
	return e.built.Get(k.Source, func() (*build, error) { return e.newBuild(k) })
}

// newBuild has the device build a kernel, which is released when nobody uses it any more: a notebook makes any number of builds, and the caches
// forget the old ones.
func (e *Engine) newBuild(k *plan.Kernel) (*build, error) {
	e.compiling.Add(1)
	defer e.compiling.Add(-1)
	start := time.Now()
	made, err := e.dev.Build(k)
	if err != nil {
		return nil, err
	}
	b := &build{made, time.Since(start)}
	runtime.AddCleanup(b, (*handles).release, &handles{e.gate, made})
	if e.made.Add(1)%(maxBuilds/4) == 0 { // the collector does not see the memory of drivers
		runtime.GC()
	}
	return b, nil
}
