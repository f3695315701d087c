package wasm

import (
	"slices"

	"github.com/tetratelabs/wazero/experimental"
)

// linear is the memory of all kernels, of which the machine's takes what is used. Each module has it for its own: the engine's compiler finds a memory of another
// module by two more steps in every loop. It implements experimental.MemoryAllocator and LinearMemory.
type linear struct{ all []byte }

// Allocate implements experimental.MemoryAllocator.
func (m *linear) Allocate(_, _ uint64) experimental.LinearMemory { return m }

// Reallocate implements experimental.LinearMemory: it has its size from the beginning.
func (m *linear) Reallocate(uint64) []byte { return m.all }

// Free implements experimental.LinearMemory. Modules that are closed free the memory that they share with others, so that this does nothing.
func (m *linear) Free() {}

// heap gives out parts of the memory up to a limit. Those that are free lie in order of their addresses, and none beside another.
type heap struct {
	free []part
	end  int64 // nothing was given out from here on
	most int64
	used map[int64]int64
}

// part is some bytes of the memory.
type part struct{ at, bytes int64 }

// grain is what all addresses and sizes are multiples of: a line of the caches.
const grain = 64

// take gives the first part that is large enough, or one at the end; ok is false if there is none.
func (h *heap) take(bytes int64) (at int64, ok bool) {
	bytes = (bytes + grain - 1) / grain * grain
	at = h.end
	k := slices.IndexFunc(h.free, func(p part) bool { return p.bytes >= bytes })
	if k < 0 {
		if h.most-h.end < bytes {
			return 0, false
		}
		h.end += bytes
	} else {
		p := &h.free[k]
		at = p.at
		p.at, p.bytes = p.at+bytes, p.bytes-bytes
		if p.bytes == 0 {
			h.free = slices.Delete(h.free, k, k+1)
		}
	}
	h.used[at] = bytes
	return at, true
}

// give takes back what take gave.
func (h *heap) give(at int64) (bytes int64) {
	bytes = h.used[at]
	delete(h.used, at)
	k, _ := slices.BinarySearchFunc(h.free, at, func(p part, at int64) int { return int(p.at - at) })
	h.free = slices.Insert(h.free, k, part{at, bytes})
	if k+1 < len(h.free) && at+bytes == h.free[k+1].at {
		h.free[k].bytes += h.free[k+1].bytes
		h.free = slices.Delete(h.free, k+1, k+2)
	}
	if k > 0 && h.free[k-1].at+h.free[k-1].bytes == at {
		h.free[k-1].bytes += h.free[k].bytes
		h.free = slices.Delete(h.free, k, k+1)
		k--
	}
	if last := h.free[k]; last.at+last.bytes == h.end {
		h.end = last.at
		h.free = h.free[:k]
	}
	return bytes
}
