package cl

import (
	"os"
	"strings"
	"testing"
	"unsafe"
)

// TestFaultsAreFound: a driver that looks for faults of kernels reports those that are there, and no others. tests/drivers.sh runs it on Oclgrind.
func TestFaultsAreFound(t *testing.T) {
	reports := os.Getenv("OCLGRIND_LOG")
	if d := device(t); !d.Checks || reports == "" {
		t.Skip("no driver that looks for faults")
	}
	for _, c := range []struct{ name, body, want string }{
		{"none", "mine[i] = a[i]; barrier(CLK_LOCAL_MEM_FENCE); a[i] = mine[3 - i];", ""},
		{"a part was written by the host", "b[i] = a[i];", ""},
		{"nobody has written", "a[i] = b[i];", "Uninitialized"},
		{"a condition on what nobody has written", "if (b[i] > 0) a[i] = 1;", "uninitialized"},
		{"out of bounds", "a[i + 1] = i;", "Invalid write"},
		{"a race", "a[i] = a[3 - i];", "race"},
		{"a race in a group's memory", "mine[i] = i; a[i] = mine[3 - i];", "race"},
		{"some leave before a barrier", "if (i == 2) return; barrier(CLK_LOCAL_MEM_FENCE); a[i] = 1;", "divergence"},
	} {
		os.Truncate(reports, 0)
		launchFault(t, "__kernel void k(__global long *a, __global long *b) { __local long mine[4]; const long i = get_global_id(0); "+c.body+" }")
		text, err := os.ReadFile(reports)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Trim(string(text), "\x00 \n")
		if (said != "") != (c.want != "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: %q", c.name, said)
		}
	}
}

// launchFault runs a kernel of four items on an array that has contents, of which the first elements come from a write of their own, and one that has none.
func launchFault(t *testing.T, text string) {
	d := device(t)
	ctx, code := CreateContext(d.ID)
	must(t, code)
	q, code := CreateCommandQueue(ctx, d.ID, 0)
	must(t, code)
	var bufs [2]Mem
	for i := range bufs {
		bufs[i], code = CreateBuffer(ctx, MEM_READ_WRITE, 4*8, nil)
		must(t, code)
	}
	must(t, EnqueueFillBuffer(q, bufs[0], make([]byte, 8), 0, 4*8, nil))
	must(t, EnqueueWriteBuffer(q, bufs[0], true, 0, make([]byte, 2*8)))
	p, code := CreateProgramWithSource(ctx, text)
	must(t, code)
	must(t, BuildProgram(p, d.ID, "-cl-opt-disable"))
	k, code := CreateKernel(p, "k")
	must(t, code)
	for i := range bufs {
		must(t, SetKernelArg(k, uint32(i), 8, unsafe.Pointer(&bufs[i])))
	}
	must(t, EnqueueNDRangeKernel(q, k, 4, 4, nil))
	must(t, Finish(q))
	ReleaseContext(ctx)
}
