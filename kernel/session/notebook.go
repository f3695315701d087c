package session

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"raido/backend"
	"raido/display"
	"raido/lang/check/scope"
	"raido/lang/diag"
	"raido/lang/load"
	"raido/lang/types"
)

// Notebook is a Session of Futhark: the state that cells have made, and the engine they run on.
type Notebook struct {
	slot   *engineSlot
	looks  bool // it is a copy that Look has made
	warmed sync.Once

	mu     sync.Mutex // of what others read while a cell runs
	wanted string     // engine asked for, "" for the best there is
	idle   *time.Timer
	state  *state // as the last cell has left it

	loading  sync.Mutex   // of loader
	loader   *load.Loader // what cells import
	memos    memos
	failed   map[string]string // names that cells would have defined that failed, with the last such cell
	reactive bool
}

// New makes an empty notebook that runs on the engine of that name; "" takes the best that is there.
func New(engine string) *Notebook {
	n := &Notebook{slot: &engineSlot{}, wanted: engine, loader: load.New(), failed: map[string]string{}, memos: newMemos()}
	n.state = newState(n.imports())
	return n
}

// imports finds the imports of cells, relative to the notebook's folder, in which a kernel is started.
func (n *Notebook) imports() scope.Loader {
	find := n.loader.Imports(".")
	return func(path string) (*scope.Env, diag.List) {
		n.loading.Lock()
		defer n.loading.Unlock()
		return find(path)
	}
}

// refreshImports has imported files that have changed read again.
func (n *Notebook) refreshImports() {
	n.loading.Lock()
	defer n.loading.Unlock()
	n.loader.Refresh()
}

// committed is the state that the last cell has left. It never changes: cells work on clones.
func (n *Notebook) committed() *state {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state
}

// Execute implements Session.
func (n *Notebook) Execute(ctx context.Context, code string, opts ExecuteOptions, out Output) (res Result) {
	src := &diag.Source{ID: diag.ID{Kind: diag.Cell, Number: opts.Count}, Text: code}
	n.warm()
	n.busy()
	defer n.rests()
	c := &cell{computed: map[*types.Symbol]*held{}, nb: n, ctx: ctx, src: src, st: n.state.clone(), out: out, silent: opts.Silent}
	c.watch()
	defer func() { res = c.watched(res) }()
	defer func() {
		if r := recover(); r != nil {
			res = c.kept(failed(recovered(r))) // with the names that sources have now
			c.end()
		}
	}()
	var value display.Bundle
	err := diag.Interruptible(ctx, func() (err error) {
		if value, err = c.run(); err != nil && ctx.Err() == nil {
			err = c.remark(err)
		}
		return err
	})
	if err != nil {
		res = c.kept(failed(err))
		c.end()
		diag.Interruptible(ctx, func() error { c.remember(true); return nil })
		if res.Err.Name == string(diag.Interrupt) { // what is interrupted may have grown without bounds
			go debug.FreeOSMemory()
		}
		return res
	}
	c.changed = true
	c.end()
	if len(n.failed) > 0 {
		c.remember(false)
	}
	return Result{Status: StatusOK, Value: value}
}

// Evaluate implements Session.
func (n *Notebook) Evaluate(ctx context.Context, expr string) (b display.Bundle, e *Error) {
	c := &cell{computed: map[*types.Symbol]*held{}, nb: n, ctx: ctx, src: &diag.Source{Name: "user expression", Text: expr}, st: n.state.clone(), out: noOutput{}}
	defer c.discard()
	defer func() {
		if r := recover(); r != nil {
			e = failed(recovered(r)).Err
		}
	}()
	err := diag.Interruptible(ctx, func() (err error) {
		b, err = c.expression(expr)
		return err
	})
	if err != nil {
		return display.Bundle{}, failed(err).Err
	}
	return b, nil
}

// Shutdown implements Session.
func (n *Notebook) Shutdown(bool) {
	if n.looks {
		n.letGo()
		return
	}
	n.busy()
	n.slot.close()
}

// recovered turns a panic into an error that says whose fault it is.
func recovered(r any) error {
	return diag.Caught(r, "session", nil)
}

// failed makes the Result of an error.
func failed(err error) Result {
	e := &Error{}
	var list diag.List
	var one *diag.Diag
	var bug *diag.Bug
	switch {
	case errors.As(err, &list) && len(list) > 0:
		e = ofDiags(list)
	case errors.As(err, &one):
		e = ofDiags(diag.List{one})
	case errors.As(err, &bug):
		e.Name, e.Value = "InternalError", bug.Error()
		e.Traceback = []string{bug.Error(),
			"Nothing of your notebook is lost. Please report it with the cell that shows it."}
		if bug.Dump != "" {
			e.Traceback = append(e.Traceback, "The program at that point:", bug.Dump)
		}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e.Name, e.Value, e.Traceback = string(diag.Interrupt), "interrupted", []string{"Interrupted."}
	default:
		e.Name, e.Value, e.Traceback = "Error", err.Error(), []string{err.Error()}
	}
	return Result{Status: StatusError, Err: e}
}

func ofDiags(list diag.List) *Error {
	f := display.Error(list)
	return &Error{Name: f.Name, Value: f.Value, Traceback: f.Traceback}
}

// cell is one execution. It works on a clone of the state, which is at any time what stands if the cell fails then. Note [Cells].
type cell struct {
	nb     *Notebook
	ctx    context.Context
	src    *diag.Source
	st     *state
	out    Output
	silent bool
	made   []*held // values made by this cell

	computed map[*types.Symbol]*held // values of the cell's definitions, those too that it has replaced since
	next     backend.Engine          // not nil: the engine that the notebook has from now on
	passed   []backend.Engine        // those that the cell took before it

	progress *progress // nil if nobody watches

	changed bool                  // something that stays has been done
	sound   bool                  // the texts of the cell that run now were found to be right
	done    []scope.Name          // what it has defined
	parsed  map[textAt]parsedText // what its texts were parsed to
	moved   []moved               // sources that got another place in this cell
}

// warn prints the warnings.
func (c *cell) warn(list diag.List) {
	var warnings diag.List
	for _, d := range list {
		if d.Warning {
			warnings = append(warnings, d)
		}
	}
	if len(warnings) > 0 && !c.silent {
		c.out.Stream("stderr", diag.RenderLines(warnings)+"\n")
	}
}

// end makes the clone the state and lets go of values that nothing names any more, if the cell has changed something.
func (c *cell) end() {
	switch {
	case c.nb.state == c.st:
		return
	case !c.changed:
		c.discard()
		return
	}
	old := c.nb.state.heldValues()
	c.nb.mu.Lock()
	c.nb.state = c.st
	if c.next != nil {
		if before := c.nb.slot.set(c.next); before != nil {
			defer before.Close() // when its values are let go of
		}
		c.nb.wanted = c.next.Name()
	}
	c.nb.mu.Unlock()
	for _, e := range c.passed {
		defer e.Close()
	}
	now := c.st.heldValues()
	for h := range old {
		if !now[h] {
			h.release()
		}
	}
	for _, h := range c.made {
		if !now[h] && !old[h] {
			h.release()
		}
	}
}

// discard lets go of what a cell has made that changed nothing.
func (c *cell) discard() {
	if c.nb.state == c.st {
		return
	}
	for _, h := range c.made {
		h.release()
	}
	c.made = nil
	for _, r := range slices.Backward(c.moved) {
		r.src.Move(r.place)
	}
}

func (h *held) release() {
	for _, v := range h.leaves {
		v.Release()
	}
	h.leaves = nil
}
