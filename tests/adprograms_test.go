package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"raido/backend/cl"
)

// onDevice are the programs under ad that run on the device too, by turns; the others take its compiler too long.
var onDevice = []string{"ad/kmeans.fut", "ad/parallel.fut", "ad/rows_f32.fut", "ad/vectors.fut"}

// TestDerivativePrograms runs the programs under ad: real programs whose derivatives are checked against each
// other (by the interpreter with dual numbers by turns), against differences and against closed forms.
func TestDerivativePrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	t.Parallel()
	bin := build(t)
	test := func(programs int, args ...string) {
		out, err := exec.Command(bin, append([]string{"test"}, args...)...).CombinedOutput()
		m := regexp.MustCompile(`(?m)^\d+ programs, 0 failed; (\d+) passed, 0 failed$`).FindStringSubmatch(string(out))
		if err != nil || m == nil {
			t.Errorf("%v: %v\n%s", args, err, out)
			return
		}
		t.Log(m[0])
		if got := regexp.MustCompile(`(?m)^ok `).FindAllString(string(out), -1); len(got) != programs {
			t.Errorf("%d programs, want %d:\n%s", len(got), programs, out)
		}
	}
	programs := 0
	files, _ := filepath.Glob("ad/*.fut")
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && strings.Contains(string(text), "\n-- ==\n") { // others are imported by them
			programs++
		}
	}
	if programs < 20 {
		t.Fatalf("only %d programs", programs)
	}
	test(programs, "--backend", "interp", "ad")
	if turn, _ := byTurn("dual", programsIn("ad")); len(turn) > 0 {
		test(len(turn), append([]string{"--backend", "dual"}, turn...)...)
	}
	if err := cl.Available(); err != nil {
		t.Logf("SKIP opencl: %v", err)
		return
	}
	if turn, _ := byTurn("derivatives", onDevice); len(turn) > 0 {
		test(len(turn), append([]string{"--backend", "opencl"}, turn...)...)
	}
}
