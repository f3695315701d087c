package worker

import (
	"errors"
	"fmt"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// Note [Worker]
//
// A driver is foreign code in our process: when it crashes, or memory runs out in it, or a kernel never ends, the whole
// process goes. So a notebook's device engine lives in a worker: the same binary, started with a socket and a file of
// shared memory. The notebook's side is an Engine too (engine.go), and what crosses is what the interface has:
// programs as the text of core with the places of statements beside it, handles of arrays, scalars, profiles, diagnostics.
// Requests carry numbers, run at the same time, and are answered in any order; one kind cancels another one. Arrays of some
// size go through the shared file, one at a time, the rest with the message.
//
// When a worker ends, who waits for it is told how it ended, its values are lost, and the next request starts another one;
// programs are sent again when they run next. A run that is cancelled and does not end in time ends with its worker, unless the
// driver is compiling, which nothing can stop: then the notebook goes on, and the run ends when that is done.
//
// No exchange waits without end for a worker that does nothing. Requests are queued and written in the background. A worker with something to
// do says every second that it lives, from a thread that waits for no driver, however busy that is; one that is silent for ten
// seconds is ended, and one that is not ready after RAIDO_DRIVER_PATIENCE. A worker whose notebook is gone sees the end of the
// socket and ends, wherever the driver is. A driver whose workers end again and again without having run anything is given up, see strikes.

// op says what a request asks for.
type op uint8

const (
	opCompile op = iota
	opRun
	opUpload
	opHost
	opRelease
	opWarm
	opUse
	opBusy
	opCancel
)

// request is what the notebook sends.
type request struct {
	ID      int64
	Op      op
	Text    string      // opCompile: the program, and
	Places  []wirePlace // of its statements, in the order of core.Walk
	Program int64       // opRun
	Args    []wireValue
	Measure bool      // opRun: WithProfile
	Copy    bool      // opRun: bring small results along
	Watch   bool      // opRun: tell how far it is now and then
	Value   wireValue // opUpload, opHost, opRelease
	Target  int64     // opCancel: the request

	tell func(*backend.Status) // opRun, on this side
}

// IDs of replies that nobody has asked for: of a worker that is ready, and of one that lives.
const (
	greeting int64 = 0
	alive    int64 = -1
)

// reply answers the request of that ID. One with a Status only tells how far it is.
type reply struct {
	ID      int64
	Program int64
	Values  []wireValue
	Profile *backend.Profile
	Yes     bool  // opBusy
	Gone    bool  // opRun: the worker has forgotten the program
	Number  int64 // opUse
	Status  *backend.Status
	Device  string // the greeting
	Diag    *diag.Diag
	Bug     *diag.Bug
	Err     string
}

// wirePlace is a span; sources have numbers.
type wirePlace struct{ Source, Start, End int }

// wireValue is a scalar (Handle 0), an array on the worker, or an array's contents.
type wireValue struct {
	Handle int64
	Scalar prim.Scalar
	Elem   prim.Type
	Shape  []int64
	Data   []byte // the contents; in the shared file if Shared
	Shared bool
}

// sendProgram is a program as a request, and the sources that its numbers stand for.
func sendProgram(p *core.Prog) (*request, []*diag.Source) {
	r := &request{Op: opCompile, Text: core.Print(p)}
	var sources []*diag.Source
	number := map[*diag.Source]int{nil: 0}
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			n, ok := number[s.Src.Source]
			if !ok {
				sources = append(sources, s.Src.Source)
				n = len(sources)
				number[s.Src.Source] = n
			}
			r.Places = append(r.Places, wirePlace{n, s.Src.Start, s.Src.End})
		})
	}
	return r, sources
}

// receiveProgram undoes sendProgram, with sources that are but numbers.
func receiveProgram(r *request) (*core.Prog, error) {
	p, err := core.Parse(r.Text)
	if err != nil {
		return nil, err
	}
	sources := map[int]*diag.Source{0: nil}
	next := 0
	var body func(b core.Body)
	body = func(b core.Body) {
		for i := range b.Stms {
			at := r.Places[next]
			next++
			if _, ok := sources[at.Source]; !ok {
				sources[at.Source] = &diag.Source{ID: diag.ID{Kind: diag.Remote, Number: at.Source}}
			}
			b.Stms[i].Src = diag.Span{Source: sources[at.Source], Start: at.Start, End: at.End}
			b.Stms[i].Exp.Map(core.Mapper{
				Body:   func(b core.Body) core.Body { body(b); return b },
				Lambda: func(l *core.Lambda) *core.Lambda { body(l.Body); return l },
			})
		}
	}
	for _, f := range p.Funs {
		body(f.Body)
	}
	if next != len(r.Places) {
		return nil, fmt.Errorf("a program of %d statements came with %d places", next, len(r.Places))
	}
	return p, nil
}

// locate gives the source of a number back to a span.
func locate(s *diag.Span, sources []*diag.Source) {
	if s.Source == nil {
		return
	}
	id := s.Source.ID
	if s.Source = nil; id.Kind == diag.Remote && id.Number > 0 && id.Number <= len(sources) {
		s.Source = sources[id.Number-1]
	}
}

// failedReply is the reply that something failed.
func failedReply(id int64, err error) *reply {
	a := &reply{ID: id}
	if !errors.As(err, &a.Diag) {
		a.Err = err.Error()
	}
	return a
}

// err is the error of a reply, with its places.
func (r *reply) err(sources []*diag.Source) error {
	switch {
	case r.Bug != nil:
		panic(r.Bug)
	case r.Diag != nil:
		locate(&r.Diag.Span, sources)
		for i := range r.Diag.Notes {
			locate(&r.Diag.Notes[i].Span, sources)
		}
		return r.Diag
	case r.Err != "":
		return &diag.Diag{Class: diag.Device, Code: backend.CodeDevice, Msg: r.Err}
	}
	return nil
}
