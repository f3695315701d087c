package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestGenerated: what is made of the definitions is what stands in the repository.
func TestGenerated(t *testing.T) {
	const root = "../../.."
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range files {
		if got, err := os.ReadFile(filepath.Join(root, path)); err != nil || string(got) != want {
			t.Errorf("%s is stale (%v): go generate ./backend/fmath", path, err)
		}
	}
}
