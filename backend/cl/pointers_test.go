package cl

import (
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
)

// at is what an address that a driver has been given points to.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// list is n of them.
func list[T any](address uintptr, n int) []T { return slices.Clone(unsafe.Slice(at[T](address), n)) }

// small are blocks of memory that have taken the places of what nothing keeps alive.
var small [][]uint64

// collect gives the memory of what is not alive to others.
func collect() {
	runtime.GC()
	runtime.GC()
	for range 20_000 {
		for _, words := range []int{1, 2, 4} {
			b := make([]uint64, words)
			for i := range b {
				b[i] = 0xeeeeeeeeeeeeeeee
			}
			small = append(small, b)
		}
	}
}

// TestPointers: what a driver reads and writes is alive, whatever is collected while it runs. Note [Pointers].
func TestPointers(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	real := sym
	defer func() { sym = real }()
	var wrong string
	read := func(what string, same bool) {
		if !same {
			wrong = what
		}
	}
	for _, c := range []struct {
		name   string
		fn     *uintptr
		driver func(a [10]uintptr) ErrorCode
		do     func() ErrorCode
	}{
		{"clCreateContext", &sym.createContext, func(a [10]uintptr) ErrorCode {
			read("devices", slices.Equal(list[DeviceID](a[2], 1), []DeviceID{7}))
			*at[ErrorCode](a[5]) = Success
			return 0
		}, func() ErrorCode { _, e := CreateContext(7); return e }},
		{"clCreateProgramWithSource", &sym.createProgramWithSource, func(a [10]uintptr) ErrorCode {
			read("text", string(list[byte](list[uintptr](a[2], 1)[0], 5)) == "text\x00")
			*at[ErrorCode](a[4]) = Success
			return 0
		}, func() ErrorCode { _, e := CreateProgramWithSource(1, "text"); return e }},
		{"clCreateProgramWithBinary", &sym.createProgramWithBinary, func(a [10]uintptr) ErrorCode {
			read("devices", slices.Equal(list[DeviceID](a[2], 1), []DeviceID{7}))
			read("sizes", slices.Equal(list[uintptr](a[3], 1), []uintptr{3}))
			read("binary", string(list[byte](list[uintptr](a[4], 1)[0], 3)) == "bin")
			*at[int32](a[5]), *at[ErrorCode](a[6]) = 0, Success
			return 0
		}, func() ErrorCode { _, e := CreateProgramWithBinary(1, 7, []byte("bin")); return e }},
		{"clBuildProgram", &sym.buildProgram, func(a [10]uintptr) ErrorCode {
			read("devices", slices.Equal(list[DeviceID](a[2], 1), []DeviceID{7}))
			read("options", string(list[byte](a[3], 3)) == "-x\x00")
			return Success
		}, func() ErrorCode { return BuildProgram(1, 7, "-x") }},
		{"clGetProgramInfo", &sym.getProgramInfo, func(a [10]uintptr) ErrorCode {
			if a[1] == PROGRAM_BINARY_SIZES {
				*at[uintptr](a[3]) = 16
			} else {
				copy(unsafe.Slice(at[byte](*at[uintptr](a[3])), 16), "0123456789abcdef")
			}
			if a[4] != 0 {
				*at[uintptr](a[4]) = 8
			}
			return Success
		}, func() ErrorCode {
			bin, e := GetProgramBinary(1)
			read("binary", string(bin) == "0123456789abcdef")
			return e
		}},
		{"clGetKernelWorkGroupInfo", &sym.getKernelWorkGroupInfo, func(a [10]uintptr) ErrorCode {
			if a[5] != 0 {
				*at[uintptr](a[5]) = 8
			} else {
				*at[int64](a[4]) = 256
			}
			return Success
		}, func() ErrorCode {
			n, e := GetKernelWorkGroupSize(1, 7)
			read("size", n == 256)
			return e
		}},
		{"clCreateKernel", &sym.createKernel, func(a [10]uintptr) ErrorCode {
			read("name", string(list[byte](a[1], 2)) == "f\x00")
			*at[ErrorCode](a[2]) = Success
			return 0
		}, func() ErrorCode { _, e := CreateKernel(1, "f"); return e }},
		{"clSetKernelArg", &sym.setKernelArg, func(a [10]uintptr) ErrorCode {
			read("argument", *at[uint64](a[3]) == 42)
			return Success
		}, func() ErrorCode { x := uint64(42); return SetKernelArg(1, 0, 8, unsafe.Pointer(&x)) }},
		{"clEnqueueNDRangeKernel", &sym.enqueueNDRangeKernel, func(a [10]uintptr) ErrorCode {
			read("sizes", *at[uintptr](a[4]) == 128 && *at[uintptr](a[5]) == 64)
			*at[Event](a[8]) = 5
			return Success
		}, func() ErrorCode {
			ev := new(Event)
			e := EnqueueNDRangeKernel(1, 1, 128, 64, ev)
			read("event", *ev == 5)
			return e
		}},
		{"clEnqueueReadBuffer", &sym.enqueueReadBuffer, func(a [10]uintptr) ErrorCode {
			copy(unsafe.Slice(at[byte](a[5]), 4), "read")
			return Success
		}, func() ErrorCode {
			b := make([]byte, 4)
			e := EnqueueReadBuffer(1, 1, true, 0, b)
			read("bytes", string(b) == "read")
			return e
		}},
		{"clEnqueueWriteBuffer", &sym.enqueueWriteBuffer, func(a [10]uintptr) ErrorCode {
			read("bytes", string(list[byte](a[5], 4)) == "text")
			return Success
		}, func() ErrorCode { return EnqueueWriteBuffer(1, 1, true, 0, []byte("text")) }},
		{"clEnqueueFillBuffer", &sym.enqueueFillBuffer, func(a [10]uintptr) ErrorCode {
			read("pattern", string(list[byte](a[2], 4)) == "text")
			*at[Event](a[8]) = 5
			return Success
		}, func() ErrorCode { return EnqueueFillBuffer(1, 1, []byte("text"), 0, 8, new(Event)) }},
		{"clEnqueueCopyBuffer", &sym.enqueueCopyBuffer, func(a [10]uintptr) ErrorCode {
			*at[Event](a[8]) = 5
			return Success
		}, func() ErrorCode { return EnqueueCopyBuffer(1, 1, 2, 0, 0, 8, new(Event)) }},
		{"clWaitForEvents", &sym.waitForEvents, func(a [10]uintptr) ErrorCode {
			read("events", slices.Equal(list[Event](a[1], 1), []Event{5}))
			return Success
		}, func() ErrorCode { return WaitForEvents(5) }},
	} {
		wrong, small = "", nil
		*c.fn = purego.NewCallback(func(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9 uintptr) uintptr {
			collect()
			return uintptr(c.driver([10]uintptr{a0, a1, a2, a3, a4, a5, a6, a7, a8, a9}))
		})
		for i := range 4 { // small things share blocks, which live as long as one of them
			small = append(small, []uint64{0xeeeeeeeeeeeeeeee})
			if e := c.do(); e != Success || wrong != "" {
				t.Errorf("%s, try %d: %v, wrong %s", c.name, i, e, wrong)
			}
		}
		for _, b := range small {
			if slices.ContainsFunc(b, func(w uint64) bool { return w != 0xeeeeeeeeeeeeeeee }) {
				t.Errorf("%s: what it wrote is in %x", c.name, b)
			}
		}
	}
}
