package worker

import (
	"os"

	"raido/lang/system"
)

// area is the shared file: both sides map as much of it as they need. One transfer at a time uses it.
type area struct {
	file *os.File
	mem  []byte
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
	m, err := system.Map(a.file, size)
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
		system.Unmap(a.mem)
		a.mem = nil
	}
}

func (a *area) close() {
	a.unmap()
	a.file.Close()
}
