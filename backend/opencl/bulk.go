package opencl

import (
	"time"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/gen"
	"raido/backend/seg"
)

// Note [Bulk]
//
// Drivers of CPUs fill and copy buffers with one thread, which cannot use all of the memory's bandwidth. Where there is
// much to move kernels do it, a part for each thread. Fills that are too large for the caches go past them, which spares
// reading what is overwritten (the zeros of 40 MB: 2.2 ms, then 1.2); the stores have arrived when a thread says that it
// has ended, which takes a locked instruction.

// bulkUnit is how many bytes they move at a time.
const bulkUnit = 64

const bulkPart = `#define PART const long chunks = get_global_size(0), gid = get_global_id(0); \
  const long lo = n / chunks * gid, hi = gid == chunks - 1 ? n : lo + n / chunks;

#ifdef __clang__
#define STREAM(v, p) __builtin_nontemporal_store(v, p)
#else
#define STREAM(v, p) *(p) = (v)
#endif

__kernel ` + gen.Alone + " void "

// bulkSources are the rest of the texts, a program each; see Note [Kernels].
var bulkSources = map[string]string{
	"bulk_fill": `bulk_fill(__global ulong8 *to, long at, long n, ulong pattern) {
  PART
  const ulong8 v = (ulong8)(pattern);
  for (long i = lo; i < hi; i++) to[at + i] = v;
}
`,
	"bulk_stream": `bulk_stream(__global ulong8 *to, long at, long n, ulong pattern) {
  PART
  const ulong8 v = (ulong8)(pattern);
  for (long i = lo; i < hi; i++) STREAM(v, to + at + i);
}
`,
	"bulk_copy": `bulk_copy(__global ulong8 *restrict to, long at, long n, __global const ulong8 *restrict from, long start) {
  PART
  for (long i = lo; i < hi; i++) to[at + i] = from[start + i];
}
`,
}

// bulk reports whether kernels should move n bytes.
func (r *run) bulk(n int64) bool {
	return n >= r.e.limits.BulkBytes && r.e.dev.IsCPU() && r.e.units() > 1
}

// streams reports whether a fill of n bytes should go past the caches.
func (r *run) streams(n int64) bool { return n >= r.e.limits.StreamBytes && r.e.dev.IsCPU() }

// bulkFill fills n bytes of m with a pattern of 8 bytes; at and n are whole units.
func (r *run) bulkFill(m *seg.Mem, pattern uint64, at, n int64) {
	name := "bulk_fill"
	if r.streams(n) {
		name = "bulk_stream"
	}
	r.bulkRun(name, uint64(r.buf(m).mem()), uint64(at/bulkUnit), uint64(n/bulkUnit), pattern)
}

// bulkCopy copies n bytes; from, at and n are whole units.
func (r *run) bulkCopy(dst *seg.Mem, at int64, src *seg.Mem, from, n int64) {
	r.bulkRun("bulk_copy", uint64(r.buf(dst).mem()), uint64(at/bulkUnit), uint64(n/bulkUnit), uint64(r.buf(src).mem()), uint64(from/bulkUnit))
}

func (r *run) bulkRun(name string, args ...uint64) {
	start := time.Now()
	b, err := r.e.buildOf(bulkPart+bulkSources[name], 1, "get_global_id", "get_global_size")
	if err != nil {
		r.end(err)
	}
	k, fresh, err := b.kernel(name)
	if err != nil {
		r.end(err)
	}
	for i := range args {
		if code := cl.SetKernelArg(k, uint32(i), 8, unsafe.Pointer(&args[i])); code != cl.Success {
			r.end(backend.DeviceError(code))
		}
	}
	r.enqueued(cl.EnqueueNDRangeKernel(r.e.queue, k, uintptr(r.e.units()), 1, r.event()))
	if fresh {
		r.prof.Compile += time.Since(start)
	}
	b.keep()
}
