package kernel

import (
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// Note [Detached output]
//
// Whoever has started the kernel may not read its standard output and error, or be gone. A write to a pipe that is full blocks, and one to
// a pipe without a reader ends the process by SIGPIPE: of this package's log, of Go's own runtime, of a driver's library, and of the workers,
// which inherit both. So Detach puts a pipe of our own in the place of either, which is always read; what cannot be passed
// on at once is lost. The report of a crash goes to the old standard error directly. Commands of cells get SIGPIPE as it was: a signal
// with a handler is reset by exec.

// Detach lets nobody who does not read standard output or error stop the process. end passes on what is left.
func Detach() (end func()) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	var ends []func()
	for _, fd := range []int{1, 2} {
		if end := detach(fd); end != nil {
			ends = append(ends, end)
		}
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

// detach puts a pipe in the place of a descriptor; nil if that cannot be.
func detach(fd int) (end func()) {
	var pipe [2]int
	old, err := syscall.Dup(fd)
	if err != nil {
		return nil
	}
	syscall.CloseOnExec(old)
	if err := syscall.Pipe2(pipe[:], syscall.O_CLOEXEC); err != nil {
		syscall.Close(old)
		return nil
	}
	defer syscall.Close(pipe[1])
	if err := syscall.Dup3(pipe[1], fd, 0); err != nil {
		syscall.Close(pipe[0])
		syscall.Close(old)
		return nil
	}
	to := os.NewFile(uintptr(old), "standard output")
	if fd == 2 {
		debug.SetCrashOutput(to, debug.CrashOptions{})
	}
	done := make(chan bool)
	go pass(os.NewFile(uintptr(pipe[0]), "pipe"), to, done)
	return func() {
		if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
			syscall.Dup3(int(null.Fd()), fd, 0) // the pipe has no writer any more, unless a worker is left
		}
		select {
		case <-done:
			syscall.Dup3(old, fd, 0)
		case <-time.After(linger): // nobody reads
		}
	}
}

// pass writes what comes, and throws away what the reader is too slow for.
func pass(from, to *os.File, done chan<- bool) {
	texts := make(chan []byte, 64)
	go func() {
		defer close(done)
		for text := range texts {
			to.Write(text) // if nobody reads, it is lost
		}
	}()
	defer close(texts)
	for {
		text := make([]byte, 4<<10)
		n, err := from.Read(text)
		if err != nil {
			return
		}
		select {
		case texts <- text[:n]:
		default:
		}
	}
}
