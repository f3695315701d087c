package cl

import (
	"runtime"
	"unsafe"
)

// Note [Pointers]
//
// C gets addresses as numbers, which keep nothing alive. The compiler does so for the time of a call, and puts what they point to on the heap,
// since stacks move, where uintptr(unsafe.Pointer(p)) stands in the argument list of a function with go:uintptrescapes. So it stands there and
// nowhere else: an address that is in a variable, or made by a function, may be another object's when C writes to it.

// call calls a function. Note [Pointers].
//
//go:uintptrescapes
func call(fn uintptr, args ...uintptr) ErrorCode {
	return ErrorCode(int32(enter(fn, args)))
}

// create calls a constructor, whose last argument takes the error code. Note [Pointers].
//
//go:uintptrescapes
func create(fn uintptr, args ...uintptr) (uintptr, ErrorCode) {
	code := new(ErrorCode)
	r := pass(fn, args, uintptr(unsafe.Pointer(code)))
	return r, *code
}

//go:uintptrescapes
func pass(fn uintptr, args []uintptr, last uintptr) uintptr { // the caller keeps alive what args point to
	return enter(fn, append(args, last))
}

// first is the address of the first element, or nil.
func first[T any](xs []T) unsafe.Pointer {
	if len(xs) == 0 {
		return nil
	}
	return unsafe.Pointer(&xs[0])
}

// GetPlatformIDs lists the platforms.
func GetPlatformIDs() ([]PlatformID, ErrorCode) {
	n := new(uint32)
	if e := call(sym.getPlatformIDs, 0, 0, uintptr(unsafe.Pointer(n))); e != Success || *n == 0 {
		return nil, e
	}
	ids := make([]PlatformID, *n)
	e := call(sym.getPlatformIDs, uintptr(*n), uintptr(first(ids)), 0)
	return ids, e
}

// GetDeviceIDs lists the devices of a platform.
func GetDeviceIDs(p PlatformID, deviceType uint64) ([]DeviceID, ErrorCode) {
	n := new(uint32)
	if e := call(sym.getDeviceIDs, uintptr(p), uintptr(deviceType), 0, 0, uintptr(unsafe.Pointer(n))); e != Success || *n == 0 {
		return nil, e
	}
	ids := make([]DeviceID, *n)
	e := call(sym.getDeviceIDs, uintptr(p), uintptr(deviceType), uintptr(*n), uintptr(first(ids)), 0)
	return ids, e
}

// info fetches a property of any size from a function that gives the property of an object by its name.
func info(fn, object, name uintptr) ([]byte, ErrorCode) {
	return fetch(func(size uintptr, value unsafe.Pointer, n *uintptr) ErrorCode {
		return call(fn, object, name, size, uintptr(value), uintptr(unsafe.Pointer(n)))
	})
}

// infoFor is info of an object for a device.
func infoFor(fn, object uintptr, d DeviceID, name uintptr) ([]byte, ErrorCode) {
	return fetch(func(size uintptr, value unsafe.Pointer, n *uintptr) ErrorCode {
		return call(fn, object, uintptr(d), name, size, uintptr(value), uintptr(unsafe.Pointer(n)))
	})
}

// fetch asks for the size, then for the bytes, and pads them to 8 with zeros.
func fetch(ask func(size uintptr, value unsafe.Pointer, n *uintptr) ErrorCode) ([]byte, ErrorCode) {
	var n uintptr
	if e := ask(0, nil, &n); e != Success {
		return nil, e
	}
	buf := make([]byte, max(n, 8))
	return buf, ask(n, unsafe.Pointer(&buf[0]), nil)
}

func text(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// GetPlatformInfo is a text property of a platform.
func GetPlatformInfo(p PlatformID, name uint32) string {
	b, _ := info(sym.getPlatformInfo, uintptr(p), uintptr(name))
	return text(b)
}

// GetDeviceInfo is a text property of a device.
func GetDeviceInfo(d DeviceID, name uint32) string {
	b, _ := info(sym.getDeviceInfo, uintptr(d), uintptr(name))
	return text(b)
}

// GetDeviceInfoUint is a numeric property of a device; 0 if the device does not know it.
func GetDeviceInfoUint(d DeviceID, name uint32) uint64 {
	b, e := info(sym.getDeviceInfo, uintptr(d), uintptr(name))
	if e != Success {
		return 0
	}
	return *(*uint64)(unsafe.Pointer(&b[0])) // info pads to 8 bytes with zeros
}

// CreateContext makes a context of one device.
func CreateContext(d DeviceID) (Context, ErrorCode) {
	ids := []DeviceID{d}
	r, e := create(sym.createContext, 0, 1, uintptr(first(ids)), 0, 0)
	return Context(r), e
}

// ReleaseContext drops a context.
func ReleaseContext(c Context) ErrorCode { return call(sym.releaseContext, uintptr(c)) }

// CreateCommandQueue makes an in-order queue.
func CreateCommandQueue(c Context, d DeviceID, properties uint64) (CommandQueue, ErrorCode) {
	r, e := create(sym.createCommandQueue, uintptr(c), uintptr(d), uintptr(properties))
	return CommandQueue(r), e
}

// ReleaseCommandQueue drops a queue.
func ReleaseCommandQueue(q CommandQueue) ErrorCode { return call(sym.releaseCommandQueue, uintptr(q)) }

// Flush hands the queue's commands to the device.
func Flush(q CommandQueue) ErrorCode { return call(sym.flush, uintptr(q)) }

// Finish waits until the queue is empty.
func Finish(q CommandQueue) ErrorCode { return call(sym.finish, uintptr(q)) }

// CreateBuffer makes a buffer. host is used only with MEM_USE_HOST_PTR and must stay pinned.
func CreateBuffer(c Context, flags uint64, size int64, host unsafe.Pointer) (Mem, ErrorCode) {
	r, e := create(sym.createBuffer, uintptr(c), uintptr(flags), uintptr(size), uintptr(host))
	if whole != nil {
		whole.Store(Mem(r), size)
	}
	return Mem(r), e
}

// ReleaseMemObject drops a buffer.
func ReleaseMemObject(m Mem) ErrorCode {
	if whole != nil {
		return Success
	}
	return call(sym.releaseMemObject, uintptr(m))
}

// CreateProgramWithSource makes a program of OpenCL C text.
func CreateProgramWithSource(c Context, source string) (Program, ErrorCode) {
	src := append([]byte(source), 0)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&src[0])
	texts := []unsafe.Pointer{unsafe.Pointer(&src[0])}
	r, e := create(sym.createProgramWithSource, uintptr(c), 1, uintptr(first(texts)), 0)
	return Program(r), e
}

// CreateProgramWithBinary makes a program of a binary that GetProgramBinary gave.
func CreateProgramWithBinary(c Context, d DeviceID, binary []byte) (Program, ErrorCode) {
	if len(binary) == 0 {
		return 0, InvalidBinary
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&binary[0])
	ids, sizes := []DeviceID{d}, []uintptr{uintptr(len(binary))}
	bins, status := []unsafe.Pointer{unsafe.Pointer(&binary[0])}, new(int32)
	r, e := create(sym.createProgramWithBinary, uintptr(c), 1, uintptr(first(ids)), uintptr(first(sizes)),
		uintptr(first(bins)), uintptr(unsafe.Pointer(status)))
	if e == Success && *status != 0 {
		e = ErrorCode(*status)
	}
	return Program(r), e
}

// BuildProgram compiles a program for the device.
func BuildProgram(p Program, d DeviceID, options string) ErrorCode {
	ids, opts := []DeviceID{d}, append([]byte(options), 0)
	return call(sym.buildProgram, uintptr(p), 1, uintptr(first(ids)), uintptr(first(opts)), 0, 0)
}

// GetProgramBuildLog is the compiler's output.
func GetProgramBuildLog(p Program, d DeviceID) string {
	b, _ := infoFor(sym.getProgramBuildInfo, uintptr(p), d, PROGRAM_BUILD_LOG)
	return text(b)
}

// GetProgramBinary is the compiled program of the context's one device.
func GetProgramBinary(p Program) ([]byte, ErrorCode) {
	size := new(uintptr)
	if e := call(sym.getProgramInfo, uintptr(p), PROGRAM_BINARY_SIZES, unsafe.Sizeof(*size), uintptr(unsafe.Pointer(size)), 0); e != Success {
		return nil, e
	}
	if *size == 0 {
		return nil, InvalidProgramExecutable
	}
	bin := make([]byte, *size)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&bin[0])
	ptrs := []unsafe.Pointer{unsafe.Pointer(&bin[0])}
	e := call(sym.getProgramInfo, uintptr(p), PROGRAM_BINARIES, unsafe.Sizeof(ptrs[0]), uintptr(first(ptrs)), 0)
	return bin, e
}

// ReleaseProgram drops a program.
func ReleaseProgram(p Program) ErrorCode { return call(sym.releaseProgram, uintptr(p)) }

// CreateKernel finds a kernel of a built program.
func CreateKernel(p Program, name string) (Kernel, ErrorCode) {
	b := append([]byte(name), 0)
	r, e := create(sym.createKernel, uintptr(p), uintptr(first(b)))
	return Kernel(r), e
}

// ReleaseKernel drops a kernel.
func ReleaseKernel(k Kernel) ErrorCode { return call(sym.releaseKernel, uintptr(k)) }

// GetKernelWorkGroupSize is how many work-items a group that runs the kernel may have at most.
func GetKernelWorkGroupSize(k Kernel, d DeviceID) (int64, ErrorCode) {
	b, e := infoFor(sym.getKernelWorkGroupInfo, uintptr(k), d, KERNEL_WORK_GROUP_SIZE)
	if e != Success {
		return 0, e
	}
	return *(*int64)(unsafe.Pointer(&b[0])), e
}
