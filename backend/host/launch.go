package host

import (
	"fmt"
	"slices"
	"time"

	"raido/backend"
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
	*l = launcher{run: r, k: k, g: g, build: build, src: s.Src, points: n, temps: l.temps[:0], buffers: l.buffers[:0], offsets: l.offsets[:0], words: l.words[:0]}
	if len(g.Grow) > 0 {
		l.growing()
	} else {
		l.once()
	}
}

// variant is a kernel as it is or in lanes, with its program.
func (r *run) variant(k *seg.Kernel, n int64) (*plan.Kernel, *built) {
	g := r.form.plan.Kernels[k]
	lanes := g.Lanes != nil && r.reaches(k, g.Lanes) &&
		(r.e.target.Lanes > 0 || r.fills(k, g.Lanes.Width) && r.shortRows(k.Lanes) && (k.Lanes.Few || r.manyOperations(k, n)) && r.smallCopies(g.Lanes))
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
		last.cost = plan.PointCost(k, func(a core.Atom) (int64, bool) {
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
	stages := l.k.Stages(l.chunks, l.e.units() == 1)
	for _, stage := range stages {
		l.start(0, int32(stage), l.threads(stage), 1)
	}
	l.build.Launched()
	l.measure(len(stages))
}

// threads is how many threads a stage has.
func (l *launcher) threads(stage int64) int64 {
	if l.k.Once(stage) {
		return 1
	}
	return l.chunks
}

// start launches a function of the kernel for a stage.
func (l *launcher) start(function int, stage int32, items, group int64) {
	l.words = l.words[:0]
	for i, a := range l.g.Args {
		l.words = append(l.words, l.arg(i, a, stage))
	}
	l.commanded(l.build.Launch(function, l.words, items, group))
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
	if !l.measured {
		return
	}
	work := l.traffic()
	kt.Read += work.Read
	kt.Written += work.Written
	kt.Ops += work.Ops
	kt.Ops64 += work.Ops64
	l.charge(&l.prof.Kernels, at)
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
	words   []uint64  // the arguments
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

// arg is an argument for a stage, of local memory how many bytes there are.
func (l *launcher) arg(i int, a plan.Arg, stage int32) uint64 {
	switch a.Kind {
	case plan.ArgFail:
		return uint64(l.e.fail.block.Handle)
	case plan.ArgStage:
		return uint64(stage)
	case plan.ArgChunks:
		return uint64(l.chunks)
	case plan.ArgScalar:
		return toBits(l.scalar(a.Atom))
	case plan.ArgMem:
		return uint64(l.buf(a.Mem).Handle)
	case plan.ArgStride:
		return uint64(l.stride)
	case plan.ArgCapacity:
		return uint64(l.elems(a.Mem))
	case plan.ArgOffset:
		return uint64(l.offsets[a.N] * max(l.items, 1))
	case plan.ArgItems:
		return uint64(l.items)
	case plan.ArgSites:
		return uint64(l.g.FirstSite)
	case plan.ArgRound:
		return uint64(l.round[a.N])
	case plan.ArgSide:
		return uint64(max(l.side, 1))
	case plan.ArgLocalTile:
		return uint64(plan.TileBytes(a, max(l.side, 1)))
	case plan.ArgLocal:
		return uint64(l.size * int64(a.N))
	case plan.ArgLocalAcc:
		return uint64(l.localAcc(a.Mem))
	default:
		return uint64(l.buffers[i].Handle)
	}
}
