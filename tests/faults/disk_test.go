//go:build linux

package faults

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// soon is how long an answer about a file may take.
const soon = 5 * time.Second

// smallDisk is a folder on a disk of its own; the test is skipped where none may be mounted.
func smallDisk(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("no disk can be mounted: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// fill takes all room of a disk but some bytes.
func fill(t *testing.T, dir string, but int64) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 4<<10); ; {
		if _, err := f.Write(block); err != nil {
			break
		}
	}
	info, _ := f.Stat()
	f.Truncate(info.Size() - but)
}

// fileCase is a cell about a file.
type fileCase struct{ name, code, want string } // want: part of what the error says; empty: none

// files runs cells about files, each followed by one that must work, and enters what came of them.
func files(t *testing.T, cases []fileCase) {
	b := newBook(t, "interp")
	b.want("let kept = 7i64\nkept", "7 : i64")
	for _, c := range cases {
		start := time.Now()
		r := b.cell(context.Background(), c.code, soon)
		took := time.Since(start)
		if r.Err == nil && c.want != "" {
			t.Errorf("%s: no error", c.name)
		} else if r.Err != nil && (c.want == "" || !strings.Contains(strings.Join(r.Err.Traceback, "\n"), c.want)) {
			t.Errorf("%s: %s", c.name, strings.Join(r.Err.Traceback, "\n"))
		}
		record("disk", c.name, cameOf(r), took)
		b.want("kept", "7 : i64")
	}
}

// TestOddFiles: what is no plain file is refused at once.
func TestOddFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, target := range map[string]string{"zero.csv": "/dev/zero", "random.txt": "/dev/urandom", "tty.csv": "/dev/tty", "proc.txt": "/proc/self/maps", "full.npy": "/dev/full", "gone.csv": "/nowhere/x"} {
		os.Symlink(target, at(name))
	}
	syscall.Mkfifo(at("pipe.csv"), 0o600)
	syscall.Mkfifo(at("pipe.fut"), 0o600)
	os.Mkdir(at("folder.npy"), 0o700)
	os.WriteFile(at("sparse.npy"), nil, 0o600)
	os.Truncate(at("sparse.npy"), 1<<42)
	os.WriteFile(at("torn.npy"), []byte("\x93NUMPY\x01\x00"), 0o600)
	os.WriteFile(at("empty.csv"), nil, 0o600)
	here, _ := os.Getwd()
	pipe, _ := filepath.Rel(here, at("pipe"))
	files(t, []fileCase{
		{"load /dev/zero", "%load xs " + at("zero.csv"), "a device"}, {"load /dev/urandom", "%load xs " + at("random.txt"), "a device"},
		{"load a terminal", "%load xs " + at("tty.csv"), "cannot be used"}, {"load of /proc", "%load xs " + at("proc.txt"), "made up by the system"},
		{"load a pipe", "%load xs " + at("pipe.csv"), "a pipe"}, {"load a folder", "%load xs " + at("folder.npy"), "a folder"},
		{"load a file larger than memory", "%load xs " + at("sparse.npy"), "MB are the most"}, {"load a torn file", "%load xs " + at("torn.npy"), "torn.npy"},
		{"load an empty file", "%load xs " + at("empty.csv"), "empty"}, {"load a dead link", "%load xs " + at("gone.csv"), "there is no"},
		{"import a pipe", "import \"" + pipe + "\"", "cannot be read"},
		{"save to a full device", "%save [1, 2] " + at("full.npy"), "a device"}, {"save to a pipe", "%save [1, 2] " + at("pipe.csv"), "a pipe"},
		{"save to a folder", "%save [1, 2] " + at("folder.npy"), "a folder"}, {"save to nowhere", "%save [1, 2] " + at("no/x.npy"), "no folder"},
		{"save", "%save [1, 2] " + at("good.npy"), ""},
	})
}

// TestFullDisk: a file on a full disk stays as it was, whole, and nothing is left beside it.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	dir := smallDisk(t, "size=256k")
	old := filepath.Join(dir, "old.npy")
	files(t, []fileCase{{"save where there is room", "%save iota 100 " + old, ""}})
	before, _ := os.ReadFile(old)
	fill(t, dir, 8<<10)
	files(t, []fileCase{
		{"save over a file on a full disk", "%save iota 100000 " + old, "the disk is full"},
		{"save a new file on a full disk", "%save iota 100000 " + filepath.Join(dir, "new.csv"), "the disk is full"},
		{"load from a full disk", "%load xs " + old, ""},
	})
	after, _ := os.ReadFile(old)
	if string(before) != string(after) || len(before) == 0 {
		t.Errorf("%d bytes became %d", len(before), len(after))
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("there lie %v", left)
	}
}

// TestReadOnlyDisk: it is said that nothing can be written there.
func TestReadOnlyDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	dir := smallDisk(t, "size=256k")
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("%v", err)
	}
	files(t, []fileCase{{"save to a read-only disk", "%save [1, 2] " + filepath.Join(dir, "x.npy"), "read-only"}})
}

// deviceCell runs a cell on the device with its caches in a folder, and enters what came of it.
func deviceCell(t *testing.T, name, cache string) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("POCL_CACHE_DIR", "")
	os.Unsetenv("POCL_CACHE_DIR")
	b := newBook(t, "opencl", "XDG_CACHE_HOME="+cache)
	start := time.Now()
	r := b.cell(context.Background(), large, time.Minute)
	if r.Err != nil {
		t.Errorf("%s: %s", name, strings.Join(r.Err.Traceback, "\n"))
	}
	record("disk", name, cameOf(r), time.Since(start))
}

// spoil cuts the files of a folder whose names end so, and gives their number.
func spoil(t *testing.T, dir, suffix string, to func(size int64) int64) (n int) {
	t.Helper()
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.Mode().IsRegular() && strings.HasSuffix(path, suffix) {
			n++
			err = os.Truncate(path, to(info.Size()))
		}
		if errors.Is(err, fs.ErrNotExist) { // of the driver, which may still be writing
			return nil
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return n
}

// TestCaches: a cell on the device runs whatever the caches of compiled programs are like.
func TestCaches(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	if _, pocl := driver(); pocl == "" {
		t.Skip("no driver")
	}
	cache := t.TempDir()
	deviceCell(t, "a new cache", cache)
	deviceCell(t, "a good cache", cache)
	binaries, _ := filepath.Glob(filepath.Join(cache, "raido/compiled/*/opencl/*.bin"))
	for _, path := range binaries {
		os.WriteFile(path, []byte("garbage"), 0o600)
	}
	if len(binaries) == 0 {
		t.Error("no binary was kept")
	}
	deviceCell(t, "damaged binaries", cache)
	if spoil(t, cache, ".so", func(size int64) int64 { return size / 2 }) == 0 {
		t.Error("the driver keeps no compiled program")
	}
	deviceCell(t, "a damaged driver cache", cache)
	deviceCell(t, "a driver cache that is new", cache)
	spoil(t, cache, ".bin", func(int64) int64 { return 0 })
	spoil(t, cache, ".bc", func(size int64) int64 { return size / 2 })
	deviceCell(t, "a driver cache with damaged programs", cache)
	spoil(t, cache, ".bin", func(int64) int64 { return 0 })
	spoil(t, cache, "", func(int64) int64 { return 0 })
	deviceCell(t, "a driver cache of empty files", cache)
	binaries, _ = filepath.Glob(filepath.Join(cache, "raido/compiled/*/opencl/*.bin"))
	os.Chmod(filepath.Join(cache, "raido"), 0o777)
	deviceCell(t, "a cache that others can write", cache)
	os.Chmod(filepath.Join(cache, "raido"), 0o700)
	deviceCell(t, "a cache that is a file", binaries[0])
	full := smallDisk(t, "size=64k")
	fill(t, full, 0)
	deviceCell(t, "a cache on a full disk", full)
}
