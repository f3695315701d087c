package cl

import (
	"testing"
	"unsafe"
)

// TestFunction: a kernel of PoCL that is called as a function computes what it does when it is launched, by the same arguments, and is there when
// PoCL has released it. Note [Functions of PoCL].
func TestFunction(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles a kernel")
	}
	d := device(t)
	if !d.Functions {
		t.Skip("the device's kernels are no functions")
	}
	ctx, code := CreateContext(d.ID)
	must(t, code)
	defer ReleaseContext(ctx)
	q, code := CreateCommandQueue(ctx, d.ID, 0)
	must(t, code)
	defer ReleaseCommandQueue(q)
	p, code := CreateProgramWithSource(ctx, `__constant int own[2] = {3, 4};
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(__global ulong *to, char c, float f, long n) {
  long i = get_global_id(0);
  to[i + 1] = own[i & 1] * (n + c) + (long)(2 * f) + 1000 * get_global_size(0);
  to[0] = (ulong)own;
}`)
	must(t, code)
	must(t, BuildProgram(p, d.ID, "-cl-std=CL1.2"))
	k, code := CreateKernel(p, "k")
	must(t, code)
	m, code := CreateBuffer(ctx, MEM_READ_WRITE, 64, nil)
	must(t, code)
	defer ReleaseMemObject(m)
	c, f, n := int8(-2), float32(1.5), int64(7)
	must(t, SetKernelArg(k, 0, unsafe.Sizeof(m), unsafe.Pointer(&m)))
	must(t, SetKernelArg(k, 1, 1, unsafe.Pointer(&c)))
	must(t, SetKernelArg(k, 2, 4, unsafe.Pointer(&f)))
	must(t, SetKernelArg(k, 3, 8, unsafe.Pointer(&n)))
	must(t, EnqueueNDRangeKernel(q, k, 3, 1, nil))
	want := make([]byte, 64)
	must(t, EnqueueReadBuffer(q, m, true, 0, want))
	words := unsafe.Slice((*uint64)(unsafe.Pointer(&want[0])), 8)
	for _, nowhere := range []uintptr{0, uintptr(unsafe.Pointer(&want[0]))} {
		if FindFunction(nowhere, "k", 4) != nil {
			t.Errorf("a function is found at %x", nowhere)
		}
	}
	if FindFunction(uintptr(words[0]), "other", 4) != nil {
		t.Error("a function of another name is found")
	}
	fn := FindFunction(uintptr(words[0]), "k", 4)
	if fn == nil {
		t.Fatal("the function is not found")
	}
	must(t, ReleaseKernel(k))
	must(t, ReleaseProgram(p))
	got := make([]uint64, 8)
	for i, w := range []uint64{uint64(uintptr(unsafe.Pointer(&got[0]))), 0xfe, 0x3fc00000, 7} {
		fn.Set(i, w)
	}
	fn.Call(3)
	if [4]uint64(got) != [4]uint64(words) || got[1] != 3*5+3+3000 {
		t.Errorf("called %v, launched %v", got, words)
	}
	fn.Release()
}
