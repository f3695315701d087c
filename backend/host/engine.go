package host

import (
	"context"
	"sync"
	"sync/atomic"

	"raido/backend"
	"raido/backend/mem"
	"raido/backend/seg"
	"raido/lang/limits"
)

// Engine runs programs on a device. The gate is held while a program runs.
type Engine struct {
	dev     Device
	facts   Facts
	peaks   *backend.Peaks // nil if not measured yet
	pool    *mem.Pool
	fail    failWords
	unused  *buffer // for arguments that a launch does without
	watched watched

	target   seg.Target
	limits   limits.Set // tests change some
	allForms bool       // keep forms that will not be chosen; for tests

	gate     backend.Gate
	life     context.Context // ends when Close begins
	quit     func()          // ends it and stops the kernels
	programs *backend.Cache[*compiled]
	built    *backend.Cache[*build] // by source
	closed   bool                   // under the gate
	made     atomic.Int32           // builds
	// compiling counts who waits for the device's compiler.
	compiling atomic.Int32
}

// New is the engine on a device.
func New(dev Device) (*Engine, error) {
	facts := dev.Facts()
	e := &Engine{dev: dev, facts: facts, target: facts.Target, limits: limits.Now, gate: backend.NewGate(),
		programs: backend.NewCache[*compiled](maxPrograms), built: backend.NewCache[*build](maxBuilds), fail: newFailWords(dev)}
	life, end := context.WithCancel(context.Background())
	e.life = life
	e.quit = sync.OnceFunc(func() {
		end()
		e.fail.cancel()
	})
	h, err := dev.NewBuffer(mem.Class(8))
	if err != nil {
		return nil, err
	}
	e.unused = &buffer{engine: e, Block: Block{Handle: h, Bytes: 8}}
	e.pool = mem.NewPool(dev, facts.Memory, facts.Largest)
	return e, nil
}

// Name implements backend.Engine.
func (e *Engine) Name() string { return e.facts.Engine }

// Device implements backend.Engine.
func (e *Engine) Device() string { return e.facts.Name }

// Ready implements backend.Engine.
func (e *Engine) Ready(context.Context) error { return nil }

// Passes implements backend.Engine.
func (e *Engine) Passes() []backend.Pass { return backend.Pipeline }

// MemoryInUse implements backend.Engine.
func (e *Engine) MemoryInUse() int64 { return e.pool.InUse() }

// Compiling reports whether the device's compiler is at work, which nothing can stop.
func (e *Engine) Compiling() bool {
	now, _ := e.dev.Compiling()
	return now || e.compiling.Load() > 0
}

// Warm implements backend.Engine.
func (e *Engine) Warm() {
	if e.life.Err() == nil {
		e.dev.Warm()
	}
}

// release lets go of the device. Buffers that values hold are freed when those are released.
func (e *Engine) release() {
	e.watched.drop()
	e.dev.Finish()
	e.pool.SetLimit(0)
	e.pool.Drop()
	e.dev.FreeBuffer(e.unused.Handle)
	e.dev.Close()
}
