package worker

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"sync"
)

// lastWords takes what a worker writes to its standard error: it goes on to the notebook's, and the line that tells why it ends, if there
// is one, is kept.
type lastWords struct {
	mu    sync.Mutex
	part  string // of a line
	cause string // the first line that tells of an end
}

// deathWords is how lines begin or what they hold in which Go's runtime, the C++ library and the C library tell why they end a process.
var deathWords = regexp.MustCompile(`^(SIG[A-Z]+: |fatal error: |panic: |runtime: out of memory|terminate called|.*(what\(\): |[Aa]ssertion .*failed|double free|[Cc]annot allocate memory))`)

// Write implements io.Writer.
func (w *lastWords) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	lines := strings.Split(w.part+string(p), "\n")
	w.part = lines[len(lines)-1]
	w.part = w.part[max(0, len(w.part)-maxWords):]
	for _, line := range lines[:len(lines)-1] {
		w.take(line)
	}
	select {
	case standardError() <- bytes.Clone(p):
	default: // nobody reads ours, for which no worker should wait
	}
	return len(p), nil
}

// standardError takes what is to be written to this process's standard error.
var standardError = sync.OnceValue(func() chan<- []byte {
	lines := make(chan []byte, 256)
	go func() {
		for p := range lines {
			os.Stderr.Write(p)
		}
	}()
	return lines
})

// maxWords bounds what is kept of a line.
const maxWords = 300

func (w *lastWords) take(line string) {
	if w.cause == "" && deathWords.MatchString(line) {
		w.cause = strings.TrimSpace(line[:min(len(line), maxWords)])
	}
}

// why is the line that tells why the worker ended; empty if there is none.
func (w *lastWords) why() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.take(w.part)
	return w.cause
}
