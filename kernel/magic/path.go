package magic

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"raido/lang/diag"
	"raido/lang/system"
)

// Paths among the arguments of magics.

// unquoted takes the white space and the double quotes around a path away.
func unquoted(path string) string {
	path = strings.TrimSpace(path)
	if n := len(path); n >= 2 && path[0] == '"' && path[n-1] == '"' {
		return path[1 : n-1]
	}
	return path
}

// expand replaces ~ in front of a path by the home folder.
func expand(path string) string {
	if home, err := os.UserHomeDir(); err == nil && (path == "~" || strings.HasPrefix(path, "~/")) {
		return filepath.Join(home, path[1:])
	}
	return path
}

// fileError says why a file cannot be used.
func fileError(at diag.Span, path string, err error) error {
	why := err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		why = p.Err.Error()
	}
	if system.Full(err) {
		why = "the disk is full; what stood there is as it was"
	}
	d := usage(at, "%s cannot be used: %s", path, why)
	if errors.Is(err, fs.ErrNotExist) {
		d.Msg = fmt.Sprintf("there is no %s", path)
		folder := filepath.Dir(expand(path))
		if _, e := os.Stat(folder); e != nil {
			d.Msg = fmt.Sprintf("%s cannot be used: there is no folder %s", path, filepath.Dir(path))
		}
		if here, e := os.Getwd(); e == nil && !filepath.IsAbs(expand(path)) {
			d.Hint = "paths are relative to " + here
		}
		if d.Hint == "" {
			d.Hint = "!ls " + filepath.Dir(folder) + " lists what is there"
		}
		if near := diag.Nearest(filepath.Base(path), siblings(path)); near != "" {
			d.Hint = "did you mean " + filepath.Join(filepath.Dir(path), near) + "?"
		}
	}
	return d
}

// siblings are the names in the folder of a path.
func siblings(path string) []string {
	found, _ := os.ReadDir(filepath.Dir(expand(path)))
	var out []string
	for _, f := range found {
		out = append(out, f.Name())
	}
	return out
}

// maxPaths bounds how many paths are offered.
const maxPaths = 200

// filePaths offers the paths that begin with prefix.
func filePaths(prefix string) []Match { return paths(prefix, false) }

// folders offers the folders that begin with prefix.
func folders(prefix string) []Match { return paths(prefix, true) }

func paths(prefix string, foldersOnly bool) []Match {
	dir, base := filepath.Split(prefix)
	if prefix == "~" {
		return []Match{{Text: "~/", Kind: "path"}}
	}
	in := expand(dir)
	if in == "" {
		in = "."
	}
	found, _ := os.ReadDir(in)
	var out []Match
	for _, f := range found {
		name := f.Name()
		if !strings.HasPrefix(name, base) || base == "" && strings.HasPrefix(name, ".") {
			continue
		}
		info, err := os.Stat(filepath.Join(in, name)) // through links
		isDir := err == nil && info.IsDir()
		if foldersOnly && !isDir {
			continue
		}
		if isDir {
			name += "/"
		}
		if out = append(out, Match{Text: dir + name, Kind: "path"}); len(out) == maxPaths {
			break
		}
	}
	return out
}

// envNames offers the names of the environment.
func envNames(prefix string) []Match { return words(variables()...)(prefix) }
