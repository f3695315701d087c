package worker

import (
	"os"
	"regexp"
	"syscall"
)

// ending is how a worker ended.
type ending struct {
	state  string         // in the system's words
	words  string         // its own last ones, if they say why
	signal syscall.Signal // that ended it; 0 if it ended by itself
	memory bool           // its words are that there was no memory
}

// memoryWords are how last words tell that there was no memory.
var memoryWords = regexp.MustCompile(`(?i)out of memory|allocate memory|bad_alloc`)

// endingOf is how a process ended that wrote to stderr.
func endingOf(s *os.ProcessState, stderr *lastWords) ending {
	e := ending{state: s.String(), words: stderr.why()}
	e.memory = memoryWords.MatchString(e.words)
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.signal = status.Signal()
	}
	return e
}

// killed reports whether it got SIGKILL and had nothing to say.
func (e ending) killed() bool { return e.signal == syscall.SIGKILL && e.words == "" }

// String is how it ended, for people.
func (e ending) String() string {
	if e.words == "" {
		return e.state
	}
	return e.state + ": " + e.words
}

// cause is that with what is likely behind it.
func (e ending) cause() string {
	if e.killed() {
		return e.String() + ", as the system does when memory runs out"
	}
	return e.String()
}
