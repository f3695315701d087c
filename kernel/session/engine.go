package session

import (
	"sync"
	"time"

	"raido/backend"
	"raido/backend/engines"
	"raido/lang/types"
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

// openEngine is replaced by tests.
var openEngine = engines.Open

// setEngine opens another engine, on which the notebook's cells run from now on, and brings the values along.
func (c *cell) setEngine(name string) (backend.Engine, error) {
	next, err := openEngine(name)
	if err != nil {
		return nil, err
	}
	if err := next.Ready(c.ctx); err != nil {
		next.Close()
		return nil, err
	}
	before := c.next
	if _, gone := c.ready(); gone != nil {
		c.next = next // computes what the other one has lost
	}
	err = c.move(next)
	if c.next = before; err != nil {
		next.Close()
		return nil, err
	}
	if c.next != nil {
		c.passed = append(c.passed, c.next)
	}
	c.next = next
	return next, nil
}

// move brings all held values to another engine.
func (c *cell) move(next backend.Engine) error {
	for _, e := range c.st.order {
		moved := map[*types.Symbol]*held{}
		for sym, h := range e.values {
			m := &held{iface: h.iface, typ: h.typ, from: h.from, engine: h.engine, def: h.def, inputs: h.inputs, depth: h.depth}
			if err := c.restore(h, sym.Name); err != nil {
				return err
			}
			moved[sym] = m
			c.made = append(c.made, m)
			leaves, err := c.leaves(h)
			if err != nil {
				return err
			}
			for _, v := range leaves {
				up, err := next.Upload(c.ctx, v)
				if err != nil {
					return err
				}
				m.leaves = append(m.leaves, up)
			}
		}
		if e.values != nil {
			e.values = moved
		}
	}
	return nil
}
