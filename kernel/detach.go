package kernel

import (
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"raido/lang/system"
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
	pipe, old, empty, back, err := system.Replace(fd)
	if err != nil {
		return nil
	}
	if fd == 2 {
		debug.SetCrashOutput(old, debug.CrashOptions{})
	}
	done := make(chan bool)
	go pass(pipe, old, done)
	return func() {
		empty()
		select {
		case <-done:
			back()
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
