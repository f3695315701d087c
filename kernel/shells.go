package kernel

import (
	"crypto/rand"
	"fmt"
	"slices"
	"sync"

	"raido/kernel/wire"
)

// maxSubshells bounds the subshells that are there at once.
const maxSubshells = 64

// shell answers requests of the shell channel one after another: the main shell and each subshell are one.
// Note [Shells] at the end.
type shell struct {
	id    string // empty for the main shell
	queue queue
}

func newShell(id string) *shell {
	s := &shell{id: id}
	s.queue.wake.L = &s.queue.mu
	return s
}

// shells are the shells of a kernel.
type shells struct {
	main    *shell
	serving sync.WaitGroup

	mu     sync.Mutex
	subs   []*shell // in the order in which they were made
	closed bool
}

// find is the shell of that name, or nil.
func (s *shells) find(id string) *shell {
	if id == "" {
		return s.main
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, sub := range s.subs {
		if sub.id == id {
			return sub
		}
	}
	return nil
}

// add makes a subshell and starts it; nil means that there are too many.
func (s *shells) add(start func(*shell)) *shell {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.subs) >= maxSubshells {
		return nil
	}
	sub := newShell(rand.Text())
	s.subs = append(s.subs, sub)
	start(sub)
	return sub
}

// remove forgets a subshell and gives it, or nil.
func (s *shells) remove(id string) *shell {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, sub := range s.subs {
		if sub.id == id {
			s.subs = slices.Delete(s.subs, i, i+1)
			return sub
		}
	}
	return nil
}

// close ends all shells; what waits is not answered.
func (s *shells) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, sub := range append(s.subs, s.main) {
		sub.queue.close()
	}
}

// serveShell answers what comes to a shell until it ends.
func (k *kernel) serveShell(s *shell) {
	for _, pop := range []func() *request{s.queue.pop, s.queue.popLook} {
		k.shells.serving.Go(func() {
			for r := pop(); r != nil; r = pop() {
				k.answer(r, shellHandlers)
			}
		})
	}
}

// begins publishes busy.
func (k *kernel) begins(r *request) {
	if r.shell != nil && r.Header.Type == "execute_request" {
		k.begin(r)
	}
	k.statusMu.Lock()
	defer k.statusMu.Unlock()
	if r.shell != nil && !r.looks() {
		k.running = append(k.running, r)
	}
	k.publish("status", r.Raw, content{"execution_state": "busy"})
}

// ends publishes idle, and busy again for a cell that still runs: front ends show what they heard last.
func (k *kernel) ends(r *request) {
	k.statusMu.Lock()
	defer k.statusMu.Unlock()
	k.running = slices.DeleteFunc(k.running, func(o *request) bool { return o == r })
	k.publish("status", r.Raw, content{"execution_state": "idle"})
	if len(k.running) > 0 {
		k.publish("status", k.running[0].Raw, content{"execution_state": "busy"})
	}
}

func (k *kernel) createSubshell(*request) (content, error) {
	s := k.shells.add(k.serveShell)
	if s == nil {
		return nil, fmt.Errorf("there are %d subshells already", maxSubshells)
	}
	return content{"subshell_id": s.id}, nil
}

// deleteSubshell ends a subshell: the cell that it runs goes on to its end, what waits is aborted.
func (k *kernel) deleteSubshell(r *request) (content, error) {
	q, err := wire.Content[wire.SubshellRequest](r.Message)
	if err != nil {
		return nil, err
	}
	s := k.shells.remove(q.ID)
	if s == nil {
		return nil, fmt.Errorf("there is no subshell %q", q.ID)
	}
	s.queue.abort()
	s.queue.end()
	return content{}, nil
}

func (k *kernel) listSubshells(*request) (content, error) {
	k.shells.mu.Lock()
	defer k.shells.mu.Unlock()
	ids := []string{}
	for _, s := range k.shells.subs {
		ids = append(ids, s.id)
	}
	return content{"subshell_id": ids}, nil
}

// noSubshell answers a request for a subshell that does not exist.
func noSubshell(_ *kernel, r *request) (content, error) {
	return nil, fmt.Errorf("there is no subshell %q", r.Header.Subshell)
}

// Note [Shells]
//
// A shell answers its requests in their order. Those that only look (completion, inspection, kernel_info, history, ...) do not wait
// for a long cell: 30 ms after they came they are answered beside it, in their order, from what the last finished cell
// has left. So TAB and Shift-TAB work while a gradient runs, and a request that follows a short cell sees what it defined.
//
// A subshell is a shell with a queue of its own, made by a request on control. Its cells run beside those of the main shell on
// session.Look, so they can compute and show but define nothing. An interrupt ends all running cells.
//
// Front ends show the state of the status message that came last, whatever its parent. So where an answer becomes idle
// while a cell runs, the cell's busy is published once more.
