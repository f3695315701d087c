package worker

import (
	"os"
	"regexp"

	"raido/lang/system"
)

// ending is how a worker ended.
type ending struct {
	state  string // in the system's words
	words  string // its own last ones, if they say why
	signal bool   // it did not end by itself
	kill   bool   // but by the signal that cannot be caught
	memory bool   // its words are that there was no memory
}

// memoryWords are how last words tell that there was no memory.
var memoryWords = regexp.MustCompile(`(?i)out of memory|allocate memory|bad_alloc`)

// endingOf is how a process ended that wrote to stderr.
func endingOf(s *os.ProcessState, stderr *lastWords) ending {
	e := ending{state: s.String(), words: stderr.why()}
	e.memory = memoryWords.MatchString(e.words)
	e.signal, e.kill = system.EndedBy(s)
	return e
}

// killed reports whether it got SIGKILL and had nothing to say.
func (e ending) killed() bool { return e.kill && e.words == "" }

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
