//go:build unix

package system

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// ReadAtOnce are flags of os.OpenFile by which what turns out to be a pipe or a terminal does not keep or take the process.
const ReadAtOnce = unix.O_NONBLOCK | unix.O_NOCTTY

// NoLink is the flag of os.OpenFile by which a link is not followed.
const NoLink = unix.O_NOFOLLOW

// Ends are the signals that ask a process to end.
var Ends = []os.Signal{unix.SIGTERM}

// Shell is the command that runs a line of text.
func Shell(line string) []string { return []string{"sh", "-c", line} }

// ProcessorTime is what all threads of the process have used of cores; where nobody knows, the time of day.
func ProcessorTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Apart makes a command one that signals to this process's group, such as those of a terminal, do not reach.
func Apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// EndAll ends a process that was started Apart, and all that it has started.
func EndAll(p *os.Process) error { return unix.Kill(-p.Pid, unix.SIGKILL) }

// Alive reports whether there is a process with a number.
func Alive(pid int) bool { return !errors.Is(unix.Kill(pid, 0), unix.ESRCH) }

// EndedBy tells whether a signal ended a process, and whether that was the one that cannot be caught: the system sends it where memory runs out.
func EndedBy(s *os.ProcessState) (signal, kill bool) {
	status, ok := s.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return false, false
	}
	return true, status.Signal() == unix.SIGKILL
}

// Writable tells why a file or folder cannot be written.
func Writable(path string) error { return unix.Access(path, unix.W_OK) }

// Runs reports whether a file, by what is known of it, is a program.
func Runs(info fs.FileInfo) bool { return info.Mode().IsRegular() && info.Mode()&0o111 != 0 }

// Foreign reports whether a file or folder belongs to another user.
func Foreign(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) != os.Geteuid()
}

// OthersWrite reports whether others than the owner may write a file or folder.
func OthersWrite(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }

// Full reports whether a file could not be written since there is no room.
func Full(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }

// ReadOnly reports whether a file could not be written since nothing can be, there.
func ReadOnly(err error) bool { return errors.Is(err, unix.EROFS) }

// Map maps the first size bytes of a file, which has them.
func Map(f *os.File, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

// Unmap undoes Map.
func Unmap(mem []byte) { unix.Munmap(mem) }

// The files of a process that was started by Start, after the three that every process has.
const (
	socketFile = 3
	memoryFile = 4
)

// Start starts a command with a link to it. The end of its process is seen as the end of the connection.
func Start(cmd *exec.Cmd) (*Link, error) {
	fds, err := pair()
	if err != nil {
		return nil, err
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "ours"), os.NewFile(uintptr(fds[1]), "theirs")
	defer ours.Close()
	defer theirs.Close() // only the other process has it then
	l := &Link{}
	if l.Conn, err = net.FileConn(ours); err == nil {
		l.Memory, err = memory()
	}
	if err == nil {
		cmd.ExtraFiles = []*os.File{theirs, l.Memory}
		err = cmd.Start()
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// Joined is the link to the process that has started this one by Start.
func Joined() (*Link, error) {
	unix.CloseOnExec(socketFile)
	unix.CloseOnExec(memoryFile)
	socket := os.NewFile(socketFile, "socket")
	defer socket.Close()
	conn, err := net.FileConn(socket)
	if err != nil {
		return nil, err
	}
	return &Link{Conn: conn, Memory: os.NewFile(memoryFile, "memory")}, nil
}

// Replace puts a pipe in the place of standard output (1) or error (2). It gives what can be read from the pipe, and what stood there before.
// After end the pipe has no writer any more, unless another process is left that has it; back puts what was there in its place again.
func Replace(fd int) (pipe, old *os.File, end, back func(), err error) {
	was, err := unix.Dup(fd)
	if err != nil {
		return nil, nil, nil, nil, err
	}
	unix.CloseOnExec(was)
	read, write, err := os.Pipe()
	if err == nil {
		defer write.Close()
		if err = dup(int(write.Fd()), fd); err != nil {
			read.Close()
		}
	}
	if err != nil {
		unix.Close(was)
		return nil, nil, nil, nil, err
	}
	end = func() {
		if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
			dup(int(null.Fd()), fd)
			null.Close()
		}
	}
	return read, os.NewFile(uintptr(was), "standard output"), end, func() { dup(was, fd) }, nil
}

// OpenLibrary loads a library, or finds it loaded; its symbols are there for libraries that are loaded after it.
func OpenLibrary(name string) (uintptr, error) {
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
}

// CloseLibrary undoes OpenLibrary or LibraryOf.
func CloseLibrary(library uintptr) { purego.Dlclose(library) }

// Symbol is the address of what a library calls by a name.
func Symbol(library uintptr, name string) (uintptr, error) { return purego.Dlsym(library, name) }

// Lazy gives memory, zeros at first, that takes none of the machine's before it is used. Free undoes it.
func Lazy(size int) ([]byte, error) {
	return unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
}

// Forget gives whole pages of such memory back until they are used again; what they hold is lost.
func Forget(mem []byte) { unix.Madvise(mem, unix.MADV_DONTNEED) }

// Free undoes Lazy.
func Free(mem []byte) { unix.Munmap(mem) }
