package cl

import (
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

// escape is never on; it makes the compiler put what is passed to C on the heap, since stacks move.
var escape struct {
	on bool
	p  unsafe.Pointer
}

func ptr(p unsafe.Pointer) uintptr {
	if escape.on {
		escape.p = p
	}
	return uintptr(p)
}

func call(fn uintptr, args ...uintptr) ErrorCode {
	r, _, _ := purego.SyscallN(fn, args...)
	return ErrorCode(int32(r))
}

// create calls a constructor, whose last argument takes the error code.
func create(fn uintptr, args ...uintptr) (uintptr, ErrorCode) {
	code := new(ErrorCode)
	r, _, _ := purego.SyscallN(fn, append(args, ptr(unsafe.Pointer(code)))...)
	return r, *code
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
	if e := call(sym.getPlatformIDs, 0, 0, ptr(unsafe.Pointer(n))); e != Success || *n == 0 {
		return nil, e
	}
	ids := make([]PlatformID, *n)
	e := call(sym.getPlatformIDs, uintptr(*n), ptr(first(ids)), 0)
	runtime.KeepAlive(ids)
	return ids, e
}

// GetDeviceIDs lists the devices of a platform.
func GetDeviceIDs(p PlatformID, deviceType uint64) ([]DeviceID, ErrorCode) {
	n := new(uint32)
	if e := call(sym.getDeviceIDs, uintptr(p), uintptr(deviceType), 0, 0, ptr(unsafe.Pointer(n))); e != Success || *n == 0 {
		return nil, e
	}
	ids := make([]DeviceID, *n)
	e := call(sym.getDeviceIDs, uintptr(p), uintptr(deviceType), uintptr(*n), ptr(first(ids)), 0)
	runtime.KeepAlive(ids)
	return ids, e
}

// info fetches a property of any size.
func info(fn uintptr, handles ...uintptr) ([]byte, ErrorCode) {
	n := new(uintptr)
	if e := call(fn, append(append([]uintptr{}, handles...), 0, 0, ptr(unsafe.Pointer(n)))...); e != Success {
		return nil, e
	}
	buf := make([]byte, max(*n, 8))
	e := call(fn, append(append([]uintptr{}, handles...), *n, ptr(first(buf)), 0)...)
	runtime.KeepAlive(buf)
	return buf[:max(*n, 8)], e
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
	r, e := create(sym.createContext, 0, 1, ptr(first(ids)), 0, 0)
	runtime.KeepAlive(ids)
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
	r, e := create(sym.createBuffer, uintptr(c), uintptr(flags), uintptr(size), ptr(host))
	return Mem(r), e
}

// ReleaseMemObject drops a buffer.
func ReleaseMemObject(m Mem) ErrorCode { return call(sym.releaseMemObject, uintptr(m)) }

// CreateProgramWithSource makes a program of OpenCL C text.
func CreateProgramWithSource(c Context, source string) (Program, ErrorCode) {
	src := append([]byte(source), 0)
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&src[0])
	texts := []unsafe.Pointer{unsafe.Pointer(&src[0])}
	r, e := create(sym.createProgramWithSource, uintptr(c), 1, ptr(first(texts)), 0)
	runtime.KeepAlive(texts)
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
	r, e := create(sym.createProgramWithBinary, uintptr(c), 1, ptr(first(ids)), ptr(first(sizes)),
		ptr(first(bins)), ptr(unsafe.Pointer(status)))
	if e == Success && *status != 0 {
		e = ErrorCode(*status)
	}
	runtime.KeepAlive(bins)
	return Program(r), e
}

// BuildProgram compiles a program for the device.
func BuildProgram(p Program, d DeviceID, options string) ErrorCode {
	ids, opts := []DeviceID{d}, append([]byte(options), 0)
	e := call(sym.buildProgram, uintptr(p), 1, ptr(first(ids)), ptr(first(opts)), 0, 0)
	runtime.KeepAlive(ids)
	runtime.KeepAlive(opts)
	return e
}

// GetProgramBuildLog is the compiler's output.
func GetProgramBuildLog(p Program, d DeviceID) string {
	b, _ := info(sym.getProgramBuildInfo, uintptr(p), uintptr(d), PROGRAM_BUILD_LOG)
	return text(b)
}

// GetProgramBinary is the compiled program of the context's one device.
func GetProgramBinary(p Program) ([]byte, ErrorCode) {
	size, n := new(uintptr), new(uintptr)
	if e := call(sym.getProgramInfo, uintptr(p), PROGRAM_BINARY_SIZES, unsafe.Sizeof(*size), ptr(unsafe.Pointer(size)), ptr(unsafe.Pointer(n))); e != Success {
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
	e := call(sym.getProgramInfo, uintptr(p), PROGRAM_BINARIES, unsafe.Sizeof(ptrs[0]), ptr(first(ptrs)), 0)
	runtime.KeepAlive(ptrs)
	return bin, e
}

// ReleaseProgram drops a program.
func ReleaseProgram(p Program) ErrorCode { return call(sym.releaseProgram, uintptr(p)) }

// CreateKernel finds a kernel of a built program.
func CreateKernel(p Program, name string) (Kernel, ErrorCode) {
	b := append([]byte(name), 0)
	r, e := create(sym.createKernel, uintptr(p), ptr(first(b)))
	runtime.KeepAlive(b)
	return Kernel(r), e
}

// ReleaseKernel drops a kernel.
func ReleaseKernel(k Kernel) ErrorCode { return call(sym.releaseKernel, uintptr(k)) }

// GetKernelWorkGroupSize is how many work-items a group that runs the kernel may have at most.
func GetKernelWorkGroupSize(k Kernel, d DeviceID) (int64, ErrorCode) {
	b, e := info(sym.getKernelWorkGroupInfo, uintptr(k), uintptr(d), KERNEL_WORK_GROUP_SIZE)
	if e != Success {
		return 0, e
	}
	return *(*int64)(unsafe.Pointer(&b[0])), e
}
