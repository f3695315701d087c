package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestLanguage runs the test blocks of the programs under lang, as a user would: raido test, on every backend
// that is there.
func TestLanguage(t *testing.T) {
	bin := build(t)
	out, err := exec.Command(bin, "test", "lang").CombinedOutput()
	for _, part := range regexp.MustCompile(`(?m)^FAIL (?s:.*?)\n(?:$|\S)`).FindAllString(string(out), -1) {
		t.Error(part)
	}
	m := regexp.MustCompile(`(?m)^(\d+) programs, (\d+) failed; (.*)$`).FindStringSubmatch(string(out))
	if m == nil || err != nil || m[2] != "0" {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(m[0])
	if n, _ := strconv.Atoi(m[1]); n < 200 {
		t.Errorf("only %d programs", n)
	}
	if strings.Contains(m[3], "skipped") {
		t.Errorf("tests are left out: %s", m[3])
	}
}

// build makes the command.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "raido")
	build := exec.Command("go", "build", "-o", bin, "../kernel/raido")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// TestLanguageReasons checks that every program says in its first line what it is for.
func TestLanguageReasons(t *testing.T) {
	files, err := filepath.Glob("lang/*/*.fut")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		line, rest, _ := strings.Cut(string(text), "\n")
		if !regexp.MustCompile(`^-- \S.{15,}`).MatchString(line) {
			t.Errorf("%s: the first line gives no reason: %s", f, line)
		}
		if !strings.Contains(rest, "\n-- ==\n") && !strings.HasPrefix(rest, "-- ==\n") && !strings.Contains(line, "imported") {
			t.Errorf("%s has no test block", f)
		}
	}
}
