// Package wire speaks the Jupyter messaging protocol 5.4 over ZeroMQ sockets: connection files, signed
// messages, typed contents, and the ROUTER, PUB and REP sockets that a kernel binds.
//
// Input: bytes of peers that need not be friendly; output: decoded messages to a handler, frames to
// peers. Invariants: nothing that a peer sends makes the package panic or allocate more than the peer has
// really sent; one peer that stalls delays no other; a message leaves whole or not at all.
//
// Every peer has a bounded queue and a writer; frames grow as bytes arrive; handshakes have deadlines. Where connections or unfinished
// frames become many, peers that have never signed a message go first.
//
// Of zmq4 only the handshake (Open, security/null) and the protocol's constants are used: its sockets
// write to peers one after another under one lock, shake hands in the accept loop, and allocate what a
// frame header claims (Note [Own sockets] in socket.go). Layer 9: imports nothing of Raido.
package wire
