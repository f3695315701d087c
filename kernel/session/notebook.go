package session

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"raido/backend"
	"raido/display"
	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/load"
	"raido/lang/syntax"
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
	memory   memory
	failed   map[string]string // names that cells would have defined that failed, with the last such cell
	reactive bool
}

// New makes an empty notebook that runs on the engine of that name; "" takes the best that is there.
func New(engine string) *Notebook {
	n := &Notebook{slot: &engineSlot{}, wanted: engine, loader: load.New(), failed: map[string]string{}}
	n.state = newState(n.imports())
	return n
}

// imports finds the imports of cells, relative to the notebook's folder, in which a kernel is started.
func (n *Notebook) imports() check.Loader {
	find := n.loader.Imports(".")
	return func(path string) (*check.Env, diag.List) {
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
	src := &diag.Source{Name: fmt.Sprintf("In [%d]", opts.Count), Text: code}
	n.warm()
	n.busy()
	defer n.rests()
	c := &cell{computed: map[*types.Symbol]*held{}, nb: n, ctx: ctx, src: src, st: n.state.clone(), out: out, silent: opts.Silent}
	c.watch()
	defer func() { res = c.watched(res) }()
	defer func() {
		if r := recover(); r != nil {
			res = failed(recovered(r)) // with the names that sources have now
			c.discard()
		}
	}()
	value, err := c.run()
	if err != nil {
		res = failed(c.remark(err))
		c.remember(true)
		c.discard()
		if res.Err.Name == string(diag.Interrupt) { // what is interrupted may have grown without bounds
			go debug.FreeOSMemory()
		}
		return res
	}
	c.commit()
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
	b, err := c.expression(expr)
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
	if b, ok := r.(*diag.Bug); ok {
		return b
	}
	return &diag.Bug{Pass: "session", Msg: fmt.Sprint(r)}
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
		e.Traceback = []string{"This is a bug in Raido, in the pass " + bug.Pass + ": " + bug.Msg,
			"Nothing of your notebook is lost. Please report it with the cell that shows it."}
		if bug.Dump != "" {
			e.Traceback = append(e.Traceback, "The program at that point:", bug.Dump)
		}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e.Name, e.Value, e.Traceback = string(diag.Interrupt), "interrupted; nothing was changed", []string{"Interrupted; nothing was changed."}
	default:
		e.Name, e.Value, e.Traceback = "Error", err.Error(), []string{err.Error()}
	}
	return Result{Status: StatusError, Err: e}
}

func ofDiags(list diag.List) *Error {
	f := display.Error(list)
	return &Error{Name: f.Name, Value: f.Value, Traceback: f.Traceback}
}

// cell is one execution: a transaction on a clone of the state.
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

	renamed []renamed // sources that got another name in this cell
	undos   []func()  // put back what the cell has changed around the notebook
}

// run executes the parts of the cell in order: text of Futhark, and magics. The value of the last is the cell's, those before
// are shown.
func (c *cell) run() (display.Bundle, error) {
	var value display.Bundle
	parts := splitMagics(c.src)
	if p, ok := helpAsked(c.src); ok {
		parts = []part{p}
	}
	for i, p := range parts {
		if i > 0 && len(value.Data) > 0 && !c.silent && !parts[i-1].confirms() {
			c.out.Display(value, "")
		}
		var err error
		value = display.Bundle{}
		if p.magic != "" {
			value, err = c.magic(p)
		} else {
			value, err = c.text(p.src)
		}
		if err != nil {
			return value, err
		}
		if err := c.ctx.Err(); err != nil {
			return value, err
		}
	}
	if c.nb.reactive {
		return value, c.react()
	}
	return value, nil
}

// text executes declarations and a last expression.
func (c *cell) text(src *diag.Source) (display.Bundle, error) {
	c.at("checking")
	k, bad := c.knownCell(src)
	if k.file == nil {
		return display.Bundle{}, bad
	}
	file, errs := k.file, slices.Clone(k.errs)
	if c.nb.looks && len(file.Decls) > 0 {
		return display.Bundle{}, onlyLooks(file.Decls[0].DeclSpan(), "nothing can be defined")
	}
	if strings.Contains(src.Text, "import") {
		c.nb.refreshImports()
	}
	c.st.reopen()
	var added []*entry
	for i, d := range file.Decls {
		deps := c.st.named(k.words[i])
		errs = append(errs, c.st.refresh(deps)...)
		e, bad := c.declare(k.src, d, deps)
		errs = append(errs, bad...)
		if e != nil {
			added = append(added, e)
		}
	}
	var last *types.Def
	if file.Last != nil {
		def, bad := c.checkExp(k, file.Last)
		errs = append(errs, bad...)
		last = def
	}
	c.warn(errs)
	if bad := errs.Errors(); len(bad) > 0 {
		bad = load.Causes(bad, src.Name)
		bad.Sort()
		return display.Bundle{}, bad
	}
	for _, e := range added {
		if err := c.compute(e); err != nil {
			return display.Bundle{}, err
		}
	}
	if last == nil {
		return display.Bundle{}, nil
	}
	return c.show(last)
}

// declare checks one declaration, which mentions deps, and enters it into the graph, unless it is there unchanged.
func (c *cell) declare(src *diag.Source, d syntax.Decl, deps []check.Name) (*entry, diag.List) {
	if e := c.st.unchanged(d, deps); e != nil {
		return e, e.warns
	}
	scope := c.st.env
	b, defs, diags := check.Bind(scope, d)
	names := declared(d, b)
	e := &entry{names: names, all: len(names), decl: d, source: src, scope: scope, defs: defs, warns: diags}
	for _, dep := range deps {
		if slices.Contains(names, dep) {
			e.self = e.self || shadows(dep, scope, d, defs)
			continue
		}
		e.deps = append(e.deps, dep)
	}
	c.st.env = scope.With(b, b.Names())
	if len(diags.Errors()) > 0 {
		return nil, diags
	}
	if slices.ContainsFunc(defs, func(d *types.Def) bool { return d.Sym.Kind == types.KindValue }) {
		e.values = map[*types.Symbol]*held{} // to be computed: what it depends on may get another meaning before
	}
	c.st.define(e)
	return e, diags
}

// warn prints the warnings.
func (c *cell) warn(list diag.List) {
	for _, d := range list {
		if d.Warning && !c.silent {
			c.out.Stream("stderr", diag.Render(d, false)+"\n")
		}
	}
}

// commit makes the clone the state and lets go of values that nothing names any more.
func (c *cell) commit() {
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

// discard lets go of what the failed cell has made.
func (c *cell) discard() {
	if c.nb.state == c.st {
		return
	}
	for _, h := range c.made {
		h.release()
	}
	c.made = nil
	for _, undo := range slices.Backward(c.undos) {
		undo()
	}
	for _, r := range c.renamed {
		r.src.Rename(r.name)
		r.src.PartOf(r.whole)
	}
}

func (h *held) release() {
	for _, v := range h.leaves {
		v.Release()
	}
	h.leaves = nil
}
