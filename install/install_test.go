package install

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"raido/lang/system"
)

// home makes an empty home for the test and a binary in it.
func home(t *testing.T) (dir, binary string) {
	t.Helper()
	dir = t.TempDir()
	for name, value := range map[string]string{"HOME": dir, "USERPROFILE": dir, "LOCALAPPDATA": "", "JUPYTER_DATA_DIR": "", "XDG_DATA_HOME": "", "JUPYTER_PATH": "", "JUPYTER_CONFIG_DIR": "", "JUPYTER_PLATFORM_DIRS": "", "APPDATA": "", "VIRTUAL_ENV": "", "CONDA_PREFIX": ""} {
		t.Setenv(name, value)
	}
	binary = filepath.Join(dir, program("raido"))
	if err := os.WriteFile(binary, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, binary
}

// program is what a program of that name is called here.
func program(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return name
}

// unix skips a test where there is no sh.
func unix(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it calls scripts of sh")
	}
}

// userFolder is Jupyter's folder in a home.
func userFolder() string {
	switch runtime.GOOS {
	case "windows":
		return ".jupyter/data"
	case "darwin":
		return "Library/Jupyter"
	}
	return ".local/share/jupyter"
}

func TestInstallAndUninstall(t *testing.T) {
	dir, binary := home(t)
	xdg := userFolder() // which only some systems ask for
	if runtime.GOOS == "linux" {
		xdg = "xdg/jupyter"
	}
	for _, tc := range []struct {
		o    Options
		env  [2]string
		want string
	}{
		{Options{}, [2]string{"XDG_DATA_HOME", dir + "/xdg"}, xdg + "/kernels/raido"},
		{Options{}, [2]string{}, userFolder() + "/kernels/raido"},
		{Options{Name: "Other-1.2_x"}, [2]string{}, userFolder() + "/kernels/other-1.2_x"},
		{Options{Prefix: dir + "/p"}, [2]string{}, "p/share/jupyter/kernels/raido"},
		{Options{SysPrefix: true}, [2]string{"VIRTUAL_ENV", dir + "/venv"}, "venv/share/jupyter/kernels/raido"},
		{Options{}, [2]string{"JUPYTER_DATA_DIR", dir + "/data"}, "data/kernels/raido"},
	} {
		if tc.env[0] != "" {
			t.Setenv(tc.env[0], tc.env[1])
		}
		tc.o.Binary = binary
		for range 2 { // twice is once
			got, err := Install(tc.o)
			if err != nil || got != filepath.Join(dir, tc.want) {
				t.Fatalf("%+v: %s, %v", tc.o, got, err)
			}
		}
		where := filepath.Join(dir, tc.want)
		files, _ := os.ReadDir(where)
		var names []string
		for _, f := range files {
			names = append(names, f.Name())
		}
		if want := []string{"kernel.js", "kernel.json", "logo-32x32.png", "logo-64x64.png", "logo-svg.svg"}; !slices.Equal(names, want) {
			t.Errorf("%s holds %v", where, names)
		}
		lab := filepath.Join(where, "../../labextensions/raido-futhark")
		if entry, err := os.ReadFile(filepath.Join(lab, "static/remoteEntry.js")); err != nil || strings.Contains(string(entry), "export") || !strings.Contains(string(entry), "const futhark") {
			t.Errorf("extension: %v", err)
		}
		if got, err := Uninstall(tc.o); err != nil || got != where {
			t.Errorf("uninstall: %s, %v", got, err)
		}
		if _, err := os.Stat(where); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there", where)
		}
		if _, err := os.Stat(lab); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there", lab)
		}
		if _, err := Uninstall(tc.o); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("uninstall again: %v", err)
		}
		if tc.env[0] != "" {
			t.Setenv(tc.env[0], "")
		}
	}
}

func TestSpec(t *testing.T) {
	_, binary := home(t)
	wd, _ := os.Getwd()
	rel, err := filepath.Rel(wd, binary)
	if err != nil {
		t.Skipf("no relative path: %v", err) // they are on two drives
	}
	dir, err := Install(Options{Binary: rel, DisplayName: "My kernel"})
	if err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(filepath.Join(dir, "kernel.json"))
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	argv, _ := json.Marshal(s["argv"])
	if want, _ := json.Marshal([]string{binary, "kernel", "-f", "{connection_file}"}); string(argv) != string(want) {
		t.Errorf("argv %s, want %s", argv, want)
	}
	if s["display_name"] != "My kernel" || s["language"] != "futhark" || s["interrupt_mode"] != "message" {
		t.Errorf("%s", text)
	}
}

// TestNamesForPeople: kernels of several names can be told apart in menus.
func TestNamesForPeople(t *testing.T) {
	_, binary := home(t)
	for _, tc := range []struct {
		o    Options
		want string
	}{
		{Options{}, "Raido (Futhark)"}, {Options{Name: "Raido"}, "Raido (Futhark)"}, {Options{Name: "Dev-2"}, "Raido (Futhark, dev-2)"},
		{Options{Name: "dev", DisplayName: "Mine"}, "Mine"},
	} {
		tc.o.Binary = binary
		dir, err := Install(tc.o)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := readSpec(dir); err != nil || s.DisplayName != tc.want {
			t.Errorf("%+v is called %q, %v", tc.o, s.DisplayName, err)
		}
	}
}

func TestForeignKernelspecsAreLeftAlone(t *testing.T) {
	dir, binary := home(t)
	where := filepath.Join(dir, userFolder(), "kernels/raido")
	for name, text := range map[string]string{
		"kernel.json": `{"argv":["python","-m","ipykernel"],"display_name":"Python","language":"python"}`,
		"notes.txt":   "mine",
	} {
		os.MkdirAll(where, 0o755)
		path := filepath.Join(where, name)
		os.WriteFile(path, []byte(text), 0o644)
		if _, err := Install(Options{Binary: binary}); err == nil || !strings.Contains(err.Error(), "raido install --name raido-futhark") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Uninstall(Options{}); err == nil {
			t.Errorf("%s: removed", name)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%s: %q", name, got)
		}
		os.RemoveAll(where)
	}
}

func TestRefusals(t *testing.T) {
	dir, binary := home(t)
	plain := filepath.Join(dir, "plain")
	os.WriteFile(plain, nil, 0o644)
	os.WriteFile(filepath.Join(dir, "file"), nil, 0o644)
	for want, o := range map[string]Options{
		"only letters":            {Binary: binary, Name: "../evil"},
		"letters, digits":         {Binary: binary, Name: ".."},
		"no virtual":              {Binary: binary, SysPrefix: true},
		"exclude each other":      {Binary: binary, SysPrefix: true, Prefix: dir},
		"no such file":            {Binary: filepath.Join(dir, "nowhere")},
		"not an executable":       {Binary: plain},
		"is not an executable":    {Binary: dir},
		"not a directory":         {Binary: binary, Prefix: filepath.Join(dir, "file")},
		"builds a binary that va": {},
	} {
		if _, err := Install(o); err == nil || !strings.Contains(err.Error(), want) && runtime.GOOS != "windows" { // where the system says it in other words
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
}

func TestDoctor(t *testing.T) {
	_, binary := home(t)
	find := func(subject string) []Line {
		var out []Line
		for _, l := range Doctor(context.Background()) {
			if strings.Contains(l.String(), "\n") {
				t.Errorf("more than one line: %q", l)
			}
			if l.Level != Good && l.Fix == "" {
				t.Errorf("no way out: %s", l)
			}
			if l.Subject == subject {
				out = append(out, l)
			}
		}
		return out
	}
	t.Setenv("PATH", t.TempDir())
	if l := find("notebook"); len(l) != 1 || l[0].Level != Missing {
		t.Errorf("without Jupyter: %v", l)
	}
	if l := find("OpenCL"); len(l) == 0 {
		t.Error("nothing about OpenCL")
	}
	spec := func(want Level) {
		t.Helper()
		if l := find("kernelspec"); len(l) != 1 || l[0].Level != want {
			t.Errorf("kernelspecs: %v, want %s", l, want)
		}
	}
	spec(Missing)
	if _, err := Install(Options{Binary: binary}); err != nil {
		t.Fatal(err)
	}
	spec(Warning) // it starts another raido than the running one
	os.Remove(binary)
	spec(Missing)
}

func TestCheck(t *testing.T) {
	unix(t)
	dir, binary := home(t)
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "jupyter-lab"), []byte("#!/bin/sh\necho 4.0\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	look := func(o Options) string {
		t.Helper()
		lines, err := Check(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, l := range lines {
			if l.Level != Good && l.Fix == "" {
				t.Errorf("no way out: %s", l)
			}
			out = append(out, l.String())
		}
		return strings.Join(out, "\n")
	}
	wants := func(text string, wanted ...string) {
		t.Helper()
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				t.Errorf("no %q in\n%s", w, text)
			}
		}
	}
	o := Options{Binary: binary, Prefix: filepath.Join(dir, "p")}
	wants(look(o), "jupyter-lab 4.0", "MISSING  kernelspec")
	where, err := Install(o)
	if err != nil {
		t.Fatal(err)
	}
	text := look(o)
	wants(text, where+" starts "+binary, "JUPYTER_PATH="+filepath.Join(dir, "p/share/jupyter"))
	if strings.Contains(text, "MISSING") {
		t.Errorf("installed, and yet\n%s", text)
	}
	os.Remove(filepath.Join(where, "logo-svg.svg"))
	os.Remove(binary)
	wants(look(o), "MISSING  logo", "cannot be started")
	if _, err := Check(context.Background(), Options{Name: "../x"}); err == nil {
		t.Error("a bad name is checked")
	}
}

// TestExtensionIsShared: the extension of JupyterLab stays as long as a kernel in the same place wants it.
func TestExtensionIsShared(t *testing.T) {
	dir, binary := home(t)
	o := Options{Prefix: dir, Binary: binary}
	other := Options{Prefix: dir, Binary: binary, Name: "other"}
	for _, o := range []Options{o, other} {
		if _, err := Install(o); err != nil {
			t.Fatal(err)
		}
	}
	lab := filepath.Join(dir, "share/jupyter/labextensions/raido-futhark/package.json")
	if _, err := Uninstall(o); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(lab); err != nil {
		t.Error(err)
	}
	if _, err := Uninstall(other); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(lab); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}

// TestOddPlaces: folders, names for people and binaries with spaces, quotes and letters of any script.
func TestOddPlaces(t *testing.T) {
	unix(t)
	dir, binary := home(t)
	odd := filepath.Join(dir, "Büro 'Süd' – 日本", "it's")
	if err := os.MkdirAll(odd, 0o755); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(odd, program("my raido"))
	if err := os.Rename(binary, moved); err != nil {
		t.Fatal(err)
	}
	o := Options{Prefix: odd, Binary: moved, DisplayName: `Futhark "ü" \ <b>`}
	where, err := Install(o)
	if err != nil || where != filepath.Join(odd, "share/jupyter/kernels/raido") {
		t.Fatalf("%s, %v", where, err)
	}
	s, err := readSpec(where)
	if err != nil || s.Argv[0] != moved || s.DisplayName != o.DisplayName {
		t.Errorf("%+v, %v", s, err)
	}
	cmd := exec.Command("sh", "-c", `raido() { test "$3" = "$ODD" && test "$5" = "$SHOWN"; }; `+o.command())
	cmd.Env = append(os.Environ(), "ODD="+odd, "SHOWN="+o.DisplayName)
	if err := cmd.Run(); err != nil {
		t.Errorf("the command %s means something else: %v", o.command(), err)
	}
	if _, err := Uninstall(o); err != nil {
		t.Error(err)
	}
}

// TestMending: what is wrong comes with the command that mends it.
func TestMending(t *testing.T) {
	unix(t)
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	dir, binary := home(t)
	foreign := filepath.Join(dir, "a b")
	where := filepath.Join(foreign, "share/jupyter/kernels/raido")
	os.MkdirAll(where, 0o755)
	os.WriteFile(filepath.Join(where, "kernel.json"), []byte(`{"argv":["python"],"display_name":"Py","language":"python"}`), 0o644)
	for _, tc := range []struct {
		o    Options
		want string
	}{
		{Options{}, "run `raido install`"},
		{Options{Prefix: dir + "/p", Name: "fut", DisplayName: "My F"}, "run `raido install --prefix " + dir + "/p --name fut --display-name 'My F'`"},
		{Options{Prefix: foreign}, "run `raido install --prefix '" + foreign + "' --name raido-futhark`"},
	} {
		lines, err := Check(context.Background(), tc.o)
		if err != nil {
			t.Fatal(err)
		}
		if last := lines[len(lines)-1]; last.Level != Missing || !strings.HasPrefix(last.Fix, tc.want) {
			t.Errorf("%+v: %s\nwant %s", tc.o, last, tc.want)
		}
	}
	if _, err := Uninstall(Options{Prefix: foreign}); err == nil || !strings.Contains(err.Error(), "jupyter kernelspec uninstall") {
		t.Errorf("%v", err)
	}
	locked := filepath.Join(dir, "locked")
	os.Mkdir(locked, 0o555)
	o := Options{Prefix: locked, Binary: binary}
	if system.Writable(locked) != nil { // not for root
		if _, err := Install(o); err == nil || !strings.Contains(err.Error(), "--user") {
			t.Errorf("a locked folder: %v", err)
		}
		if fix := o.fix(filepath.Join(locked, "x"), os.ErrNotExist); !strings.Contains(fix, locked+" cannot be written") {
			t.Error(fix)
		}
	}
	if err := o.mended(&fs.PathError{Op: "mkdir", Path: "/usr/x", Err: fs.ErrPermission}); !strings.Contains(err.Error(), "sudo") {
		t.Error(err)
	}
}
