package kernel

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"time"

	"raido/kernel/session"
	"raido/kernel/wire"
	"raido/lang/system"
)

// How long the parts of a shutdown may take; together they stay below 2 s.
const (
	cellGrace    = 700 * time.Millisecond // for the running cell to notice
	sessionGrace = 300 * time.Millisecond // for the session to release its device
	linger       = 150 * time.Millisecond // for each socket to write what is queued
)

// kernel is the state of one served session.
type kernel struct {
	codec *wire.Codec
	conn  wire.Connection
	s     session.Session
	log   *log.Logger

	shell, control, stdin, iopub, hb *wire.Socket

	shells shells
	input  chan string // lines of input_reply

	base context.Context         // ends at shutdown
	stop context.CancelCauseFunc // ends base

	sigint chan os.Signal // not taken by a cell yet

	mu    sync.Mutex
	cells map[*running]bool
	count int
	hist  history

	statusMu sync.Mutex
	running  []*request // cells that are busy and not idle yet

	late atomic.Int32 // answers that are not waited for any more
}

// Serve binds the sockets of a connection file and serves s until a shutdown request, SIGTERM, the
// end of the parent process or the end of ctx; then it returns nil. SIGINT interrupts the running cell.
// An unusable connection file is an error.
func Serve(ctx context.Context, connFile string, s session.Session) error {
	conn, err := wire.ReadConnection(connFile)
	if err != nil {
		return err
	}
	k := newKernel(ctx, conn, s, os.Stderr)
	for _, risk := range conn.Risks() {
		k.log.Printf("warning: %s", risk)
	}
	if err := k.bind(); err != nil {
		k.closeSockets(0)
		return err
	}
	sigterm := make(chan os.Signal, 1)
	signal.Notify(sigterm, system.Ends...)
	defer signal.Stop(sigterm)
	go k.watchSignals(sigterm)
	signal.Notify(k.sigint, os.Interrupt)
	defer signal.Stop(k.sigint)
	k.watchParent(time.Second)

	k.serveShell(k.shells.main)
	<-k.base.Done()
	k.finish()
	return nil
}

func newKernel(ctx context.Context, conn wire.Connection, s session.Session, errs io.Writer) *kernel {
	k := &kernel{
		codec: wire.NewCodec(conn.Key), conn: conn, s: s,
		log:   log.New(errs, "raido kernel: ", log.Ltime),
		input: make(chan string, 1), sigint: make(chan os.Signal, 1), cells: map[*running]bool{},
	}
	k.shells.main = newShell("")
	k.hist.file = openHistory(k.log.Printf)
	k.base, k.stop = context.WithCancelCause(ctx)
	context.AfterFunc(k.base, k.shells.close)
	return k
}

// bind listens on all sockets; requests may come from then on.
func (k *kernel) bind() error {
	for _, b := range []struct {
		socket **wire.Socket
		kind   func() (*wire.Socket, error)
	}{
		// iopub first: a request that is answered must find it.
		{&k.iopub, k.listen(wire.Pub, k.conn.IOPubPort, wire.Handler{Subscribe: k.welcome})},
		{&k.hb, k.listen(wire.Rep, k.conn.HBPort, wire.Handler{})},
		{&k.stdin, k.listen(wire.Router, k.conn.StdinPort, wire.Handler{Message: k.onStdin})},
		{&k.control, k.listen(wire.Router, k.conn.ControlPort, wire.Handler{Message: k.onControl})},
		{&k.shell, k.listen(wire.Router, k.conn.ShellPort, wire.Handler{Message: k.onShell})},
	} {
		s, err := b.kind()
		if err != nil {
			return err
		}
		*b.socket = s
	}
	return nil
}

// finish waits for the running cells, releases the session and drains the sockets.
func (k *kernel) finish() {
	idle := make(chan struct{})
	go func() {
		defer close(idle)
		k.shells.serving.Wait()
	}()
	select {
	case <-idle:
	case <-time.After(cellGrace):
		k.log.Print("a running cell did not stop in time and is abandoned")
	}
	released := make(chan struct{})
	go func() {
		defer close(released)
		defer k.recovered("shutdown", nil)
		k.s.Shutdown(context.Cause(k.base) == errRestart)
	}()
	select {
	case <-released:
	case <-time.After(sessionGrace):
	}
	k.hist.file.close()
	k.closeSockets(linger)
}

func (k *kernel) closeSockets(linger time.Duration) {
	for _, s := range []*wire.Socket{k.shell, k.control, k.stdin, k.iopub, k.hb} {
		if s != nil {
			s.Close(linger)
		}
	}
}

func (k *kernel) listen(kind wire.Kind, port int, h wire.Handler) func() (*wire.Socket, error) {
	return func() (*wire.Socket, error) {
		network, address := k.conn.Address(port)
		return wire.Listen(kind, network, address, h)
	}
}

// publish sends a message to all front ends.
func (k *kernel) publish(msgType string, parent json.RawMessage, content any) {
	frames, err := k.codec.Encode(wire.Topic(msgType), msgType, parent, content)
	if err != nil {
		k.log.Print(err)
		return
	}
	k.iopub.Publish(frames)
}

// welcome tells a new subscriber that it will miss nothing from now on.
func (k *kernel) welcome(p *wire.Peer, topic string) {
	frames, err := k.codec.Encode([]byte(topic), "iopub_welcome", nil, map[string]string{"subscription": topic})
	if err == nil {
		p.Send(frames)
	}
}
