package install

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"raido/lang/system"
)

//go:embed logos
var logos embed.FS

// Options say where a kernelspec goes. With none of SysPrefix and Prefix it goes to the user's own folder.
type Options struct {
	SysPrefix   bool   // into the active virtual or conda environment
	Prefix      string // into PREFIX/share/jupyter/kernels
	Name        string // folder and kernel name; empty for "raido"
	DisplayName string // for people; empty for "Raido (Futhark)", with the name if that is another
	Binary      string // the raido to start; empty for the running one
}

// spec is a kernel.json.
type spec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Metadata      map[string]any    `json:"metadata"`
	Env           map[string]string `json:"env,omitempty"`
}

var validName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// Install writes the kernelspec and returns its folder. Beside it goes what gives editors the colours of Futhark.
func Install(o Options) (string, error) {
	dir, err := o.install()
	if err != nil {
		return "", o.mended(err)
	}
	return dir, nil
}

func (o Options) install() (string, error) {
	dir, err := o.dir()
	if err != nil {
		return "", err
	}
	binary, err := binaryPath(o.Binary)
	if err != nil {
		return "", err
	}
	if err := ours(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("install: %w", err)
	}
	display := o.DisplayName
	if display == "" {
		display = "Raido (Futhark)"
		if name := filepath.Base(dir); name != "raido" { // menus show them side by side
			display = "Raido (Futhark, " + name + ")"
		}
	}
	// Interrupts come as messages: they reach a kernel on another machine and leave programs that a cell
	// started alone. SIGINT works too.
	text, err := json.MarshalIndent(spec{
		Argv:        []string{binary, "kernel", "-f", "{connection_file}"},
		DisplayName: display, Language: "futhark", InterruptMode: "message",
		Metadata: map[string]any{"debugger": false},
	}, "", "  ")
	if err != nil {
		return "", err
	}
	if err := errors.Join(writeLogos(dir), writeEditors(dir)); err != nil {
		return "", err
	}
	return dir, replaceFile(filepath.Join(dir, "kernel.json"), append(text, '\n'))
}

func writeLogos(dir string) error {
	files, err := logos.ReadDir("logos")
	if err != nil {
		return err
	}
	for _, f := range files {
		b, err := logos.ReadFile("logos/" + f.Name())
		if err != nil {
			return err
		}
		if err := replaceFile(filepath.Join(dir, f.Name()), b); err != nil {
			return err
		}
	}
	return nil
}

// replaceFile writes a file whole or not at all.
func replaceFile(path string, b []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".raido-*")
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	_, err = tmp.Write(b)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		os.Remove(tmp.Name())
		return fmt.Errorf("install: %w", err)
	}
	return nil
}

// Uninstall removes the kernelspec and returns the folder it was in. Where there is none, the error is
// os.ErrNotExist.
func Uninstall(o Options) (string, error) {
	dir, err := o.dir()
	if err != nil {
		return "", err
	}
	if err := ours(dir); errors.Is(err, os.ErrNotExist) {
		return dir, err
	} else if err != nil {
		return dir, fmt.Errorf("%w; `jupyter kernelspec uninstall` removes those of any program", err)
	}
	return dir, o.mended(errors.Join(os.RemoveAll(dir), removeExtension(filepath.Dir(filepath.Dir(dir)))))
}

// errForeign says that a folder is not ours to write or to remove.
var errForeign = errors.New("is the kernelspec of another program")

// ours is nil if the folder holds a kernelspec of Raido. One that is not there is os.ErrNotExist; one of
// another program is an error, so that it is neither overwritten nor removed.
func ours(dir string) error {
	s, err := readSpec(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if _, err := os.Stat(dir); err == nil {
			if left, _ := os.ReadDir(dir); len(left) > 0 && !onlyLogos(left) {
				return fmt.Errorf("%s %w (it has no kernel.json)", dir, errForeign)
			}
		}
		return fmt.Errorf("no kernelspec in %s: %w", dir, os.ErrNotExist)
	case err != nil:
		return err
	case s.Language != "futhark" || len(s.Argv) < 2 || s.Argv[1] != "kernel":
		return fmt.Errorf("%s %w (%s)", dir, errForeign, s.DisplayName)
	}
	return nil
}

// onlyLogos reports whether a folder is what an interrupted installation leaves.
func onlyLogos(files []os.DirEntry) bool {
	for _, f := range files {
		if f.Name() != "kernel.js" && !strings.HasPrefix(f.Name(), "logo-") && !strings.HasPrefix(f.Name(), ".raido-") {
			return false
		}
	}
	return true
}

func readSpec(dir string) (spec, error) {
	var s spec
	text, err := os.ReadFile(filepath.Join(dir, "kernel.json"))
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return s, fmt.Errorf("%s: %w", filepath.Join(dir, "kernel.json"), err)
	}
	return s, nil
}

// binaryPath is the absolute path of a binary that will still be there tomorrow.
func binaryPath(given string) (string, error) {
	path := given
	if path == "" {
		var err error
		if path, err = os.Executable(); err != nil {
			return "", fmt.Errorf("install: %w", err)
		}
		if strings.Contains(path, string(filepath.Separator)+"go-build") {
			return "", errors.New("install: `go run` builds a binary that vanishes; build raido first: go build -o raido ./kernel/raido")
		}
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("install: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("install: %w", err)
	}
	if !system.Runs(info) {
		return "", fmt.Errorf("install: %s is not an executable file", path)
	}
	return path, nil
}
