package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
)

const (
	handshakeTime = 10 * time.Second
	greetingSize  = 64
	maxReady      = 64 << 10
)

// handshake exchanges greetings and READY commands with a peer that has connected, and returns the
// identity that the peer gave.
func handshake(conn net.Conn, kind zmq4.SocketType) (identity string, err error) {
	defer func() { // zmq4 slices by lengths that the peer's metadata claim
		if r := recover(); r != nil {
			err = fmt.Errorf("handshake: malformed metadata: %v", r)
		}
	}()
	conn.SetDeadline(time.Now().Add(handshakeTime))
	c, err := zmq4.Open(&guarded{Conn: conn}, null.Security(), kind, nil, true, nil)
	if err != nil {
		return "", err
	}
	conn.SetDeadline(time.Time{})
	identity = c.Peer.Meta["Identity"]
	if len(identity) > 255 {
		return "", errors.New("handshake: identity of more than 255 bytes")
	}
	return identity, nil
}

// guarded watches what a peer sends during the handshake: after the greeting it lets one command of at
// most maxReady bytes pass. zmq4 allocates what the frame header says, before the bytes are there.
type guarded struct {
	net.Conn
	seen   int    // bytes that passed
	header []byte // the first bytes after the greeting
}

var errReady = errors.New("handshake: not one READY command of sensible size")

// Read implements net.Conn.
func (g *guarded) Read(b []byte) (int, error) {
	n, err := g.Conn.Read(b)
	for _, x := range b[:n] {
		if g.seen >= greetingSize && len(g.header) < 9 {
			g.header = append(g.header, x)
		}
		g.seen++
	}
	if !g.sane() {
		return 0, errReady
	}
	return n, err
}

func (g *guarded) sane() bool {
	h := g.header
	switch {
	case len(h) == 0:
		return true
	case h[0] == flagCommand:
		return true // a short command
	case h[0] != flagCommand|flagLong:
		return false
	case len(h) < 9:
		return true
	}
	return binary.BigEndian.Uint64(h[1:]) <= maxReady
}
