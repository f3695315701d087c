package cl

import (
	"encoding/binary"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

func device(t *testing.T) *Device {
	t.Helper()
	if err := Available(); err != nil {
		t.Skip("no OpenCL device: ", err)
	}
	ds, _ := Devices()
	return ds[0]
}

func must(t *testing.T, code ErrorCode) {
	t.Helper()
	if code != Success {
		t.Fatal(code)
	}
}

// TestKernel runs a kernel that adds a number to an array, through source and then through the binary.
func TestKernel(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	d := device(t)
	ctx, code := CreateContext(d.ID)
	must(t, code)
	defer ReleaseContext(ctx)
	q, code := CreateCommandQueue(ctx, d.ID, QUEUE_PROFILING_ENABLE)
	must(t, code)
	defer ReleaseCommandQueue(q)
	p, code := CreateProgramWithSource(ctx, "__kernel void add(__global int *a, int x) { a[get_global_id(0)] += x; }")
	must(t, code)
	must(t, BuildProgram(p, d.ID, "-cl-std=CL1.2"))
	runAdd(t, ctx, q, p)
	bin, code := GetProgramBinary(p)
	must(t, code)
	must(t, ReleaseProgram(p))
	p, code = CreateProgramWithBinary(ctx, d.ID, bin)
	must(t, code)
	must(t, BuildProgram(p, d.ID, ""))
	runAdd(t, ctx, q, p)
	must(t, ReleaseProgram(p))
}

func runAdd(t *testing.T, ctx Context, q CommandQueue, p Program) {
	t.Helper()
	k, code := CreateKernel(p, "add")
	must(t, code)
	defer ReleaseKernel(k)
	m, code := CreateBuffer(ctx, MEM_READ_WRITE, 64, nil)
	must(t, code)
	defer ReleaseMemObject(m)
	must(t, EnqueueFillBuffer(q, m, []byte{1, 0, 0, 0}, 0, 64, nil))
	must(t, SetKernelArg(k, 0, unsafe.Sizeof(m), unsafe.Pointer(&m)))
	x := int32(41)
	must(t, SetKernelArg(k, 1, 4, unsafe.Pointer(&x)))
	var ev Event
	must(t, EnqueueNDRangeKernel(q, k, 16, 1, &ev))
	out := make([]byte, 64)
	must(t, EnqueueReadBuffer(q, m, true, 0, out))
	for i := 0; i < 64; i += 4 {
		if got := binary.LittleEndian.Uint32(out[i:]); got != 42 {
			t.Fatalf("element %d is %d, want 42", i/4, got)
		}
	}
	start, code := GetEventProfilingInfo(ev, PROFILING_COMMAND_START)
	must(t, code)
	end, code := GetEventProfilingInfo(ev, PROFILING_COMMAND_END)
	must(t, code)
	if end < start {
		t.Errorf("the launch ended at %d before it started at %d", end, start)
	}
	must(t, ReleaseEvent(ev))
	runtime.GC()
}

func TestBuildError(t *testing.T) {
	d := device(t)
	ctx, code := CreateContext(d.ID)
	must(t, code)
	defer ReleaseContext(ctx)
	p, code := CreateProgramWithSource(ctx, "__kernel void f() { undeclared_name = 1; }")
	must(t, code)
	defer ReleaseProgram(p)
	if BuildProgram(p, d.ID, "") == Success {
		t.Fatal("a wrong program was built")
	}
	if log := GetProgramBuildLog(p, d.ID); !strings.Contains(log, "undeclared_name") {
		t.Errorf("the build log does not name the fault: %q", log)
	}
}

func TestErrors(t *testing.T) {
	if got := MemObjectAllocationFailure.Error(); got != "OpenCL: memory object allocation failure (-4)" {
		t.Error(got)
	}
	if got := ErrorCode(-999).Error(); got != "OpenCL error -999" {
		t.Error(got)
	}
	if Success.Err() != nil || DeviceNotFound.Err() == nil {
		t.Error("Err must be nil for Success only")
	}
}
