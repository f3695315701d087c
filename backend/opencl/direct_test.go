package opencl

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestOneThread runs tests where the device has one thread, which may be the caller's.
// Note [Commands in the caller's thread].
func TestOneThread(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	if !alone(t).dev.PoCL {
		t.Skip("nobody knows how to ask for one thread")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^Test(Reach|Moves|Called|Measured|KernelsStayLoaded)$", "-test.v")
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "POCL_DEVICES=") { // of this process
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "POCL_MAX_PTHREAD_COUNT=1")
	if out, err := cmd.CombinedOutput(); err != nil || strings.Count(string(out), "--- PASS: Test") < 5 {
		t.Errorf("%v\n%s", err, out)
	}
}
