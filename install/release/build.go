package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// settings are what a build of Go may depend on beside the source; each is set, so that none comes from the user.
func settings(t target) []string {
	return []string{"GOOS=" + t.system, "GOARCH=" + t.architecture, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off"}
}

// goTool runs the command go and gives its output.
func goTool(t target, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), settings(t)...), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s for %v: %w", strings.Join(args, " "), t, err)
	}
	return string(out), nil
}

// binary builds the command. Paths of this machine (-trimpath), the state of its repository (-buildvcs) and the
// link's own name (-buildid) stay out of it; the commit goes in.
func (r release) binary(t target) (entry, error) {
	dir, err := os.MkdirTemp("", "raido-release-")
	if err != nil {
		return entry{}, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "raido")
	if _, err := goTool(t, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid= -X raido/install.commit="+r.commit, "-o", path, "./kernel/raido"); err != nil {
		return entry{}, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return entry{}, err
	}
	name := "raido"
	if t.system == "windows" {
		name = "raido.exe"
	}
	return entry{name: name, data: data, runs: true}, nil
}
