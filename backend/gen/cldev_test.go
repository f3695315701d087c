package gen

import (
	"testing"
	"unsafe"

	"raido/backend/cl"
	"raido/backend/seg"
)

// program is an OpenCL program of a test on the first device.
type program struct {
	t   *testing.T
	ctx cl.Context
	q   cl.CommandQueue
	p   cl.Program
}

// buildProgram builds kernels with the functions they call; without a CPU device the test is skipped.
func buildProgram(t *testing.T, body string) *program {
	return buildText(t, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma OPENCL FP_CONTRACT OFF\n"+demandsOf(body, seg.Target{CPU: true}).definitions()+"\n"+body)
}

// buildText builds a program that calls nothing else.
func buildText(t *testing.T, source string) *program { return buildWith(t, source, Options) }

// buildLean builds a program with declarations of the built-in functions that it calls.
func buildLean(t *testing.T, source string, builtins []string) *program {
	return buildWith(t, Declare(builtins)+source, LeanOptions)
}

func buildWith(t *testing.T, source, options string) *program {
	t.Helper()
	if err := cl.Available(); err != nil {
		t.Skip("no OpenCL device: ", err)
	}
	ds, _ := cl.Devices()
	d := ds[0]
	if !d.IsCPU() || !d.Double {
		t.Skip("no CPU device with f64")
	}
	ctx, code := cl.CreateContext(d.ID)
	ok(t, code)
	q, code := cl.CreateCommandQueue(ctx, d.ID, cl.QUEUE_PROFILING_ENABLE)
	ok(t, code)
	p, code := cl.CreateProgramWithSource(ctx, source)
	ok(t, code)
	if code := cl.BuildProgram(p, d.ID, options); code != cl.Success {
		t.Fatalf("%v\n%s", code, cl.GetProgramBuildLog(p, d.ID))
	}
	t.Cleanup(func() {
		cl.ReleaseProgram(p)
		cl.ReleaseCommandQueue(q)
		cl.ReleaseContext(ctx)
	})
	return &program{t, ctx, q, p}
}

func ok(t *testing.T, code cl.ErrorCode) {
	t.Helper()
	if code != cl.Success {
		t.Fatal(code)
	}
}

// run runs a kernel of one work-item, whose arguments are the buffers and then n; the last buffer is the result. It
// tells how long the launch took.
func (p *program) run(name string, n int64, bufs ...[]byte) (ns uint64) {
	p.t.Helper()
	k, code := cl.CreateKernel(p.p, name)
	ok(p.t, code)
	defer cl.ReleaseKernel(k)
	var mems []*cl.Mem
	for i, b := range bufs {
		m, code := cl.CreateBuffer(p.ctx, cl.MEM_READ_WRITE, int64(len(b)), nil)
		ok(p.t, code)
		defer cl.ReleaseMemObject(m)
		ok(p.t, cl.EnqueueWriteBuffer(p.q, m, true, 0, b))
		ok(p.t, cl.SetKernelArg(k, uint32(i), unsafe.Sizeof(m), unsafe.Pointer(&m)))
		mems = append(mems, &m)
	}
	ok(p.t, cl.SetKernelArg(k, uint32(len(bufs)), 8, unsafe.Pointer(&n)))
	var ev cl.Event
	ok(p.t, cl.EnqueueNDRangeKernel(p.q, k, 1, 1, &ev))
	ok(p.t, cl.EnqueueReadBuffer(p.q, *mems[len(mems)-1], true, 0, bufs[len(bufs)-1]))
	start, _ := cl.GetEventProfilingInfo(ev, cl.PROFILING_COMMAND_START)
	end, _ := cl.GetEventProfilingInfo(ev, cl.PROFILING_COMMAND_END)
	ok(p.t, cl.ReleaseEvent(ev))
	return end - start
}
