package golden

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// recorder keeps what a test would fail with.
type recorder struct {
	testing.TB
	said string
}

func (r *recorder) Helper() {}

func (r *recorder) Error(args ...any) { r.said += fmt.Sprintln(args...) }

func (r *recorder) Errorf(format string, args ...any) { r.said += fmt.Sprintf(format+"\n", args...) }

func TestText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.txt")
	write(t, file, "one\ntwo\nthree\n")
	for got, want := range map[string]string{"one\ntwo\nthree\n": "", "one\nzwei\nthree\n": "zwei", "one\xff": "the bytes differ"} {
		r := &recorder{TB: t}
		Text(r, file, got)
		if (r.said == "") != (want == "") || !strings.Contains(r.said, want) {
			t.Errorf("%q is met by %q, want %q in it", got, r.said, want)
		}
	}
}

// lines is a language whose programs are lines, of which none may be "wrong", and mean how many they are.
func lines() Language[*[]string] {
	return Language[*[]string]{
		Parse: func(s string) (*[]string, error) {
			ls := strings.Split(strings.TrimSpace(s), "\n")
			return &ls, nil
		},
		Print: func(p *[]string) string { return strings.Join(*p, "\n") + "\n" },
		Verify: func(p *[]string) error {
			if strings.Contains(strings.Join(*p, " "), "wrong") {
				return errors.New("wrong line")
			}
			return nil
		},
		Same: func(_ *Case, p, q *[]string) error {
			if len(*p) != len(*q) {
				return errors.New("another number of lines")
			}
			return nil
		},
	}
}

// TestPassesThatFail: whatever a pass may do wrong is found.
func TestPassesThatFail(t *testing.T) {
	c := &Case{archive: txtar.Parse([]byte("-- in --\na\nb\n-- out --\n"))}
	with := func(ls ...string) func(*[]string) *[]string {
		return func(*[]string) *[]string { return &ls }
	}
	for want, fn := range map[string]func(*[]string) *[]string{
		"":                     with("A", "B"),
		"means something else": with("A"),
		"changes its input":    func(p *[]string) *[]string { (*p)[0] = "A"; return p },
		"of another program":   with("A\n\n", "B", " "),
	} {
		r := &recorder{TB: t}
		lines().out(r, c, Pass[*[]string]{"pass", fn})
		if (r.said == "") != (want == "") || !strings.Contains(r.said, want) {
			t.Errorf("%q is said, want %q in it", r.said, want)
		}
	}
}

// TestMissing: a pass without cases is found, and so are cases without a pass.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"some/a", "some/b", "some/c", "few/a", "few/b", "none/a"} {
		write(t, filepath.Join(dir, file+".txtar"), "")
	}
	if err := os.Mkdir(filepath.Join(dir, "fuzz"), 0o755); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(missing(dir, []string{"some", "few", "new", "some"}), "\n")
	for _, want := range []string{"few has 2", "new has 0", "none has golden cases of no pass"} {
		if !strings.Contains(got, want) {
			t.Errorf("nothing says %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "some has") || strings.Contains(got, "fuzz") {
		t.Error(got)
	}
}
