package cl

import "unsafe"

func flag(b bool) uintptr {
	if b {
		return 1
	}
	return 0
}

// SetKernelArg sets argument i to the size bytes at value.
func SetKernelArg(k Kernel, i uint32, size uintptr, value unsafe.Pointer) ErrorCode {
	return call(sym.setKernelArg, uintptr(k), uintptr(i), size, uintptr(value))
}

// EnqueueNDRangeKernel launches a kernel over one dimension. local 0 leaves the group size to the driver.
func EnqueueNDRangeKernel(q CommandQueue, k Kernel, global, local uintptr, event *Event) ErrorCode {
	sizes := &[2]uintptr{global, local}
	var group unsafe.Pointer
	if local > 0 {
		group = unsafe.Pointer(&sizes[1])
	}
	return call(sym.enqueueNDRangeKernel, uintptr(q), uintptr(k), 1, 0, uintptr(unsafe.Pointer(&sizes[0])), uintptr(group), 0, 0, uintptr(unsafe.Pointer(event)))
}

// EnqueueReadBuffer copies from a buffer to the host.
func EnqueueReadBuffer(q CommandQueue, m Mem, blocking bool, offset int64, dst []byte) ErrorCode {
	if len(dst) == 0 {
		return Success
	}
	return call(sym.enqueueReadBuffer, uintptr(q), uintptr(m), flag(blocking), uintptr(offset), uintptr(len(dst)), uintptr(first(dst)), 0, 0, 0)
}

// EnqueueWriteBuffer copies from the host to a buffer.
func EnqueueWriteBuffer(q CommandQueue, m Mem, blocking bool, offset int64, src []byte) ErrorCode {
	if len(src) == 0 {
		return Success
	}
	if whole != nil {
		return writePart(q, m, offset, src, nil)
	}
	return call(sym.enqueueWriteBuffer, uintptr(q), uintptr(m), flag(blocking), uintptr(offset), uintptr(len(src)), uintptr(first(src)), 0, 0, 0)
}

// EnqueueCopyBuffer copies bytes between buffers; the regions must not overlap.
func EnqueueCopyBuffer(q CommandQueue, src, dst Mem, srcOffset, dstOffset, size int64, event *Event) ErrorCode {
	if size == 0 {
		return Success
	}
	if whole != nil {
		part := make([]byte, size)
		if e := EnqueueReadBuffer(q, src, true, srcOffset, part); e != Success {
			return e
		}
		return writePart(q, dst, dstOffset, part, event)
	}
	return call(sym.enqueueCopyBuffer, uintptr(q), uintptr(src), uintptr(dst), uintptr(srcOffset), uintptr(dstOffset), uintptr(size), 0, 0, uintptr(unsafe.Pointer(event)))
}

// EnqueueFillBuffer repeats a pattern of 1, 2, 4 or 8 bytes; offset and size are multiples of it.
func EnqueueFillBuffer(q CommandQueue, m Mem, pattern []byte, offset, size int64, event *Event) ErrorCode {
	if size == 0 {
		return Success
	}
	if whole != nil {
		return fillPart(q, m, pattern, offset, size, event)
	}
	return call(sym.enqueueFillBuffer, uintptr(q), uintptr(m), uintptr(first(pattern)), uintptr(len(pattern)), uintptr(offset), uintptr(size), 0, 0, uintptr(unsafe.Pointer(event)))
}

// EnqueueMapBuffer maps a buffer and waits for it; the result is the address of its bytes.
func EnqueueMapBuffer(q CommandQueue, m Mem, flags uint64, offset, size int64) (uintptr, ErrorCode) {
	return create(sym.enqueueMapBuffer, uintptr(q), uintptr(m), 1, uintptr(flags), uintptr(offset), uintptr(size), 0, 0, 0)
}

// EnqueueUnmapMemObject ends a mapping.
func EnqueueUnmapMemObject(q CommandQueue, m Mem, mapped uintptr) ErrorCode {
	return call(sym.enqueueUnmapMemObject, uintptr(q), uintptr(m), mapped, 0, 0, 0)
}

// WaitForEvents waits for one event.
func WaitForEvents(ev Event) ErrorCode {
	evs := []Event{ev}
	return call(sym.waitForEvents, 1, uintptr(first(evs)))
}

// ReleaseEvent drops an event.
func ReleaseEvent(ev Event) ErrorCode { return call(sym.releaseEvent, uintptr(ev)) }

// GetEventProfilingInfo is a time of a command in nanoseconds.
func GetEventProfilingInfo(ev Event, name uint32) (uint64, ErrorCode) {
	b, e := info(sym.getEventProfilingInfo, uintptr(ev), uintptr(name))
	if e != Success {
		return 0, e
	}
	return *(*uint64)(unsafe.Pointer(&b[0])), e
}
