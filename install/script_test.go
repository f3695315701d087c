package install

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// machine is a PATH with a few tools and stubs, on which packages.sh is tried.
func machine(t *testing.T, stubs map[string]string) (bin string) {
	t.Helper()
	unix(t)
	bin = t.TempDir()
	for _, tool := range []string{"bash", "xargs", "grep", "ls", "env", "cat", "chmod", "touch", "echo", "sort", "dirname", "mkdir", "uname"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Skipf("no %s on this machine", tool)
		}
		if stubs[tool] != "" {
			continue
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

// packages runs install_packages with that PATH, after other words of the shell, and gives its output, what is still missing at the end.
func packages(t *testing.T, bin, before, wanted string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(bin, "bash"), "-euc", ". ./packages.sh; "+before+"install_packages "+wanted+"; echo \"missing: [$missing]\"")
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
		{"no apt", map[string]string{"id": user}, []string{"Missing: jupyter-notebook\n", "pip install notebook", "missing: [jupyter-notebook]"}, ""},
		{"root", map[string]string{"id": root, "apt-get": apt}, []string{"Installing with apt: jupyter-notebook", "missing: []"},
			"update -q\ninstall -y -q --no-install-recommends jupyter-notebook\n"},
		{"sudo", map[string]string{"id": user, "apt-get": apt, "sudo": `[ "$1" = -n ] && shift; [ "$1" = true ] || exec "$@"`}, []string{"missing: []"},
			"update -q\ninstall -y -q --no-install-recommends jupyter-notebook\n"},
		{"neither root nor sudo", map[string]string{"id": user, "apt-get": apt}, []string{"As root: apt-get install jupyter-notebook", "missing: [jupyter-notebook]"}, ""},
		{"apt fails", map[string]string{"id": root, "apt-get": broken}, []string{"As root: apt-get install", "missing: [jupyter-notebook]"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bin := machine(t, tc.stubs)
			out := packages(t, bin, "", "jupyter-notebook")
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
				packages(t, bin, "", "jupyter-notebook")
				if _, err := os.Stat(filepath.Join(bin, "calls")); err == nil {
					t.Error("apt-get was called a second time")
				}
			}
		})
	}
}

const mac = "echo Darwin"

// TestHomebrew: on macOS packages come from Homebrew, and OpenCL is Apple's.
func TestHomebrew(t *testing.T) {
	const (
		brew   = `echo "$@" >> $BIN/calls; touch $BIN/jupyter-lab $BIN/node $BIN/npm; chmod +x $BIN/jupyter-lab $BIN/n*`
		all    = "pocl-opencl-icd ocl-icd-libopencl1 jupyter-notebook nodejs npm"
		apples = "apple_opencl() { true; }; "
	)
	for _, tc := range []struct {
		name, before string
		stubs        map[string]string
		want, calls  string
	}{
		{"Apple's OpenCL", apples, map[string]string{"uname": mac, "brew": brew}, "missing: []", "install -q jupyterlab node\n"},
		{"no OpenCL", "have_opencl_loader() { false; }; have_opencl_driver() { false; }; ", map[string]string{"uname": mac, "brew": brew}, "missing: [pocl-opencl-icd ocl-icd-libopencl1]", "install -q jupyterlab node\n"},
		{"no Homebrew", apples, map[string]string{"uname": mac}, "brew install jupyterlab", ""},
		{"Homebrew fails", apples, map[string]string{"uname": mac, "brew": "exit 1"}, "That did not work: brew install jupyterlab node", ""},
		{"Homebrew on Linux", apples, map[string]string{"brew": brew}, "missing: [jupyter-notebook nodejs npm]", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bin := machine(t, tc.stubs)
			out := packages(t, bin, tc.before, all)
			if calls, _ := os.ReadFile(filepath.Join(bin, "calls")); !strings.Contains(out, tc.want) || string(calls) != tc.calls {
				t.Errorf("%q, want %q; brew was called with %q", out, tc.want, calls)
			}
		})
	}
}

// TestNotebookScript: what is called and what is said on machines that have this and that. The stub of go makes a raido that says what it is asked.
func TestNotebookScript(t *testing.T) {
	const (
		build = `[ "$1" = build ]; printf '#!/bin/sh\necho raido "$@"\n' > raido; chmod +x raido`
		start = `echo "${0##*/} $@"`
	)
	for _, tc := range []struct {
		name   string
		stubs  map[string]string
		args   []string
		status int
		want   []string
	}{
		{"no Go", map[string]string{}, nil, 1, []string{"https://go.dev/dl/"}},
		{"Notebook", map[string]string{"go": build, "jupyter-notebook": start}, []string{"--port=1"}, 0,
			[]string{"raido install\n", "jupyter-notebook --notebook-dir=", "/notebooks --port=1\n"}},
		{"root", map[string]string{"go": build, "jupyter-notebook": start, "id": "echo 0"}, nil, 0, []string{"jupyter-notebook --allow-root --notebook-dir="}},
		{"JupyterLab of Homebrew", map[string]string{"go": build, "uname": mac, "brew": `printf '#!/bin/sh\necho lab "$@"\n' > $BIN/jupyter-lab; chmod +x $BIN/jupyter-lab`}, nil, 0,
			[]string{"Installing with Homebrew: jupyterlab\n", "raido install\n", "lab --notebook-dir="}},
		{"a module of Python", map[string]string{"go": build, "python3": start}, nil, 0, []string{"raido install\n", "python3 -m notebook --notebook-dir="}},
		{"no Jupyter", map[string]string{"go": build}, nil, 1, []string{"pip install notebook", "raido install\n", "The rest works", "raido notebook"}},
		{"all notebooks, without Jupyter", map[string]string{"go": build}, []string{"--execute"}, 0, []string{"raido notebook ", "a b.ipynb --timeout 10m --html", "out/html/a b.html\n"}},
		{"a notebook fails", map[string]string{"go": `printf '#!/bin/sh\nexit 1\n' > raido; chmod +x raido`}, []string{"--execute"}, 1, []string{"Failed: a b.ipynb"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.stubs["id"] == "" {
				tc.stubs["id"] = "echo 1000"
			}
			bin, root := machine(t, tc.stubs), t.TempDir()
			for _, name := range []string{"notebook.sh", "packages.sh"} {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				os.MkdirAll(filepath.Join(root, "install"), 0o755)
				os.WriteFile(filepath.Join(root, "install", name), text, 0o755)
			}
			os.Mkdir(filepath.Join(root, "notebooks"), 0o755)
			os.WriteFile(filepath.Join(root, "notebooks", "a b.ipynb"), nil, 0o644)
			cmd := exec.Command(filepath.Join(bin, "bash"), append([]string{filepath.Join(root, "install", "notebook.sh")}, tc.args...)...)
			cmd.Env = []string{"PATH=" + bin, "BIN=" + bin}
			said, _ := cmd.CombinedOutput()
			out := string(said)
			if cmd.ProcessState.ExitCode() != tc.status {
				t.Errorf("status %d, want %d", cmd.ProcessState.ExitCode(), tc.status)
			}
			for _, want := range tc.want { // in this order
				_, rest, found := strings.Cut(out, want)
				if !found {
					t.Fatalf("no %q, or not there, in\n%s", want, said)
				}
				out = rest
			}
		})
	}
}

// TestOldShell: the scripts for users keep to what bash 3.2 has.
func TestOldShell(t *testing.T) {
	newer := regexp.MustCompile(`\b(mapfile|readarray|coproc)\b|declare -A|local -n|\|&|&>>|\$\{\w+(,|\^|@)|"\$\{\w+\[@\]\}"|xargs -r|sed -i|readlink -f|realpath`)
	for _, name := range []string{"notebook.sh", "packages.sh", "release.sh", "../tests/run.sh"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range newer.FindAllString(string(text), -1) {
			t.Errorf("%s uses %s", name, found)
		}
	}
}
