// Package memlimit knows how much memory this process may take: the machine's, that of its control groups, version 1 and 2, with all
// groups around them, and its resource limits. Input: /proc and the mounted control groups; on other systems than Linux, what the system says of the
// machine. Layer 0: imports golang.org/x/sys.
package memlimit

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// System is where the files of the system stand: below a root, which tests choose.
type System struct{ Root string }

// Here is the system of this process.
var Here = System{"/"}

// Unlimited is what Available and Limit say if nothing bounds the memory, or nothing is known of it.
const Unlimited = math.MaxInt64

// addressSlack is address space that is not for data: the collector reserves it in blocks of 64 MiB, and threads need stacks.
const addressSlack = 128 << 20

// Available is how many bytes the process can take beside what it has, by the narrowest of all bounds.
func (s System) Available() int64 {
	room := int64(Unlimited)
	bound := func(n int64) { room = min(room, max(n, 0)) }
	if n, ok := s.field("proc/meminfo", "MemAvailable:"); ok {
		bound(n)
	}
	for _, g := range s.groups() {
		bound(g.limit - g.used)
	}
	if _, free, ok := machine(); ok {
		bound(free)
	}
	return min(room, s.Own())
}

// Own is how many bytes the resource limits of the process leave it beside what it has.
func (s System) Own() int64 {
	room := int64(Unlimited)
	bound := func(n int64) { room = min(room, max(n, 0)) }
	status := func(name string) int64 { n, _ := s.field("proc/self/status", name); return n }
	if n, ok := s.rlimit("Max address space"); ok {
		bound(n - status("VmSize:") - addressSlack)
	}
	if n, ok := s.rlimit("Max data size"); ok {
		bound(n - status("VmData:"))
	}
	return room
}

// Limit is how many bytes the process may have in all, by the narrowest of all bounds.
func (s System) Limit() int64 {
	limit := int64(Unlimited)
	if n, ok := s.field("proc/meminfo", "MemTotal:"); ok {
		limit = n
	}
	if all, _, ok := machine(); ok {
		limit = all
	}
	for _, g := range s.groups() {
		limit = min(limit, g.limit)
	}
	if n, ok := s.rlimit("Max address space"); ok {
		limit = min(limit, max(0, n-addressSlack))
	}
	if n, ok := s.rlimit("Max data size"); ok {
		limit = min(limit, n)
	}
	return limit
}

func (s System) read(path ...string) string {
	text, _ := os.ReadFile(filepath.Join(append([]string{s.Root}, path...)...))
	return string(text)
}

// field is the number after a name at the beginning of a line, in bytes if it is told in kB.
func (s System) field(path, name string) (int64, bool) { return fieldOf(s.read(path), name) }

func fieldOf(text, name string) (int64, bool) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] != name {
			continue
		}
		n, err := strconv.ParseInt(f[1], 10, 64)
		if len(f) > 2 && f[2] == "kB" {
			n <<= 10
		}
		return n, err == nil
	}
	return 0, false
}

// rlimit is a soft resource limit by its name in /proc/self/limits.
func (s System) rlimit(name string) (int64, bool) {
	for line := range strings.Lines(s.read("proc/self/limits")) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			soft, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			n, err := strconv.ParseInt(soft, 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}

// group is a bound by a control group, and how much of it is taken.
type group struct{ limit, used int64 }

// hierarchy is a mounted tree of control groups that bounds memory.
type hierarchy struct {
	root, at string // the group that is mounted, and where
	v2       bool
}

// hierarchies finds the mounted trees.
func (s System) hierarchies() (out []hierarchy) {
	for line := range strings.Lines(s.read("proc/self/mountinfo")) {
		mount, fs, ok := strings.Cut(line, " - ")
		m, f := strings.Fields(mount), strings.Fields(fs)
		if !ok || len(m) < 5 || len(f) < 3 {
			continue
		}
		switch {
		case f[0] == "cgroup2":
			out = append(out, hierarchy{unescape(m[3]), unescape(m[4]), true})
		case f[0] == "cgroup" && contains(f[len(f)-1], "memory"):
			out = append(out, hierarchy{unescape(m[3]), unescape(m[4]), false})
		}
	}
	return out
}

// unescape undoes the octal numbers that stand for spaces and the like in mountinfo.
func unescape(path string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(path)
}

func contains(list, word string) bool { return slices.Contains(strings.Split(list, ","), word) }

// own is the path of the process's group: that of version 2, or that of the controller memory.
func (s System) own(v2 bool) (string, bool) {
	for line := range strings.Lines(s.read("proc/self/cgroup")) {
		part := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(part) == 3 && (v2 && part[0] == "0" && part[1] == "" || !v2 && contains(part[1], "memory")) {
			return part[2], true
		}
	}
	return "", false
}

// groups are the bounds of the process's own groups and of all around them.
func (s System) groups() (out []group) {
	for _, h := range s.hierarchies() {
		own, ok := s.own(h.v2)
		if !ok {
			continue
		}
		// In a container the group that is mounted may be the process's own, and its path that of outside, or the other way round.
		rel, err := filepath.Rel(h.root, own)
		if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
			rel = "."
		}
		for {
			if h.v2 {
				out = append(out, s.group2(h.at, rel)...)
			} else {
				out = append(out, s.group1(h.at, rel)...)
			}
			if rel == "." {
				break
			}
			rel = filepath.Dir(rel)
		}
	}
	return out
}

// group2 is a bound of version 2: where the system kills, or before that where it slows down. Files in memory that can be read again are free.
func (s System) group2(at, rel string) (out []group) {
	used, _ := s.number(at, rel, "memory.current")
	cached, _ := fieldOf(s.read(at, rel, "memory.stat"), "inactive_file")
	for _, name := range []string{"memory.max", "memory.high"} {
		if limit, ok := s.number(at, rel, name); ok {
			out = append(out, group{limit, max(0, used-cached)})
		}
	}
	return out
}

// group1 is a bound of version 1; it tells of groups around it, too, that may not be mounted.
func (s System) group1(at, rel string) (out []group) {
	const none = 1 << 60 // what is larger is no bound
	used, _ := s.number(at, rel, "memory.usage_in_bytes")
	stat := s.read(at, rel, "memory.stat")
	cached, _ := fieldOf(stat, "total_inactive_file")
	limit, ok := s.number(at, rel, "memory.limit_in_bytes")
	if n, found := fieldOf(stat, "hierarchical_memory_limit"); found && (!ok || n < limit) {
		limit, ok = n, true
	}
	if ok && limit < none {
		out = append(out, group{limit, max(0, used-cached)})
	}
	return out
}

// number is the one number in a file; "max" is none.
func (s System) number(path ...string) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(s.read(path...)), 10, 64)
	return n, err == nil
}
