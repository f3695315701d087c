//go:build linux

package faults

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestDoctor: raido doctor outlives drivers that misbehave, says which it is, and what the others have.
func TestDoctor(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	for place, hows := range map[string][]string{"constructor": {"exit", "pause"}, "platforms": {"segfault", "spin"}} {
		for _, how := range hows {
			t.Run(place+" "+how, func(t *testing.T) {
				t.Parallel()
				env := fault(t, place, how)
				vendors := t.TempDir()
				for name, from := range map[string]string{"bad.icd": filepath.Join(filepath.Dir(raido), "fake.icd"), "good.icd": "/etc/OpenCL/vendors/pocl.icd"} {
					text, err := os.ReadFile(from)
					if err == nil {
						err = os.WriteFile(filepath.Join(vendors, name), text, 0o600)
					}
					if err != nil {
						t.Fatal(err)
					}
				}
				start := time.Now()
				cmd := exec.Command(raido, "doctor")
				cmd.Env = append(append(os.Environ(), env...), "PATH=", "OCL_ICD_VENDORS="+vendors, "OPENCL_VENDOR_PATH="+vendors)
				out, err := cmd.Output()
				came := "says which driver it is"
				bad, good := false, false
				for line := range strings.Lines(string(out)) {
					bad = bad || strings.Contains(line, "MISSING") && strings.Contains(line, "bad.icd")
					good = good || strings.Contains(line, "ok") && strings.Contains(line, "Portable Computing Language")
				}
				if err != nil || !bad || !good || strings.Contains(string(out), "good.icd") {
					came = "fails"
					t.Errorf("%v\n%s", err, out)
				}
				record("doctor", place+" "+how, came, time.Since(start))
			})
		}
	}
}
