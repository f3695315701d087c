package install

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// Level says how good a finding is.
type Level string

// The levels of a finding.
const (
	Good    Level = "ok"
	Warning Level = "warn"
	Missing Level = "MISSING"
)

// Line is one finding of Doctor.
type Line struct {
	Level   Level
	Subject string // what was looked at
	Found   string
	Fix     string // what to do about it; empty if nothing is to be done
}

// String is the finding on one line.
func (l Line) String() string {
	s := fmt.Sprintf("%-7s  %-10s  %s", l.Level, l.Subject, l.Found)
	if l.Fix != "" {
		s += "  ->  " + l.Fix
	}
	return s
}

// Doctor looks at everything that a notebook needs: the binary, the devices, Jupyter and the kernelspecs.
func Doctor(ctx context.Context) []Line {
	lines := []Line{binary()}
	lines = append(lines, devices(ctx)...)
	lines = append(lines, tools(ctx)...)
	return append(lines, specs()...)
}

// commit is the one that a release is built from: install/release.sh sets it.
var commit string

// Version is the version of Raido that was built: a module version or a commit.
func Version() string {
	if len(commit) >= 12 {
		return commit[:12]
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			version = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+changes"
		}
	}
	if v := info.Main.Version; version == "" && v != "" && v != "(devel)" {
		return v
	}
	if version == "" {
		return "devel"
	}
	return version + dirty
}

func binary() Line {
	path, err := os.Executable()
	if err != nil {
		path = "?"
	}
	return Line{Good, "raido", fmt.Sprintf("%s (%s, %s %s/%s)", path, Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH), ""}
}

// tools looks for the programs of Jupyter. One that shows notebooks is needed, nbconvert is not.
func tools(ctx context.Context) []Line {
	var out []Line
	for _, t := range []struct{ subject, command string }{{"notebook", "jupyter-notebook"}, {"lab", "jupyter-lab"}} {
		if path, err := exec.LookPath(t.command); err == nil {
			out = append(out, Line{Good, t.subject, path + " " + toolVersion(ctx, path), ""})
		}
	}
	if len(out) == 0 {
		out = append(out, Line{Missing, "notebook", "neither jupyter-notebook nor jupyter-lab is in PATH",
			GetJupyter()})
	}
	if path, err := exec.LookPath("jupyter-nbconvert"); err == nil {
		return append(out, Line{Good, "nbconvert", path + " " + toolVersion(ctx, path), ""})
	}
	return append(out, Line{Warning, "nbconvert", "jupyter-nbconvert is not in PATH", "`raido notebook` executes notebooks and makes pages without it"})
}

func toolVersion(ctx context.Context, path string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return "(does not say its version: " + err.Error() + ")"
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return first
}

// Check looks at what the kernelspec at that place needs: that it is there and whole, that it starts a raido which is
// there, and at the surroundings as Doctor does.
func Check(ctx context.Context, o Options) ([]Line, error) {
	dir, err := o.dir()
	if err != nil {
		return nil, err
	}
	lines := append([]Line{binary()}, devices(ctx)...)
	lines = append(lines, tools(ctx)...)
	if err := ours(dir); err != nil {
		return append(lines, Line{Missing, "kernelspec", err.Error(), o.fix(dir, err)}), nil
	}
	again := "run `" + o.command() + "` again"
	lines = append(lines, specLine(dir, again))
	files, err := logos.ReadDir("logos")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if _, err := os.Stat(filepath.Join(dir, f.Name())); err != nil {
			lines = append(lines, Line{Missing, "logo", err.Error(), again})
		}
	}
	if !slices.Contains(searchPath(), filepath.Dir(dir)) {
		lines = append(lines, Line{Warning, "path", "Jupyter does not look into " + filepath.Dir(dir) + " by itself",
			"set JUPYTER_PATH=" + quoted(filepath.Dir(filepath.Dir(dir))) + ", or start the Jupyter of that prefix"})
	}
	return lines, nil
}

// specs lists the kernelspecs of Raido that Jupyter would find.
func specs() []Line {
	var out []Line
	for _, root := range searchPath() {
		dirs, _ := filepath.Glob(filepath.Join(root, "*"))
		for _, dir := range dirs {
			if ours(dir) == nil {
				out = append(out, specLine(dir, "run `raido install` again"))
			}
		}
	}
	if len(out) == 0 {
		return []Line{{Missing, "kernelspec", "Jupyter knows no kernel of Raido", "run `raido install`"}}
	}
	return out
}

// specLine looks at a kernelspec of Raido, which again writes once more.
func specLine(dir, again string) Line {
	self, _ := os.Executable()
	s, _ := readSpec(dir)
	l := Line{Good, "kernelspec", dir + " starts " + s.Argv[0], ""}
	if !filepath.IsAbs(s.Argv[0]) {
		l.Level, l.Fix = Warning, "that depends on the PATH of Jupyter; "+again
	} else if _, err := binaryPath(s.Argv[0]); err != nil {
		l.Level, l.Fix = Missing, "that file cannot be started; "+again
	} else if s.Argv[0] != self {
		l.Level, l.Fix = Warning, "that is not this raido; "+again+" to use this one"
	}
	return l
}
