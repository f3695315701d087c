package wire

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
)

// maxQueued is how many bytes may wait for a peer that does not read; a peer beyond it is cut, and
// connects again when it wakes up.
const maxQueued = 64 << 20

// Peer is one connection of a socket. Its writer has a queue of its own, so that a peer that stops
// reading delays no other.
type Peer struct {
	conn     net.Conn
	identity string

	mu     sync.Mutex
	wake   sync.Cond // queue or closed changed
	queue  [][]byte  // encoded messages
	queued int       // bytes in queue and in the writer's hands
	closed bool
	topics map[string]int // subscriptions of a SUB peer, counted

	age     uint64       // number of the connection
	settled atomic.Bool  // it has shown that it belongs here
	holds   atomic.Int64 // bytes of a message that has not ended
}

// Settle marks a peer that has signed a message: others make room for it where there are too many.
func (p *Peer) Settle() { p.settled.Store(true) }

func newPeer(conn net.Conn) *Peer {
	p := &Peer{conn: conn, topics: map[string]int{}}
	p.wake.L = &p.mu
	return p
}

// Identity is the name that the peer gave itself; empty if it gave none.
func (p *Peer) Identity() string { return p.identity }

// Send queues a message; it is false if the peer is gone.
func (p *Peer) Send(frames [][]byte) bool { return p.sendRaw(encodeMessage(frames)) }

func (p *Peer) sendRaw(msg []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	// One message may be as big as it likes: the bound is for those that pile up.
	if p.queued > 0 && p.queued+len(msg) > maxQueued {
		p.closeLocked()
		return false
	}
	p.queue = append(p.queue, msg)
	p.queued += len(msg)
	p.wake.Broadcast()
	return true
}

// write sends what is queued until the peer is closed.
func (p *Peer) write() {
	for {
		p.mu.Lock()
		for len(p.queue) == 0 && !p.closed {
			p.wake.Wait()
		}
		if p.closed {
			p.mu.Unlock()
			return
		}
		batch := net.Buffers(p.queue)
		size := p.queued
		p.queue = nil
		p.mu.Unlock()

		_, err := batch.WriteTo(p.conn)

		p.mu.Lock()
		p.queued -= size
		p.wake.Broadcast()
		if err != nil {
			p.closeLocked()
		}
		p.mu.Unlock()
	}
}

// flush waits until everything queued is written or the peer is closed.
func (p *Peer) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.queued > 0 && !p.closed {
		p.wake.Wait()
	}
}

func (p *Peer) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closeLocked()
}

func (p *Peer) closeLocked() {
	if !p.closed {
		p.closed = true
		p.queue, p.queued = nil, 0
		p.conn.Close()
		p.wake.Broadcast()
	}
}

// subscribe adds or takes back a subscription.
func (p *Peer) subscribe(topic string, on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch n := p.topics[topic]; {
	case on && len(p.topics) < maxTopics:
		p.Settle()
		p.topics[topic] = n + 1
	case !on && n > 1:
		p.topics[topic] = n - 1
	case !on:
		delete(p.topics, topic)
	}
}

// maxTopics bounds the subscriptions of a peer; front ends use one.
const maxTopics = 1024

func (p *Peer) subscribed(topic []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for t := range p.topics {
		if bytes.HasPrefix(topic, []byte(t)) {
			return true
		}
	}
	return false
}
