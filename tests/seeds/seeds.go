// Package seeds collects the Futhark texts of the repository, with which fuzz tests begin.
package seeds

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxSize is the size of the largest text taken: mutants of larger ones are slow, and not richer.
const maxSize = 8 << 10

// Add gives a fuzz test every .fut file and every code cell of a notebook.
func Add(f *testing.F) {
	f.Helper()
	root := "."
	for len(root) < 30 && !isRoot(root) {
		root = filepath.Join(root, "..")
	}
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		var texts []string
		switch filepath.Ext(path) {
		case ".fut":
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			texts = []string{string(text)}
		case ".ipynb":
			if texts, err = cells(path); err != nil {
				return err
			}
		}
		for _, text := range texts {
			if len(text) <= maxSize {
				f.Add(text)
				n++
			}
		}
		return nil
	})
	if err != nil || n < 100 {
		f.Fatalf("%d seeds under %s: %v", n, root, err)
	}
}

func isRoot(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// cells gives the code cells of a notebook.
func cells(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var nb struct {
		Cells []struct {
			Type   string   `json:"cell_type"`
			Source []string `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(text, &nb); err != nil {
		return nil, err
	}
	var out []string
	for _, c := range nb.Cells {
		if c.Type == "code" {
			out = append(out, strings.Join(c.Source, ""))
		}
	}
	return out, nil
}
