package wire

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-zeromq/zmq4"
)

// maxPeers bounds the connections of a socket, so that a local process cannot use up the descriptors.
const maxPeers = 256

// maxHeld bounds what all peers of a socket together may have begun and not ended.
const maxHeld = 256 << 20

// Handler takes what peers send. Its methods are called from the reader goroutine of the peer.
type Handler struct {
	// Message takes a message that came on s; nil ignores messages.
	Message func(s *Socket, p *Peer, frames [][]byte)
	// Subscribe is told of each new subscription on a PUB socket; may be nil.
	Subscribe func(p *Peer, topic string)
}

// Socket is a bound ZeroMQ socket of our own (Note [Own sockets]).
type Socket struct {
	kind     Kind
	listener net.Listener
	handler  Handler

	mu     sync.Mutex
	peers  map[*Peer]struct{}
	byName map[string]*Peer   // latest peer of each identity
	shakes map[*Peer]struct{} // handshakes under way
	count  uint64             // of connections
	closed bool

	held atomic.Int64 // bytes of messages that have not ended
}

// Kind is the type of a socket.
type Kind = zmq4.SocketType

// Kinds of sockets that a kernel binds.
const (
	Router = zmq4.Router
	Pub    = zmq4.Pub
	Rep    = zmq4.Rep
)

// Listen binds a socket and begins to accept peers.
func Listen(kind Kind, network, address string, h Handler) (*Socket, error) {
	if network == "unix" {
		removeStale(address)
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("bind: %w", err)
	}
	if network == "unix" {
		os.Chmod(address, 0o600) // only the user's own front ends; the key guards the rest
	}
	s := &Socket{kind: kind, listener: l, handler: h, peers: map[*Peer]struct{}{}, byName: map[string]*Peer{}, shakes: map[*Peer]struct{}{}}
	go s.accept()
	return s, nil
}

// removeStale removes the file of an ipc socket that nobody listens on: a killed kernel leaves it.
func removeStale(path string) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSocket == 0 {
		return
	}
	c, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		c.Close()
		return
	}
	os.Remove(path)
}

// Addr is the address that the socket is bound to.
func (s *Socket) Addr() net.Addr { return s.listener.Addr() }

func (s *Socket) accept() {
	for {
		conn, err := s.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // out of descriptors: others will be closed
			time.Sleep(50 * time.Millisecond)
			continue
		}
		p := newPeer(conn)
		s.mu.Lock()
		full := s.closed || len(s.shakes)+len(s.peers) >= maxPeers && !s.evict(func(p *Peer) uint64 { return ^p.age })
		if !full {
			s.count++
			p.age = s.count
			s.shakes[p] = struct{}{}
		}
		s.mu.Unlock()
		if full {
			conn.Close()
			continue
		}
		go s.serve(p)
	}
}

// evict closes the peer, of those that are not settled, for which a number is greatest. It is false if all are settled.
func (s *Socket) evict(by func(*Peer) uint64) bool {
	var worst *Peer
	for _, peers := range []map[*Peer]struct{}{s.shakes, s.peers} {
		for p := range peers {
			if !p.settled.Load() && (worst == nil || by(p) > by(worst)) {
				worst = p
			}
		}
	}
	if worst == nil {
		return false
	}
	delete(s.shakes, worst)
	delete(s.peers, worst)
	s.held.Add(-worst.holds.Swap(0))
	worst.close()
	return true
}

// takes accounts for bytes of a message that a peer has begun; it is false if the peer has to go. Where they get many, what peers that are
// not settled have begun goes first.
func (s *Socket) takes(p *Peer, n int) bool {
	p.holds.Add(int64(n))
	s.held.Add(int64(n))
	for more := true; more && s.held.Load() > maxHeld; {
		s.mu.Lock()
		more = s.evict(func(p *Peer) uint64 { return uint64(p.holds.Load()) })
		s.mu.Unlock()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.closed
}

// serve lives as long as the peer.
func (s *Socket) serve(p *Peer) {
	identity, err := handshake(p.conn, s.kind)
	p.identity = identity
	s.mu.Lock()
	_, stays := s.shakes[p]
	delete(s.shakes, p)
	if err != nil || s.closed || !stays {
		s.mu.Unlock()
		p.close()
		return
	}
	s.peers[p] = struct{}{}
	if identity != "" {
		s.byName[identity] = p
	}
	s.mu.Unlock()

	go p.write()
	s.read(p)

	p.close()
	s.mu.Lock()
	delete(s.peers, p)
	if s.byName[identity] == p {
		delete(s.byName, identity)
	}
	s.mu.Unlock()
}

func (s *Socket) read(p *Peer) {
	r := bufio.NewReaderSize(p.conn, 16<<10)
	release := func() { s.held.Add(-p.holds.Swap(0)) }
	defer release()
	for {
		limit := MaxMessage
		if p.settled.Load() {
			limit = MaxSettled
		}
		frames, command, err := readMessage(r, limit, func(n int) bool { return s.takes(p, n) })
		release()
		if err != nil {
			return
		}
		switch {
		case command:
			s.command(p, frames[0])
		case s.kind == Pub:
			// ZMTP 3.0 sends subscriptions as messages: 1 or 0, then the topic.
			if b := frames[0]; len(frames) == 1 && len(b) > 0 && b[0] <= 1 {
				s.subscribe(p, string(b[1:]), b[0] == 1)
			}
		case s.kind == Rep:
			p.Settle()
			p.Send(frames)
		case s.handler.Message != nil:
			s.handler.Message(s, p, frames)
		}
	}
}

// command answers the commands of ZMTP 3.1 that a peer may send although we speak 3.0.
func (s *Socket) command(p *Peer, body []byte) {
	if len(body) == 0 || int(body[0]) >= len(body) {
		return
	}
	name, rest := string(body[1:1+body[0]]), body[1+body[0]:]
	switch {
	case name == "PING" && len(rest) >= 2:
		pong := append([]byte("\x04PONG"), rest[2:min(len(rest), 18)]...)
		p.sendRaw(append(appendHeader(nil, flagCommand, len(pong)), pong...))
	case name == "SUBSCRIBE" && s.kind == Pub:
		s.subscribe(p, string(rest), true)
	case name == "CANCEL" && s.kind == Pub:
		s.subscribe(p, string(rest), false)
	}
}

func (s *Socket) subscribe(p *Peer, topic string, on bool) {
	p.subscribe(topic, on)
	if on && s.handler.Subscribe != nil {
		s.handler.Subscribe(p, topic)
	}
}

// Publish sends a message to every peer that has subscribed to its first frame.
func (s *Socket) Publish(frames [][]byte) {
	msg := encodeMessage(frames)
	for _, p := range s.list() {
		if p.subscribed(frames[0]) {
			p.sendRaw(msg)
		}
	}
}

// Reply sends a message to a peer or, if it has connected anew since, to its successor of the same
// identity. It is false if there is none.
func (s *Socket) Reply(p *Peer, frames [][]byte) bool {
	if p.Send(frames) {
		return true
	}
	next := s.Named(p.identity)
	return next != nil && next != p && next.Send(frames)
}

// Named is the peer of that identity, or nil.
func (s *Socket) Named(identity string) *Peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byName[identity]
}

func (s *Socket) list() []*Peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]*Peer, 0, len(s.peers))
	for p := range s.peers {
		out = append(out, p)
	}
	return out
}

// Close stops listening, waits at most linger until every peer's queue is written, and closes the peers.
func (s *Socket) Close(linger time.Duration) {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.listener.Close()
	peers := s.list()
	done := make(chan struct{})
	go func() {
		for _, p := range peers {
			p.flush()
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(linger):
	}
	for _, p := range peers {
		p.close()
	}
}

// Topic is the first frame of a message on a PUB socket, by type.
func Topic(msgType string) []byte { return []byte("kernel." + msgType) }

// Note [Own sockets]
//
// zmq4 v0.17.0 as it comes lets one peer stop all: PUB and ROUTER write to peers in turn under one lock,
// the handshake runs inside the accept loop without a deadline, Conn.RecvMsg allocates what a header
// says, and Close drops what is queued. So each peer here has a reader and a writer of its own with a
// bounded queue, the handshake has a goroutine and a deadline, frames grow as bytes arrive, and Close
// lingers.
