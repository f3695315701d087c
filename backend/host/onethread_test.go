package host_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"raido/backend/cl"
)

// TestOneThread runs tests of failures, interrupts and progress where the device has one thread, which may be the caller's.
// Note [Commands in the caller's thread].
func TestOneThread(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	if os.Getenv("RAIDO_TEST_DEVICE") != "" {
		t.Skip("asks the driver for one thread")
	}
	if devices, err := cl.Devices(); err != nil || !devices[0].PoCL {
		t.Skip("nobody knows how to ask for one thread")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^Test(Failures|Interrupt|TaskProgress|Progress|CancelStages|CloseWhileRunning|RandomInPlace)$", "-test.v")
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "POCL_DEVICES=") { // of this process
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "POCL_MAX_PTHREAD_COUNT=1")
	if out, err := cmd.CombinedOutput(); err != nil || strings.Count(string(out), "--- PASS: Test") < 7 {
		t.Errorf("%v\n%s", err, out)
	}
}
