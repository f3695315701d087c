//go:build unix && !linux

package system

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// MadeUp is empty: there are no file systems whose files are made up as they are read.
func MadeUp(*os.File) string { return "" }

// Sooner does nothing: which process ends where memory runs out is the system's choice.
func Sooner() {}

// pair makes two sockets that are connected, which no other process gets that is started meanwhile.
func pair() ([2]int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err == nil {
		unix.CloseOnExec(fds[0])
		unix.CloseOnExec(fds[1])
	}
	return fds, err
}

// memory makes a file that has lost its name.
func memory() (*os.File, error) {
	f, err := os.CreateTemp("", "raido-memory-")
	if err == nil {
		err = os.Remove(f.Name())
	}
	return f, err
}

// dup makes a descriptor another one's.
func dup(from, to int) error { return unix.Dup2(from, to) }

// OpenCL are the names of the library of OpenCL, to be tried in order.
var OpenCL = []string{"/System/Library/Frameworks/OpenCL.framework/OpenCL", "libOpenCL.1.dylib", "libOpenCL.so.1", "libOpenCL.so"}

// InstallOpenCL says how to get it.
const InstallOpenCL = "it is part of macOS, or comes with a package pocl"

// InstallDriver says how to get a driver for it.
const InstallDriver = "macOS brings one for its graphics; the package pocl has one for processors"

// LibraryOf reports false: nobody asks here.
func LibraryOf(uintptr) (uintptr, bool) { return 0, false }
