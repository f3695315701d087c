// Package file reads and writes whole files of users. What is no plain file is refused before it is opened: a pipe nobody writes
// to, a terminal or /dev/zero would keep a notebook for ever, and files of the system may do anything. Files are written whole or not
// at all. Layer 1.
package file

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"raido/lang/diag"
	"raido/lang/memlimit"
	"raido/lang/system"
)

// ErrKind is the error of a path that is no plain file.
var ErrKind = errors.New("not a plain file")

// step is how much is read between two looks at an interrupt.
const step = 1 << 20

// Read reads a plain file of at most limit bytes. An interrupt ends it (diag.Poll).
func Read(path string, limit int64) ([]byte, error) {
	if err := plain(path, os.Stat); err != nil {
		return nil, err
	}
	// What stands there may be another thing by now: a pipe is opened without waiting for a writer.
	f, err := os.OpenFile(path, os.O_RDONLY|system.ReadAtOnce, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := plain(path, func(string) (fs.FileInfo, error) { return f.Stat() }); err != nil {
		return nil, err
	}
	if name := system.MadeUp(f); name != "" {
		return nil, fmt.Errorf("it is made up by the system (%s), and %w", name, ErrKind)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size()
	if size > limit {
		return nil, fmt.Errorf("it has %d MB, and %d MB are the most that can be read here", size>>20, limit>>20)
	}
	data := make([]byte, size)
	for at := int64(0); at < size; {
		diag.Poll()
		n, err := f.Read(data[at:min(at+step, size)])
		at += int64(n)
		switch {
		case errors.Is(err, io.EOF): // it was cut meanwhile
			return data[:at], nil
		case err != nil:
			return nil, err
		}
	}
	return data, nil
}

// Limit is how many bytes of a file may be read: what is made of them has to find room beside them.
func Limit() int64 { return memlimit.Here.Available() / 4 }

// plain tells what a path is, if it is no plain file.
func plain(path string, stat func(string) (fs.FileInfo, error)) error {
	info, err := stat(path)
	if err != nil {
		return err
	}
	what := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	default:
		what = "a device"
	}
	return fmt.Errorf("it is %s, and %w", what, ErrKind)
}

// Write writes a plain file whole or not at all: beside the place first. A new file has the permissions that the user's umask leaves;
// one that stands there keeps its own, and stays the file that links lead to.
func Write(path string, data []byte) error {
	old, err := os.Stat(path)
	if err == nil {
		if err := plain(path, os.Stat); err != nil {
			return err
		}
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
		if err := system.Writable(path); err != nil { // a file that is write-protected is not replaced
			return &fs.PathError{Op: "write", Path: path, Err: err}
		}
	}
	f, err := beside(path)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails when it has its place
	for rest := data; len(rest) > 0 && err == nil; {
		diag.Poll()
		n := min(len(rest), step)
		_, err = f.Write(rest[:n])
		rest = rest[n:]
	}
	if old != nil {
		err = errors.Join(err, f.Chmod(old.Mode().Perm()))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// beside makes a file of a new name in the folder of path. Its permissions are those of any new file, which os.CreateTemp does not give.
func beside(path string) (*os.File, error) {
	for i := os.Getpid(); ; i++ {
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), fmt.Sprintf(".raido-%d", i)), os.O_RDWR|os.O_CREATE|os.O_EXCL|system.NoLink, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// Writable tells why a file could not be written.
func Writable(path string) error {
	if _, err := os.Stat(path); err == nil {
		if err := plain(path, os.Stat); err != nil {
			return err
		}
	}
	f, err := beside(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
