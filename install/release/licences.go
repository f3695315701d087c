package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// module is one that a binary is linked from.
type module struct {
	name, version, dir string
	texts              []text
}

// text is a file that says under which licence a module is.
type text struct {
	name, words string
	kinds       []string // identifiers of SPDX
}

// licences is the list of the modules that any of the binaries is linked from, with their texts.
func licences() ([]byte, error) {
	modules, err := modules()
	if err != nil {
		return nil, err
	}
	for i := range modules {
		if err := modules[i].read(); err != nil {
			return nil, err
		}
	}
	return list(modules), nil
}

// modules are those of all targets, the library of Go first.
func modules() ([]module, error) {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}`
	seen := map[string]bool{}
	var out []module
	for _, t := range targets {
		listed, err := goTool(t, "list", "-deps", "-f", format, "./kernel/raido")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(listed) {
			if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 && !seen[f[0]] {
				seen[f[0]] = true
				out = append(out, module{name: f[0], version: f[1], dir: f[2]})
			}
		}
	}
	slices.SortFunc(out, func(a, b module) int { return cmp.Compare(a.name, b.name) })
	root, err := goTool(targets[0], "env", "GOROOT")
	library := module{name: "std", version: runtime.Version(), dir: strings.TrimSpace(root)}
	return append([]module{library}, out...), err
}

var licenceName = regexp.MustCompile(`(?i)^(un)?licen[cs]es?|^copying|^copyright|^notice|^patents`)

// read collects the texts from the folder of the module, those in a folder of licences too.
func (m *module) read() error {
	found, err := os.ReadDir(m.dir)
	if err != nil {
		return err
	}
	known := false
	for _, f := range found {
		if !licenceName.MatchString(f.Name()) {
			continue
		}
		paths := []string{filepath.Join(m.dir, f.Name())}
		if f.IsDir() {
			if paths, err = filepath.Glob(filepath.Join(paths[0], "*")); err != nil {
				return err
			}
		}
		for _, path := range paths {
			words, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(m.dir, path)
			if err != nil {
				return err
			}
			t := text{name: filepath.ToSlash(name), words: strings.ReplaceAll(string(words), "\r\n", "\n"), kinds: kinds(words)}
			known = known || len(t.kinds) > 0
			m.texts = append(m.texts, t)
		}
	}
	if !known {
		return fmt.Errorf("%s %s has no licence that is known, in %s", m.name, m.version, m.dir)
	}
	return nil
}

// kinds are the licences whose text it is.
func kinds(words []byte) (out []string) {
	for _, found := range licensecheck.Scan(words).Match {
		if !found.IsURL && !slices.Contains(out, found.ID) {
			out = append(out, found.ID)
		}
	}
	return out
}

// list is what comes with the binaries: a table, then the texts.
func list(modules []module) []byte {
	var table, texts strings.Builder
	table.WriteString("Raido is linked from the library of Go and these modules. Each line says under which licences a module comes and\n" +
		"where its source is; the texts of the licences stand below. Of two licences that freetype offers Raido takes the FTL:\n" +
		"portions of this software are copyright (c) The FreeType Project (www.freetype.org). All rights reserved.\n\n")
	for _, m := range modules {
		var all []string
		for _, t := range m.texts {
			all = append(all, t.kinds...)
			fmt.Fprintf(&texts, "\n%s\n%s %s: %s\n\n%s\n", strings.Repeat("=", 80), m.name, m.version, t.name, strings.TrimSpace(t.words))
		}
		slices.Sort(all)
		fmt.Fprintf(&table, "%s %s: %s, %s\n", m.name, m.version, strings.Join(slices.Compact(all), ", "), m.source())
	}
	return []byte(table.String() + texts.String())
}

// source is the address of a module's source.
func (m module) source() string {
	if m.name == "std" {
		return "https://go.dev/dl/" + m.version + ".src.tar.gz"
	}
	return "https://pkg.go.dev/" + m.name + "@" + m.version
}
