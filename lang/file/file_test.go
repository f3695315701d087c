//go:build unix

package file

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"raido/lang/diag"
)

// TestRead: plain files, through links; nothing else.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	want := bytes.Repeat([]byte("0123456789"), 300_000)
	if err := os.WriteFile(path, want, 0o600); err != nil {
		t.Fatal(err)
	}
	os.Symlink(path, filepath.Join(dir, "link"))
	for _, p := range []string{path, filepath.Join(dir, "link")} {
		if got, err := Read(p, 1<<30); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, %v", p, len(got), err)
		}
	}
	if _, err := Read(path, 1<<20); err == nil || !strings.Contains(err.Error(), "2 MB") {
		t.Errorf("beyond the limit: %v", err)
	}
	syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600)
	os.Symlink(filepath.Join(dir, "pipe"), filepath.Join(dir, "to-pipe"))
	for name, what := range map[string]string{dir: "a folder", dir + "/pipe": "a pipe", dir + "/to-pipe": "a pipe", "/dev/zero": "a device", "/dev/null": "a device",
		"/proc/self/status": "the system", "/proc/kmsg": ""} {
		done := make(chan error, 1)
		go func() { _, err := Read(name, 1<<30); done <- err }()
		select {
		case err := <-done:
			if err == nil || !strings.Contains(err.Error(), what) || what != "" && !errors.Is(err, ErrKind) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: no answer", name)
		}
	}
}

// TestReadEnds: an interrupt ends the reading of a large file.
func TestReadEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, nil, 0o600); err != nil || os.Truncate(path, 1<<30) != nil {
		t.Skip("no file with a hole")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	err := diag.Interruptible(ctx, func() error { _, err := Read(path, 1<<31); return err })
	var d *diag.Diag
	if !errors.As(err, &d) || d.Class != diag.Interrupt {
		t.Errorf("%v", err)
	}
}

// TestWrite: permissions are those of the umask, or stay; links stay; a failure leaves what was there, and nothing beside it.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, mask := range []int{0o022, 0o077, 0o002} {
		old := syscall.Umask(mask)
		err := Write(path, []byte("new"))
		syscall.Umask(old)
		if info, e := os.Stat(path); err != nil || e != nil || info.Mode().Perm() != 0o666&^os.FileMode(mask) {
			t.Errorf("umask %o: %v, %v", mask, info.Mode(), err)
		}
		os.Remove(path)
	}
	os.WriteFile(path, []byte("old"), 0o640)
	os.Chmod(path, 0o640)
	link := filepath.Join(dir, "link")
	os.Symlink("a", link)
	if err := Write(link, []byte("new")); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "new" {
		t.Errorf("through a link: %q", text)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o640 {
		t.Errorf("permissions: %v", info.Mode())
	}
	var before syscall.Rlimit
	syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before)
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1000, Max: before.Max}) // as a full disk
	err := Write(path, make([]byte, 3<<20))
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
	if text, _ := os.ReadFile(path); err == nil || string(text) != "new" {
		t.Errorf("on a full disk: %v, %d bytes", err, len(text))
	}
	for _, p := range []string{"/dev/null", "/dev/full", dir} {
		if err := Write(p, nil); !errors.Is(err, ErrKind) {
			t.Errorf("%s: %v", p, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".raido-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
