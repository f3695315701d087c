package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"raido/display"
	"raido/tests/golden"
)

// The files sessions/*.txt are notebooks of users, cell by cell with what they saw: someone who comes from Python, someone with a
// library of modules, someone who loads data, and someone who tries what may break. Run with -update they are written again; read
// the difference as that user would.

const cellLine, seenLine = "----\n", "=>\n"

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestUsers(t *testing.T) {
	paths, err := filepath.Glob("sessions/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			full, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("sessions/files")); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			b := newBook(t, "interp")
			var out []string
			for _, chunk := range strings.Split(string(text), cellLine) {
				code, _, _ := strings.Cut(chunk, seenLine)
				got := b.sees(strings.TrimSuffix(code, "\n"), dir)
				out = append(out, code+seenLine+got)
			}
			golden.Text(t, full, strings.Join(out, cellLine))
		})
	}
}

// sees runs a cell and gives what its user sees, as text.
func (b *book) sees(code, dir string) string {
	b.stream.Reset()
	b.shown = nil
	r := b.cell(code)
	seen := b.stream.String()
	for _, d := range b.shown {
		if _, picture := d.Data[display.MIMEPNG]; picture { // other tests look at it
			seen += "(a picture)\n"
			continue
		}
		seen += d.Plain() + "\n"
	}
	if r.Err != nil {
		seen += r.Err.Name + "\n" + strings.Join(r.Err.Traceback, "\n")
	} else {
		seen += r.Value.Plain()
	}
	seen = strings.ReplaceAll(colours.ReplaceAllString(seen, ""), dir, "DIR")
	var lines []string
	for _, l := range strings.Split(strings.TrimSpace(seen), "\n") {
		lines = append(lines, strings.TrimRight(l, " "))
	}
	if seen = strings.Join(lines, "\n"); seen != "" {
		seen += "\n"
	}
	return seen
}
