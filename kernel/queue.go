package kernel

import (
	"encoding/json"
	"sync"
	"time"

	"raido/kernel/wire"
)

// beside is how long a request that only looks waits for its turn on a busy shell. So what follows a short cell sees what the cell
// has defined, and nobody waits for a long one.
const beside = 30 * time.Millisecond

// request is a message that waits for its turn, with the peer that wants the answer.
type request struct {
	*wire.Message
	peer    *wire.Peer
	channel *wire.Socket
	shell   *shell // nil on control
	since   time.Time
	aborted bool     // an earlier cell failed
	cell    *running // set while a cell is answered
}

// looks reports whether a request may be answered beside a running cell: all that do not change anything.
func (r *request) looks() bool {
	return r.Header.Type != "execute_request" && r.Header.Type != "shutdown_request"
}

// queue holds the requests of a shell in their order. The socket is drained into it all the time, so that
// what a front end has sent is known when an error aborts it. Two take from it: pop in the order in which requests came, and
// popLook, while what was popped is being answered, those that only look, in their order.
type queue struct {
	mu      sync.Mutex
	wake    sync.Cond // anything changed
	list    []*request
	busy    bool // what was popped is being answered, and may take long
	looking bool // what was popped by popLook is being answered
	ending  bool // nothing new comes
	closed  bool
	stop    cutoff
}

// cutoff is up to when, by its own clock, a front end has sent what an error of its cells aborts.
type cutoff struct {
	session string
	at      time.Time
}

// sent is when a request was sent, by the clock of its front end; false if it does not say so.
func (r *request) sent() (time.Time, bool) {
	var header struct{ Date string }
	if json.Unmarshal(r.Raw, &header) != nil {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339, header.Date)
	return at, err == nil
}

// within reports whether a request is a cell that was sent before the cutoff.
func (c cutoff) within(r *request) bool {
	at, ok := r.sent()
	return ok && r.Header.Type == "execute_request" && r.Header.Session == c.session && at.Before(c.at)
}

// push adds a request; it is false if the queue takes none any more.
func (q *queue) push(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ending || q.closed {
		return false
	}
	r.since, r.aborted = time.Now(), q.stop.within(r)
	q.list = append(q.list, r)
	q.wake.Broadcast()
	if r.looks() && q.busy {
		time.AfterFunc(beside, q.wake.Broadcast)
	}
	return true
}

// pop waits for a request; nil means that none will come. The request before it is answered by now.
func (q *queue) pop() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy = false
	for !q.closed && (len(q.list) > 0 || !q.ending) && (len(q.list) == 0 || q.looking) {
		q.wake.Wait()
	}
	if q.closed || len(q.list) == 0 {
		return nil
	}
	r := q.list[0]
	q.list = q.list[1:]
	q.busy = !r.looks()
	for _, o := range q.list { // they came when the shell was not busy
		if o.looks() {
			time.AfterFunc(beside, q.wake.Broadcast)
			break
		}
	}
	return r
}

// popLook waits for a request that only looks and has waited long enough for its turn.
func (q *queue) popLook() *request {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.looking = false
	q.wake.Broadcast()
	for {
		if q.closed || q.ending && len(q.list) == 0 {
			return nil
		}
		if q.busy {
			for i, r := range q.list {
				if r.looks() && time.Since(r.since) >= beside {
					q.list = append(q.list[:i:i], q.list[i+1:]...)
					q.looking = true
					return r
				}
			}
		}
		q.wake.Wait()
	}
}

// abortAfter is abort, also of the cells that are on their way: what was sent, by the clock of the front end, no longer after the
// failed cell was than that cell has taken here since it came.
func (q *queue) abortAfter(failed *request) {
	q.mu.Lock()
	if at, ok := failed.sent(); ok {
		q.stop = cutoff{failed.Header.Session, at.Add(time.Since(failed.since))}
	}
	q.mu.Unlock()
	q.abort()
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

// end lets nothing new in.
func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ending = true
	q.wake.Broadcast()
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.wake.Broadcast()
}
