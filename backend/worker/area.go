package worker

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// area is the shared file: both sides map as much of it as they need. One transfer at a time uses it.
type area struct {
	file *os.File
	mem  []byte
}

// memfd is the number of the system call memfd_create, by architecture.
var memfd = map[string]uintptr{"amd64": 319, "arm64": 279, "riscv64": 279}

// newArea makes a file of memory. It has no name, and no file system bounds it.
func newArea() (*area, error) {
	name := append([]byte("raido"), 0)
	const closeOnExec = 1
	fd, _, errno := syscall.Syscall(memfd[runtime.GOARCH], uintptr(unsafe.Pointer(&name[0])), closeOnExec, 0)
	if errno != 0 || memfd[runtime.GOARCH] == 0 {
		return nil, fmt.Errorf("no shared memory: %v", errno)
	}
	return &area{file: os.NewFile(fd, "area")}, nil
}

// bytes are the first n bytes.
func (a *area) bytes(n int) ([]byte, error) {
	if len(a.mem) >= n {
		return a.mem[:n], nil
	}
	a.unmap()
	size := (n + 1<<20 - 1) >> 20 << 20
	if info, err := a.file.Stat(); err != nil || info.Size() < int64(size) {
		if err := a.file.Truncate(int64(size)); err != nil {
			return nil, err
		}
	}
	m, err := syscall.Mmap(int(a.file.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	a.mem = m
	return m[:n], nil
}

// trim gives the memory of a large transfer back; nobody may be using it.
func (a *area) trim() {
	const large = 16 << 20
	if size := len(a.mem); size > large && a.file.Truncate(0) == nil {
		a.file.Truncate(int64(size)) // what is mapped must be there
	}
}

func (a *area) unmap() {
	if a.mem != nil {
		syscall.Munmap(a.mem)
		a.mem = nil
	}
}

func (a *area) close() {
	a.unmap()
	a.file.Close()
}
