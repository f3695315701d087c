package tests

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// digests runs the test blocks of programs on a backend, and gives for each program the digest of the bits of its results.
func digests(t *testing.T, bin, backend string, env []string, programs ...string) map[string]string {
	t.Helper()
	if len(programs) == 0 {
		return nil
	}
	cmd := exec.Command(bin, append([]string{"test", "--bits", "--backend", backend, "--timeout", "5m"}, programs...)...)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s %v: %v\n%s", backend, env, err, regexp.MustCompile(`(?m)^ok .*\n`).ReplaceAllString(string(out), ""))
	}
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(?:ok  |FAIL) (\S+): .*, \w+ ([0-9a-f]{32})$`).FindAllStringSubmatch(string(out), -1) {
		all[m[1]] = m[2]
	}
	t.Logf("%s %v: %s", backend, env, out[strings.LastIndex(strings.TrimSpace(string(out)), "\n")+1:])
	return all
}

// differing lists the programs of a whose digests b has not, or differ.
func differing(a, b map[string]string) (out []string) {
	for name, digest := range a {
		if b[name] != digest {
			out = append(out, name)
		}
	}
	return out
}

// TestSameBits: programs at the sizes at which threads, lanes, tiles and copies take part give the same bits on the embedded engine and on the OpenCL device,
// with one thread and with three, and with vectors of other widths.
func TestSameBits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	t.Parallel()
	bin := build(t)
	want := digests(t, bin, "wasm", []string{"RAIDO_THREADS=1"}, "bits")
	if len(want) < 5 {
		t.Fatalf("only %d programs", len(want))
	}
	compare := func(backend string, env ...string) {
		got := digests(t, bin, backend, env, "bits")
		if d := differing(want, got); len(d) > 0 {
			t.Errorf("%s %v: %d of %d programs, other bits in %v", backend, env, len(got), len(want), d)
		}
	}
	compare("wasm", "RAIDO_THREADS=3")
	needDevice(t)
	compare("opencl", "POCL_MAX_PTHREAD_COUNT=3", "POCL_CPU_MAX_CU_COUNT=3")
	compare("opencl", "POCL_MAX_PTHREAD_COUNT=1", "POCL_CPU_MAX_CU_COUNT=1", "RAIDO_LIMITS=normal,Vector=32,Registers=16")
}
