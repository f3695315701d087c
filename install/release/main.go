package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// target is what a binary is built for.
type target struct{ system, architecture string }

func (t target) String() string { return t.system + "/" + t.architecture }

// targets are all there are.
var targets = []target{{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}}

// release is what is to be built, of the files in the working folder.
type release struct {
	out     string
	commit  string
	version string
	time    time.Time // of the commit; files in archives have it
	targets []target
}

func main() {
	r, err := parse(os.Args[1:])
	if err == nil {
		err = r.build()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func parse(args []string) (release, error) {
	var r release
	flags := flag.NewFlagSet("release", flag.ExitOnError)
	flags.StringVar(&r.out, "out", "out/release", "the folder that archives go into")
	flags.StringVar(&r.commit, "commit", "", "the commit that the files are of")
	seconds := flags.Int64("time", 0, "its time, in seconds since 1970")
	flags.Func("target", "SYSTEM/ARCHITECTURE; all if none is given", func(s string) error {
		system, architecture, _ := strings.Cut(s, "/")
		t := target{system, architecture}
		if !slices.Contains(targets, t) {
			return fmt.Errorf("the targets are %v", targets)
		}
		r.targets = append(r.targets, t)
		return nil
	})
	flags.Parse(args)
	if r.commit == "" || *seconds == 0 || flags.NArg() > 0 {
		return r, errors.New("call install/release.sh, which knows the commit and its time")
	}
	if len(r.targets) == 0 {
		r.targets = targets
	}
	r.time = time.Unix(*seconds, 0).UTC()
	changes, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return r, err
	}
	r.version, err = versionOf(string(changes))
	return r, err
}

// versionOf is the version on top of the list of changes.
func versionOf(changes string) (string, error) {
	m := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)$`).FindStringSubmatch(changes)
	if m == nil {
		return "", errors.New("CHANGELOG.md names no version")
	}
	return m[1], nil
}

// build makes the archives and the checksums.
func (r release) build() error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	licences, err := licences()
	if err != nil {
		return err
	}
	common, err := files()
	if err != nil {
		return err
	}
	common = append(common, entry{name: "THIRD-PARTY.txt", data: licences})
	var made []string
	for _, t := range r.targets {
		binary, err := r.binary(t)
		if err != nil {
			return err
		}
		path := filepath.Join(r.out, r.name(t)+extension(t))
		if err := r.archive(path, t, append(slices.Clone(common), binary)); err != nil {
			return err
		}
		made = append(made, path)
		fmt.Println(path)
	}
	return sums(filepath.Join(r.out, "SHA256SUMS"), made)
}

// name is the name of an archive, and of the one folder in it.
func (r release) name(t target) string {
	return fmt.Sprintf("raido-%s-%s-%s", r.version, t.system, t.architecture)
}

// files are those of the repository that are in each archive.
func files() ([]entry, error) {
	var out []entry
	for _, pattern := range []string{"README.md", "CHANGELOG.md", "notebooks/*.ipynb", "notebooks/pictures/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("there is no %s", pattern)
		}
		for _, path := range found {
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			out = append(out, entry{name: filepath.ToSlash(path), data: data})
		}
	}
	return out, nil
}
