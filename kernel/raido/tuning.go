package main

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"raido/lang/lower"
	"raido/lang/lower/iface"
)

// tuningArgs are the options of commands that set tuning parameters, those that a program names with #[param(NAME)].
type tuningArgs struct {
	Param  map[string]int64 `placeholder:"NAME=VALUE" help:"Set a tuning parameter, one that the program names with #[param(NAME)]."`
	Tuning string           `placeholder:"FILE" help:"Set the tuning parameters in a file of lines NAME=VALUE."`
}

// tuning are the parameters of the file, and of the command line, which count more.
func (t *tuningArgs) tuning() (lower.Tuning, error) {
	out := lower.Tuning{}
	if t.Tuning != "" {
		var err error
		if out, err = tuningFile(t.Tuning); err != nil {
			return nil, err
		}
	}
	for name, n := range t.Param {
		out[name] = n
	}
	return out, nil
}

// tuningFile reads a file of lines NAME=VALUE.
func tuningFile(path string) (lower.Tuning, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("cannot read the tuning file: %v", err)
	}
	out := lower.Tuning{}
	for i, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, number, _ := strings.Cut(line, "=")
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil {
			return nil, usage("%s:%d: want NAME=VALUE with a whole number, got %s", path, i+1, line)
		}
		out[strings.TrimSpace(name)] = n
	}
	return out, nil
}

// tuningBeside are the parameters in PROGRAM.fut.tuning; none if there is no such file.
func tuningBeside(program string) (lower.Tuning, error) {
	path := program + ".tuning"
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return tuningFile(path)
}

// checkParams refuses parameters of the command line that the program does not have.
func (t *tuningArgs) checkParams(path string, f *iface.Iface) error {
	for name := range t.Param {
		if !slices.Contains(f.Tunable, name) {
			has := "none"
			if len(f.Tunable) > 0 {
				has = strings.Join(f.Tunable, ", ")
			}
			return usage("%s in %s has no tuning parameter %s; it has: %s", f.Name, path, name, has)
		}
	}
	return nil
}
