// Package system does what operating systems do differently: processes and their ends, what files are and may be used for, and how two
// processes of this program speak with each other; libraries of C; memory that is there when it is used. Files by system (unix.go, linux.go, bsd.go, windows.go) have the same functions; where
// a system has no such thing, its comment says what is done instead.
//
// Layer 0: imports golang.org/x/sys and purego.
package system

import (
	"net"
	"os"
)

// Link is what a process shares with one that it has started: a connection, and a file that both may map, which has no name or loses it
// with the processes.
type Link struct {
	Conn   net.Conn
	Memory *os.File
}

// Close closes what is open.
func (l *Link) Close() {
	if l.Conn != nil {
		l.Conn.Close()
	}
	if l.Memory != nil {
		l.Memory.Close()
	}
}
