package session

import (
	"sync"
	"time"

	"raido/backend"
	"raido/backend/engines"
)

// engineSlot holds the engine of a notebook, opened once: by the first cell that computes, or before that in
// the background by warm.
type engineSlot struct {
	mu     sync.Mutex
	engine backend.Engine
	note   string // what to tell the user about the choice, once
}

// open opens the engine of that name ("" is the best there is), unless it is open.
func (s *engineSlot) open(name string) (backend.Engine, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.engine != nil {
		return s.engine, nil
	}
	if name == "" {
		s.engine, s.note = engines.Default()
		return s.engine, nil
	}
	e, err := engines.Open(name)
	if err != nil {
		return nil, err
	}
	s.engine = e
	return e, nil
}

// takeNote gives the note and forgets it.
func (s *engineSlot) takeNote() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.note
	s.note = ""
	return n
}

// set puts another engine in place and gives the one before.
func (s *engineSlot) set(e backend.Engine) backend.Engine {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.engine
	s.engine = e
	return before
}

// close closes the engine if it is open.
func (s *engineSlot) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.engine != nil {
		s.engine.Close()
		s.engine = nil
	}
}

// warm opens the engine in the background. The first cell of a notebook calls it, so that definitions are read while
// the driver loads, and an idle kernel stays small.
func (n *Notebook) warm() {
	n.warmed.Do(func() { go n.slot.open(n.engineName()) })
}

func (n *Notebook) engineName() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.wanted
}

// rest is how long no cell has run when the engine's compiler is prepared in the background. That takes half
// a second in which the driver does nothing else, not even read programs from the cache on disk.
const rest = 500 * time.Millisecond

// busy puts off what is done while no cell runs.
func (n *Notebook) busy() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.idle != nil {
		n.idle.Stop()
	}
}

// rests begins the time without cells.
func (n *Notebook) rests() {
	if n.looks {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.idle = time.AfterFunc(rest, func() {
		if e, err := n.slot.open(n.engineName()); err == nil {
			go e.Warm()
		}
	})
}
