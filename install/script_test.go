package install

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// machine is a PATH with a few tools and stubs, on which packages.sh is tried.
func machine(t *testing.T, stubs map[string]string) (bin string) {
	t.Helper()
	bin = t.TempDir()
	for _, tool := range []string{"bash", "xargs", "grep", "ls", "env", "cat", "chmod", "touch", "echo"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Skipf("no %s on this machine", tool)
		}
		if err := os.Symlink(path, filepath.Join(bin, tool)); err != nil {
			t.Fatal(err)
		}
	}
	for name, body := range stubs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

// packages runs install_packages with that PATH and gives its output, what is still missing at the end.
func packages(t *testing.T, bin string, wanted string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "bash"), "-euc", ". ./packages.sh; install_packages "+wanted+"; echo \"missing: [$missing]\"")
	cmd.Env = []string{"PATH=" + bin, "BIN=" + bin}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestPackages(t *testing.T) {
	const (
		root   = "echo 0"
		user   = "echo 1000"
		apt    = `echo "$@" >> $BIN/calls; case "$*" in *jupyter-notebook*) touch $BIN/jupyter-notebook; chmod +x $BIN/jupyter-notebook;; esac`
		broken = "exit 100"
	)
	for _, tc := range []struct {
		name  string
		stubs map[string]string
		want  []string
		calls string
	}{
		{"nothing missing", map[string]string{"id": user, "jupyter-notebook": "", "apt-get": apt}, []string{"missing: []"}, ""},
		{"no apt", map[string]string{"id": user}, []string{"no apt", "pip install notebook", "missing: [jupyter-notebook]"}, ""},
		{"root", map[string]string{"id": root, "apt-get": apt}, []string{"Installing with apt: jupyter-notebook", "missing: []"},
			"update -q\ninstall -y -q --no-install-recommends jupyter-notebook\n"},
		{"sudo", map[string]string{"id": user, "apt-get": apt, "sudo": `[ "$1" = -n ] && shift; [ "$1" = true ] || exec "$@"`}, []string{"missing: []"},
			"update -q\ninstall -y -q --no-install-recommends jupyter-notebook\n"},
		{"neither root nor sudo", map[string]string{"id": user, "apt-get": apt}, []string{"As root: apt-get install jupyter-notebook", "missing: [jupyter-notebook]"}, ""},
		{"apt fails", map[string]string{"id": root, "apt-get": broken}, []string{"As root: apt-get install", "missing: [jupyter-notebook]"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bin := machine(t, tc.stubs)
			out := packages(t, bin, "jupyter-notebook")
			for _, want := range tc.want {
				if !strings.Contains(out, want) {
					t.Errorf("%q is missing in %q", want, out)
				}
			}
			if calls, _ := os.ReadFile(filepath.Join(bin, "calls")); string(calls) != tc.calls {
				t.Errorf("apt-get was called with %q", calls)
			}
			if strings.Contains(out, "missing: []") { // again: nothing to do
				os.Remove(filepath.Join(bin, "calls"))
				packages(t, bin, "jupyter-notebook")
				if _, err := os.Stat(filepath.Join(bin, "calls")); err == nil {
					t.Error("apt-get was called a second time")
				}
			}
		})
	}
}
