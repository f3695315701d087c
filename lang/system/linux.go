//go:build linux

package system

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// The file systems whose files the kernel of the system makes up as they are read.
var madeUp = map[int64]string{unix.PROC_SUPER_MAGIC: "proc", unix.SYSFS_MAGIC: "sysfs", unix.DEBUGFS_MAGIC: "debugfs", unix.TRACEFS_MAGIC: "tracefs",
	unix.CGROUP2_SUPER_MAGIC: "cgroup", unix.CGROUP_SUPER_MAGIC: "cgroup"}

// MadeUp is the name of the file system of an open file if the system makes up what is read there, else empty.
func MadeUp(f *os.File) string {
	var s unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &s) != nil {
		return ""
	}
	return madeUp[int64(s.Type)]
}

// Sooner has the system end this process sooner than others if memory runs out.
func Sooner() { os.WriteFile("/proc/self/oom_score_adj", []byte("300"), 0o600) }

// pair makes two sockets that are connected.
func pair() ([2]int, error) {
	return unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
}

// memory makes a file of memory. It has no name, and no file system bounds it.
func memory() (*os.File, error) {
	fd, err := unix.MemfdCreate("raido", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("no shared memory: %w", err)
	}
	return os.NewFile(uintptr(fd), "memory"), nil
}

// dup makes a descriptor another one's.
func dup(from, to int) error { return unix.Dup3(from, to, 0) }

// OpenCL are the names of the library of OpenCL, to be tried in order.
var OpenCL = []string{"libOpenCL.so.1", "libOpenCL.so"}

// InstallOpenCL says how to get it.
const InstallOpenCL = "Debian: apt install ocl-icd-libopencl1 pocl-opencl-icd"

// InstallDriver says how to get a driver for it.
const InstallDriver = "Debian: apt install pocl-opencl-icd, or the driver of your GPU"

// noLoad asks dlopen for a library that is loaded already.
const noLoad = 4

// LibraryOf is the library in which an address is, which stays loaded until CloseLibrary; false if it is in none, or nobody knows.
func LibraryOf(address uintptr) (uintptr, bool) {
	dladdr, err := purego.Dlsym(purego.RTLD_DEFAULT, "dladdr")
	if address == 0 || err != nil {
		return 0, false
	}
	where := new(struct { // Dl_info
		file    *byte
		begin   uintptr
		symbol  unsafe.Pointer
		nearest uintptr
	})
	if r, _, _ := purego.SyscallN(dladdr, address, uintptr(unsafe.Pointer(where))); int32(r) == 0 || where.file == nil {
		return 0, false
	}
	library, err := purego.Dlopen(unix.BytePtrToString(where.file), purego.RTLD_NOW|noLoad)
	return library, err == nil
}
