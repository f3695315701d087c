package kernel

import (
	"sync"

	"raido/kernel/wire"
)

// request is a message that waits for its turn, with the peer that wants the answer.
type request struct {
	*wire.Message
	peer    *wire.Peer
	channel *wire.Socket
	aborted bool // an earlier cell failed
}

// queue holds the requests of the shell channel in their order. The socket is drained into it all the
// time, so that what a front end has sent is known when an error aborts it.
type queue struct {
	mu     sync.Mutex
	wake   sync.Cond
	list   []*request
	closed bool
}

func (q *queue) push(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, r)
	q.wake.Signal()
}

// pop waits for a request; nil means that the queue was closed.
func (q *queue) pop() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.list) == 0 && !q.closed {
		q.wake.Wait()
	}
	if q.closed {
		return nil
	}
	r := q.list[0]
	q.list = q.list[1:]
	return r
}

// abort marks the cells that wait now.
func (q *queue) abort() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range q.list {
		if r.Header.Type == "execute_request" {
			r.aborted = true
		}
	}
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake.Broadcast()
}
