package opencl

import (
	"time"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/gen"
	"raido/backend/mem"
)

// Note [Bulk]
//
// Drivers of CPUs fill and copy buffers with one thread, which cannot use all of the memory's bandwidth. Where there is
// much to move kernels do it, a part for each thread. Fills that are too large for the caches go past them, which spares
// reading what is overwritten (the zeros of 40 MB: 2.2 ms, then 1.2); the stores have arrived when a thread says that it
// has ended, which takes a locked instruction. GPUs copy at the speed of memory, but NVIDIA's driver fills at a twelfth of it (0.2 of 2.4 TB/s, H100): there
// kernels fill, whose items take neighbouring units in turns.

// bulkUnit is how many bytes they move at a time: a line of a cache; neighbouring items of a GPU share one.
const bulkUnit, bulkGroupUnit = 64, 16

const bulkPart = `typedef ulong8 unit;
#define EACH(i) const long chunks = get_global_size(0), gid = get_global_id(0); \
  const long lo = n / chunks * gid, hi = gid == chunks - 1 ? n : lo + n / chunks; \
  for (long i = lo; i < hi; i++)

#ifdef __clang__
#define STREAM(v, p) __builtin_nontemporal_store(v, p)
#else
#define STREAM(v, p) *(p) = (v)
#endif

__kernel ` + gen.Alone + " void "

const bulkTurns = `typedef ulong2 unit;
#define EACH(i) for (long i = get_global_id(0); i < n; i += get_global_size(0))

__kernel void `

// bulkGroup is how many items of a GPU fill side by side.
const bulkGroup = 64

// bulkSources are the rest of the texts, a program each; see Note [Kernels].
var bulkSources = map[string]string{
	"bulk_fill": `bulk_fill(__global unit *to, long at, long n, ulong pattern) {
  const unit v = (unit)(pattern);
  EACH(i) to[at + i] = v;
}
`,
	"bulk_stream": `bulk_stream(__global unit *to, long at, long n, ulong pattern) {
  const unit v = (unit)(pattern);
  EACH(i) STREAM(v, to + at + i);
}
`,
	"bulk_copy": `bulk_copy(__global unit *restrict to, long at, long n, __global const unit *restrict from, long start) {
  EACH(i) to[at + i] = from[start + i];
}
`,
}

// bulks reports whether kernels should move n bytes.
func (d *device) bulks(n int64) bool {
	return n >= d.limits.BulkBytes && d.dev.IsCPU() && d.units() > 1
}

// fills reports whether they should fill them.
func (d *device) fills(n int64) bool {
	return d.bulks(n) || d.streams(n) || n >= d.limits.BulkBytes && d.grouped
}

// unit is how many bytes a kernel moves at a time.
func (d *device) unit() int64 {
	if d.grouped {
		return bulkGroupUnit
	}
	return bulkUnit
}

// units is the number of cores or compute units.
func (d *device) units() int64 { return max(int64(d.dev.ComputeUnits), d.limits.Units) }

// streams reports whether a fill of n bytes should go past the caches.
func (d *device) streams(n int64) bool {
	return n >= d.limits.StreamBytes && d.dev.IsCPU() && !d.grouped
}

// bulkFill fills n bytes of a buffer with a pattern of 8 bytes; at and n are whole units.
func (d *device) bulkFill(h mem.Handle, pattern uint64, at, n int64) error {
	name := "bulk_fill"
	if d.streams(n) {
		name = "bulk_stream"
	}
	return d.bulkRun(name, uint64(h), uint64(at/d.unit()), uint64(n/d.unit()), pattern)
}

// bulkCopy copies n bytes; from, at and n are whole units.
func (d *device) bulkCopy(to mem.Handle, at int64, src mem.Handle, from, n int64) error {
	return d.bulkRun("bulk_copy", uint64(to), uint64(at/d.unit()), uint64(n/d.unit()), uint64(src), uint64(from/d.unit()))
}

func (d *device) bulkRun(name string, args ...uint64) error {
	b, k, err := d.bulkKernel(name)
	if err != nil {
		return err
	}
	for i := range args {
		if code := cl.SetKernelArg(k.kernel, uint32(i), 8, unsafe.Pointer(&args[i])); code != cl.Success {
			return backend.DeviceError(code)
		}
	}
	items, group := d.units(), int64(1)
	if d.grouped {
		group = min(bulkGroup, int64(d.dev.MaxGroup))
		items *= d.limits.GroupsOfUnit * group
	}
	if err := d.start(k, items, group); err != nil {
		return err
	}
	b.keep()
	return nil
}

// bulkKernel is the kernel of that name.
func (d *device) bulkKernel(name string) (b *build, k *object, err error) {
	if b = d.bulk[name]; b == nil {
		start := time.Now()
		part := bulkPart
		if d.grouped {
			part = bulkTurns
		}
		if b, err = d.newBuild(part+bulkSources[name], 1, d.grouped, "get_global_id", "get_global_size"); err != nil {
			return nil, nil, err
		}
		d.waited.Add(int64(time.Since(start)))
		d.bulk[name] = b
	}
	k, err = b.kernel(name)
	return b, k, err
}
