//go:build linux

package faults

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// greedy grows an array until there is no memory for it.
const greedy = "def main: f64 = (loop xs = [1f64] for i < 45 do xs ++ map (+ f64.i64 i) xs)[7]\n"

// underGroup is a command that runs another one in a control group with that bound, or nil if none may be made here.
func underGroup(t *testing.T, bytes int) []string {
	text, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		at, file := "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		if len(part) != 3 || part[1] != "memory" && part[0] != "0" {
			continue
		}
		if part[0] == "0" {
			at, file = "/sys/fs/cgroup", "memory.max"
		}
		dir := filepath.Join(at, part[2], "raido-faults-"+strconv.Itoa(os.Getpid()))
		if os.Mkdir(dir, 0o700) != nil {
			continue
		}
		t.Cleanup(func() { os.Remove(dir) })
		if os.WriteFile(filepath.Join(dir, file), []byte(strconv.Itoa(bytes)), 0o600) == nil {
			return []string{"sh", "-c", "echo $$ > '" + dir + "/cgroup.procs' && exec \"$@\"", "sh"}
		}
	}
	return nil
}

// TestMemoryBounds: a program that wants more than its process may have is refused in time, on both engines, whatever it is that bounds the process.
func TestMemoryBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	file := filepath.Join(t.TempDir(), "greedy.fut")
	if err := os.WriteFile(file, []byte(greedy), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, under := range map[string][]string{
		"address space": {"prlimit", "--as=" + strconv.Itoa(3<<30)},
		"data":          {"prlimit", "--data=" + strconv.Itoa(2<<30)},
		"control group": underGroup(t, 1<<30),
	} {
		for _, engine := range []string{"interp", "opencl"} {
			t.Run(name+" "+engine, func(t *testing.T) {
				if len(under) == 0 {
					t.Skip("no control group may be made here")
				}
				if _, err := exec.LookPath(under[0]); err != nil {
					t.Skipf("%v", err)
				}
				start := time.Now()
				cmd := exec.Command(under[0], append(under[1:], raido, "run", "--backend", engine, file)...)
				out, err := cmd.CombinedOutput()
				came := "refused"
				if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "MemoryError") {
					came = cmd.ProcessState.String()
					t.Errorf("%v: %s", err, out[:min(len(out), 600)])
				}
				record("memory", name+" "+engine, came, time.Since(start))
			})
		}
	}
}
