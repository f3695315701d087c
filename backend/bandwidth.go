package backend

import (
	"time"
	"unsafe"

	"raido/backend/cl"
)

// Note [Bandwidth]
//
// What a device's memory moves is measured, once for each engine and when it is first asked for, by a kernel that copies a
// block larger than most caches: the fastest of a few runs, bytes read and bytes written counted once each. It is not
// a hard limit: data that stays in a cache moves faster. On a CPU whose cores other programs use, too, it is what they leave.

// copyBytes is the size of the block.
const copyBytes = 64 << 20

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

// bandwidth measures the device's memory, in bytes a second; 0 if that fails. The gate must be held and the
// queue be empty.
func (e *openCL) bandwidth() float64 {
	if e.moves == 0 {
		if e.moves = e.measureCopy(); e.moves == 0 {
			e.moves = -1 // not again
		}
	}
	return max(e.moves, 0)
}

func (e *openCL) measureCopy() float64 {
	build, err := e.newBuild(copySource)
	if err != nil {
		return 0
	}
	name, elem, items, group := "copy_parts", int64(64), int64(chunksPerCore*e.dev.ComputeUnits), int64(1)
	if !e.dev.IsCPU() {
		name, elem, items, group = "copy_strided", 16, int64(e.dev.ComputeUnits)*2048, 256
	}
	k, _, err := build.kernel(name)
	if err != nil {
		return 0
	}
	bytes := min(copyBytes, e.dev.MaxAlloc, e.dev.GlobalMem/16) / elem * elem
	words := &[3]uint64{0, 0, uint64(bytes / elem)}
	for i := range 2 {
		m, err := e.NewBuffer(bytes)
		if err != nil {
			return 0
		}
		defer e.FreeBuffer(m)
		words[i] = uint64(m)
	}
	for i := range words {
		if cl.SetKernelArg(k, uint32(i), 8, unsafe.Pointer(&words[i])) != cl.Success {
			return 0
		}
	}
	if cl.EnqueueFillBuffer(e.queue, cl.Mem(words[0]), make([]byte, 8), 0, bytes, nil) != cl.Success {
		return 0
	}
	best := time.Duration(0)
	for range 6 {
		if cl.Finish(e.queue) != cl.Success {
			return 0
		}
		start := time.Now()
		if cl.EnqueueNDRangeKernel(e.queue, k, uintptr(items), uintptr(group), nil) != cl.Success || cl.Finish(e.queue) != cl.Success {
			return 0
		}
		if d := time.Since(start); best == 0 || d < best {
			best = d
		}
	}
	build.save()
	return 2 * float64(bytes) / best.Seconds()
}
