package install

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Folders are those that Jupyter's own library says, on every system and with every variable.
const askJupyter = `
import json, os, pathlib, sys
import jupyter_core.paths as p
out = []
for system, env in json.load(sys.stdin):
    for name in list(os.environ):
        if name.startswith(("JUPYTER", "XDG", "APPDATA")):
            del os.environ[name]
    os.environ.update(env)
    sys.platform, os.name, p.Path = {"linux": ("linux", "posix"), "darwin": ("darwin", "posix"), "windows": ("win32", "nt")}[system] + (pathlib.PosixPath,)
    out.append(p.jupyter_data_dir())
os.name = "posix"
json.dump(out, sys.stdout)
`

func TestFoldersAreJupyters(t *testing.T) {
	const python = "/usr/bin/python3" // Debian's, for which apt installs jupyter_core
	if out, err := exec.Command(python, "-c", "import jupyter_core.paths").CombinedOutput(); err != nil {
		t.Skipf("jupyter_core is not there for %s: %s", python, out)
	}
	dir, _ := home(t)
	names := []string{"JUPYTER_DATA_DIR", "XDG_DATA_HOME", "APPDATA", "JUPYTER_CONFIG_DIR"}
	var asked [][2]any
	var got []string
	for _, system := range []string{"linux", "darwin", "windows"} {
		for set := range 1 << len(names) {
			env := map[string]string{}
			for i, name := range names {
				if os.Unsetenv(name); set>>i&1 == 1 {
					env[name] = filepath.Join(dir, name)
					os.Setenv(name, env[name])
				}
			}
			folder, err := userDataOn(system)
			if err != nil {
				t.Fatal(err)
			}
			asked, got = append(asked, [2]any{system, env}), append(got, folder)
		}
	}
	question, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	ask := exec.Command(python, "-c", askJupyter)
	in, _ := ask.StdinPipe()
	go func() { in.Write(question); in.Close() }()
	said, err := ask.Output()
	var want []string
	if err != nil || json.Unmarshal(said, &want) != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for i, w := range want {
		if got[i] != w {
			t.Errorf("%v: %s, but Jupyter has %s", asked[i], got[i], w)
		}
	}
}

// TestSuggestedFolders: where JUPYTER_PLATFORM_DIRS asks for them.
func TestSuggestedFolders(t *testing.T) {
	dir, _ := home(t)
	t.Setenv("APPDATA", filepath.Join(dir, "Roaming"))
	t.Setenv("LOCALAPPDATA", filepath.Join(dir, "Local"))
	for _, tc := range []struct{ system, asked, want string }{
		{"linux", "1", ".local/share/jupyter"}, {"darwin", "1", "Library/Application Support/Jupyter"}, {"windows", "yes", "Local/Jupyter"},
		{"darwin", "0", "Library/Jupyter"}, {"windows", "off", "Roaming/jupyter"},
	} {
		t.Setenv("JUPYTER_PLATFORM_DIRS", tc.asked)
		if got, err := userDataOn(tc.system); err != nil || got != filepath.Join(dir, tc.want) {
			t.Errorf("%+v: %s, %v", tc, got, err)
		}
	}
}
