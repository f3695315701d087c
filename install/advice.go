package install

import (
	"os/exec"
	"runtime"
)

// jupyters says how to get Jupyter: the first row counts whose system it is and whose command is there.
var jupyters = []struct{ system, command, how string }{
	{"linux", "apt-get", "`sudo apt install jupyter-notebook`"},
	{"linux", "dnf", "`sudo dnf install python3-notebook`"},
	{"linux", "pacman", "`sudo pacman -S jupyter-notebook`"},
	{"linux", "", "`pip install notebook` in a virtual environment of Python"},
	{"darwin", "brew", "`brew install jupyterlab`"},
	{"darwin", "", "`brew install jupyterlab` with Homebrew (https://brew.sh), or `pip install notebook` in a virtual environment of Python"},
	{"windows", "py", "`py -m pip install notebook`; `py -m notebook` starts it"},
	{"windows", "", "Python from https://www.python.org/downloads, then `py -m pip install notebook`; `py -m notebook` starts it"},
	{"", "", "`pip install notebook` in a virtual environment of Python"},
}

// withoutJupyter is what else shows notebooks.
const withoutJupyter = "; VS Code brings its own, and `raido notebook` needs none"

// jupyterOn says how to get Jupyter on a system that has some commands.
func jupyterOn(system string, has func(command string) bool) string {
	for _, row := range jupyters {
		if (row.system == system || row.system == "") && (row.command == "" || has(row.command)) {
			return row.how
		}
	}
	return ""
}

// GetJupyter says what to do where no Jupyter is in PATH; it is empty where one is.
func GetJupyter() string {
	has := func(command string) bool {
		_, err := exec.LookPath(command)
		return err == nil
	}
	if has("jupyter-notebook") || has("jupyter-lab") {
		return ""
	}
	return jupyterOn(runtime.GOOS, has) + withoutJupyter
}
