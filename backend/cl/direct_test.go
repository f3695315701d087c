package cl

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestDirectDevice: a process of one thread gets the device that runs commands in the caller's thread, others, and those whose user has chosen, do not.
func TestDirectDevice(t *testing.T) {
	if os.Getenv("RAIDO_TEST_DEVICES") != "" {
		ds, err := Devices()
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range ds {
			t.Logf("device %s, direct %v", d.Name, d.Direct)
		}
		return
	}
	if d := device(t); !d.PoCL || !strings.Contains(d.Platform, "PoCL 3.") {
		t.Skip("PoCL's device is unknown")
	}
	for _, c := range []struct {
		env  []string
		want string
		n    int
	}{
		{[]string{"POCL_MAX_PTHREAD_COUNT=1"}, "direct true", 1},
		{[]string{"POCL_MAX_PTHREAD_COUNT=2"}, "direct false", 1},
		{[]string{"POCL_MAX_PTHREAD_COUNT=1", "POCL_DEVICES=pthread"}, "direct false", 1},
		{[]string{"POCL_DEVICES=basic"}, "direct true", 1},
		{[]string{"POCL_DEVICES=pthread pthread"}, "direct false", 2},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestDirectDevice$", "-test.v")
		for _, v := range os.Environ() {
			if !strings.HasPrefix(v, "POCL_DEVICES=") { // of this process
				cmd.Env = append(cmd.Env, v)
			}
		}
		cmd.Env = append(append(cmd.Env, "RAIDO_TEST_DEVICES=1"), c.env...)
		out, err := cmd.CombinedOutput()
		if err != nil || strings.Count(string(out), c.want) != c.n || strings.Count(string(out), "device ") != c.n {
			t.Errorf("%v: want %d times %q, %v, got:\n%s", c.env, c.n, c.want, err, out)
		}
	}
}
