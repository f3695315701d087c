package opencl

import (
	"fmt"
	"slices"
	"time"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/gen"
	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

// launch runs all stages of a kernel.
func (r *run) launch(s *seg.HLaunch) {
	r.poll()
	k := s.Kernel
	n := int64(1)
	for _, d := range k.Space {
		n *= r.int(d.N)
	}
	if n == 0 && k.Kind != seg.Reduce {
		return
	}
	g, build := r.variant(k, n)
	l := &r.launcher
	*l = launcher{run: r, k: k, g: g, build: build, src: s.Src, points: n, temps: l.temps[:0], buffers: l.buffers[:0], offsets: l.offsets[:0]}
	if len(g.Grow) > 0 {
		l.growing()
	} else {
		l.once()
	}
}

// variant is a kernel as it is or in lanes, with its program.
func (r *run) variant(k *seg.Kernel, n int64) (*plan.Kernel, *built) {
	g := r.form.gen.Kernels[k]
	lanes := g.Lanes != nil && r.reaches(k, g.Lanes) &&
		(r.e.target.Lanes > 0 || r.fills(k, g.Lanes.Width) && r.shortRows(k.Lanes) && r.manyOperations(k, n) && r.smallCopies(g.Lanes))
	if lanes {
		g = g.Lanes
	}
	r.track.Launched(&g.Name)
	if b := r.form.built[g]; b != nil {
		return g, b
	}
	start := time.Now()
	b, err := r.form.build(r.e, g)
	if err != nil {
		r.end(err)
	}
	r.prof.Compile += time.Since(start)
	return g, b
}

// fills reports whether most lanes of most blocks have a point: a row of few points leaves the others idle.
func (r *run) fills(k *seg.Kernel, width int64) bool {
	n := r.int(k.Space[len(k.Space)-1].N)
	return n > 0 && 3*n >= 2*((n+width-1)/width*width)
}

// shortRows reports whether rows are short enough for a kernel in lanes to gain (Note [Long rows]).
func (r *run) shortRows(k *seg.Kernel) bool {
	return k.Below == 0 || slices.ContainsFunc(k.Rows, func(n core.Atom) bool { return r.int(n) < int64(k.Below) })
}

// smallCopies reports whether the copies for lanes of the blocks of a thread are small enough.
func (r *run) smallCopies(g *plan.Kernel) bool {
	bytes := float64(0)
	for m, n := range g.Copies {
		if !m.Grow {
			bytes += float64(r.int(m.Len)) * float64(n) * float64(m.Elem.Size())
		}
	}
	return bytes <= float64(r.e.limits.LaneScratch)
}

// reaches reports whether rows are long enough for a form in lanes.
func (r *run) reaches(k *seg.Kernel, g *plan.Kernel) bool {
	return !g.WholeRows || r.int(k.Space[len(k.Space)-1].N) >= g.Width
}

// sizedKernel is what a point of a kernel does, where loops are as long as they were at the last launch.
type sizedKernel struct {
	of    []*core.Var
	sizes []size
	cost  int64
}

// size is a number, if the host knows it.
type size struct {
	n     int64
	known bool
}

func (r *run) sizeOf(v *core.Var) size {
	s, ok := r.scalars.get(v.ID)
	return size{s.Int64(), ok && s.Type.IsInt()}
}

// manyOperations reports whether n points of a kernel are much work, as often as loops around launch it, by the sizes that the host knows.
func (r *run) manyOperations(k *seg.Kernel, n int64) bool {
	last := r.form.many[k]
	if last == nil || !slices.EqualFunc(last.of, last.sizes, func(v *core.Var, s size) bool { return r.sizeOf(v) == s }) {
		last = &sizedKernel{}
		last.cost = plan.Cost(k.Body, func(a core.Atom) (int64, bool) {
			v := a.(*core.Var)
			s := r.sizeOf(v)
			last.of, last.sizes = append(last.of, v), append(last.sizes, s)
			return s.n, s.known
		})
		r.form.many[k] = last
	}
	return last.cost > r.e.limits.LaneWork/max(n, 1)/r.times
}

// once launches all stages.
func (l *launcher) once() {
	if l.g.Stages != nil {
		l.inGroups()
		return
	}
	l.chunks = l.run.chunks(l.k, l.g, l.points)
	l.scratch()
	l.prepare()
	defer l.release()
	stages, called := plan.Stages(l.k, l.chunks), 0
	for called < len(stages) && l.calls(l.threads(stages[called])) && l.call(stages[called], l.threads(stages[called])) {
		called++
	}
	if called < len(stages) {
		l.enqueue(stages[called:])
	} else {
		l.build.keep() // it could not ask before
	}
	l.measure(len(stages))
}

// threads is how many threads a stage has.
func (l *launcher) threads(stage int32) int64 {
	if plan.Once(l.k, stage) {
		return 1
	}
	return l.chunks
}

// enqueue has the driver do stages.
func (l *launcher) enqueue(stages []int32) {
	kernel, fresh, err := l.build.kernel(gen.Func)
	if err != nil {
		l.end(err)
	}
	var start time.Time
	if fresh {
		start = time.Now()
		l.compiles()
	}
	for _, stage := range stages {
		l.args(kernel, stage)
		l.enqueued(cl.EnqueueNDRangeKernel(l.e.queue, kernel, uintptr(l.threads(stage)), 1, l.event()))
	}
	if fresh { // the driver has just compiled it
		l.prof.Compile += time.Since(start)
	}
	l.build.keep()
	if fresh {
		l.ask(kernel)
	}
}

// measure counts the launches of a kernel; of a measured run, it takes note of what they do.
func (l *launcher) measure(launches int) {
	at := l.build.place
	if at >= len(l.prof.Kernels) || l.prof.Kernels[at].Name != l.g.Name { // that was another run
		at = len(l.prof.Kernels)
		l.build.place = at
		l.prof.Kernels = append(l.prof.Kernels, backend.KernelTime{Name: l.g.Name, Kind: kindOf(l.k), Src: l.src})
	}
	kt := &l.prof.Kernels[at]
	kt.Launches += launches
	kt.Points += l.points
	if l.clock == nil {
		return
	}
	work := l.traffic()
	kt.Read += work.Read
	kt.Written += work.Written
	kt.Ops += work.Ops
	kt.Ops64 += work.Ops64
	l.clock.charge(&l.prof.Kernels, at)
}

// launcher holds what one launch of a kernel needs.
type launcher struct {
	*run
	k      *seg.Kernel
	g      *plan.Kernel
	build  *built // that has g
	src    diag.Span
	points int64 // of the space
	chunks int64
	groupPlan
	stride  int64
	offsets []int64 // of the blocks of g
	temps   []*buffer
	buffers []*buffer // by argument, for those that the launch owns
}

// prepare allocates the temporary buffers.
func (l *launcher) prepare() {
	l.buffers = slices.Grow(l.buffers[:0], len(l.g.Args))[:len(l.g.Args)]
	clear(l.buffers)
	for i, a := range l.g.Args {
		var n int64
		switch a.Kind {
		case plan.ArgScratch:
			n = l.stride * max(l.chunks, l.items)
		case plan.ArgPartial:
			if l.chunks == 1 && l.k.Kind == seg.Reduce && l.g.Stages == nil { // the thread writes the result
				l.buffers[i] = l.e.unused
				continue
			}
			n = l.chunks * int64(a.Mem.Elem.Size())
		case plan.ArgAcc:
			if l.chunks == 1 || l.atomic {
				l.buffers[i] = l.e.unused
				continue
			}
			n = l.chunks
			if l.g.Stages == nil {
				n-- // the first thread works in the destination
			}
			n *= l.int(a.Mem.Len) * int64(a.Mem.Elem.Size())
		case plan.ArgOwner:
			l.buffers[i] = l.noOwners(a.Mem)
			continue
		default:
			continue
		}
		l.buffers[i] = l.temp(n)
	}
}

func (l *launcher) temp(n int64) *buffer {
	b, err := l.e.rawBuffer(n, func() error { return l.full(n) })
	if err != nil {
		l.release()
		l.end(err)
	}
	l.temps = append(l.temps, b)
	return b
}

// full is the error that there are not n bytes left.
func (l *launcher) full(n int64) error {
	return &diag.Diag{Class: diag.Memory, Code: codeScratch, Span: l.src,
		Msg: fmt.Sprintf("out of memory: the kernel %s needs %s for intermediate results; %s are in use, at most %s may be",
			l.g.Name, backend.ByteText(n), backend.ByteText(l.e.pool.InUse()), backend.ByteText(l.e.pool.Budget())),
		Hint: "use smaller arrays inside of maps"}
}

// release gives the temporary buffers back; the queue is in order, so that later commands may have them.
func (l *launcher) release() {
	for _, b := range l.temps {
		b.release()
	}
	l.temps = l.temps[:0]
}

// arguments are those that a kernel object has, but for local memory. They hold as long as no buffer is freed, whose handle another one may get.
type arguments struct {
	freed int64
	words []uint64
	sizes []uintptr
	word  uint64 // the one to set, where the driver finds it
}

// arguments are what a kernel has of n arguments.
func (b *build) arguments(kernel cl.Kernel, n int) *arguments {
	freed := b.engine.freed.Load()
	have := b.set[kernel]
	if have == nil || have.freed != freed {
		have = &arguments{freed: freed, words: make([]uint64, n), sizes: make([]uintptr, n)}
		b.set[kernel] = have
	}
	return have
}

// args sets the arguments for a stage that are not what they were at the last launch.
func (l *launcher) args(kernel cl.Kernel, stage int32) {
	have := l.build.arguments(kernel, len(l.g.Args))
	word := &have.word
	for i, a := range l.g.Args {
		var size uintptr
		value := unsafe.Pointer(word)
		if *word, size = l.arg(i, a, stage); isLocal(a) {
			value = nil
		}
		if value != nil && have.sizes[i] == size && have.words[i] == *word {
			continue
		}
		have.sizes[i] = 0
		if code := cl.SetKernelArg(kernel, uint32(i), size, value); code != cl.Success {
			l.end(backend.DeviceError(code))
		}
		if value != nil {
			have.sizes[i], have.words[i] = size, *word
		}
	}
}

// isLocal reports whether an argument is memory of a group, of which there is nothing but the size.
func isLocal(a plan.Arg) bool {
	return a.Kind == plan.ArgLocal || a.Kind == plan.ArgLocalAcc || a.Kind == plan.ArgLocalTile
}

// arg is an argument for a stage, and how many bytes it has.
func (l *launcher) arg(i int, a plan.Arg, stage int32) (word uint64, size uintptr) {
	switch a.Kind {
	case plan.ArgFail:
		return uint64(l.e.fail.mem), 8
	case plan.ArgStage:
		return uint64(stage), 4
	case plan.ArgChunks:
		return uint64(l.chunks), 8
	case plan.ArgScalar:
		s := l.scalar(a.Atom)
		return toBits(s), uintptr(s.Type.Size())
	case plan.ArgMem:
		return uint64(l.buf(a.Mem).handle), 8
	case plan.ArgStride:
		return uint64(l.stride), 8
	case plan.ArgCapacity:
		return uint64(l.elems(a.Mem)), 8
	case plan.ArgOffset:
		return uint64(l.offsets[a.N] * max(l.items, 1)), 8
	case plan.ArgItems:
		return uint64(l.items), 8
	case plan.ArgSites:
		return uint64(l.g.FirstSite), 4
	case plan.ArgRound:
		return uint64(l.round[a.N]), 8
	case plan.ArgSide:
		return uint64(max(l.side, 1)), 8
	case plan.ArgLocalTile:
		return 0, uintptr(plan.TileBytes(a, max(l.side, 1)))
	case plan.ArgLocal:
		return 0, uintptr(l.size * int64(a.N))
	case plan.ArgLocalAcc:
		return 0, uintptr(l.localAcc(a.Mem))
	default:
		return uint64(l.buffers[i].handle), 8
	}
}
