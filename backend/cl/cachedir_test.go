package cl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCacheDir: a folder that others can write is not used, nor is anything in it; what is wrong is said.
func TestCacheDir(t *testing.T) {
	base := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", base)
	t.Setenv("POCL_CACHE_DIR", "")
	dir, problem := CacheDir("opencl")
	if problem != "" || dir != filepath.Join(base, "raido", "opencl") {
		t.Fatalf("%s, %s", dir, problem)
	}
	if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
		t.Errorf("it has the permissions %v", info.Mode())
	}
	for _, bad := range []string{dir, filepath.Dir(dir)} {
		os.Chmod(bad, 0o777)
		if got, problem := CacheDir("opencl"); got != "" || !strings.Contains(problem, "others can write") || !strings.Contains(problem, bad) {
			t.Errorf("%s: %s, %s", bad, got, problem)
		}
		if len(CacheProblems()) == 0 {
			t.Error("nothing is said")
		}
		os.Chmod(bad, 0o700)
	}
	if got := CacheProblems(); len(got) > 0 {
		t.Errorf("%q", got)
	}
	if os.Geteuid() == 0 {
		os.Chown(dir, 65534, 65534)
		if got, problem := CacheDir("opencl"); got != "" || !strings.Contains(problem, "another user") {
			t.Errorf("of another user: %s, %s", got, problem)
		}
	}
	shared := t.TempDir()
	os.Chmod(shared, 0o777)
	t.Setenv("POCL_CACHE_DIR", shared)
	if got, err := driverCache(); err != nil || got == shared || os.Getenv("POCL_CACHE_DIR") == shared {
		t.Errorf("PoCL keeps its programs in %s, %v", got, err)
	}
}

// TestDropDriverCache: what somebody may be writing now stays.
func TestDropDriverCache(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("POCL_CACHE_DIR", "")
	dir, _ := CacheDir("pocl")
	old, fresh := filepath.Join(dir, "AB", "old"), filepath.Join(dir, "AB", "fresh")
	for _, p := range []string{old, fresh} {
		os.MkdirAll(filepath.Join(p, "k"), 0o700)
		os.WriteFile(filepath.Join(p, "k", "k.so"), nil, 0o600)
	}
	before := time.Now().Add(-2 * inWork)
	os.Chtimes(filepath.Join(old, "k", "k.so"), before, before)
	os.WriteFile(filepath.Join(old, "last_accessed"), nil, 0o600)
	if got := DropDriverCache(); got != dir {
		t.Errorf("it is %s", got)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("what is old is there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error(err)
	}
}
