package cl

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestCacheDir: a folder that others can write is not used, nor is anything in it; what is wrong is said.
func TestCacheDir(t *testing.T) {
	base := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", base)
	t.Setenv("POCL_CACHE_DIR", "")
	dir, ok := CacheDir("opencl")
	if compiled := filepath.Join(base, "raido", "compiled"); !ok || dir != filepath.Join(compiled, "1", "opencl") {
		t.Fatalf("%s, %v", dir, ok)
	}
	dir = filepath.Join(base, "raido", "compiled")
	if info, _ := os.Stat(dir); info.Mode().Perm() != 0o700 {
		t.Errorf("it has the permissions %v", info.Mode())
	}
	refused := func(bad, why string) {
		t.Helper()
		got, ok := CacheDir("opencl")
		if problems := strings.Join(CacheProblems(), "\n"); ok || !strings.Contains(problems, why) || !strings.Contains(problems, bad) {
			t.Errorf("%s: %s, %s", bad, got, problems)
		}
	}
	for _, bad := range []string{dir, filepath.Dir(dir)} {
		os.Chmod(bad, 0o777)
		refused(bad, "others can write")
		os.Chmod(bad, 0o700)
	}
	if got := CacheProblems(); len(got) > 0 {
		t.Errorf("%q", got)
	}
	if os.Geteuid() == 0 {
		os.Chown(dir, 65534, 65534)
		refused(dir, "another user")
	}
	shared := t.TempDir()
	os.Chmod(shared, 0o777)
	t.Setenv("POCL_CACHE_DIR", shared)
	if got, err := driverCache(); err != nil || got == shared || os.Getenv("POCL_CACHE_DIR") == shared {
		t.Errorf("PoCL keeps its programs in %s, %v", got, err)
	}
}

// TestGenerations: what somebody uses stays, what nobody uses goes, and a generation is begun once.
func TestGenerations(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("POCL_CACHE_DIR", "")
	base, _ := cacheBase()
	there := func(want ...int) {
		t.Helper()
		got, err := generations(base)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("there are %v, %v; want %v", got, err, want)
		}
	}
	use := func(want int) {
		t.Helper()
		clear(used.generations) // as another process
		if dir, err := driverCache(); err != nil || dir != filepath.Join(base, strconv.Itoa(want), "pocl") || os.Getenv("POCL_CACHE_DIR") != dir {
			t.Errorf("%s, %v", dir, err)
		}
	}
	use(1)
	if got := RenewCache(time.Now().Add(-time.Hour)); got != base {
		t.Errorf("it is %s", got)
	}
	there(1)
	RenewCache(time.Now().Add(time.Hour))
	there(1, 2)
	use(2)
	there(1, 2) // the first is locked
	RenewCache(time.Now().Add(time.Hour))
	os.MkdirAll(filepath.Join(base, "1", "AB", "program"), 0o700)
	os.Remove(filepath.Join(base, "1", lockName)) // its lock is another file from now on: nobody has it
	use(3)
	there(2, 3)
	t.Setenv("POCL_CACHE_DIR", t.TempDir())
	if got := RenewCache(time.Now().Add(time.Hour)); got != os.Getenv("POCL_CACHE_DIR") {
		t.Errorf("it is %s", got)
	}
	there(2, 3, 4)
}

// TestGenerationBeingRemoved: who waits for the newest generation while somebody holds it closes no file but its own.
func TestGenerationBeingRemoved(t *testing.T) {
	base := t.TempDir()
	one := filepath.Join(base, "1")
	os.Mkdir(one, 0o700)
	removing := lockOf(one)
	if mine, err := removing.TryLock(); !mine || err != nil {
		t.Fatal(mine, err)
	}
	time.AfterFunc(20*time.Millisecond, func() {
		os.Mkdir(filepath.Join(base, "2"), 0o700)
		removing.Close()
	})
	before, _ := os.Stdin.Stat()
	if dir, err := generation(base); err != nil || dir != filepath.Join(base, "2") && dir != one {
		t.Errorf("%s, %v", dir, err)
	}
	if after, err := os.Stdin.Stat(); err != nil || !os.SameFile(before, after) {
		t.Errorf("standard input is closed, or another file: %v", err)
	}
}

// TestGenerationsAtOnce: whoever begins at once gets a folder that stays.
func TestGenerationsAtOnce(t *testing.T) {
	base := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 50 {
				dir, err := generation(base)
				if err != nil {
					t.Error(err)
				}
				if (i+j)%7 == 0 {
					old, _ := generations(base)
					os.Mkdir(filepath.Join(base, strconv.Itoa(slices.Max(old)+1)), 0o700)
				}
				if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(100*i+j)), nil, 0o600); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
