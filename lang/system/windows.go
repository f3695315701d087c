//go:build windows

package system

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// ReadAtOnce are no flags: opening waits for nobody here.
const ReadAtOnce = 0

// NoLink is no flag: only those whom the user trusts can make links.
const NoLink = 0

// Ends are the signals that ask a process to end: what the Go runtime makes of a closed console, or of the end of the user's session.
var Ends = []os.Signal{syscall.SIGTERM}

// Shell is the command that runs a line of text.
func Shell(line string) []string { return []string{"cmd", "/c", line} }

// ProcessorTime is what all threads of the process have used of cores; where nobody knows, the time of day.
func ProcessorTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	ticks := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) } // of 100 ns
	return time.Duration(100 * (ticks(kernel) + ticks(user)))
}

// Apart makes a command one that interrupts of this process's console do not reach.
func Apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// EndAll ends a process. What it has started is ended by the system's own command for that, if it is found.
func EndAll(p *os.Process) error {
	exec.Command("taskkill", "/t", "/f", "/pid", fmt.Sprint(p.Pid)).Run()
	return p.Kill()
}

// Alive reports whether there is a process with a number.
func Alive(pid int) bool {
	h, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_ACCESS_DENIED)
	}
	defer windows.CloseHandle(h)
	event, err := windows.WaitForSingleObject(h, 0)
	return err != nil || event != windows.WAIT_OBJECT_0
}

// EndedBy tells whether a fault of the program ended a process, which has such a status here, and never that the system did.
func EndedBy(s *os.ProcessState) (signal, kill bool) {
	return uint32(s.ExitCode()) >= 0xC0000000, false
}

// Writable tells why a file or folder cannot be written, as far as its attributes say.
func Writable(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() && info.Mode().Perm()&0o200 == 0 {
		err = fs.ErrPermission
	}
	return err
}

// Runs reports whether a file, by what is known of it, is a program: its name says so.
func Runs(info fs.FileInfo) bool {
	ending := strings.ToLower(filepath.Ext(info.Name()))
	return info.Mode().IsRegular() && slices.Contains([]string{".exe", ".com", ".bat", ".cmd"}, ending)
}

// Foreign reports false: folders of a user's profile are that user's.
func Foreign(fs.FileInfo) bool { return false }

// OthersWrite reports false, likewise: modes say nothing of others here.
func OthersWrite(fs.FileInfo) bool { return false }

// Full reports whether a file could not be written since there is no room.
func Full(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) || errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

// ReadOnly reports whether a file could not be written since nothing can be, there.
func ReadOnly(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }

// MadeUp is empty: there are no file systems whose files are made up as they are read.
func MadeUp(*os.File) string { return "" }

// Sooner does nothing: which process ends where memory runs out is the system's choice.
func Sooner() {}

// Map maps the first size bytes of a file, which has them.
func Map(f *os.File, size int) ([]byte, error) {
	h, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READWRITE, uint32(size>>32), uint32(size), nil)
	if err != nil {
		return nil, err
	}
	defer windows.CloseHandle(h) // what is mapped keeps it
	at, err := windows.MapViewOfFile(h, windows.FILE_MAP_WRITE, 0, 0, uintptr(size))
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size), nil
}

// Unmap undoes Map.
func Unmap(mem []byte) { windows.UnmapViewOfFile(addressOf(mem)) }

// linkVariable tells a process that was started by Start where the other one waits, what to say to it, and where the file is.
const linkVariable = "RAIDO_LINK"

// joining is how long a process that was started may take to join.
const joining = 30 * time.Second

// Start starts a command with a link to it. The end of its process is seen as the end of the connection. Files are not handed over here: the
// other process connects by the loopback interface with a secret, and opens the file by its name.
func Start(cmd *exec.Cmd) (*Link, error) {
	wait, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer wait.Close()
	l := &Link{}
	if l.Memory, err = temporary(filepath.Join(os.TempDir(), "raido-memory-"+rand.Text()), windows.CREATE_NEW); err != nil {
		return nil, err
	}
	secret := rand.Text()
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(cmd.Env, strings.Join([]string{linkVariable + "=" + wait.Addr().String(), secret, l.Memory.Name()}, " "))
	if err := cmd.Start(); err != nil {
		l.Close()
		return nil, err
	}
	for end := time.Now().Add(joining); l.Conn == nil; {
		wait.(*net.TCPListener).SetDeadline(time.Now().Add(joining / 100))
		conn, err := wait.Accept()
		if errors.Is(err, os.ErrDeadlineExceeded) && time.Now().Before(end) && Alive(cmd.Process.Pid) {
			continue
		}
		if err != nil {
			cmd.Process.Kill()
			cmd.Wait()
			l.Close()
			return nil, fmt.Errorf("the process that was started does not answer: %w", err)
		}
		said := make([]byte, len(secret))
		conn.SetReadDeadline(time.Now().Add(time.Second))
		if _, err := io.ReadFull(conn, said); err != nil || string(said) != secret {
			conn.Close() // somebody else
			continue
		}
		conn.SetReadDeadline(time.Time{})
		l.Conn = conn
	}
	return l, nil
}

// Joined is the link to the process that has started this one by Start.
func Joined() (*Link, error) {
	where := strings.SplitN(os.Getenv(linkVariable), " ", 3)
	if len(where) != 3 {
		return nil, errors.New("this process has not been started by a notebook")
	}
	os.Unsetenv(linkVariable)
	l := &Link{}
	var err error
	if l.Memory, err = temporary(where[2], windows.OPEN_EXISTING); err != nil {
		return nil, err
	}
	if l.Conn, err = net.Dial("tcp", where[0]); err == nil {
		_, err = io.WriteString(l.Conn, where[1])
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// temporary opens a file that others may open too, and that is removed when nobody has it open any more.
func temporary(path string, how uint32) (*os.File, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE, nil, how,
		windows.FILE_ATTRIBUTE_TEMPORARY|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(h), path), nil
}

// Replace puts a pipe in the place of standard output (1) or error (2), for this process and those that it starts. It gives what can be read
// from the pipe, and what stood there before. After end the pipe has no writer any more, unless another process is left that has it; back puts what was there in its place again.
func Replace(fd int) (pipe, old *os.File, end, back func(), err error) {
	place, id := &os.Stdout, uint32(windows.STD_OUTPUT_HANDLE)
	if fd == 2 {
		place, id = &os.Stderr, windows.STD_ERROR_HANDLE
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, nil, nil, nil, err
	}
	was := *place
	put := func(f *os.File) {
		*place = f
		windows.SetStdHandle(id, windows.Handle(f.Fd()))
	}
	put(write)
	return read, was, func() { write.Close() }, func() { put(was) }, nil
}

// OpenCL are the names of the library of OpenCL, to be tried in order.
var OpenCL = []string{"OpenCL.dll"}

// InstallOpenCL says how to get it.
const InstallOpenCL = "it comes with the driver of the graphics card or of the processor"

// InstallDriver says how to get a driver for it.
const InstallDriver = "it comes with the graphics card or the processor"

// OpenLibrary loads a library, or finds it loaded.
func OpenLibrary(name string) (uintptr, error) {
	h, err := windows.LoadLibrary(name)
	return uintptr(h), err
}

// CloseLibrary undoes OpenLibrary.
func CloseLibrary(library uintptr) { windows.FreeLibrary(windows.Handle(library)) }

// Symbol is the address of what a library calls by a name.
func Symbol(library uintptr, name string) (uintptr, error) {
	return windows.GetProcAddress(windows.Handle(library), name)
}

// LibraryOf reports false: nobody asks here.
func LibraryOf(uintptr) (uintptr, bool) { return 0, false }

// Lazy gives memory, zeros at first, that takes none of the machine's before it is used; the system counts it as promised. Free undoes it.
func Lazy(size int) ([]byte, error) {
	at, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size), nil
}

// Forget gives whole pages of such memory back until they are used again; what they hold is lost.
func Forget(mem []byte) {
	if at, n := addressOf(mem), uintptr(len(mem)); windows.VirtualFree(at, n, windows.MEM_DECOMMIT) == nil {
		windows.VirtualAlloc(at, n, windows.MEM_COMMIT, windows.PAGE_READWRITE)
	}
}

// Free undoes Lazy.
func Free(mem []byte) { windows.VirtualFree(addressOf(mem), 0, windows.MEM_RELEASE) }

func addressOf(mem []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(mem))) }
