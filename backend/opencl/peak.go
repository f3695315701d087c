package opencl

import (
	"fmt"
	"time"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Peaks]
//
// What a device can do is measured, once for each engine and when it is first asked for, by kernels of our own; the fastest
// of many runs counts. For memory, a kernel copies a block larger than most caches, bytes read and bytes written
// counted once each. For arithmetic, a kernel does multiplications with additions in registers, two operations each, in f32
// and in f64. Neither is a hard limit: data that stays in a cache moves faster, and a division or an exponential counts as
// one operation, but takes many. On a CPU whose cores other programs use, too, it is what they leave.

const (
	copyBytes = 64 << 20 // the block
	peakTime  = 100 * time.Millisecond
	peakRuns  = 6 // at least
)

// copySource gives each thread of a CPU a part of its own, and lets those of other devices stand side by side.
const copySource = `__kernel void copy_parts(__global const ulong8 *restrict a, __global ulong8 *restrict b, long n) {
  const long chunks = get_global_size(0), gid = get_global_id(0);
  const long lo = n / chunks * gid, hi = gid == chunks - 1 ? n : lo + n / chunks;
  for (long i = lo; i < hi; i++) b[i] = a[i];
}

__kernel void copy_strided(__global const ulong2 *restrict a, __global ulong2 *restrict b, long n) {
  for (long i = get_global_id(0); i < n; i += get_global_size(0)) b[i] = a[i];
}
`

// mulAddChains is how many independent chains of operations hide the time that one takes.
const mulAddChains = 8

// mulAddSource is the text of kernels that do n steps of each chain in vectors of several widths; a is never 7.
const mulAddSource = `#define PEAK(name, T) \
__kernel void name(__global const float *a, __global float *b, long n) { \
  const T x = (T)(a[0]), y = (T)(0.5f); \
  T r0 = x, r1 = x + y, r2 = x - y, r3 = x * y, r4 = y, r5 = -x, r6 = -y, r7 = x + x; \
  for (long i = 0; i < n; i++) { \
    r0 = fma(r0, x, y); r1 = fma(r1, x, y); r2 = fma(r2, x, y); r3 = fma(r3, x, y); \
    r4 = fma(r4, x, y); r5 = fma(r5, x, y); r6 = fma(r6, x, y); r7 = fma(r7, x, y); \
  } \
  union { T v; ELEM e[16]; } u; \
  u.v = ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7)); \
  if (u.e[0] == 7) b[get_global_id(0)] = u.e[0]; \
}
`

// Peaks implements host.Device.
func (d *device) Peaks() backend.Peaks {
	p := backend.Peaks{Bytes: d.copySpeed(), F32: d.mulAddSpeed(prim.F32)}
	if d.dev.Double {
		p.F64 = d.mulAddSpeed(prim.F64)
	}
	return p
}

// copySpeed is the traffic of a copy in bytes a second; 0 if it cannot be measured.
func (d *device) copySpeed() float64 {
	name, elem, items, group := "copy_parts", int64(64), limits.Normal.ChunksPerCore*int64(d.dev.ComputeUnits), int64(1)
	if !d.dev.IsCPU() {
		name, elem, items, group = "copy_strided", 16, int64(d.dev.ComputeUnits)*2048, 256
	}
	bytes := min(copyBytes, d.dev.MaxAlloc, d.dev.GlobalMem/16) / elem * elem
	built, err := d.newBuild(copySource, 2, !d.dev.IsCPU(), "get_global_id", "get_global_size")
	if err != nil {
		return 0
	}
	defer built.Release()
	defer built.keep()
	return 2 * float64(bytes) / d.fastest(built, name, bytes, bytes/elem, items, group)
}

// mulAddSpeed is the number of operations in a second, in the width of vectors that is best.
func (d *device) mulAddSpeed(t prim.Type) float64 {
	elem := map[prim.Type]string{prim.F32: "float", prim.F64: "double"}[t]
	text := mulAddSource + "#define ELEM " + elem + "\n"
	if t == prim.F64 {
		text = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" + text
	}
	widths, items, group, n := []int{16, 8}, int64(d.dev.ComputeUnits), int64(1), int64(1<<17)
	if !d.dev.IsCPU() {
		widths, items, group, n = []int{1}, int64(d.dev.ComputeUnits)*2048, 256, 1<<13
	}
	for _, w := range widths {
		text += fmt.Sprintf("PEAK(peak%d, %s)\n", w, vector(elem, w))
	}
	built, err := d.newBuild(text, len(widths), !d.dev.IsCPU(), "get_global_id", "fma")
	if err != nil {
		return 0
	}
	defer built.Release()
	defer built.keep()
	best := 0.0
	for _, w := range widths {
		ops := 2 * mulAddChains * float64(n) * float64(w) * float64(items)
		best = max(best, ops/d.fastest(built, fmt.Sprintf("peak%d", w), 4*items, n, items, group))
	}
	return best
}

func vector(elem string, width int) string {
	if width == 1 {
		return elem
	}
	return fmt.Sprintf("%s%d", elem, width)
}

// fastest runs a kernel of two buffers of so many bytes, the first full of zeros, and a number; it gives the seconds of
// the fastest run, forever if there is none.
func (d *device) fastest(b *build, name string, bytes, n, items, group int64) float64 {
	forever := 1e30
	k, err := b.kernel(name)
	if err != nil {
		return forever
	}
	words := &[3]uint64{0, 0, uint64(n)}
	for i := range 2 {
		m, err := d.NewBuffer(bytes)
		if err != nil {
			return forever
		}
		defer d.FreeBuffer(m)
		words[i] = uint64(m)
	}
	for i := range words {
		if cl.SetKernelArg(k.kernel, uint32(i), 8, unsafe.Pointer(&words[i])) != cl.Success {
			return forever
		}
	}
	if cl.EnqueueFillBuffer(d.queue, cl.Mem(words[0]), make([]byte, 4), 0, bytes, nil) != cl.Success {
		return forever
	}
	best := forever
	for i, begin := 0, time.Now(); i < peakRuns || time.Since(begin) < peakTime; i++ {
		if cl.Finish(d.queue) != cl.Success {
			return forever
		}
		start := time.Now()
		if cl.EnqueueNDRangeKernel(d.queue, k.kernel, uintptr(items), uintptr(group), nil) != cl.Success || cl.Finish(d.queue) != cl.Success {
			return forever
		}
		best = min(best, time.Since(start).Seconds())
	}
	return best
}
