package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestNotes: every long explanation that a text mentions, as Note [Name], is there.
func TestNotes(t *testing.T) {
	cmd := exec.Command("git", "ls-files", "-z", "--", "*.go", "*.md", "*.cl")
	cmd.Dir = ".."
	list, err := cmd.Output()
	if err != nil {
		t.Skip("no git here")
	}
	broken := regexp.MustCompile(`\s*\n\s*// ?`) // between the lines of a comment
	begins, mention := regexp.MustCompile(`(?m)^\s*// Note \[([^\]]+)\](?:[.]|$)`), regexp.MustCompile(`Note \[([^\]]+)\]`)
	there, mentioned := map[string]bool{}, map[string]string{}
	for name := range strings.SplitSeq(strings.Trim(string(list), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil || filepath.Base(name) == "notes_test.go" {
			continue
		}
		for _, m := range begins.FindAllStringSubmatch(string(text), -1) {
			there[m[1]] = true
		}
		for _, m := range mention.FindAllStringSubmatch(broken.ReplaceAllString(string(text), " "), -1) {
			mentioned[m[1]] = name
		}
	}
	for note, file := range mentioned {
		if !there[note] && note != "Name" {
			t.Errorf("%s mentions Note [%s], which is not there", file, note)
		}
	}
}

// TestFrontPage: ARCHITECTURE.md and CONTRIBUTING.md name files and folders that are there, and the first is short.
func TestFrontPage(t *testing.T) {
	path := regexp.MustCompile("`((?:ad|backend|display|install|kernel|lang|tests)/[a-z0-9_/]+(?:\\.[a-z]+)?)`")
	for _, page := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile(filepath.Join("..", page))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range path.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
		if n := strings.Count(string(text), "\n"); n > 120 {
			t.Errorf("%s has %d lines, more than 120", page, n)
		}
	}
}
