package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the wanted texts of golden tests anew")

// Updating reports whether the run writes wanted texts anew and compares nothing.
func Updating() bool { return *update }

// Text compares got with the text of the file.
func Text(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		write(t, file, got)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); go test -update writes it anew\n%s", file, diff)
	}
}

// Diff lists the lines that differ, with some around them; it is empty where the texts are the same.
func Diff(want, got string) string {
	switch {
	case want == got:
		return ""
	case !utf8.ValidString(want) || !utf8.ValidString(got):
		return "the bytes differ"
	}
	return cmp.Diff(want, got)
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Case is a txtar file: sections under lines "-- name --", after a comment on what the case shows.
type Case struct {
	Name    string // of the file, without its ending
	File    string
	archive *txtar.Archive
}

// Section is the text of a section; ok reports whether the file has it.
func (c *Case) Section(name string) (text string, ok bool) {
	for _, f := range c.archive.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

// Made is a kind of section that code makes of the given ones.
type Made struct {
	Name string
	Make func(t *testing.T, c *Case) string
}

// Cases runs a test for each file of the pattern, which compares the sections that it has of those that are made: one or more.
func Cases(t *testing.T, pattern string, made ...Made) {
	t.Helper()
	for _, c := range read(t, pattern) {
		t.Run(c.Name, func(t *testing.T) { c.compare(t, made) })
	}
}

// read reads the files of the pattern; there is one at least.
func read(t testing.TB, pattern string) []*Case {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no case is at %s (%v)", pattern, err)
	}
	var out []*Case
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, &Case{strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), file, a})
	}
	return out
}

func (c *Case) compare(t *testing.T, made []Made) {
	t.Helper()
	found := false
	for i, f := range c.archive.Files {
		for _, m := range made {
			if m.Name != f.Name {
				continue
			}
			found = true
			got := m.Make(t, c)
			if diff := Diff(string(f.Data), got); diff != "" && !*update {
				t.Errorf("%s: %s differs (-want +got); go test -update writes it anew\n%s", c.File, m.Name, diff)
			}
			c.archive.Files[i].Data = []byte(got)
		}
	}
	if !found {
		t.Fatalf("%s has no section to compare", c.File)
	}
	if *update && !t.Failed() {
		write(t, c.File, string(txtar.Format(c.archive)))
	}
}
