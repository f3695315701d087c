package memlimit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// system makes a made-up one of files.
func system(t *testing.T, files map[string]string) System {
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return System{root}
}

const (
	meminfo  = "MemTotal:       16000000 kB\nMemFree:         100 kB\nMemAvailable:    8000000 kB\n"
	limits   = "Limit                     Soft Limit           Hard Limit           Units\nMax data size             unlimited            unlimited            bytes\nMax address space         unlimited            unlimited            bytes\n"
	mounted2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	mounted1 = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
)

func TestMadeUp(t *testing.T) {
	for name, c := range map[string]struct {
		files            map[string]string
		limit, available int64
	}{
		"nothing is known": {nil, Unlimited, Unlimited},
		"the machine":      {map[string]string{"proc/meminfo": meminfo, "proc/self/limits": limits}, 16000000 << 10, 8000000 << 10},
		"version 2, the group around it": {map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": mounted2, "proc/self/cgroup": "0::/user/box/inner\n",
			"sys/fs/cgroup/user/box/inner/memory.max": "max\n", "sys/fs/cgroup/user/box/inner/memory.current": "1000\n",
			"sys/fs/cgroup/user/box/memory.max": "1000000\n", "sys/fs/cgroup/user/box/memory.current": "700000\n",
			"sys/fs/cgroup/user/box/memory.stat": "anon 5\ninactive_file 200000\nactive_file 7\n"}, 1000000, 500000},
		"version 2, memory.high": {map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": mounted2, "proc/self/cgroup": "0::/a\n",
			"sys/fs/cgroup/a/memory.max": "3000\n", "sys/fs/cgroup/a/memory.high": "2000\n", "sys/fs/cgroup/a/memory.current": "500\n"}, 2000, 1500},
		"version 2, more is taken than allowed": {map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": mounted2, "proc/self/cgroup": "0::/a\n",
			"sys/fs/cgroup/a/memory.max": "3000\n", "sys/fs/cgroup/a/memory.current": "5000\n"}, 3000, 0},
		"version 2, in a container that sees itself as the root": {map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": mounted2, "proc/self/cgroup": "0::/\n",
			"sys/fs/cgroup/memory.max": "4096\n", "sys/fs/cgroup/memory.current": "96\n"}, 4096, 4000},
		"version 1": {map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": mounted1, "proc/self/cgroup": "5:devices:/x\n4:hugetlb,memory:/box/inner\n0::/\n",
			"sys/fs/cgroup/memory/box/inner/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/memory/box/inner/memory.usage_in_bytes": "10\n",
			"sys/fs/cgroup/memory/box/memory.limit_in_bytes": "8000\n", "sys/fs/cgroup/memory/box/memory.usage_in_bytes": "5000\n",
			"sys/fs/cgroup/memory/box/memory.stat":       "cache 1\ntotal_inactive_file 1000\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 8000, 4000},
		"version 1, a bound around what is mounted": {map[string]string{"proc/meminfo": meminfo,
			"proc/self/mountinfo": "35 31 0:32 /docker/ab /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n", "proc/self/cgroup": "4:memory:/docker/ab\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes": "500\n",
			"sys/fs/cgroup/memory/memory.stat": "hierarchical_memory_limit 6000\ntotal_inactive_file 0\n"}, 6000, 5500},
		"another place for the groups, with a space": {map[string]string{"proc/meminfo": meminfo, "proc/self/mountinfo": "30 23 0:26 / /my\\040groups rw - cgroup2 none rw\n",
			"proc/self/cgroup": "0::/a\n", "my groups/a/memory.max": "300\n", "my groups/a/memory.current": "100\n"}, 300, 200},
		"resource limits": {map[string]string{"proc/meminfo": meminfo, "proc/self/status": "VmSize:\t  400000 kB\nVmData:\t  100000 kB\n",
			"proc/self/limits": "Max data size             1024000000           unlimited            bytes\nMax address space         2048000000           unlimited            bytes\n"},
			1024000000, 1024000000 - 100000<<10},
	} {
		s := system(t, c.files)
		if l, a := s.Limit(), s.Available(); l != c.limit || a != c.available {
			t.Errorf("%s: limit %d, available %d, want %d and %d", name, l, a, c.limit, c.available)
		}
	}
}

// TestHelper is the process that the tests below start: it says its bounds.
func TestHelper(t *testing.T) {
	if os.Getenv("MEMLIMIT_HELPER") == "" {
		return // no other test asks
	}
	fmt.Printf("bounds %d %d\n", Here.Limit(), Here.Available())
}

// bounds runs a command that starts the helper in the end.
func bounds(t *testing.T, command ...string) (limit, available int64) {
	t.Helper()
	cmd := exec.Command(command[0], append(command[1:], os.Args[0], "-test.run", "^TestHelper$")...)
	cmd.Env = append(os.Environ(), "MEMLIMIT_HELPER=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, rest, _ := strings.Cut(string(out), "bounds ")
	if _, err := fmt.Sscan(rest, &limit, &available); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return limit, available
}

func TestRealResourceLimits(t *testing.T) {
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("no prlimit")
	}
	for _, kind := range []string{"--as=", "--data="} {
		const set = 3 << 30
		limit, available := bounds(t, "prlimit", kind+strconv.Itoa(set))
		if limit > set || limit < set-addressSlack || available >= limit || available < 1<<28 {
			t.Errorf("%s: limit %d, available %d", kind, limit, available)
		}
	}
}

func TestRealGroup(t *testing.T) {
	hs := Here.hierarchies()
	if len(hs) == 0 {
		t.Skip("no control groups")
	}
	for _, h := range hs {
		own, ok := Here.own(h.v2)
		if !ok {
			continue
		}
		rel, err := filepath.Rel(h.root, own)
		if err != nil || strings.HasPrefix(rel, "..") {
			rel = "."
		}
		dir := filepath.Join(h.at, rel, "raido-test-"+strconv.Itoa(os.Getpid()))
		file := map[bool]string{true: "memory.max", false: "memory.limit_in_bytes"}[h.v2]
		if os.Mkdir(dir, 0o700) != nil {
			continue
		}
		defer os.Remove(dir)
		const set = 512 << 20
		if os.WriteFile(filepath.Join(dir, file), []byte(strconv.Itoa(set)), 0o600) != nil {
			continue
		}
		limit, available := bounds(t, "sh", "-c", "echo $$ > '"+dir+"/cgroup.procs' && exec \"$@\"", "sh")
		if limit != set || available > set || available < set/2 {
			t.Errorf("version 2 %v: limit %d, available %d, want %d", h.v2, limit, available, set)
		}
		return
	}
	t.Skip("no control group may be made here")
}
