package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// dir is the folder of the kernelspec.
func (o Options) dir() (string, error) {
	name := strings.ToLower(o.Name)
	if name == "" {
		name = "raido"
	}
	if !validName.MatchString(name) || strings.Trim(name, ".") == "" {
		return "", fmt.Errorf("kernel name %q: only letters, digits, '-', '_' and '.' are allowed", o.Name)
	}
	if o.SysPrefix && o.Prefix != "" {
		return "", errors.New("--sys-prefix and --prefix exclude each other")
	}
	root, err := userData()
	switch {
	case o.Prefix != "":
		root, err = filepath.Abs(o.Prefix)
		root = filepath.Join(root, "share", "jupyter")
	case o.SysPrefix:
		root, err = environment()
	}
	if err != nil {
		return "", err
	}
	return filepath.Join(root, "kernels", name), nil
}

// userData is Jupyter's data folder of the user, as jupyter_core finds it.
func userData() (string, error) { return userDataOn(runtime.GOOS) }

// userDataOn is the same on another system. JUPYTER_PLATFORM_DIRS asks for the folders that the makers of systems suggest, where Jupyter has others.
func userDataOn(system string) (string, error) {
	if d := os.Getenv("JUPYTER_DATA_DIR"); d != "" {
		return filepath.Abs(d)
	}
	suggested := suggestedFolders()
	switch appData, local := os.Getenv("APPDATA"), os.Getenv("LOCALAPPDATA"); {
	case system != "windows":
	case suggested && local != "":
		return filepath.Join(local, "Jupyter"), nil
	case !suggested && appData != "":
		return filepath.Join(appData, "jupyter"), nil
	}
	if d := os.Getenv("XDG_DATA_HOME"); d != "" && system != "darwin" && system != "windows" {
		return filepath.Join(d, "jupyter"), nil
	}
	if d := os.Getenv("JUPYTER_CONFIG_DIR"); d != "" && system == "windows" && !suggested {
		return filepath.Join(d, "data"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no home folder: %w; --prefix says where to install", err)
	}
	switch {
	case system == "darwin" && suggested:
		return filepath.Join(home, "Library", "Application Support", "Jupyter"), nil
	case system == "darwin":
		return filepath.Join(home, "Library", "Jupyter"), nil
	case system == "windows" && suggested:
		return filepath.Join(home, "AppData", "Local", "Jupyter"), nil
	case system == "windows":
		return filepath.Join(home, ".jupyter", "data"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}

// suggestedFolders reports whether Jupyter is told to use them.
func suggestedFolders() bool {
	v, set := os.LookupEnv("JUPYTER_PLATFORM_DIRS")
	return set && !slices.Contains([]string{"no", "n", "false", "off", "0", "0.0", ""}, strings.ToLower(v))
}

// DataFolder is where Raido keeps what is the user's own, within Jupyter's data folder.
func DataFolder() (string, error) {
	root, err := userData()
	return filepath.Join(root, "raido"), err
}

// environment is the data folder of the active Python environment.
func environment() (string, error) {
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if d := os.Getenv(name); d != "" {
			return filepath.Join(d, "share", "jupyter"), nil
		}
	}
	return "", errors.New("--sys-prefix: no virtual or conda environment is active (VIRTUAL_ENV and CONDA_PREFIX are not set); use --user or --prefix")
}

// searchPath lists the folders in which Jupyter looks for kernels, the user's first.
func searchPath() []string {
	roots := filepath.SplitList(os.Getenv("JUPYTER_PATH"))
	if d, err := userData(); err == nil {
		roots = append(roots, d)
	}
	if d, err := environment(); err == nil {
		roots = append(roots, d)
	}
	if runtime.GOOS == "windows" {
		roots = append(roots, filepath.Join(os.Getenv("PROGRAMDATA"), "jupyter"))
	} else {
		roots = append(roots, "/usr/local/share/jupyter", "/usr/share/jupyter")
	}
	for i, r := range roots {
		roots[i] = filepath.Join(r, "kernels")
	}
	return roots
}
