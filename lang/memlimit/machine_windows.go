package memlimit

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// status is MEMORYSTATUSEX of the Windows API.
type status struct {
	length, load                                         uint32
	all, free, pageAll, pageFree, spaceAll, spaceFree, _ uint64
}

var globalMemoryStatusEx = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// machine is how much memory the machine has, and how much of it is free, with what the page file has room for at most.
func machine() (all, free int64, ok bool) {
	s := status{}
	s.length = uint32(unsafe.Sizeof(s))
	if r, _, _ := globalMemoryStatusEx.Call(uintptr(unsafe.Pointer(&s))); r == 0 {
		return 0, 0, false
	}
	return int64(s.all), int64(min(s.free, s.pageFree)), true
}
