package worker

import (
	"os/exec"
	"strings"
	"testing"
)

// TestEnding: how a process ended is known from its state and its last words.
func TestEnding(t *testing.T) {
	for script, want := range map[string]struct {
		text            string
		killed, starved bool
	}{
		"exit 3":     {"exit status 3", false, false},
		"kill -9 $$": {"signal: killed", true, true},
		"echo fatal error: it fell >&2; kill -9 $$":               {"signal: killed: fatal error: it fell", false, false},
		"echo runtime: out of memory >&2; exit 2":                 {"exit status 2: runtime: out of memory", false, true},
		"echo 'what():  std::bad_alloc' >&2; kill -ABRT $$":       {"signal: aborted: what():  std::bad_alloc", false, true},
		"echo all is well, out of memory is not >&2; exit 1":      {"exit status 1", false, false},
		"echo sh: Cannot allocate memory, not at all >&2; exit 1": {"exit status 1: sh: Cannot allocate memory, not at all", false, true},
	} {
		words := &lastWords{}
		cmd := exec.Command("sh", "-c", script)
		cmd.Stderr = words
		cmd.Run()
		l := &link{how: endingOf(cmd.ProcessState, words)}
		if got := strings.TrimSuffix(l.how.String(), " (core dumped)"); got != want.text || l.how.killed() != want.killed || l.starved() != want.starved {
			t.Errorf("%s: %q, killed %v, starved %v", script, got, l.how.killed(), l.starved())
		}
	}
}
