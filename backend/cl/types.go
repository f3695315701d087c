package cl

import "fmt"

// Handles of the driver's objects; zero is none.
type (
	PlatformID   uintptr
	DeviceID     uintptr
	Context      uintptr
	CommandQueue uintptr
	Mem          uintptr
	Program      uintptr
	Kernel       uintptr
	Event        uintptr
)

// ErrorCode is the status of a call; it is an error when it is not Success.
type ErrorCode int32

// The error codes that Raido tells apart.
const (
	Success                    ErrorCode = 0
	DeviceNotFound             ErrorCode = -1
	DeviceNotAvailable         ErrorCode = -2
	CompilerNotAvailable       ErrorCode = -3
	MemObjectAllocationFailure ErrorCode = -4
	OutOfResources             ErrorCode = -5
	OutOfHostMemory            ErrorCode = -6
	BuildProgramFailure        ErrorCode = -11
	InvalidValue               ErrorCode = -30
	InvalidBinary              ErrorCode = -42
	InvalidProgramExecutable   ErrorCode = -45
	InvalidBufferSize          ErrorCode = -61
	PlatformNotFound           ErrorCode = -1001
)

var errorNames = map[ErrorCode]string{
	-1: "device not found", -2: "device not available", -3: "compiler not available",
	-4: "memory object allocation failure", -5: "out of resources", -6: "out of host memory",
	-7: "profiling info not available", -8: "memory copy overlap", -11: "build program failure",
	-12: "map failure", -14: "an earlier command failed", -30: "invalid value", -33: "invalid device",
	-34: "invalid context", -36: "invalid command queue", -38: "invalid memory object",
	-42: "invalid binary", -43: "invalid build options", -44: "invalid program",
	-45: "invalid program executable", -46: "invalid kernel name", -48: "invalid kernel",
	-49: "invalid argument index", -50: "invalid argument value", -51: "invalid argument size",
	-52: "invalid kernel arguments", -53: "invalid work dimension", -54: "invalid work-group size",
	-55: "invalid work-item size", -59: "invalid operation", -61: "invalid buffer size",
	-63: "invalid global work size", -1001: "no OpenCL driver is installed",
}

// Error implements error.
func (e ErrorCode) Error() string {
	if n, ok := errorNames[e]; ok {
		return fmt.Sprintf("OpenCL: %s (%d)", n, int32(e))
	}
	return fmt.Sprintf("OpenCL error %d", int32(e))
}

// Err is nil for Success.
func (e ErrorCode) Err() error {
	if e == Success {
		return nil
	}
	return e
}

// Constants of the C API, by their names there.
const (
	DEVICE_TYPE_CPU         = 1 << 1
	DEVICE_TYPE_GPU         = 1 << 2
	DEVICE_TYPE_ACCELERATOR = 1 << 3
	DEVICE_TYPE_ALL         = 0xFFFFFFFF

	PLATFORM_VERSION = 0x0901
	PLATFORM_NAME    = 0x0902

	DEVICE_TYPE                = 0x1000
	DEVICE_MAX_COMPUTE_UNITS   = 0x1002
	DEVICE_MAX_WORK_GROUP_SIZE = 0x1004
	DEVICE_MAX_MEM_ALLOC_SIZE  = 0x1010
	DEVICE_MAX_PARAMETER_SIZE  = 0x1017
	DEVICE_GLOBAL_MEM_SIZE     = 0x101F
	DEVICE_NATIVE_WIDTH_FLOAT  = 0x103A
	DEVICE_LOCAL_MEM_SIZE      = 0x1023
	DEVICE_AVAILABLE           = 0x1027
	DEVICE_COMPILER_AVAILABLE  = 0x1028
	DEVICE_SINGLE_FP_CONFIG    = 0x101B
	DEVICE_NAME                = 0x102B
	DEVICE_VENDOR              = 0x102C
	DRIVER_VERSION             = 0x102D
	DEVICE_VERSION             = 0x102F
	DEVICE_EXTENSIONS          = 0x1030
	DEVICE_DOUBLE_FP_CONFIG    = 0x1032

	FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7

	QUEUE_PROFILING_ENABLE = 1 << 1

	MEM_READ_WRITE     = 1 << 0
	MEM_USE_HOST_PTR   = 1 << 3
	MEM_ALLOC_HOST_PTR = 1 << 4

	MAP_READ  = 1 << 0
	MAP_WRITE = 1 << 1

	PROGRAM_BINARY_SIZES = 0x1165
	PROGRAM_BINARIES     = 0x1166
	PROGRAM_BUILD_LOG    = 0x1183

	KERNEL_WORK_GROUP_SIZE = 0x11B0

	PROFILING_COMMAND_START = 0x1282
	PROFILING_COMMAND_END   = 0x1283
)
