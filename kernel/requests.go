package kernel

import (
	"runtime/debug"
	"time"

	"raido/display"
	"raido/kernel/session"
	"raido/kernel/wire"
)

func (k *kernel) kernelInfo(*request) (content, error) {
	info := k.s.Info()
	links := info.HelpLinks
	if links == nil {
		links = []session.HelpLink{}
	}
	return content{
		"protocol_version":       wire.Protocol,
		"implementation":         info.Implementation,
		"implementation_version": info.Version,
		"language_info":          info.Language,
		"banner":                 info.Banner,
		"help_links":             links,
		"debugger":               false,
		"supported_features":     []string{"kernel subshells"},
	}, nil
}

func (k *kernel) complete(r *request) (content, error) {
	q, err := wire.Content[wire.CursorRequest](r.Message)
	if err != nil {
		return nil, err
	}
	done := within(k, r, session.Completion{Start: q.Position(), End: q.Position()}, func() session.Completion {
		return k.s.Complete(q.Code, q.Position())
	})
	matches := []string{}
	types := []content{}
	for _, m := range done.Matches {
		matches = append(matches, m.Text)
		types = append(types, content{"text": m.Text, "type": m.Kind, "signature": m.Signature,
			"start": done.Start, "end": done.End})
	}
	return content{
		"matches": matches, "cursor_start": done.Start, "cursor_end": done.End,
		"metadata": content{"_jupyter_types_experimental": types},
	}, nil
}

func (k *kernel) inspect(r *request) (content, error) {
	q, err := wire.Content[wire.CursorRequest](r.Message)
	if err != nil {
		return nil, err
	}
	b := within(k, r, display.Bundle{}, func() display.Bundle {
		b, found := k.s.Inspect(q.Code, q.Position(), max(0, min(q.Detail, 1)))
		if !found {
			b = display.Bundle{}
		}
		return b
	})
	c := bundle(b)
	c["found"] = !b.Empty()
	return c, nil
}

func (k *kernel) isComplete(r *request) (content, error) {
	q, err := wire.Content[wire.IsCompleteRequest](r.Message)
	if err != nil {
		return nil, err
	}
	return within(k, r, content{"status": string(session.Unknown)}, func() content {
		status, indent := k.s.IsComplete(q.Code)
		c := content{"status": string(status)}
		if status == session.Incomplete {
			c["indent"] = indent
		}
		return c
	}), nil
}

func (k *kernel) history(r *request) (content, error) {
	q, err := wire.Content[wire.HistoryRequest](r.Message)
	if err != nil {
		return nil, err
	}
	return content{"history": k.hist.answer(q)}, nil
}

func (k *kernel) connect(*request) (content, error) {
	return content{
		"shell_port": k.conn.ShellPort, "iopub_port": k.conn.IOPubPort, "stdin_port": k.conn.StdinPort,
		"control_port": k.conn.ControlPort, "hb_port": k.conn.HBPort,
	}, nil
}

// commInfo lists the open comms: there are none, because no target is known.
func (k *kernel) commInfo(*request) (content, error) { return content{"comms": content{}}, nil }

// commOpen refuses a comm, as the protocol wants it for an unknown target.
func (k *kernel) commOpen(r *request) (content, error) {
	q, err := wire.Content[wire.CommMessage](r.Message)
	if err != nil {
		k.log.Print(err)
		return nil, nil
	}
	k.publish("comm_close", r.Raw, content{"comm_id": q.ID, "data": content{}})
	return nil, nil
}

// commIgnore takes messages of comms that are not open.
func (k *kernel) commIgnore(*request) (content, error) { return nil, nil }

func (k *kernel) shutdown(r *request) (content, error) {
	q, err := wire.Content[wire.ShutdownRequest](r.Message)
	if err != nil {
		q = &wire.ShutdownRequest{} // whoever asks to end gets it, also in broken words
	}
	c := content{"status": "ok", "restart": q.Restart}
	k.publish("shutdown_reply", r.Raw, c)
	return c, nil
}

// stopFor ends the kernel after an answered shutdown request.
func (k *kernel) stopFor(r *request) {
	q, err := wire.Content[wire.ShutdownRequest](r.Message)
	if err == nil && q.Restart {
		k.stop(errRestart)
		return
	}
	k.stop(errShutdown)
}

// debug answers the debugger's requests: there is no debugger.
func (k *kernel) debug(r *request) (content, error) {
	q, err := wire.Content[wire.DebugRequest](r.Message)
	if err != nil {
		return nil, err
	}
	return content{"type": "response", "request_seq": q.Seq, "command": q.Command, "success": false,
		"message": "raido has no debugger"}, nil
}

// Bounds of what a front end asks while the user types: it stops waiting after a second.
const (
	patience = 900 * time.Millisecond
	maxLate  = 8
)

// within runs f for at most as long as a front end waits; then it gives late, and f ends unheard. If several have not ended yet, no
// other is begun. A panic of f is one of the caller.
func within[T any](k *kernel, r *request, late T, f func() T) T {
	if k.late.Load() >= maxLate {
		return late
	}
	type outcome struct {
		value T
		fault any
	}
	done := make(chan outcome, 1)
	k.late.Add(1)
	go func() {
		var o outcome
		defer func() {
			if o.fault = recover(); o.fault != nil {
				k.log.Printf("%s: %s", r.Header.Type, debug.Stack())
			}
			k.late.Add(-1)
			done <- o
		}()
		o.value = f()
	}()
	select {
	case o := <-done:
		if o.fault != nil {
			panic(o.fault)
		}
		return o.value
	case <-time.After(patience):
		k.log.Printf("%s takes too long and is not waited for", r.Header.Type)
		return late
	}
}

// bundle is the part of a message that shows a bundle.
func bundle(b display.Bundle) content {
	b = b.Clean()
	return content{"data": b.Data, "metadata": b.Metadata}
}
