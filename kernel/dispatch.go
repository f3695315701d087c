package kernel

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"raido/kernel/session"
	"raido/kernel/wire"
)

// content is a message's content before it becomes JSON.
type content = map[string]any

// handler answers a request with the content of its reply; nil sends none. An error becomes an error
// reply.
type handler func(k *kernel, r *request) (content, error)

// shellHandlers and controlHandlers have one row for each request; the reply's type is the request's
// with _reply for _request.
var shellHandlers = map[string]handler{
	"execute_request":     (*kernel).execute,
	"kernel_info_request": (*kernel).kernelInfo,
	"complete_request":    (*kernel).complete,
	"inspect_request":     (*kernel).inspect,
	"is_complete_request": (*kernel).isComplete,
	"history_request":     (*kernel).history,
	"connect_request":     (*kernel).connect,
	"comm_info_request":   (*kernel).commInfo,
	"comm_open":           (*kernel).commOpen,
	"comm_msg":            (*kernel).commIgnore,
	"comm_close":          (*kernel).commIgnore,
	"shutdown_request":    (*kernel).shutdown,
	"interrupt_request":   (*kernel).interruptRequest,
}

var controlHandlers = map[string]handler{
	"kernel_info_request": (*kernel).kernelInfo,
	"interrupt_request":   (*kernel).interruptRequest,
	"shutdown_request":    (*kernel).shutdown,
	"debug_request":       (*kernel).debug,

	"create_subshell_request": (*kernel).createSubshell,
	"delete_subshell_request": (*kernel).deleteSubshell,
	"list_subshell_request":   (*kernel).listSubshells,
}

// receive decodes what a peer sent; messages that are malformed or not signed are logged and dropped.
func (k *kernel) receive(s *wire.Socket, p *wire.Peer, frames [][]byte) *request {
	m, err := k.codec.Decode(frames)
	if err != nil {
		k.log.Printf("ignored: %v", err)
		return nil
	}
	p.Settle()
	return &request{Message: m, peer: p, channel: s}
}

func (k *kernel) onShell(s *wire.Socket, p *wire.Peer, frames [][]byte) {
	r := k.receive(s, p, frames)
	if r == nil {
		return
	}
	if r.shell = k.shells.find(r.Header.Subshell); r.shell == nil || !r.shell.queue.push(r) {
		k.answer(r, nil)
	}
}

// onControl answers on the reader's goroutine, beside a busy shell.
func (k *kernel) onControl(s *wire.Socket, p *wire.Peer, frames [][]byte) {
	if r := k.receive(s, p, frames); r != nil {
		k.answer(r, controlHandlers)
	}
}

func (k *kernel) onStdin(s *wire.Socket, p *wire.Peer, frames [][]byte) {
	r := k.receive(s, p, frames)
	if r == nil || r.Header.Type != "input_reply" {
		return
	}
	c, err := wire.Content[wire.InputReply](r.Message)
	if err != nil {
		k.log.Print(err)
		return
	}
	select {
	case k.input <- c.Value:
	default: // nobody asked
	}
}

// answer runs busy, handler, reply, idle. Without handlers it is a request for a subshell that is not there.
func (k *kernel) answer(r *request, handlers map[string]handler) {
	k.begins(r)
	defer k.ends(r)
	h, known := handlers[r.Header.Type]
	switch {
	case handlers == nil:
		h = noSubshell
	case !known:
		k.log.Printf("unknown message type %q", r.Header.Type)
		h = unknown
	}
	c := k.call(h, r)
	k.end(r)
	if c != nil {
		k.reply(r, c)
	}
	// The kernel stops only when the reply is under way.
	if r.Header.Type == "shutdown_request" && known {
		k.stopFor(r)
	}
}

// call runs a handler; its faults become the content of an error reply.
func (k *kernel) call(h handler, r *request) (c content) {
	defer k.recovered(r.Header.Type, func(e *session.Error) { c = errorContent(e) })
	c, err := h(k, r)
	if err != nil {
		return errorContent(&session.Error{Name: "ProtocolError", Value: err.Error()})
	}
	return c
}

// unknown answers a request that the kernel does not have.
func unknown(_ *kernel, r *request) (content, error) {
	if !strings.HasSuffix(r.Header.Type, "_request") {
		return nil, nil
	}
	return nil, fmt.Errorf("%s is not supported", r.Header.Type)
}

// reply answers on the channel of the request.
func (k *kernel) reply(r *request, c content) {
	if _, ok := c["status"]; !ok {
		c["status"] = "ok"
	}
	msgType := strings.TrimSuffix(r.Header.Type, "_request") + "_reply"
	frames, err := k.codec.Encode(nil, msgType, r.Raw, c)
	if err != nil {
		k.log.Print(err)
		return
	}
	if !r.channel.Reply(r.peer, append(slices.Clip(r.Route), frames...)) {
		k.log.Printf("%s: the front end is gone", msgType)
	}
}

// errorContent is what an error reply and the error message on iopub have in common.
func errorContent(e *session.Error) content {
	tb := e.Traceback
	if tb == nil {
		tb = []string{e.Name + ": " + e.Value}
	}
	return content{"status": "error", "ename": e.Name, "evalue": e.Value, "traceback": tb}
}

// recovered is deferred around calls into the session: a panic is a bug of ours, is logged with its
// stack and handed to report as an error.
func (k *kernel) recovered(what string, report func(*session.Error)) {
	r := recover()
	if r == nil {
		return
	}
	k.log.Printf("panic in %s: %v\n%s", what, r, debug.Stack())
	if report != nil {
		report(internalError(r))
	}
}
