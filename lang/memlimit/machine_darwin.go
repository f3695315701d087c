package memlimit

import (
	"os"

	"golang.org/x/sys/unix"
)

// machine is how much memory the machine has, and how much of it is free or holds files that can be read again.
func machine() (all, free int64, ok bool) {
	size, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0, 0, false
	}
	pages := int64(0)
	for _, name := range []string{"vm.page_free_count", "vm.page_pageable_external_count", "vm.page_purgeable_count"} {
		n, err := unix.SysctlUint32(name)
		if err != nil {
			return int64(size), int64(size) / 2, true // who does not know leaves half to others
		}
		pages += int64(n)
	}
	return int64(size), pages * int64(os.Getpagesize()), true
}
