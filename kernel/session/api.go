package session

import (
	"context"

	"raido/display"
)

// Session is the language behind a kernel. The kernel calls Execute and Evaluate from one goroutine at a time; the other
// methods may come from any, also while Execute runs: they see the state that the last finished cell has left. A panic
// in a method is recovered by the kernel and reported as InternalError; the session must stay usable after it.
type Session interface {
	// Execute runs a cell. When ctx is cancelled (interrupt or shutdown) it returns within a second with
	// an error of name "Interrupted"; what the cell had finished stays. It must not use out after it has returned.
	Execute(ctx context.Context, code string, opts ExecuteOptions, out Output) Result

	// Evaluate computes one expression for a front end (user_expressions); it changes no state.
	Evaluate(ctx context.Context, expr string) (display.Bundle, *Error)

	// Complete offers completions at cursor, counted in code points; code may be broken.
	Complete(code string, cursor int) Completion

	// Inspect describes what stands at cursor (code points); level 1 asks for the source too.
	Inspect(code string, cursor, level int) (display.Bundle, bool)

	// IsComplete reports whether code can run as it stands, and for Incomplete how to indent the next line.
	IsComplete(code string) (status Completeness, indent string)

	// Info describes the language; it must be quick and must not touch a device.
	Info() Info

	// Look gives a session for a cell beside the running one: it has the state that the last finished cell has left, and
	// what would change that is refused. Its Shutdown lets go of what it holds.
	Look() Session

	// Shutdown releases everything. restart reports whether a new kernel follows.
	Shutdown(restart bool)
}

// ExecuteOptions are the parts of an execute_request that matter to a session.
type ExecuteOptions struct {
	Count  int  // number of the cell, for its name "In [3]"
	Silent bool // nothing will be shown: don't render
	Store  bool // whether the cell counts: `it` and the history are kept only if so
}

// Output takes what a cell shows while it runs. Its methods may be called from several goroutines.
type Output interface {
	// Stream prints text on "stdout" or "stderr". It is cheap to call often: text is gathered.
	Stream(name, text string)
	// Display shows a bundle. A displayID that is not empty lets Update replace the bundle later.
	Display(b display.Bundle, displayID string)
	// Update replaces what was displayed under displayID.
	Update(b display.Bundle, displayID string)
	// Clear removes the output of the cell, with wait only when new output comes.
	Clear(wait bool)
	// Input asks the user for a line. It fails at once if the front end allows no input.
	Input(ctx context.Context, prompt string, password bool) (string, error)
}

// Status tells how a cell ended.
type Status string

// The statuses of a cell.
const (
	StatusOK    Status = "ok"
	StatusError Status = "error"
)

// Result is the outcome of a cell.
type Result struct {
	Status Status
	Err    *Error         // not nil if and only if Status is StatusError
	Value  display.Bundle // value of the last expression; empty if there is none
}

// Error is a failed cell as front ends see it: class, one line, and lines with ANSI colours.
type Error = display.Failure

// Completion is the answer to Complete. Start and End (code points) delimit the text that a match
// replaces.
type Completion struct {
	Matches    []Match
	Start, End int
}

// Match is one completion.
type Match struct {
	Text      string
	Kind      string // "function", "value", "type", "module", "magic", "field", "keyword", "path"
	Signature string // its type, if it has one
}

// Completeness is the answer to IsComplete.
type Completeness string

// What IsComplete says.
const (
	Complete   Completeness = "complete"
	Incomplete Completeness = "incomplete"
	Invalid    Completeness = "invalid"
	Unknown    Completeness = "unknown"
)

// Info describes the language and the implementation to front ends.
type Info struct {
	Implementation string // "raido"
	Version        string // version of the implementation
	Banner         string
	Language       Language
	HelpLinks      []HelpLink
}

// Language is the language_info of the protocol.
type Language struct {
	Name           string `json:"name"`
	Version        string `json:"version"`
	MIMEType       string `json:"mimetype"`
	FileExtension  string `json:"file_extension"`
	PygmentsLexer  string `json:"pygments_lexer,omitempty"`
	CodeMirrorMode any    `json:"codemirror_mode,omitempty"`
	NBConvert      string `json:"nbconvert_exporter,omitempty"`
}

// HelpLink is an entry of the Help menu.
type HelpLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}
